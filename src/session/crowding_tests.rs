//! Compactions by themselves: when, what the run does meanwhile and afterwards, and when they are given up.

use super::*;
use crate::agent::RunEvent;
use crate::provider::{End, Failure, FailureKind, MessageBuilder, Part};
use crate::session::state_tests::{answered, event, kept, model, next, reply, says, settle, started};
use crate::session::{Accepted, Delivery};
use std::sync::Arc;

fn notes() -> Result<Notes, String> {
    Ok(Notes { text: "## Goal\nSail".into(), brief: None })
}

/// A prompt and its answer are behind it.
fn talked() -> Session {
    let mut session = started("hi");
    answered(&mut session);
    next(&mut session, RoundOutcome::Answered);
    session
}

/// From now on every history is over the limit.
fn crowd(session: &mut Session) {
    session.config.compaction.threshold = Some(1);
}

fn done(session: &mut Session, notes: Result<Notes, String>) -> Vec<String> {
    let mut fx = Effects::default();
    let number = session.runs;
    session.written(number, notes, &mut fx);
    fx_words(session, &mut fx)
}

fn fx_words(session: &mut Session, fx: &mut Effects) -> Vec<String> {
    settle(session, fx).into_iter().map(|word| word.split(" {").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_full_context_is_compacted_before_the_prompt() {
    let mut session = talked();
    crowd(&mut session);
    let mut fx = Effects::default();
    assert_eq!(session.submit(says("more"), None, &mut fx), Ok(Accepted::Started));
    assert_eq!(fx_words(&mut session, &mut fx), ["CompactionStarted", "Write(3)"]);
    assert!(session.is_streaming() && session.view().is_compacting);
    let effects = done(&mut session, notes());
    assert_eq!(effects, ["Persist(compaction)", "CompactionEnded", "run starts", "Start(3)"]);
    let (_, effects) = next(&mut session, RoundOutcome::None);
    assert!(effects.contains(&"ends user more".to_owned()), "{effects:?}");
}

#[test]
fn a_prompt_that_would_not_fit_counts_too() {
    let mut session = talked();
    session.config.compaction.threshold = Some(100);
    let mut fx = Effects::default();
    session.submit(says(&"word ".repeat(200)), None, &mut fx).expect("started");
    assert_eq!(fx_words(&mut session, &mut fx), ["CompactionStarted", "Write(3)"]);
}

#[test]
fn a_full_context_is_compacted_after_the_run_and_what_came_meanwhile_is_heard() {
    let mut session = started("hi");
    answered(&mut session);
    crowd(&mut session);
    let (goes_on, _) = next(&mut session, RoundOutcome::Answered);
    assert!(!goes_on && session.is_streaming());
    let mut fx = Effects::default();
    assert_eq!(session.submit(says("more"), Some(Delivery::FollowUp), &mut fx), Ok(Accepted::Queued));
    let effects = done(&mut session, notes());
    assert_eq!(effects, ["Persist(compaction)", "CompactionEnded", "run starts", "Start(2)"]);
    session.set_auto_compaction(false);
    let (_, effects) = next(&mut session, RoundOutcome::None);
    assert!(effects.contains(&"ends user more".to_owned()), "{effects:?}");
    answered(&mut session);
    // A start of its own, so the end tells what came behind it.
    assert_eq!(next(&mut session, RoundOutcome::Answered).1, ["run ends Done 2"]);
}

#[test]
fn the_end_tells_also_what_the_compaction_put_aside() {
    let mut session = started("hi");
    answered(&mut session);
    crowd(&mut session);
    next(&mut session, RoundOutcome::Answered);
    assert_eq!(done(&mut session, notes()), ["Persist(compaction)", "CompactionEnded", "run ends Done 2"]);
    assert_eq!(kept(&session), ["summary", "assistant Stop"]);
}

#[test]
fn open_tasks_are_remembered_after_the_compaction() {
    let mut session = started("hi");
    let list = serde_json::json!({"name": "Sail", "tasks": [{"content": "Set sail", "status": "pending"}]});
    session.set_todos(vec![serde_json::from_value(list).expect("a phase")]);
    answered(&mut session);
    crowd(&mut session);
    next(&mut session, RoundOutcome::Answered);
    let effects = done(&mut session, notes());
    assert_eq!(effects[2..], ["TodosRemembered", "run starts", "Start(2)"], "{effects:?}");
    session.set_auto_compaction(false);
    assert!(next(&mut session, RoundOutcome::None).0, "the reminder is said");
}

#[test]
fn a_queue_that_waits_is_heard_after_the_compaction_in_the_same_run() {
    let mut session = started("hi");
    answered(&mut session);
    let mut fx = Effects::default();
    session.follow_up(says("more"), &mut fx).expect("queued");
    crowd(&mut session);
    assert!(!next(&mut session, RoundOutcome::Answered).0);
    assert_eq!(done(&mut session, notes()), ["Persist(compaction)", "CompactionEnded", "Start(2)"]);
    session.set_auto_compaction(false);
    let (goes_on, effects) = next(&mut session, RoundOutcome::None);
    assert!(goes_on && effects.contains(&"ends user more".to_owned()), "{effects:?}");
    answered(&mut session);
    assert_eq!(next(&mut session, RoundOutcome::Answered).1, ["run ends Done 4"]);
}

#[test]
fn between_rounds_the_run_goes_on_without_a_new_beginning() {
    for (notes, word) in [(notes(), "Persist(compaction)"), (Err("503".into()), "CompactionEnded")] {
        let mut session = started("hi");
        event(&mut session, RunEvent::MessageEnded { message: reply("look", &["a"]), failure: None });
        crowd(&mut session);
        assert!(!next(&mut session, RoundOutcome::Called).0);
        let effects = done(&mut session, notes);
        assert_eq!((effects[0].as_str(), effects.last().map(String::as_str)), (word, Some("Start(2)")));
        assert!(next(&mut session, RoundOutcome::None).0, "the round is made");
    }
}

#[test]
fn between_rounds_only_where_the_settings_allow_it() {
    let mut session = started("hi");
    event(&mut session, RunEvent::MessageEnded { message: reply("look", &["a"]), failure: None });
    crowd(&mut session);
    session.config.compaction.in_mid_turn = false;
    assert!(next(&mut session, RoundOutcome::Called).0);
}

#[test]
fn compactions_that_free_nothing_are_given_up_with_a_word() {
    let mut session = talked();
    crowd(&mut session);
    for attempt in 1..=MOST_FRUITLESS {
        session.start(Vec::new(), &mut Effects::default());
        let effects = done(&mut session, Err("503".into()));
        assert_eq!(effects.contains(&"Notice".to_owned()), attempt == MOST_FRUITLESS, "{effects:?}");
        session.finish_run(Outcome::Done, &mut Effects::default());
    }
    assert!(!session.is_over_limit(0));
    session.config.compaction.threshold = None;
    session.weigh(&reply("x", &[]), &mut Effects::default());
    crowd(&mut session);
    assert!(session.is_over_limit(0), "once a reply was below the limit, it is tried again");
}

/// A reply with a call, whose figure of usage is this; 0 for none. Tells whether there was a notice.
fn called(session: &mut Session, tokens: u64) -> bool {
    let mut message = reply("look", &["a"]);
    if let Some(AgentMessage::Assistant(reply)) = Arc::get_mut(&mut message) {
        reply.usage.total_tokens = tokens;
    }
    let effects = event(session, RunEvent::MessageEnded { message, failure: None });
    effects.iter().any(|word| word.starts_with("Notice"))
}

/// K54: by the estimate each compaction helps, by the provider's figures none does.
#[test]
fn figures_that_stay_high_end_it_whatever_the_estimate_says() {
    let mut session = started("hi");
    let mut seen = Vec::new();
    for _ in 0..10 {
        let notice = called(&mut session, 950);
        let (goes_on, _) = next(&mut session, RoundOutcome::Called);
        if !goes_on {
            assert!(!done(&mut session, notes()).contains(&"Notice".to_owned()));
            assert!(next(&mut session, RoundOutcome::None).0);
        }
        seen.push((notice, !goes_on));
    }
    let compacted = vec![(false, true); MOST_FRUITLESS as usize];
    let given_up = vec![(false, false); 9 - compacted.len()];
    assert_eq!(seen, [compacted, vec![(true, false)], given_up].concat());
    assert!(!called(&mut session, 100), "real progress");
    assert!(next(&mut session, RoundOutcome::Called).0);
    called(&mut session, 950);
    assert!(!next(&mut session, RoundOutcome::Called).0, "it is tried again");
}

#[test]
fn without_a_figure_the_estimate_decides_and_a_failed_reply_decides_nothing() {
    let mut session = started("hi");
    (session.compactions.fruitless, session.compactions.unproven) = (2, true);
    session.weigh(&failed(FailureKind::Overflow).0, &mut Effects::default());
    assert_eq!((session.compactions.fruitless, session.compactions.unproven), (2, true));
    called(&mut session, 0);
    assert_eq!((session.compactions.fruitless, session.compactions.unproven), (0, false));
}

fn failed(kind: FailureKind) -> (Arc<AgentMessage>, Failure) {
    let why = Failure { kind, message: "too long".into(), status: Some(400), retry_after: None };
    let ending = End::Failed(why.clone());
    let message = MessageBuilder::new(&model("p"), 0).finish(ending.into(), &mut Vec::<Part>::new());
    (Arc::new(AgentMessage::Assistant(message.message)), why)
}

fn overflows(session: &mut Session) -> Vec<String> {
    let (message, why) = failed(FailureKind::Overflow);
    event(session, RunEvent::MessageEnded { message, failure: Some(why) });
    let mut fx = Effects::default();
    let number = session.runs;
    session.on_run_event(number, RunEvent::Ended(Outcome::Failed("too long".into())), &mut fx);
    fx_words(session, &mut fx)
}

/// The prompt `more` behind a history, on its way to the model.
fn asking() -> Session {
    let mut session = talked();
    session.submit(says("more"), None, &mut Effects::default()).expect("started");
    next(&mut session, RoundOutcome::None);
    session
}

/// Something to summarise comes in before the prompt.
fn grow(session: &mut Session) {
    session.messages.insert(1, reply("x", &[]));
    if let Some(run) = &mut session.run {
        run.from += 1;
    }
}

#[test]
fn a_request_that_does_not_fit_is_made_again_on_a_shorter_history() {
    let mut session = asking();
    let before = session.log.leaf();
    assert_eq!(overflows(&mut session), ["CompactionStarted", "Write(3)"]);
    assert_eq!(kept(&session).last().map(String::as_str), Some("assistant Error"), "until the notes are there");
    let mut fx = Effects::default();
    session.written(3, notes(), &mut fx);
    let entry = fx.take().into_iter().find_map(|effect| match effect {
        Effect::Persist(entry) => Some(entry),
        _ => None,
    });
    assert_eq!(entry.expect("an entry").parent, before, "the failed reply is a branch of its own");
    assert!(next(&mut session, RoundOutcome::None).0);
    assert!(!kept(&session).contains(&"assistant Error".to_owned()), "{:?}", kept(&session));
    answered(&mut session);
    assert_eq!(next(&mut session, RoundOutcome::Answered).1, ["run ends Done 1"]);
}

#[test]
fn a_request_that_never_fits_is_given_up() {
    let mut session = asking();
    for _ in 0..MOST_MISFITS {
        // What was kept has grown meanwhile.
        grow(&mut session);
        assert_eq!(overflows(&mut session)[0], "CompactionStarted");
        done(&mut session, notes());
        next(&mut session, RoundOutcome::None);
    }
    grow(&mut session);
    assert_eq!(overflows(&mut session), ["Notice", "run ends Failed(\"too long\") 1"]);
    assert!(!session.is_streaming());
}

#[test]
fn without_notes_the_failure_stands() {
    let mut session = asking();
    overflows(&mut session);
    assert_eq!(done(&mut session, Err("503".into())), ["CompactionEnded", "run ends Failed(\"too long\") 2"]);
    assert_eq!(kept(&session), ["user hi", "assistant Stop", "user more", "assistant Error"]);
}

#[test]
fn nothing_to_summarise_is_told_and_the_failure_stands() {
    let mut session = started("hi");
    let effects = overflows(&mut session);
    assert_eq!(effects, ["CompactionStarted", "CompactionEnded", "Notice", "run ends Failed(\"too long\") 2"]);
}

#[test]
fn without_automatic_compaction_the_failure_stands() {
    let mut session = asking();
    session.set_auto_compaction(false);
    assert_eq!(overflows(&mut session), ["run ends Failed(\"too long\") 2"]);
}

/// The reply reaches the output limit, with so many tokens in the window of 1000.
fn cut_short(session: &mut Session, tokens: u64) {
    let mut message = reply("half of", &[]);
    if let Some(AgentMessage::Assistant(reply)) = Arc::get_mut(&mut message) {
        reply.stop_reason = StopReason::Length;
        reply.usage.total_tokens = tokens;
    }
    event(session, RunEvent::MessageEnded { message, failure: None });
}

#[test]
fn a_reply_that_a_full_window_cut_is_asked_for_again() {
    let mut session = asking();
    cut_short(&mut session, 995);
    let (_, effects) = next(&mut session, RoundOutcome::Answered);
    assert_eq!(effects, ["CompactionStarted { reason: Overflow }", "Write(3)"]);
    let effects = done(&mut session, notes());
    assert_eq!(effects, ["Persist(compaction)", "CompactionEnded", "run starts", "Start(3)"]);
    assert!(next(&mut session, RoundOutcome::None).0);
    assert_eq!(kept(&session).last().map(String::as_str), Some("user more"));
    // Without notes it stands as it is.
    grow(&mut session);
    cut_short(&mut session, 995);
    next(&mut session, RoundOutcome::Answered);
    assert_eq!(done(&mut session, Err("503".into())), ["CompactionEnded", "run ends Done 1"]);
}

#[test]
fn a_reply_that_is_only_long_ends_the_run() {
    let mut session = asking();
    cut_short(&mut session, 100);
    assert_eq!(next(&mut session, RoundOutcome::Answered).1, ["run ends Done 2"]);
    let mut session = asking();
    session.config.compaction.goes_on = false;
    cut_short(&mut session, 995);
    assert_eq!(next(&mut session, RoundOutcome::Answered).1[0], "CompactionStarted { reason: Threshold }");
}

#[test]
fn an_abort_ends_the_compaction_and_its_run() {
    let mut session = started("hi");
    answered(&mut session);
    crowd(&mut session);
    next(&mut session, RoundOutcome::Answered);
    let mut fx = Effects::default();
    session.abort(Box::new(|session, _| assert!(!session.is_streaming())), &mut fx);
    let effects = fx_words(&mut session, &mut fx);
    assert_eq!(effects, ["Cancel", "Cancel", "CompactionEnded", "run ends Aborted 2"]);
    assert_eq!(kept(&session), ["user hi", "assistant Stop"]);
    assert!(done(&mut session, notes()).is_empty(), "late notes mean nothing");
}

#[test]
fn an_abort_before_the_prompt_still_says_it() {
    let mut session = talked();
    crowd(&mut session);
    let mut fx = Effects::default();
    session.submit(says("more"), None, &mut fx).expect("started");
    session.abort(Box::new(|_, _| {}), &mut fx);
    let effects = fx_words(&mut session, &mut fx);
    let told = ["CompactionStarted", "Write(3)", "Cancel", "Cancel", "CompactionEnded", "run starts", "Start(3)"];
    assert_eq!(effects, told);
    let (_, effects) = next(&mut session, RoundOutcome::None);
    assert!(effects.contains(&"ends user more".to_owned()), "{effects:?}");
}
