//! One file searched: its matching lines as text, all of them counted.

use std::io;
use std::path::Path;

use grep_regex::RegexMatcher;
use grep_searcher::{
    BinaryDetection, Searcher, SearcherBuilder, Sink, SinkContext, SinkContextKind, SinkFinish, SinkMatch,
};
use regex::bytes::Regex;
use tokio_util::sync::CancellationToken;

use crate::tools::truncate::{MAX_COLUMNS, clip_line};

/// A line longer than this ends the search of its file: it is no text that a person wrote.
const LONGEST_LINE: usize = 64 * 1024 * 1024;

/// A pattern and the way it is searched for.
pub struct Search {
    matcher: RegexMatcher,
    /// The same pattern, for finding the place in a line that is too long to be shown whole.
    focus: Option<Regex>,
    searcher: Searcher,
    token: CancellationToken,
}

/// What a file holds of a pattern.
#[derive(Debug, Default, PartialEq)]
pub struct Found {
    /// `12:line` for matches, `11-line` for context, `--` where lines are left out.
    pub text: String,
    /// All matching lines.
    pub matches: usize,
    /// Those in the text.
    pub shown: usize,
    /// Some line is shown in part only.
    pub clipped: bool,
    /// The file is no text; nothing of it counts.
    pub binary: bool,
}

impl Search {
    pub fn new(matcher: RegexMatcher, focus: Option<Regex>, context: usize, token: CancellationToken) -> Self {
        let searcher = SearcherBuilder::new()
            .line_number(true)
            .before_context(context)
            .after_context(context)
            .binary_detection(BinaryDetection::quit(0))
            .heap_limit(Some(LONGEST_LINE))
            .build();
        Self { matcher, focus, searcher, token }
    }

    /// Searches a file and shows at most `most` matches. A file that cannot be read has none.
    pub fn file(&mut self, path: &Path, most: usize) -> Found {
        let mut lines = Lines { focus: self.focus.as_ref(), token: &self.token, most, found: Found::default() };
        if let Err(error) = self.searcher.search_path(&self.matcher, path, &mut lines) {
            tracing::debug!(path = %path.display(), "not searched: {error}");
        }
        lines.found
    }

    /// The same for a text that is in no file.
    pub fn text(&mut self, text: &str, most: usize) -> Found {
        let mut lines = Lines { focus: self.focus.as_ref(), token: &self.token, most, found: Found::default() };
        if let Err(error) = self.searcher.search_slice(&self.matcher, text.as_bytes(), &mut lines) {
            tracing::debug!("a text was not searched: {error}");
        }
        lines.found
    }
}

struct Lines<'a> {
    focus: Option<&'a Regex>,
    token: &'a CancellationToken,
    most: usize,
    found: Found,
}

impl Lines<'_> {
    fn show(&mut self, number: Option<u64>, mark: char, bytes: &[u8]) {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let focus = self.focus.filter(|_| bytes.len() > MAX_COLUMNS && mark == ':');
        let focus = focus.and_then(|pattern| pattern.find(bytes)).map_or(0, |found| found.start());
        let line = String::from_utf8_lossy(bytes);
        let (line, clipped) = clip_line(&line, focus, MAX_COLUMNS);
        self.found.clipped |= clipped;
        self.found.text.push_str(&format!("{}{mark}{line}\n", number.unwrap_or(0)));
    }

    /// Whether the match that came last was shown, so that what follows it may be.
    fn is_showing(&self) -> bool {
        self.found.shown == self.found.matches
    }
}

impl Sink for Lines<'_> {
    type Error = io::Error;

    fn matched(&mut self, _searcher: &Searcher, matched: &SinkMatch<'_>) -> Result<bool, io::Error> {
        self.found.matches += 1;
        if self.found.shown < self.most {
            self.found.shown += 1;
            self.show(matched.line_number(), ':', matched.bytes());
        }
        Ok(!self.token.is_cancelled())
    }

    fn context(&mut self, _searcher: &Searcher, context: &SinkContext<'_>) -> Result<bool, io::Error> {
        let leads_to_hidden = matches!(context.kind(), SinkContextKind::Before) && self.found.shown >= self.most;
        if self.is_showing() && !leads_to_hidden {
            self.show(context.line_number(), '-', context.bytes());
        }
        Ok(true)
    }

    fn context_break(&mut self, _searcher: &Searcher) -> Result<bool, io::Error> {
        if self.is_showing() && self.found.shown < self.most {
            self.found.text.push_str("--\n");
        }
        Ok(true)
    }

    fn finish(&mut self, _searcher: &Searcher, finish: &SinkFinish) -> Result<(), io::Error> {
        if finish.binary_byte_offset().is_some() {
            self.found = Found { binary: true, ..Found::default() };
        }
        Ok(())
    }
}
