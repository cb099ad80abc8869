//! What the model sees of files that a message mentions.

use serde_json::json;

use crate::support::{Launch, Model, Workspace, sse};

#[test]
fn the_model_sees_mentioned_files_before_the_message() {
    let model = Model::with([sse::text(&["Seen."]), sse::text(&["Again."])]);
    let workspace = Workspace::on(&model);
    workspace.file("src/a.txt", "one\ntwo\n");
    workspace.file("long.txt", "x".repeat(300_000));
    let mut server = Launch::new(&workspace).start();
    server.run("p", "What do @src/a.txt, @src and @long.txt say?");
    let requests = model.requests();
    let messages = requests[0].messages();
    let texts: Vec<String> =
        messages.iter().rev().take(2).map(|message| crate::support::model::text_of(&message["content"])).collect();
    assert_eq!(texts[0], "What do @src/a.txt, @src and @long.txt say?");
    assert_eq!(
        texts[1],
        concat!(
            "<system_note>\n<file path=\"src/a.txt\">\none\ntwo\n</file>\n<file path=\"src\">\na.txt\t8\n</file>\n",
            "<file path=\"long.txt\" bytes=\"300000\" skipped=\"tooLarge\" />\n\n</system_note>"
        )
    );
    // The file is read anew when it is mentioned again; what was said stays as it was.
    workspace.file("src/a.txt", "three\n");
    server.run("q", "And @src/a.txt now?");
    let second = model.requests()[1].body.to_string();
    assert!(second.contains("one\\\\ntwo") || second.contains("one\\ntwo"));
    assert!(second.contains("three"));
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn an_abort_while_files_are_read_ends_the_run_with_its_message() {
    let model = Model::start();
    model.rule(|_| Some(sse::text(&["Read."])));
    let workspace = Workspace::on(&model);
    for name in 0..20 {
        workspace.file(&format!("f{name}.txt"), "y".repeat(20_000));
    }
    let mut server = Launch::new(&workspace).start();
    let all: Vec<String> = (0..20).map(|name| format!("@f{name}.txt")).collect();
    for round in 0..5 {
        server.send(&json!({"id": format!("p{round}"), "type": "prompt", "message": all.join(" ")}));
        let ended = server.ask(&json!({"id": format!("a{round}"), "type": "abort"}));
        assert_eq!(ended["success"], true);
        assert_eq!(server.call(&json!({"id": "s", "type": "get_state"}))["isStreaming"], false);
    }
    assert_eq!(server.finish().code, Some(0));
}
