//! The order of rules: what forbids, what was answered, what is automatic, what asks, what allows, the mode.

use super::*;

fn shell(text: &str) -> Subject {
    Subject::Shell(ShellCall::new(text))
}

fn file(path: &str) -> Subject {
    Subject::Paths(vec![Place { shown: path.into(), absolute: format!("/w/{path}"), named: true }])
}

fn call(subject: &Subject) -> Call<'_> {
    match subject {
        Subject::Shell { .. } => Call { names: &["run_command", "bash"], tier: Tier::Exec, subject },
        _ => Call { names: &["write_file", "write"], tier: Tier::Write, subject },
    }
}

fn entries(texts: &[&str]) -> Vec<Entry> {
    texts.iter().map(|text| Entry::listed(text).unwrap()).collect()
}

fn asking() -> Policy {
    Policy::new(Approval::Ask, Builtin::Secrets)
}

#[test]
fn modes_let_their_tiers_pass() {
    let read = Call { names: &["read_file", "read"], tier: Tier::Read, subject: &file("a") };
    let (write, exec) = (file("a"), shell("ls"));
    let said = |mode: Approval| {
        let policy = Policy::new(mode, Builtin::Disasters);
        [&read, &call(&write), &call(&exec)].map(|call| policy.judge(call))
    };
    let ask = || Decision::Ask(vec![]);
    let plan = || Decision::Deny(Denial::Plan);
    assert_eq!(said(Approval::Plan), [Decision::Allow, plan(), plan()]);
    assert_eq!(said(Approval::Ask), [Decision::Allow, ask(), ask()]);
    assert_eq!(said(Approval::AutoEdit), [Decision::Allow, Decision::Allow, ask()]);
    assert_eq!(said(Approval::Yolo), [Decision::Allow, Decision::Allow, Decision::Allow]);
}

#[test]
fn deny_beats_allow_answers_and_automatic_approval() {
    let mut policy = asking();
    policy.yolo = Some(Yolo::default());
    policy.deny = entries(&["git push*"]);
    policy.allow = entries(&["*"]);
    let push = shell("git push");
    policy.remember(&call(&push), Rule::Allow);
    assert_eq!(policy.judge(&call(&push)), Decision::Deny(Denial::Rule("git push*".into())));
    assert_eq!(policy.judge(&call(&shell("git pull"))), Decision::Allow);
}

#[test]
fn plan_mode_beats_automatic_approval() {
    let mut policy = asking();
    policy.approval = Approval::Plan;
    policy.yolo = Some(Yolo::default());
    assert_eq!(policy.judge(&call(&shell("ls"))), Decision::Deny(Denial::Plan));
}

#[test]
fn a_rule_that_asks_beats_one_that_allows_and_yields_to_an_answer() {
    let mut policy = asking();
    policy.allow = entries(&["git *"]);
    policy.rules = vec![(Entry::of_tool("run_command", Some("git push*")), Rule::Prompt)];
    let push = shell("git push origin");
    assert_eq!(policy.judge(&call(&push)), Decision::Ask(vec![]));
    assert_eq!(policy.judge(&call(&shell("git log"))), Decision::Allow);
    policy.remember(&call(&push), Rule::Allow);
    assert_eq!(policy.judge(&call(&push)), Decision::Allow);
    assert_eq!(policy.judge(&call(&shell("git push other"))), Decision::Ask(vec![]));
    policy.remember(&call(&push), Rule::Deny);
    assert_eq!(policy.judge(&call(&push)), Decision::Deny(Denial::Answered));
}

#[test]
fn lists_of_tools_go_before_patterns() {
    let mut policy = asking();
    policy.allow = entries(&["*"]);
    policy.excluded = vec!["bash".into()];
    assert_eq!(policy.judge(&call(&shell("ls"))), Decision::Deny(Denial::Rule("bash".into())));
    policy.excluded.clear();
    policy.available = Some(vec!["write_file".into()]);
    assert_eq!(policy.judge(&call(&shell("ls"))), Decision::Deny(Denial::Rule("availableTools".into())));
    assert_eq!(policy.judge(&call(&file("a"))), Decision::Allow);
}

#[test]
fn paths_fit_as_seen_from_the_workspace_and_all_they_lead_to() {
    let mut policy = asking();
    policy.allow = entries(&["write_file:docs/*"]);
    assert_eq!(policy.judge(&call(&file("docs/a/b.md"))), Decision::Allow);
    assert_eq!(policy.judge(&call(&file("src/a.rs"))), Decision::Ask(vec![]));
    let link = Subject::Paths(vec![
        Place { shown: "docs/x".into(), absolute: "/w/docs/x".into(), named: true },
        Place { shown: "/etc/passwd".into(), absolute: "/etc/passwd".into(), named: false },
    ]);
    assert_eq!(policy.judge(&call(&link)), Decision::Ask(vec![]));
    assert_eq!(call(&link).list_entry(), Some("write_file:docs/x".into()));
    policy.deny = entries(&["*:/etc/*"]);
    assert_eq!(policy.judge(&call(&link)), Decision::Deny(Denial::Rule("*:/etc/*".into())));
}

#[test]
fn restricted_asks_nothing() {
    let mut policy = asking();
    policy.fallback = ModeOfRules::Restricted;
    policy.allow = entries(&["npm *"]);
    assert_eq!(policy.judge(&call(&shell("npm test"))), Decision::Allow);
    assert_eq!(policy.judge(&call(&shell("make"))), Decision::Deny(Denial::Restricted));
}

#[test]
fn a_question_says_what_is_odd() {
    let decision = asking().judge(&call(&shell("X=1 npm test $(date) > out")));
    let Decision::Ask(reasons) = decision else { panic!("{decision:?}") };
    assert_eq!(reasons, ["it sets X", "part of it is made by another command", "it writes out"]);
}

#[test]
fn an_argument_with_wildcards_becomes_no_entry() {
    assert_eq!(call(&shell("npm test")).list_entry(), Some("run_command:npm test".into()));
    assert_eq!(call(&shell("rm *")).list_entry(), None);
}
