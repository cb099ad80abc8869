//! OpenAI chat completions as the npm package aimock plays them.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{Frame, Launch, Workspace};

/// What the mock answers; the first match wins.
fn fixtures() -> Value {
    json!({"fixtures": [
        {"match": {"userMessage": "read the note", "hasToolResult": true}, "response": {"content": "The note says ahoy."}},
        {"match": {"userMessage": "read the note", "hasToolResult": false}, "response": {
            "content": "Let me look.",
            "toolCalls": [{"id": "call_1", "name": "read", "arguments": {"path": "note.txt"}}]}},
        {"match": {"userMessage": "rate limit me", "sequenceIndex": 0}, "response": {
            "error": {"message": "slow down", "type": "rate_limit_error"}, "status": 429, "retryAfter": 2}},
        {"match": {"userMessage": "rate limit me"}, "response": {"content": "Thanks for waiting."}},
        {"match": {"userMessage": "never answer me"}, "response": {
            "error": {"message": "slow down", "type": "rate_limit_error"}, "status": 429, "retryAfter": 2}},
        {"match": {"userMessage": "slow stream"}, "response": {"content": "one two three four five six seven eight nine ten"},
            "chunkSize": 5, "streamingProfile": {"ttft": 100, "tps": 50}},
        {"match": {"userMessage": "cut me off"}, "response": {"content": "one two three four five six seven eight nine ten"},
            "chunkSize": 5, "truncateAfterChunks": 3, "streamingProfile": {"ttft": 10, "tps": 50}},
        {"match": {"userMessage": "count the cost"}, "response": {
            "content": "Cheap.", "usage": {"prompt_tokens": 41, "completion_tokens": 3, "total_tokens": 44}}},
        {"match": {"userMessage": "hello"}, "response": {"content": "Hello yourself."}}
    ]})
}

/// The running mock; gone with the test.
struct Mock {
    child: Child,
    address: String,
}

impl Mock {
    /// None, and a loud word, where the mock is not installed.
    fn start(workspace: &Workspace) -> Option<Self> {
        let Some(program) = std::env::var_os("HOSTWIRE_AIMOCK") else {
            // Written past the capture of the test runner, once.
            static TOLD: Once = Once::new();
            let text =
                "\n*** SKIPPED: HOSTWIRE_AIMOCK is not set; tests/third_party/run fetches aimock and runs this ***\n\n";
            TOLD.call_once(|| drop(std::io::stderr().write_all(text.as_bytes())));
            return None;
        };
        let file = workspace.temp().join("fixtures.json");
        fs::write(&file, fixtures().to_string()).unwrap();
        let mut command = Command::new(program);
        command.args(["-p", "0", "--strict", "--validate-on-load", "-f"]).arg(file);
        let mut child = command.stdout(Stdio::piped()).stdin(Stdio::null()).spawn().expect("aimock starts");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split_once("http://").map(|(_, a)| a.trim().to_owned()));
        // What it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { child, address: address.expect("aimock tells its address") })
    }

    /// The bodies of the requests that it has seen.
    fn journal(&self) -> Vec<Value> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!("GET /__aimock/journal HTTP/1.0\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (_, body) = text.split_once("\r\n\r\n").unwrap();
        let journal: Value = serde_json::from_str(body).unwrap_or_else(|e| panic!("{e}: {body}"));
        let entries = journal.as_array().or_else(|| journal["entries"].as_array()).expect("a list").clone();
        entries.iter().map(|entry| entry["body"].clone()).filter(Value::is_object).collect()
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn started() -> Option<(Workspace, Mock, Server)> {
    started_with("retry: {enabled: false}\n")
}

fn started_with(settings: &str) -> Option<(Workspace, Mock, Server)> {
    let workspace = Workspace::new();
    let mock = Mock::start(&workspace)?;
    workspace.provider(&format!("http://{}/v1", mock.address), "");
    workspace.settings(settings);
    workspace.file("note.txt", "ahoy\n");
    let server = Launch::new(&workspace).start();
    Some((workspace, mock, server))
}

/// The last assistant message of a run.
fn assistant(frames: &[Frame]) -> Value {
    let messages = frames.last().unwrap().value["messages"].as_array().unwrap();
    messages.iter().rfind(|message| message["role"] == "assistant").unwrap().clone()
}

fn text(frames: &[Frame]) -> String {
    frames.iter().filter_map(Frame::delta).collect()
}

#[test]
fn a_prompt_with_a_tool_call_is_answered_from_the_result() {
    let Some((_workspace, mock, mut server)) = started() else {
        return;
    };
    let frames = server.run("p", "Please read the note");
    let end = frames.iter().find(|frame| frame.is("tool_execution_end")).expect("a call");
    assert_eq!(end.value["isError"], false, "{}", end.raw);
    assert!(end.raw.contains("ahoy"), "{}", end.raw);
    assert_eq!(text(&frames), "Let me look.The note says ahoy.");
    assert_eq!(assistant(&frames)["stopReason"], "stop");
    let requests = mock.journal();
    assert_eq!(requests.len(), 2);
    let messages = requests[1]["messages"].as_array().unwrap();
    assert_eq!(messages.last().unwrap()["tool_call_id"], "call_1");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn usage_and_a_second_prompt_on_the_same_session() {
    let Some((_workspace, mock, mut server)) = started() else {
        return;
    };
    let first = server.run("p1", "count the cost");
    let usage = &assistant(&first)["usage"];
    assert_eq!((&usage["input"], &usage["output"]), (&json!(41), &json!(3)), "{usage}");
    let second = server.run("p2", "hello");
    assert_eq!(text(&second), "Hello yourself.");
    let roles: Vec<Value> =
        mock.journal()[1]["messages"].as_array().unwrap().iter().map(|m| m["role"].clone()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
}

#[test]
fn a_rate_limit_is_waited_for_as_long_as_the_provider_says() {
    let Some((_workspace, _mock, mut server)) = started_with("retry: {baseDelayMs: 1}\n") else {
        return;
    };
    let begun = Instant::now();
    let frames = server.run("p", "rate limit me");
    let wait = frames.iter().find(|frame| frame.is("auto_retry_start")).expect("a wait");
    assert_eq!(wait.value["delayMs"], 2000, "{}", wait.raw);
    assert!(begun.elapsed() >= Duration::from_secs(2), "{:?}", begun.elapsed());
    let end = frames.iter().find(|frame| frame.is("auto_retry_end")).expect("the end of the wait");
    assert_eq!(end.value["success"], true, "{}", end.raw);
    assert_eq!(text(&frames), "Thanks for waiting.");
}

#[test]
fn a_rate_limit_without_retry_is_an_error_with_its_status() {
    let Some((_workspace, _mock, mut server)) = started() else {
        return;
    };
    let message = assistant(&server.run("p", "never answer me"));
    assert_eq!((&message["stopReason"], &message["errorStatus"]), (&json!("error"), &json!(429)), "{message}");
    assert!(message["errorMessage"].as_str().unwrap().contains("slow down"), "{message}");
    assert_eq!(text(&server.run("p2", "hello")), "Hello yourself.");
}

#[test]
fn a_slow_stream_is_told_as_it_comes() {
    let Some((_workspace, _mock, mut server)) = started() else {
        return;
    };
    let frames = server.run("p", "slow stream");
    assert_eq!(text(&frames), "one two three four five six seven eight nine ten");
    let deltas = frames.iter().filter(|frame| frame.delta().is_some()).count();
    assert!(deltas > 3, "{deltas} updates");
}

#[test]
fn a_stream_that_is_cut_is_an_error_and_keeps_its_text() {
    let Some((_workspace, _mock, mut server)) = started() else {
        return;
    };
    let frames = server.run("p", "cut me off");
    let message = assistant(&frames);
    assert_eq!(message["stopReason"], "error", "{message}");
    assert!(!text(&frames).is_empty(), "the cut came before the first word");
    assert_eq!(text(&server.run("p2", "hello")), "Hello yourself.");
}
