//! Notes by fixed rules, and how the planner goes on from them.

use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::provider::notes::HEADINGS;

fn record(messages: &[serde_json::Value]) -> Vec<Arc<AgentMessage>> {
    messages.iter().map(|message| Arc::new(serde_json::from_value(message.clone()).expect("a message"))).collect()
}

fn user(text: &str) -> serde_json::Value {
    json!({"role": "user", "content": text, "timestamp": 1})
}

fn reply(text: &str, calls: &[(&str, &str)]) -> serde_json::Value {
    let mut content = vec![json!({"type": "text", "text": text})];
    content.extend(
        calls
            .iter()
            .map(|(name, path)| json!({"type": "toolCall", "id": path, "name": name, "arguments": {"path": path}})),
    );
    let zero = json!({"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0});
    json!({
        "role": "assistant", "content": content, "api": "offline", "provider": "builtin", "model": "offline",
        "usage": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": zero},
        "stopReason": if calls.is_empty() { "stop" } else { "toolUse" }, "timestamp": 1
    })
}

fn failure(id: &str, text: &str) -> serde_json::Value {
    json!({"role": "toolResult", "toolCallId": id, "toolName": "read", "content": [{"type": "text", "text": text}], "isError": true, "timestamp": 1})
}

fn stretch(messages: &[serde_json::Value], serves: Serves) -> Stretch {
    Stretch { record: record(messages), serves, previous: None, focus: None }
}

const WHOLE_TURN: Serves = Serves::Summary { tail: Tail::Whole };

#[test]
fn they_list_what_was_asked_done_and_answered() {
    let messages = [
        user("Read boat.txt\nand gone.txt"),
        reply("I will read.", &[("read", "boat.txt"), ("read", "gone.txt")]),
        failure("gone.txt", "No such file"),
        reply("It is a\nclinker hull.", &[]),
    ];
    let notes = write(&stretch(&messages, WHOLE_TURN));
    for heading in HEADINGS {
        assert!(notes.contains(&format!("{heading}\n")), "{heading} is missing in {notes}");
    }
    assert!(notes.contains("## Goal\nRead boat.txt\nand gone.txt\n"), "{notes}");
    assert!(
        notes.contains(
            "- Read boat.txt and gone.txt — read `boat.txt`, read `gone.txt` — answered: It is a clinker hull.\n"
        ),
        "{notes}"
    );
    assert!(notes.contains("### Blocked\n- read `gone.txt` failed: No such file\n"), "{notes}");
    assert!(
        notes.ends_with("<brief>I worked on 1 request with 2 calls. The last was: Read boat.txt and gone.txt</brief>")
    );
    assert_eq!(write(&stretch(&messages, WHOLE_TURN)), notes, "the same record, the same notes");
    assert_eq!(open_request(&notes), None);
}

#[test]
fn earlier_notes_are_brought_up_to_date() {
    let first = write(&stretch(&[user("One"), reply("Yes", &[])], WHOLE_TURN));
    let mut second = stretch(&[user("Two"), reply("No", &[])], WHOLE_TURN);
    second.previous = Some(first);
    second.focus = Some("boats".into());
    let notes = write(&second);
    assert!(notes.contains("### Done\n- One — answered: Yes\n- Two — answered: No\n"), "{notes}");
    assert!(notes.contains("## Constraints & Preferences\n- Kept in mind: boats\n"), "{notes}");
}

#[test]
fn a_request_that_is_still_worked_on_is_found_again() {
    let messages = [user("Read boat.txt"), reply("I will.", &[("read", "boat.txt")])];
    let notes = write(&stretch(&messages, Serves::Summary { tail: Tail::Split }));
    let notes = notes.split("\n<brief>").next().unwrap_or_default();
    assert!(notes.contains("### Done\nNone\n### In Progress\n- Read boat.txt — read `boat.txt`\n"), "{notes}");
    assert_eq!(open_request(notes), Some("Read boat.txt"));
    assert_eq!(
        open_request(&format!("{notes}\n\n<read-files>\nboat.txt\n</read-files>\n</summary>")),
        Some("Read boat.txt")
    );
}

#[test]
fn a_handoff_has_no_brief_and_an_empty_record_says_so() {
    let notes = write(&stretch(&[], Serves::Handoff));
    assert!(notes.contains("## Goal\nNone\n") && !notes.contains("<brief>"), "{notes}");
}
