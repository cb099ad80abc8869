//! What waits to be said: steering messages and follow-ups.

use std::collections::VecDeque;

use crate::agent::context::is_blank;
use crate::proto::shared::{
    AgentMessage, Attribution, CustomMessage, ImageContent, QueueMode, TextContent, UserBlock, UserContent, UserMessage,
};

use super::stats::content_tokens;

/// What a host sends to the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    pub text: String,
    /// Kept also when the message has to wait (hazard K15).
    pub images: Vec<ImageContent>,
}

/// Input that stands in the history under a name of its own: a skill that the user called, for instance.
#[derive(Debug, Clone, PartialEq)]
pub struct Special {
    /// The type of the custom message.
    pub kind: &'static str,
    /// What the model sees.
    pub input: Input,
    /// What hosts may want to know of it.
    pub details: Option<serde_json::Value>,
}

/// What is to be said to the model.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    Plain(Input),
    Special(Special),
}

impl From<Input> for Said {
    fn from(input: Input) -> Self {
        Self::Plain(input)
    }
}

impl From<Special> for Said {
    fn from(special: Special) -> Self {
        Self::Special(special)
    }
}

impl Said {
    pub fn is_blank(&self) -> bool {
        self.input().is_blank()
    }

    pub(super) fn input(&self) -> &Input {
        match self {
            Self::Plain(input) | Self::Special(Special { input, .. }) => input,
        }
    }

    pub(super) fn input_mut(&mut self) -> &mut Input {
        match self {
            Self::Plain(input) | Self::Special(Special { input, .. }) => input,
        }
    }

    /// What the user wrote, as far as it is not a text of another's.
    pub(super) fn plain_text(&self) -> Option<&str> {
        match self {
            Self::Plain(input) => Some(&input.text),
            Self::Special(_) => None,
        }
    }

    /// About how many tokens it takes.
    pub(super) fn tokens(&self) -> u64 {
        content_tokens(&self.input().content())
    }

    /// The message as history holds it.
    pub fn into_message(self, delivery: Option<Delivery>, now: i64) -> AgentMessage {
        match self {
            Self::Plain(input) => AgentMessage::User(input.into_message(delivery, now)),
            Self::Special(Special { kind, input, details }) => AgentMessage::Custom(CustomMessage {
                custom_type: kind.to_owned(),
                content: input.content(),
                display: true,
                details,
                attribution: Some(Attribution::User),
                timestamp: now,
            }),
        }
    }
}

/// How a message goes in while a run is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// At the next safe point of the run.
    Steer,
    /// When the run would end.
    FollowUp,
}

impl Input {
    /// No text and no image: nothing that could be sent.
    pub fn is_blank(&self) -> bool {
        is_blank(&self.content())
    }

    /// Text first, then the images.
    fn content(&self) -> UserContent {
        let mut blocks = Vec::with_capacity(1 + self.images.len());
        if !self.text.is_empty() {
            blocks.push(UserBlock::Text(TextContent { text: self.text.clone(), text_signature: None }));
        }
        blocks.extend(self.images.iter().cloned().map(UserBlock::Image));
        UserContent::Blocks(blocks)
    }

    /// The message as history holds it.
    pub fn into_message(self, delivery: Option<Delivery>, now: i64) -> UserMessage {
        UserMessage {
            content: self.content(),
            timestamp: now,
            attribution: Some(Attribution::User),
            steering: (delivery == Some(Delivery::Steer)).then_some(true),
            synthetic: None,
            provider_payload: None,
        }
    }
}

/// What a round begins with, in order; a prompt has no delivery.
pub(super) type Due = Vec<(Said, Option<Delivery>)>;

/// One queue with its mode.
#[derive(Debug)]
pub(super) struct Queue {
    pub mode: QueueMode,
    waiting: VecDeque<Said>,
}

impl Queue {
    pub(super) fn new(mode: QueueMode) -> Self {
        Self { mode, waiting: VecDeque::new() }
    }

    pub(super) fn push(&mut self, said: Said) {
        self.waiting.push_back(said);
    }

    /// What is due at one poll: one message, or all of them.
    pub(super) fn poll(&mut self) -> Vec<Said> {
        match self.mode {
            QueueMode::OneAtATime => self.waiting.pop_front().into_iter().collect(),
            QueueMode::All => self.waiting.drain(..).collect(),
        }
    }

    /// All of it, whatever the mode.
    pub(super) fn drain(&mut self) -> Vec<Said> {
        self.waiting.drain(..).collect()
    }

    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}
