//! What a transcript holds, in core words.

use std::sync::Arc;

use serde_json::Value;

use crate::proto::shared::{AgentMessage, CompactionDetails, ThinkingLevel};

/// One line of a transcript, with its place in the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub id: Arc<str>,
    /// The entry before it on its branch; `None` for the first.
    pub parent: Option<Arc<str>>,
    /// Epoch milliseconds.
    pub timestamp: i64,
    pub body: Body,
}

/// What an entry says.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    Message(Arc<AgentMessage>),
    /// The model from here on.
    Model {
        provider: String,
        model: String,
    },
    /// The thinking level from here on.
    Thinking {
        level: ThinkingLevel,
    },
    /// Stream rules whose text was put before the model.
    Rules {
        names: Vec<String>,
    },
    /// Notes that stand for everything before the first kept entry.
    Compaction {
        summary: String,
        brief: Option<String>,
        /// `None` when nothing older stays.
        first_kept: Option<Arc<str>>,
        /// Context size before.
        tokens_before: u64,
        details: CompactionDetails,
        /// Tokens that requests carry besides the history, if that is known.
        overhead: Option<u64>,
    },
    /// The name of the session from here on.
    Title {
        title: String,
        previous: Option<String>,
    },
    /// What an extension keeps in the session from here on.
    Kept {
        /// The extension.
        name: String,
        data: Value,
    },
    /// The turn ended here although the last word is not the model's; loading does not take it for one that was cut.
    TurnEnded,
}

impl Body {
    /// A short word for logs and tests.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Message(_) => "message",
            Self::Model { .. } => "model",
            Self::Thinking { .. } => "thinking",
            Self::Rules { .. } => "rules",
            Self::Compaction { .. } => "compaction",
            Self::Title { .. } => "title",
            Self::Kept { .. } => "kept",
            Self::TurnEnded => "turn_ended",
        }
    }
}
