//! Queues, steering, aborts: call a method, compare the list of effects.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::*;
use crate::agent::{Next, RoundOutcome, RunEvent};
use crate::base::ids::SessionId;
use crate::outbox::{Event, Outcome};
use crate::proto::kept::Kept;
use crate::proto::shared::{
    AgentMessage, AssistantBlock, BashExecutionMessage, CompactionSummaryMessage, InterruptMode, Model, QueueMode,
    StopReason, ThinkingLevel, ToolCallContent, ToolResultMessage, ToolResultPayload, UserBlock, UserContent,
};
use crate::provider::{Chunk, ChunkStream, End, Limits, MessageBuilder, Provider, Request};
use crate::tools::{ToolNames, ToolSet};

struct Mute;

impl Provider for Mute {
    fn stream(&self, _: Request) -> ChunkStream {
        Box::pin(futures_util::stream::pending())
    }
}

/// Connects to everything but the provider `locked`.
struct Keys;

impl Models for Keys {
    fn connect(&self, model: &Model) -> Result<Connection, ConnectError> {
        if model.provider == "locked" {
            return Err(ConnectError::NoKey("No API key found for locked.".into()));
        }
        Ok(Connection { provider: Arc::new(Mute), credential: None, limits: Limits::default() })
    }
}

pub(super) fn model(provider: &str) -> Arc<Model> {
    let value = serde_json::json!({
        "id": "m", "name": "M", "api": "scripted", "provider": provider, "baseUrl": "", "reasoning": false,
        "input": ["text"], "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
        "contextWindow": 1000, "maxTokens": 100
    });
    Arc::new(serde_json::from_value(value).expect("a model"))
}

pub(super) fn session() -> Session {
    Session::new(SessionConfig {
        id: SessionId::from("s"),
        cwd: "/".into(),
        file: None,
        artifacts: "/nonexistent".into(),
        models: Arc::new(Keys),
        model: Some(model("p")),
        thinking: ThinkingLevel::Off,
        tooling: Tooling {
            set: ToolSet::new([], ToolNames::default()),
            settings: Arc::default(),
            host: Default::default(),
            gate: Arc::new(crate::tools::OpenGate),
            changes: Default::default(),
        },
        system_prompt: Kept::default(),
        cache_key: None,
        provider_session: None,
        steering_mode: QueueMode::OneAtATime,
        follow_up_mode: QueueMode::OneAtATime,
        interrupt_mode: InterruptMode::Immediate,
        auto_compaction: true,
        retry: RetryPolicy::default(),
        reminders: ReminderPolicy { most: 2 },
        rules: Arc::default(),
        max_time: None,
        compaction: crate::session::CompactionPolicy::default(),
    })
}

pub(super) fn says(text: &str) -> Input {
    Input { text: text.into(), images: Vec::new() }
}

/// Short words for what a method wants done; entries and messages by their kind.
pub(super) fn words(fx: &mut Effects) -> Vec<String> {
    fx.take().iter().map(word).collect()
}

fn word(effect: &Effect) -> String {
    match effect {
        Effect::Emit(event) => match event {
            Event::RunStarted => "run starts".into(),
            Event::RoundStarted => "round starts".into(),
            Event::MessageStarted(message) => format!("starts {}", said(message)),
            Event::MessageEnded(message) => format!("ends {}", said(message)),
            Event::RoundEnded { results, .. } => format!("round ends {}", results.len()),
            Event::RunEnded { messages, outcome, .. } => format!("run ends {outcome:?} {}", messages.len()),
            Event::CallStarted { id, .. } => format!("call {id}"),
            Event::CallEnded { id, .. } => format!("call ends {id}"),
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    }
}

pub(super) fn said(message: &AgentMessage) -> String {
    match message {
        AgentMessage::User(user) => match &user.content {
            UserContent::Blocks(blocks) => match blocks.first() {
                Some(UserBlock::Text(text)) => {
                    format!("user {}{}", text.text, if user.steering == Some(true) { " (steer)" } else { "" })
                }
                other => format!("{other:?}"),
            },
            other => format!("{other:?}"),
        },
        AgentMessage::Assistant(reply) => format!("assistant {:?}", reply.stop_reason),
        AgentMessage::ToolResult(result) => format!("result {}", result.tool_call_id),
        AgentMessage::CompactionSummary(_) => "summary".into(),
        other => format!("{other:?}"),
    }
}

/// The run asks what is next; gives whether a round follows, and the effects.
pub(super) fn next(session: &mut Session, after: RoundOutcome) -> (bool, Vec<String>) {
    let (reply, mut answer) = oneshot::channel();
    let mut fx = Effects::default();
    let number = session.runs;
    session.on_run_event(number, RunEvent::Next { after, reply }, &mut fx);
    (matches!(answer.try_recv(), Ok(Next::Round(_))), words(&mut fx))
}

pub(super) fn event(session: &mut Session, event: RunEvent) -> Vec<String> {
    let mut fx = Effects::default();
    let number = session.runs;
    session.on_run_event(number, event, &mut fx);
    words(&mut fx)
}

pub(super) fn reply(text: &str, calls: &[&str]) -> Arc<AgentMessage> {
    let mut builder = MessageBuilder::new(&model("p"), 0);
    let mut parts = Vec::new();
    builder.push(Chunk::Text(text.into()), &mut parts);
    let mut message = builder.finish(End::Done(StopReason::Stop).into(), &mut parts).message;
    for id in calls {
        message.content.push(AssistantBlock::ToolCall(ToolCallContent {
            id: (*id).into(),
            name: "look".into(),
            arguments: serde_json::Map::new(),
            intent: None,
            thought_signature: None,
            raw_block: None,
            custom_wire_name: None,
        }));
    }
    Arc::new(AgentMessage::Assistant(message))
}

/// A reply that calls tools on files: id, tool, path.
pub(super) fn calls(calls: &[(&str, &str, &str)]) -> Arc<AgentMessage> {
    let mut message = reply("", &calls.iter().map(|(id, ..)| *id).collect::<Vec<_>>());
    let Some(AgentMessage::Assistant(reply)) = Arc::get_mut(&mut message) else { unreachable!() };
    for block in &mut reply.content {
        let AssistantBlock::ToolCall(call) = block else { continue };
        let (_, name, path) = calls.iter().find(|(id, ..)| *id == call.id).expect("the call");
        call.name = (*name).into();
        call.arguments.insert("path".into(), (*path).into());
    }
    message
}

fn result_of(id: &str, is_error: bool) -> ToolResultMessage {
    ToolResultMessage {
        tool_call_id: id.into(),
        tool_name: "look".into(),
        content: Vec::new(),
        is_error,
        timestamp: 0,
        details: None,
        useless: None,
        pruned_at: None,
        attribution: None,
        metrics: None,
    }
}

pub(super) fn tool_result(id: &str) -> Arc<AgentMessage> {
    Arc::new(AgentMessage::ToolResult(result_of(id, false)))
}

pub(super) fn tool_failure(id: &str) -> Arc<AgentMessage> {
    Arc::new(AgentMessage::ToolResult(result_of(id, true)))
}

pub(super) fn user(text: &str) -> Arc<AgentMessage> {
    Arc::new(AgentMessage::User(says(text).into_message(None, 0)))
}

/// The history in short words.
pub(super) fn kept(session: &Session) -> Vec<String> {
    session.messages().iter().map(|message| said(message)).collect()
}

fn result(id: &str) -> RunEvent {
    RunEvent::CallEnded {
        id: id.into(),
        name: "look".into(),
        result: ToolResultPayload { content: Vec::new(), details: None, is_error: None, useless: None },
        message: tool_result(id),
        elapsed: std::time::Duration::ZERO,
        fate: crate::outbox::Fate::Runs,
    }
}

pub(super) fn summary(text: &str) -> Arc<AgentMessage> {
    Arc::new(AgentMessage::CompactionSummary(CompactionSummaryMessage {
        summary: text.into(),
        short_summary: None,
        tokens_before: 0,
        warning: None,
        provider_payload: None,
        blocks: None,
        images: None,
        timestamp: 0,
    }))
}

pub(super) fn started(text: &str) -> Session {
    let mut session = session();
    let mut fx = Effects::default();
    assert_eq!(session.submit(says(text), None, &mut fx), Ok(Accepted::Started));
    assert_eq!(words(&mut fx), ["Persist(model)", "Persist(thinking)", "run starts", "Start(1)"]);
    let (goes_on, effects) = next(&mut session, RoundOutcome::None);
    assert!(goes_on);
    let user = format!("user {text}");
    assert_eq!(
        effects,
        ["round starts".into(), "Persist(message)".into(), format!("starts {user}"), format!("ends {user}")]
            as [String; 4]
    );
    session
}

pub(super) fn answered(session: &mut Session) {
    let message = reply("ok", &[]);
    event(session, RunEvent::MessageStarted(message.clone()));
    event(session, RunEvent::MessageEnded { message: message.clone(), failure: None });
    event(session, RunEvent::RoundEnded { message, results: Vec::new() });
}

#[test]
fn a_prompt_runs_and_ends_once() {
    let mut session = started("hi");
    assert!(session.is_streaming());
    answered(&mut session);
    let (goes_on, effects) = next(&mut session, RoundOutcome::Answered);
    assert!(!goes_on);
    assert_eq!(effects, ["run ends Done 2"]);
    assert!(!session.is_streaming());
    assert!(event(&mut session, RunEvent::Ended(Outcome::Done)).is_empty(), "the end was told already");
}

#[test]
fn a_prompt_in_a_run_needs_a_delivery() {
    let mut session = started("hi");
    let mut fx = Effects::default();
    assert_eq!(session.submit(says("more"), None, &mut fx), Err(SessionError::Busy));
    assert_eq!(session.submit(says(" "), Some(Delivery::Steer), &mut fx), Err(SessionError::Blank));
    assert_eq!(session.submit(says("more"), Some(Delivery::FollowUp), &mut fx), Ok(Accepted::Queued));
    assert!(fx.is_empty());
    assert_eq!(session.view().queued_count, 1);
}

#[test]
fn a_prompt_without_a_key_starts_nothing() {
    let mut session = session();
    session.config.model = Some(model("locked"));
    let mut fx = Effects::default();
    let refused = session.submit(says("hi"), None, &mut fx);
    assert_eq!(refused, Err(SessionError::NotReady("No API key found for locked.".into())));
    assert!(fx.is_empty() && !session.is_streaming());
}

#[test]
fn steers_come_before_follow_ups_and_one_at_a_time() {
    let mut session = started("hi");
    let mut fx = Effects::default();
    for (text, delivery) in [("later", Delivery::FollowUp), ("one", Delivery::Steer), ("two", Delivery::Steer)] {
        session.submit(says(text), Some(delivery), &mut fx).expect("queued");
    }
    answered(&mut session);
    let mut heard = Vec::new();
    for _ in 0..3 {
        let (goes_on, effects) = next(&mut session, RoundOutcome::Answered);
        assert!(goes_on);
        heard.extend(effects.into_iter().filter(|effect| effect.starts_with("ends")));
        answered(&mut session);
    }
    assert_eq!(heard, ["ends user one (steer)", "ends user two (steer)", "ends user later"]);
    assert_eq!(next(&mut session, RoundOutcome::Answered), (false, vec!["run ends Done 8".to_owned()]));
}

#[test]
fn the_mode_all_empties_a_queue_at_once() {
    let mut session = started("hi");
    session.set_steering_mode(QueueMode::All);
    let mut fx = Effects::default();
    session.steer(says("one"), &mut fx).expect("queued");
    session.steer(says("two"), &mut fx).expect("queued");
    let (_, effects) = next(&mut session, RoundOutcome::Called);
    let heard: Vec<_> = effects.iter().filter(|effect| effect.starts_with("ends")).collect();
    assert_eq!(heard, ["ends user one (steer)", "ends user two (steer)"]);
}

#[test]
fn only_the_immediate_mode_cuts_calls() {
    let mut session = started("hi");
    let steered = session.run.as_ref().expect("a run").steered.subscribe();
    let mut fx = Effects::default();
    session.set_interrupt_mode(InterruptMode::Wait);
    session.steer(says("wait"), &mut fx).expect("queued");
    assert!(!*steered.borrow());
    session.set_interrupt_mode(InterruptMode::Immediate);
    assert!(*steered.borrow());
    next(&mut session, RoundOutcome::Called);
    assert!(!*steered.borrow(), "what was taken cuts nothing any more");
}

#[test]
fn an_abort_waits_for_the_end_and_queues_stay() {
    let mut session = started("hi");
    let mut fx = Effects::default();
    session.steer(says("later"), &mut fx).expect("queued");
    session.abort(Box::new(|_, _| {}), &mut fx);
    session.abort(Box::new(|_, _| {}), &mut fx);
    assert_eq!(words(&mut fx), ["Cancel", "Cancel"]);
    let effects = event(&mut session, RunEvent::Ended(Outcome::Aborted));
    assert_eq!(effects, ["Persist(turn_ended)", "run ends Aborted 1", "Then", "Then"]);
    assert_eq!(session.view().queued_count, 1);
    // A follow-up does not start by itself after an abort; the next prompt takes both up.
    assert_eq!(session.follow_up(says("and"), &mut fx), Ok(Accepted::Queued));
    assert_eq!(session.submit(says("next"), None, &mut fx), Ok(Accepted::Started));
    words(&mut fx);
    let (_, effects) = next(&mut session, RoundOutcome::None);
    let heard: Vec<_> = effects.iter().filter(|effect| effect.starts_with("ends")).collect();
    assert_eq!(heard, ["ends user next", "ends user later (steer)"]);
}

/// Carries out what goes on when the session is idle, as the actor does; everything else in words.
pub(super) fn settle(session: &mut Session, fx: &mut Effects) -> Vec<String> {
    let mut seen = Vec::new();
    let mut todo = std::collections::VecDeque::from(fx.take());
    while let Some(effect) = todo.pop_front() {
        let Effect::Then(then) = effect else {
            seen.push(word(&effect));
            if let Effect::Cancel(token) = effect {
                token.cancel();
            }
            continue;
        };
        then(session, fx);
        for (at, effect) in fx.take().into_iter().enumerate() {
            todo.insert(at, effect);
        }
    }
    seen
}

#[test]
fn a_run_that_was_cut_takes_nothing_from_the_queues() {
    let mut session = started("hi");
    let mut fx = Effects::default();
    session.steer(says("wait"), &mut fx).expect("queued");
    session.follow_up(says("later"), &mut fx).expect("queued");
    session.abort(Box::new(|_, _| {}), &mut fx);
    settle(&mut session, &mut fx);
    // The run asked before it noticed.
    let ends = ["Persist(turn_ended)", "run ends Aborted 1", "Then"].map(str::to_owned);
    assert_eq!(next(&mut session, RoundOutcome::Called), (false, ends.to_vec()));
    assert_eq!(session.view().queued_count, 2);
}

#[test]
fn an_abort_before_the_first_round_still_says_the_prompt() {
    let mut session = session();
    let mut fx = Effects::default();
    session.submit(says("hi"), None, &mut fx).expect("started");
    session.steer(says("wait"), &mut fx).expect("queued");
    session.abort(Box::new(|_, _| {}), &mut fx);
    settle(&mut session, &mut fx);
    let (goes_on, effects) = next(&mut session, RoundOutcome::None);
    assert!(goes_on);
    assert_eq!(effects, ["round starts", "Persist(message)", "starts user hi", "ends user hi"]);
    assert_eq!(session.view().queued_count, 1);
}

#[test]
fn an_abort_ends_also_the_run_that_an_earlier_replacement_starts() {
    let mut session = started("hi");
    let mut fx = Effects::default();
    session.replace_run(says("one"), |refused| assert_eq!(refused, None), &mut fx);
    session.replace_run(says("two"), |refused| assert_eq!(refused, None), &mut fx);
    session.abort(Box::new(|session, _| assert!(!session.is_streaming())), &mut fx);
    let cut = ["Cancel", "Cancel"];
    assert_eq!(settle(&mut session, &mut fx)[..2], cut);
    for (number, said) in [(2, "one"), (3, "two")] {
        let ended = RunEvent::Ended(Outcome::Aborted);
        session.on_run_event(number - 1, ended, &mut fx);
        let effects = settle(&mut session, &mut fx);
        let started = format!("Start({number})");
        assert_eq!(effects[..4], ["Persist(turn_ended)", "run ends Aborted 1", "run starts", &started]);
        assert!(effects[4..].iter().all(|effect| effect == "Cancel") && session.is_cut(), "{effects:?}");
        let (_, effects) = next(&mut session, RoundOutcome::None);
        assert!(effects.contains(&format!("ends user {said}")), "{effects:?}");
    }
    session.on_run_event(3, RunEvent::Ended(Outcome::Aborted), &mut fx);
    assert_eq!(settle(&mut session, &mut fx), ["Persist(turn_ended)", "run ends Aborted 1"]);
    assert!(!session.is_streaming());
}

#[test]
fn an_abort_of_nothing_goes_on_at_once() {
    let mut fx = Effects::default();
    session().abort(Box::new(|_, _| {}), &mut fx);
    assert_eq!(words(&mut fx), ["Then"]);
}

#[test]
fn an_idle_steer_waits_for_the_first_prompt_and_later_starts_a_run() {
    let mut session = session();
    let mut fx = Effects::default();
    assert_eq!(session.steer(says("early"), &mut fx), Ok(Accepted::Queued));
    assert!(fx.is_empty());
    let mut session = started("hi");
    answered(&mut session);
    next(&mut session, RoundOutcome::Answered);
    assert_eq!(session.steer(says("go on"), &mut fx), Ok(Accepted::Started));
    assert_eq!(words(&mut fx), ["run starts", "Start(2)"]);
    let (goes_on, effects) = next(&mut session, RoundOutcome::None);
    assert!(goes_on && effects.contains(&"ends user go on (steer)".to_owned()));
}

#[test]
fn an_idle_follow_up_starts_a_run_behind_a_reply() {
    let mut session = started("hi");
    answered(&mut session);
    next(&mut session, RoundOutcome::Answered);
    let mut fx = Effects::default();
    assert_eq!(session.follow_up(says("and"), &mut fx), Ok(Accepted::Started));
    words(&mut fx);
    let (goes_on, effects) = next(&mut session, RoundOutcome::None);
    assert!(goes_on && effects.contains(&"ends user and".to_owned()), "{effects:?}");
}

#[test]
fn results_are_stored_as_they_come_and_kept_in_call_order() {
    let mut session = started("hi");
    let message = reply("look", &["a", "b"]);
    event(&mut session, RunEvent::MessageEnded { message, failure: None });
    let effects = event(&mut session, result("b"));
    assert_eq!(effects, ["Persist(message)", "call ends b", "starts result b", "ends result b"]);
    event(&mut session, result("a"));
    let kept: Vec<_> = session.messages().iter().map(|message| said(message)).collect();
    assert_eq!(kept, ["user hi", "assistant Stop", "result a", "result b"]);
}

#[test]
fn a_shell_result_waits_for_the_end_of_the_run() {
    let run = BashExecutionMessage {
        command: "true".into(),
        output: String::new(),
        exit_code: Some(0),
        cancelled: false,
        truncated: false,
        meta: None,
        exclude_from_context: None,
        timestamp: 0,
    };
    let mut session = started("hi");
    let mut fx = Effects::default();
    session.note_bash(run, &mut fx);
    assert!(fx.is_empty());
    // Also between two rounds of the run it is no business of the model's.
    let (_, effects) = next(&mut session, RoundOutcome::Called);
    assert_eq!(effects, ["round starts"]);
    answered(&mut session);
    let (_, effects) = next(&mut session, RoundOutcome::Answered);
    assert_eq!(effects, ["Persist(message)", "run ends Done 2"]);
    assert_eq!(session.messages().len(), 3);
}

#[test]
fn names_are_trimmed_and_never_empty() {
    let mut session = session();
    let mut fx = Effects::default();
    assert_eq!(session.set_name("  ", &mut fx), Err(SessionError::EmptyName));
    assert_eq!(session.set_name(" tidy up ", &mut fx), Ok(()));
    assert!(fx.is_empty(), "nothing is on disk before the first prompt");
    assert_eq!(session.view().name.as_deref(), Some("tidy up"));
}

#[test]
fn a_transcript_that_is_gone_on_with_gets_only_what_is_no_longer_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.jsonl");
    let text = [
        r#"{"type":"session","version":3,"id":"s","timestamp":"2025-11-30T09:00:00.000Z","cwd":"/"}"#,
        r#"{"type":"model_change","id":"0000000a","parentId":null,"timestamp":"2025-11-30T09:00:00.000Z","model":"p/m"}"#,
        r#"{"type":"thinking_level_change","id":"0000000b","parentId":"0000000a","timestamp":"2025-11-30T09:00:00.000Z","thinkingLevel":"high"}"#,
    ];
    std::fs::write(&path, text.join("\n") + "\n").expect("written");
    let (_, loaded) = crate::store::Transcript::open(&path).expect("a session");
    let mut fx = Effects::default();
    let mut session = Session::resumed(session().config, loaded, &mut fx);
    assert!(fx.is_empty(), "opening writes nothing");
    session.submit(says("hi"), None, &mut fx).expect("accepted");
    let persisted = |fx: &mut Effects| {
        let bodies = fx.take().into_iter().filter_map(|effect| match effect {
            Effect::Persist(entry) => Some(entry.body),
            _ => None,
        });
        bodies.collect::<Vec<_>>()
    };
    assert_eq!(persisted(&mut fx), [crate::store::Body::Thinking { level: ThinkingLevel::Off }]);
}
