//! The history in the form that chat completions knows.

use std::borrow::Cow;

use serde_json::value::RawValue;

use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, InputKind, Model, ToolCallContent, ToolResultMessage, UserBlock,
    UserContent,
};
use crate::provider::Request;
use crate::provider::openai_completions::compat::{CallIds, Compat, Replay};
use crate::provider::openai_completions::wire::{
    Call, CalledFunction, ExtraContent, GoogleExtra, Message, UserPart, UserText,
};

use super::images;

/// The messages, and what their images weigh.
pub(super) struct Conversation<'a> {
    pub messages: Vec<Message<'a>>,
    pub image_bytes: usize,
    pub image_count: u64,
    vision: bool,
    compat: &'a Compat,
    model: &'a Model,
    /// Images of tool results: they follow the last result of their reply, because a result takes text only.
    waiting: Vec<UserPart<'a>>,
}

impl<'a> Conversation<'a> {
    pub(super) fn new(request: &'a Request, compat: &'a Compat) -> Self {
        let model = request.model.as_ref();
        let mut conversation = Self {
            messages: Vec::with_capacity(request.messages.len() + 1),
            image_bytes: 0,
            image_count: 0,
            vision: model.input.contains(&InputKind::Image),
            compat,
            model,
            waiting: Vec::new(),
        };
        let turn = request.messages.iter().rposition(|message| matches!(**message, AgentMessage::User(_)));
        for (at, message) in request.messages.iter().enumerate() {
            if !matches!(**message, AgentMessage::ToolResult(_)) {
                conversation.show_waiting();
            }
            match message.as_ref() {
                AgentMessage::User(user) => conversation.user(&user.content),
                AgentMessage::Developer(developer) => conversation.developer(&developer.content),
                AgentMessage::Assistant(reply) => conversation.reply(reply, turn.is_none_or(|turn| at > turn)),
                AgentMessage::ToolResult(result) => conversation.result(result),
                // Everything else was put into these words before.
                _ => {}
            }
        }
        conversation.show_waiting();
        conversation
    }

    fn user(&mut self, content: &'a UserContent) {
        let parts = self.parts(content);
        self.push_user(parts);
    }

    fn push_user(&mut self, mut parts: Vec<UserPart<'a>>) {
        let only_text = parts.iter().all(|part| matches!(part, UserPart::Text { .. }));
        let content = match (parts.len(), only_text) {
            (0, _) => return,
            (_, false) => UserText::Parts(parts),
            (1, true) => match parts.pop() {
                Some(UserPart::Text { text }) => UserText::Text(text),
                _ => return,
            },
            (_, true) => UserText::Text(Cow::Owned(joined(&parts))),
        };
        self.messages.push(Message::User { content });
    }

    fn developer(&mut self, content: &'a UserContent) {
        let parts = self.parts(content);
        if self.compat.developer_role && parts.iter().all(|part| matches!(part, UserPart::Text { .. })) {
            if !parts.is_empty() {
                self.messages.push(Message::Developer { content: Cow::Owned(joined(&parts)) });
            }
            return;
        }
        // Many servers take system messages at the beginning only, so a later one is marked inside a user message.
        let marked = parts.into_iter().map(|part| match part {
            UserPart::Text { text } => {
                UserPart::Text { text: Cow::Owned(format!("<system_note>\n{text}\n</system_note>")) }
            }
            image => image,
        });
        self.push_user(marked.collect());
    }

    /// The parts that say something (hazard K47).
    fn parts(&mut self, content: &'a UserContent) -> Vec<UserPart<'a>> {
        match content {
            UserContent::Text(text) if text.trim().is_empty() => Vec::new(),
            UserContent::Text(text) => vec![text_part(text)],
            UserContent::Blocks(blocks) => blocks.iter().filter_map(|block| self.part(block)).collect(),
        }
    }

    fn part(&mut self, block: &'a UserBlock) -> Option<UserPart<'a>> {
        match block {
            UserBlock::Text(text) if text.text.trim().is_empty() => None,
            UserBlock::Text(text) => Some(text_part(&text.text)),
            UserBlock::Image(image) => Some(match images::sent(image, self.vision) {
                Ok(image_url) => {
                    self.image_bytes += image_url.url.base64.len();
                    self.image_count += 1;
                    UserPart::ImageUrl { image_url }
                }
                Err(instead) => text_part(instead),
            }),
        }
    }

    fn reply(&mut self, reply: &'a AssistantMessage, this_turn: bool) {
        let same_model = reply.provider == self.model.provider && reply.model == self.model.id;
        let replayed = same_model
            && match self.compat.replay {
                Replay::Never => false,
                Replay::Turn => this_turn,
                Replay::Always => true,
            };
        let mut texts: Vec<&'a str> = Vec::new();
        let mut tool_calls = Vec::new();
        let mut thinking = Thinking::default();
        for block in &reply.content {
            match block {
                AssistantBlock::Text(text) if !text.text.trim().is_empty() => texts.push(&text.text),
                AssistantBlock::ToolCall(call) if !call.name.is_empty() => tool_calls.push(self.call(call, same_model)),
                AssistantBlock::Thinking(block) if replayed => {
                    thinking.add(&block.thinking, block.thinking_signature.as_deref());
                }
                AssistantBlock::RedactedThinking(block) if replayed => thinking.add("", Some(&block.data)),
                _ => {}
            }
        }
        let content = match texts.as_slice() {
            [] => None,
            [one] => Some(Cow::Borrowed(*one)),
            several => Some(Cow::Owned(several.join("\n\n"))),
        };
        if content.is_none() && tool_calls.is_empty() {
            return;
        }
        let Thinking { content: reasoning_content, plain: reasoning, details: reasoning_details } = thinking;
        self.messages.push(Message::Assistant { content, reasoning_content, reasoning, reasoning_details, tool_calls });
    }

    fn call(&self, call: &'a ToolCallContent, same_model: bool) -> Call<'a> {
        let signature = call.thought_signature.as_deref().filter(|_| same_model);
        Call {
            id: wire_id(&call.id, self.compat.call_ids),
            r#type: "function",
            function: CalledFunction {
                name: &call.name,
                arguments: serde_json::to_string(&call.arguments).unwrap_or_else(|_| "{}".to_owned()),
            },
            extra_content: signature
                .map(|thought_signature| ExtraContent { google: GoogleExtra { thought_signature } }),
        }
    }

    fn result(&mut self, result: &'a ToolResultMessage) {
        let mut text = String::new();
        let mut shown = Vec::new();
        for block in &result.content {
            match self.part(block) {
                Some(UserPart::Text { text: part }) => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(&part);
                }
                Some(image) => shown.push(image),
                None => {}
            }
        }
        if text.is_empty() {
            text.push_str(if shown.is_empty() { "(no output)" } else { "(an image, shown below)" });
        }
        // The format has no flag for it.
        if result.is_error && !text.get(..5).is_some_and(|head| head.eq_ignore_ascii_case("error")) {
            text.insert_str(0, "Error: ");
        }
        let tool_call_id = wire_id(&result.tool_call_id, self.compat.call_ids);
        self.messages.push(Message::Tool { tool_call_id, content: Cow::Owned(text) });
        if !shown.is_empty() {
            let head = Cow::Owned(format!("From the tool `{}`:", result.tool_name));
            self.waiting.push(UserPart::Text { text: head });
            self.waiting.append(&mut shown);
        }
    }

    fn show_waiting(&mut self) {
        let parts = std::mem::take(&mut self.waiting);
        self.push_user(parts);
    }
}

/// The thinking of one reply, under the members that it came in.
#[derive(Default)]
struct Thinking<'a> {
    content: Option<Cow<'a, str>>,
    plain: Option<Cow<'a, str>>,
    details: Option<&'a RawValue>,
}

impl<'a> Thinking<'a> {
    /// The signature says how the thinking came: a member's name, or the list of details itself. Thinking without one
    /// was cut off and is not sent.
    fn add(&mut self, text: &'a str, signature: Option<&'a str>) {
        let member = match signature {
            Some(details) if details.starts_with('[') => {
                if let Ok(raw) = serde_json::from_str(details) {
                    self.details = Some(raw);
                }
                return;
            }
            Some("reasoning_content" | "thinking") => &mut self.content,
            Some("reasoning" | "reasoning_text") => &mut self.plain,
            _ => return,
        };
        match member {
            Some(before) => {
                let all = before.to_mut();
                all.push_str("\n\n");
                all.push_str(text);
            }
            None => *member = Some(Cow::Borrowed(text)),
        }
    }
}

fn text_part(text: &str) -> UserPart<'_> {
    UserPart::Text { text: Cow::Borrowed(text) }
}

fn joined(parts: &[UserPart<'_>]) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        UserPart::Text { text } => Some(text.as_ref()),
        UserPart::ImageUrl { .. } => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// An id that the server accepts: the same one for a call and its result, since it depends on nothing else.
fn wire_id(id: &str, rule: CallIds) -> Cow<'_, str> {
    let (fits, length) = match rule {
        CallIds::Any => (
            !id.is_empty()
                && id.len() <= 40
                && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
            24,
        ),
        CallIds::Nine => (id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), 9),
    };
    if fits { Cow::Borrowed(id) } else { Cow::Owned(digest(id, length)) }
}

/// Letters and digits that stand for a text; FNV-1a, because it must stay the same between versions.
fn digest(text: &str, length: usize) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut out = String::with_capacity(length);
    let mut state = 0;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    while out.len() < length {
        if state == 0 {
            hash = (hash ^ out.len() as u64 ^ 0xff).wrapping_mul(0x0000_0100_0000_01b3);
            state = hash;
        }
        out.extend(DIGITS.get((state % 36) as usize).map(|digit| char::from(*digit)));
        state /= 36;
    }
    out
}
