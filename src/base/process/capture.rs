//! The output of a child in bounded memory: its beginning, its end, and the whole in a file when it is long.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use crate::base::text::{self, Cut, Limits};

/// Names the file for the full text, when one is needed. `None` stands for "keep none".
pub(super) type SpillPath = Box<dyn FnOnce() -> Option<PathBuf> + Send>;

/// What is kept while the child writes. Its cost per byte does not depend on what came before.
pub(super) struct Buffer {
    head: Vec<u8>,
    head_cap: usize,
    /// Grows to twice its cap before the older half is thrown away, so that each byte is moved at most once.
    tail: Vec<u8>,
    tail_cap: usize,
    total_bytes: u64,
    newlines: u64,
    ends_with_newline: bool,
    spilling: Spilling,
    spill_limit: u64,
}

enum Spilling {
    NotYet(SpillPath),
    Open { file: File, spill: Spill },
    Closed(Option<Spill>),
}

/// The file with the full text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spill {
    /// Where it is.
    pub path: PathBuf,
    /// Bytes in it.
    pub bytes: u64,
    /// Whether all of the output is in it; it is not when the disk was full or the limit was reached.
    pub complete: bool,
}

/// The end of what a child has said so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tail {
    /// The last bytes, as a screen would show them.
    pub text: String,
    /// All bytes so far.
    pub total_bytes: u64,
    /// All lines so far.
    pub total_lines: u64,
}

/// The output of a child that has ended.
#[derive(Debug, Clone)]
pub struct Captured {
    head: Vec<u8>,
    tail: Vec<u8>,
    /// Bytes that the child wrote.
    pub total_bytes: u64,
    /// Lines that the child wrote.
    pub total_lines: u64,
    /// The file with the full text, when the output was longer than what is kept.
    pub spill: Option<Spill>,
}

impl Buffer {
    pub(super) fn new(head_cap: usize, tail_cap: usize, spill: Option<SpillPath>, spill_limit: u64) -> Self {
        Self {
            head: Vec::new(),
            head_cap,
            tail: Vec::new(),
            tail_cap,
            total_bytes: 0,
            newlines: 0,
            ends_with_newline: true,
            spilling: spill.map_or(Spilling::Closed(None), Spilling::NotYet),
            spill_limit,
        }
    }

    pub(super) fn push(&mut self, chunk: &[u8]) {
        let Some(last) = chunk.last() else { return };
        self.total_bytes += chunk.len() as u64;
        self.newlines += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.ends_with_newline = *last == b'\n';
        self.spill(chunk);
        let (first, rest) = chunk.split_at(chunk.len().min(self.head_cap - self.head.len()));
        self.head.extend_from_slice(first);
        if rest.len() >= self.tail_cap {
            self.tail.clear();
        }
        self.tail.extend_from_slice(last_bytes(rest, self.tail_cap));
        if self.tail.len() > 2 * self.tail_cap {
            self.tail.drain(..self.tail.len() - self.tail_cap);
        }
    }

    /// Writes `chunk` to the file, which begins with everything before it. Called before anything is thrown away.
    fn spill(&mut self, chunk: &[u8]) {
        if matches!(self.spilling, Spilling::NotYet(_)) && self.total_bytes > (self.head_cap + self.tail_cap) as u64 {
            self.open_spill();
        }
        let Spilling::Open { file, spill } = &mut self.spilling else {
            return;
        };
        let room = usize::try_from(self.spill_limit - spill.bytes).unwrap_or(usize::MAX);
        let piece = chunk.get(..room).unwrap_or(chunk);
        // Appending some kilobytes goes to the page cache; a hop to another thread would cost more.
        let written = file.write_all(piece);
        if let Err(error) = &written {
            tracing::warn!(path = %spill.path.display(), "cannot keep the full output: {error}");
        }
        spill.bytes += if written.is_ok() { piece.len() as u64 } else { 0 };
        if written.is_err() || piece.len() < chunk.len() {
            spill.complete = false;
            self.spilling = Spilling::Closed(Some(spill.clone()));
        }
    }

    fn open_spill(&mut self) {
        let before = std::mem::replace(&mut self.spilling, Spilling::Closed(None));
        let Spilling::NotYet(path) = before else {
            return;
        };
        let Some(path) = path() else { return };
        match create_private(&path, &[&self.head, &self.tail]) {
            Ok(file) => {
                let bytes = (self.head.len() + self.tail.len()) as u64;
                self.spill_limit = self.spill_limit.max(bytes);
                self.spilling = Spilling::Open { file, spill: Spill { path, bytes, complete: true } };
            }
            Err(error) => {
                tracing::warn!(path = %path.display(), "cannot keep the full output: {error}")
            }
        }
    }

    fn total_lines(&self) -> u64 {
        self.newlines + u64::from(!self.ends_with_newline)
    }

    /// The last `bytes` bytes so far, as far as they are kept.
    pub(super) fn tail(&self, bytes: usize) -> Tail {
        let recent = last_bytes(&self.tail, bytes);
        let missing = (bytes - recent.len()).min(bytes);
        // The tail takes over only once the head is full.
        let whole = self.total_bytes == (self.head.len() + self.tail.len()) as u64;
        let before = if whole { last_bytes(&self.head, missing) } else { &[] };
        let shown = [before, recent].concat();
        let begins_inside = (shown.len() as u64) < self.total_bytes;
        let shown = if begins_inside { from_char_start(&shown) } else { &shown };
        Tail { text: readable(shown), total_bytes: self.total_bytes, total_lines: self.total_lines() }
    }

    /// What is left when the child is done.
    pub(super) fn finish(mut self) -> Captured {
        let total_lines = self.total_lines();
        let excess = self.tail.len().saturating_sub(self.tail_cap);
        self.tail.drain(..excess);
        let spill = match self.spilling {
            Spilling::NotYet(_) => None,
            Spilling::Open { spill, .. } => Some(spill),
            Spilling::Closed(spill) => spill,
        };
        Captured { head: self.head, tail: self.tail, total_bytes: self.total_bytes, total_lines, spill }
    }
}

impl Captured {
    /// Whether nothing of the output was thrown away.
    pub fn is_whole(&self) -> bool {
        self.total_bytes == (self.head.len() + self.tail.len()) as u64
    }

    /// The output within `limits`, as a screen would show it: beginning and end when it is too long.
    ///
    /// The totals count what the child wrote, or, when nothing was thrown away, what is left of it as plain text.
    pub fn cut(&self, limits: Limits) -> Cut {
        if self.is_whole() {
            return text::middle(readable(&[self.head.as_slice(), &self.tail].concat()), limits);
        }
        let total = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let first = readable(to_char_end(&self.head));
        let last = readable(from_char_start(&self.tail));
        text::middle_of_parts(&first, &last, total(self.total_lines), total(self.total_bytes), limits)
    }

    /// All that is kept, as a screen would show it.
    pub fn text(&self) -> String {
        self.cut(Limits { lines: usize::MAX, bytes: usize::MAX }).text
    }
}

/// A new file that holds the parts.
pub fn create_private(path: &std::path::Path, parts: &[&[u8]]) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    // What a command prints may be confidential: for the owner only.
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
    parts.iter().try_for_each(|part| file.write_all(part))?;
    Ok(file)
}

fn readable(bytes: &[u8]) -> String {
    text::sanitise(&String::from_utf8_lossy(bytes)).into_owned()
}

fn last_bytes(bytes: &[u8], count: usize) -> &[u8] {
    bytes.get(bytes.len().saturating_sub(count)..).unwrap_or(bytes)
}

/// Without the rest of a character that began before.
fn from_char_start(bytes: &[u8]) -> &[u8] {
    let skip = bytes.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count();
    bytes.get(skip..).unwrap_or(bytes)
}

/// Without the beginning of a character that ends behind.
fn to_char_end(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(last_bytes(bytes, 3)) {
        Ok(_) => bytes,
        Err(_) => {
            let lead = bytes.iter().rev().take(3).position(|byte| *byte >= 0xC0);
            let cut = lead.map_or(bytes.len(), |back| bytes.len() - 1 - back);
            let (before, last) = bytes.split_at(cut);
            let is_open = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
            if is_open { before } else { bytes }
        }
    }
}

#[cfg(test)]
#[path = "capture_tests.rs"]
mod tests;
