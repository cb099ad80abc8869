//! The binary beside its servers: versions, schemas, transcripts that are checked, starts that fail.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Output, Stdio};

use hostwire::proto::published::ARTEFACTS;
use serde_json::{Value, json};

use crate::support::{Launch, Model, Workspace, sse};

/// Runs the binary to its end, with nothing but these arguments and an empty folder.
fn run(arguments: &[&str]) -> Output {
    let folder = Workspace::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hostwire"));
    command.args(arguments).env_clear().current_dir(folder.path()).stdin(Stdio::null());
    command.output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn the_version_is_the_package_s() {
    assert_eq!(stdout(&run(&["--version"])).trim(), concat!("hostwire ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_names_the_modes_and_the_subcommands() {
    let text = stdout(&run(&["--help"]));
    for word in ["--mode", "--strict", "schema", "validate", "doctor", "completions"] {
        assert!(text.contains(word), "{word} is not in\n{text}");
    }
}

#[test]
fn schemas_are_listed_shown_and_bundled_without_a_home() {
    let list = stdout(&run(&["schema", "list"]));
    for name in ["set_model", "message_update", "host_tool_call"] {
        assert!(list.lines().any(|line| line.split_whitespace().any(|word| word == name)), "{name} is not in\n{list}");
    }
    let shown: Value = serde_json::from_str(&stdout(&run(&["schema", "show", "set_model"]))).unwrap();
    assert!(shown.is_object());
    let of = |path: &str| ARTEFACTS.iter().find(|a| a.path.ends_with(path)).unwrap().text;
    assert_eq!(
        stdout(&run(&["schema", "bundle", "--dialect", "veyyon"])).trim(),
        of("veyyon/protocol.schema.json").trim()
    );
    let strict = stdout(&run(&["schema", "bundle", "--dialect", "veyyon", "--strict"]));
    assert_eq!(strict.trim(), of("veyyon/protocol.strict.schema.json").trim());
    assert!(!run(&["schema", "show", "no_such_thing"]).status.success());
}

#[test]
fn all_that_is_published_can_be_written_anywhere() {
    let folder = Workspace::new();
    let out = folder.path().join("published");
    stdout(&run(&["schema", "--out", out.to_str().unwrap()]));
    for artefact in ARTEFACTS {
        assert_eq!(fs::read_to_string(out.join(artefact.path)).unwrap(), artefact.text, "{}", artefact.path);
    }
}

/// Checks lines from stdin in one direction and gives what was said, and whether all was well.
fn validate(direction: &str, lines: &[&str]) -> (String, Option<i32>) {
    let folder = Workspace::new();
    let file = folder.file("transcript.jsonl", format!("{}\n", lines.join("\n")));
    let output = run(&["validate", "--direction", direction, file.to_str().unwrap()]);
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn faults_are_told_with_line_pointer_and_expectation() {
    let (said, code) = validate(
        "in",
        &[
            r#"{"id":"1","type":"prompt","message":"hi"}"#,
            r#"{"id":"2","type":"set_steering_mode","mode":"some"}"#,
            r#"{"id":"3","type":"prompt"}"#,
            r#"{"id":"4","type":"abort","colour":"red"}"#,
            "nonsense",
            r#"{"type":"fly"}"#,
        ],
    );
    assert_eq!(code, Some(1), "{said}");
    let found: BTreeMap<String, String> =
        said.lines().filter_map(|l| l.split_once(": ")).map(|(n, t)| (n.into(), t.into())).collect();
    assert_eq!(found.keys().collect::<Vec<_>>(), ["2", "3", "4", "5", "6"], "{said}");
    assert!(found["2"].starts_with("/mode: expected "), "{said}");
    assert!(found["3"].contains("expected") && found["3"].contains("message"), "{said}");
    assert!(found["4"].contains("colour"), "{said}");
}

#[test]
fn a_whole_dialogue_passes_and_so_does_the_other_direction_alone() {
    let model =
        Model::with([sse::calls(&[("call_1", "read", json!({"path": "a.txt"}))]), sse::text(&["It says ", "alpha."])]);
    let workspace = Workspace::on(&model);
    workspace.file("a.txt", "alpha\n");
    let mut server = Launch::new(&workspace).spawn();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Read it"}));
    let mut lines: Vec<String> = server.until_kind("agent_end").into_iter().map(|frame| frame.raw).collect();
    for command in ["get_state", "get_messages", "get_session_stats", "get_available_models", "get_available_commands"]
    {
        server.send(&json!({"id": command, "type": command}));
    }
    lines.extend(server.finish().frames.into_iter().map(|frame| frame.raw));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(validate("out", &lines), (String::new(), Some(0)));
}

#[test]
fn a_failed_start_says_why_and_writes_no_frame() {
    let workspace = Workspace::new();
    for (arguments, code, word) in [
        (&["--mode", "rpc", "--provider", "__missing_provider__"][..], 1, "Unknown provider"),
        (&["--mode", "rpc", "@notes.txt"], 1, "@file arguments are not supported in RPC mode"),
        (&["--mode", "rpc", "--no-such-option"], 2, "--no-such-option"),
        (&["--mode", "rpc", "--cwd", "/no/such/folder"], 1, "/no/such/folder"),
        (&["--mode", "rpc", "--thinking", "huge"], 2, "huge"),
    ] {
        let mut server = Launch::bare(&workspace).args(arguments.iter().copied()).spawn();
        let ended = server.ended();
        assert_eq!((ended.code, ended.frames.len()), (Some(code), 0), "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(word), "{arguments:?}: {}", ended.stderr);
    }
}

#[test]
fn an_unknown_provider_is_named_in_the_same_line() {
    let workspace = Workspace::new();
    let mut server = Launch::bare(&workspace).args(["--mode", "rpc", "--provider", "__missing_provider__"]).spawn();
    let stderr = server.ended().stderr;
    let together = |line: &str| line.contains("Unknown provider") && line.contains("__missing_provider__");
    assert!(stderr.lines().any(together), "{stderr}");
}

#[test]
fn diagnostics_hold_neither_the_key_nor_a_frame() {
    let model = Model::with([sse::error(401, "invalid_request_error", "bad key"), sse::text(&["Fine."])]);
    let workspace = Workspace::on(&model);
    workspace.settings("retry: {enabled: false}\n");
    let mut server = Launch::lenient(&workspace).args(["--log", "trace"]).start();
    server.run("p1", "hello\nthere");
    server.run("p2", "again");
    let ended = server.finish();
    assert!(!ended.stderr.contains("test-key"), "the key is in the log");
    let frame = |line: &&str| serde_json::from_str::<Value>(line).is_ok_and(|value| value["type"].is_string());
    assert_eq!(ended.stderr.lines().find(frame), None);
}

#[test]
fn the_doctor_reports_and_its_exit_code_tells_whether_something_is_broken() {
    let workspace = Workspace::new();
    let mut server = Launch::bare(&workspace).arg("doctor").spawn();
    let code = server.wait().code();
    assert_eq!(code, Some(0), "{}", server.stderr());
    workspace.settings("retry: 3\n");
    assert_eq!(Launch::bare(&workspace).arg("doctor").spawn().wait().code(), Some(1));
}

#[test]
fn completions_are_scripts_that_the_shell_can_read() {
    let script = stdout(&run(&["completions", "bash"]));
    assert!(script.contains("--message-updates"), "{script}");
    let folder = Workspace::new();
    let file = folder.file("completions.bash", &script);
    match Command::new("bash").arg("-n").arg(&file).output() {
        Ok(checked) => assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr)),
        Err(error) => eprintln!("SKIPPED: bash is not here ({error}), so the script was not tried"),
    }
    assert!(!run(&["completions", "nosuchshell"]).status.success());
}

#[test]
fn settings_without_effect_are_one_line_in_the_log_of_a_server() {
    let workspace = Workspace::new();
    workspace.settings("hooks: {enabled: true}\nretry.modelFallback: true\n");
    let stderr = Launch::new(&workspace).start().finish().stderr;
    let line = "settings without effect in this version: hooks.enabled, retry.modelFallback";
    assert_eq!(stderr.matches(line).count(), 1, "{stderr}");
}
