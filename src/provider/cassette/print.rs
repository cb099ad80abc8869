//! The print of a request: digests of all that a model was asked with, equal wherever and whenever it is asked again.

use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;

use regex::Regex;
use ring::digest::{SHA256, digest};

use crate::proto::cassette::{ExchangeRequest, NamedDigest};
use crate::proto::shared::{AgentMessage, AssistantBlock, ThinkingLevel, UserBlock, UserContent};
use crate::provider::Request;

/// Bytes of a digest that are kept: enough to see a difference, which is all they are for.
const KEPT: usize = 8;

/// Folders that give way to a name before a text is digested.
#[derive(Debug, Clone, Default)]
pub struct Places(Vec<(String, &'static str)>);

impl Places {
    /// Wherever `path` stands in a text, `name` stands for it. The longest goes first.
    pub fn name(&mut self, path: &Path, name: &'static str) {
        let text = path.display().to_string();
        if text.len() > 1 {
            self.0.push((text, name));
            self.0.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        }
    }

    fn settled(&self, text: &str) -> String {
        let mut text = Cow::Borrowed(text);
        for (place, name) in &self.0 {
            if text.contains(place.as_str()) {
                text = Cow::Owned(text.replace(place.as_str(), name));
            }
        }
        let text = UUID.replace_all(&text, "{id}");
        let text = STAMP.replace_all(&text, "{time}");
        TOKEN.replace_all(&text, "${1}{token}").into_owned()
    }
}

/// Ids of sessions.
static UUID: Pattern = Pattern::new("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
/// Times in names of session files.
static STAMP: Pattern = Pattern::new(r"20\d\d-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d([.-]\d{1,9})?Z?");
/// Names that only have to differ: of scratch folders and kept outputs.
static TOKEN: Pattern = Pattern::new(r"\b((?:hostwire|bash)-)[0-9a-f]{8}\b");
/// The system prompt tells the day.
static DAY: Pattern = Pattern::new(r"\b20\d\d-\d\d-\d\d\b");

/// A pattern that is compiled when it is first wanted.
struct Pattern {
    text: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl Pattern {
    const fn new(text: &'static str) -> Self {
        Self { text, compiled: OnceLock::new() }
    }

    fn replace_all<'a>(&self, text: &'a str, by: &str) -> Cow<'a, str> {
        // The tests try each of them; one that did not compile would only make prints stricter.
        match self.compiled.get_or_init(|| Regex::new(self.text).ok()) {
            Some(pattern) => pattern.replace_all(text, by),
            None => Cow::Borrowed(text),
        }
    }
}

/// What is compared of a request.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Print {
    provider: String,
    model: String,
    api: String,
    thinking: ThinkingLevel,
    system: Vec<String>,
    tools: Vec<NamedDigest>,
    messages: Vec<NamedDigest>,
}

impl Print {
    pub fn of(request: &Request, places: &Places) -> Self {
        let model = request.model.as_ref();
        let system = request.system.iter().map(|block| hex(&DAY.replace_all(&places.settled(block), "{day}")));
        let tools = request.tools.iter().map(|tool| {
            let text = serde_json::to_string(tool).unwrap_or_default();
            NamedDigest { name: tool.name.clone(), digest: hex(&places.settled(&text)) }
        });
        let messages = request.messages.iter().map(|message| {
            let (role, text) = plain(message);
            NamedDigest { name: role.to_owned(), digest: hex(&places.settled(&text)) }
        });
        Self {
            provider: model.provider.clone(),
            model: model.id.clone(),
            api: model.api.clone(),
            thinking: request.thinking,
            system: system.collect(),
            tools: tools.collect(),
            messages: messages.collect(),
        }
    }

    pub fn line(self, exchange: u64, session: u64) -> ExchangeRequest {
        let Self { provider, model, api, thinking, system, tools, messages } = self;
        ExchangeRequest { exchange, session, provider, model, api, thinking, system, tools, messages }
    }

    /// The first thing that is not as it was recorded, in words.
    pub fn difference(&self, recorded: &ExchangeRequest) -> Option<String> {
        let names = |this: &str, what: &str, recorded: &str| {
            (this != recorded).then(|| format!("{what} was {recorded} when it was recorded, and is {this} now"))
        };
        let (now, then) =
            (format!("{}/{}", self.provider, self.model), format!("{}/{}", recorded.provider, recorded.model));
        names(&now, "the model", &then)
            .or_else(|| names(&self.api, "the API", &recorded.api))
            .or_else(|| names(self.thinking.as_str(), "the thinking level", recorded.thinking.as_str()))
            .or_else(|| self.system_difference(recorded))
            .or_else(|| difference("tool", &self.tools, &recorded.tools))
            .or_else(|| difference("message", &self.messages, &recorded.messages))
    }

    fn system_difference(&self, recorded: &ExchangeRequest) -> Option<String> {
        let at = (0..self.system.len().max(recorded.system.len()))
            .find(|at| self.system.get(*at) != recorded.system.get(*at))?;
        Some(format!("block {} of the system prompt is not the recorded one", at + 1))
    }
}

fn difference(what: &str, now: &[NamedDigest], then: &[NamedDigest]) -> Option<String> {
    let at = (0..now.len().max(then.len())).find(|at| now.get(*at) != then.get(*at))?;
    let number = at + 1;
    Some(match (now.get(at), then.get(at)) {
        (Some(now), Some(then)) if now.name == then.name => {
            format!("{what} {number} ({}) is not the recorded one", now.name)
        }
        (Some(now), Some(then)) => {
            format!("{what} {number} was {} when it was recorded, and is {} now", then.name, now.name)
        }
        (Some(now), None) => format!("{what} {number} ({}) was not there when it was recorded", now.name),
        (None, Some(then)) => format!("{what} {number} ({}) is missing", then.name),
        // `at` is inside one of the two.
        (None, None) => return None,
    })
}

/// Role and content of a message: what every provider sends of it, without ids, times and signatures.
fn plain(message: &AgentMessage) -> (&'static str, String) {
    let mut text = String::new();
    let role = match message {
        AgentMessage::User(user) => {
            content(&user.content, &mut text);
            "user"
        }
        AgentMessage::Developer(developer) => {
            content(&developer.content, &mut text);
            "developer"
        }
        AgentMessage::Assistant(reply) => {
            reply.content.iter().for_each(|block| said(block, &mut text));
            "assistant"
        }
        AgentMessage::ToolResult(result) => {
            part("tool", &result.tool_name, &mut text);
            part("error", if result.is_error { "yes" } else { "no" }, &mut text);
            blocks(&result.content, &mut text);
            "toolResult"
        }
        // No request holds these (`agent::context`).
        AgentMessage::BashExecution(_)
        | AgentMessage::PythonExecution(_)
        | AgentMessage::Custom(_)
        | AgentMessage::HookMessage(_)
        | AgentMessage::FileMention(_)
        | AgentMessage::BranchSummary(_)
        | AgentMessage::CompactionSummary(_) => "other",
    };
    (role, text)
}

fn said(block: &AssistantBlock, text: &mut String) {
    match block {
        AssistantBlock::Text(said) => part("text", &said.text, text),
        AssistantBlock::Thinking(thought) => part("thinking", &thought.thinking, text),
        AssistantBlock::RedactedThinking(thought) => part("redacted", &thought.data, text),
        AssistantBlock::ToolCall(call) => {
            part("call", &call.name, text);
            part("arguments", &serde_json::to_string(&call.arguments).unwrap_or_default(), text);
        }
        AssistantBlock::Fallback(_) => {}
    }
}

fn content(content: &UserContent, text: &mut String) {
    match content {
        UserContent::Text(whole) => part("text", whole, text),
        UserContent::Blocks(list) => blocks(list, text),
    }
}

fn blocks(list: &[UserBlock], text: &mut String) {
    for block in list {
        match block {
            UserBlock::Text(block) => part("text", &block.text, text),
            UserBlock::Image(image) => part(&image.mime_type, &image.data, text),
        }
    }
}

/// With an end that no text has, so that no two lists of parts read the same.
fn part(kind: &str, value: &str, text: &mut String) {
    text.push_str(&format!("{kind} "));
    text.push_str(value);
    text.push('\0');
}

fn hex(text: &str) -> String {
    let whole = digest(&SHA256, text.as_bytes());
    whole.as_ref().iter().take(KEPT).map(|byte| format!("{byte:02x}")).collect()
}
