//! What the voice remembers: which turn runs, which message grows, how far the output of each call was told.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::proto::shared::JsonObject;

/// Milliseconds of calls by their ids, in the order of their ends.
pub(super) type Durations = HashMap<Arc<str>, Vec<Option<u64>>>;

/// What a run is about.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Purpose {
    /// A prompt, as the host wrote it.
    Prompt { instruction: String },
}

/// A tool that the host runs, as it was listed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HostTool {
    pub name: String,
    pub description: String,
    pub server: String,
    pub schema: JsonObject,
}

/// A run that goes on.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub purpose: Purpose,
    pub id: String,
    /// What its replies used, also those that were asked for again.
    pub tokens: u64,
    started: Instant,
}

impl Turn {
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Numbers and names that only the wire needs.
#[derive(Debug, Default)]
pub(super) struct Turns {
    expected: Option<Purpose>,
    current: Option<Turn>,
    turns: u64,
    messages: u64,
    growing: Option<String>,
    /// Output of running calls as it was last told.
    outputs: HashMap<Arc<str>, String>,
    /// What a turn without the model has printed so far, while one goes on.
    local: Option<String>,
    /// How long the calls of the session ran, by id; some servers give one id to several calls. `None`: it did not run.
    durations: Durations,
    pub host_tools: Vec<HostTool>,
    /// Nothing more comes from the host.
    pub input_over: bool,
    /// Work is being cut because the process ends.
    pub closing: bool,
    /// Some was.
    pub was_cut: bool,
}

impl Turns {
    /// The next run is about this.
    pub fn expect(&mut self, purpose: Purpose) {
        self.expected = Some(purpose);
    }

    /// A run begins.
    pub fn begin(&mut self) -> Option<Turn> {
        let purpose = self.expected.take()?;
        self.turns += 1;
        let turn = Turn { purpose, id: format!("turn_{}", self.turns), tokens: 0, started: Instant::now() };
        self.current = Some(turn.clone());
        Some(turn)
    }

    pub fn end(&mut self) -> Option<Turn> {
        self.outputs.clear();
        self.growing = None;
        self.current.take()
    }

    /// The turn that begins does without the model.
    pub fn begin_local(&mut self) {
        self.local = Some(String::new());
    }

    pub fn is_local(&self) -> bool {
        self.local.is_some()
    }

    /// A turn without the model says something; others do not print.
    pub fn print(&mut self, text: &str) {
        if let Some(printed) = &mut self.local {
            if !printed.is_empty() && !text.is_empty() {
                printed.push('\n');
            }
            printed.push_str(text);
        }
    }

    /// It does not go on as such; gives what it printed.
    pub fn end_local(&mut self) -> String {
        self.local.take().unwrap_or_default()
    }

    /// The id of a message that begins.
    pub fn begin_message(&mut self) -> String {
        self.messages += 1;
        let id = format!("msg_{}", self.messages);
        self.growing = Some(id.clone());
        id
    }

    pub fn growing(&self) -> Option<String> {
        self.growing.clone()
    }

    pub fn end_message(&mut self, tokens: u64) -> Option<String> {
        if let Some(turn) = &mut self.current {
            turn.tokens += tokens;
        }
        self.growing.take()
    }

    /// A call is over; `None` when it did not run.
    pub fn call_ended(&mut self, call: &Arc<str>, ran: Option<u64>) {
        self.outputs.remove(call);
        self.durations.entry(call.clone()).or_default().push(ran);
    }

    pub fn durations(&self) -> Durations {
        self.durations.clone()
    }

    /// Another session begins.
    pub fn forget_calls(&mut self) {
        self.durations.clear();
    }

    /// What of a call's output is new. `so_far` is all of it, or the end of it when there is much.
    pub fn news(&mut self, call: &Arc<str>, so_far: String) -> String {
        let before = self.outputs.get(call).map_or("", String::as_str);
        let new = match so_far.strip_prefix(before) {
            Some(new) => new,
            None => so_far.get(overlap(before, &so_far)..).unwrap_or(&so_far),
        }
        .to_owned();
        self.outputs.insert(call.clone(), so_far);
        new
    }
}

/// Bytes at the beginning of `now` that `before` ends with; as many as possible, in linear time.
fn overlap(before: &str, now: &str) -> usize {
    let pattern = now.as_bytes();
    // For each beginning of the pattern: the longest shorter beginning that it ends with.
    let mut falls = vec![0; pattern.len()];
    let at = |i: usize| pattern.get(i).copied();
    let mut length = 0;
    for i in 1..pattern.len() {
        while length > 0 && at(i) != at(length) {
            length = falls.get(length - 1).copied().unwrap_or(0);
        }
        length += usize::from(at(i) == at(length));
        if let Some(fall) = falls.get_mut(i) {
            *fall = length;
        }
    }
    let mut matched = 0;
    for byte in before.bytes() {
        while matched > 0 && (matched == pattern.len() || at(matched) != Some(byte)) {
            matched = falls.get(matched - 1).copied().unwrap_or(0);
        }
        matched += usize::from(at(matched) == Some(byte));
    }
    now.floor_char_boundary(matched)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(text: &str) -> Purpose {
        Purpose::Prompt { instruction: text.to_owned() }
    }

    #[test]
    fn turns_and_messages_are_numbered() {
        let mut turns = Turns::default();
        assert!(turns.begin().is_none());
        turns.expect(prompt("a"));
        assert_eq!(turns.begin().map(|turn| (turn.id, turn.purpose)), Some(("turn_1".to_owned(), prompt("a"))));
        assert_eq!((turns.begin_message(), turns.end_message(7)), ("msg_1".to_owned(), Some("msg_1".to_owned())));
        assert_eq!(turns.end_message(2), None);
        assert_eq!(turns.end().map(|turn| (turn.id, turn.tokens)), Some(("turn_1".to_owned(), 9)));
        assert!(turns.end().is_none());
    }

    #[test]
    fn only_what_is_new_of_an_output_is_told() {
        let mut turns = Turns::default();
        let call: Arc<str> = "c".into();
        let mut told = |so_far: &str| turns.news(&call, so_far.to_owned());
        assert_eq!(told("one\n"), "one\n");
        assert_eq!(told("one\ntwo\n"), "two\n");
        assert_eq!(told("one\ntwo\n"), "");
        // The window moves on.
        assert_eq!(told("wo\nthree ü"), "three ü");
        assert_eq!(told("ünd four"), "nd four");
        assert_eq!(told("nothing of it"), "nothing of it");
    }

    #[test]
    fn overlaps_are_the_longest_ones() {
        for (before, now, bytes) in [
            ("abab", "ababc", 4),
            ("xab", "abc", 2),
            ("", "a", 0),
            ("a", "", 0),
            ("aaa", "aab", 2),
            ("xaba", "abab", 3),
        ] {
            assert_eq!(overlap(before, now), bytes, "{before} {now}");
        }
    }
}
