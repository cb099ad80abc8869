//! Replies to hand-made histories, through the provider's door.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use serde_json::{Value, json};

use crate::proto::shared::{AgentMessage, Model, StopReason, ThinkingLevel, ToolDefinition};
use crate::provider::{CallFragment, Chunk, End, Limits, Provider, Purpose, Request};

use super::Offline;

/// A reply, put together again.
#[derive(Debug, Default)]
struct Heard {
    text: String,
    text_pieces: usize,
    /// Name, arguments and number of pieces of each call.
    calls: Vec<(String, Value, usize)>,
    ids: Vec<String>,
    tokens: (u64, u64),
    end: Option<StopReason>,
    batches: usize,
}

const CORE: [&str; 6] = ["read", "write", "edit", "bash", "grep", "glob"];

fn message(value: Value) -> Arc<AgentMessage> {
    Arc::new(serde_json::from_value(value).unwrap())
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": [{"type": "text", "text": text}], "timestamp": 1000, "attribution": "user"})
}

fn steer(text: &str) -> Value {
    let wrapped = format!("<user_interjection>\n{text}\n</user_interjection>");
    json!({"role": "user", "content": [{"type": "text", "text": wrapped}], "timestamp": 2000, "steering": true})
}

fn said(stop: &str, content: Value) -> Value {
    let cost = json!({"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0});
    let usage = json!({"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": cost});
    json!({"role": "assistant", "content": content, "api": "builtin", "provider": "builtin", "model": "offline",
           "usage": usage, "stopReason": stop, "timestamp": 1001})
}

fn call(id: &str, name: &str, arguments: Value) -> Value {
    said("toolUse", json!([{"type": "toolCall", "id": id, "name": name, "arguments": arguments}]))
}

fn result(id: &str, name: &str, text: &str, details: Value, failed: bool) -> Value {
    json!({"role": "toolResult", "toolCallId": id, "toolName": name, "content": [{"type": "text", "text": text}],
           "isError": failed, "timestamp": 1002, "details": details})
}

fn ask(tools: &[&str], history: &[Value]) -> Heard {
    let tools: Vec<ToolDefinition> = tools
        .iter()
        .map(|name| {
            serde_json::from_value(json!({"name": name, "description": "", "parameters": {"type": "object"}})).unwrap()
        })
        .collect();
    let model: Model = serde_json::from_value(json!({
        "id": "offline", "name": "Offline planner", "api": "builtin", "provider": "builtin", "baseUrl": "", "reasoning": false,
        "input": ["text"], "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}, "contextWindow": 128000, "maxTokens": 8192
    }))
    .unwrap();
    hear(Request {
        model: Arc::new(model),
        credential: None,
        system: Arc::from(vec!["Work carefully.".to_owned()]),
        messages: history.iter().cloned().map(message).collect(),
        tools: tools.into(),
        thinking: ThinkingLevel::Off,
        session_id: "s".into(),
        cache_key: None,
        limits: Limits::default(),
        purpose: Purpose::Answer,
        forced_tool: None,
    })
}

/// Polls the stream to its end; it never waits for anything but its turn.
fn hear(request: Request) -> Heard {
    let mut stream = Offline.stream(request);
    let mut cx = Context::from_waker(Waker::noop());
    let mut heard = Heard::default();
    let mut raw: Vec<String> = Vec::new();
    for _ in 0..100_000 {
        let batch = match stream.as_mut().poll_next(&mut cx) {
            Poll::Ready(Some(batch)) => batch,
            Poll::Ready(None) => break,
            Poll::Pending => continue,
        };
        assert!(!batch.is_empty());
        assert_eq!(heard.end, None, "nothing comes after the end");
        heard.batches += 1;
        for chunk in batch {
            match chunk {
                Chunk::Started { .. } => assert_eq!(heard.batches, 1),
                Chunk::Text(text) => {
                    heard.text_pieces += 1;
                    heard.text.push_str(&text);
                }
                Chunk::Call { key, id, name, fragment: CallFragment::Text(text) } => {
                    let key = usize::try_from(key).unwrap();
                    if key == raw.len() {
                        raw.push(String::new());
                        heard.ids.push(id.unwrap());
                        heard.calls.push((name.unwrap(), Value::Null, 0));
                    }
                    raw[key].push_str(&text);
                    heard.calls[key].2 += 1;
                }
                Chunk::Usage(usage) => heard.tokens = (usage.input, usage.output),
                Chunk::End(End::Done(reason)) => heard.end = Some(reason),
                other => panic!("{other:?}"),
            }
        }
    }
    for (call, text) in heard.calls.iter_mut().zip(raw) {
        call.1 = serde_json::from_str(&text).unwrap();
    }
    heard
}

fn called(heard: &Heard) -> Vec<(&str, &Value)> {
    heard.calls.iter().map(|(name, arguments, _)| (name.as_str(), arguments)).collect()
}

#[test]
fn a_call_comes_in_pieces_after_some_words() {
    let heard = ask(&CORE, &[user("Run `printf 'a b'`")]);
    assert_eq!(called(&heard), [("bash", &json!({"command": "printf 'a b'"}))]);
    assert_eq!(heard.end, Some(StopReason::ToolUse));
    assert_eq!(heard.text, "I will run `printf 'a b'`.");
    assert!((2..=3).contains(&heard.calls[0].2), "{heard:?}");
    assert!(heard.text_pieces >= 2, "{heard:?}");
    assert!(heard.tokens.0 > 0 && heard.tokens.1 > 0, "{heard:?}");
}

#[test]
fn the_same_request_has_the_same_reply() {
    let history = [user("Summarize this repo")];
    assert_eq!(format!("{:?}", ask(&CORE, &history)), format!("{:?}", ask(&CORE, &history)));
}

#[test]
fn the_first_round_of_a_summary_lists_everything() {
    let heard = ask(&CORE, &[user("Summarize this repo")]);
    assert_eq!(
        called(&heard),
        [("glob", &json!({"pattern": "**/*", "limit": 20000})), ("read", &json!({"path": "."}))]
    );
    assert_eq!(heard.ids.len(), 2);
    assert_ne!(heard.ids[0], heard.ids[1]);
}

#[test]
fn tools_go_by_the_names_of_either_protocol() {
    let heard = ask(&["fff_grep", "run_command"], &[user("Search for \"a(b\" in src")]);
    assert_eq!(called(&heard), [("fff_grep", &json!({"pattern": "a(b", "literal": true, "path": "src"}))]);
}

#[test]
fn a_tool_that_is_not_offered_is_named() {
    let heard = ask(&["read", "glob"], &[user("Run ls -la")]);
    assert_eq!(heard.calls, []);
    assert_eq!(heard.end, Some(StopReason::Stop));
    assert!(heard.text.contains("`bash`"), "{}", heard.text);
}

#[test]
fn a_result_is_told_and_ends_the_turn() {
    let heard = ask(
        &CORE,
        &[
            user("run false"),
            call("c1", "bash", json!({"command": "false"})),
            result("c1", "bash", "(no output)\n\nCommand exited with code 1", json!({"exitCode": 1}), true),
        ],
    );
    assert_eq!(heard.end, Some(StopReason::Stop));
    assert!(heard.text.starts_with("`false` ended with exit code 1:"), "{}", heard.text);
}

#[test]
fn a_refused_call_is_not_made_again() {
    let heard = ask(
        &CORE,
        &[
            user("run rm -r x"),
            call("c1", "bash", json!({"command": "rm -r x"})),
            result(
                "c1",
                "bash",
                "Denied by the user",
                json!({"__synthetic": true, "source": "denied", "executed": false}),
                true,
            ),
        ],
    );
    assert_eq!(heard.calls, []);
    assert_eq!(heard.text, "I could not run `rm -r x`: Denied by the user");
}

#[test]
fn a_new_file_is_written_once_its_name_is_found_free() {
    let first = ask(&CORE, &[user("Create hello.txt with hello")]);
    let look = json!({"pattern": "./hello.txt", "limit": 20, "gitignore": false});
    assert_eq!(called(&first), [("glob", &look)]);
    let found = |files: Value| {
        vec![
            user("Create hello.txt with hello"),
            call("c1", "glob", look.clone()),
            result("c1", "glob", "", json!({"fileCount": files.as_array().unwrap().len(), "files": files}), false),
        ]
    };
    let second = ask(&CORE, &found(json!([])));
    assert_eq!(called(&second), [("write", &json!({"path": "hello.txt", "content": "hello"}))]);
    let taken = ask(&CORE, &found(json!(["hello.txt"])));
    assert_eq!(taken.calls, []);
    assert!(taken.text.starts_with("`hello.txt` exists already"), "{}", taken.text);
    let without = ask(&["write"], &[user("Create hello.txt with hello")]);
    assert_eq!(called(&without)[0].0, "write");
}

#[test]
fn text_is_replaced_with_the_edit_tool() {
    let heard = ask(&CORE, &[user("Replace all \"colour\" with \"color\" in src/a.rs")]);
    let edits = json!([{"oldText": "colour", "newText": "color", "replaceAll": true}]);
    assert_eq!(called(&heard), [("edit", &json!({"path": "src/a.rs", "edits": edits}))]);
}

#[test]
fn several_files_are_read_in_one_round() {
    let heard = ask(&CORE, &[user("Read a.txt and src/b.txt")]);
    assert_eq!(called(&heard), [("read", &json!({"path": "a.txt"})), ("read", &json!({"path": "src/b.txt"}))]);
}

#[test]
fn a_file_that_is_elsewhere_is_found_by_its_name() {
    let mut history = vec![
        user("read main.rs"),
        call("c1", "read", json!({"path": "main.rs"})),
        result("c1", "read", "Cannot read `main.rs`: no such file", Value::Null, true),
    ];
    assert_eq!(called(&ask(&CORE, &history)), [("glob", &json!({"pattern": "**/main.rs", "limit": 20}))]);
    history.push(call("c2", "glob", json!({"pattern": "**/main.rs", "limit": 20})));
    history.push(result("c2", "glob", "src/main.rs", json!({"fileCount": 1, "files": ["src/main.rs"]}), false));
    assert_eq!(called(&ask(&CORE, &history)), [("read", &json!({"path": "src/main.rs"}))]);
}

#[test]
fn steps_of_one_request_are_done_in_their_order() {
    let mut history = vec![user("Run `echo a`, then run `echo b`")];
    assert_eq!(called(&ask(&CORE, &history)), [("bash", &json!({"command": "echo a"}))]);
    history.push(call("c1", "bash", json!({"command": "echo a"})));
    history.push(result("c1", "bash", "a", json!({"exitCode": 0}), false));
    assert_eq!(called(&ask(&CORE, &history)), [("bash", &json!({"command": "echo b"}))]);
    history.push(call("c2", "bash", json!({"command": "echo b"})));
    history.push(result("c2", "bash", "b", json!({"exitCode": 0}), false));
    let heard = ask(&CORE, &history);
    assert!(heard.text.contains("`echo a` ended") && heard.text.contains("`echo b` ended"), "{}", heard.text);
}

#[test]
fn the_same_request_again_is_done_again() {
    let history = [
        user("run date"),
        call("c1", "bash", json!({"command": "date"})),
        result("c1", "bash", "Monday", json!({"exitCode": 0}), false),
        said("stop", json!([{"type": "text", "text": "`date` ended"}])),
        user("run date"),
    ];
    assert_eq!(called(&ask(&CORE, &history)), [("bash", &json!({"command": "date"}))]);
}

#[test]
fn a_steer_is_answered_together_with_what_it_interrupted() {
    let skipped = json!({"__synthetic": true, "source": "steering", "executed": false});
    let mut history = vec![
        user("run `echo a`"),
        call("c1", "bash", json!({"command": "echo a"})),
        result("c1", "bash", "Skipped due to queued user message.", skipped, true),
        steer("What can you do?"),
    ];
    assert_eq!(
        called(&ask(&CORE, &history)),
        [("bash", &json!({"command": "echo a"}))],
        "a skipped call is made again"
    );
    history.push(call("c2", "bash", json!({"command": "echo a"})));
    history.push(result("c2", "bash", "a", json!({"exitCode": 0}), false));
    let heard = ask(&CORE, &history);
    assert!(heard.text.starts_with("`echo a` ended") && heard.text.contains("models.yml"), "{}", heard.text);
}

#[test]
fn an_aborted_request_is_not_taken_up_again() {
    let history = [user("run sleep 100"), said("aborted", json!([{"type": "text", "text": "I will"}])), user("Hello!")];
    let heard = ask(&CORE, &history);
    assert_eq!(heard.calls, []);
    assert!(heard.text.starts_with("Hello."), "{}", heard.text);
    // A reply that was cut before its first word is not in the history at all.
    let heard = ask(&CORE, &[user("run sleep 100"), user("Hello!")]);
    assert_eq!(heard.calls, []);
}

#[test]
fn commands_that_the_user_ran_ask_for_nothing() {
    let report = "The user ran `ls`\n```\na\n```";
    let heard = ask(
        &CORE,
        &[user("Hello!"), said("stop", json!([{"type": "text", "text": "Hello."}])), user(report), user("thanks")],
    );
    assert_eq!(heard.text, "You are welcome.");
}

#[test]
fn anything_else_gets_help_and_says_what_this_is() {
    let heard = ask(&CORE, &[user("Refactor the auth module")]);
    assert_eq!(heard.end, Some(StopReason::Stop));
    for part in ["not a language model", "Summarize this repo", "models.yml", "--model", "OPENAI_API_KEY"] {
        assert!(heard.text.contains(part), "{part} is not in {}", heard.text);
    }
    assert!(heard.batches > 20, "{heard:?}");
}
