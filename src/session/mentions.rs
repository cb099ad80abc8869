//! Files that the user names in a message as `@path`: found, read away from the runtime's thread, and put before it.
//!
//! What names no file or folder stays text, so do e-mail addresses. The text itself is left as it was written; images
//! that come with it are made fit for a model meanwhile.

use std::collections::HashSet;
use std::path::PathBuf;

use tokio::sync::oneshot;

use crate::agent::Next;
use crate::base::{clock, paths};
use crate::proto::shared::{AgentMessage, FileMentionMessage, ImageContent, MentionedFile};
use crate::tools::read::attach::{Attached, MOST_FILES, Room, attach};

use super::effects::{Effect, Effects};
use super::pictures::{self, Fitted};
use super::queues::Due;
use super::state::Session;

/// Places in one message at which a name is looked for.
const MOST_NAMES: usize = 64;

/// Longest name in bytes.
const LONGEST_NAME: usize = 4096;

/// Marks at the end of a name that may belong to the sentence.
const MOST_TRAILING: usize = 16;

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
    images: Vec<Vec<ImageContent>>,
}

/// What was found, for each message of a round.
#[derive(Debug, Default)]
pub struct Found {
    files: Vec<Vec<MentionedFile>>,
    images: Vec<Vec<Fitted>>,
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
        let named = names.iter().any(|names| !names.is_empty());
        match &self.run {
            Some(run) if !self.is_cut() && (named || due.iter().any(|(said, _)| !said.input().images.is_empty())) => {
                let (number, cwd) = (run.number, self.config.cwd.clone());
                let images = due.iter().map(|(said, _)| said.input().images.clone()).collect();
                fx.push(Effect::ReadMentions { number, wanted: Wanted { cwd, names, images } });
                self.added.reading = Some(Reading { number, due, reply });
            }
            _ => {
                let next = self.begin_round(due, Vec::new(), fx);
                drop(reply.send(next));
            }
        }
    }

    /// The files that run `number` waits for are read.
    pub fn mentions_read(&mut self, number: u64, found: Found, fx: &mut Effects) {
        let Some(Reading { mut due, reply, .. }) = self.added.reading.take_if(|reading| reading.number == number)
        else {
            return;
        };
        if self.run.as_ref().is_some_and(|run| run.number == number) {
            for ((said, _), fitted) in due.iter_mut().zip(found.images) {
                said.input_mut().take_fitted(fitted);
            }
            let next = self.begin_round(due, found.files, fx);
            drop(reply.send(next));
        }
    }

    /// The run was told to end: what it says it says without the files.
    pub(super) fn ends_reading(&mut self, fx: &mut Effects) {
        let Some(Reading { due, reply, .. }) = self.added.reading.take() else { return };
        let next = self.begin_round(due, Vec::new(), fx);
        // Behind the word that the run has to end.
        fx.push(Effect::Then(Box::new(move |_, _| drop(reply.send(next)))));
    }

    pub(super) fn say_files(&mut self, files: Vec<MentionedFile>, fx: &mut Effects) {
        if !files.is_empty() {
            self.say(AgentMessage::FileMention(FileMentionMessage { files, timestamp: clock::now() }), fx);
        }
    }
}

impl Wanted {
    /// Reads what exists, each file once a message, as far as there is room, and checks the images. Slow: call it on a
    /// thread of its own.
    pub fn read(&self) -> Found {
        let mut room = Room::default();
        Found {
            files: self.names.iter().map(|names| self.read_all(names, &mut room)).collect(),
            images: self.images.iter().map(|images| images.iter().map(pictures::fit).collect()).collect(),
        }
    }

    fn read_all(&self, names: &[Name], room: &mut Room) -> Vec<MentionedFile> {
        let (mut seen, mut files) = (HashSet::new(), Vec::new());
        for name in names {
            let Some(path) = self.find(name).filter(|path| files.len() < MOST_FILES && seen.insert(path.clone()))
            else {
                continue;
            };
            let shown = paths::display_relative(&self.cwd, &path);
            if let Some(Attached { content, lines, bytes, skipped, image }) = attach(&path, room, |_| false) {
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
                for _ in 0..=MOST_TRAILING {
                    if let Some(path) = exists(name) {
                        return Some(path);
                    }
                    let shorter = name.strip_suffix(TRAILING).filter(|shorter| !shorter.is_empty())?;
                    // What is left of an ellipsis is no folder.
                    if name.chars().all(|c| c == '.') {
                        return None;
                    }
                    name = shorter;
                }
                None
            }
        }
    }
}

/// The names that a message may mention, in order.
fn names(text: &str) -> Vec<Name> {
    let mut names = Vec::new();
    let (mut rest, mut before, mut looked) = (text, None, 0);
    while let Some((head, tail)) = rest.split_once('@') {
        let before_at = head.chars().next_back().or(before);
        before = Some('@');
        rest = tail;
        if before_at.is_some_and(|c| !c.is_whitespace() && !OPENING.contains(c)) {
            continue;
        }
        if looked == MOST_NAMES {
            break;
        }
        looked += 1;
        let name = match tail.chars().next() {
            Some(mark @ ('"' | '\'')) => quoted(tail, mark).map(|name| Name::Quoted(name.to_owned())),
            _ => bare(tail).map(|name| Name::Bare(name.to_owned())),
        };
        names.extend(name.filter(|(Name::Bare(text) | Name::Quoted(text))| !text.is_empty()));
    }
    names
}

/// What stands between `mark` at the beginning and the next one on the line.
fn quoted(text: &str, mark: char) -> Option<&str> {
    let near = text.get(..text.floor_char_boundary(LONGEST_NAME)).unwrap_or_default();
    let (line, _) = near.split_once('\n').unwrap_or((near, ""));
    line.strip_prefix(mark)?.split_once(mark).map(|(name, _)| name)
}

/// What stands before the next mark that no name holds; `None` when that is too long. An `@` belongs to the name, except
/// where it would begin one.
fn bare(text: &str) -> Option<&str> {
    let mut before = None;
    for (at, c) in text.char_indices() {
        let ends = match c {
            '@' => before.is_none_or(|before| OPENING.contains(before)),
            c => c.is_whitespace() || "\"'`<>|".contains(c),
        };
        if ends {
            return text.get(..at);
        }
        if at >= LONGEST_NAME {
            return None;
        }
        before = Some(c);
    }
    Some(text)
}

#[cfg(test)]
#[path = "mentions_tests.rs"]
mod tests;
