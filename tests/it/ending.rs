//! How a server ends: the end of its input, a signal, a host that is gone.

use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use serde_json::{Value, json};

use crate::support::server::{Pace, Server};
use crate::support::workspace::Lifeline;
use crate::support::{Frame, Gate, Launch, Model, Stream, Workspace, sse};

/// A model that says two words and then waits, a server on it, and a turn that has begun.
fn turn(arguments: &[&str]) -> (Workspace, Model, Gate, Server) {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(Stream::new().text("two words").hold(&gate).text(" more").finish("stop").done().reply());
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).args(arguments.iter().copied()).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Speak"}));
    server.until(|frame| frame.delta().is_some());
    (workspace, model, gate, server)
}

fn kinds(frames: &[Frame]) -> Vec<&str> {
    frames.iter().map(Frame::kind).filter(|kind| *kind != "message_update").collect()
}

/// The message with which the last run ended.
fn last_message(frames: &[Frame]) -> &Value {
    let end = frames.iter().rfind(|frame| frame.is("agent_end")).expect("an end event");
    end.value["messages"].as_array().and_then(|all| all.last()).expect("a message")
}

#[test]
fn the_end_of_input_right_away_is_a_clean_exit() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).spawn();
    let ended = server.finish();
    assert_eq!((kinds(&ended.frames), ended.code), (vec!["ready", "available_commands_update"], Some(0)));
    assert!(workspace.sessions().is_empty(), "a session file without a prompt");
}

#[test]
fn a_last_line_without_lf_is_served() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    server.send_raw(b"{\"id\":\"a\",\"type\":\"abort\"}\n{\"id\":\"b\",\"type\":\"get_messages\"}");
    let ended = server.finish();
    assert_eq!(ended.frames.iter().map(|f| f.value["id"].clone()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(ended.code, Some(0));
}

#[test]
fn half_a_frame_at_the_end_is_a_parse_failure() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    server.send_raw(b"{\"id\":\"a\",\"type\":\"ab");
    let ended = server.finish();
    assert!(ended.frames[0].has(&json!({"command": "parse", "success": false})));
    assert_eq!((ended.frames.len(), ended.code), (1, Some(0)));
}

#[test]
fn a_turn_that_ends_within_the_grace_is_whole() {
    let (_workspace, _model, gate, mut server) = turn(&[]);
    server.close();
    gate.open();
    let ended = server.ended();
    assert_eq!(kinds(&ended.frames), ["message_end", "turn_end", "agent_end"]);
    assert_eq!(last_message(&ended.frames)["stopReason"], "stop");
    assert_eq!(ended.code, Some(0));
}

#[test]
fn a_turn_that_outlives_the_grace_is_ended_and_kept() {
    let (workspace, model, _gate, mut server) = turn(&["--eof-grace", "1"]);
    let begun = Instant::now();
    let ended = server.finish();
    assert!(begun.elapsed() >= Duration::from_millis(900), "the grace was cut: {:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(kinds(&ended.frames), ["message_end", "turn_end", "agent_end"]);
    assert_eq!(last_message(&ended.frames)["stopReason"], "aborted");
    assert_eq!(ended.code, Some(0));
    model.hung_up(1);
    let stored = workspace.transcript();
    let roles: Vec<&Value> =
        stored.iter().map(|entry| &entry["message"]["role"]).filter(|role| !role.is_null()).collect();
    assert_eq!(roles, ["user", "assistant"]);
}

#[test]
fn a_signal_ends_a_turn_in_under_half_a_second() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let (_workspace, _model, _gate, mut server) = turn(&[]);
        let begun = Instant::now();
        server.signal(signal);
        let ended = server.ended();
        assert!(begun.elapsed() < Duration::from_millis(500), "{signal}: {:?}", begun.elapsed());
        assert_eq!(kinds(&ended.frames), ["message_end", "turn_end", "agent_end"], "{signal}");
        assert_eq!(last_message(&ended.frames)["stopReason"], "aborted", "{signal}");
        assert_eq!(ended.code, Some(0), "{signal}");
    }
}

#[test]
fn a_signal_ends_an_idle_server() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    let begun = Instant::now();
    server.signal(Signal::SIGTERM);
    let ended = server.ended();
    assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
    assert_eq!((ended.frames.len(), ended.code), (0, Some(0)));
}

/// Starts a command that says it runs, through a pipe that it and its children hold open, and then waits for ever.
fn hanging_command(workspace: &Workspace, server: &mut Server) -> Lifeline {
    let lifeline = Lifeline::new(workspace.fifo("life"));
    workspace.fifo("never");
    server.send(&json!({"id": "b", "type": "bash", "command": "exec 9>life; echo here >&9; sleep 1000 & cat never"}));
    lifeline.lives();
    lifeline
}

#[test]
fn a_command_that_outlives_the_end_is_killed_and_answered() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).args(["--eof-grace", "0"]).start();
    let command = hanging_command(&workspace, &mut server);
    let ended = server.finish();
    let answer = &ended.frames[0];
    assert!(answer.has(&json!({"id": "b", "success": true, "data": {"cancelled": true}})), "{}", answer.raw);
    assert_eq!(ended.code, Some(0));
    command.ends();
}

#[test]
fn a_signal_takes_the_commands_with_it() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    let command = hanging_command(&workspace, &mut server);
    let begun = Instant::now();
    server.signal(Signal::SIGTERM);
    let ended = server.ended();
    assert!(begun.elapsed() < Duration::from_millis(500), "{:?}", begun.elapsed());
    assert!(ended.frames.iter().any(|frame| frame.is_reply("b")));
    assert_eq!(ended.code, Some(0));
    command.ends();
}

#[test]
fn an_abort_kills_the_model_s_command_and_its_children() {
    let command = json!({"command": "exec 9>life; echo here >&9; sleep 1000 & cat never"});
    let model = Model::with([sse::calls(&[("call_1", "bash", command)])]);
    let workspace = Workspace::on(&model);
    let lifeline = Lifeline::new(workspace.fifo("life"));
    workspace.fifo("never");
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Hang"}));
    server.until_kind("tool_execution_start");
    lifeline.lives();
    let begun = Instant::now();
    assert_eq!(server.ask(&json!({"id": "a", "type": "abort"}))["success"], true);
    assert!(begun.elapsed() < Duration::from_millis(2_500), "{:?}", begun.elapsed());
    lifeline.ends();
}

#[test]
fn a_server_whose_host_no_longer_reads_stops_its_work() {
    let (model, gate) = (Model::start(), Gate::new());
    let mut stream = Stream::new().text("first").hold(&gate);
    for _ in 0..5_000 {
        stream = stream.text("a line that nobody reads ");
    }
    model.reply(stream.hold(&Gate::new()).reply());
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).pace(Pace::Gone { after: 8 }).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Speak"}));
    // The last of them is the start of the answer, so the model has been asked.
    assert_eq!(server.rest().iter().filter(|frame| frame.is("message_start")).count(), 2);
    gate.open();
    // The input stays open: the server ends because its output is gone.
    server.wait();
    model.hung_up(1);
}

#[test]
fn the_session_of_an_ended_server_can_be_continued() {
    let model = Model::with([sse::text(&["one"]), sse::text(&["two"])]);
    let workspace = Workspace::on(&model);
    let mut first = Launch::new(&workspace).start();
    first.run("p", "First");
    assert_eq!(first.finish().code, Some(0));
    let mut second = Launch::new(&workspace).arg("--continue").start();
    let data = second.call(&json!({"id": "m", "type": "get_messages"}));
    assert_eq!(data["messages"].as_array().map(Vec::len), Some(2));
    second.run("p", "Second");
    assert_eq!(second.call(&json!({"id": "t", "type": "get_last_assistant_text"}))["text"], "two");
    assert_eq!(model.requests()[1].roles().iter().filter(|role| **role != "system").count(), 3);
    assert_eq!(workspace.sessions().len(), 1);
}
