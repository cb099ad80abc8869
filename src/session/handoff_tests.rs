//! Documents: what keeps the session from one, and what goes with it.

use std::sync::Mutex;

use super::*;
use crate::agent::RoundOutcome;
use crate::session::Delivery;
use crate::session::state_tests::{answered, model, next, says, session, started, words};

type Told = Arc<Mutex<Vec<Result<Option<Estate>, HandoffError>>>>;

fn asked(session: &mut Session, fx: &mut Effects) -> Told {
    let told = Told::default();
    let ear = told.clone();
    session.hand_off(None, Box::new(move |_, result| ear.lock().expect("the lock").push(result)), fx);
    told
}

fn said(told: &Told) -> Result<Option<Estate>, HandoffError> {
    told.lock().expect("the lock").pop().expect("told")
}

fn talked() -> Session {
    let mut session = started("hi");
    answered(&mut session);
    next(&mut session, RoundOutcome::Answered);
    session
}

fn notes(text: &str) -> Result<Notes, String> {
    Ok(Notes { text: text.into(), brief: None })
}

#[test]
fn the_document_and_the_queues_go_to_the_other_session() {
    let mut fx = Effects::default();
    let mut old = talked();
    let told = asked(&mut old, &mut fx);
    assert_eq!(words(&mut fx), ["Write(2)"]);
    old.enqueue(says("later").into(), Delivery::FollowUp);
    old.written(2, notes("It floats."), &mut fx);
    let estate = said(&told).expect("no error").expect("a document");
    assert_eq!(old.view().queued_count, 0);
    let mut new = session();
    new.inherit(estate, &mut fx);
    assert_eq!(words(&mut fx), ["Persist(model)", "Persist(thinking)", "Persist(message)"]);
    let AgentMessage::Custom(document) = new.messages()[0].as_ref() else { panic!("no document") };
    assert!(matches!(&document.content, UserContent::Text(text) if text.ends_with("\n\nIt floats.")));
    assert_eq!((document.custom_type.as_str(), new.view().queued_count, new.is_streaming()), ("handoff", 1, false));
}

#[test]
fn what_keeps_a_session_from_it() {
    let mut fx = Effects::default();
    assert_eq!(said(&asked(&mut session(), &mut fx)).err(), Some(HandoffError::Nothing));
    assert_eq!(said(&asked(&mut started("hi"), &mut fx)).err(), Some(HandoffError::Busy));
    let mut poor = talked();
    poor.config.model = Some(model("locked"));
    assert_eq!(said(&asked(&mut poor, &mut fx)).err(), Some(HandoffError::NoKey("locked".into())));
    poor.config.model = None;
    assert_eq!(said(&asked(&mut poor, &mut fx)).err(), Some(HandoffError::NoModel));
    assert!(fx.is_empty());
}

#[test]
fn an_abort_a_failure_and_silence_change_nothing() {
    let mut fx = Effects::default();
    let mut session = talked();
    let told = asked(&mut session, &mut fx);
    session.abort(Box::new(|_, _| {}), &mut fx);
    assert_eq!(said(&told).err(), Some(HandoffError::Cancelled));
    let told = asked(&mut session, &mut fx);
    session.written(session.runs, Err("503".into()), &mut fx);
    assert_eq!(said(&told).err(), Some(HandoffError::Failed("503".into())));
    let told = asked(&mut session, &mut fx);
    session.written(session.runs, notes(""), &mut fx);
    assert!(said(&told).expect("no error").is_none());
    assert_eq!(session.messages().len(), 2);
}

#[test]
fn a_compaction_does_not_come_between() {
    let mut fx = Effects::default();
    let mut session = talked();
    asked(&mut session, &mut fx);
    let told = Arc::new(Mutex::new(None));
    let ear = told.clone();
    session.compact(None, Box::new(move |result| *ear.lock().expect("the lock") = result.err()), &mut fx);
    assert_eq!(*told.lock().expect("the lock"), Some(crate::session::CompactionError::HandingOff));
}
