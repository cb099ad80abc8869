//! The protocol document's own clients against the binary under the name `autohand`, and what outlives a process.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::model::Model;
use crate::support::{Launch, Workspace, root, sse};

/// How long a client may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The program of this name as it stands on the disk, whatever stands before it in the path; `None` is told loudly.
fn interpreter(name: &str, print: [&str; 2]) -> Option<PathBuf> {
    let found = Command::new(name).args(print).output().ok().filter(|out| out.status.success());
    if found.is_none() {
        eprintln!("SKIPPED: {name} is not on this machine, so the protocol's client for it was not run");
    }
    found.map(|out| String::from_utf8_lossy(&out.stdout).trim().into())
}

fn python() -> Option<PathBuf> {
    interpreter("python3", ["-c", "import sys; print(sys.executable)"])
}

fn node() -> Option<PathBuf> {
    interpreter("node", ["-p", "process.execPath"])
}

/// Runs a client until it ends or has printed the line; gives what it printed and whether it ended by itself.
fn client(workspace: &Workspace, interpreter: PathBuf, file: &str, until: Option<&str>) -> (String, bool) {
    let programs = workspace.base().join("bin");
    std::fs::create_dir_all(&programs).unwrap();
    symlink(env!("CARGO_BIN_EXE_hostwire"), programs.join("autohand")).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
    let mut child = Command::new(interpreter)
        .arg(root().join("tests/fixtures/autohand").join(file))
        .current_dir(workspace.path())
        .env_clear()
        .env("PATH", path)
        .env("HOME", workspace.user())
        .env("HOSTWIRE_HOME", workspace.home())
        .env("TMPDIR", workspace.temp())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, lines) = mpsc::channel();
    let out = child.stdout.take().unwrap();
    thread::spawn(move || BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let (mut printed, end) = (String::new(), Instant::now() + LIMIT);
    let ended = loop {
        match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                printed += &line;
                printed.push('\n');
                if until.is_some_and(|until| line.contains(until)) {
                    break false;
                }
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break true,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                child.kill().unwrap();
                panic!("{file} did not end; it printed:\n{printed}");
            }
        }
    };
    if !ended {
        child.kill().unwrap();
    }
    let status = child.wait().unwrap();
    assert!(!ended || status.success(), "{file}: {status}; it printed:\n{printed}");
    (printed, ended)
}

fn scripted(scripts: &[&str]) -> (Workspace, Model) {
    let model = Model::start();
    for script in scripts {
        let text = std::fs::read_to_string(root().join("tests/model").join(script)).unwrap();
        model.reply(sse::script(&text, &model).unwrap());
    }
    (Workspace::on(&model), model)
}

#[test]
fn the_python_client_runs_to_its_exit() {
    let Some(python) = python() else { return };
    let (printed, ended) = client(&Workspace::new(), python.clone(), "client.py", None);
    assert!(ended && printed.trim().len() > 40, "on the embedded default: {printed}");
    // It answers the request for permission itself.
    let (workspace, _model) = scripted(&["autohand_run.sse", "done.sse"]);
    let (printed, _) = client(&workspace, python, "client.py", None);
    assert_eq!(printed, "I run it.Done.\n");
}

#[test]
fn the_node_client_runs_until_it_is_done() {
    let Some(node) = node() else { return };
    let (printed, _) = client(&Workspace::new(), node.clone(), "client.js", Some("--- Done ---"));
    assert!(printed.trim().len() > 40, "on the embedded default: {printed}");
    let (workspace, _model) = scripted(&["autohand_run.sse", "done.sse"]);
    let (printed, _) = client(&workspace, node, "client.js", Some("--- Done ---"));
    assert_eq!(printed, "I run it.Done.\n--- Done ---\n");
}

#[test]
fn the_auto_mode_example_runs_to_its_end() {
    let Some(python) = python() else { return };
    let workspace = Workspace::new();
    workspace.settings("permissions: {timeoutSeconds: 0.5}\n");
    let (printed, ended) = client(&workspace, python.clone(), "automode.py", None);
    assert!(ended && printed.ends_with("Auto-mode finished!\n"), "on the embedded default: {printed}");
    let (workspace, _model) = scripted(&["autohand_write.sse", "autohand_going_on.sse", "autohand_promise.sse"]);
    workspace.settings("permissions: {timeoutSeconds: 0.5}\n");
    let (printed, _) = client(&workspace, python, "automode.py", None);
    // The request for the file is not answered: it times out within the first turn, which the second reply ends.
    let expected = "Turn 1/10: No tool succeeded\nTurn 2/10: Answered without using a tool\nAuto-mode finished!\n";
    assert_eq!(printed, expected);
    assert!(!workspace.path().join("notes.md").exists(), "nobody allowed it");
}

fn autohand(workspace: &Workspace) -> Launch {
    Launch::bare(workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict"])
}

#[test]
fn a_change_can_be_rejected_by_a_later_process_of_the_session() {
    let (workspace, _model) = scripted(&["autohand_write.sse", "done.sse"]);
    workspace.file("notes.md", "old\n");
    let mut server = autohand(&workspace).arg("--yolo").spawn();
    server.send(&json!({"type": "prompt", "message": "Write notes"}));
    server.until_kind("turn_end");
    server.finish();
    assert_eq!(workspace.read("notes.md"), "one\n");
    let mut server = autohand(&workspace).arg("--continue").spawn();
    server.send(&json!({"type": "changes_decision", "changeId": "chg_1", "decision": "reject", "id": "r"}));
    let answer = server.until_kind("response");
    assert_eq!(answer.last().unwrap().value["success"], true);
    server.finish();
    assert_eq!(workspace.read("notes.md"), "old\n");
}

#[test]
fn an_answer_for_the_project_holds_in_later_processes_but_not_for_ephemeral_ones() {
    let (workspace, model) = scripted(&["autohand_run.sse", "done.sse"]);
    let ask = |arguments: &[&str], answer: bool| {
        let mut server = autohand(&workspace).args(arguments.iter().copied()).spawn();
        server.send(&json!({"type": "prompt", "message": "Say hello"}));
        if answer {
            server.until_kind("permission_request");
            let decision = json!({"type": "permission_response", "requestId": "perm_1", "approve": true,
                "decision": "allow_always_project"});
            server.send(&decision);
        }
        let frames = server.until_kind("turn_end");
        server.finish();
        frames.iter().filter(|frame| frame.is("permission_request")).count()
    };
    let again = |model: &Model| {
        for script in ["autohand_run.sse", "done.sse"] {
            let text = std::fs::read_to_string(root().join("tests/model").join(script)).unwrap();
            model.reply(sse::script(&text, model).unwrap());
        }
    };
    ask(&["--ephemeral"], true);
    assert!(!workspace.path().join(".autohand").exists());
    again(&model);
    ask(&[], true);
    let kept = workspace.read(".autohand/settings.local.json");
    assert!(kept.contains("run_command:echo hello"), "{kept}");
    again(&model);
    assert_eq!(ask(&[], false), 0, "it is not asked for again");
}

#[test]
fn auto_mode_that_a_crash_cut_comes_back_as_paused() {
    let (workspace, model) = scripted(&["held.sse", "autohand_promise.sse"]);
    let mut server = autohand(&workspace).spawn();
    server.send(&json!({"type": "automode_start", "message": "Write notes", "maxTurns": 4}));
    server.until_kind("message_update");
    server.kill();
    let mut server = autohand(&workspace).arg("--continue").spawn();
    server.send(&json!({"type": "automode_status", "id": "s"}));
    let frames = server.until_kind("response");
    let data = &frames.last().unwrap().value["data"];
    assert_eq!((&data["active"], &data["paused"], &data["turnsRemaining"]), (&json!(true), &json!(true), &json!(4)));
    server.send(&json!({"type": "automode_start", "message": "Something else", "id": "n"}));
    let answer = server.reply("n");
    assert_eq!(answer["error"], "An earlier auto-mode session is paused: resume or cancel it first");
    server.send(&json!({"type": "automode_resume"}));
    let frames = server.until_kind("automode_complete");
    assert_eq!(frames.last().unwrap().value["data"]["success"], true);
    drop(model);
    server.finish();
}

#[test]
fn auto_mode_that_was_left_can_be_ended_without_going_on() {
    for command in ["automode_cancel", "abort"] {
        let (workspace, _model) = scripted(&["held.sse"]);
        let mut server = autohand(&workspace).spawn();
        server.send(&json!({"type": "automode_start", "message": "Write notes"}));
        server.until_kind("message_update");
        server.kill();
        let mut server = autohand(&workspace).arg("--continue").spawn();
        server.send(&json!({"type": command}));
        let kinds: Vec<String> = server.until_kind("automode_complete").iter().map(|f| f.kind().to_owned()).collect();
        assert_eq!(kinds, ["agent_start", "response", "automode_complete"], "{command}");
        assert_eq!(server.finish().frames.len(), 1);
        // It does not come back once more.
        let mut server = autohand(&workspace).arg("--continue").spawn();
        let status = server.ask(&json!({"type": "automode_status", "id": "s"}));
        assert_eq!(status["data"]["active"], false, "{command}");
        server.finish();
    }
}

#[test]
fn auto_mode_that_an_abort_ended_does_not_come_back() {
    let (workspace, _model) = scripted(&["held.sse"]);
    let mut server = autohand(&workspace).spawn();
    server.send(&json!({"type": "automode_start", "message": "Write notes"}));
    server.until_kind("message_update");
    server.send(&json!({"type": "abort"}));
    server.until_kind("automode_complete");
    server.finish();
    let mut server = autohand(&workspace).arg("--continue").spawn();
    let status = server.ask(&json!({"type": "automode_status", "id": "s"}));
    assert_eq!((&status["data"]["active"], &status["data"]["status"]), (&json!(false), &json!("idle")));
    server.finish();
}

#[test]
fn auto_mode_that_the_end_of_input_cut_completes_once_and_does_not_come_back() {
    let (workspace, _model) = scripted(&["held.sse"]);
    let mut server = autohand(&workspace).args(["--eof-grace", "0"]).spawn();
    server.send(&json!({"type": "automode_start", "message": "Write notes"}));
    server.until_kind("message_update");
    let ended = server.finish();
    let completed: Vec<_> = ended.frames.iter().filter(|frame| frame.is("automode_complete")).collect();
    assert_eq!(completed.len(), 1);
    assert_eq!(completed[0].value["data"]["reason"], "aborted");
    let mut server = autohand(&workspace).arg("--continue").spawn();
    let status = server.ask(&json!({"type": "automode_status", "id": "s"}));
    assert_eq!((&status["data"]["active"], &status["data"]["status"]), (&json!(false), &json!("idle")));
    assert_eq!(server.finish().frames.len(), 1);
}

#[test]
fn a_stored_session_that_is_gone_on_with_in_memory_has_its_whole_history() {
    let (workspace, _model) = scripted(&["autohand_run.sse", "done.sse", "notes.sse"]);
    let mut server = autohand(&workspace).arg("--yolo").spawn();
    server.send(&json!({"type": "prompt", "message": "Say hello"}));
    server.until_kind("turn_end");
    let before = server.call(&json!({"type": "get_history", "id": "h"}));
    server.call(&json!({"type": "compact", "id": "c"}));
    server.finish();
    let folder = std::fs::read_dir(workspace.home().join("sessions")).unwrap().next().unwrap().unwrap().path();
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let file = files.into_iter().find(|path| path.extension().is_some_and(|kind| kind == "jsonl")).unwrap();
    let mut server = autohand(&workspace).args(["--ephemeral", "--resume", file.to_str().unwrap()]).spawn();
    let after = server.call(&json!({"type": "get_history", "id": "h"}));
    let rows = |data: &serde_json::Value| data["messages"].as_array().unwrap().clone();
    assert_eq!(rows(&after)[..4], rows(&before)[..]);
    assert_eq!((rows(&before).len(), rows(&after).len(), &after["totalTokens"]), (4, 5, &before["totalTokens"]));
    // How long a call ran is known to the process that ran it.
    let call = |data: &serde_json::Value| data["toolCalls"][0].clone();
    assert!(call(&before)["duration"].is_u64() && call(&after).get("duration").is_none());
    assert_eq!(call(&before)["result"], call(&after)["result"]);
    server.finish();
}
