//! Section 4 of the autohand reference: every response error, each as a host gets it, and which failures are events.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::model::{Gate, Reply};
use crate::support::server::Server;
use crate::support::{Launch, Model, Workspace, sse};

fn autohand(workspace: &Workspace) -> Launch {
    Launch::bare(workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict"])
}

fn started(launch: Launch) -> Server {
    let mut server = launch.spawn();
    server.expect("agent_start");
    server
}

/// What is sent, and the error that answers it.
type Row = (Value, &'static str);

/// Each row is answered under its own id and name, and by nothing else.
fn check(server: &mut Server, rows: impl IntoIterator<Item = Row>) {
    for (number, (mut command, error)) in rows.into_iter().enumerate() {
        command["id"] = json!(number);
        server.send(&command);
        let answer = server.until_kind("response").pop().unwrap().value;
        let expected = json!({"type": "response", "command": command["type"], "success": false, "id": number,
            "error": error});
        assert_eq!(answer, expected, "{command}");
    }
}

/// Missing members, wrong types and values: no command has an effect then.
fn parameters() -> Vec<Row> {
    vec![
        (json!({"type": "prompt"}), "Missing required parameter: message"),
        (json!({"type": "prompt", "message": ""}), "Missing required parameter: message"),
        (json!({"type": "prompt", "message": " \n"}), "Missing required parameter: message"),
        (json!({"type": "prompt", "message": 7}), "Invalid parameter: message: expected a string, found an integer"),
        (
            json!({"type": "prompt", "message": "x", "mentions": "a"}),
            "Invalid parameter: mentions: expected an array, found a string",
        ),
        (
            json!({"type": "prompt", "message": "x", "images": [{"data": "", "mimeType": "image/tiff"}]}),
            "Invalid parameter: images: expected image/png, image/jpeg, image/gif or image/webp",
        ),
        (json!({"type": "permission_response", "approve": true}), "Missing required parameter: requestId"),
        (json!({"type": "permission_response", "requestId": "p"}), "Missing required parameter: approve"),
        (
            json!({"type": "permission_response", "requestId": "p", "approve": "yes"}),
            "Invalid parameter: approve: expected a boolean, found a string",
        ),
        (
            json!({"type": "permission_response", "requestId": "p", "approve": true, "decision": "alternative"}),
            "Missing required parameter: alternative",
        ),
        (json!({"type": "automode_start"}), "Missing required parameter: message"),
        (json!({"type": "automode_start", "message": " "}), "Missing required parameter: message"),
        (
            json!({"type": "automode_start", "message": "x", "maxTurns": "9"}),
            "Invalid parameter: maxTurns: expected an integer of 0 or more, found a string",
        ),
        (
            json!({"type": "automode_start", "message": "x", "useWorktree": true}),
            "Invalid parameter: useWorktree: a worktree is not made here; only false is served",
        ),
        (json!({"type": "install_skill"}), "Missing required parameter: source"),
        (json!({"type": "install_skill", "source": ""}), "Missing required parameter: source"),
        (
            json!({"type": "install_skill", "source": "a", "scope": "all"}),
            "Invalid parameter: scope: expected \"user\" or \"project\"",
        ),
        (json!({"type": "mcp_set_vscode_tools"}), "Missing required parameter: tools"),
        (
            json!({"type": "mcp_set_vscode_tools", "tools": "query"}),
            "Invalid parameter: tools: expected an array, found a string",
        ),
        (json!({"type": "mcp_invoke_response", "result": "x"}), "Missing required parameter: toolCallId"),
        (json!({"type": "plan_mode_set"}), "Missing required parameter: enabled"),
        (
            json!({"type": "plan_mode_set", "enabled": 1}),
            "Invalid parameter: enabled: expected a boolean, found an integer",
        ),
        (json!({"type": "yolo_set"}), "Missing required parameter: enabled"),
        (
            json!({"type": "yolo_set", "enabled": true, "patterns": [""]}),
            "Invalid parameter: patterns: a pattern is empty",
        ),
        (
            json!({"type": "yolo_set", "enabled": true, "patterns": [1]}),
            "Invalid parameter: /patterns/0: expected a string, found an integer",
        ),
        (json!({"type": "changes_decision", "decision": "accept"}), "Missing required parameter: changeId"),
        (json!({"type": "changes_decision", "changeId": "c"}), "Missing required parameter: decision"),
        (
            json!({"type": "changes_decision", "changeId": "c", "decision": "maybe"}),
            "Invalid parameter: decision: expected \"accept\" or \"reject\"",
        ),
        (json!({"type": "set_model", "provider": "mock"}), "Missing required parameter: modelId"),
        (json!({"type": "set_thinking_level"}), "Missing required parameter: level"),
        (json!({"type": "set_auto_compaction"}), "Missing required parameter: enabled"),
    ]
}

/// Names and states that there are not.
fn unknown() -> Vec<Row> {
    vec![
        (json!({"type": "warp"}), "Unknown command: warp"),
        (json!({"type": "Prompt"}), "Unknown command: Prompt"),
        (json!({"type": "response"}), "Unknown command: response"),
        (
            json!({"type": "permission_response", "requestId": "perm_9", "approve": true}),
            "Unknown permission request: perm_9",
        ),
        (
            json!({"type": "mcp_invoke_response", "toolCallId": "call_9", "result": {"content": "x"}}),
            "Unknown tool call: call_9",
        ),
        (json!({"type": "changes_decision", "changeId": "chg_9", "decision": "reject"}), "Unknown change: chg_9"),
        (json!({"type": "install_skill", "source": "ftp://x/y"}), "Unsupported skill source: ftp://x/y"),
        (json!({"type": "install_skill", "source": "./nowhere"}), "Skill not found: ./nowhere"),
        (json!({"type": "set_model", "provider": "nobody", "modelId": "m"}), "Model not found: nobody/m"),
        (json!({"type": "automode_pause"}), "No auto-mode session is running"),
        (json!({"type": "automode_resume"}), "No auto-mode session to resume"),
        (json!({"type": "automode_cancel"}), "No auto-mode session to cancel"),
        (json!({"type": "compact"}), "Nothing to compact (session too small)"),
    ]
}

fn busy() -> Vec<Row> {
    let text = "Agent is already processing a request";
    vec![
        (json!({"type": "prompt", "message": "x"}), text),
        (json!({"type": "reset"}), text),
        (json!({"type": "automode_start", "message": "x"}), text),
        (json!({"type": "compact"}), text),
    ]
}

#[test]
fn commands_that_are_wrong_in_themselves_are_answered_and_nothing_else_happens() {
    let (model, workspace) = (Model::start(), Workspace::new());
    workspace.models(&model);
    let mut server = started(autohand(&workspace));
    check(&mut server, parameters());
    check(&mut server, unknown());
    let ended = server.finish();
    assert_eq!((ended.code, ended.frames.len()), (Some(0), 1), "only the last word: {:?}", ended.frames);
    assert!(model.requests().is_empty());
}

#[test]
fn lines_that_are_no_command_are_answered_under_the_id_that_they_have() {
    let mut server = started(autohand(&Workspace::new()));
    let object = "Invalid command: expected a JSON object";
    let kind = "Invalid command: missing type";
    let id = "Invalid command: id must be a string or a number";
    for (line, error, echoed) in [
        ("[]", object, None),
        ("[{\"type\":\"abort\"}]", object, None),
        ("7", object, None),
        ("\"abort\"", object, None),
        ("null", object, None),
        ("true", object, None),
        ("{}", kind, None),
        ("{\"id\":\"a\"}", kind, Some(json!("a"))),
        ("{\"type\":7,\"id\":5}", kind, Some(json!(5))),
        ("{\"type\":null,\"id\":5}", kind, Some(json!(5))),
        ("{\"type\":[\"abort\"],\"id\":{}}", kind, None),
        ("{\"jsonrpc\":\"2.0\",\"method\":\"autohand.prompt\",\"params\":{},\"id\":1}", kind, Some(json!(1))),
        ("{\"type\":\"abort\",\"id\":true}", id, None),
        ("{\"type\":\"abort\",\"id\":[1]}", id, None),
        ("{\"type\":\"abort\",\"id\":{}}", id, None),
    ] {
        server.send_line(line);
        let mut expected = json!({"type": "response", "command": "parse", "success": false, "error": error});
        if let Some(echoed) = echoed {
            expected["id"] = echoed;
        }
        assert_eq!(server.next().value, expected, "{line}");
    }
    for line in
        ["{\"type\":", "// abort", "{\"type\":\"abort\"} {}", "{'type':'abort'}", "{\"type\":\"abort\",\"x\":1e999}"]
    {
        server.send_line(line);
        let answer = server.next().value;
        let said = answer["error"].as_str().unwrap();
        // What follows is the parser's own.
        assert!(answer["command"] == "parse" && said.starts_with("Invalid JSON: "), "{line}: {answer}");
        assert!(answer.get("id").is_none() && answer.get("data").is_none(), "{answer}");
    }
    server.send_raw(b"{\"type\":\"abort\",\"id\":\"\xff\"}\n");
    assert_eq!(server.next().value["error"], "Invalid JSON: the line is not UTF-8 from byte 22");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_working_agent_refuses_and_goes_on() {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(sse::text(&["Yes."]).silent_until(&gate));
    let workspace = Workspace::on(&model);
    let mut server = started(autohand(&workspace));
    server.send(&json!({"type": "prompt", "message": "hi"}));
    server.until_kind("turn_start");
    check(&mut server, busy());
    gate.open();
    let end = server.until_kind("turn_end").pop().unwrap().value;
    assert_eq!(end["data"]["success"], true);
    server.finish();
}

#[test]
fn auto_mode_in_the_wrong_state_says_so() {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(sse::text(&["Yes."]).silent_until(&gate));
    let workspace = Workspace::on(&model);
    let mut server = started(autohand(&workspace));
    server.send(&json!({"type": "automode_start", "message": "go"}));
    server.until_kind("response");
    let running = "Agent is already processing a request";
    let rows = |state: Vec<Row>| {
        let always = [
            (json!({"type": "automode_start", "message": "x"}), "Auto-mode is already running"),
            (json!({"type": "prompt", "message": "x"}), running),
            (json!({"type": "reset"}), running),
            (json!({"type": "compact"}), running),
        ];
        state.into_iter().chain(always)
    };
    check(&mut server, rows(vec![(json!({"type": "automode_resume"}), "Auto-mode is not paused")]));
    server.send(&json!({"type": "automode_pause"}));
    server.until_kind("response");
    check(&mut server, rows(vec![(json!({"type": "automode_pause"}), "Auto-mode is already paused")]));
    server.send(&json!({"type": "automode_cancel"}));
    let end = server.until_kind("automode_complete").pop().unwrap().value;
    assert_eq!(end["data"]["reason"], "cancelled");
    server.finish();
}

#[test]
fn decisions_on_changes_and_on_calls_are_taken_once() {
    let model = Model::start();
    let write = |id: &str, text: &str| sse::calls(&[(id, "write_file", json!({"path": "notes.md", "content": text}))]);
    model.reply(write("call_1", "one\n"));
    model.reply(write("call_2", "two\n"));
    model.reply(sse::text(&["Done."]));
    let workspace = Workspace::on(&model);
    let mut server = started(autohand(&workspace).arg("--yolo"));
    server.send(&json!({"type": "prompt", "message": "Write"}));
    server.until_kind("turn_end");
    let decide = |id: &str, decision: &str| json!({"type": "changes_decision", "changeId": id, "decision": decision});
    check(&mut server, [(decide("chg_1", "reject"), "Change conflicts with later modifications: notes.md")]);
    server.send(&decide("chg_2", "reject"));
    assert_eq!(server.next().value["data"]["applied"], true);
    check(
        &mut server,
        [
            (decide("chg_2", "reject"), "Change already decided: chg_2"),
            (decide("chg_2", "accept"), "Change already decided: chg_2"),
        ],
    );
    assert_eq!(workspace.read("notes.md"), "one\n");
    server.finish();
}

#[test]
fn the_failure_of_work_is_told_in_its_own_words() {
    let model = Model::with([sse::text(&["Yes."]), sse::error(400, "bad", "no notes today")]);
    let workspace = Workspace::on(&model);
    let mut server = started(autohand(&workspace));
    server.send(&json!({"type": "prompt", "message": "hi"}));
    server.until_kind("turn_end");
    server.send(&json!({"type": "compact", "id": "c"}));
    let answer = server.next().value;
    let said = answer["error"].as_str().unwrap();
    assert!(answer["success"] == false && said.contains("no notes today"), "{answer}");
    // Either a response or an event, never both.
    assert_eq!(server.finish().frames.len(), 1);
}

#[test]
fn a_command_whose_turn_comes_when_the_process_ends_is_refused() {
    let model = Model::start();
    let (stream, list) = (Gate::new(), Gate::new());
    model.reply(sse::text(&["Yes."]).silent_until(&stream));
    let held = Reply::json(200, &json!({"data": []})).silent_until(&list);
    model.rule(move |request| request.path.ends_with("/models").then(|| held.clone()));
    let workspace = Workspace::new();
    let lister = format!("  lister: {{api: openai-completions, baseUrl: '{}'}}\n", model.base_url());
    workspace.provider(&model.base_url(), &lister);
    let mut server = started(autohand(&workspace).args(["--eof-grace", "0"]));
    server.send(&json!({"type": "prompt", "message": "hi"}));
    server.until_kind("turn_start");
    stream.reached();
    // It holds back what follows.
    server.send(&json!({"type": "get_available_models", "id": "m"}));
    list.reached();
    server.send(&json!({"type": "prompt", "message": "and?", "id": "p"}));
    server.send(&json!({"type": "automode_start", "message": "and?", "id": "a"}));
    server.close();
    let end = server.until_kind("turn_end").pop().unwrap().value;
    assert_eq!(end["data"]["reason"], "aborted");
    list.open();
    assert_eq!(server.reply("m")["success"], true);
    for id in ["p", "a"] {
        assert_eq!(server.reply(id)["error"], "Agent is shutting down");
    }
    let ended = server.ended();
    assert_eq!(
        (ended.code, ended.frames.last().map(|frame| frame.kind().to_owned())),
        (Some(0), Some("agent_end".into()))
    );
}

/// After acceptance: told by an event, and by the end of the turn; a tool's failure only by the call's own end.
#[test]
fn failures_after_acceptance_are_events() {
    let model = Model::start();
    model.reply(sse::calls(&[("call_1", "read_file", json!({"path": "nowhere"}))]));
    model.reply(sse::error(401, "invalid_api_key", "Who are you?"));
    let workspace = Workspace::on(&model);
    let mut server = started(autohand(&workspace));
    server.send(&json!({"type": "prompt", "message": "Read it", "id": "p"}));
    let frames = server.until_kind("turn_end");
    let kinds: Vec<&str> = frames.iter().map(|frame| frame.kind()).collect();
    let expected = [
        "response",
        "turn_start",
        "message_start",
        "message_end",
        "tool_execution_start",
        "tool_execution_end",
        "message_start",
        "message_end",
        "error",
        "turn_end",
    ];
    assert_eq!(kinds, expected);
    let data = |at: usize| frames[at].value["data"].clone();
    assert_eq!((&frames[0].value["success"], &data(5)["success"]), (&json!(true), &json!(false)));
    assert_eq!((&data(8)["code"], &data(8)["recoverable"]), (&json!("auth"), &json!(false)));
    assert_eq!((&data(9)["success"], &data(9)["reason"]), (&json!(false), &json!("error")));
    assert_eq!(data(8)["message"], data(9)["error"]);
    server.finish();
}

/// A start that fails is one event and exit code 1 (section 4.4).
#[test]
fn a_start_that_fails_is_one_event() {
    let workspace = Workspace::new();
    for arguments in [["--path", "nowhere"], ["--resume", "nobody"]] {
        let ended = autohand(&workspace).args(arguments).spawn().finish();
        assert_eq!((ended.code, ended.frames.len()), (Some(1), 1), "{arguments:?}: {:?}", ended.frames);
        let data = &ended.frames[0].value["data"];
        assert_eq!(
            (ended.frames[0].kind(), &data["code"], &data["recoverable"]),
            ("error", &json!("startup"), &json!(false))
        );
    }
}

/// The lines that come back for these lines, and the exit code.
fn dialogue(workspace: &Workspace, arguments: &[&str], lines: &[String]) -> (Vec<String>, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hostwire"))
        .args(["--mode", "rpc", "--dialect", "autohand", "--ephemeral"])
        .args(arguments)
        .env_clear()
        .env("HOME", workspace.user())
        .env("HOSTWIRE_HOME", workspace.home())
        .env("TMPDIR", workspace.temp())
        .current_dir(workspace.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    (String::from_utf8(out.stdout).unwrap().lines().map(str::to_owned).collect(), out.status.code())
}

#[test]
fn numbers_as_ids_come_back_digit_for_digit() {
    let workspace = Workspace::new();
    let ids =
        ["0", "-0", "7", "-1.50", "1.0", "9007199254740993", "12345678901234567890123", "1E400", "-1e-400", "2e2"];
    // Served, refused, unknown, and no command at all.
    let forms = ["\"type\":\"abort\"", "\"type\":\"prompt\"", "\"type\":\"warp\"", "\"type\":7"];
    let lines: Vec<String> =
        ids.iter().flat_map(|id| forms.iter().map(move |form| format!("{{{form},\"id\":{id}}}"))).collect();
    for arguments in [&["--strict"][..], &[]] {
        let (answers, code) = dialogue(&workspace, arguments, &lines);
        assert_eq!((code, answers.len()), (Some(0), lines.len() + 2), "{answers:#?}");
        for (at, answer) in answers[1..=lines.len()].iter().enumerate() {
            let id = ids[at / forms.len()];
            assert!(answer.contains(&format!(",\"id\":{id},")), "{}: {answer}", lines[at]);
        }
    }
}
