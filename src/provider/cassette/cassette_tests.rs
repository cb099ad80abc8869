//! Recording and replay of scripted streams, without a process.

use std::path::PathBuf;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};

use super::*;
use crate::base::log::Secrets;
use crate::proto::shared::{AgentMessage, JsonObject, StopReason, ThinkingLevel, ToolDefinition};
use crate::provider::builder::no_usage;
use crate::provider::{CallFragment, Chunk, ChunkStream, Credential, End, Limits, Purpose, Request};

/// Says one batch a chunk, whatever is asked.
struct Script(Vec<Chunk>);

impl Provider for Script {
    fn stream(&self, _: Request) -> ChunkStream {
        let batches: Vec<Vec<Chunk>> = self.0.iter().map(|chunk| vec![chunk.clone()]).collect();
        Box::pin(futures_util::stream::iter(batches))
    }
}

fn request(session: &str, messages: Value) -> Request {
    let model = json!({
        "id": "mini-2", "name": "Mini 2", "api": "openai-completions", "provider": "acme", "baseUrl": "http://h/v1",
        "reasoning": false, "input": ["text"], "contextWindow": 0, "maxTokens": 0,
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
    });
    let tool = json!({"name": "read", "description": "Reads.", "parameters": {"type": "object"}});
    let messages: Vec<AgentMessage> = serde_json::from_value(messages).unwrap();
    Request {
        model: Arc::new(serde_json::from_value(model).unwrap()),
        credential: Some(Credential::new("sk-secret-key")),
        system: Arc::from(["You work in /w/app. Today is 2025-11-30.".to_owned()]),
        messages: messages.into_iter().map(Arc::new).collect(),
        tools: Arc::from([serde_json::from_value::<ToolDefinition>(tool).unwrap()]),
        thinking: ThinkingLevel::Off,
        session_id: session.into(),
        cache_key: None,
        limits: Limits { first_event: Duration::from_secs(9), idle: Duration::from_secs(9) },
        purpose: Purpose::Answer,
        forced_tool: None,
    }
}

fn asks(text: &str) -> Value {
    json!([{"role": "user", "content": text, "timestamp": 1}])
}

fn places() -> Places {
    let mut places = Places::default();
    places.name("/w/app".as_ref(), "{workspace}");
    places
}

/// A cassette in a folder of its own.
struct Kept {
    folder: tempfile::TempDir,
    secrets: Secrets,
}

impl Kept {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), secrets: Secrets::new() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("c.jsonl")
    }

    fn recording(&self) -> Cassette {
        Cassette::Recording(Arc::new(Recording::create(&self.path(), places(), self.secrets.clone()).unwrap()))
    }

    fn tape(&self) -> Cassette {
        Cassette::Tape(Arc::new(Tape::load(&self.path(), places()).unwrap()))
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.path()).unwrap()
    }

    fn refusal(&self, text: &str) -> String {
        std::fs::write(self.path(), text).unwrap();
        let error = Tape::load(&self.path(), places()).err().unwrap().to_string();
        error.replace(self.folder.path().to_str().unwrap(), "")
    }
}

async fn all(provider: &dyn Provider, request: Request) -> Vec<Vec<Chunk>> {
    provider.stream(request).collect().await
}

/// The text of the failure that a reply consists of.
async fn failure_of(provider: &dyn Provider, request: Request) -> String {
    match all(provider, request).await.concat().pop() {
        Some(Chunk::End(End::Failed(failure))) => failure.message,
        other => panic!("{other:?}"),
    }
}

fn done() -> Chunk {
    Chunk::End(End::Done(StopReason::Stop))
}

fn every_kind() -> Vec<Chunk> {
    let whole = JsonObject::from_iter([("path".to_owned(), json!("a"))]);
    let mut chunks = vec![
        Chunk::Started { response_id: Some("r1".into()) },
        Chunk::Thinking("hm".into()),
        Chunk::ThinkingSignature("s".into()),
        Chunk::RedactedThinking("x".into()),
        Chunk::BlockEnd,
        Chunk::Text("line\n\"two\"".into()),
        Chunk::Call { key: 3, id: Some("c".into()), name: None, fragment: CallFragment::Text("{".into()) },
        Chunk::Call { key: 4, id: None, name: Some("read".into()), fragment: CallFragment::Whole(whole) },
        Chunk::CallSignature { key: 4, signature: "t".into() },
        Chunk::Usage(no_usage()),
    ];
    chunks.push(Chunk::End(End::Failed(Failure {
        kind: FailureKind::RateLimit,
        message: "slow down".into(),
        status: Some(429),
        retry_after: Some(Duration::from_millis(1500)),
    })));
    chunks
}

#[tokio::test]
async fn every_kind_of_chunk_comes_back_in_its_batch() {
    let kept = Kept::new();
    let script = Arc::new(Script(every_kind()));
    let said = all(&*kept.recording().wrap(script.clone()), request("s", asks("hi"))).await;
    let played = all(&*kept.tape().wrap(Arc::new(Script(Vec::new()))), request("t", asks("hi"))).await;
    assert_eq!(played, said);
    assert_eq!(played.concat(), every_kind());
}

#[tokio::test]
async fn a_cassette_holds_no_secret_and_not_the_texts_of_requests() {
    let kept = Kept::new();
    kept.secrets.register("sk-secret-key");
    let script = Script(vec![Chunk::Text("your key is sk-secret-key".into()), done()]);
    all(&*kept.recording().wrap(Arc::new(script)), request("s", asks("a confidential matter"))).await;
    let text = kept.text();
    assert!(!text.contains("sk-secret-key") && !text.contains("confidential"), "{text}");
    assert!(text.contains("your key is [redacted]"), "{text}");
}

#[tokio::test]
async fn another_day_and_folder_are_no_drift_and_another_text_is() {
    let kept = Kept::new();
    let recorder = kept.recording().wrap(Arc::new(Script(vec![done()])));
    for _ in 0..5 {
        all(&*recorder, request("s", asks("in /w/app/x, see bash-0011aabb"))).await;
    }
    let tape = kept.tape().wrap(Arc::new(Script(Vec::new())));
    let same = Request {
        system: Arc::from(["You work in /w/app. Today is 2026-01-02.".to_owned()]),
        ..request("s", asks("in /w/app/x, see bash-99887766"))
    };
    assert_eq!(all(&*tape, same.clone()).await.concat(), [done()]);
    let drift = |text: &str| format!("Replay drifted at exchange 2 ({}:4): {text}", kept.path().display());
    let mut other = same.clone();
    other.messages = request("s", asks("something else")).messages;
    assert_eq!(failure_of(&*tape, other).await, drift("message 1 (user) is not the recorded one"));
    let other = Request { system: Arc::from(["Be brief.".to_owned()]), ..same.clone() };
    assert_eq!(failure_of(&*tape, other).await, drift("block 1 of the system prompt is not the recorded one"));
    let other = Request { tools: Arc::from([]), ..same.clone() };
    assert_eq!(failure_of(&*tape, other).await, drift("tool 1 (read) is missing"));
    let other = Request { thinking: ThinkingLevel::High, ..same.clone() };
    let expected = drift("the thinking level was off when it was recorded, and is high now");
    assert_eq!(failure_of(&*tape, other).await, expected);
    let mut other = same.clone();
    other.messages.extend(request("s", asks("more")).messages);
    assert_eq!(failure_of(&*tape, other).await, drift("message 2 (user) was not there when it was recorded"));
    assert_eq!(all(&*tape, same).await.concat(), [done()], "what drifted is not spent");
}

#[tokio::test]
async fn conversations_keep_their_own_order_and_the_end_is_told() {
    let kept = Kept::new();
    let recording = kept.recording();
    for (session, text) in [("a", "one"), ("b", "two"), ("a", "three")] {
        let said = Script(vec![Chunk::Text(format!("to {text}")), done()]);
        all(&*recording.wrap(Arc::new(said)), request(session, asks(text))).await;
    }
    let tape = kept.tape().wrap(Arc::new(Script(Vec::new())));
    for (session, text) in [("y", "two"), ("x", "one"), ("x", "three")] {
        let said = all(&*tape, request(session, asks(text))).await.concat();
        assert_eq!(said, [Chunk::Text(format!("to {text}")), done()], "{text}");
    }
    let path = kept.path();
    let expected = format!("Replay drifted: {} holds 3 exchanges and none is left for this request", path.display());
    assert_eq!(failure_of(&*tape, request("x", asks("four"))).await, expected);
    assert_eq!(failure_of(&*tape, request("z", asks("four"))).await, expected);
}

#[tokio::test(start_paused = true)]
async fn what_was_cut_waits_to_be_cut_again_and_is_told_when_nobody_does() {
    let kept = Kept::new();
    let script = Script(vec![Chunk::Text("half".into()), done()]);
    let mut stream = kept.recording().wrap(Arc::new(script)).stream(request("s", asks("hi")));
    stream.next().await.unwrap();
    drop(stream);
    let tape = kept.tape().wrap(Arc::new(Script(Vec::new())));
    let mut stream = tape.stream(request("s", asks("hi")));
    assert_eq!(stream.next().await, Some(vec![Chunk::Text("half".into())]));
    let end = stream.next().await.unwrap();
    assert!(
        matches!(&end[..], [Chunk::End(End::Failed(failure))] if failure.message.contains("was given up")),
        "{end:?}"
    );
}

#[tokio::test]
async fn a_recording_that_broke_off_plays_to_its_last_line_and_says_so() {
    let kept = Kept::new();
    let script = Script(vec![Chunk::Text("half".into()), done()]);
    all(&*kept.recording().wrap(Arc::new(script)), request("s", asks("hi"))).await;
    let text = kept.text();
    let lines: Vec<&str> = text.lines().collect();
    std::fs::write(kept.path(), format!("{}\n", lines[..3].join("\n"))).unwrap();
    let said = failure_of(&*kept.tape().wrap(Arc::new(Script(Vec::new()))), request("s", asks("hi"))).await;
    assert!(
        said.contains("exchange 1 (") && said.ends_with("c.jsonl:2) has no end: the recording broke off there"),
        "{said}"
    );
}

#[test]
fn a_cassette_that_cannot_be_read_is_told_with_its_line() {
    let kept = Kept::new();
    let header =
        r#"{"type":"cassette","version":1,"recordedAt":"2025-11-30T09:00:00.000Z","program":"hostwire 0.1.0"}"#;
    assert_eq!(kept.refusal(""), "/c.jsonl:1: expected the header of a cassette");
    assert!(
        kept.refusal(&format!("{header}\n{{\"type\":\"cut\",\"exch")).starts_with("/c.jsonl:2: the line is cut off: ")
    );
    let orphan = format!("{header}\n{{\"type\":\"cut\",\"exchange\":7,\"afterMs\":1}}\n");
    assert_eq!(kept.refusal(&orphan), "/c.jsonl:2: exchange 7 has no request");
    assert_eq!(kept.refusal(&header.replace(":1,", ":2,")), "/c.jsonl:1: the cassette has version 2, expected 1");
    assert!(kept.refusal("{\"type\":\"session\"}\n").starts_with("/c.jsonl:1: column "));
}

#[test]
fn only_cassettes_are_written_over() {
    let kept = Kept::new();
    let create = || Recording::create(&kept.path(), places(), Secrets::new());
    std::fs::write(kept.path(), "my notes\n").unwrap();
    assert!(matches!(create(), Err(CassetteError::Taken { .. })));
    assert_eq!(kept.text(), "my notes\n");
    std::fs::write(kept.path(), "").unwrap();
    assert!(create().is_ok());
    assert!(create().is_ok(), "its own");
    assert_eq!(kept.text().lines().count(), 1);
}
