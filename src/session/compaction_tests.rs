//! Compactions on request: what goes, what stays, and what keeps the session from it.

use std::sync::Mutex;

use super::*;
use crate::agent::RunEvent;
use crate::outbox::Outcome;
use crate::session::state_tests::{answered, event, kept, next, session, settle, started, words};

pub(crate) type Told = Arc<Mutex<Vec<Result<CompactionResult, CompactionError>>>>;

fn listener() -> (Told, Compacted) {
    let told = Told::default();
    let ear = told.clone();
    (told, Box::new(move |result| ear.lock().expect("the lock").push(result)))
}

fn said(told: &Told) -> Option<Result<CompactionResult, CompactionError>> {
    told.lock().expect("the lock").pop()
}

fn notes() -> Result<Notes, String> {
    Ok(Notes { text: "## Goal\nSail".into(), brief: Some("I sailed.".into()) })
}

/// A prompt and its answer are behind it.
fn talked() -> Session {
    let mut session = started("hi");
    answered(&mut session);
    next(&mut session, crate::agent::RoundOutcome::Answered);
    session
}

fn asked(session: &mut Session) -> (Told, Vec<String>) {
    let (told, ear) = listener();
    let mut fx = Effects::default();
    session.compact(None, ear, &mut fx);
    (told, settle(session, &mut fx))
}

fn done(session: &mut Session, notes: Result<Notes, String>) -> Vec<String> {
    let mut fx = Effects::default();
    let number = session.runs;
    session.written(number, notes, &mut fx);
    settle(session, &mut fx)
}

#[test]
fn the_older_part_gives_way_to_the_notes() {
    let mut session = talked();
    let (told, effects) = asked(&mut session);
    assert_eq!(effects, ["Write(2)"]);
    assert!(session.view().is_compacting && !session.is_streaming());
    assert_eq!(done(&mut session, notes()), ["Persist(compaction)"]);
    let result = said(&told).expect("told").expect("a result");
    assert_eq!((result.summary.as_str(), result.short_summary.as_deref()), ("## Goal\nSail", Some("I sailed.")));
    assert_eq!(Some(result.first_kept_entry_id.as_str()), session.log.entry_of(&session.messages[1]).as_deref());
    assert_eq!(kept(&session), ["summary", "assistant Stop"]);
    assert!(!session.view().is_compacting);
    assert_eq!(said(&asked(&mut session).0), Some(Err(CompactionError::Already)));
}

#[test]
fn the_answer_comes_when_the_entry_is_written() {
    let mut session = talked();
    let (told, _) = asked(&mut session);
    let mut fx = Effects::default();
    session.written(session.runs, notes(), &mut fx);
    assert!(said(&told).is_none());
    assert_eq!(words(&mut fx), ["Persist(compaction)", "Then"]);
}

#[test]
fn an_empty_session_has_nothing_to_compact() {
    let mut session = session();
    assert_eq!(said(&asked(&mut session).0), Some(Err(CompactionError::Nothing)));
    session.config.model = None;
    assert_eq!(said(&asked(&mut session).0), Some(Err(CompactionError::NoModel)));
    assert!(!session.is_compacting());
}

#[test]
fn a_failing_or_empty_summary_leaves_the_history_as_it_was() {
    for (notes, why) in [(Err("503".to_owned()), "503"), (Ok(Notes::default()), "The model wrote no summary")] {
        let mut session = talked();
        let (told, _) = asked(&mut session);
        assert!(done(&mut session, notes).is_empty());
        assert_eq!(said(&told), Some(Err(CompactionError::Failed(why.into()))));
        assert_eq!(kept(&session), ["user hi", "assistant Stop"]);
    }
}

#[test]
fn a_second_one_is_refused_and_an_abort_ends_the_first() {
    let mut session = talked();
    let (told, _) = asked(&mut session);
    assert_eq!(said(&asked(&mut session).0), Some(Err(CompactionError::Running)));
    let mut fx = Effects::default();
    session.abort(Box::new(|session, _| assert!(!session.is_compacting())), &mut fx);
    assert_eq!(said(&told), Some(Err(CompactionError::Cancelled)));
    assert_eq!(settle(&mut session, &mut fx), ["Cancel"]);
    assert!(done(&mut session, notes()).is_empty(), "late notes mean nothing");
}

#[test]
fn a_running_turn_ends_first() {
    let mut session = started("hi");
    answered(&mut session);
    let (told, effects) = asked(&mut session);
    assert!(session.view().is_compacting);
    assert_eq!(effects, ["Cancel"]);
    let mut fx = Effects::default();
    session.on_run_event(session.runs, RunEvent::Ended(Outcome::Aborted), &mut fx);
    assert_eq!(settle(&mut session, &mut fx), ["run ends Aborted 2", "Write(2)"]);
    done(&mut session, notes());
    assert!(said(&told).expect("told").is_ok());
}

#[test]
fn an_abort_ends_one_that_waits_for_the_turn_too() {
    let mut session = started("hi");
    let (told, _) = asked(&mut session);
    let mut fx = Effects::default();
    session.abort(Box::new(|_, _| {}), &mut fx);
    settle(&mut session, &mut fx);
    event(&mut session, RunEvent::MessageStarted(crate::session::state_tests::user("x")));
    session.on_run_event(session.runs, RunEvent::Ended(Outcome::Aborted), &mut fx);
    assert_eq!(settle(&mut session, &mut fx), ["Persist(turn_ended)", "run ends Aborted 1"]);
    assert_eq!(said(&told), Some(Err(CompactionError::Cancelled)));
}

#[test]
fn the_context_is_told_truly_after_it() {
    let mut session = talked();
    let mut reply = crate::session::state_tests::reply("a long answer", &[]);
    if let Some(AgentMessage::Assistant(reply)) = Arc::get_mut(&mut reply) {
        reply.usage.total_tokens = 500;
    }
    session.record(reply, &mut Effects::default());
    assert_eq!(session.context_tokens(), 500);
    let (told, _) = asked(&mut session);
    done(&mut session, notes());
    assert_eq!(said(&told).expect("told").map(|result| result.tokens_before), Ok(500));
    // The figure of a reply that stayed is of the history as it was.
    assert!(session.context_tokens() < 50, "{}", session.context_tokens());
    assert_eq!(session.estimated, session.messages.iter().map(estimate).sum::<u64>());
    assert_eq!(session.last_real_tokens(), 0);
}

#[test]
fn todos_stay() {
    let mut session = talked();
    session.set_todos(vec![serde_json::from_value(serde_json::json!({"name": "Sail", "tasks": []})).expect("a phase")]);
    asked(&mut session);
    done(&mut session, notes());
    assert_eq!(session.view().todos.len(), 1);
}
