//! A request as bytes: a pure function of what is asked and of how the server wants it said.

mod images;
mod messages;
mod thinking;

use std::borrow::Cow;

use crate::provider::{IMAGE_TOKENS, Request};

use self::messages::Conversation;
use super::compat::{Compat, MaxTokensField};
use super::wire::{Body, Message, StreamOptions, Tool, ToolChoice, ToolFunction, ToolName};

/// The body of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Built {
    pub body: Vec<u8>,
    /// About how many tokens the prompt takes.
    pub prompt_estimate: u64,
}

/// Room that is left between the prompt and the window's end, because the estimate is one.
const SLACK: u64 = 1024;
const LEAST_ANSWER: u64 = 1024;

/// Writes the request.
pub fn build(request: &Request, compat: &Compat) -> Result<Built, serde_json::Error> {
    let model = request.model.as_ref();
    let system = request.system.iter().map(|block| block.trim()).filter(|block| !block.is_empty());
    let system = system.collect::<Vec<_>>().join("\n\n");
    let conversation = Conversation::new(request, compat);
    let (image_bytes, image_count) = (conversation.image_bytes, conversation.image_count);
    let mut messages = Vec::with_capacity(conversation.messages.len() + 1);
    if !system.is_empty() {
        let content = Cow::Owned(system);
        messages.push(match compat.developer_role {
            true => Message::Developer { content },
            false => Message::System { content },
        });
    }
    messages.extend(conversation.messages);
    let mut body = Body {
        model: model.request_model_id.as_deref().unwrap_or(&model.id),
        messages,
        tools: tools(request),
        tool_choice: tool_choice(request),
        stream: true,
        stream_options: compat.stream_usage.then_some(StreamOptions { include_usage: true }),
        reasoning_effort: None,
        reasoning: None,
        thinking: None,
        enable_thinking: None,
        prompt_cache_key: request
            .cache_key
            .as_deref()
            .or_else(|| compat.cache_by_session.then_some(&*request.session_id))
            .filter(|key| !key.is_empty()),
    };
    thinking::say(&mut body, request, compat);
    let mut bytes = serde_json::to_vec(&body)?;
    let prompt_estimate = estimate(bytes.len(), image_bytes, image_count);
    let limit_name = match compat.max_tokens_field {
        _ if model.max_tokens == 0 || model.omit_max_output_tokens == Some(true) => None,
        MaxTokensField::Classic => Some("max_tokens"),
        MaxTokensField::Completion => Some("max_completion_tokens"),
        MaxTokensField::Absent => None,
    };
    // The limit depends on the prompt's size, so it is written behind everything else.
    if let Some(name) = limit_name
        && bytes.pop() == Some(b'}')
    {
        let limit = answer_limit(model.max_tokens, model.context_window, prompt_estimate);
        bytes.extend_from_slice(format!(",\"{name}\":{limit}}}").as_bytes());
    }
    Ok(Built { body: bytes, prompt_estimate })
}

fn estimate(bytes: usize, image_bytes: usize, image_count: u64) -> u64 {
    (bytes.saturating_sub(image_bytes) as u64).div_ceil(4) + image_count * IMAGE_TOKENS
}

/// What the answer may take: servers refuse a request whose prompt and limit together exceed the window.
fn answer_limit(max_tokens: u64, window: u64, prompt: u64) -> u64 {
    if window == 0 {
        return max_tokens;
    }
    max_tokens.min(window.saturating_sub(prompt + SLACK).max(LEAST_ANSWER.min(max_tokens)))
}

/// Only a tool that is on offer: a server refuses the choice of another one.
fn tool_choice(request: &Request) -> Option<ToolChoice<'_>> {
    let name = request.forced_tool.as_deref()?;
    let offered = request.model.supports_tools != Some(false) && request.tools.iter().any(|tool| tool.name == name);
    offered.then_some(ToolChoice { r#type: "function", function: ToolName { name } })
}

fn tools(request: &Request) -> Vec<Tool<'_>> {
    if request.model.supports_tools == Some(false) {
        return Vec::new();
    }
    request
        .tools
        .iter()
        .map(|tool| Tool {
            r#type: "function",
            function: ToolFunction { name: &tool.name, description: &tool.description, parameters: &tool.parameters },
        })
        .collect()
}

#[cfg(test)]
#[path = "request_tests.rs"]
mod tests;
