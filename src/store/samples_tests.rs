//! Entries and files for this room's tests.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Body, Entry, Header};
use crate::proto::shared::{AgentMessage, UserBlock, UserContent};

pub(super) const HEADER: &str = r#"{"type":"session","version":3,"id":"0193aa10-1111-7abc-8def-000000000001","timestamp":"2025-11-30T09:00:00.000Z","cwd":"/home/dev/app"}"#;

pub(super) fn header() -> Header {
    Header {
        id: "0193aa10-1111-7abc-8def-000000000001".into(),
        timestamp: 1_764_493_200_000,
        cwd: PathBuf::from("/home/dev/app"),
        parent_session: None,
        title: None,
    }
}

pub(super) fn message(value: Value) -> Arc<AgentMessage> {
    Arc::new(serde_json::from_value(value).unwrap())
}

pub(super) fn user(text: &str) -> Arc<AgentMessage> {
    message(json!({"role":"user","content":[{"type":"text","text":text}],"timestamp":1}))
}

/// A reply that says `text` and makes `calls`.
pub(super) fn reply(text: &str, calls: &[&str], stop: &str) -> Value {
    let mut content = vec![json!({"type":"text","text":text})];
    content.extend(calls.iter().map(|id| json!({"type":"toolCall","id":id,"name":"read","arguments":{"path":"a"}})));
    json!({"role":"assistant","content":content,"api":"openai-completions","provider":"acme","model":"mini-2",
        "usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,
            "cost":{"input":0.0,"output":0.0,"cacheRead":0.0,"cacheWrite":0.0,"total":0.0}},
        "stopReason":stop,"timestamp":2})
}

pub(super) fn result(call: &str) -> Value {
    json!({"role":"toolResult","toolCallId":call,"toolName":"read","content":[{"type":"text","text":call}],
        "isError":false,"timestamp":3})
}

/// An entry whose id is its number, following the number before it.
pub(super) fn entry(number: usize, message: Arc<AgentMessage>) -> Entry {
    let id = |number: usize| Arc::from(format!("{number:08x}"));
    let parent = (number > 1).then(|| id(number - 1));
    Entry { id: id(number), parent, timestamp: 1_764_493_201_000, body: Body::Message(message) }
}

/// A line of a message entry.
pub(super) fn line(id: &str, parent: Option<&str>, message: Value) -> String {
    json!({"type":"message","id":id,"parentId":parent,"timestamp":"2025-11-30T09:00:01.000Z","message":message})
        .to_string()
}

pub(super) fn said(id: &str, parent: Option<&str>, text: &str) -> String {
    line(id, parent, json!({"role":"user","content":text,"timestamp":1}))
}

/// A file with the header and these lines.
pub(super) fn file(lines: &[&str]) -> Vec<u8> {
    let mut text = format!("{HEADER}\n");
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text.into_bytes()
}

/// One word a message: what it says, or the call that it answers.
pub(super) fn words(messages: &[Arc<AgentMessage>]) -> Vec<String> {
    messages.iter().map(|message| word(message)).collect()
}

fn word(message: &AgentMessage) -> String {
    let of = |content: &UserContent| match content {
        UserContent::Text(text) => text.clone(),
        UserContent::Blocks(blocks) => blocks
            .iter()
            .map(|block| match block {
                UserBlock::Text(text) => text.text.clone(),
                UserBlock::Image(_) => "image".to_owned(),
            })
            .collect(),
    };
    match message {
        AgentMessage::User(it) => of(&it.content),
        AgentMessage::Custom(it) => format!("custom:{}", of(&it.content)),
        AgentMessage::Assistant(it) => format!("reply:{}", it.model),
        AgentMessage::ToolResult(it) => format!("result:{}", it.tool_call_id),
        AgentMessage::BranchSummary(it) => format!("branch:{}", it.summary),
        AgentMessage::CompactionSummary(it) => format!("summary:{}", it.summary),
        other => format!("{other:?}"),
    }
}

pub(super) fn write(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap();
}
