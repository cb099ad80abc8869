//! What settings become, and what is told and asked.

use super::*;
use crate::policy::{Call, Decision, Denial, ShellCall, Subject, Tier};

fn settings(text: &str) -> Settings {
    serde_json::from_str(text).unwrap()
}

fn made(text: &str, mode: Option<ApprovalMode>, bypass: bool) -> Policy {
    let chosen = Chosen { mode, bypass, default: Approval::Yolo, builtin: Builtin::Disasters };
    policy(&settings(text), chosen).unwrap()
}

fn shell(text: &str) -> Subject {
    Subject::Shell(ShellCall::new(text))
}

fn judged(policy: &Policy, command: &str) -> Decision {
    policy.judge(&Call { names: &["bash", "bash"], tier: Tier::Exec, subject: &shell(command) })
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
fn the_users_home_is_meant_by_its_sign() {
    let home = paths::user_home(&paths::process_variable).unwrap_or_default();
    assert_eq!(at_home("read_file:~/x"), format!("read_file:{}/x", home.display()));
    assert_eq!(at_home("~/x"), format!("{}/x", home.display()));
    for plain in ["npm test", "write_file:a/~/x", "*:*.md"] {
        assert_eq!(at_home(plain), plain);
    }
}
