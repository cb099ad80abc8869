//! Session changes that a golden cannot hold: back and forth between files, what is on disk, folders, large files.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{Launch, Model, Request, Workspace, sse};

/// Answers each prompt with its own words.
fn echoing() -> Model {
    let model = Model::start();
    model.rule(|request: &Request| Some(sse::text(&["You said: ", &request.last_user()])));
    model
}

fn state(server: &mut Server) -> Value {
    server.call(&json!({"id": "state", "type": "get_state"}))
}

fn file(server: &mut Server) -> String {
    state(server)["sessionFile"].as_str().unwrap().to_owned()
}

fn switch(server: &mut Server, path: &str) -> Value {
    server.ask(&json!({"id": "switch", "type": "switch_session", "sessionPath": path}))
}

/// What users and models said, in order.
fn said(server: &mut Server) -> Vec<String> {
    let held = server.call(&json!({"id": "m", "type": "get_messages"}));
    let text = |message: &Value| message["content"][0]["text"].as_str().unwrap_or("?").to_owned();
    held["messages"].as_array().unwrap().iter().map(text).collect()
}

fn points(server: &mut Server) -> Vec<(String, String)> {
    let held = server.call(&json!({"id": "g", "type": "get_branch_messages"}));
    let text = |message: &Value, name: &str| message[name].as_str().unwrap().to_owned();
    held["messages"].as_array().unwrap().iter().map(|m| (text(m, "entryId"), text(m, "text"))).collect()
}

fn branch(server: &mut Server, entry: &str) -> Value {
    server.call(&json!({"id": "b", "type": "branch", "entryId": entry}))
}

fn header(path: &str) -> Value {
    serde_json::from_str(fs::read_to_string(path).unwrap().lines().next().unwrap()).unwrap()
}

#[test]
fn a_session_that_was_left_opens_again_at_once() {
    let model = echoing();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.run("p", "one");
    let first = file(&mut server);
    for round in 0..5 {
        server.call(&json!({"id": "n", "type": "new_session"}));
        server.run("p", &format!("other {round}"));
        let other = file(&mut server);
        assert_eq!(switch(&mut server, &first)["success"], true, "round {round}");
        server.run("p", &format!("round {round}"));
        assert_eq!(said(&mut server).len(), 4 + 2 * round);
        assert_eq!(switch(&mut server, &other)["success"], true, "round {round}");
        assert_eq!(said(&mut server), [format!("other {round}"), format!("You said: other {round}")]);
        assert_eq!(switch(&mut server, &first)["success"], true, "round {round}");
    }
    assert_eq!(workspace.sessions().len(), 6);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_shell_command_ends_in_the_session_in_which_it_began() {
    let model = echoing();
    let workspace = Workspace::on(&model);
    workspace.fifo("gate");
    let mut server = Launch::new(&workspace).start();
    server.run("p", "one");
    let first = file(&mut server);
    server.send(&json!({"id": "sh", "type": "bash", "command": "cat gate"}));
    server.call(&json!({"id": "n", "type": "new_session"}));
    assert_eq!(switch(&mut server, &first)["success"], true, "the session lives on with its command");
    server.call(&json!({"id": "n2", "type": "new_session"}));
    fs::write(workspace.path().join("gate"), "through\n").unwrap();
    assert_eq!(server.reply("sh")["data"]["output"], "through\n");
    assert_eq!(said(&mut server).len(), 0);
    assert_eq!(switch(&mut server, &first)["success"], true);
    let held = server.call(&json!({"id": "m", "type": "get_messages"}));
    assert_eq!(held["messages"][2]["role"], "bashExecution", "{held}");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn the_path_of_the_live_session_is_known_before_its_first_byte() {
    let model = echoing();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    let (path, id) = (file(&mut server), state(&mut server)["sessionId"].clone());
    assert!(!Path::new(&path).exists());
    server.call(&json!({"id": "st", "type": "steer", "message": "waits"}));
    assert_eq!(switch(&mut server, &path)["data"], json!({"cancelled": false}));
    let now = state(&mut server);
    assert_eq!((&now["sessionId"], &now["queuedMessageCount"]), (&id, &json!(0)));
    server.run("p", "one");
    assert_eq!(switch(&mut server, &path)["success"], true, "and after it, too");
    assert_eq!(said(&mut server), ["one", "You said: one"]);
    server.run("p", "two");
    assert_eq!(workspace.sessions().len(), 1);
    server.call(&json!({"id": "n", "type": "new_session"}));
    let unwritten = file(&mut server);
    server.call(&json!({"id": "n", "type": "new_session"}));
    let refused = switch(&mut server, &unwritten);
    assert_eq!(refused["error"], format!("session file not found: {unwritten}"));
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_branch_leaves_its_parent_as_it_was_and_is_a_session_of_its_own() {
    let model = echoing();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    for text in ["one", "two", "three"] {
        server.run("p", text);
    }
    let (parent, parent_id) = (file(&mut server), state(&mut server)["sessionId"].clone());
    let before = fs::read(&parent).unwrap();
    let told = points(&mut server);
    assert_eq!(told.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), ["one", "two", "three"]);
    assert_eq!(branch(&mut server, &told[1].0), json!({"text": "two", "cancelled": false}));
    let now = state(&mut server);
    assert_ne!(now["sessionId"], parent_id);
    let path = now["sessionFile"].as_str().unwrap().to_owned();
    assert_eq!(header(&path)["parentSession"], parent.as_str());
    assert_eq!(header(&path)["id"], now["sessionId"]);
    server.run("p", "two, otherwise");
    let expected = ["one", "You said: one", "two, otherwise", "You said: two, otherwise"];
    assert_eq!(said(&mut server), expected);
    assert_eq!(points(&mut server).len(), 2);
    assert_eq!(fs::read(&parent).unwrap(), before, "the parent is as it was");
    assert_eq!(server.finish().code, Some(0));
    let ids = |path: &str| {
        let text = fs::read_to_string(path).unwrap();
        let entries = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
        entries.map(|entry| entry["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (old, new) = (ids(&parent), ids(&path));
    assert_eq!(new.iter().collect::<HashSet<_>>().len(), new.len());
    assert_eq!(old.iter().filter(|id| new.contains(id)).count(), 4, "model, level, one and its answer are shared");
    let mut server = Launch::new(&workspace).args(["--resume", &path]).start();
    assert_eq!(said(&mut server), expected);
}

#[test]
fn the_first_message_and_one_of_another_branch_are_branched_at_in_memory_too() {
    let model = echoing();
    for args in [&[][..], &["--no-session"]] {
        let workspace = Workspace::on(&model);
        let mut server = Launch::new(&workspace).args(args.iter().copied()).start();
        server.run("p", "one");
        server.run("p", "two");
        let told = points(&mut server);
        branch(&mut server, &told[1].0);
        server.run("p", "three");
        let told = points(&mut server);
        assert_eq!(branch(&mut server, &told[0].0)["text"], "one");
        assert_eq!(said(&mut server).len(), 0);
        assert_eq!(points(&mut server), []);
        server.run("p", "four");
        assert_eq!(said(&mut server), ["four", "You said: four"]);
        assert_eq!(workspace.sessions().len(), if args.is_empty() { 3 } else { 0 });
        assert_eq!(server.finish().code, Some(0));
    }
}

#[test]
fn a_session_of_another_folder_works_there() {
    let model = echoing();
    let (workspace, elsewhere) = (Workspace::on(&model), Workspace::new());
    elsewhere.file("AGENTS.md", "Speak of kites.");
    let stored = |cwd: &str, name: &str| {
        let header = json!({"type": "session", "version": 3, "id": format!("0193aa10-1111-7abc-8def-{name}"),
            "timestamp": "2025-11-30T09:00:00.000Z", "cwd": cwd});
        workspace.file(&format!("{name}.jsonl"), format!("{header}\n")).display().to_string()
    };
    let there = stored(&elsewhere.path().display().to_string(), "000000000001");
    let nowhere = stored("/nowhere/at/all", "000000000002");
    let mut server = Launch::new(&workspace).start();
    let pwd =
        |server: &mut Server| server.call(&json!({"id": "b", "type": "bash", "command": "pwd"}))["output"].clone();
    for (path, folder) in [(&there, elsewhere.path()), (&nowhere, elsewhere.path())] {
        assert_eq!(switch(&mut server, path)["success"], true);
        assert_eq!(pwd(&mut server), format!("{}\n", folder.display()));
        let prompt = state(&mut server)["systemPrompt"].to_string();
        assert!(prompt.contains("kites") && prompt.contains(&folder.display().to_string()), "{prompt}");
    }
    server.call(&json!({"id": "n", "type": "new_session"}));
    server.run("p", "one");
    assert_eq!(header(&file(&mut server))["cwd"], elsewhere.path().display().to_string());
}

#[test]
fn a_file_that_another_process_writes_is_refused() {
    let model = echoing();
    let workspace = Workspace::on(&model);
    let mut other = Launch::new(&workspace).start();
    other.run("p", "one");
    let path = file(&mut other);
    let mut server = Launch::new(&workspace).start();
    assert_eq!(switch(&mut server, &path)["error"], format!("session file is in use: {path}"));
    let mut fork = Launch::new(&workspace).args(["--fork", &path]).start();
    assert_eq!(said(&mut fork), ["one", "You said: one"]);
    let copy = file(&mut fork);
    assert_ne!(copy, path);
    assert_eq!(header(&copy)["parentSession"], path.as_str());
    fork.run("p", "two");
    other.run("p", "three");
    assert_eq!(said(&mut other), ["one", "You said: one", "three", "You said: three"]);
}

#[test]
fn ten_thousand_messages_are_opened_and_branched_in_the_middle() {
    const MESSAGES: usize = 10_000;
    let model = echoing();
    let workspace = Workspace::on(&model);
    let mut text = json!({"type": "session", "version": 3, "id": "0193aa10-1111-7abc-8def-000000000001",
        "timestamp": "2025-11-30T09:00:00.000Z", "cwd": "/nowhere"})
    .to_string();
    for number in 0..MESSAGES {
        let message = if number % 2 == 0 {
            json!({"role": "user", "content": format!("question {number}"), "timestamp": number})
        } else {
            let cost = json!({"input": 0.0, "output": 0.0, "cacheRead": 0.0, "cacheWrite": 0.0, "total": 0.0});
            json!({"role": "assistant", "content": [{"type": "text", "text": format!("answer {number}")}],
                "api": "openai-completions", "provider": "mock", "model": "mock-model", "stopReason": "stop",
                "usage": {"input": 1, "output": 1, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 2, "cost": cost},
                "timestamp": number})
        };
        let parent = (number > 0).then(|| format!("{:08x}", number - 1));
        let entry = json!({"type": "message", "id": format!("{number:08x}"), "parentId": parent,
            "timestamp": "2025-11-30T09:00:01.000Z", "message": message});
        text.push('\n');
        text.push_str(&entry.to_string());
    }
    let path = workspace.file("large.jsonl", text + "\n").display().to_string();
    let mut server = Launch::new(&workspace).start();
    assert_eq!(switch(&mut server, &path)["success"], true);
    assert_eq!(state(&mut server)["messageCount"], MESSAGES);
    assert_eq!(points(&mut server).len(), MESSAGES / 2);
    let middle = MESSAGES / 2;
    assert_eq!(branch(&mut server, &format!("{middle:08x}"))["text"], format!("question {middle}"));
    assert_eq!(state(&mut server)["messageCount"], middle);
    server.run("p", "and now?");
    assert_eq!(said(&mut server).len(), middle + 2);
    assert_eq!(server.finish().code, Some(0));
}

/// The entries of a file, each with its type.
fn entries(path: &str) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_compaction_is_one_entry_and_the_file_opens_to_the_same_history() {
    let model = echoing();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.run("p", "one");
    server.run("q", "two");
    let result = server.call(&json!({"id": "c", "type": "compact"}));
    let path = file(&mut server);
    let told = entries(&path);
    let compactions: Vec<&Value> = told.iter().filter(|entry| entry["type"] == "compaction").collect();
    assert_eq!(compactions.len(), 1);
    assert_eq!((&compactions[0]["summary"], &compactions[0]["details"]), (&result["summary"], &result["details"]));
    let first = told.iter().find(|entry| entry["id"] == result["firstKeptEntryId"]).unwrap();
    assert_eq!(first["type"], "message");
    let held = server.call(&json!({"id": "m", "type": "get_messages"}));
    assert_eq!(switch(&mut server, &path)["success"], true);
    assert_eq!(server.call(&json!({"id": "m", "type": "get_messages"})), held);
    // A branch from before the compaction has what it had then.
    let (entry, _) = points(&mut server)[1].clone();
    branch(&mut server, &entry);
    assert_eq!(said(&mut server), ["one", "You said: one"]);
}

#[test]
fn a_handoff_is_stored_when_it_is_answered() {
    let model = echoing();
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.run("p", "one");
    let old = file(&mut server);
    server.call(&json!({"id": "h", "type": "handoff"}));
    let new = file(&mut server);
    assert_ne!(old, new);
    assert_eq!(header(&new)["parentSession"], old);
    let told = entries(&new);
    let document = told.iter().find(|entry| entry["type"] == "custom_message").unwrap();
    assert_eq!((&document["customType"], &document["display"]), (&json!("handoff"), &json!(true)));
    assert_eq!(switch(&mut server, &old)["success"], true);
    assert_eq!(said(&mut server), ["one", "You said: one"]);
}
