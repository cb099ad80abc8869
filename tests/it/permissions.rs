//! What rules, the built-in list, plan mode and missing permissions keep a model from, through the real process.

use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::support::client::Frame;
use crate::support::model::Model;
use crate::support::{Launch, Workspace, sse};

/// What became of the calls of a turn.
struct Turn {
    /// The questions that the host was asked.
    asked: Vec<String>,
    /// What the model was told, a text each call.
    told: Vec<String>,
}

/// One turn in which the model makes these calls, one after another; `answer` decides on each question.
fn turn(
    workspace: &Workspace,
    arguments: &[&str],
    calls: &[(&str, Value)],
    mut answer: impl FnMut(&Workspace, &Value) -> Value,
) -> Turn {
    let model = Model::start();
    workspace.models(&model);
    for (number, (name, arguments)) in calls.iter().enumerate() {
        model.reply(sse::calls(&[(&format!("call_{number}"), name, arguments.clone())]));
    }
    model.reply(sse::text(&["Done."]));
    let mut server = Launch::bare(workspace)
        .args(["--mode", "rpc", "--dialect", "autohand", "--strict"])
        .args(arguments.iter().copied())
        .spawn();
    server.send(&json!({"type": "prompt", "message": "Go"}));
    let mut asked = Vec::new();
    loop {
        let seen = server.until(|frame: &Frame| frame.is("permission_request") || frame.is("turn_end"));
        let last = &seen.last().unwrap().value;
        if last["type"] == "turn_end" {
            break;
        }
        asked.push(last["data"]["message"].as_str().unwrap().to_owned());
        let mut response = answer(workspace, &last["data"]);
        response["type"] = "permission_response".into();
        response["requestId"] = last["data"]["requestId"].clone();
        server.send(&response);
    }
    let history = server.ask(&json!({"type": "get_history", "id": "h"}));
    let rows = history["data"]["messages"].as_array().unwrap();
    let told = rows.iter().filter(|row| row["role"] == "tool").map(|row| row["content"].as_str().unwrap().to_owned());
    let told = told.collect();
    server.finish();
    Turn { asked, told }
}

fn yes(_: &Workspace, _: &Value) -> Value {
    json!({"approve": true})
}

fn no(_: &Workspace, _: &Value) -> Value {
    json!({"approve": false})
}

fn read(path: &str) -> (&'static str, Value) {
    ("read_file", json!({"path": path}))
}

fn write(path: &str) -> (&'static str, Value) {
    ("write_file", json!({"path": path, "content": "written\n"}))
}

fn run(command: &str) -> (&'static str, Value) {
    ("run_command", json!({"command": command}))
}

/// A workspace with a folder that rules forbid, and a link to it.
fn guarded(settings: &str) -> Workspace {
    let workspace = Workspace::new();
    workspace.settings(settings);
    workspace.file("prot/key.txt", "treasure\n");
    workspace.file("open.txt", "treasure chest\n");
    workspace.file(".env", "KEY=treasure\n");
    symlink("prot", workspace.path().join("door")).unwrap();
    symlink("prot/new.txt", workspace.path().join("nowhere")).unwrap();
    workspace
}

const DENIED: &str = r#"{permissions: {denyList: ["*:prot/*"]}}"#;

#[test]
fn a_link_that_is_planted_while_a_permission_is_open_is_not_followed() {
    let workspace = guarded("{}");
    let outside = workspace.base().join("outside.txt");
    std::fs::write(&outside, "old\n").unwrap();
    let turn = turn(&workspace, &[], &[write("notes.md"), write("prot/key.txt")], |workspace, asked| {
        let path = workspace.path().join(asked["context"]["path"].as_str().unwrap());
        let _ = std::fs::remove_file(&path);
        symlink(workspace.base().join("outside.txt"), &path).unwrap();
        json!({"approve": true})
    });
    assert_eq!(turn.asked, ["Write file: notes.md?", "Write file: prot/key.txt?"]);
    assert!(turn.told.iter().all(|told| told.contains("leads elsewhere now")), "{:?}", turn.told);
    assert_eq!(std::fs::read_to_string(outside).unwrap(), "old\n");
}

#[test]
fn the_same_holds_for_dialogs() {
    let workspace = guarded("{}");
    let model = Model::with([
        sse::calls(&[("call_1", "write", json!({"path": "notes.md", "content": "x"}))]),
        sse::text(&["Done."]),
    ]);
    workspace.models(&model);
    let outside = workspace.base().join("outside.txt");
    let mut server = Launch::bare(&workspace).args(["--mode", "rpc", "--strict", "--approval-mode", "ask"]).spawn();
    server.send(&json!({"type": "prompt", "message": "Go", "id": "1"}));
    let asked = server.until_kind("extension_ui_request").pop().unwrap().value;
    symlink(&outside, workspace.path().join("notes.md")).unwrap();
    let yes = asked["options"][0].clone();
    server.send(&json!({"type": "extension_ui_response", "id": asked["id"], "value": yes}));
    let frames = server.until_kind("agent_end");
    let ended = frames.iter().find(|frame| frame.is("tool_execution_end")).unwrap();
    assert!(ended.value.to_string().contains("leads elsewhere now"), "{}", ended.value);
    assert!(!outside.exists());
    server.finish();
}

#[test]
fn what_a_rule_forbids_is_not_read_searched_or_listed() {
    let workspace = guarded(DENIED);
    let calls = [
        read("prot/key.txt"),
        read("door/key.txt"),
        read("./open/../prot/key.txt:1-2"),
        read("x://../prot/key.txt"),
        read("PROT/key.txt"),
        read("/proc/self/cwd/prot/key.txt"),
        ("fff_grep", json!({"pattern": "treasure", "path": "prot/key.txt"})),
        ("search_replace", json!({"path": "prot/key.txt", "edits": [{"oldText": "x", "newText": "y"}]})),
    ];
    let told = turn(&workspace, &["--yolo"], &calls, yes).told;
    assert!(told.iter().all(|told| !told.contains("treasure")), "{told:#?}");
    let calls = [
        ("fff_grep", json!({"pattern": "treasure"})),
        ("fff_grep", json!({"pattern": "treasure", "path": "door"})),
        ("fff_grep", json!({"pattern": "treasure", "path": "x://;prot"})),
        ("fff_grep", json!({"pattern": "treasure", "path": "pro*/*.txt"})),
        ("fff_find", json!({"pattern": "*.txt"})),
        ("fff_find", json!({"pattern": "door/*"})),
        read("prot"),
        read("door"),
    ];
    let told = turn(&workspace, &[], &calls, no).told;
    assert_eq!(told[0], "open.txt\n1:treasure chest\n\n[1 entry is left out: rules forbid it]");
    for told in &told {
        assert!(!told.contains("key.txt"), "{told}");
    }
    assert!(told[4].starts_with("open.txt\n"), "{}", told[4]);
    for at in [3, 5] {
        assert!(told[at].contains("left out: rules forbid"), "{at}: {}", told[at]);
    }
    // Who names the folder, or a link to it, names all that the rule denies.
    for at in [1, 6, 7] {
        assert!(told[at].contains("the user's rule `*:prot/*` denies it"), "{at}: {}", told[at]);
    }
}

#[test]
fn files_of_secrets_are_left_out_of_every_search() {
    let workspace = guarded("{}");
    symlink(".env", workspace.path().join("plain.txt")).unwrap();
    let calls = [
        ("fff_grep", json!({"pattern": "KEY", "hidden": true})),
        ("fff_grep", json!({"pattern": "KEY", "path": "x://;.env"})),
        ("fff_grep", json!({"pattern": "KEY", "path": ".e*"})),
        ("fff_find", json!({"pattern": ".env"})),
        read("x://../.env"),
        read(".env:1"),
        read("plain.txt"),
        read("skill://../.env"),
        run("cat plain.txt"),
        run("cat .[e]nv"),
        run("cat .{env,x}"),
        run("X=.env; cat $X"),
        run("for f in .env; do cat $f; done"),
        run("python3 -c \"print(open('.env').read())\""),
        run("python3 - <<'E'\nprint(open('.env').read())\nE"),
        run("cat <<< x .env"),
        run("env -S 'cat .env'"),
        run("find . -name x -exec cat .env +"),
        run("git -c alias.x='!cat .env' x"),
    ];
    let told = turn(&workspace, &["--yolo"], &calls, yes).told;
    for ((_, call), told) in calls.iter().zip(&told) {
        assert!(!told.contains("treasure"), "{call}: {told}");
    }
}

#[test]
fn a_rule_for_files_holds_for_shell_lines_that_name_them() {
    let workspace = guarded(r#"{permissions: {denyList: ["*:prot/*", "write_file:kept/*", "rm *", "git push*"]}}"#);
    workspace.file("kept/a", "a\n");
    symlink("kept", workspace.path().join("side")).unwrap();
    let calls = [
        run("cat prot/key.txt"),
        run("cat door/key.txt"),
        run("cd prot && cat key.txt"),
        run("cat < prot/key.txt"),
        run("cat pro?/key.txt"),
        run("cp prot/key.txt x"),
        run("echo x > kept/a"),
        run("echo x > side/a"),
        run("echo x > ./z/../kept/new"),
        run("touch side/new"),
        ("run_command", json!({"command": "cat key.txt", "cwd": "prot"})),
        ("run_command", json!({"command": "cat key.txt", "cwd": "door"})),
        run("git -C . push"),
        run("/usr/bin/git --no-pager push origin"),
        run("git -c core.pager='rm kept/a' log"),
        run("alias x=rm; x kept/a"),
        run("strace rm kept/a"),
    ];
    let turn_ = turn(&workspace, &["--yolo"], &calls, yes);
    for ((_, call), told) in calls.iter().zip(&turn_.told) {
        assert!(told.contains("denies it"), "{call}: {told}");
    }
    assert_eq!(turn_.asked, [""; 0]);
    assert_eq!(workspace.read("kept/a"), "a\n");
    // What could be forbidden is asked for even then.
    let calls = [
        run("X=push; git $X"),
        run("$(echo rm) kept/a"),
        run("echo 'rm kept/a' | sh"),
        run("{rm,kept/a}"),
        run("rm${IFS}kept/a"),
        run("git $(echo push)"),
        run("eval $(echo cm0ga2VwdC9h | base64 -d)"),
    ];
    let turn = turn(&workspace, &["--yolo"], &calls, no);
    assert_eq!(turn.asked.len(), calls.len(), "{:?}", turn.told);
    assert_eq!(workspace.read("kept/a"), "a\n");
}

#[test]
fn dangling_links_and_places_outside_need_a_permission_of_their_own() {
    let workspace = guarded(r#"{permissions: {allowList: ["write_file:*.txt", "npm *", "echo *"]}}"#);
    symlink(workspace.base().join("new.txt"), workspace.path().join("far.md")).unwrap();
    std::fs::write(workspace.base().join("near.md"), "near\n").unwrap();
    let calls = [
        write("far.md"),
        read("../near.md"),
        ("fff_find", json!({"pattern": "../*.md"})),
        ("run_command", json!({"command": "echo hi", "cwd": ".."})),
        run("echo hi"),
        read("open.txt"),
    ];
    let Turn { asked, told } = turn(&workspace, &[], &calls, no);
    assert_eq!(asked.len(), 4, "{asked:#?} {told:#?}");
    assert!(asked[0].contains("far.md (leads to ") && asked[0].contains("new.txt"), "{}", asked[0]);
    assert!(told[4].contains("hi") && told[5].contains("treasure chest"), "{told:?}");
    assert!(!workspace.base().join("new.txt").exists());
}

#[test]
fn an_added_folder_is_inside() {
    let workspace = guarded("{}");
    let more = workspace.base().join("more");
    std::fs::create_dir(&more).unwrap();
    std::fs::write(more.join("a.txt"), "alpha\n").unwrap();
    let path = more.join("a.txt").display().to_string();
    let Turn { asked, told } = turn(&workspace, &["--add-dir", "../more"], &[read(&path)], no);
    assert!(asked.is_empty() && told[0].contains("alpha"), "{asked:?} {told:?}");
    let Turn { asked, .. } = turn(&workspace, &[], &[read(&path)], no);
    assert_eq!(asked, [format!("Use read_file on: {path}?")]);
}

#[test]
fn an_answer_for_the_session_holds_for_the_folder_it_was_given_in() {
    let workspace = guarded("{}");
    workspace.file("sub/x", "");
    let here = ("run_command", json!({"command": "pwd"}));
    let there = ("run_command", json!({"command": "pwd", "cwd": "sub"}));
    let calls = [here.clone(), here, there.clone(), there];
    let session = |_: &Workspace, _: &Value| json!({"approve": true, "decision": "allow_session"});
    let Turn { asked, .. } = turn(&workspace, &[], &calls, session);
    assert_eq!(asked, ["Execute: pwd?", "Execute in sub: pwd?"]);
    let project = |_: &Workspace, _: &Value| json!({"approve": true, "decision": "allow_always_project"});
    turn(&workspace, &[], &[run("pwd; true")], project);
    let elsewhere = ("run_command", json!({"command": "pwd; true", "cwd": "sub"}));
    let Turn { asked, .. } = turn(&workspace, &[], &[run("pwd; true"), elsewhere], no);
    assert_eq!(asked, ["Execute in sub: pwd; true?"], "kept for the whole line, where it was given");
}

#[test]
fn a_line_of_globs_that_costs_too_much_to_judge_is_asked_for() {
    let workspace = guarded(r#"{permissions: {denyList: ["*:prot/*"]}}"#);
    for number in 0..300 {
        workspace.file(&format!("many/f{number}"), "");
    }
    let globs = |count: usize| (0..count).map(|number| format!(" *zz{number}")).collect::<String>();
    let line = |count: usize| ("run_command", json!({"command": format!("true{}", globs(count)), "cwd": "many"}));
    let Turn { asked, told } = turn(&workspace, &["--yolo"], &[line(20), line(1500)], no);
    assert_eq!(asked.len(), 1, "{told:?}");
    assert!(asked[0].starts_with("Execute in many: true *zz0"), "{}", asked[0]);
}

#[test]
fn an_answer_that_no_file_can_keep_holds_for_the_session() {
    let workspace = guarded("{}");
    let odd = r#"{"permissions": {"allowList": "everything"}}"#;
    workspace.file(".autohand/settings.local.json", odd);
    let project = |_: &Workspace, _: &Value| json!({"approve": true, "decision": "allow_always_project"});
    let Turn { asked, .. } = turn(&workspace, &[], &[run("pwd"), run("pwd")], project);
    assert_eq!(asked, ["Execute: pwd?"]);
    assert_eq!(workspace.read(".autohand/settings.local.json"), odd);
}

#[test]
fn plan_mode_that_comes_on_while_a_question_is_open_wins() {
    let workspace = guarded("{}");
    let model = Model::with([sse::calls(&[("call_1", "write_file", write("a.txt").1)]), sse::text(&["Done."])]);
    workspace.models(&model);
    let mut server = Launch::bare(&workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict"]).spawn();
    server.send(&json!({"type": "prompt", "message": "Go"}));
    server.until_kind("permission_request");
    server.send(&json!({"type": "plan_mode_set", "enabled": true}));
    server.send(&json!({"type": "permission_response", "requestId": "perm_1", "approve": true}));
    server.until_kind("turn_end");
    assert!(!workspace.path().join("a.txt").exists());
    server.finish();
}

#[test]
fn files_that_say_what_runs_are_asked_for_where_other_edits_pass() {
    let workspace = guarded("{tools: {approvalMode: auto-edit}}");
    let calls = [
        write("a.txt"),
        write(".autohand/settings.local.json"),
        write(".hostwire/config.yml"),
        write(".git/hooks/pre-commit"),
        write(".mcp.json"),
    ];
    let Turn { asked, .. } = turn(&workspace, &[], &calls, no);
    assert_eq!(asked.len(), 4, "{asked:?}");
}

#[test]
fn rejecting_a_created_file_takes_the_folders_with_it_that_it_brought() {
    let workspace = guarded("{}");
    let model = Model::with([
        sse::calls(&[("call_1", "write_file", write("new/deep/a.txt").1)]),
        sse::calls(&[("call_2", "write_file", write("new/b.txt").1)]),
        sse::text(&["Done."]),
    ]);
    workspace.models(&model);
    let mut server =
        Launch::bare(&workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict", "--yolo"]).spawn();
    server.send(&json!({"type": "prompt", "message": "Go"}));
    server.until_kind("turn_end");
    let mut reject = |id: &str| {
        let answer = server.ask(&json!({"type": "changes_decision", "changeId": id, "decision": "reject", "id": id}));
        assert_eq!(answer["success"], true, "{answer}");
    };
    reject("chg_1");
    assert!(!workspace.path().join("new/deep").exists() && workspace.path().join("new").exists());
    reject("chg_2");
    assert!(!workspace.path().join("new").exists());
    server.finish();
}
