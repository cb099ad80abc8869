//! Writing about a conversation instead of answering in it.
//!
//! A language model reads in its messages what is wanted. [`Purpose`] says the same as data, for the offline planner.

use std::sync::Arc;

use crate::proto::shared::AgentMessage;

/// What a reply is wanted for.
#[derive(Debug, Clone, Default)]
pub enum Purpose {
    /// The next reply of the conversation.
    #[default]
    Answer,
    /// Notes about a stretch of it.
    Notes(Arc<Stretch>),
}

/// A stretch of conversation that somebody has to be able to go on from without having read it.
#[derive(Debug, Clone)]
pub struct Stretch {
    pub record: Vec<Arc<AgentMessage>>,
    pub serves: Serves,
    /// The notes that stood for what came before the record.
    pub previous: Option<String>,
    /// What the user wants to be kept above all.
    pub focus: Option<String>,
}

/// What the notes are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Serves {
    /// They take the record's place in the history.
    Summary { tail: Tail },
    /// Another conversation begins with them.
    Handoff,
}

/// What the reader of a summary still sees of the turn at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// The record ends between two turns.
    Whole,
    /// It ends inside a turn that goes on behind it.
    Split,
}

/// The headings of a summary, in order.
pub const HEADINGS: &[&str] = &[
    "## Goal",
    "## Constraints & Preferences",
    "## Progress",
    "### Done",
    "### In Progress",
    "### Blocked",
    "## Key Decisions",
    "## Next Steps",
    "## Critical Context",
    "## Additional Notes",
];

/// The further heading where the record ends inside a turn.
pub const SPLIT_TURN: &str = "## Turn in Progress";
