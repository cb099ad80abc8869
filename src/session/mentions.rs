//! Files that the user names in a message as `@path`: found, read away from the runtime's thread, and put before it.
//!
//! What names no file or folder stays text, so do e-mail addresses. The message itself is left as it was written.

use std::collections::HashSet;
use std::path::PathBuf;

use tokio::sync::oneshot;

use crate::agent::Next;
use crate::base::{clock, paths};
use crate::proto::shared::{AgentMessage, FileMentionMessage, MentionedFile};
use crate::tools::read::attach::{Attached, Room, attach};

use super::effects::{Effect, Effects};
use super::queues::Due;
use super::state::Session;

/// Names that are looked up in one message.
const MOST_NAMES: usize = 64;

/// Files of one message.
const MOST_FILES: usize = 20;

/// Punctuation that belongs to the sentence when the name does not exist with it.
const TRAILING: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '}', '*', '_'];

/// What may stand before an `@` besides white space.
const OPENING: &str = "([{<,;:\"'`*_";

/// A round that begins when its files are read.
pub(super) struct Reading {
    number: u64,
    due: Due,
    reply: oneshot::Sender<Next>,
}

/// What to look for, for each message of a round.
pub struct Wanted {
    cwd: PathBuf,
    names: Vec<Vec<Name>>,
}

/// A name as it was written.
#[derive(Debug, Clone, PartialEq)]
enum Name {
    /// Up to white space; the end may be punctuation.
    Bare(String),
    /// Between quotation marks.
    Quoted(String),
}

impl Session {
    /// Begins the next round when the files are there that its messages name.
    pub(super) fn read_mentions(&mut self, due: Due, reply: oneshot::Sender<Next>, fx: &mut Effects) {
        let names: Vec<_> = due.iter().map(|(said, _)| said.plain_text().map(names).unwrap_or_default()).collect();
        match &self.run {
            Some(run) if names.iter().any(|names| !names.is_empty()) => {
                let (number, cwd) = (run.number, self.config.cwd.clone());
                fx.push(Effect::ReadMentions { number, wanted: Wanted { cwd, names } });
                self.added.reading = Some(Reading { number, due, reply });
            }
            _ => {
                let next = self.begin_round(due, Vec::new(), fx);
                drop(reply.send(next));
            }
        }
    }

    /// The files that run `number` waits for are read.
    pub fn mentions_read(&mut self, number: u64, files: Vec<Vec<MentionedFile>>, fx: &mut Effects) {
        let Some(Reading { due, reply, .. }) = self.added.reading.take_if(|reading| reading.number == number) else {
            return;
        };
        if self.run.as_ref().is_some_and(|run| run.number == number) {
            let next = self.begin_round(due, files, fx);
            drop(reply.send(next));
        }
    }

    pub(super) fn say_files(&mut self, files: Vec<MentionedFile>, fx: &mut Effects) {
        if !files.is_empty() {
            self.say(AgentMessage::FileMention(FileMentionMessage { files, timestamp: clock::now() }), fx);
        }
    }
}

impl Wanted {
    /// Reads what exists, each file once a message, as far as there is room. Slow: call it on a thread of its own.
    pub fn read(&self) -> Vec<Vec<MentionedFile>> {
        let mut room = Room::default();
        self.names.iter().map(|names| self.read_all(names, &mut room)).collect()
    }

    fn read_all(&self, names: &[Name], room: &mut Room) -> Vec<MentionedFile> {
        let (mut seen, mut files) = (HashSet::new(), Vec::new());
        for name in names {
            let Some(path) = self.find(name).filter(|path| files.len() < MOST_FILES && seen.insert(path.clone()))
            else {
                continue;
            };
            let shown = paths::display_relative(&self.cwd, &path);
            if let Some(Attached { content, lines, bytes, skipped, image }) = attach(&path, room) {
                let (path, line_count, byte_size) = (shown, lines, bytes);
                files.push(MentionedFile { path, content, line_count, byte_size, skipped_reason: skipped, image });
            }
        }
        files
    }

    fn find(&self, name: &Name) -> Option<PathBuf> {
        let exists = |name: &str| {
            let path = paths::absolute(&self.cwd, name);
            path.exists().then_some(path)
        };
        match name {
            Name::Quoted(name) => exists(name),
            Name::Bare(name) => {
                let mut name = name.as_str();
                loop {
                    if let Some(path) = exists(name) {
                        return Some(path);
                    }
                    name = name.strip_suffix(TRAILING).filter(|shorter| !shorter.is_empty())?;
                }
            }
        }
    }
}

/// The names that a message may mention, in order.
fn names(text: &str) -> Vec<Name> {
    let mut names = Vec::new();
    let (mut rest, mut before) = (text, None);
    while let Some((head, tail)) = rest.split_once('@') {
        let before_at = head.chars().next_back().or(before);
        before = Some('@');
        rest = tail;
        if names.len() >= MOST_NAMES {
            break;
        }
        if before_at.is_some_and(|c| !c.is_whitespace() && !OPENING.contains(c)) {
            continue;
        }
        let name = match tail.chars().next() {
            Some(mark @ ('"' | '\'')) => quoted(tail, mark).map(|name| Name::Quoted(name.to_owned())),
            _ => tail.split(ends_name).next().map(|name| Name::Bare(name.to_owned())),
        };
        names.extend(name.filter(|(Name::Bare(text) | Name::Quoted(text))| !text.is_empty()));
    }
    names
}

/// What stands between `mark` at the beginning and the next one on the line.
fn quoted(text: &str, mark: char) -> Option<&str> {
    let (line, _) = text.split_once('\n').unwrap_or((text, ""));
    line.strip_prefix(mark)?.split_once(mark).map(|(name, _)| name)
}

fn ends_name(c: char) -> bool {
    c.is_whitespace() || "\"'`<>|@".contains(c)
}

#[cfg(test)]
#[path = "mentions_tests.rs"]
mod tests;
