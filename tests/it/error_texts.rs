//! The sentences that the protocol fixes for failures, each as a host gets it.

use serde_json::{Value, json};

use crate::support::model::Gate;
use crate::support::{Launch, Model, Workspace, sse};

/// What is sent, and the error that answers it. Each is sent to a server that is idle and keeps its session in memory.
fn rows() -> Vec<(Value, &'static str)> {
    let two =
        "mock/mock-model does not accept thinking level high. Accepted: none (this model exposes no effort control)";
    vec![
        (json!({"type": "set_model", "provider": "mock", "modelId": "other"}), "Model not found: mock/other"),
        (json!({"type": "set_model", "provider": "nobody", "modelId": "m"}), "Model not found: nobody/m"),
        (json!({"type": "set_model", "provider": "locked", "modelId": "m"}), "No API key for locked/m"),
        (json!({"type": "set_thinking_level", "level": "high"}), two),
        (json!({"type": "set_session_name", "name": "  "}), "Session name cannot be empty"),
        (json!({"type": "login", "providerId": "nobody"}), "Unknown OAuth provider: nobody"),
        (json!({"type": "export_html"}), "Cannot export in-memory session to HTML"),
        (json!({"type": "branch", "entryId": "00000000"}), "Invalid entry ID for branching"),
        (
            json!({"type": "new_session", "background": true, "parentSession": "/a.jsonl"}),
            "new_session cannot combine background with parentSession",
        ),
    ]
}

fn with_locked(workspace: &Workspace, model: &Model) {
    let locked = "  locked: {api: openai-completions, baseUrl: 'http://127.0.0.1:9/v1', apiKey: ABSENT_KEY, models: [{id: m}]}\n";
    workspace.provider(&model.base_url(), locked);
}

#[test]
fn refused_commands_are_answered_under_their_own_id_in_the_fixed_words() {
    let model = Model::start();
    let workspace = Workspace::new();
    with_locked(&workspace, &model);
    let mut server = Launch::new(&workspace).arg("--no-session").start();
    for (number, (mut command, error)) in rows().into_iter().enumerate() {
        let id = format!("r{number}");
        command["id"] = json!(id);
        let expected =
            json!({"id": id, "type": "response", "command": command["type"], "success": false, "error": error});
        assert_eq!(server.ask(&command), expected);
    }
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn lines_that_are_no_command_are_answered_without_an_id() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    for (line, command, error) in [
        (r#"{"id":"a","type":"fly"}"#, "fly", "Unknown command: fly"),
        (r#"{"id":"a","type":"toString"}"#, "toString", "Unknown command: toString"),
        (r#"{"id":"a","type":"constructor"}"#, "constructor", "Unknown command: constructor"),
        ("{broken", "parse", "Failed to parse command: "),
        ("null", "parse", "Failed to parse command: "),
    ] {
        server.send_line(line);
        let answer = server.next().value;
        assert_eq!((answer.get("id"), &answer["command"], &answer["success"]), (None, &json!(command), &json!(false)));
        let said = answer["error"].as_str().unwrap();
        // What follows the parser's sentence is its own.
        assert!(if command == "parse" { said.starts_with(error) } else { said == error }, "{line}: {said}");
    }
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_prompt_in_a_run_is_refused_and_one_without_a_key_fails_after_its_acceptance() {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(sse::text(&["Yes."]).silent_until(&gate));
    let workspace = Workspace::new();
    with_locked(&workspace, &model);
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "hi"}));
    let busy = server.ask(&json!({"id": "b", "type": "prompt", "message": "and?"}));
    let text = "Agent is already processing. Use steer() or followUp() to queue messages, or wait for completion.";
    assert_eq!((&busy["success"], &busy["error"]), (&json!(false), &json!(text)));
    gate.open();
    server.until_kind("agent_end");
    server.finish();

    let mut server = Launch::new(&workspace).args(["--model", "locked/m"]).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "hi"}));
    let late = server.until(|frame| frame.is_reply("p") && frame.value["success"] == false).pop().unwrap().value;
    let said = late["error"].as_str().unwrap();
    assert!(late["command"] == "prompt" && said.starts_with("No API key found for locked.\n"), "{late}");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn the_ends_of_shell_commands_and_of_waits_have_their_words() {
    let model = Model::with([sse::error(503, "overloaded_error", "busy").header("retry-after", "60")]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "b", "type": "bash", "command": "echo begun; sleep 60"}));
    server.send(&json!({"id": "a", "type": "abort_bash"}));
    let data = server.reply("b")["data"].clone();
    assert!(data["cancelled"] == true && data["output"].as_str().unwrap().ends_with("Command cancelled"), "{data}");
    server.send(&json!({"id": "p", "type": "prompt", "message": "hi"}));
    server.until_kind("auto_retry_start");
    server.send(&json!({"id": "r", "type": "abort_retry"}));
    let end = server.until_kind("auto_retry_end").pop().unwrap().value;
    assert_eq!((&end["success"], &end["finalError"]), (&json!(false), &json!("Retry cancelled")));
    server.finish();
}
