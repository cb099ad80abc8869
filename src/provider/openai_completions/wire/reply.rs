//! One piece of a reply, with every member that some server puts somewhere.
//!
//! What is rare and large is boxed: these values are moved several times on their way out of the parser, and the moves
//! were a quarter of what a delta cost.

use serde::Deserialize;
use serde_json::Value;

use super::loose::{Arguments, Content, Many, Number, Text};

/// One event of a stream, or a whole reply.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct StreamChunk<'a> {
    #[serde(borrow, default)]
    pub id: Text<'a>,
    /// Absent and null both mean that the chunk says nothing of the answer.
    #[serde(borrow, default)]
    pub choices: Option<Many<Choice<'a>>>,
    #[serde(default)]
    pub usage: Option<Box<UsageReport>>,
    #[serde(default)]
    pub error: Option<Box<Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Choice<'a> {
    #[serde(default)]
    pub index: Number,
    #[serde(borrow, default)]
    pub delta: Option<Delta<'a>>,
    /// Where a whole reply has its content; some servers put it into their stream.
    #[serde(borrow, default)]
    pub message: Option<Box<Delta<'a>>>,
    #[serde(borrow, default)]
    pub finish_reason: Text<'a>,
    #[serde(default)]
    pub usage: Option<Box<UsageReport>>,
    #[serde(default)]
    pub error: Option<Box<Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Delta<'a> {
    #[serde(borrow, default)]
    pub content: Content<'a>,
    #[serde(borrow, default)]
    pub reasoning_content: Content<'a>,
    #[serde(borrow, default)]
    pub reasoning: Content<'a>,
    #[serde(borrow, default)]
    pub reasoning_text: Content<'a>,
    #[serde(borrow, default)]
    pub thinking: Content<'a>,
    #[serde(default)]
    pub reasoning_details: Many<Value>,
    #[serde(borrow, default)]
    pub refusal: Content<'a>,
    #[serde(borrow, default)]
    pub tool_calls: Many<CallDelta<'a>>,
    #[serde(borrow, default)]
    pub function_call: Option<Box<FunctionDelta<'a>>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct CallDelta<'a> {
    #[serde(default)]
    pub index: Number,
    #[serde(borrow, default)]
    pub id: Text<'a>,
    #[serde(borrow, default)]
    pub function: Option<FunctionDelta<'a>>,
    #[serde(default)]
    pub extra_content: Option<Box<Value>>,
}

#[derive(Debug, Default, Deserialize)]
pub(crate) struct FunctionDelta<'a> {
    #[serde(borrow, default)]
    pub name: Text<'a>,
    #[serde(borrow, default)]
    pub arguments: Arguments<'a>,
}

/// What was consumed, under the names that are in use.
#[derive(Debug, Default, Clone, Copy, PartialEq, Deserialize)]
pub(crate) struct UsageReport {
    #[serde(default)]
    pub prompt_tokens: Number,
    #[serde(default)]
    pub completion_tokens: Number,
    #[serde(default)]
    pub input_tokens: Number,
    #[serde(default)]
    pub output_tokens: Number,
    #[serde(default)]
    pub total_tokens: Number,
    #[serde(default)]
    pub prompt_tokens_details: Option<PromptDetails>,
    #[serde(default)]
    pub completion_tokens_details: Option<CompletionDetails>,
    /// DeepSeek's name for cached prompt tokens.
    #[serde(default)]
    pub prompt_cache_hit_tokens: Number,
    /// Moonshot's name for the same.
    #[serde(default)]
    pub cached_tokens: Number,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Deserialize)]
pub(crate) struct PromptDetails {
    #[serde(default)]
    pub cached_tokens: Number,
    #[serde(default)]
    pub cache_write_tokens: Number,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Deserialize)]
pub(crate) struct CompletionDetails {
    #[serde(default)]
    pub reasoning_tokens: Number,
}
