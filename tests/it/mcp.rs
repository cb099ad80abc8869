//! MCP servers as children, sound and faulty, through the real process.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::mcp::{HOSTS, Host, Used, ask, scripted};
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

/// The same in both protocols, on a server of the name `s`.
fn in_both(fault: &str, more: &str, tool: &str) -> Vec<Used> {
    let used = HOSTS.map(|host| {
        let model = Model::start();
        scripted(&model, tool, &json!({"message": "hi"}));
        let workspace = workspace(&model, &[("s", fault, more)]);
        let mut server = host.spawn(&workspace);
        host.until_connected(&mut server, "s");
        let used = host.prompt(&mut server);
        assert_eq!(server.finish().code, Some(0));
        model.assert_spent();
        used
    });
    used.into()
}

#[test]
fn a_server_that_dies_in_mid_call_costs_an_error_result() {
    if python() {
        for used in in_both("die_in_call", "", "echo") {
            assert!(used.failed && used.text.contains("was lost during the call of echo"), "{used:?}");
        }
    }
}

#[test]
fn a_call_that_is_never_answered_ends_by_its_time() {
    if python() {
        for used in in_both("silent_call", ", timeout: 5000", "echo") {
            assert!(used.failed && used.text.contains("did not answer the call of echo within 5 s"), "{used:?}");
        }
    }
}

#[test]
fn a_server_that_takes_long_to_connect_delays_no_frame_and_is_offered_when_it_is_there() {
    if python() {
        let model = Model::with([sse::text(&["Without it."])]);
        scripted(&model, "echo", &json!({"message": "hi"}));
        let slow = workspace(&model, &[("s", "gated", "")]);
        let mut server = Host::Autohand.spawn(&slow);
        server.expect("agent_start");
        let rows = ask(&mut server, "mcp_list_servers");
        assert_eq!(rows["servers"][0]["status"], "disconnected", "{rows}");
        server.send(&json!({"type": "prompt", "message": "Go on", "id": "p"}));
        server.until_kind("turn_end");
        assert!(!model.requests()[0].body["tools"].to_string().contains("mcp__s__"));
        slow.file("open", "");
        Host::Autohand.until_connected(&mut server, "s");
        assert_eq!(Host::Autohand.prompt(&mut server).text, "Echo: hi");
        server.finish();
    }
}

#[test]
fn a_late_answer_is_not_taken_for_that_of_the_next_call() {
    if python() {
        for host in HOSTS {
            let model = Model::start();
            scripted(&model, "echo", &json!({"message": "first"}));
            scripted(&model, "echo", &json!({"message": "second"}));
            let workspace = workspace(&model, &[("s", "late", ", timeout: 5000")]);
            let mut server = host.spawn(&workspace);
            host.until_connected(&mut server, "s");
            assert!(host.prompt(&mut server).failed);
            assert_eq!(host.prompt(&mut server).text, "Echo: second");
            server.finish();
        }
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
        // The others may fail later than the good one answers; the server's own limit ends this if they never do.
        while !server.stderr().contains("its last words: no licence found") {
            server.call(&json!({"id": "s", "type": "get_state"}));
        }
        let ended = server.finish();
        assert_eq!(ended.code, Some(0));
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

#[test]
fn a_tool_that_is_not_as_it_should_be_does_not_cost_the_others() {
    if python() {
        assert_eq!(prompt("bare", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
        assert_eq!(prompt("bare", "", "bare", &json!({"any": 1})), (true, "It failed".into()));
        let (failed, text) = prompt("odd_block", "", "echo", &json!({"message": "hi"}));
        assert!(!failed && text.ends_with("kept"), "{text}");
    }
}

#[test]
fn lists_without_end_and_names_that_clash_are_bounded() {
    if python() {
        assert_eq!(prompt("pages", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
        for (fault, least, most) in [("many", 512, 512), ("names", 13, 15)] {
            let model = Model::with([call("mcp__t__echo", &json!({"message": "hi"})), sse::text(&["Done."])]);
            let workspace = workspace(&model, &[("t", fault, "")]);
            let mut server = Launch::new(&workspace).start();
            until_offered(&mut server, "mcp__t__echo");
            let frames = server.run("p", "Go on");
            assert_eq!(result(&frames), (false, "Echo: hi".into()));
            let tools = model.requests()[0].body["tools"].as_array().unwrap().clone();
            let names: Vec<&str> = tools.iter().filter_map(|tool| tool["function"]["name"].as_str()).collect();
            let served: Vec<&&str> = names.iter().filter(|name| name.starts_with("mcp__")).collect();
            assert!((least..=most).contains(&served.len()), "{fault}: {}", served.len());
            let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
            assert!(names.iter().all(|name| name.len() <= 64 && name.chars().all(fits)), "{names:?}");
            assert_eq!(names.iter().collect::<std::collections::HashSet<_>>().len(), names.len());
            server.finish();
        }
    }
}

#[test]
fn hostile_schemas_cost_neither_time_nor_the_process() {
    if python() {
        assert_eq!(prompt("schemas", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
        for tool in ["loop", "remote", "false"] {
            assert_eq!(prompt("schemas", "", tool, &json!({"message": "hi"})).1, "It failed", "{tool}");
        }
    }
}

#[test]
fn what_is_no_message_is_passed_over() {
    if python() {
        assert_eq!(prompt("junk", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
    }
}

#[test]
fn a_storm_of_notifications_leaves_the_rest_at_work() {
    if python() {
        assert_eq!(prompt("storm", "", "echo", &json!({"message": "hi"})), (false, "Echo: hi".into()));
    }
}

#[test]
fn a_server_that_asks_without_end_and_reads_nothing_is_cut_off() {
    if python() {
        let (failed, text) = prompt("asks", "", "echo", &json!({"message": "hi"}));
        assert!(failed && text.contains("was lost during the call"), "{text}");
    }
}

#[test]
fn huge_answers_are_cut() {
    if python() {
        let (failed, text) = prompt("huge_result", "", "echo", &json!({"message": "hi"}));
        assert!(!failed && text.len() < 70_000 && text.ends_with("the rest is left out]"), "{}", text.len());
        let (failed, text) = prompt("refuses", "", "echo", &json!({"message": "hi"}));
        assert!(failed && text.len() < 3000 && text.contains("refused the call of echo: zzz"), "{}", text.len());
    }
}

#[test]
fn signs_of_progress_give_a_call_more_time() {
    if python() {
        let (failed, text) = prompt("progress", ", timeout: 5000", "echo", &json!({"message": "hi"}));
        assert_eq!((failed, text.as_str()), (false, "Echo: hi"));
    }
}

#[test]
fn secrets_of_a_server_are_shown_nowhere() {
    let workspace = Workspace::new();
    workspace.settings(
        "mcpServers:\n  web: {url: \"http://someone:hunter22@127.0.0.1:1/mcp?key=topsecret\"}\n  \
         odd: {url: \"nowhere://someone:hunter22@[/?key=topsecret\"}\n  \
         loud: {command: sh, args: [-c, \"echo cannot log in with $WORD >&2\", --token, argsecret], env: {WORD_TOKEN: envsecret, WORD: \"${X:-envsecret}\"}}\n",
    );
    let mut server =
        Launch::bare(&workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict", "--log", "debug"]).spawn();
    let rows = loop {
        server.send(&json!({"type": "mcp_list_servers", "id": "l"}));
        let rows = server.until(|frame| frame.is_reply("l")).pop().unwrap().value["data"]["servers"].clone();
        if rows.as_array().unwrap().iter().all(|row| row["status"] == "error") {
            break rows;
        }
    };
    server.send(&json!({"type": "mcp_get_server_configs", "id": "c"}));
    let configs = server.until(|frame| frame.is_reply("c")).pop().unwrap().value["data"]["configs"].clone();
    let ended = server.finish();
    assert!(rows.to_string().contains("cannot log in with ***"), "{rows}");
    for shown in [rows.to_string(), configs.to_string(), ended.stderr] {
        for secret in ["hunter22", "topsecret", "envsecret", "argsecret"] {
            assert!(!shown.contains(secret), "{secret}: {shown}");
        }
    }
}
