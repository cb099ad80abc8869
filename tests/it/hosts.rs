//! What a host owns, end to end: sets that change in a turn, sessions that change, and whole hosts in other languages.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::support::server::Pace;
use crate::support::{Gate, Launch, Model, Reply, Request, Workspace, root, sse};

fn tool(name: &str) -> Value {
    json!({"name": name, "description": "Works", "parameters": {"type": "object"}})
}

fn set_tools(id: &str, names: &[&str]) -> Value {
    let tools: Vec<Value> = names.iter().map(|name| tool(name)).collect();
    json!({"id": id, "type": "set_host_tools", "tools": tools})
}

/// Names of the tools that a request offers the model.
fn offered(request: &Request) -> BTreeSet<String> {
    let tools = request.body["tools"].as_array().into_iter().flatten();
    tools.filter_map(|tool| tool["function"]["name"].as_str()).map(str::to_owned).collect()
}

fn one_call(name: &str) -> Reply {
    sse::calls(&[("call_a", name, json!({}))])
}

#[test]
fn a_set_that_changes_in_a_turn_holds_from_the_next_request_on() {
    let model = Model::with([one_call("first"), one_call("first"), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.call(&set_tools("t1", &["first"]));
    server.send(&json!({"id": "p", "type": "prompt", "message": "Go on"}));
    server.until_kind("host_tool_call");
    server.call(&set_tools("t2", &["second"]));
    server.send(&json!({"type": "host_tool_result", "id": "host_1", "result": {"content": []}}));
    let frames = server.until_kind("agent_end");
    // A call that was under way ends with its answer; a later one of the tool that is gone reaches nobody.
    let ends: Vec<&str> = frames
        .iter()
        .filter(|frame| frame.is("tool_execution_end"))
        .filter_map(|frame| frame.value["result"]["content"][0]["text"].as_str())
        .collect();
    assert_eq!(ends, ["(no output)", "Tool first not found"]);
    assert!(!frames.iter().any(|frame| frame.is("host_tool_call")));
    let requests = model.requests();
    let names: Vec<BTreeSet<String>> = requests.iter().map(offered).collect();
    assert!(names[0].contains("first") && !names[0].contains("second"));
    assert!(names[1].contains("second") && !names[1].contains("first"));
    assert_eq!(names[1], names[2]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn tools_and_schemes_stay_when_the_session_changes() {
    let model = Model::with([one_call("first"), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.call(&set_tools("t", &["first"]));
    server.call(
        &json!({"id": "u", "type": "set_host_uri_schemes", "schemes": [{"scheme": "db", "description": "Rows"}]}),
    );
    server.call(&json!({"id": "n", "type": "new_session"}));
    server.send(&json!({"id": "p", "type": "prompt", "message": "Go on"}));
    server.until_kind("host_tool_call");
    server.send(&json!({"type": "host_tool_result", "id": "host_1", "result": {"content": []}}));
    server.until_kind("agent_end");
    let request = &model.requests()[0];
    let tools = request.body["tools"].as_array().unwrap();
    let described = |name: &str| {
        let tool = tools.iter().find(|tool| tool["function"]["name"] == name).unwrap();
        tool["function"]["description"].as_str().unwrap_or_default().to_owned()
    };
    assert!(described("read").ends_with("It reads these addresses of the host, too: db://... (Rows)."));
    assert!(!described("write").contains("db://"));
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_call_of_a_conversation_that_went_to_the_background_still_reaches_the_host() {
    let model = Model::with([one_call("first"), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.call(&set_tools("t", &["first"]));
    server.send(&json!({"id": "p", "type": "prompt", "message": "Go on"}));
    server.until_kind("host_tool_call");
    let moved = server.call(&json!({"id": "n", "type": "new_session", "background": true}));
    assert_eq!(moved["background"]["streaming"], true, "{moved}");
    let result = json!({"content": [{"type": "text", "text": "found"}]});
    server.send(&json!({"type": "host_tool_result", "id": "host_1", "result": result}));
    let request = model.asked(2).pop().unwrap();
    assert_eq!(request.last("tool").as_deref(), Some("found"));
    assert_eq!(server.finish().code, Some(0));
}

/// K05: neither side waits for the other, although both have more to say than the pipes hold.
#[test]
fn a_host_that_does_not_read_can_still_write_and_every_call_is_answered() {
    let (model, gate) = (Model::start(), Gate::new());
    let filler = "x".repeat(4096);
    let mut calls: Vec<(String, &str, Value)> = Vec::new();
    for n in 0..100 {
        calls.push((format!("call_{n}"), "first", json!({"n": n, "filler": filler})));
    }
    let calls: Vec<(&str, &str, Value)> =
        calls.iter().map(|(id, name, args)| (id.as_str(), *name, args.clone())).collect();
    model.reply(sse::calls(&calls));
    model.reply(sse::text(&["Done."]));
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).pace(Pace::Stalled { after: 4, gate: gate.clone() }).start();
    server.call(&set_tools("t", &["first"]));
    server.send(&json!({"id": "p", "type": "prompt", "message": "Go on"}));
    let stray =
        json!({"type": "host_tool_update", "id": "nobody", "partialResult": {"content": ["y".repeat(64 * 1024)]}});
    for _ in 0..64 {
        server.send(&stray);
    }
    gate.open();
    let mut asked = 0;
    let frames = loop {
        let frame = server.next();
        if frame.is("host_tool_call") {
            let text = frame.value["arguments"]["n"].to_string();
            let result = json!({"content": [{"type": "text", "text": text}]});
            server.send(&json!({"type": "host_tool_result", "id": frame.value["id"], "result": result}));
            asked += 1;
        }
        if frame.is("turn_end") {
            break frame;
        }
    };
    let results = frames.value["toolResults"].as_array().unwrap();
    assert_eq!((asked, results.len()), (100, 100));
    for result in results {
        let call = result["toolCallId"].as_str().unwrap().trim_start_matches("call_");
        assert_eq!(result["content"][0]["text"], call);
    }
    server.until_kind("agent_end");
    assert_eq!(server.finish().code, Some(0));
}

/// Answers `load` with calls of all kinds, `calls` with tools only, and everything else with a word.
fn busy(model: &Model) {
    let asked = Mutex::new(0);
    model.rule(move |request: &Request| {
        let message = request.last_user();
        if request.after_tools() || !["load", "calls"].contains(&message.as_str()) {
            return Some(sse::text(&["Done."]));
        }
        let mut asked = asked.lock().unwrap();
        *asked += 1;
        let mut calls: Vec<(String, &str, Value)> = Vec::new();
        for n in 0..200 {
            let name = if n % 2 == 0 { "work_a" } else { "work_b" };
            calls.push((format!("call_{asked}_{n}"), name, json!({"n": n})));
            if message == "load" && n % 10 == 0 {
                calls.push((format!("read_{asked}_{n}"), "read", json!({"path": format!("db://rows/{n}")})));
            }
            if message == "load" && n % 40 == 0 {
                let question = json!({"id": "q", "question": format!("Question {n}?"), "options": [{"label": "no"}]});
                calls.push((format!("ask_{asked}_{n}"), "ask", json!({"questions": [question]})));
            }
        }
        let calls: Vec<(&str, &str, Value)> =
            calls.iter().map(|(id, name, arguments)| (id.as_str(), *name, arguments.clone())).collect();
        Some(sse::calls(&calls))
    });
}

/// Runs a host that is written in another language. Without its interpreter the test says so and passes.
fn drive(interpreter: &str, script: &str) {
    if Command::new(interpreter).arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no {interpreter}, so tests/hosts/{script} was not run");
        return;
    }
    let model = Model::start();
    busy(&model);
    let workspace = Workspace::on(&model);
    let mut host = Command::new(interpreter);
    // Another order of answers and noise: `HOSTS_SEED=8 cargo test --test it hosts`.
    let seed = std::env::var("HOSTS_SEED").unwrap_or_else(|_| "7".into());
    host.arg(root().join("tests/hosts").join(script)).arg(seed).arg(env!("CARGO_BIN_EXE_hostwire"));
    host.args(["--mode", "rpc-ui", "--strict"]).current_dir(workspace.path()).env_clear();
    host.env("PATH", std::env::var("PATH").unwrap_or_default()).env("HOSTWIRE_HOME", workspace.home());
    host.env("HOME", workspace.user()).env("TMPDIR", workspace.temp());
    let ended = host.output().unwrap();
    let told = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ended.status.success(), "{script}\n{}\n{}", told(&ended.stdout), told(&ended.stderr));
    let counts: Value = serde_json::from_slice(&ended.stdout).unwrap();
    eprintln!("{script}: {counts}");
    // Twice 225 at once, a hundred and fifty-one before the cuts; all of the noise was made.
    assert!(counts["answered"].as_u64() >= Some(601) && counts["late"].as_u64() >= Some(249), "{counts}");
    for kind in ["strays", "repeats", "updates", "cancels"] {
        assert!(counts[kind].as_u64() > Some(0), "{counts}");
    }
}

#[test]
fn a_python_host_under_load_gets_every_result_to_its_own_call() {
    drive("python3", "host.py");
}

#[test]
fn a_node_host_under_load_gets_every_result_to_its_own_call() {
    drive("node", "host.mjs");
}
