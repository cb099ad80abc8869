//! What a request's history means to the planner: open questions, and calls with their results.

use std::collections::HashMap;

use serde_json::Value;

use crate::proto::shared::{
    AgentMessage, AssistantBlock, StopReason, ToolCallContent, ToolResultMessage, UserBlock, UserContent,
};
use crate::provider::Request;

use super::calls::Called;
use super::notes;
use super::plan::{Ask, Conversation};

/// Reads the history of a request.
pub fn conversation(request: &Request) -> Conversation {
    let mut conversation = Conversation::default();
    let mut pending: HashMap<&str, &ToolCallContent> = HashMap::new();
    let last_user = request.messages.iter().rposition(|message| matches!(message.as_ref(), AgentMessage::User(_)));
    for (index, message) in request.messages.iter().enumerate() {
        match message.as_ref() {
            AgentMessage::User(user) => {
                let text = text_of(&user.content);
                let from = conversation.calls.len();
                match interjection(&text) {
                    // What interrupts the work is done besides it; anything else takes its place.
                    Some(words) => conversation.asks.push(Ask { text: words.to_owned(), from }),
                    None if user.steering == Some(true) => conversation.asks.push(Ask { text, from }),
                    // What the user ran may have changed files, as the planner's own commands may.
                    None if is_report(&text) => {
                        conversation.calls.push(Called { tool: "bash".to_owned(), ..Called::default() });
                        // Notes in the place of a turn's beginning say what was asked in it.
                        let open = notes::open_request(&text);
                        conversation.asks.extend(open.map(|open| Ask { text: open.to_owned(), from: from + 1 }));
                    }
                    None => conversation.asks = vec![Ask { text, from }],
                }
            }
            AgentMessage::Assistant(reply) => {
                if reply.stop_reason != StopReason::ToolUse {
                    conversation.asks.clear();
                }
                pending.extend(reply.content.iter().filter_map(|block| match block {
                    AssistantBlock::ToolCall(call) => Some((call.id.as_str(), call)),
                    _ => None,
                }));
            }
            AgentMessage::ToolResult(result) => {
                // A call that a steer kept from running is made again, once for each steer.
                let skipped = is_skipped(result) && last_user.is_some_and(|last| last > index);
                if let Some(call) = pending.remove(result.tool_call_id.as_str()).filter(|_| !skipped) {
                    conversation.calls.push(called(call, result));
                }
            }
            _ => {}
        }
    }
    conversation
}

fn called(call: &ToolCallContent, result: &ToolResultMessage) -> Called {
    Called {
        tool: call.name.clone(),
        arguments: call.arguments.clone(),
        text: joined(&result.content),
        details: result.details.clone(),
        failed: result.is_error,
    }
}

fn is_skipped(result: &ToolResultMessage) -> bool {
    let detail = |name: &str| result.details.as_ref().and_then(|details| details.get(name)).and_then(Value::as_bool);
    detail("__synthetic") == Some(true) && detail("executed") == Some(false)
}

pub fn text_of(content: &UserContent) -> String {
    match content {
        UserContent::Text(text) => text.clone(),
        UserContent::Blocks(blocks) => joined(blocks),
    }
}

pub fn joined(blocks: &[UserBlock]) -> String {
    let texts: Vec<&str> = blocks
        .iter()
        .filter_map(|block| match block {
            UserBlock::Text(text) => Some(text.text.as_str()),
            UserBlock::Image(_) => None,
        })
        .collect();
    texts.join("\n")
}

/// The words of a steer, which the model sees inside an element.
fn interjection(text: &str) -> Option<&str> {
    text.trim().strip_prefix("<user_interjection>")?.strip_suffix("</user_interjection>").map(str::trim)
}

/// Text that stands in the user's place but asks for nothing: commands that the user ran, summaries.
fn is_report(text: &str) -> bool {
    text.starts_with("The user ran ") || text.contains(":\n<summary>\n") || text.trim().is_empty()
}

/// The part of call ids that tells this reply's calls from all others of the session.
pub fn call_stem(request: &Request) -> String {
    let time = request.messages.last().map_or(0, |message| match message.as_ref() {
        AgentMessage::User(message) => message.timestamp,
        AgentMessage::Developer(message) => message.timestamp,
        AgentMessage::Assistant(message) => message.timestamp,
        AgentMessage::ToolResult(message) => message.timestamp,
        _ => 0,
    });
    format!("call_{time:x}_{}", request.messages.len())
}

/// Bytes of text that a model would have to read.
pub fn size(request: &Request) -> usize {
    let system: usize = request.system.iter().map(String::len).sum();
    let tools: usize =
        request.tools.iter().map(|tool| tool.name.len() + tool.description.len() + length(&tool.parameters)).sum();
    let messages: usize = request
        .messages
        .iter()
        .map(|message| match message.as_ref() {
            AgentMessage::User(message) => text_of(&message.content).len(),
            AgentMessage::Developer(message) => text_of(&message.content).len(),
            AgentMessage::ToolResult(message) => joined(&message.content).len(),
            AgentMessage::Assistant(message) => message
                .content
                .iter()
                .map(|block| match block {
                    AssistantBlock::Text(text) => text.text.len(),
                    AssistantBlock::ToolCall(call) => call.name.len() + length(&call.arguments),
                    _ => 0,
                })
                .sum(),
            _ => 0,
        })
        .sum();
    system + tools + messages
}

fn length(value: &impl serde::Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |text| text.len())
}
