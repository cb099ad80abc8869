//! MCP servers as children, sound and faulty, through the real process.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::model::text_of;
use crate::support::server::Server;
use crate::support::{Frame, Launch, Model, Reply, Workspace, root, sse};

/// Whether the servers of these tests can run; says it loudly when not.
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|run| run.status.success());
    if !found {
        let _ = std::io::stderr()
            .write_all(b"\n*** SKIPPED: python3 is not there; the tests of MCP servers need it ***\n\n");
    }
    found
}

/// A workspace whose settings name these servers, each with its fault and what else its entry says.
fn workspace(model: &Model, servers: &[(&str, &str, &str)]) -> Workspace {
    let workspace = Workspace::on(model);
    let script = root().join("tests/fixtures/mcp/server.py");
    let mut yaml = "retry: {enabled: false}\nmcpServers:\n".to_owned();
    for (name, fault, more) in servers {
        writeln!(yaml, "  {name}: {{command: python3, args: [{:?}, {fault}]{more}}}", script.display().to_string())
            .unwrap();
    }
    workspace.settings(&yaml);
    workspace
}

fn call(name: &str, arguments: &Value) -> Reply {
    sse::calls(&[("call_1", name, arguments.clone())])
}

/// Asks until the model is offered this tool.
fn until_offered(server: &mut Server, tool: &str) {
    loop {
        let state = server.call(&json!({"id": "s", "type": "get_state"}));
        let tools = state["dumpTools"].as_array().unwrap();
        if tools.iter().any(|offered| offered["name"] == tool) {
            return;
        }
    }
}

/// The result of the only call of a turn: whether it failed, its text.
fn result(frames: &[Frame]) -> (bool, String) {
    let end = frames.iter().find(|frame| frame.is("tool_execution_end")).expect("a call");
    (end.value["isError"] == true, text_of(&end.value["result"]["content"]))
}

fn prompt(fault: &str, more: &str, tool: &str, arguments: &Value) -> (bool, String) {
    let model = Model::with([call(&format!("mcp__t__{tool}"), arguments), sse::text(&["Done."])]);
    let workspace = workspace(&model, &[("t", fault, more)]);
    let mut server = Launch::new(&workspace).start();
    until_offered(&mut server, "mcp__t__echo");
    let frames = server.run("p", "Go on");
    assert_eq!(server.finish().code, Some(0));
    model.assert_spent();
    result(&frames)
}

#[test]
fn a_tool_of_a_server_is_offered_and_called() {
    if python() {
        assert_eq!(prompt("none", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
        assert_eq!(prompt("none", "", "fail", &json!({})), (true, "It failed".into()));
        let (failed, text) = prompt("none", "", "echo", &json!({"message": 1}));
        assert!(failed && text.contains("/message"), "{text}");
    }
}

#[test]
fn banner_lines_and_carriage_returns_are_passed_over() {
    if python() {
        assert_eq!(prompt("banner", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
    }
}

#[test]
fn a_flood_on_stderr_is_drained() {
    if python() {
        assert_eq!(prompt("flood", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
    }
}

#[test]
fn a_server_that_dies_in_mid_call_costs_an_error_result() {
    if python() {
        let (failed, text) = prompt("die_in_call", "", "echo", &json!({"message": "hi"}));
        assert!(failed && text.contains("was lost during the call of echo"), "{text}");
    }
}

#[test]
fn a_call_that_is_never_answered_ends_by_its_time() {
    if python() {
        let (failed, text) = prompt("silent_call", ", timeout: 3000", "echo", &json!({"message": "hi"}));
        assert!(failed && text.contains("did not answer the call of echo within 3 s"), "{text}");
    }
}

#[test]
fn a_server_gets_no_credentials() {
    if python() {
        let model = Model::with([call("mcp__t__env", &json!({})), sse::text(&["Done."])]);
        let workspace = workspace(&model, &[("t", "none", ", env: {SHOWN: \"1\"}")]);
        let mut server = Launch::new(&workspace).env("OPENAI_API_KEY", "sk-secret").start();
        until_offered(&mut server, "mcp__t__env");
        let (failed, names) = result(&server.run("p", "Go on"));
        server.finish();
        assert!(!failed && names.lines().any(|name| name == "SHOWN"), "{names}");
        assert!(!names.contains("OPENAI_API_KEY"), "{names}");
    }
}

#[test]
fn servers_that_fail_at_the_start_touch_neither_the_start_nor_the_others() {
    if python() {
        let model = Model::with([call("mcp__good__echo", &json!({"message": "hi"})), sse::text(&["Done."])]);
        let faulty = [
            ("dead", "die_at_start", ""),
            ("deaf", "deaf", ""),
            ("good", "none", ""),
            ("mute", "silent_at_start", ""),
            ("sound", "none", ", autoConnect: false"),
        ];
        let workspace = workspace(&model, &faulty);
        workspace.file(".mcp.json", r#"{"mcpServers": {"gone": {"command": "/nonexistent/mcp"}}}"#);
        let mut server = Launch::new(&workspace).limit(Duration::from_secs(20)).start();
        until_offered(&mut server, "mcp__good__echo");
        assert_eq!(result(&server.run("p", "Go on")), (false, "Echo: hi".into()));
        let state = server.call(&json!({"id": "s", "type": "get_state"}));
        let names: Vec<&str> =
            state["dumpTools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
        assert!(
            names.iter().filter(|name| name.starts_with("mcp__")).all(|name| name.starts_with("mcp__good__")),
            "{names:?}"
        );
        let ended = server.finish();
        assert_eq!(ended.code, Some(0));
        assert!(ended.stderr.contains("its last words: no licence found"), "{}", ended.stderr);
        assert!(ended.stderr.contains("/nonexistent/mcp"), "{}", ended.stderr);
    }
}

#[test]
fn a_list_of_tools_that_changes_is_read_again() {
    if python() {
        let model = Model::with([call("mcp__t__grow", &json!({})), sse::text(&["Done."])]);
        let workspace = workspace(&model, &[("t", "none", "")]);
        let mut server = Launch::new(&workspace).start();
        until_offered(&mut server, "mcp__t__grow");
        assert_eq!(result(&server.run("p", "Go on")), (false, "grown".into()));
        until_offered(&mut server, "mcp__t__late");
        assert_eq!(server.finish().code, Some(0));
    }
}

#[test]
fn an_abort_cuts_a_call_and_a_picture_comes_through() {
    if python() {
        let model = Model::with([call("mcp__t__echo", &json!({"message": "hi"}))]);
        let silent = workspace(&model, &[("t", "silent_call", "")]);
        let mut server = Launch::new(&silent).start();
        until_offered(&mut server, "mcp__t__echo");
        server.send(&json!({"id": "p", "type": "prompt", "message": "Go on"}));
        server.until_kind("tool_execution_start");
        let mut frames = Vec::new();
        server.send(&json!({"id": "a", "type": "abort"}));
        frames.extend(server.until(|frame| frame.is_reply("a")));
        let (failed, text) = result(&frames);
        assert!(failed && text.contains("was cut"), "{text}");
        assert_eq!(server.finish().code, Some(0));

        let model = Model::with([call("mcp__t__picture", &json!({})), sse::text(&["Done."])]);
        let workspace = workspace(&model, &[("t", "none", "")]);
        let mut server = Launch::new(&workspace).start();
        until_offered(&mut server, "mcp__t__picture");
        let frames = server.run("p", "Go on");
        let end = frames.iter().find(|frame| frame.is("tool_execution_end")).unwrap();
        assert_eq!(end.value["result"]["content"][0]["type"], "image");
        assert_eq!(server.finish().code, Some(0));
    }
}
