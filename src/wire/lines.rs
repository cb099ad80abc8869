//! Lines in: a thread of its own splits stdin, bounds each line and the memory in flight, and checks for UTF-8.

use std::io::{self, BufRead as _, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use super::gate::Gate;

/// Bytes asked for in one read.
const CHUNK: usize = 64 * 1024;

/// What a line costs besides its bytes, so that very many very short ones are bounded, too.
const LINE_COST: usize = 64;

/// What the host sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Text(String),
    /// A line that is none.
    Bad(BadLine),
    /// Nothing more will come.
    Eof,
}

/// Why a line cannot be taken. The next one can.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// It is longer than the limit; told as soon as that is known, the rest of it is skipped.
    #[error("the line is longer than {limit} bytes")]
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// It is not UTF-8.
    #[error("the line is not UTF-8 from byte {at}")]
    NotUtf8 {
        /// The position of the first bad byte, from 0.
        at: usize,
    },
}

/// Bounds of the reader.
#[derive(Debug, Clone, Copy)]
pub struct LineLimits {
    /// Bytes of one line, its end not counted.
    pub line: usize,
    /// Bytes of lines that were read and not taken yet; one line may always be in flight.
    pub in_flight: usize,
}

impl Default for LineLimits {
    fn default() -> Self {
        Self { line: 32 * 1024 * 1024, in_flight: 8 * 1024 * 1024 }
    }
}

/// The receiving end.
#[derive(Debug)]
pub struct Lines {
    inbox: mpsc::UnboundedReceiver<Line>,
    budget: Arc<Budget>,
}

impl Lines {
    /// Starts the thread. It stops at the end of `source`, and with the next line once this is dropped.
    ///
    /// The thread also waits while `gate` is closed.
    pub fn start(source: impl Read + Send + 'static, limits: LineLimits, gate: Gate) -> io::Result<Self> {
        // Bounded by bytes, not by count: see `Budget`.
        let (outbox, inbox) = mpsc::unbounded_channel();
        let budget = Arc::new(Budget { limit: limits.in_flight, taken: Mutex::default(), given_back: Condvar::new() });
        let feed = Feed { outbox, budget: Arc::clone(&budget), gate };
        std::thread::Builder::new().name("stdin".to_owned()).spawn(move || feed.run(source, limits.line))?;
        Ok(Self { inbox, budget })
    }

    /// The next line; at the end [`Line::Eof`], again and again. Nothing is lost when the future is dropped.
    pub async fn next(&mut self) -> Line {
        match self.inbox.recv().await {
            Some(line) => self.received(line),
            None => Line::Eof,
        }
    }

    fn received(&self, line: Line) -> Line {
        self.budget.give_back(cost(&line));
        line
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.budget.lock().abandoned = true;
        self.budget.given_back.notify_all();
    }
}

/// Memory in flight, in bytes.
#[derive(Debug)]
struct Budget {
    limit: usize,
    // A leaf lock; the thread sleeps on it while too much is in flight.
    taken: Mutex<Taken>,
    given_back: Condvar,
}

#[derive(Debug, Default)]
struct Taken {
    bytes: usize,
    waiting: bool,
    abandoned: bool,
}

impl Budget {
    fn take(&self, bytes: usize) {
        let mut taken = self.lock();
        while taken.bytes > 0 && taken.bytes + bytes > self.limit && !taken.abandoned {
            taken.waiting = true;
            taken = self.given_back.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        taken.waiting = false;
        taken.bytes += bytes;
    }

    fn give_back(&self, bytes: usize) {
        let mut taken = self.lock();
        taken.bytes = taken.bytes.saturating_sub(bytes);
        if taken.waiting {
            self.given_back.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn cost(line: &Line) -> usize {
    LINE_COST + if let Line::Text(text) = line { text.len() } else { 0 }
}

/// The sending end, on its thread.
struct Feed {
    outbox: mpsc::UnboundedSender<Line>,
    budget: Arc<Budget>,
    gate: Gate,
}

impl Feed {
    fn run(self, mut source: impl Read, limit: usize) {
        let mut splitter = Splitter::new(limit);
        let mut chunk = vec![0; CHUNK];
        loop {
            self.gate.pass();
            let count = match source.read(&mut chunk) {
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    tracing::error!("cannot read the input: {error}");
                    0
                }
            };
            let fed = match chunk.get(..count) {
                Some(bytes) if count > 0 => splitter.feed(bytes, &mut |line| self.send(line)),
                _ => {
                    splitter.finish(&mut |line| self.send(line));
                    self.send(Line::Eof);
                    false
                }
            };
            if !fed {
                return;
            }
        }
    }

    /// `false`: nobody listens any more.
    fn send(&self, line: Line) -> bool {
        self.budget.take(cost(&line));
        self.outbox.send(line).is_ok()
    }
}

/// Finds the lines in a stream of chunks.
#[derive(Debug)]
struct Splitter {
    limit: usize,
    /// The beginning of a line whose end has not come yet.
    begun: Vec<u8>,
    /// The present line was refused: nothing of it is kept, up to its end.
    skipping: bool,
}

impl Splitter {
    fn new(limit: usize) -> Self {
        Self { limit, begun: Vec::new(), skipping: false }
    }

    /// Hands on the lines that end in `bytes`; `false` as soon as `send` says so.
    fn feed(&mut self, mut bytes: &[u8], send: &mut impl FnMut(Line) -> bool) -> bool {
        while let Some((line, rest)) = split_at_newline(bytes) {
            bytes = rest;
            if !self.ended(line, send) {
                return false;
            }
        }
        self.begins(bytes, send)
    }

    /// The end of input: a last line without an end is a line all the same.
    fn finish(&mut self, send: &mut impl FnMut(Line) -> bool) {
        if !self.begun.is_empty() {
            self.ended(&[], send);
        }
    }

    fn ended(&mut self, last: &[u8], send: &mut impl FnMut(Line) -> bool) -> bool {
        if std::mem::take(&mut self.skipping) {
            return true;
        }
        match self.line(last) {
            // The limit binds blank lines as well: a long one is noticed before its end has come.
            Ok(text) if text.trim_start().is_empty() => true,
            Ok(text) => send(Line::Text(text)),
            Err(bad) => send(Line::Bad(bad)),
        }
    }

    /// The whole line, whose last part is `last`.
    fn line(&mut self, last: &[u8]) -> Result<String, BadLine> {
        if self.begun.is_empty() {
            let line = self.check(last)?;
            return std::str::from_utf8(line).map(str::to_owned).map_err(not_utf8);
        }
        let mut line = std::mem::take(&mut self.begun);
        if self.exceeds(line.len() + last.len()) {
            return Err(BadLine::TooLong { limit: self.limit });
        }
        line.extend_from_slice(last);
        let length = self.check(&line)?.len();
        line.truncate(length);
        String::from_utf8(line).map_err(|error| not_utf8(error.utf8_error()))
    }

    fn begins(&mut self, bytes: &[u8], send: &mut impl FnMut(Line) -> bool) -> bool {
        if self.skipping || bytes.is_empty() {
            return true;
        }
        if !self.exceeds(self.begun.len() + bytes.len()) {
            self.begun.extend_from_slice(bytes);
            return true;
        }
        self.begun = Vec::new();
        self.skipping = true;
        send(Line::Bad(BadLine::TooLong { limit: self.limit }))
    }

    /// Whether so many bytes can be no line; one more than the limit may still be its CR.
    fn exceeds(&self, bytes: usize) -> bool {
        bytes > self.limit.saturating_add(1)
    }

    /// The line without its CR, if it is not too long.
    fn check<'a>(&self, line: &'a [u8]) -> Result<&'a [u8], BadLine> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > self.limit { Err(BadLine::TooLong { limit: self.limit }) } else { Ok(line) }
    }
}

fn split_at_newline(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut rest = bytes;
    // Of what the standard library offers, this searches many bytes at a time.
    let taken = rest.skip_until(b'\n').ok()?;
    let line = bytes.get(..taken)?.strip_suffix(b"\n")?;
    Some((line, rest))
}

fn not_utf8(error: std::str::Utf8Error) -> BadLine {
    BadLine::NotUtf8 { at: error.valid_up_to() }
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
