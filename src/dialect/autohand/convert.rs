//! From the core's words to the protocol's.

use std::sync::Arc;

use crate::base::clock;
use crate::proto::autohand::{
    AgentStartData, AgentState, AgentStatus, MessageRole, MessageRow, MessageToolCall, ToolCallRow,
};
use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, ContextUsage, StopReason, ToolCallContent, ToolResultMessage,
    UserBlock, UserContent,
};
use crate::session::View;

/// Version of the protocol; within one, members are only added.
const PROTOCOL_VERSION: &str = "1";

pub(super) fn start(view: &View) -> AgentStartData {
    AgentStartData {
        session_id: view.id.to_string(),
        model: view.model.as_ref().map(|model| model.id.clone()).unwrap_or_default(),
        provider: view.model.as_ref().map(|model| model.provider.clone()).unwrap_or_default(),
        workspace: view.cwd.display().to_string(),
        context_percent: Some(percent_left(view.context.as_ref())),
        protocol_version: Some(PROTOCOL_VERSION.to_owned()),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    }
}

/// What the session does not know of the state.
pub(super) struct Beside {
    pub plan_mode: bool,
    pub yolo: bool,
    pub automode: bool,
    pub pending_permissions: Vec<String>,
    pub pending_changes: Vec<String>,
}

pub(super) fn state(view: &View, beside: Beside) -> AgentState {
    let status = match (view.is_streaming || beside.automode, beside.pending_permissions.is_empty()) {
        (false, _) => AgentStatus::Idle,
        (true, true) => AgentStatus::Processing,
        (true, false) => AgentStatus::WaitingPermission,
    };
    AgentState {
        model: view.model.as_ref().map(|model| model.id.clone()).unwrap_or_default(),
        provider: view.model.as_ref().map(|model| model.provider.clone()).unwrap_or_default(),
        workspace: view.cwd.display().to_string(),
        is_processing: view.is_streaming || beside.automode,
        context_percent: percent_left(view.context.as_ref()),
        message_count: view.message_count,
        status: Some(status),
        session_id: Some(view.id.to_string()),
        plan_mode: Some(beside.plan_mode),
        yolo: Some(beside.yolo),
        automode: Some(beside.automode),
        pending_permissions: Some(beside.pending_permissions),
        pending_changes: Some(beside.pending_changes),
        thinking_level: Some(view.thinking),
        protocol_version: Some(PROTOCOL_VERSION.to_owned()),
    }
}

/// Share of the context window that is free: a whole number from 0 to 100; 100 where the window is not known.
pub(super) fn percent_left(usage: Option<&ContextUsage>) -> u64 {
    let used = usage.map_or(0.0, |usage| usage.percent);
    let left = (100.0 - used).round().clamp(0.0, 100.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=100 above")]
    let left = left as u64;
    left
}

/// Tokens of prompts and answers together.
pub(super) fn tokens(messages: &[Arc<AgentMessage>]) -> u64 {
    let used = |message: &Arc<AgentMessage>| match message.as_ref() {
        AgentMessage::Assistant(reply) => reply.usage.total_tokens,
        _ => 0,
    };
    messages.iter().map(used).sum()
}

/// What kind of failure ended a run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub code: &'static str,
    pub recoverable: bool,
}

/// Judged by the last reply; without a failed one the model could not be asked at all.
pub(super) fn fault(messages: &[Arc<AgentMessage>]) -> Fault {
    let last = messages.iter().rev().find_map(|message| match message.as_ref() {
        AgentMessage::Assistant(reply) => Some(reply),
        _ => None,
    });
    let Some(reply) = last else { return Fault { code: "model", recoverable: false } };
    if reply.stop_reason != StopReason::Error {
        return Fault { code: "tool", recoverable: false };
    }
    match reply.error_status {
        Some(401 | 403) => Fault { code: "auth", recoverable: false },
        Some(429) => Fault { code: "rate_limit", recoverable: true },
        Some(400 | 404 | 422) => Fault { code: "model", recoverable: false },
        Some(500..=599) => Fault { code: "server", recoverable: true },
        Some(_) => Fault { code: "provider_error", recoverable: false },
        None => Fault { code: "network", recoverable: true },
    }
}

/// The texts of a result.
pub(super) fn text(blocks: &[UserBlock]) -> String {
    let texts = blocks.iter().map(|block| match block {
        UserBlock::Text(text) => text.text.as_str(),
        UserBlock::Image(_) => "[image]",
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The text of a reply: all its deltas together.
pub(super) fn reply_text(reply: &AssistantMessage) -> String {
    let texts = reply.content.iter().filter_map(|block| match block {
        AssistantBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn calls(reply: &AssistantMessage) -> impl Iterator<Item = &ToolCallContent> {
    reply.content.iter().filter_map(|block| match block {
        AssistantBlock::ToolCall(call) => Some(call),
        _ => None,
    })
}

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

/// Every call of the conversation with its result, in the order of the calls.
pub(super) fn call_rows(messages: &[Arc<AgentMessage>]) -> Vec<ToolCallRow> {
    let results: std::collections::HashMap<&str, &ToolResultMessage> = messages
        .iter()
        .filter_map(|message| match message.as_ref() {
            AgentMessage::ToolResult(result) => Some((result.tool_call_id.as_str(), result)),
            _ => None,
        })
        .collect();
    let replies = messages.iter().filter_map(|message| match message.as_ref() {
        AgentMessage::Assistant(reply) => Some(reply),
        _ => None,
    });
    let row = |reply: &AssistantMessage, call: &ToolCallContent| {
        let result = results.get(call.id.as_str());
        let told = result.map(|result| text(&result.content));
        let failed = result.is_some_and(|result| result.is_error);
        ToolCallRow {
            tool_call_id: call.id.clone(),
            tool_name: call.name.clone(),
            args: call.arguments.clone(),
            success: result.map(|result| !result.is_error),
            result: told.clone().filter(|_| !failed),
            error: told.filter(|_| failed),
            duration: None,
            timestamp: clock::iso(reply.timestamp),
        }
    };
    replies.flat_map(|reply| calls(reply).map(move |call| row(reply, call))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_share_of_the_window_is_a_whole_number_within_bounds() {
        let left = |percent: f64| percent_left(Some(&ContextUsage { tokens: 0.0, context_window: 1, percent }));
        assert_eq!([left(0.0), left(14.6), left(99.6), left(120.0), left(-3.0)], [100, 85, 0, 0, 100]);
        assert_eq!(percent_left(None), 100);
    }
}
