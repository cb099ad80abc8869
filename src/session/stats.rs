//! Counts and sizes of a conversation.

use std::sync::Arc;

use crate::agent::context::estimated_tokens;
use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, ContextUsage, SessionStats, StopReason, TokenTotals, UserBlock,
    UserContent,
};
use crate::provider::IMAGE_TOKENS;

use super::state::Session;

impl Session {
    /// What the conversation has used; over the messages in memory.
    pub fn stats(&self) -> SessionStats {
        let mut stats = SessionStats {
            session_file: self.config.file.as_ref().map(|path| path.display().to_string()),
            session_id: self.config.id.to_string(),
            user_messages: 0,
            assistant_messages: 0,
            tool_calls: self.calls_made(),
            tool_results: 0,
            total_messages: self.messages.len() as u64,
            tokens: TokenTotals { input: 0, output: 0, reasoning: 0, cache_read: 0, cache_write: 0, total: 0 },
            cost: 0.0,
            premium_requests: 0.0,
            context_usage: self.context_usage(),
        };
        for message in &self.messages {
            match message.as_ref() {
                AgentMessage::User(_) => stats.user_messages += 1,
                AgentMessage::ToolResult(_) => stats.tool_results += 1,
                AgentMessage::Assistant(reply) => {
                    stats.assistant_messages += 1;
                    add_usage(&mut stats, reply);
                }
                _ => {}
            }
        }
        stats
    }

    /// How full the model's window is: the last real figure plus an estimate of what came after it.
    pub fn context_usage(&self) -> Option<ContextUsage> {
        let window = self.window()?;
        let tokens = self.context_tokens() as f64;
        Some(ContextUsage { tokens, context_window: window, percent: tokens * 100.0 / window as f64 })
    }

    /// The model's window, if it is known.
    pub(super) fn window(&self) -> Option<u64> {
        self.config.model.as_ref().map(|model| model.context_window).filter(|window| *window > 0)
    }

    /// The last real figure plus an estimate of what came after it; without one an estimate of all. Never less than the
    /// conversation alone must take: some servers count only what they had not cached.
    pub(super) fn context_tokens(&self) -> u64 {
        let told = match self.last_figure() {
            Some((at, tokens)) => tokens + self.messages.iter().skip(at + 1).map(estimate).sum::<u64>(),
            None => self.estimated + self.compactions.overhead.unwrap_or_else(|| self.fixed_tokens()),
        };
        told.max(self.estimated)
    }

    /// The last real figure with its message's place. One from before a compaction tells of another history.
    fn last_figure(&self) -> Option<(usize, u64)> {
        let newer = self.messages.iter().enumerate().skip(self.compactions.figures_from);
        newer.rev().find_map(|(at, message)| match message.as_ref() {
            AgentMessage::Assistant(reply) if is_usable(reply) => Some((at, reply.usage.total_tokens)),
            _ => None,
        })
    }

    /// The last real figure; 0 when there is none.
    pub(super) fn last_real_tokens(&self) -> u64 {
        self.last_figure().map_or(0, |(_, tokens)| tokens)
    }

    /// What requests carry besides the history, as far as a real figure tells.
    pub(super) fn overhead(&self) -> Option<u64> {
        let (at, tokens) = self.last_figure()?;
        let history: u64 = self.messages.iter().take(at + 1).map(estimate).sum();
        Some(tokens.saturating_sub(history).min(self.fixed_tokens()))
    }

    /// System prompt and tools, which every request carries.
    fn fixed_tokens(&self) -> u64 {
        let prompt: usize = self.config.system_prompt.iter().map(String::len).sum();
        let tools: usize = self
            .config
            .tooling
            .set
            .definitions()
            .iter()
            .map(|tool| tool.name.len() + tool.description.len() + schema_bytes(&tool.parameters))
            .sum();
        estimated_tokens(prompt + tools)
    }

    /// The text of the last reply that has any, trimmed. A reply that was cut before its first word is passed over.
    pub fn last_reply_text(&self) -> Option<String> {
        let reply = self.messages.iter().rev().find_map(|message| match message.as_ref() {
            AgentMessage::Assistant(reply) if reply.stop_reason == StopReason::Aborted && reply.content.is_empty() => {
                None
            }
            AgentMessage::Assistant(reply) => Some(reply),
            _ => None,
        })?;
        let text: String = reply
            .content
            .iter()
            .filter_map(|block| match block {
                AssistantBlock::Text(text) => Some(text.text.as_str()),
                _ => None,
            })
            .collect();
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

fn is_usable(reply: &AssistantMessage) -> bool {
    !matches!(reply.stop_reason, StopReason::Aborted | StopReason::Error) && reply.usage.total_tokens > 0
}

fn add_usage(stats: &mut SessionStats, reply: &AssistantMessage) {
    let usage = &reply.usage;
    stats.tokens.input += usage.input;
    stats.tokens.output += usage.output;
    stats.tokens.reasoning += usage.reasoning_tokens.unwrap_or(0);
    stats.tokens.cache_read += usage.cache_read;
    stats.tokens.cache_write += usage.cache_write;
    stats.tokens.total += usage.total_tokens;
    stats.cost += usage.cost.total;
    stats.premium_requests += usage.premium_requests.unwrap_or(0.0);
}

/// Bytes of a schema, near enough for an estimate, without writing it out.
fn schema_bytes(schema: &serde_json::Map<String, serde_json::Value>) -> usize {
    schema.iter().map(|(key, value)| key.len() + 4 + value_bytes(value)).sum()
}

fn value_bytes(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::String(text) => text.len() + 2,
        serde_json::Value::Array(items) => items.iter().map(|item| value_bytes(item) + 1).sum(),
        serde_json::Value::Object(members) => schema_bytes(members),
        _ => 5,
    }
}

/// About how many tokens a message takes.
pub(super) fn estimate(message: &Arc<AgentMessage>) -> u64 {
    match message.as_ref() {
        AgentMessage::User(user) => content_tokens(&user.content),
        AgentMessage::Developer(developer) => content_tokens(&developer.content),
        AgentMessage::Custom(custom) => content_tokens(&custom.content),
        AgentMessage::HookMessage(hook) => content_tokens(&hook.content),
        AgentMessage::ToolResult(result) => blocks_tokens(&result.content),
        AgentMessage::Assistant(reply) => estimated_tokens(reply.content.iter().map(block_bytes).sum()),
        AgentMessage::BashExecution(run) => estimated_tokens(run.command.len() + run.output.len()),
        AgentMessage::PythonExecution(run) => estimated_tokens(run.code.len() + run.output.len()),
        AgentMessage::FileMention(mention) => {
            estimated_tokens(mention.files.iter().map(|file| file.content.len()).sum())
        }
        AgentMessage::BranchSummary(summary) => estimated_tokens(summary.summary.len()),
        AgentMessage::CompactionSummary(summary) => estimated_tokens(summary.summary.len()),
    }
}

pub(super) fn content_tokens(content: &UserContent) -> u64 {
    match content {
        UserContent::Text(text) => estimated_tokens(text.len()),
        UserContent::Blocks(blocks) => blocks_tokens(blocks),
    }
}

fn blocks_tokens(blocks: &[UserBlock]) -> u64 {
    blocks
        .iter()
        .map(|block| match block {
            UserBlock::Text(text) => estimated_tokens(text.text.len()),
            UserBlock::Image(_) => IMAGE_TOKENS,
        })
        .sum()
}

fn block_bytes(block: &AssistantBlock) -> usize {
    match block {
        AssistantBlock::Text(text) => text.text.len(),
        AssistantBlock::Thinking(thinking) => thinking.thinking.len(),
        AssistantBlock::RedactedThinking(redacted) => redacted.data.len(),
        AssistantBlock::Fallback(_) => 0,
        AssistantBlock::ToolCall(call) => call.name.len() + schema_bytes(&call.arguments),
    }
}
