//! Failures that may pass: waits, their ends, and what stays in the history.

use super::*;
use crate::agent::{RoundOutcome, RunEvent};
use crate::provider::{Chunk, End, FailureKind, MessageBuilder};
use crate::session::state_tests::{answered, event, model, next, reply, said, says, settle, started, words};
use crate::session::{Accepted, Delivery};

fn failure(kind: FailureKind, retry_after: Option<Duration>) -> Failure {
    Failure { kind, message: "it broke".into(), status: None, retry_after }
}

/// The reply of a model that fails behind `text`.
fn failed(text: &str, kind: FailureKind, retry_after: Option<Duration>) -> (Arc<AgentMessage>, Failure) {
    let why = failure(kind, retry_after);
    let mut builder = MessageBuilder::new(&model("p"), 0);
    builder.push(Chunk::Text(text.into()), &mut Vec::new());
    let message = builder.finish(End::Failed(why.clone()).into(), &mut Vec::new()).message;
    (Arc::new(AgentMessage::Assistant(message)), why)
}

/// The run's reply fails, and the run with it.
fn fails(session: &mut Session, kind: FailureKind, retry_after: Option<Duration>) -> Vec<String> {
    let (message, why) = failed("half", kind, retry_after);
    event(session, RunEvent::MessageEnded { message: message.clone(), failure: Some(why) });
    event(session, RunEvent::RoundEnded { message, results: Vec::new() });
    event(session, RunEvent::Ended(Outcome::Failed("it broke".into())))
}

/// The wait is over and the repetition begins.
fn resumes(session: &mut Session) {
    let mut fx = Effects::default();
    let number = session.runs;
    session.wait_over(number, &mut fx);
    assert_eq!(words(&mut fx), ["run starts".to_owned(), format!("Start({number})")]);
    assert_eq!(next(session, RoundOutcome::None), (true, vec!["round starts".to_owned()]));
}

fn told(session: &Session) -> Vec<String> {
    session.messages().iter().map(|message| said(message)).collect()
}

fn in_steps(base: u64) -> RetryPolicy {
    RetryPolicy { most: 2, base: Duration::from_millis(base), ..RetryPolicy::default() }
}

#[test]
fn waits_double_up_to_eight_seconds_and_chance_shortens_them_by_a_quarter_at_most() {
    let policy = RetryPolicy::default();
    let longest: Vec<_> = (1..=7).map(|attempt| policy.backoff(attempt, 0.0).as_millis()).collect();
    assert_eq!(longest, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
    let shortest: Vec<_> = (1..=6).map(|attempt| policy.backoff(attempt, 1.0).as_millis()).collect();
    assert_eq!(shortest, [375, 750, 1500, 3000, 6000, 6000]);
    assert_eq!(policy.backoff(u64::MAX, 0.0).as_millis(), 8000);
    let short = RetryPolicy { longest: Duration::from_millis(700), ..policy };
    assert_eq!(short.backoff(9, 0.0).as_millis(), 700, "never longer than the settings allow");
    assert!((0.0..=1.0).contains(&chance()));
}

#[test]
fn a_failure_that_passes_is_one_run_with_one_end() {
    let mut session = started("hi");
    session.config.retry = in_steps(1);
    let effects = fails(&mut session, FailureKind::Server, None);
    let begins = "RetryStarted { attempt: 1, most: 2, delay: 1ms, error: \"it broke\" }";
    assert_eq!(effects, [begins, "Wait(2, 1ms)"]);
    assert!(session.is_streaming());
    assert_eq!(told(&session), ["user hi", "assistant Error"], "the last word until it is taken back");
    resumes(&mut session);
    assert_eq!(told(&session), ["user hi"]);
    let message = reply("ok", &[]);
    let effects = event(&mut session, RunEvent::MessageEnded { message: message.clone(), failure: None });
    let ends = "RetryEnded { success: true, attempt: 1, error: None }";
    assert_eq!(effects, ["Persist(message)", "ends assistant Stop", ends]);
    event(&mut session, RunEvent::RoundEnded { message, results: Vec::new() });
    // Only what the last attempt produced.
    assert_eq!(next(&mut session, RoundOutcome::Answered), (false, vec!["run ends Done 1".to_owned()]));
    assert_eq!(told(&session), ["user hi", "assistant Stop"]);
}

#[test]
fn the_faulty_reply_is_a_branch_of_its_own_in_the_file() {
    let mut session = started("hi");
    session.config.retry = in_steps(1);
    let prompt = session.log.leaf();
    fails(&mut session, FailureKind::Timeout, None);
    assert_ne!(session.log.leaf(), prompt);
    // What is set during the wait is set on the branch that goes on.
    let mut fx = Effects::default();
    session.set_model(model("other"), session.config.thinking, &mut fx);
    let number = session.runs;
    session.wait_over(number, &mut fx);
    words(&mut fx);
    let (_, effects) = next(&mut session, RoundOutcome::None);
    assert_eq!(effects, ["Persist(model)", "Persist(thinking)", "round starts"]);
    session.log.rewind(prompt.clone());
    let entry = session.log.entry(Body::Thinking { level: session.config.thinking });
    assert_eq!(entry.parent, prompt);
}

#[test]
fn attempts_run_out() {
    let mut session = started("hi");
    session.config.retry = in_steps(1);
    for attempt in 1..=2 {
        let effects = fails(&mut session, FailureKind::Overloaded, None);
        assert!(effects[0].starts_with(&format!("RetryStarted {{ attempt: {attempt}")), "{effects:?}");
        resumes(&mut session);
    }
    let effects = fails(&mut session, FailureKind::Overloaded, None);
    let ends = "RetryEnded { success: false, attempt: 2, error: Some(\"it broke\") }";
    assert_eq!(effects, [ends, "run ends Failed(\"it broke\") 1"]);
    assert_eq!(told(&session), ["user hi", "assistant Error"]);
}

#[test]
fn a_sound_reply_gives_the_next_request_all_its_attempts() {
    let mut session = started("hi");
    session.config.retry = in_steps(1);
    fails(&mut session, FailureKind::Network, None);
    resumes(&mut session);
    let message = reply("look", &["a"]);
    event(&mut session, RunEvent::MessageEnded { message, failure: None });
    next(&mut session, RoundOutcome::Called);
    let effects = fails(&mut session, FailureKind::Network, None);
    assert!(effects[0].starts_with("RetryStarted { attempt: 1"), "{effects:?}");
    resumes(&mut session);
    assert_eq!(told(&session), ["user hi", "assistant Stop"], "earlier rounds stay");
}

#[test]
fn what_asking_again_cannot_help_ends_at_once() {
    for kind in [
        FailureKind::Auth,
        FailureKind::MissingCredential,
        FailureKind::ContentFilter,
        FailureKind::BadRequest,
        FailureKind::Overflow,
    ] {
        let mut session = started("hi");
        session.set_auto_compaction(false);
        assert_eq!(fails(&mut session, kind, None), ["run ends Failed(\"it broke\") 2"], "{kind:?}");
    }
    let mut session = started("hi");
    session.set_auto_retry(false);
    assert_eq!(fails(&mut session, FailureKind::RateLimit, None), ["run ends Failed(\"it broke\") 2"]);
}

#[test]
fn a_message_with_a_complete_call_is_not_repeated() {
    let mut session = started("hi");
    let message = reply("look", &["a"]);
    event(&mut session, RunEvent::MessageEnded { message, failure: Some(failure(FailureKind::Network, None)) });
    let effects = event(&mut session, RunEvent::Ended(Outcome::Failed("it broke".into())));
    assert_eq!(effects, ["run ends Failed(\"it broke\") 2"]);
}

#[test]
fn the_providers_wish_is_the_shortest_wait() {
    let mut session = started("hi");
    let effects = fails(&mut session, FailureKind::RateLimit, Some(Duration::from_secs(20)));
    assert_eq!(effects[1], "Wait(2, 20000ms)");
}

#[test]
fn a_wish_beyond_the_limit_fails_at_once() {
    let mut session = started("hi");
    session.config.retry.longest = Duration::from_secs(10);
    let effects = fails(&mut session, FailureKind::RateLimit, Some(Duration::from_millis(10_001)));
    let text = "Provider requested 10001ms wait, exceeds retry.maxDelayMs (10000). Original error: it broke";
    assert_eq!(
        effects,
        [
            format!("RetryEnded {{ success: false, attempt: 1, error: Some({text:?}) }}"),
            format!("run ends Failed({text:?}) 2")
        ]
    );
}

#[test]
fn an_abort_ends_the_wait_and_what_was_queued_stays() {
    let mut session = started("hi");
    fails(&mut session, FailureKind::Server, None);
    let mut fx = Effects::default();
    assert_eq!(session.submit(says("more"), Some(Delivery::FollowUp), &mut fx), Ok(Accepted::Queued));
    session.abort(Box::new(|session, _| assert!(!session.is_streaming())), &mut fx);
    let ends = "RetryEnded { success: false, attempt: 1, error: Some(\"Retry cancelled\") }";
    assert_eq!(settle(&mut session, &mut fx), ["Cancel", "Cancel", ends, "run ends Aborted 2"]);
    assert_eq!(told(&session), ["user hi", "assistant Error"]);
    assert_eq!(session.view().queued_count, 1);
    // The timer was on its way already.
    session.wait_over(2, &mut fx);
    assert!(fx.is_empty());
}

#[test]
fn abort_retry_ends_only_a_wait() {
    let mut session = started("hi");
    let mut fx = Effects::default();
    session.abort_retry(&mut fx);
    assert!(fx.is_empty() && session.is_streaming());
    fails(&mut session, FailureKind::Server, None);
    session.abort_retry(&mut fx);
    let ends = "RetryEnded { success: false, attempt: 1, error: Some(\"Retry cancelled\") }";
    assert_eq!(words(&mut fx), ["Cancel", ends, "run ends Failed(\"Retry cancelled\") 2"]);
    session.abort_retry(&mut fx);
    assert!(fx.is_empty());
}

#[test]
fn an_abort_before_the_repetition_asks_leaves_the_failure_as_the_last_word() {
    let mut session = started("hi");
    fails(&mut session, FailureKind::Server, None);
    let mut fx = Effects::default();
    session.wait_over(2, &mut fx);
    session.abort(Box::new(|_, _| {}), &mut fx);
    settle(&mut session, &mut fx);
    let (goes_on, effects) = next(&mut session, RoundOutcome::None);
    assert!(!goes_on);
    let ends = "RetryEnded { success: false, attempt: 1, error: Some(\"Retry cancelled\") }";
    assert_eq!(effects, [ends, "run ends Aborted 2", "Then"]);
    assert_eq!(told(&session), ["user hi", "assistant Error"]);
}

#[test]
fn a_steer_during_the_wait_is_heard_by_the_repetition() {
    let mut session = started("hi");
    fails(&mut session, FailureKind::Server, None);
    let mut fx = Effects::default();
    assert_eq!(session.submit(says("wait"), None, &mut fx), Err(crate::session::SessionError::Busy));
    session.steer(says("shorter"), &mut fx).expect("queued");
    session.wait_over(2, &mut fx);
    next(&mut session, RoundOutcome::None);
    assert_eq!(told(&session), ["user hi", "user shorter (steer)"]);
}

#[test]
fn an_empty_reply_is_asked_for_again_three_times_and_then_stands() {
    let mut session = started("hi");
    for attempt in 1..=3 {
        empty(&mut session);
        let (goes_on, effects) = next(&mut session, RoundOutcome::Answered);
        assert!(!goes_on);
        assert!(effects[0].starts_with(&format!("RetryStarted {{ attempt: {attempt}, most: 3")), "{effects:?}");
        resumes(&mut session);
    }
    empty(&mut session);
    let (_, effects) = next(&mut session, RoundOutcome::Answered);
    let ends = format!("RetryEnded {{ success: false, attempt: 3, error: Some({EMPTY:?}) }}");
    assert_eq!(effects, [ends, "run ends Done 1".into()]);
}

#[test]
fn without_retry_an_empty_reply_is_an_answer() {
    let mut session = started("hi");
    session.set_auto_retry(false);
    empty(&mut session);
    assert_eq!(next(&mut session, RoundOutcome::Answered), (false, vec!["run ends Done 2".to_owned()]));
    let mut session = started("hi");
    answered(&mut session);
    assert_eq!(next(&mut session, RoundOutcome::Answered).1, ["run ends Done 2"], "text is no empty reply");
}

fn empty(session: &mut Session) {
    let message = reply(" \n", &[]);
    event(session, RunEvent::MessageEnded { message: message.clone(), failure: None });
    event(session, RunEvent::RoundEnded { message, results: Vec::new() });
}
