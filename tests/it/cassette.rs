//! `--record` and `--replay` through the process: what was said once is said again without any server.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::support::redact::Redactor;
use crate::support::{Frame, Launch, Model, Workspace, sse};

/// Starts a server with a cassette, gives it these prompts, each in a session of its own, and gives all frames.
fn converse(workspace: &Workspace, option: &str, cassette: &Path, prompts: &[&str]) -> Vec<Frame> {
    let mut server = Launch::new(workspace).args([option, cassette.to_str().unwrap()]).start();
    let mut frames = Vec::new();
    for (number, prompt) in prompts.iter().enumerate() {
        if number > 0 {
            server.send(&json!({"id": format!("n{number}"), "type": "new_session"}));
            frames.extend(server.until(|frame| frame.is_reply(&format!("n{number}"))));
        }
        frames.extend(server.run(&format!("p{number}"), prompt));
    }
    let ended = server.finish();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    frames.extend(ended.frames);
    frames
}

/// The frames without what differs from run to run.
fn settled(workspace: &Workspace, frames: &[Frame]) -> Vec<Value> {
    let mut redactor = Redactor::new();
    redactor.place(workspace.path().display().to_string(), "work");
    redactor.place(workspace.base().display().to_string(), "base");
    let plain = |frame: &Frame| {
        let mut value = redactor.value(&frame.value);
        // Chance has a part in it.
        if let Some(delay) = value.get_mut("delayMs") {
            *delay = Value::Null;
        }
        value
    };
    frames.iter().map(plain).collect()
}

/// Fails with the first frame that differs.
#[track_caller]
fn same(left: &[Value], right: &[Value]) {
    for (number, (left, right)) in left.iter().zip(right).enumerate() {
        assert_eq!(left, right, "frame {number}");
    }
    assert_eq!(left.len(), right.len());
}

fn cassette(workspace: &Workspace) -> PathBuf {
    workspace.base().join("cassette.jsonl")
}

/// The error text of the message that a run ended with.
fn last_error(frames: &[Frame]) -> String {
    let end = frames.iter().rev().find(|frame| frame.is("agent_end")).unwrap();
    let last = end.value["messages"].as_array().unwrap().last().unwrap();
    last["errorMessage"].as_str().unwrap_or_default().to_owned()
}

const PROMPTS: [&str; 2] = ["Read it", "And hello"];

/// A conversation with a tool, a failure that is retried, and a second session; recorded.
fn recorded() -> (Workspace, Vec<Frame>) {
    let model = Model::with([
        sse::error(503, "overloaded_error", "too busy"),
        sse::calls(&[("call_1", "read", json!({"path": "a.txt"}))]),
        sse::text(&["It says ", "alpha."]),
        sse::text(&["Hello."]),
    ]);
    let workspace = Workspace::on(&model);
    workspace.file("a.txt", "alpha\n");
    let frames = converse(&workspace, "--record", &cassette(&workspace), &PROMPTS);
    model.assert_spent();
    (workspace, frames)
}

#[test]
fn a_replay_needs_no_server_no_key_and_not_the_same_folder() {
    let (first, said) = recorded();
    let second = Workspace::new();
    second.file("a.txt", "alpha\n");
    let models = fs::read_to_string(first.home().join("models.yml")).unwrap();
    fs::write(second.home().join("models.yml"), models.replace("test-key", "ABSENT_KEY")).unwrap();
    let again = converse(&second, "--replay", &cassette(&first), &PROMPTS);
    same(&settled(&second, &again), &settled(&first, &said));
}

#[test]
fn a_cassette_is_private_and_holds_no_key() {
    let (workspace, _) = recorded();
    let text = fs::read_to_string(cassette(&workspace)).unwrap();
    assert!(!text.contains("test-key") && !text.to_lowercase().contains("authorization"), "{text}");
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(cassette(&workspace)).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let requests = lines.iter().filter(|line| line["type"] == "request");
    let order: Vec<(u64, u64)> =
        requests.map(|line| (line["exchange"].as_u64().unwrap(), line["session"].as_u64().unwrap())).collect();
    assert_eq!(order, [(1, 1), (2, 1), (3, 1), (4, 2)]);
}

#[test]
fn a_key_that_a_provider_repeats_is_blacked_out_everywhere() {
    let model = Model::with([sse::error(401, "invalid_request_error", "bad key test-key of hush-hush")]);
    let workspace = Workspace::new();
    workspace.provider(&model.base_url(), "    headers: {X-Team: hush-hush}\n");
    let path = cassette(&workspace);
    let mut server = Launch::new(&workspace).args(["--log", "trace", "--record", path.to_str().unwrap()]).start();
    let frames = server.run("p", "hi");
    let told = last_error(&frames);
    assert!(told.contains("bad key [redacted] of [redacted]"), "{told}");
    let stderr = server.finish().stderr;
    let transcript = fs::read_to_string(&workspace.sessions()[0]).unwrap();
    for text in [fs::read_to_string(&path).unwrap(), stderr, transcript] {
        assert!(!text.contains("test-key") && !text.contains("hush-hush"), "{text}");
    }
    assert!(fs::read_to_string(&path).unwrap().contains("bad key [redacted] of [redacted]"));
}

#[test]
fn the_embedded_model_is_recorded_like_any_other() {
    let first = Workspace::new();
    first.file("a.txt", "alpha\n");
    let said = converse(&first, "--record", &cassette(&first), &["Read the file a.txt"]);
    let again = converse(&first, "--replay", &cassette(&first), &["Read the file a.txt"]);
    same(&settled(&first, &again), &settled(&first, &said));
    assert!(said.iter().any(|frame| frame.is("tool_execution_end")), "it used a tool");
}

#[test]
fn drift_fails_the_turn_and_says_where() {
    let (workspace, _) = recorded();
    let path = cassette(&workspace);
    let other = converse(&workspace, "--replay", &path, &["Read something else"]);
    let expected =
        format!("Replay drifted at exchange 1 ({}:2): message 1 (user) is not the recorded one", path.display());
    assert_eq!(last_error(&other), expected);
    workspace.file("a.txt", "beta\n");
    let changed = converse(&workspace, "--replay", &path, &["Read it"]);
    let error = last_error(&changed);
    assert!(
        error.contains("at exchange 3 (") && error.ends_with("message 3 (toolResult) is not the recorded one"),
        "{error}"
    );
}

#[test]
fn a_truncated_cassette_fails_the_start_and_names_the_line() {
    let (workspace, _) = recorded();
    let path = cassette(&workspace);
    let text = fs::read_to_string(&path).unwrap();
    let cut = &text[..text.trim_end().len() - 10];
    fs::write(&path, cut).unwrap();
    let mut server = Launch::new(&workspace).args(["--replay", path.to_str().unwrap()]).spawn();
    let ended = server.ended();
    assert_eq!((ended.code, ended.frames.len()), (Some(1), 0), "{}", ended.stderr);
    let place = format!("Error: {}:{}: the line is cut off", path.display(), cut.lines().count());
    assert!(ended.stderr.contains(&place), "{}", ended.stderr);
}

#[test]
fn recording_and_replaying_at_once_is_refused() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).args(["--record", "a.jsonl", "--replay", "b.jsonl"]).spawn();
    let ended = server.ended();
    assert_eq!((ended.code, ended.frames.len()), (Some(2), 0), "{}", ended.stderr);
    assert!(ended.stderr.contains("--record") && ended.stderr.contains("--replay"), "{}", ended.stderr);
}
