//! Conversations in the background that a golden cannot hold: what is on disk, and the end of the process.

use std::fs;

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{Launch, Model, Stream, Workspace};

/// A turn that stands in mid-answer goes to the background; gives its file.
fn detached(model: &Model, server: &mut Server, gate: &str) -> String {
    let answer = Stream::new().text("A small").hold(&model.gate(gate)).text(" boat");
    model.reply(answer.finish("stop").usage(11, 7).done().reply());
    let state = server.call(&json!({"id": "s", "type": "get_state"}));
    server.send(&json!({"id": "p", "type": "prompt", "message": "What is this?"}));
    server.until(|frame| frame.delta().is_some());
    let moved = server.call(&json!({"id": "n", "type": "new_session", "background": true}));
    assert_eq!(moved["background"]["sessionFile"], state["sessionFile"]);
    assert_eq!(moved["background"]["streaming"], true);
    state["sessionFile"].as_str().unwrap().to_owned()
}

fn hidden(server: &mut Server) -> usize {
    let listed = server.call(&json!({"id": "g", "type": "get_background_sessions"}));
    listed["sessions"].as_array().unwrap().len()
}

/// The last message of a session file.
fn last_message(path: &str) -> Value {
    let text = fs::read_to_string(path).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    last["message"].clone()
}

#[test]
fn a_turn_that_ends_out_of_sight_is_stored_and_its_session_closed() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    let path = detached(&model, &mut server, "first");
    let other = detached(&model, &mut server, "second");
    assert_eq!(hidden(&mut server), 2);
    model.gate("first").open();
    while hidden(&mut server) > 1 {}
    assert_eq!(last_message(&path)["content"][0]["text"], "A small boat");
    assert_eq!(server.call(&json!({"id": "w", "type": "switch_session", "sessionPath": path}))["cancelled"], false);
    let held = server.call(&json!({"id": "m", "type": "get_messages"}));
    assert_eq!(held["messages"][1]["content"][0]["text"], "A small boat");
    model.gate("second").open();
    assert_eq!(server.finish().code, Some(0));
    assert_eq!(last_message(&other)["stopReason"], "stop");
}

#[test]
fn at_the_end_a_turn_in_the_background_has_its_grace() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).arg("--eof-grace").arg("60").start();
    let path = detached(&model, &mut server, "gate");
    server.close();
    model.gate("gate").open();
    assert_eq!(server.finish().code, Some(0));
    assert_eq!(last_message(&path)["stopReason"], "stop");
}

#[test]
fn after_its_grace_a_turn_in_the_background_is_stopped() {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).arg("--eof-grace").arg("0").start();
    let path = detached(&model, &mut server, "gate");
    assert_eq!(server.finish().code, Some(0));
    let last = last_message(&path);
    assert_eq!((&last["stopReason"], &last["content"][0]["text"]), (&json!("aborted"), &json!("A small")));
    assert_eq!(last["errorMessage"], "The server is shutting down");
}

#[test]
fn a_new_session_beside_a_turn_has_the_model_of_the_launch() {
    let model = Model::start();
    let workspace = Workspace::new();
    workspace.provider(&model.base_url(), "      - id: other\n");
    let mut server = Launch::new(&workspace).start();
    let first = server.call(&json!({"id": "s", "type": "get_state"}))["model"]["id"].clone();
    server.call(&json!({"id": "o", "type": "set_model", "provider": "mock", "modelId": "other"}));
    detached(&model, &mut server, "gate");
    assert_eq!(server.call(&json!({"id": "s", "type": "get_state"}))["model"]["id"], first);
    model.gate("gate").open();
    assert_eq!(server.finish().code, Some(0));
}
