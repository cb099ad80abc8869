//! The conversation as rows: what was said, and the calls with what came of them.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::base::clock;
use crate::proto::autohand::{MessageRole, MessageRow, MessageToolCall, ToolCallRow};
use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, ToolCallContent, ToolResultMessage, UserContent,
};

use super::convert::{reply_text, text};
use super::turns::Durations;

/// One row for each message; `most` keeps the newest.
pub(super) fn rows(messages: &[Arc<AgentMessage>], most: Option<u64>) -> Vec<MessageRow> {
    let most = most.filter(|most| *most > 0).and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
    let skipped = messages.len().saturating_sub(most);
    messages.iter().enumerate().skip(skipped).map(|(number, message)| row(number, message)).collect()
}

fn row(number: usize, message: &AgentMessage) -> MessageRow {
    let (role, content, at) = said(message);
    let (mut tool_calls, mut tool_call_id) = (None, None);
    match message {
        AgentMessage::Assistant(reply) => {
            let list: Vec<_> = calls(reply)
                .map(|call| MessageToolCall {
                    id: call.id.clone(),
                    name: call.name.clone(),
                    args: call.arguments.clone(),
                })
                .collect();
            tool_calls = (!list.is_empty()).then_some(list);
        }
        AgentMessage::ToolResult(result) => tool_call_id = Some(result.tool_call_id.clone()),
        _ => {}
    }
    MessageRow { id: format!("msg_{number}"), role, content, timestamp: clock::iso(at), tool_calls, tool_call_id }
}

fn said(message: &AgentMessage) -> (MessageRole, String, i64) {
    match message {
        AgentMessage::User(user) => (MessageRole::User, content(&user.content), user.timestamp),
        AgentMessage::Assistant(reply) => (MessageRole::Assistant, reply_text(reply), reply.timestamp),
        AgentMessage::ToolResult(result) => (MessageRole::Tool, text(&result.content), result.timestamp),
        AgentMessage::Developer(developer) => (MessageRole::System, content(&developer.content), developer.timestamp),
        AgentMessage::Custom(custom) => (MessageRole::System, content(&custom.content), custom.timestamp),
        AgentMessage::HookMessage(hook) => (MessageRole::System, content(&hook.content), hook.timestamp),
        AgentMessage::BashExecution(run) => {
            (MessageRole::User, format!("$ {}\n{}", run.command, run.output), run.timestamp)
        }
        AgentMessage::PythonExecution(run) => {
            (MessageRole::User, format!("{}\n{}", run.code, run.output), run.timestamp)
        }
        AgentMessage::FileMention(mention) => {
            let files = mention.files.iter().map(|file| format!("{}:\n{}", file.path, file.content));
            (MessageRole::User, files.collect::<Vec<_>>().join("\n\n"), mention.timestamp)
        }
        AgentMessage::BranchSummary(summary) => (MessageRole::System, summary.summary.clone(), summary.timestamp),
        AgentMessage::CompactionSummary(summary) => (MessageRole::System, summary.summary.clone(), summary.timestamp),
    }
}

fn content(content: &UserContent) -> String {
    match content {
        UserContent::Text(text) => text.clone(),
        UserContent::Blocks(blocks) => text(blocks),
    }
}

/// Every call of the conversation with its result, in the order of the calls. A result belongs to the oldest open call
/// of its id in the reply before it: some servers give one id to several calls.
pub(super) fn call_rows(messages: &[Arc<AgentMessage>], durations: &Durations) -> Vec<ToolCallRow> {
    let mut rows: Vec<ToolCallRow> = Vec::new();
    let mut open: HashMap<&str, VecDeque<usize>> = HashMap::new();
    let mut ended: HashMap<&str, Vec<usize>> = HashMap::new();
    for message in messages {
        match message.as_ref() {
            AgentMessage::Assistant(reply) => {
                open.clear();
                for call in calls(reply) {
                    open.entry(&call.id).or_default().push_back(rows.len());
                    rows.push(called(reply, call));
                }
            }
            AgentMessage::ToolResult(result) => {
                let place = open.get_mut(result.tool_call_id.as_str()).and_then(VecDeque::pop_front);
                let Some((place, row)) = place.and_then(|place| Some((place, rows.get_mut(place)?))) else { continue };
                answered(row, result);
                ended.entry(&result.tool_call_id).or_default().push(place);
            }
            _ => {}
        }
    }
    for (id, places) in ended {
        // Of calls of an earlier process nothing is known; they come first.
        let known = durations.get(id).map(Vec::as_slice).unwrap_or_default();
        for (place, ran) in places.into_iter().rev().zip(known.iter().rev()) {
            if let Some(row) = rows.get_mut(place) {
                row.duration = *ran;
            }
        }
    }
    rows
}

fn called(reply: &AssistantMessage, call: &ToolCallContent) -> ToolCallRow {
    ToolCallRow {
        tool_call_id: call.id.clone(),
        tool_name: call.name.clone(),
        args: call.arguments.clone(),
        success: None,
        result: None,
        error: None,
        duration: None,
        timestamp: clock::iso(reply.timestamp),
    }
}

fn answered(row: &mut ToolCallRow, result: &ToolResultMessage) {
    let told = Some(text(&result.content));
    row.success = Some(!result.is_error);
    (row.result, row.error) = if result.is_error { (None, told) } else { (told, None) };
}

fn calls(reply: &AssistantMessage) -> impl Iterator<Item = &ToolCallContent> {
    reply.content.iter().filter_map(|block| match block {
        AssistantBlock::ToolCall(call) => Some(call),
        _ => None,
    })
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
