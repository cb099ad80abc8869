//! What waits to be said: steering messages and follow-ups.

use std::collections::VecDeque;

use crate::agent::context::is_blank;
use crate::proto::shared::{Attribution, ImageContent, QueueMode, TextContent, UserBlock, UserContent, UserMessage};

use super::stats::content_tokens;

/// What a host sends to the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    pub text: String,
    /// Kept also when the message has to wait (hazard K15).
    pub images: Vec<ImageContent>,
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

    /// About how many tokens it takes.
    pub(super) fn tokens(&self) -> u64 {
        content_tokens(&self.content())
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

/// One queue with its mode.
#[derive(Debug)]
pub(super) struct Queue {
    pub mode: QueueMode,
    waiting: VecDeque<Input>,
}

impl Queue {
    pub(super) fn new(mode: QueueMode) -> Self {
        Self { mode, waiting: VecDeque::new() }
    }

    pub(super) fn push(&mut self, input: Input) {
        self.waiting.push_back(input);
    }

    /// What is due at one poll: one message, or all of them.
    pub(super) fn poll(&mut self) -> Vec<Input> {
        match self.mode {
            QueueMode::OneAtATime => self.waiting.pop_front().into_iter().collect(),
            QueueMode::All => self.waiting.drain(..).collect(),
        }
    }

    /// All of it, whatever the mode.
    pub(super) fn drain(&mut self) -> Vec<Input> {
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
