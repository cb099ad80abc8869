//! A reply out of its events: one state machine, no clock and no connection.

use std::borrow::Cow;

use serde_json::Value;

use crate::proto::shared::{StopReason, Usage};
use crate::provider::builder::no_usage;
use crate::provider::{CallFragment, Chunk, End, Failure, FailureKind};

use super::calls::CallTable;
use super::skim::{Piece, skim};
use super::wire::{Arguments, CallDelta, Choice, Content, Delta, FunctionDelta, Number, StreamChunk, UsageReport};
use super::{error, halves};

/// Decodes the events of one reply.
#[derive(Debug)]
pub struct Decoder {
    provider: String,
    state: State,
    started: bool,
    calls: CallTable,
    usage: Option<UsageReport>,
    /// What the prompt takes, for servers that never tell.
    prompt_estimate: u64,
    shown_bytes: usize,
    /// The member that the open thinking came in.
    thinking_member: Option<&'static str>,
    thought: bool,
    details: Vec<Value>,
}

#[derive(Debug)]
enum State {
    Open,
    /// The model stopped; usage and the final marker may follow.
    Finished(StopReason),
    Over,
}

impl Decoder {
    /// A decoder for a reply of `provider` to a prompt of about `prompt_estimate` tokens.
    pub fn new(provider: &str, prompt_estimate: u64) -> Self {
        Self {
            provider: provider.to_owned(),
            state: State::Open,
            started: false,
            calls: CallTable::default(),
            usage: None,
            prompt_estimate,
            shown_bytes: 0,
            thinking_member: None,
            thought: false,
            details: Vec::new(),
        }
    }

    /// Whether the end has been told.
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Whether the model has stopped, so that only accounts can follow.
    pub fn is_finished(&self) -> bool {
        !matches!(self.state, State::Open)
    }

    /// Takes in the data of one event.
    pub fn event(&mut self, data: &str, out: &mut Vec<Chunk>) {
        let data = data.trim();
        if data.is_empty() || self.is_over() {
            return;
        }
        if data == "[DONE]" {
            let reason = if let State::Finished(reason) = self.state { reason } else { StopReason::Stop };
            return self.done(reason, out);
        }
        match skim(data) {
            Some(piece) => self.piece(piece, out),
            None => self.parsed(data, out),
        }
    }

    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Chunk>) {
        self.start(Some(piece.id), out);
        if let Some((member, text)) = piece.thinking {
            self.thinking(member, Content::Text(text), out);
        }
        if let Some(text) = piece.content {
            self.content(Content::Text(text), out);
        }
        if let Some((index, text)) = piece.arguments {
            let function = Some(FunctionDelta { arguments: Arguments::Text(text), ..FunctionDelta::default() });
            let fragment = CallDelta { index: Number(Some(index)), function, ..CallDelta::default() };
            self.call(fragment, &mut Vec::new(), out);
        }
    }

    fn parsed(&mut self, data: &str, out: &mut Vec<Chunk>) {
        match serde_json::from_str(data) {
            Ok(chunk) => self.chunk(chunk, data, out),
            Err(_) if let Some(mended) = halves::mended(data) => self.parsed(&mended, out),
            Err(why) => self.malformed(&format!("{why}: {}", error::redacted(data)), out),
        }
    }

    fn start(&mut self, id: Option<&str>, out: &mut Vec<Chunk>) {
        if !self.started {
            self.started = true;
            out.push(Chunk::Started { response_id: id.filter(|id| !id.is_empty()).map(str::to_owned) });
        }
    }

    /// Takes in what stood unfinished when the body ended; half an event is no event.
    pub fn last_event(&mut self, data: &str, out: &mut Vec<Chunk>) {
        let data = data.trim();
        if data == "[DONE]" || serde_json::from_str::<serde::de::IgnoredAny>(data).is_ok() {
            self.event(data, out);
        }
    }

    /// Takes in a body that is no stream but one reply.
    pub fn whole(&mut self, body: &str, out: &mut Vec<Chunk>) {
        match serde_json::from_str::<StreamChunk<'_>>(body) {
            Ok(chunk) => {
                let answers = chunk.choices.as_ref().is_some_and(|choices| !choices.0.is_empty());
                self.chunk(chunk, body, out);
                match self.state {
                    State::Finished(reason) => self.done(reason, out),
                    State::Open if answers => self.done(StopReason::Stop, out),
                    State::Open => self.malformed(&format!("no choices: {}", error::redacted(body)), out),
                    State::Over => {}
                }
            }
            Err(_) if let Some(mended) = halves::mended(body) => self.whole(&mended, out),
            Err(why) => self.malformed(&format!("{why}: {}", error::redacted(body)), out),
        }
    }

    /// The body ended, or nothing more is waited for.
    pub fn end(&mut self, out: &mut Vec<Chunk>) {
        match self.state {
            State::Finished(reason) => self.done(reason, out),
            State::Open if !self.started => {
                self.fail(FailureKind::Truncated, "answered with an empty body".to_owned(), out);
            }
            State::Open => self.fail(FailureKind::Truncated, "stopped in the middle of its reply".to_owned(), out),
            State::Over => {}
        }
    }

    /// What arrived is not this format; nothing behind it can be trusted.
    pub fn malformed(&mut self, what: &str, out: &mut Vec<Chunk>) {
        let what = format!("sent something that is no chat-completions reply ({})", error::one_line(what));
        self.fail(FailureKind::Malformed, what, out);
    }

    fn fail(&mut self, kind: FailureKind, what: String, out: &mut Vec<Chunk>) {
        let message = format!("{} {what}", self.provider);
        self.over(End::Failed(Failure { kind, message, status: None, retry_after: None }), out);
    }

    fn over(&mut self, end: End, out: &mut Vec<Chunk>) {
        self.state = State::Over;
        out.push(Chunk::End(end));
    }

    fn chunk(&mut self, chunk: StreamChunk<'_>, data: &str, out: &mut Vec<Chunk>) {
        let failed = chunk
            .error
            .as_deref()
            .or_else(|| chunk.choices.iter().flat_map(|choices| &choices.0).find_map(|choice| choice.error.as_deref()));
        if let Some(failed) = failed.filter(|value| !is_nothing(value)) {
            let failure = error::from_stream(&self.provider, failed);
            return self.over(End::Failed(failure), out);
        }
        if chunk.choices.is_none() && chunk.usage.is_none() && self.is_bare_error(data, out) {
            return;
        }
        self.start(chunk.id.0.as_deref(), out);
        for choice in chunk.choices.into_iter().flat_map(|choices| choices.0) {
            // Only one answer is asked for; more of them would be mixed up.
            if choice.index.0.unwrap_or(0) == 0 && !self.is_over() {
                self.choice(choice, out);
            }
        }
        if let Some(usage) = chunk.usage {
            self.report(*usage, out);
        }
    }

    /// An error that stands in the stream without an `error` member around it.
    fn is_bare_error(&mut self, data: &str, out: &mut Vec<Chunk>) -> bool {
        let Ok(value) = serde_json::from_str::<Value>(data) else { return false };
        let says_error = ["object", "type"].iter().any(|key| value.get(key).and_then(Value::as_str) == Some("error"));
        let bare = value.get("message").is_some() && (value.get("code").is_some() || value.get("status").is_some());
        if says_error || bare || value.get("detail").is_some() {
            let failure = error::from_stream(&self.provider, &value);
            self.over(End::Failed(failure), out);
            return true;
        }
        false
    }

    fn choice(&mut self, choice: Choice<'_>, out: &mut Vec<Chunk>) {
        // Some servers repeat the whole message at the end of its stream; it counts only when nothing came before.
        let message = choice.message.filter(|_| self.shown_bytes == 0 && self.calls.is_empty());
        if let Some(delta) = choice.delta.or(message.map(|message| *message)) {
            self.delta(delta, out);
        }
        if let Some(usage) = choice.usage {
            self.report(*usage, out);
        }
        let reason = choice.finish_reason.as_str();
        if !reason.is_empty() {
            self.stopped(reason, out);
        }
    }

    fn delta(&mut self, delta: Delta<'_>, out: &mut Vec<Chunk>) {
        // Servers that write the same thinking under two names mean it once.
        let thinking = [
            ("reasoning_content", delta.reasoning_content),
            ("reasoning", delta.reasoning),
            ("reasoning_text", delta.reasoning_text),
            ("thinking", delta.thinking),
        ];
        let before = out.len();
        for (member, content) in thinking {
            self.thinking(member, content, out);
            if out.len() > before {
                break;
            }
        }
        self.details(delta.reasoning_details.0, out.len() == before, out);
        self.content(delta.content, out);
        self.content(delta.refusal, out);
        let mut touched = Vec::new();
        for fragment in delta.tool_calls.0 {
            self.call(fragment, &mut touched, out);
        }
        if delta.function_call.is_some() {
            // The form before there were lists of calls.
            let fragment = CallDelta { function: delta.function_call.map(|called| *called), ..CallDelta::default() };
            self.call(fragment, &mut touched, out);
        }
    }

    fn thinking(&mut self, member: &'static str, content: Content<'_>, out: &mut Vec<Chunk>) {
        match content {
            Content::Text(text) if !text.is_empty() => {
                if self.thinking_member.is_some_and(|open| open != member) {
                    self.close_thinking(out);
                }
                self.thinking_member = Some(member);
                self.thought = true;
                self.shown_bytes += text.len();
                out.push(Chunk::Thinking(text.into_owned()));
            }
            Content::Parts(parts) => {
                for part in parts {
                    self.thinking(member, part.text, out);
                    self.thinking(member, part.thinking, out);
                }
            }
            _ => {}
        }
    }

    fn content(&mut self, content: Content<'_>, out: &mut Vec<Chunk>) {
        match content {
            Content::Text(text) if !text.is_empty() => {
                self.close_thinking(out);
                self.shown_bytes += text.len();
                out.push(Chunk::Text(text.into_owned()));
            }
            Content::Parts(parts) => {
                for part in parts {
                    self.thinking("content", part.thinking, out);
                    self.content(part.text, out);
                    self.content(part.refusal, out);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, fragment: CallDelta<'_>, touched: &mut Vec<usize>, out: &mut Vec<Chunk>) {
        self.close_thinking(out);
        let key = self.calls.key(&fragment, touched);
        let function = fragment.function.unwrap_or_default();
        let arguments = match function.arguments {
            Arguments::Absent => CallFragment::Text(String::new()),
            Arguments::Text(text) => {
                self.shown_bytes += text.len();
                CallFragment::Text(text.into_owned())
            }
            Arguments::Object(object) => CallFragment::Whole(object),
        };
        let said = |text: Option<Cow<'_, str>>| text.filter(|text| !text.is_empty()).map(Cow::into_owned);
        let (id, name) = (said(fragment.id.0), said(function.name.0));
        out.push(Chunk::Call { key, id, name, fragment: arguments });
        let signature = fragment.extra_content.as_ref().and_then(|extra| extra.pointer("/google/thought_signature"));
        if let Some(signature) = signature.and_then(Value::as_str) {
            out.push(Chunk::CallSignature { key, signature: signature.to_owned() });
        }
    }

    /// Thinking in OpenRouter's form: it must go back as it came, so it becomes the block's signature; its text is
    /// shown when no other member carried it.
    fn details(&mut self, details: Vec<Value>, show: bool, out: &mut Vec<Chunk>) {
        for detail in details {
            let text = ["text", "summary"].iter().find_map(|key| detail.get(key).and_then(Value::as_str));
            if let Some(text) = text.filter(|_| show) {
                self.thinking("reasoning_details", Content::Text(Cow::Borrowed(text)), out);
            }
            match self.details.last_mut() {
                Some(last) if continues(last, &detail) => append(last, detail),
                _ => self.details.push(detail),
            }
        }
    }

    /// The thinking that is open is complete. Its signature is the member that it came in, and says how to send it back.
    fn close_thinking(&mut self, out: &mut Vec<Chunk>) {
        if let Some(member) = self.thinking_member.take()
            && self.details.is_empty()
            && member != "content"
        {
            out.push(Chunk::ThinkingSignature(member.to_owned()));
        }
    }

    fn stopped(&mut self, reason: &str, out: &mut Vec<Chunk>) {
        let failed = match reason {
            "content_filter" | "safety" | "sensitive" | "refusal" | "prohibited_content" => {
                Some((FailureKind::ContentFilter, "its content filter stopped the reply"))
            }
            "error" => Some((FailureKind::Server, "the reply failed")),
            "network_error" => Some((FailureKind::Network, "its own connection broke")),
            "insufficient_system_resource" => Some((FailureKind::Overloaded, "it has no capacity left")),
            "abort" | "cancelled" => Some((FailureKind::Truncated, "the reply was cut off")),
            _ => None,
        };
        if let Some((kind, why)) = failed {
            return self.fail(kind, format!("ended the reply with \"{reason}\": {why}"), out);
        }
        let stop = match reason {
            "length" | "max_tokens" | "max_output_tokens" | "model_length" => StopReason::Length,
            "tool_calls" | "function_call" | "tool_use" | "tool_call" => StopReason::ToolUse,
            // "stop" under its many names, and what is not known.
            _ => StopReason::Stop,
        };
        self.state = State::Finished(stop);
    }

    fn done(&mut self, reason: StopReason, out: &mut Vec<Chunk>) {
        self.close_thinking(out);
        if !self.details.is_empty()
            && let Ok(details) = serde_json::to_string(&self.details)
        {
            out.push(match self.thought {
                true => Chunk::ThinkingSignature(details),
                false => Chunk::RedactedThinking(details),
            });
        }
        if self.usage.is_none() {
            let output = (self.shown_bytes as u64).div_ceil(4);
            let input = self.prompt_estimate;
            out.push(Chunk::Usage(Usage { input, output, total_tokens: input + output, ..no_usage() }));
        }
        // Servers say "stop", nothing, or something new although there are calls (hazard K38).
        let reason = match reason {
            StopReason::Length => StopReason::Length,
            _ if !self.calls.is_empty() => StopReason::ToolUse,
            _ => StopReason::Stop,
        };
        self.over(End::Done(reason), out);
    }

    fn report(&mut self, report: UsageReport, out: &mut Vec<Chunk>) {
        let usage = counted(&report);
        let says_something = usage.input + usage.output + usage.cache_read + usage.cache_write > 0;
        if says_something && self.usage != Some(report) {
            self.usage = Some(report);
            out.push(Chunk::Usage(usage));
        }
    }
}

/// Reports count cached tokens as part of the prompt, and most count reasoning as part of the answer; ours keep the
/// cached ones apart.
fn counted(report: &UsageReport) -> Usage {
    let prompt = report.prompt_tokens.0.or(report.input_tokens.0).unwrap_or(0);
    let details = report.prompt_tokens_details.unwrap_or_default();
    let cached = [details.cached_tokens, report.prompt_cache_hit_tokens, report.cached_tokens];
    let cache_read = cached.iter().find_map(|count| count.0.filter(|count| *count > 0)).unwrap_or(0).min(prompt);
    let cache_write = details.cache_write_tokens.0.unwrap_or(0).min(prompt - cache_read);
    let reasoning = report.completion_tokens_details.and_then(|details| details.reasoning_tokens.0);
    let mut output = report.completion_tokens.0.or(report.output_tokens.0).unwrap_or(0);
    let apart = reasoning.unwrap_or(0);
    if apart > 0 && report.total_tokens.0 == Some(prompt + output + apart) {
        output += apart;
    }
    Usage {
        input: prompt - cache_read - cache_write,
        output,
        cache_read,
        cache_write,
        total_tokens: prompt + output,
        reasoning_tokens: reasoning,
        ..no_usage()
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Object(object) => object.is_empty(),
        _ => false,
    }
}

/// Whether a detail is the next piece of the one before it.
fn continues(last: &Value, next: &Value) -> bool {
    let same = |key: &str| last.get(key) == next.get(key);
    let textual = |value: &Value| {
        matches!(value.get("type").and_then(Value::as_str), Some("reasoning.text" | "reasoning.summary"))
    };
    textual(last) && same("type") && same("index") && (next.get("id").is_none_or(Value::is_null) || same("id"))
}

fn append(last: &mut Value, next: Value) {
    let (Some(last), Value::Object(next)) = (last.as_object_mut(), next) else { return };
    for (key, value) in next {
        match (last.get_mut(&key), value) {
            (Some(Value::String(text)), Value::String(more)) if matches!(key.as_str(), "text" | "summary") => {
                text.push_str(&more);
            }
            (_, Value::Null) => {}
            (_, value) => {
                last.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
#[path = "stream_tests.rs"]
mod tests;
