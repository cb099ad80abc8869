//! Puts stable names in the place of what differs from run to run: ids, times, folders, ports.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde_json::{Map, Value};

/// Members whose value is a time or a length of time.
const TIMES: &[&str] = &[
    "timestamp",
    "lastMessageTimestamp",
    "duration",
    "ttft",
    "durationMs",
    "totalDurationMs",
    "elapsedMs",
    "wallTimeMs",
    "startedAt",
    "finishedAt",
    "updatedAt",
    "detachedAt",
    "recoveredAt",
    "prunedAt",
    "expires",
];

/// Members that hold an entry id of the session file.
const ENTRIES: &[&str] = &["entryId", "parentId", "firstKeptEntryId", "fromId", "targetId"];

/// Long texts that have tests of their own; a case shows them with `#! keep: NAME`.
const LONG: &[&str] = &["systemPrompt", "dumpTools", "contextUsage"];

/// Lists that grow with every version; a case shows them in the same way.
const LISTS: &[&str] = &["commands"];

static UUID: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}").unwrap());
static STAMP: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"20\d\d-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d([.-]\d{1,9})?Z?").unwrap());
static PORT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(127\.0\.0\.1|localhost):\d{2,5}").unwrap());
/// Ids that the server makes for calls: of the offline model, and for calls that came without one.
static CALL: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"call_(1[0-9a-f]{10}(_\d+){2}|[0-9a-f]{32})").unwrap());

/// What a login draws: its short address, its state, its challenge, its port inside another address.
static LOGIN: LazyLock<[(Regex, &str); 5]> = LazyLock::new(|| {
    let regex = |text: &str| Regex::new(text).unwrap();
    [
        (regex("/login/[A-Za-z0-9_-]{12}"), "/login/<launch>"),
        (regex("state=[A-Za-z0-9_-]{32}"), "state=<state>"),
        (regex("code_challenge=[A-Za-z0-9_-]{43}"), "code_challenge=<challenge>"),
        (regex(r"(127\.0\.0\.1|localhost)%3A\d{2,5}"), "<address>"),
        (regex("callback%2F[A-Za-z0-9_-]{32}"), "callback%2F<state>"),
    ]
});

/// Remembers which name stands for what, so that equal things stay equal.
#[derive(Default)]
pub struct Redactor {
    places: Vec<(String, String)>,
    keep: Vec<String>,
    hide: Vec<String>,
    names: HashMap<String, String>,
}

impl Redactor {
    pub fn new() -> Self {
        Self::default()
    }

    /// Wherever `text` occurs, `<name>` will stand. The longest text goes first.
    pub fn place(&mut self, text: impl Into<String>, name: &str) {
        self.places.push((text.into(), format!("<{name}>")));
        self.places.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    }

    /// Shows a member that is otherwise shortened.
    pub fn keep(&mut self, member: &str) {
        self.keep.push(member.to_owned());
    }

    /// Shortens a member that is otherwise shown.
    pub fn hide(&mut self, member: &str) {
        self.hide.push(member.to_owned());
    }

    pub fn value(&mut self, value: &Value) -> Value {
        match value {
            Value::Object(members) => Value::Object(self.object(members)),
            Value::Array(items) => items.iter().map(|item| self.value(item)).collect(),
            Value::String(text) => Value::String(self.text(text)),
            other => other.clone(),
        }
    }

    fn object(&mut self, members: &Map<String, Value>) -> Map<String, Value> {
        let mut out = Map::new();
        for (name, value) in members {
            let name_str = name.as_str();
            let redacted = if TIMES.contains(&name_str) && (value.is_number() || value.is_string()) {
                "<time>".into()
            } else if ENTRIES.contains(&name_str) && value.as_str().is_some_and(is_entry) {
                self.name("entry", value.as_str().unwrap_or_default()).into()
            } else if name == "version" && value.as_str() == Some(env!("CARGO_PKG_VERSION")) {
                "<version>".into()
            } else if LISTS.contains(&name_str) && !self.keep.contains(name) && value.is_array() {
                format!("<{name}>").into()
            } else if (LONG.contains(&name_str) && !self.keep.contains(name)) || self.hide.contains(name) {
                shorten(value)
            } else {
                self.value(value)
            };
            out.insert(name.clone(), redacted);
        }
        out
    }

    pub fn text(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for (found, name) in &self.places {
            text = text.replace(found, name);
        }
        // A session's file name holds its start and its id; the encoded folder is the temporary one.
        let text = STAMP.replace_all(&text, "<stamp>").into_owned();
        let text = PORT.replace_all(&text, "<address>").into_owned();
        let text = LOGIN.iter().fold(text, |text, (found, name)| found.replace_all(&text, *name).into_owned());
        let text = CALL.replace_all(&text, |found: &Captures| self.name("call", &found[0])).into_owned();
        UUID.replace_all(&text, |found: &Captures| self.name("id", &found[0])).into_owned()
    }

    fn name(&mut self, kind: &str, of: &str) -> String {
        let number = self.names.len() + 1;
        self.names.entry(of.to_owned()).or_insert_with(|| format!("<{kind}-{number}>")).clone()
    }
}

fn is_entry(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Names stay, prose and schemas go.
fn shorten(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            items.iter().map(|item| item.get("name").cloned().unwrap_or_else(|| "<text>".into())).collect()
        }
        Value::Object(members) => members.iter().map(|(name, _)| (name.clone(), Value::from("<number>"))).collect(),
        Value::Number(_) => "<number>".into(),
        other => other.clone(),
    }
}
