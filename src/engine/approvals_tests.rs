//! What settings become, and what is told and asked.

use super::*;
use crate::policy::Line;

fn settings(text: &str) -> Settings {
    serde_json::from_str(text).unwrap()
}

fn made(text: &str, mode: Option<ApprovalMode>, bypass: bool) -> Policy {
    let chosen = Chosen { mode, bypass, default: Approval::Yolo, builtin: Builtin::Disasters };
    policy(&settings(text), chosen).unwrap()
}

fn shell(text: &str) -> Subject {
    Subject::Shell { text: text.into(), line: Line::parse(text) }
}

fn judged(policy: &Policy, command: &str) -> Decision {
    policy.judge(&Call { names: &["bash", "bash"], tier: crate::policy::Tier::Exec, subject: &shell(command) })
}

#[test]
fn the_command_line_goes_before_the_settings_and_these_before_the_default() {
    assert_eq!(made("{}", None, false).approval, Approval::Yolo);
    assert_eq!(made(r#"{"tools": {"approvalMode": "write"}}"#, None, false).approval, Approval::AutoEdit);
    assert_eq!(
        made(r#"{"tools": {"approvalMode": "write"}}"#, Some(ApprovalMode::Plan), false).approval,
        Approval::Plan
    );
    assert_eq!(made("{}", Some(ApprovalMode::AlwaysAsk), false).approval, Approval::Ask);
    assert_eq!(made(r#"{"permissions": {"mode": "interactive"}}"#, None, false).approval, Approval::Ask);
    assert_eq!(made(r#"{"permissions": {"mode": "unrestricted"}}"#, None, false).approval, Approval::Yolo);
    assert_eq!(made(r#"{"permissions": {"mode": "restricted"}}"#, None, false).fallback, ModeOfRules::Restricted);
}

#[test]
fn a_rule_of_a_tool_goes_before_the_mode_and_a_bypass_asks_nothing() {
    let asking = r#"{"tools": {"approval": {"bash": "prompt"}}}"#;
    assert_eq!(judged(&made(asking, None, false), "ls"), Decision::Ask(vec![]));
    assert_eq!(judged(&made(asking, Some(ApprovalMode::Yolo), true), "ls"), Decision::Allow);
    let denying = r#"{"tools": {"approval": {"bash": "deny"}}}"#;
    let denied = Decision::Deny(Denial::Rule("bash".into()));
    assert_eq!(judged(&made(denying, Some(ApprovalMode::Yolo), true), "ls"), denied);
    let allowing = r#"{"tools": {"approval": {"bash": "allow"}}}"#;
    assert_eq!(judged(&made(allowing, Some(ApprovalMode::Ask), false), "ls"), Decision::Allow);
}

#[test]
fn a_blank_rule_fails_the_start() {
    let chosen = Chosen { mode: None, bypass: false, default: Approval::Ask, builtin: Builtin::Secrets };
    let error = policy(&settings(r#"{"permissions": {"denyList": [" "]}}"#), chosen).unwrap_err();
    assert_eq!(error.to_string(), "A rule under permissions: the pattern is empty");
}

#[test]
fn a_question_shows_what_the_call_is_about_and_what_is_odd_about_it() {
    let arguments = JsonObject::new();
    let reasons = ["it writes out".to_owned()];
    let text = question("Allow tool: bash".into(), &arguments, &shell("ls > out"), &reasons);
    assert_eq!(text, "Allow tool: bash\nCommand: ls > out\nNote: it writes out");
    let long = question("T".into(), &arguments, &shell(&"x".repeat(5000)), &[]);
    assert!(long.len() < 2100 && long.ends_with("(5009 bytes in all)"), "{long}");
    let none = JsonObject::from_iter([("n".to_owned(), 1.into())]);
    assert_eq!(question("T".into(), &none, &Subject::Nothing, &[]), "T\nArguments: {\"n\":1}");
}

#[test]
fn the_model_hears_of_plan_mode_only() {
    let words =
        Words { title: |_| String::new(), approve: "", deny: "", denied: |_| String::new(), no_ui: |_| String::new() };
    let remark = |mode| Approvals::new(made("{}", mode, false), Host::default(), words, Duration::ZERO).remark();
    assert!(remark(Some(ApprovalMode::Plan)).is_some_and(|text| text.starts_with("Plan mode is on")));
    assert_eq!(remark(Some(ApprovalMode::Ask)), None);
}

#[test]
fn yolo_can_be_switched() {
    let words =
        Words { title: |_| String::new(), approve: "", deny: "", denied: |_| String::new(), no_ui: |_| String::new() };
    let approvals = Approvals::new(made("{}", None, false), Host::default(), words, Duration::ZERO);
    assert!(approvals.is_yolo());
    approvals.set_yolo(false);
    assert!(!approvals.is_yolo());
    approvals.set_yolo(true);
    assert!(approvals.is_yolo());
}
