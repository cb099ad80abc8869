//! The loop against a scripted model: the whole list of events, in order.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock};

use futures_util::{FutureExt, StreamExt};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::outbox::{Event, Outbox, Voice};
use crate::proto::shared::{
    AgentMessage, InputKind, JsonObject, Model, ModelCost, StopReason, TextContent, ThinkingLevel, ToolDefinition,
    ToolResultPayload, UserBlock,
};
use crate::provider::{
    CallFragment, Chunk, ChunkStream, End, Failure, FailureKind, Limits, Part, Provider, Purpose, Request,
};
use crate::tools::{Concurrency, Tier, Tool, ToolCx, ToolError, ToolFuture, ToolNames, ToolSet, ToolSettings};

const CALL: StopReason = StopReason::ToolUse;

/// Answers with the next script; `None` in a script waits for ever.
struct Scripted(Mutex<VecDeque<Vec<Option<Chunk>>>>);

impl Provider for Scripted {
    fn stream(&self, _: Request) -> ChunkStream {
        let script = self.0.lock().unwrap().pop_front().expect("a script for each round");
        let chunks = futures_util::stream::iter(script);
        Box::pin(chunks.then(|chunk| match chunk {
            Some(chunk) => std::future::ready(vec![chunk]).left_future(),
            None => std::future::pending().right_future(),
        }))
    }
}

struct Fake {
    definition: ToolDefinition,
    concurrency: Concurrency,
    act: fn(ToolCx) -> ToolFuture<'static>,
}

impl Tool for Fake {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }
    fn tier(&self) -> Tier {
        Tier::Read
    }
    fn concurrency(&self, _: &JsonObject) -> Concurrency {
        self.concurrency
    }
    fn run<'a>(&'a self, cx: ToolCx, _: JsonObject) -> ToolFuture<'a> {
        (self.act)(cx)
    }
}

fn tool(name: &str, concurrency: Concurrency, act: fn(ToolCx) -> ToolFuture<'static>) -> Arc<dyn Tool> {
    let schema = serde_json::json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let serde_json::Value::Object(parameters) = schema else { unreachable!() };
    let definition = ToolDefinition { name: name.into(), description: name.into(), parameters, examples: None };
    Arc::new(Fake { definition, concurrency, act })
}

fn payload(text: &str) -> ToolResultPayload {
    let block = UserBlock::Text(TextContent { text: text.into(), text_signature: None });
    ToolResultPayload { content: vec![block], details: None, is_error: None, useless: None }
}

fn call(key: u64, name: &str, arguments: &str) -> Option<Chunk> {
    Some(Chunk::Call {
        key,
        id: Some(format!("c{key}")),
        name: Some(name.into()),
        fragment: CallFragment::Text(arguments.into()),
    })
}

fn done(reason: StopReason) -> Option<Chunk> {
    Some(Chunk::End(End::Done(reason)))
}

fn text(text: &str) -> Option<Chunk> {
    Some(Chunk::Text(text.into()))
}

struct Silent;
impl Voice for Silent {
    fn say(&self, _: Event) {}
    fn pending(&self) -> usize {
        0
    }
    fn below(&self, _: usize) -> std::pin::Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }
}

/// Drives one run and notes its events in short words.
struct Driver {
    rounds: usize,
    token: CancellationToken,
    steered: watch::Sender<bool>,
    /// Called with each note, before the next event is taken.
    on: OnNote,
}

type OnNote = Box<dyn FnMut(&str, &Hands)>;

/// What `on` may pull.
struct Hands {
    token: CancellationToken,
    steered: watch::Sender<bool>,
}

impl Driver {
    fn new(rounds: usize) -> Self {
        Self { rounds, token: CancellationToken::new(), steered: watch::channel(false).0, on: Box::new(|_, _| {}) }
    }

    fn on(mut self, on: impl FnMut(&str, &Hands) + 'static) -> Self {
        self.on = Box::new(on);
        self
    }

    async fn play(mut self, tools: Vec<Arc<dyn Tool>>, scripts: Vec<Vec<Option<Chunk>>>) -> Vec<String> {
        let provider: Arc<dyn Provider> = Arc::new(Scripted(Mutex::new(scripts.into())));
        let (events, mut heard) = mpsc::channel(16);
        let cx = RunCx {
            token: self.token.clone(),
            events,
            number: 1,
            steered: self.steered.subscribe(),
            outbox: Outbox::new(Arc::new(Silent)),
            updates: Updates::Delta,
            abort_reason: Arc::new(OnceLock::from("by the test".to_owned())),
        };
        let running = tokio::spawn(run(cx));
        let hands = Hands { token: self.token.clone(), steered: self.steered.clone() };
        let tools = ToolSet::new(tools, ToolNames::default());
        let mut notes = Vec::new();
        while let Some((_, event)) = heard.recv().await {
            let note = match event {
                RunEvent::Next { after, reply } => {
                    let next = if self.rounds == 0 {
                        Next::Stop
                    } else {
                        self.rounds -= 1;
                        Next::Round(Box::new(plan(&provider, &tools)))
                    };
                    reply.send(next).ok();
                    format!("next after {after:?}")
                }
                other => note(&other),
            };
            (self.on)(&note, &hands);
            notes.push(note);
        }
        running.await.expect("the run does not panic");
        notes
    }
}

fn note(event: &RunEvent) -> String {
    match event {
        RunEvent::Next { .. } => "next".into(),
        RunEvent::MessageStarted(_) => "message starts".into(),
        RunEvent::MessageGrew { parts, .. } => parts.iter().map(part).collect::<Vec<_>>().join(", "),
        RunEvent::MessageEnded { message, .. } => match message.as_ref() {
            AgentMessage::Assistant(reply) => format!("message ends {:?}", reply.stop_reason),
            other => panic!("{other:?}"),
        },
        RunEvent::CallStarted { id, name, .. } => format!("{id} {name} starts"),
        RunEvent::CallProgressed { id, so_far, .. } => format!("{id} at {}", first_line(so_far)),
        RunEvent::CallEnded { id, result, .. } => {
            let error = if result.is_error == Some(true) { "fails" } else { "ends" };
            format!("{id} {error}: {}", first_line(result))
        }
        RunEvent::CatchUp(_) => "catches up".into(),
        RunEvent::FileChanged(change) => format!("changed {}", change.path),
        RunEvent::RoundEnded { results, .. } => format!("round ends with {}", results.len()),
        RunEvent::RulesMatched(matched) => format!("rules match: {matched:?}"),
        RunEvent::Ended(outcome) => format!("ended {outcome:?}"),
    }
}

fn part(part: &Part) -> String {
    match part {
        Part::TextStart { index } => format!("text {index} starts"),
        Part::TextDelta { delta, .. } => format!("+{delta}"),
        Part::TextEnd { content, .. } => format!("text ends {content}"),
        Part::CallStart { index } => format!("call {index} starts"),
        Part::CallDelta { delta, .. } => format!("+{delta}"),
        Part::CallEnd { call, .. } => format!("call ends {}", call.id),
        other => format!("{other:?}"),
    }
}

fn first_line(payload: &ToolResultPayload) -> String {
    match payload.content.first() {
        Some(UserBlock::Text(text)) => text.text.chars().take(40).collect(),
        other => format!("{other:?}"),
    }
}

fn plan(provider: &Arc<dyn Provider>, tools: &ToolSet) -> RoundPlan {
    let cost = ModelCost { input: 0.0, output: 0.0, cache_read: 0.0, cache_write: 0.0 };
    let model = serde_json::json!({
        "id": "m", "name": "M", "api": "scripted", "provider": "p", "baseUrl": "", "reasoning": false, "input": ["text"],
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}, "contextWindow": 1000, "maxTokens": 100
    });
    let model: Model = serde_json::from_value(model).expect("a model");
    assert_eq!((&model.cost, &model.input[..]), (&cost, &[InputKind::Text][..]));
    RoundPlan {
        request: Request {
            model: Arc::new(model),
            credential: None,
            system: Arc::new([]),
            messages: Vec::new(),
            tools: tools.definitions().value(),
            thinking: ThinkingLevel::Off,
            session_id: "s".into(),
            cache_key: None,
            limits: Limits::default(),
            purpose: Purpose::Answer,
            forced_tool: None,
        },
        provider: provider.clone(),
        tools: tools.clone(),
        cwd: "/".into(),
        artifacts: "/nonexistent".into(),
        todos: Arc::new([]),
        watch: None,
        settings: Arc::new(ToolSettings::default()),
        host: crate::host::Host::default(),
        changes: Default::default(),
        gate: Arc::new(crate::tools::OpenGate),
    }
}

fn quick(_: ToolCx) -> ToolFuture<'static> {
    Box::pin(async { Ok(payload("done")) })
}

/// Takes long enough for the driver to have taken in every event so far.
fn unhurried(_: ToolCx) -> ToolFuture<'static> {
    Box::pin(async {
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        Ok(payload("done"))
    })
}

fn until_cut(cx: ToolCx) -> ToolFuture<'static> {
    Box::pin(async move {
        cx.token.cancelled().await;
        Err(ToolError::tell("cut"))
    })
}

fn stubborn(_: ToolCx) -> ToolFuture<'static> {
    Box::pin(std::future::pending())
}

fn ends_all(_: ToolCx) -> ToolFuture<'static> {
    Box::pin(async { Err(ToolError::Fatal("nobody is there".into())) })
}

fn panics(_: ToolCx) -> ToolFuture<'static> {
    Box::pin(async { panic!("inside") })
}

#[tokio::test]
async fn a_text_answer_is_one_round() {
    let notes = Driver::new(1).play(vec![], vec![vec![text("Hel"), text("lo"), done(StopReason::Stop)]]).await;
    assert_eq!(
        notes,
        [
            "next after None",
            "message starts",
            "text 0 starts, +Hel",
            "+lo",
            "text ends Hello",
            "message ends Stop",
            "round ends with 0",
            "next after Answered",
        ]
        .into_iter()
        .map(str::to_owned)
        .chain(["ended Done".to_owned()])
        .collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn shared_calls_start_together_and_an_exclusive_one_alone() {
    let tools = vec![tool("look", Concurrency::Shared, quick), tool("change", Concurrency::Exclusive, quick)];
    let script =
        vec![call(0, "look", "{}"), call(1, "look", "{}"), call(2, "change", "{}"), call(3, "look", "{}"), done(CALL)];
    let notes = Driver::new(2).play(tools, vec![script, vec![text("ok"), done(StopReason::Stop)]]).await;
    let calls: Vec<_> = notes.iter().filter(|note| note.starts_with('c') && !note.starts_with("call")).collect();
    assert_eq!(
        calls,
        [
            "c0 look starts",
            "c1 look starts",
            "c0 ends: done",
            "c1 ends: done",
            "c2 change starts",
            "c2 ends: done",
            "c3 look starts",
            "c3 ends: done"
        ]
    );
    assert!(notes.contains(&"round ends with 4".to_owned()) && notes.contains(&"next after Called".to_owned()));
}

#[tokio::test]
async fn a_tool_that_ends_the_run_ends_its_siblings_and_holds_back_the_rest() {
    let tools = vec![
        tool("long", Concurrency::Shared, until_cut),
        tool("end", Concurrency::Shared, ends_all),
        tool("change", Concurrency::Exclusive, quick),
    ];
    let script = vec![call(0, "long", "{}"), call(1, "end", "{}"), call(2, "change", "{}"), done(CALL)];
    let notes = Driver::new(2).play(tools, vec![script]).await;
    let ends: Vec<&str> =
        notes.iter().map(String::as_str).filter(|note| note.contains("fails") || note.starts_with("ended")).collect();
    assert_eq!(
        ends,
        [
            "c1 fails: nobody is there",
            "c0 fails: cut",
            "c2 fails: Tool was not executed because the run wa",
            "ended Aborted"
        ]
    );
}

#[tokio::test]
async fn an_abort_before_the_first_word_still_ends_a_message() {
    let notes = Driver::new(1)
        .on(|note, hands| {
            if note.starts_with("next") {
                hands.token.cancel();
            }
        })
        .play(vec![], vec![vec![None]])
        .await;
    assert_eq!(
        notes,
        ["next after None", "message starts", "message ends Aborted", "round ends with 0", "ended Aborted"]
    );
}

#[tokio::test]
async fn an_abort_while_streaming_keeps_complete_calls_with_a_result() {
    let tools = vec![tool("look", Concurrency::Shared, quick)];
    let script = vec![call(0, "look", "{}"), Some(Chunk::BlockEnd), text("and"), None];
    let notes = Driver::new(1)
        .on(|note, hands| {
            if note.contains("+and") {
                hands.token.cancel();
            }
        })
        .play(tools, vec![script])
        .await;
    let tail: Vec<_> = notes.iter().skip_while(|note| !note.starts_with("message ends")).collect();
    assert_eq!(
        tail,
        [
            "message ends Aborted",
            "c0 look starts",
            "c0 fails: Tool execution was aborted: by the test",
            "round ends with 1",
            "ended Aborted"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn an_abort_during_a_call_ends_it_and_what_waits_behind_it() {
    let tools = vec![
        tool("wait", Concurrency::Exclusive, until_cut),
        tool("stay", Concurrency::Shared, stubborn),
        tool("look", Concurrency::Shared, quick),
    ];
    for (first, told) in [("wait", "cut"), ("stay", "Tool stay did not stop in time and was e")] {
        let script = vec![call(0, first, "{}"), call(1, "wait", "{}"), done(CALL)];
        let notes = Driver::new(2)
            .on(|note, hands| {
                if note.starts_with("c0") && note.ends_with("starts") {
                    hands.token.cancel();
                }
            })
            .play(tools.clone(), vec![script])
            .await;
        let tail: Vec<_> = notes.iter().skip_while(|note| !note.starts_with("c0")).cloned().collect();
        assert_eq!(
            tail,
            [
                format!("c0 {first} starts"),
                format!("c0 fails: {told}"),
                "c1 wait starts".into(),
                "c1 fails: Tool was not executed because the run wa".into(),
                "round ends with 2".into(),
                "ended Aborted".into()
            ]
        );
    }
}

#[tokio::test]
async fn a_steer_keeps_real_results_and_skips_what_has_not_started() {
    let tools = vec![tool("change", Concurrency::Exclusive, unhurried)];
    let script = vec![call(0, "change", "{}"), call(1, "change", "{}"), done(CALL)];
    let notes = Driver::new(1)
        .on(|note, hands| {
            if note == "c0 change starts" {
                hands.steered.send_replace(true);
            }
        })
        .play(tools, vec![script])
        .await;
    let calls: Vec<_> = notes.iter().filter(|note| note.starts_with('c') && !note.starts_with("call")).collect();
    assert_eq!(
        calls,
        ["c0 change starts", "c0 ends: done", "c1 change starts", "c1 fails: Skipped due to queued user message. The "]
    );
    assert!(notes.contains(&"next after Called".to_owned()));
}

#[tokio::test]
async fn what_cannot_run_is_told_to_the_model() {
    let tools = vec![tool("look", Concurrency::Shared, quick), tool("bad", Concurrency::Shared, panics)];
    let script = vec![
        call(0, "nothing", "{}"),
        call(1, "look", r#"{"n":"x"}"#),
        call(2, "look", "[1]"),
        call(3, "bad", "{}"),
        done(CALL),
    ];
    let notes = Driver::new(1).play(tools, vec![script]).await;
    let failed: Vec<_> = notes.iter().filter(|note| note.contains(" fails: ")).collect();
    assert_eq!(failed.len(), 4, "{notes:?}");
    assert!(failed[0].contains("Tool nothing not found"));
    assert!(failed.iter().any(|note| note.starts_with("c3 fails: Tool bad failed inside")));
    assert!(notes.contains(&"round ends with 4".to_owned()));
}

#[tokio::test]
async fn a_failed_stream_ends_the_run_and_its_complete_calls_do_not_run() {
    let failure = Failure {
        kind: FailureKind::Server,
        message: "the provider broke".into(),
        status: Some(500),
        retry_after: None,
    };
    let tools = vec![tool("look", Concurrency::Shared, quick)];
    let script = vec![call(0, "look", "{}"), Some(Chunk::BlockEnd), Some(Chunk::End(End::Failed(failure)))];
    let notes = Driver::new(1).play(tools, vec![script]).await;
    let tail: Vec<_> = notes.iter().skip_while(|note| !note.starts_with("message ends")).collect();
    assert_eq!(
        tail,
        [
            "message ends Error",
            "c0 look starts",
            "c0 fails: Tool call was not executed because the p",
            "round ends with 1",
            "ended Failed(\"the provider broke\")"
        ]
    );
}

#[tokio::test]
async fn a_reply_at_the_output_limit_runs_no_call_and_goes_on() {
    let tools = vec![tool("look", Concurrency::Shared, quick)];
    let script = vec![call(0, "look", "{}"), done(StopReason::Length)];
    let notes = Driver::new(1).play(tools, vec![script]).await;
    assert!(notes.contains(&"c0 fails: Tool call was not executed because the o".to_owned()), "{notes:?}");
    assert!(notes.contains(&"next after Called".to_owned()));
}
