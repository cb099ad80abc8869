//! From chunks to content blocks: where blocks begin and end, and the message at last.
//!
//! Every delta is copied once, into the block it belongs to; nothing looks at the message so far while it grows.
//! A block begins with its first character that is not white space, so a blank one never shows (hazard K47). A call
//! that is left before its arguments are whole stays open, because some servers take turns between calls.

mod calls;
mod close;

use std::collections::HashSet;

use tokio::time::Instant;

use crate::proto::shared::{
    AssistantBlock, AssistantMessage, Cost, Model, ModelCost, RedactedThinkingContent, StopReason, TextContent,
    ThinkingContent, Timestamp, ToolCallContent, Usage,
};

use self::calls::OpenCall;
use super::{CallFragment, Chunk, End, Failure};
pub use crate::outbox::Part;

/// A message that will not change any more.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    pub message: AssistantMessage,
    /// Set when the stop reason is `Error`.
    pub failure: Option<Failure>,
    /// Calls that cannot run as they came, with what is wrong, by id. They stand in the message with the arguments `{}`.
    pub broken_calls: Vec<(String, String)>,
}

/// What ends a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// The stream said so itself.
    Ended(End),
    /// Somebody stopped it; the text becomes the message's error text.
    Aborted(String),
}

impl From<End> for Ending {
    fn from(end: End) -> Self {
        Self::Ended(end)
    }
}

/// Builds one assistant message.
#[derive(Debug)]
pub struct MessageBuilder {
    /// Everything but the content.
    frame: AssistantMessage,
    prices: ModelCost,
    blocks: Vec<Block>,
    /// The block that the next piece of the same kind belongs to.
    current: Option<usize>,
    /// White space before a block that may begin, and what kind of block that would be.
    waiting: String,
    waiting_kind: Kind,
    call_ids: HashSet<String>,
    began: Instant,
    first_content: Option<Instant>,
}

#[derive(Debug)]
enum Block {
    Text { text: String, open: bool },
    Thinking { text: String, signature: Option<String>, open: bool },
    Redacted(String),
    Call(Box<OpenCall>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Thinking,
}

impl MessageBuilder {
    /// A message of `model`, requested at `started_at` (ms).
    pub fn new(model: &Model, started_at: Timestamp) -> Self {
        Self::with_frame(
            frame(model.api.clone(), model.provider.clone(), model.id.clone(), started_at),
            model.cost.clone(),
        )
    }

    /// A builder of nothing, to leave in the place of one that is finished.
    pub fn empty() -> Self {
        let prices = ModelCost { input: 0.0, output: 0.0, cache_read: 0.0, cache_write: 0.0 };
        Self::with_frame(frame(String::new(), String::new(), String::new(), 0), prices)
    }

    fn with_frame(frame: AssistantMessage, prices: ModelCost) -> Self {
        Self {
            frame,
            prices,
            blocks: Vec::new(),
            current: None,
            waiting: String::new(),
            waiting_kind: Kind::Text,
            call_ids: HashSet::new(),
            began: Instant::now(),
            first_content: None,
        }
    }

    /// Makes sure that no call of this message gets an id that is in use elsewhere (hazard K39).
    pub fn avoid_call_id(&mut self, id: &str) {
        self.call_ids.insert(id.to_owned());
    }

    /// Takes in the next chunk and tells what becomes visible. [`Chunk::End`] is for [`Self::finish`] and ignored here.
    pub fn push(&mut self, chunk: Chunk, parts: &mut Vec<Part>) {
        match chunk {
            Chunk::Started { response_id } => self.frame.response_id = response_id,
            Chunk::Text(delta) => self.push_text(Kind::Text, delta, parts),
            Chunk::Thinking(delta) => self.push_text(Kind::Thinking, delta, parts),
            Chunk::ThinkingSignature(signature) => self.sign_thinking(signature),
            Chunk::RedactedThinking(data) => {
                self.note_content();
                self.leave_current(parts);
                self.blocks.push(Block::Redacted(data));
            }
            Chunk::Call { key, id, name, fragment } => self.push_call(key, id, name, fragment, parts),
            Chunk::CallSignature { key, signature } => self.sign_call(key, signature),
            Chunk::BlockEnd => self.leave_current(parts),
            Chunk::Usage(usage) => self.frame.usage = usage,
            Chunk::End(_) => {}
        }
    }

    /// The call at `index`, with its arguments as far as they can be read. Costs a look at all of them.
    pub fn call_so_far(&self, index: u64) -> Option<ToolCallContent> {
        match self.blocks.get(usize::try_from(index).ok()?)? {
            Block::Call(call) => Some(call.so_far()),
            _ => None,
        }
    }

    /// Id and name of the call at `index`.
    pub fn call_at(&self, index: u64) -> Option<(&str, &str)> {
        match self.blocks.get(usize::try_from(index).ok()?)? {
            Block::Call(call) => Some((call.id(), call.name())),
            _ => None,
        }
    }

    /// The message so far, with the arguments of open calls as far as they can be read. Costs a copy of all of it.
    pub fn partial(&self) -> AssistantMessage {
        let mut message = self.frame.clone();
        message.content = self.blocks.iter().map(Block::so_far).collect();
        message.usage = self.priced(&message.usage);
        message
    }

    /// Completes what is open, tells it, and gives the message as history keeps it.
    pub fn finish(mut self, ending: Ending, parts: &mut Vec<Part>) -> Finished {
        let done = matches!(ending, Ending::Ended(End::Done(_)));
        let cut = matches!(ending, Ending::Ended(End::Done(StopReason::Length)));
        let ended = Instant::now();
        let (content, broken_calls) = close::blocks(std::mem::take(&mut self.blocks), done, cut, parts);
        let has_calls = content.iter().any(|block| matches!(block, AssistantBlock::ToolCall(_)));
        let usage = self.priced(&self.frame.usage);
        let mut message = self.frame;
        message.usage = usage;
        message.duration = Some(millis(self.began, ended));
        message.ttft = self.first_content.map(|first| millis(self.began, first));
        message.content = content;
        let mut failure = None;
        match ending {
            // Servers say "stop", or nothing, although there are calls to run (hazard K38).
            Ending::Ended(End::Done(StopReason::Length)) => message.stop_reason = StopReason::Length,
            Ending::Ended(End::Done(_)) if has_calls => message.stop_reason = StopReason::ToolUse,
            Ending::Ended(End::Done(_)) => message.stop_reason = StopReason::Stop,
            Ending::Ended(End::Failed(why)) => {
                message.stop_reason = StopReason::Error;
                message.error_message = Some(why.message.clone());
                message.error_status = why.status.map(Into::into);
                failure = Some(why);
            }
            Ending::Aborted(reason) => {
                message.stop_reason = StopReason::Aborted;
                message.error_message = Some(reason);
            }
        }
        Finished { message, failure, broken_calls }
    }

    fn push_text(&mut self, kind: Kind, delta: String, parts: &mut Vec<Part>) {
        if delta.is_empty() {
            return;
        }
        self.note_content();
        let open = self.current.filter(|at| self.blocks.get(*at).and_then(Block::kind) == Some(kind));
        let (at, delta) = match open {
            Some(at) => (at, delta),
            None => match self.begin_text(kind, delta, parts) {
                Some(begun) => begun,
                None => return,
            },
        };
        let Some(Block::Text { text, .. } | Block::Thinking { text, .. }) = self.blocks.get_mut(at) else { return };
        text.push_str(&delta);
        let index = at as u64;
        parts.push(match kind {
            Kind::Text => Part::TextDelta { index, delta },
            Kind::Thinking => Part::ThinkingDelta { index, delta },
        });
    }

    /// Opens a block unless all there is for it is white space, which is kept until more comes.
    fn begin_text(&mut self, kind: Kind, delta: String, parts: &mut Vec<Part>) -> Option<(usize, String)> {
        if self.waiting_kind != kind {
            self.waiting.clear();
            self.waiting_kind = kind;
        }
        if delta.trim_start().is_empty() {
            self.waiting.push_str(&delta);
            return None;
        }
        let mut first = std::mem::take(&mut self.waiting);
        let first = if first.is_empty() {
            delta
        } else {
            first.push_str(&delta);
            first
        };
        self.leave_current(parts);
        let at = self.blocks.len();
        let index = at as u64;
        match kind {
            Kind::Text => {
                self.blocks.push(Block::Text { text: String::new(), open: true });
                parts.push(Part::TextStart { index });
            }
            Kind::Thinking => {
                self.blocks.push(Block::Thinking { text: String::new(), signature: None, open: true });
                parts.push(Part::ThinkingStart { index });
            }
        }
        self.current = Some(at);
        Some((at, first))
    }

    /// The signature belongs to the latest thinking block, open or not; a later one replaces it.
    fn sign_thinking(&mut self, given: String) {
        let latest = self.blocks.iter_mut().rev().find_map(|block| match block {
            Block::Thinking { signature, .. } => Some(signature),
            _ => None,
        });
        if let Some(signature) = latest {
            *signature = Some(given);
        }
    }

    fn push_call(
        &mut self,
        key: u64,
        id: Option<String>,
        name: Option<String>,
        fragment: CallFragment,
        parts: &mut Vec<Part>,
    ) {
        self.note_content();
        let is_key = |block: &Block| matches!(block, Block::Call(call) if call.key == key);
        let at = match self.current.filter(|at| self.blocks.get(*at).is_some_and(is_key)) {
            Some(at) => at,
            None => {
                self.leave_current(parts);
                self.blocks.iter().rposition(is_key).unwrap_or_else(|| {
                    let at = self.blocks.len();
                    let id = calls::unique_id(id, &mut self.call_ids);
                    self.blocks.push(Block::Call(Box::new(OpenCall::new(key, id))));
                    parts.push(Part::CallStart { index: at as u64 });
                    at
                })
            }
        };
        self.current = Some(at);
        if let Some(Block::Call(call)) = self.blocks.get_mut(at)
            && let Some(delta) = call.push(name, fragment)
        {
            parts.push(Part::CallDelta { index: at as u64, delta });
        }
    }

    fn sign_call(&mut self, key: u64, signature: String) {
        for block in self.blocks.iter_mut().rev() {
            if let Block::Call(call) = block
                && call.key == key
            {
                call.signature = Some(signature);
                return;
            }
        }
    }

    /// Ends the current block, but for a call whose arguments are not whole.
    fn leave_current(&mut self, parts: &mut Vec<Part>) {
        self.waiting.clear();
        if let Some(at) = self.current.take()
            && let Some(block) = self.blocks.get_mut(at)
        {
            close::leave(block, at as u64, parts);
        }
    }

    fn note_content(&mut self) {
        if self.first_content.is_none() {
            self.first_content = Some(Instant::now());
        }
    }

    fn priced(&self, usage: &Usage) -> Usage {
        // Rounded to a millionth of a millionth: the last digits of a float only lengthen the line.
        let tidy = |dollars: f64| (dollars * 1e12).round() / 1e12;
        let price = |tokens: u64, per_million: f64| tidy(tokens as f64 * per_million / 1e6);
        let input = price(usage.input, self.prices.input);
        let output = price(usage.output, self.prices.output);
        let cache_read = price(usage.cache_read, self.prices.cache_read);
        let cache_write = price(usage.cache_write, self.prices.cache_write);
        let total = tidy(input + output + cache_read + cache_write);
        let tokens = usage.input + usage.output + usage.cache_read + usage.cache_write;
        Usage {
            total_tokens: tokens.max(usage.total_tokens),
            cost: Cost { input, output, cache_read, cache_write, total },
            ..usage.clone()
        }
    }
}

impl Block {
    /// What kind of text can still be added here.
    fn kind(&self) -> Option<Kind> {
        match self {
            Self::Text { open: true, .. } => Some(Kind::Text),
            Self::Thinking { open: true, .. } => Some(Kind::Thinking),
            _ => None,
        }
    }

    fn so_far(&self) -> AssistantBlock {
        match self {
            Self::Text { text, .. } => text_block(text.clone()),
            Self::Thinking { text, signature, .. } => thinking_block(text.clone(), signature.clone()),
            Self::Redacted(data) => AssistantBlock::RedactedThinking(RedactedThinkingContent { data: data.clone() }),
            Self::Call(call) => AssistantBlock::ToolCall(call.so_far()),
        }
    }
}

fn text_block(text: String) -> AssistantBlock {
    AssistantBlock::Text(TextContent { text, text_signature: None })
}

fn thinking_block(thinking: String, thinking_signature: Option<String>) -> AssistantBlock {
    AssistantBlock::Thinking(ThinkingContent { thinking, thinking_signature, item_id: None })
}

fn millis(from: Instant, to: Instant) -> f64 {
    // Rounded to microseconds: more digits would be noise on every message.
    (to.saturating_duration_since(from).as_secs_f64() * 1e6).round() / 1e3
}

/// Usage before anything is known.
pub fn no_usage() -> Usage {
    Usage {
        input: 0,
        output: 0,
        cache_read: 0,
        cache_write: 0,
        total_tokens: 0,
        cost: Cost { input: 0.0, output: 0.0, cache_read: 0.0, cache_write: 0.0, total: 0.0 },
        reasoning_tokens: None,
        premium_requests: None,
        orchestration: None,
        cttl: None,
        server: None,
    }
}

fn frame(api: String, provider: String, model: String, timestamp: Timestamp) -> AssistantMessage {
    AssistantMessage {
        content: Vec::new(),
        api,
        provider,
        model,
        usage: no_usage(),
        stop_reason: StopReason::Stop,
        timestamp,
        error_message: None,
        error_status: None,
        error_id: None,
        response_id: None,
        upstream_provider: None,
        stop_details: None,
        duration: None,
        ttft: None,
        tool_call_abort_messages: None,
        context_snapshot: None,
        retry_recovery: None,
        disabled_features: None,
        provider_payload: None,
        turn_metrics: None,
        request: None,
    }
}

#[cfg(test)]
#[path = "builder_tests.rs"]
mod tests;
