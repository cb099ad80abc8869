//! How a message grows, step by step.

use crate::proto::shared::ToolCallContent;

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
