//! The provider against a server that speaks in exactly the bytes and pauses a test wants.

use std::time::Duration;

use futures_util::StreamExt;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use super::*;
use crate::proto::shared::{StopReason, ThinkingLevel};
use crate::provider::{Chunk, Credential, End, Limits, Purpose, list_models};

const HEAD: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

/// Reads one request; gives its head and body.
async fn read_request(socket: &mut TcpStream) -> Option<(String, String)> {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let read = socket.read(&mut piece).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok())
                .unwrap_or(0);
            if body.len() >= length {
                return Some((head.to_owned(), body.to_owned()));
            }
        }
    }
}

/// One HTTP chunk.
fn chunked(data: &str) -> String {
    format!("{:x}\r\n{data}\r\n", data.len())
}

fn event(content: &str) -> String {
    chunked(&format!("data: {}\n\n", json!({"id": "c1", "choices": [{"index": 0, "delta": {"content": content}}]})))
}

fn done() -> String {
    chunked("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
}

async fn listener() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}/v1", listener.local_addr().unwrap());
    (listener, base)
}

fn limits(first: u64, idle: u64) -> Limits {
    Limits { first_event: Duration::from_millis(first), idle: Duration::from_millis(idle) }
}

fn request(base: &str, limits: Limits) -> Request {
    let model = json!({
        "id": "mini-2", "name": "Mini 2", "api": "openai-completions", "provider": "acme", "baseUrl": base,
        "reasoning": false, "input": ["text"], "contextWindow": 1000, "maxTokens": 100,
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}, "headers": {"X-Team": "build"}
    });
    let hello = json!({"role": "user", "content": "Hello", "timestamp": 1});
    Request {
        model: Arc::new(serde_json::from_value(model).unwrap()),
        credential: Some(Credential::new("k-secret")),
        system: Arc::from([]),
        messages: vec![Arc::new(serde_json::from_value(hello).unwrap())],
        tools: Arc::from([]),
        thinking: ThinkingLevel::Off,
        session_id: "s1".into(),
        cache_key: None,
        limits,
        purpose: Purpose::Answer,
        forced_tool: None,
    }
}

/// Answers each connection's first request with these bytes and then closes it.
async fn answering(answer: String) -> String {
    let (listener, base) = listener().await;
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            read_request(&mut socket).await;
            socket.write_all(answer.as_bytes()).await.unwrap();
        }
    });
    base
}

async fn all(request: Request) -> Vec<Chunk> {
    let provider = OpenAiCompletions::new(Arc::default(), BTreeMap::new());
    let batches: Vec<Vec<Chunk>> = provider.stream(request).collect().await;
    assert!(batches.iter().all(|batch| !batch.is_empty()));
    batches.concat()
}

async fn failure(request: Request) -> Failure {
    match all(request).await.pop() {
        Some(Chunk::End(End::Failed(failure))) => failure,
        other => panic!("{other:?}"),
    }
}

fn text(chunks: &[Chunk]) -> String {
    let texts = chunks.iter().filter_map(|chunk| match chunk {
        Chunk::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

#[tokio::test]
async fn a_connection_serves_one_request_after_the_other() {
    let (listener, base) = listener().await;
    let (seen, mut requests) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let seen = seen.clone();
            seen.send((String::new(), String::new())).unwrap();
            tokio::spawn(async move {
                while let Some(request) = read_request(&mut socket).await {
                    seen.send(request).unwrap();
                    for piece in [HEAD.to_owned(), event("Ahoy"), done(), "0\r\n\r\n".to_owned()] {
                        socket.write_all(piece.as_bytes()).await.unwrap();
                        tokio::task::yield_now().await;
                    }
                }
            });
        }
    });
    let provider = OpenAiCompletions::new(Arc::default(), BTreeMap::new());
    for _ in 0..3 {
        let batches: Vec<Vec<Chunk>> = provider.stream(request(&base, limits(5000, 5000))).collect().await;
        let chunks = batches.concat();
        assert_eq!(text(&chunks), "Ahoy");
        assert_eq!(chunks.last(), Some(&Chunk::End(End::Done(StopReason::Stop))));
    }
    let mut all = Vec::new();
    while let Ok(request) = requests.try_recv() {
        all.push(request);
    }
    assert_eq!(all.len(), 4, "one connection and three requests");
    let (head, body) = &all[1];
    let head = head.to_ascii_lowercase();
    for line in [
        "post /v1/chat/completions http/1.1",
        "authorization: bearer k-secret",
        "content-type: application/json",
        "accept-encoding: identity",
        "x-team: build",
    ] {
        assert!(head.contains(line), "{line} in {head}");
    }
    assert!(body.contains("\"model\":\"mini-2\"") && body.contains("\"max_tokens\":100"), "{body}");
}

#[tokio::test]
async fn what_arrives_together_is_one_batch() {
    let events: String = ["a", "b", "c", "d"].map(event).concat();
    let base = answering(format!("{HEAD}{events}{}0\r\n\r\n", done())).await;
    let provider = OpenAiCompletions::new(Arc::default(), BTreeMap::new());
    let batches: Vec<Vec<Chunk>> = provider.stream(request(&base, limits(5000, 5000))).collect().await;
    assert_eq!(text(&batches.concat()), "abcd");
    assert!(batches.len() <= 2, "{batches:?}");
}

#[tokio::test]
async fn a_refusal_keeps_its_status_and_wait() {
    let body = r#"{"error":{"message":"slow down"}}"#;
    let length = body.len();
    let base =
        answering(format!("HTTP/1.1 429 Too Many\r\nretry-after: 2\r\ncontent-length: {length}\r\n\r\n{body}")).await;
    let failure = failure(request(&base, limits(5000, 5000))).await;
    assert_eq!(failure.kind, FailureKind::RateLimit);
    assert_eq!((failure.status, failure.retry_after), (Some(429), Some(Duration::from_secs(2))));
    assert_eq!(failure.message, "acme answered 429: slow down");
}

#[tokio::test]
async fn a_body_that_is_cut_is_no_success() {
    let cut = answering(format!("{HEAD}{}", event("Half"))).await;
    let lost = failure(request(&cut, limits(5000, 5000))).await;
    assert_eq!(lost.kind, FailureKind::Network, "{}", lost.message);
    let ended = answering(format!("{HEAD}{}0\r\n\r\n", event("Half"))).await;
    assert_eq!(failure(request(&ended, limits(5000, 5000))).await.kind, FailureKind::Truncated);
    let stopped = answering(format!("{HEAD}{}", done())).await;
    let chunks = all(request(&stopped, limits(5000, 5000))).await;
    assert_eq!(chunks.last(), Some(&Chunk::End(End::Done(StopReason::Stop))));
}

/// Accepts, says this, and then sends nothing but comments.
async fn keeping_alive(first: String) -> String {
    let (listener, base) = listener().await;
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            read_request(&mut socket).await;
            socket.write_all(format!("{HEAD}{first}").as_bytes()).await.unwrap();
            let mut ticks = tokio::time::interval(Duration::from_millis(5));
            while socket.write_all(chunked(": still here\n\n").as_bytes()).await.is_ok() {
                ticks.tick().await;
            }
        }
    });
    base
}

#[tokio::test]
async fn a_server_that_only_keeps_alive_is_given_up() {
    let silent = keeping_alive(chunked("data: {\"id\":\"c1\",\"choices\":[]}\n\n")).await;
    let first = failure(request(&silent, limits(60, 10_000))).await;
    assert_eq!((first.kind, first.message.as_str()), (FailureKind::Timeout, "acme sent nothing for 0.06 s"));
    let stuck = keeping_alive(event("Well")).await;
    let more = failure(request(&stuck, limits(10_000, 60))).await;
    assert_eq!((more.kind, more.message.as_str()), (FailureKind::Timeout, "acme sent nothing more for 0.06 s"));
}

#[tokio::test]
async fn a_finished_reply_does_not_wait_for_its_accounts_for_ever() {
    let finish = chunked("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    let base = keeping_alive(format!("{}{finish}", event("Well"))).await;
    let chunks = all(request(&base, limits(10_000, 50))).await;
    assert_eq!(chunks.last(), Some(&Chunk::End(End::Done(StopReason::Stop))));
}

#[tokio::test]
async fn dropping_the_stream_closes_the_connection() {
    let (listener, base) = listener().await;
    let (closed, mut is_closed) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        read_request(&mut socket).await;
        socket.write_all(format!("{HEAD}{}", event("Well")).as_bytes()).await.unwrap();
        let mut rest = [0; 16];
        while socket.read(&mut rest).await.is_ok_and(|read| read > 0) {}
        closed.send(()).unwrap();
    });
    let provider = OpenAiCompletions::new(Arc::default(), BTreeMap::new());
    let mut stream = provider.stream(request(&base, limits(5000, 5000)));
    assert!(stream.next().await.is_some());
    drop(stream);
    is_closed.recv().await.unwrap();
}

#[tokio::test]
async fn failures_before_any_answer_say_what_to_do() {
    let (listener, base) = listener().await;
    drop(listener);
    let refused = failure(request(&base, limits(5000, 5000))).await;
    assert_eq!(refused.kind, FailureKind::Network);
    assert!(refused.message.starts_with("cannot reach http://127.0.0.1:"), "{}", refused.message);
    assert!(refused.message.to_lowercase().contains("refused"), "{}", refused.message);
    let wrong = failure(request("no address", limits(5000, 5000))).await;
    assert_eq!(wrong.kind, FailureKind::BadRequest);
    let mut keyless = request("https://api.openai.com/v1", limits(5000, 5000));
    keyless.credential = None;
    let missing = failure(keyless).await;
    assert_eq!(
        (missing.kind, missing.message.as_str()),
        (FailureKind::MissingCredential, "No API key for acme: set OPENAI_API_KEY")
    );
}

#[tokio::test]
async fn a_server_is_asked_for_its_models() {
    let body = r#"{"data":[{"id":"a"},{"id":"b"}]}"#;
    let base = answering(format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len())).await;
    let http = Http::default();
    let patience = Duration::from_secs(5);
    let models = list_models(&http, "acme", &base, None, &[], patience).await.unwrap();
    assert_eq!(models.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    let base = answering("HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n".to_owned()).await;
    let refused = list_models(&http, "acme", &base, None, &[], patience).await.unwrap_err();
    assert_eq!(refused.kind, FailureKind::Auth);
    let (silent, base) = listener().await;
    let late = list_models(&http, "acme", &base, None, &[], Duration::from_millis(30)).await.unwrap_err();
    assert_eq!(late.kind, FailureKind::Timeout);
    drop(silent);
}

#[tokio::test]
async fn an_api_that_is_not_spoken_says_so() {
    let provider = crate::provider::open("anthropic-messages", &BTreeMap::new()).unwrap();
    let batches: Vec<Vec<Chunk>> = provider.stream(request("http://h/v1", Limits::default())).collect().await;
    let [Chunk::End(End::Failed(failure))] = &batches.concat()[..] else { panic!("{batches:?}") };
    assert!(failure.message.contains("does not speak yet"), "{}", failure.message);
    assert!(crate::provider::open("smoke-signals", &BTreeMap::new()).is_none());
    assert!(crate::provider::open("openai-completions", &BTreeMap::new()).is_some());
}
