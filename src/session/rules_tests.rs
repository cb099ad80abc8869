//! What becomes of rules that matched: the reply, the history, when they watch again.

use crate::agent::{RoundOutcome, RunEvent};

use super::super::state_tests::{answered, event, next, reply, says, session, words};
use super::*;

fn rule(name: &str) -> Rule {
    Rule {
        name: name.into(),
        path: format!("/rules/{name}.md"),
        content: format!("Keep to {name}."),
        globs: None,
        description: None,
        always_apply: None,
        condition: Some(vec!["bad".into()]),
        ast_condition: None,
        scope: None,
        interrupt_mode: None,
    }
}

fn watched(policy: RulePolicy) -> Session {
    let (rules, remarks) = Rules::new(vec![rule("a"), rule("b")], policy);
    assert_eq!(remarks, Vec::<String>::new());
    let mut session = session();
    session.config.rules = Arc::new(rules);
    let mut fx = Effects::default();
    session.submit(says("hi"), None, &mut fx).expect("started");
    next(&mut session, RoundOutcome::None);
    session
}

fn cut(names: &[&str]) -> RunEvent {
    let cutting = names.iter().map(|name| (*name).into()).collect();
    RunEvent::RulesMatched(Matches { cutting, ..Matches::default() })
}

/// A reply is cut, and the run asks what is next.
fn cut_and_go_on(session: &mut Session, names: &[&str]) -> Vec<String> {
    event(session, cut(names));
    event(session, RunEvent::MessageEnded { message: reply("bad", &[]), failure: None });
    let (goes_on, effects) = next(session, RoundOutcome::Cut);
    assert!(goes_on);
    effects
}

#[test]
fn a_cut_reply_leaves_the_history_and_the_rule_takes_its_place() {
    let mut session = watched(RulePolicy::default());
    let effects = cut_and_go_on(&mut session, &["a"]);
    assert_eq!(effects[..4], ["run starts", "round starts", "Persist(rules)", "Persist(message)"]);
    let kinds: Vec<bool> = session.messages.iter().map(|m| matches!(m.as_ref(), AgentMessage::Custom(_))).collect();
    assert_eq!(kinds, [false, true]);
    answered(&mut session);
    let (_, effects) = next(&mut session, RoundOutcome::Answered);
    assert_eq!(effects, ["run ends Done 2"], "the rule and what came of it");
}

#[test]
fn a_kept_reply_stays_before_the_rule() {
    let mut session = watched(RulePolicy { cut_replies: CutReplies::Keep, ..RulePolicy::default() });
    cut_and_go_on(&mut session, &["a"]);
    assert_eq!(session.messages.len(), 3);
}

#[test]
fn a_rule_watches_once_or_again_after_the_gap() {
    let armed = |session: &Session| [session.is_armed("a"), session.is_armed("b")];
    let mut session = watched(RulePolicy::default());
    assert_eq!(armed(&session), [true, true]);
    cut_and_go_on(&mut session, &["a"]);
    assert_eq!(armed(&session), [false, true]);
    let mut session = watched(RulePolicy { repeats: Repeats::AfterGap(4), ..RulePolicy::default() });
    cut_and_go_on(&mut session, &["a"]);
    assert_eq!(armed(&session), [false, true]);
    answered(&mut session);
    answered(&mut session);
    assert_eq!(armed(&session), [true, true]);
}

#[test]
fn rules_cut_only_so_often_after_one_message() {
    let mut session = watched(RulePolicy { repeats: Repeats::AfterGap(0), ..RulePolicy::default() });
    for _ in 0..MOST_CUTS {
        assert!(session.watch().is_some());
        cut_and_go_on(&mut session, &["a"]);
    }
    assert!(session.watch().is_none());
    session.user_speaks();
    assert!(session.watch().is_some());
}

#[test]
fn a_rule_that_an_abort_kept_from_the_model_watches_again() {
    let mut session = watched(RulePolicy::default());
    event(&mut session, cut(&["a"]));
    event(&mut session, RunEvent::MessageEnded { message: reply("bad", &[]), failure: None });
    let mut fx = Effects::default();
    session.abort(Box::new(|_, _| {}), &mut fx);
    assert_eq!(words(&mut fx), ["Cancel"]);
    event(&mut session, RunEvent::Ended(crate::outbox::Outcome::Aborted));
    session.submit(says("again"), None, &mut fx).expect("started");
    next(&mut session, RoundOutcome::None);
    assert!(session.is_armed("a"));
}

#[test]
fn what_is_noted_comes_with_the_next_round() {
    let mut session = watched(RulePolicy::default());
    let noted = vec!["a".into()];
    event(&mut session, RunEvent::RulesMatched(Matches { noted, ..Matches::default() }));
    answered(&mut session);
    let (goes_on, _) = next(&mut session, RoundOutcome::Answered);
    assert!(!goes_on, "it makes no round by itself");
    let mut fx = Effects::default();
    session.submit(says("more"), None, &mut fx).expect("started");
    let (_, effects) = next(&mut session, RoundOutcome::None);
    assert_eq!(effects[..3], ["round starts", "Persist(rules)", "Persist(message)"]);
}

/// A reply with the call `c` matches a rule that comes with the call's result.
fn tells(session: &mut Session) {
    let told = vec![Told { call: "c".into(), rule: "a".into() }];
    event(session, RunEvent::RulesMatched(Matches { told, ..Matches::default() }));
}

fn persisted(effects: &[String]) -> usize {
    effects.iter().filter(|word| *word == "Persist(rules)").count()
}

#[test]
fn a_rule_that_comes_with_a_result_is_noted_when_the_result_came() {
    let mut session = watched(RulePolicy::default());
    tells(&mut session);
    event(&mut session, RunEvent::MessageEnded { message: reply("look", &["c"]), failure: None });
    session.rules_came_with("c");
    assert_eq!(persisted(&next(&mut session, RoundOutcome::Called).1), 1);
    assert!(!session.is_armed("a"));
}

#[test]
fn a_rule_whose_call_was_lost_watches_again() {
    let mut session = watched(RulePolicy::default());
    tells(&mut session);
    assert!(!session.is_armed("a"));
    event(&mut session, RunEvent::MessageEnded { message: reply("no call", &[]), failure: None });
    assert_eq!(persisted(&next(&mut session, RoundOutcome::Called).1), 0);
    assert!(session.is_armed("a"));
}

#[test]
fn a_rule_whose_call_is_discarded_is_put_before_the_model_with_the_one_that_cut() {
    let mut session = watched(RulePolicy::default());
    tells(&mut session);
    event(&mut session, cut(&["b"]));
    event(&mut session, RunEvent::MessageEnded { message: reply("bad", &["c"]), failure: None });
    session.rules_came_with("c");
    next(&mut session, RoundOutcome::Cut);
    let Some(AgentMessage::Custom(said)) = session.messages.last().map(AsRef::as_ref) else { panic!("no rule") };
    assert_eq!(said.details, Some(serde_json::json!({"rules": ["b", "a"]})));
    assert!(!session.is_armed("a"));
}

#[test]
fn a_gap_counts_also_messages_that_a_compaction_put_aside() {
    let mut session = session();
    session.config.rules =
        Arc::new(Rules::new(Vec::new(), RulePolicy { repeats: Repeats::AfterGap(4), ..RulePolicy::default() }).0);
    session.remember_rules(vec![("a".into(), 7), ("b".into(), 2)]);
    assert_eq!([session.is_armed("a"), session.is_armed("b")], [true, false]);
}

#[test]
fn rules_of_another_folder_mean_nothing() {
    let mut session = watched(RulePolicy::default());
    session.replace_rules(Arc::default());
    assert_eq!(event(&mut session, cut(&["a"])), Vec::<String>::new());
    assert!(session.added.rules.cut.is_none());
}

#[test]
fn a_pattern_that_is_none_costs_only_its_rule() {
    let bad = Rule { condition: Some(vec!["a(".into()]), ..rule("bad") };
    let (rules, remarks) = Rules::new(vec![bad, rule("a")], RulePolicy::default());
    assert_eq!(rules.watched.len(), 1);
    assert!(remarks[0].starts_with("/rules/bad.md does not watch: condition `a(`"), "{remarks:?}");
}
