//! Slash commands and skills, where a golden cannot see: what the model is sent, what is in files, what changes meanwhile.

use serde_json::{Value, json};

use crate::support::model::text_of;
use crate::support::{Launch, Model, Workspace, sse};

const RELEASE: &str = "---\nname: release\ndescription: Cuts a release\n---\n1. Tag it.\n";

fn prompt(id: &str, message: &str) -> Value {
    json!({"id": id, "type": "prompt", "message": message})
}

#[test]
fn a_forced_tool_is_asked_for_once() {
    let model = Model::with([
        sse::calls(&[("call_a", "bash", json!({"command": "true"}))]),
        sse::text(&["Done."]),
        sse::text(&["Again."]),
    ]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.run("p1", "/force:bash Have a look");
    server.run("p2", "And now?");
    let choices: Vec<Value> = model.requests().iter().map(|request| request.body["tool_choice"].clone()).collect();
    assert_eq!(choices, [json!({"type": "function", "function": {"name": "bash"}}), Value::Null, Value::Null]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn the_model_is_told_of_skills_and_reads_them_by_name() {
    let model =
        Model::with([sse::calls(&[("call_a", "read", json!({"path": "skill://release"}))]), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    workspace.file(".hostwire/skills/release/SKILL.md", RELEASE);
    workspace.file(".hostwire/skills/quiet/SKILL.md", "---\nname: quiet\ndescription: Quiet\nhide: true\n---\nShh.\n");
    workspace.file(".hostwire/skills/broken/SKILL.md", "No header\n");
    let mut server = Launch::new(&workspace).start();
    let frames = server.run("p", "Cut a release");
    let end = frames.iter().find(|frame| frame.is("tool_execution_end")).unwrap();
    assert!(text_of(&end.value["result"]["content"]).contains("1. Tag it."), "{}", end.raw);
    let system = text_of(&model.requests()[0].body["messages"][0]["content"]);
    assert!(system.contains("- release: Cuts a release") && !system.contains("quiet"), "{system}");
    let ended = server.finish();
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("broken/SKILL.md: it has no header"), "{}", ended.stderr);
}

#[test]
fn a_skill_that_was_called_is_in_the_file_and_comes_back_with_it() {
    let model = Model::with([sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    workspace.file(".hostwire/skills/release/SKILL.md", RELEASE);
    let mut server = Launch::new(&workspace).start();
    server.run("p", "/skill:release 1.2");
    let before = server.call(&json!({"id": "m", "type": "get_messages"}));
    assert_eq!(server.finish().code, Some(0));
    let sent = model.requests();
    let last = sent[0].body["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["role"], "user");
    let text = text_of(&last["content"]);
    assert!(text.contains("1. Tag it.") && text.ends_with("\n\n1.2"), "{text}");
    let entries = workspace.transcript();
    let entry = entries.iter().find(|entry| entry["type"] == "custom_message").unwrap();
    assert_eq!((&entry["customType"], &entry["details"]["args"]), (&json!("skill-prompt"), &json!("1.2")));
    let mut server = Launch::new(&workspace).arg("--continue").start();
    assert_eq!(server.call(&json!({"id": "m", "type": "get_messages"})), before);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn commands_that_come_and_go_are_told_before_the_next_answer_about_them() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    let list = json!({"id": "c", "type": "get_available_commands"});
    let names = |value: &Value| -> Vec<String> {
        let commands = value["commands"].as_array().unwrap();
        commands.iter().map(|command| command["name"].as_str().unwrap().to_owned()).collect()
    };
    let before = names(&server.call(&list));
    workspace.file(".hostwire/skills/release/SKILL.md", RELEASE);
    workspace.file(".hostwire/commands/look.md", "Look at $1.");
    server.send(&list);
    let update = server.expect("available_commands_update").value;
    let answer = server.expect("response").value;
    assert_eq!(names(&update), names(&answer["data"]));
    assert_eq!(names(&update), [before.clone(), vec!["skill:release".into(), "look".into()]].concat());
    std::fs::remove_file(workspace.path().join(".hostwire/commands/look.md")).unwrap();
    server.send(&prompt("p", "/help look"));
    assert_eq!(
        server.expect("available_commands_update").value["commands"].as_array().unwrap().len(),
        before.len() + 1
    );
    assert_eq!(server.expect("command_output").value["text"], "There is no command /look");
    assert_eq!(server.expect("response").value["data"], json!({"agentInvoked": false}));
    assert!(server.finish().frames.is_empty());
}

#[test]
fn a_deleted_session_leaves_no_file_and_a_fresh_one_has_another_name_for_providers() {
    let model = Model::with([sse::text(&["One."]), sse::text(&["Two."])]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    server.run("p1", "Hello");
    assert_eq!(workspace.sessions().len(), 1);
    server.ask(&prompt("d", "/session delete"));
    assert!(workspace.sessions().is_empty());
    server.run("p2", "Hello again");
    assert_eq!(workspace.sessions().len(), 1);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn tools_work_in_the_folder_that_the_session_moved_to() {
    let model = Model::with([sse::calls(&[("call_a", "bash", json!({"command": "pwd"}))]), sse::text(&["Done."])]);
    let workspace = Workspace::on(&model);
    workspace.file("sub/AGENTS.md", "Only below.");
    let mut server = Launch::new(&workspace).start();
    server.ask(&prompt("m", "/move sub"));
    let frames = server.run("p", "Where?");
    let end = frames.iter().find(|frame| frame.is("tool_execution_end")).unwrap();
    assert!(text_of(&end.value["result"]["content"]).trim_end().ends_with("/work/sub"), "{}", end.raw);
    assert!(text_of(&model.requests()[0].body["messages"][0]["content"]).contains("Only below."));
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn the_changelog_is_the_newest_part_of_the_published_one() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    server.send(&prompt("p", "/changelog"));
    let text = server.expect("command_output").value["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("hostwire ") && text.matches("\n## ").count() == 1, "{text}");
    assert_eq!(server.expect("response").value["success"], true);
    assert!(server.finish().frames.is_empty());
}
