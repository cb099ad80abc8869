//! Flows that a golden cannot hold: an abort at every point, bursts of commands, large outputs of tools.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{Frame, Launch, Model, Reply, Request, Stream, Workspace, sse};

fn looking(model: &Model) {
    model.rule(|request: &Request| {
        Some(if request.after_tools() {
            sse::text(&["It is ", "as it should be."])
        } else {
            let stream = Stream::new().text("Let me ").text("look.");
            let stream = stream.call(0, "call_a", "bash", &["{\"command\":\"echo a\"}"]);
            stream
                .call(1, "call_b", "bash", &["{\"command\":\"echo b\"}"])
                .finish("tool_calls")
                .usage(9, 9)
                .done()
                .reply()
        })
    });
}

fn count(frames: &[Frame], kind: &str) -> usize {
    frames.iter().filter(|frame| frame.is(kind)).count()
}

/// Reads so many frames of a new run, aborts, and gives all frames up to the answer.
fn abort_after(server: &mut Server, frames: usize, id: &str) -> Vec<Frame> {
    server.send(&json!({"id": format!("p{id}"), "type": "prompt", "message": "Have a look"}));
    let mut read = server.up_to(frames);
    server.send(&json!({"id": id, "type": "abort"}));
    read.extend(server.until(|frame| frame.is_reply(id)));
    read
}

#[test]
fn an_abort_after_any_frame_ends_the_run_once_and_before_its_answer() {
    let model = Model::start();
    looking(&model);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).limit(Duration::from_secs(120)).start();
    let whole = server.run("whole", "Have a look").len();
    for n in 0..=whole {
        let read = abort_after(&mut server, n, &format!("a{n}"));
        assert_eq!(count(&read, "agent_end"), count(&read, "agent_start"), "after {n} frames");
        assert!(count(&read, "agent_end") <= 1, "after {n} frames");
        assert_eq!(count(&read, "turn_start"), count(&read, "turn_end"), "after {n} frames");
        assert_eq!(count(&read, "message_start"), count(&read, "message_end"), "after {n} frames");
        assert_eq!(count(&read, "tool_execution_start"), count(&read, "tool_execution_end"), "after {n} frames");
        let state = server.call(&json!({"id": "s", "type": "get_state"}));
        assert_eq!(state["isStreaming"], false, "after {n} frames");
        history_is_whole(&mut server);
    }
    let ended = server.finish();
    assert_eq!((ended.frames.len(), ended.code), (0, Some(0)));
}

/// Every call of the history has a result.
fn history_is_whole(server: &mut Server) {
    let data = server.call(&json!({"id": "m", "type": "get_messages"}));
    let messages = data["messages"].as_array().unwrap();
    let blocks = messages.iter().filter_map(|message| message["content"].as_array()).flatten();
    let calls = blocks.filter(|block| block["type"] == "toolCall").count();
    let results = messages.iter().filter(|message| message["role"] == "toolResult").count();
    assert_eq!(calls, results);
}

#[test]
fn prompts_and_aborts_sent_in_one_piece_pair_up() {
    let model = Model::start();
    looking(&model);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    let mut lines = String::new();
    for i in 0..50 {
        lines += &format!(
            "{}\n{}\n",
            json!({"id": format!("p{i}"), "type": "prompt", "message": "Look"}),
            json!({"id": format!("a{i}"), "type": "abort"})
        );
    }
    server.send_raw(lines.as_bytes());
    let ended = server.finish();
    let ids: Vec<String> =
        ended.frames.iter().filter(|f| f.is("response")).map(|f| f.value["id"].as_str().unwrap().into()).collect();
    let wanted: Vec<String> = (0..50).flat_map(|i| [format!("p{i}"), format!("a{i}")]).collect();
    assert_eq!(ids, wanted);
    assert!(ended.frames.iter().filter(|frame| frame.is("response")).all(|frame| frame.value["success"] == true));
    assert_eq!(count(&ended.frames, "agent_start"), count(&ended.frames, "agent_end"));
    assert_eq!(ended.code, Some(0));
}

#[test]
fn a_prompt_sent_on_reading_the_end_is_never_busy() {
    let model = Model::start();
    model.rule(|_| Some(sse::text(&["Yes."])));
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    for i in 0..100 {
        let frames = server.run(&format!("p{i}"), "Again");
        assert_eq!(frames[0].value["success"], true, "{}", frames[0].raw);
    }
}

#[test]
fn commands_beside_each_other_are_all_answered() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    for i in 0..20 {
        server.send(&json!({"id": format!("b{i}"), "type": "bash", "command": format!("echo {i}")}));
    }
    let ended = server.finish();
    let answered: HashSet<String> =
        ended.frames.iter().map(|frame| frame.value["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(answered.len(), 20);
    for frame in &ended.frames {
        let number = frame.value["id"].as_str().unwrap().trim_start_matches('b').to_owned();
        assert_eq!(frame.value["data"]["output"].as_str().map(str::trim), Some(number.as_str()));
    }
}

#[test]
fn a_large_output_is_bounded_on_the_wire_and_whole_in_a_file() {
    let model =
        Model::with([sse::calls(&[("call_a", "bash", json!({"command": "seq 1 200000"}))]), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    let frames = server.run("p", "Count");
    let end = frames.iter().find(|frame| frame.is("tool_execution_end")).unwrap();
    assert!(end.raw.len() < 128 * 1024, "{} bytes", end.raw.len());
    assert!(server.bytes_read() < 2 * 1024 * 1024, "{} bytes in all", server.bytes_read());
    let text = crate::support::model::text_of(&end.value["result"]["content"]);
    assert!(text.contains("200000"), "the tail is shown");
    if let Some(peak) = server.peak_memory() {
        assert!(peak < 64 * 1024, "{peak} KiB");
    }
}

#[test]
fn a_background_child_does_not_hold_the_call() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    let command = "sleep 20 & setsid sleep 20 & echo away";
    let data = server.call(&json!({"id": "b", "type": "bash", "command": command}));
    assert_eq!((data["output"].as_str().map(str::trim), data["exitCode"].as_i64()), (Some("away"), Some(0)));
}

#[test]
fn a_command_sees_neither_the_key_nor_the_home_of_its_server() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).env("OPENAI_API_KEY", "secret-one").env("OTHER", "kept").start();
    let data = server.call(&json!({"id": "b", "type": "bash", "command": "env"}));
    let output = data["output"].as_str().unwrap();
    assert!(!output.contains("secret-one") && output.contains("OTHER=kept"), "{output}");
}

#[test]
fn every_frame_of_a_busy_session_conforms_in_strict_mode() {
    let model = Model::start();
    looking(&model);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.run("p", "Have a look");
    let commands = ["get_state", "get_messages", "get_session_stats", "get_available_models", "get_available_commands"];
    for command in commands {
        let reply: Value = server.ask(&json!({"id": command, "type": command}));
        assert_eq!(reply["success"], true, "{reply}");
    }
    // A frame that does not conform turns into a failure, a line on stderr and this exit code.
    let ended = server.finish();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
}

/// Fails the first two requests behind each message of the user, the second in mid-answer.
fn faltering(model: &Model) {
    let asked = AtomicUsize::new(0);
    model.rule(move |_: &Request| {
        Some(match asked.fetch_add(1, Ordering::SeqCst) % 3 {
            0 => Reply::json(503, &json!({"error": {"message": "Not now"}})),
            1 => Stream::new().text("Let me").cut().reply(),
            _ => sse::text(&["It is as it should be."]),
        })
    });
}

#[test]
fn replies_that_were_asked_for_again_are_in_the_file_and_not_in_the_history() {
    let model = Model::start();
    faltering(&model);
    let workspace = Workspace::on(&model);
    workspace.settings("retry: {baseDelayMs: 1}\n");
    let mut server = Launch::new(&workspace).start();
    for id in ["p1", "p2"] {
        let frames = server.run(id, "Have a look");
        assert_eq!(count(&frames, "auto_retry_start"), 2);
        assert_eq!(count(&frames, "auto_retry_end"), 1);
        assert_eq!((count(&frames, "agent_start"), count(&frames, "agent_end")), (3, 1));
    }
    let before = server.call(&json!({"id": "m", "type": "get_messages"}));
    assert_eq!(server.finish().code, Some(0));
    let stored = workspace.transcript().iter().filter(|entry| entry["message"]["stopReason"] == "error").count();
    assert_eq!(stored, 4);
    let mut server = Launch::new(&workspace).arg("--continue").start();
    let after = server.call(&json!({"id": "m", "type": "get_messages"}));
    assert_eq!(after["messages"].as_array().map(Vec::len), Some(4), "{after:#}");
    assert_eq!(after, before);
    let asked = model.requests();
    assert_eq!(asked.last().map(Request::roles), Some(vec!["system", "user", "assistant", "user"]));
    assert_eq!(server.finish().code, Some(0));
}
