//! From chunks to content blocks: where blocks begin and end, and the message at last.

use crate::proto::shared::{AssistantMessage, ToolCallContent};

use super::Failure;

/// One visible step of a message that is being written; `index` counts content blocks from 0.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    TextStart { index: u64 },
    TextDelta { index: u64, delta: String },
    TextEnd { index: u64, content: String },
    ThinkingStart { index: u64 },
    ThinkingDelta { index: u64, delta: String },
    ThinkingEnd { index: u64, content: String },
    CallStart { index: u64 },
    CallDelta { index: u64, delta: String },
    CallEnd { index: u64, call: ToolCallContent },
}

/// A message that will not change any more.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    pub message: AssistantMessage,
    /// Set when the stop reason is `Error`.
    pub failure: Option<Failure>,
}
