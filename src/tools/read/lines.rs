//! Lines out of a stream, numbered, within the limits; memory stays small whatever the size of the file.

use std::io::{self, BufRead};

use tokio_util::sync::CancellationToken;

use crate::base::text::cut_bytes;
use crate::proto::shared::{LineRange, OutputTruncation, TruncationCause, TruncationDirection};
use crate::tools::truncate::{MAX_BYTES, MAX_LINES, count, measured};

use super::selector::Selection;

/// Lines of a page when the call says nothing else.
pub const PAGE: u64 = 300;
/// Between ranges that do not touch.
const GAP: &str = "...\n";

/// A view of a text.
#[derive(Debug, Default)]
pub struct View {
    /// What the model sees, without a notice.
    pub text: String,
    pub total_lines: u64,
    pub total_bytes: u64,
    pub shown_lines: u64,
    /// First and last line shown.
    pub first: Option<u64>,
    pub last: Option<u64>,
    /// What ended the view before the selection did.
    pub stopped: Option<Stop>,
    /// A line that is shown in part only.
    pub cut_line: Option<u64>,
    pub crlf: bool,
    /// Some bytes were not UTF-8.
    pub damaged: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The page that a call gets without asking for more.
    Page,
    Lines,
    Bytes,
}

/// Reads all of `input` and keeps the selected lines.
pub fn view(
    mut input: impl BufRead,
    selection: &Selection,
    limit: Option<u64>,
    token: &CancellationToken,
) -> io::Result<View> {
    let mut collector = Collector::new(selection, limit);
    let mut first_chunk = true;
    loop {
        if token.is_cancelled() {
            return Err(io::Error::from(io::ErrorKind::Interrupted));
        }
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            break;
        }
        let length = chunk.len();
        let shown = if std::mem::take(&mut first_chunk) { chunk.strip_prefix(BOM).unwrap_or(chunk) } else { chunk };
        for piece in shown.split_inclusive(|byte| *byte == b'\n') {
            collector.take(piece);
        }
        collector.view.total_bytes += count(length);
        input.consume(length);
    }
    collector.end_line();
    Ok(collector.view)
}

const BOM: &[u8] = b"\xef\xbb\xbf";

struct Collector {
    wanted: Vec<(u64, u64)>,
    raw: bool,
    /// The selection is open at its end, so a page ends it.
    paged: bool,
    view: View,
    /// Number of the line that is being read, from 1.
    number: u64,
    line: Vec<u8>,
    /// Bytes of the line that did not fit in `line`.
    spilled: bool,
    begun: bool,
}

impl Collector {
    fn new(selection: &Selection, limit: Option<u64>) -> Self {
        let page = limit.map_or(PAGE, |limit| limit.max(1)) - 1;
        let ranges = if selection.ranges.is_empty() { &[(1, None)] } else { selection.ranges.as_slice() };
        let wanted = ranges.iter().map(|(start, end)| (*start, end.unwrap_or(start.saturating_add(page)))).collect();
        let open = ranges.last().is_some_and(|(_, end)| end.is_none());
        let (raw, paged) = (selection.raw, open && limit.is_none());
        Self { wanted, raw, paged, view: View::default(), number: 1, line: Vec::new(), spilled: false, begun: false }
    }

    fn take(&mut self, piece: &[u8]) {
        self.begun = true;
        if self.view.stopped.is_none() && self.wants(self.number) {
            let room = (MAX_BYTES + 4).saturating_sub(self.line.len());
            self.line.extend_from_slice(piece.get(..room).unwrap_or(piece));
            self.spilled |= piece.len() > room;
        }
        if piece.ends_with(b"\n") {
            self.view.crlf |= piece.ends_with(b"\r\n");
            self.end_line();
        }
    }

    fn wants(&self, number: u64) -> bool {
        self.wanted.iter().any(|(start, end)| (*start..=*end).contains(&number))
    }

    fn end_line(&mut self) {
        if !std::mem::take(&mut self.begun) {
            return;
        }
        let number = self.number;
        self.number += 1;
        self.view.total_lines = number;
        if self.view.stopped.is_none() {
            if self.wants(number) {
                self.show(number);
            } else if self.paged && self.wanted.last().is_some_and(|(_, end)| number > *end) {
                self.view.stopped = Some(Stop::Page);
            }
        }
        self.line.clear();
        self.spilled = false;
    }

    fn show(&mut self, number: u64) {
        let bytes = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let text = String::from_utf8_lossy(bytes);
        // A line that was cut in a character is not damaged.
        self.view.damaged |= matches!(text, std::borrow::Cow::Owned(_)) && !self.spilled;
        let gap = if self.view.last.is_some_and(|last| last + 1 < number) { GAP } else { "" };
        let label = if self.raw { String::new() } else { format!("{number}\t") };
        let room = MAX_BYTES.saturating_sub(self.view.text.len() + gap.len() + label.len() + 1);
        if self.view.shown_lines == count(MAX_LINES) {
            self.view.stopped = Some(Stop::Lines);
            return;
        }
        let mut shown = text.as_ref();
        if shown.len() > room || self.spilled {
            self.view.stopped = Some(Stop::Bytes);
            if self.view.shown_lines > 0 {
                return;
            }
            shown = cut_bytes(shown, room);
            self.view.cut_line = Some(number);
        }
        for part in [gap, &label, shown, "\n"] {
            self.view.text.push_str(part);
        }
        self.view.first.get_or_insert(number);
        self.view.last = Some(number);
        self.view.shown_lines += 1;
    }
}

impl View {
    /// The line to go on with; none when the file ends with what is shown.
    pub fn next(&self) -> Option<u64> {
        self.last.map(|last| last + 1).filter(|next| *next <= self.total_lines)
    }

    /// The record of a cut that the caller did not ask for.
    pub fn truncation(&self) -> Option<OutputTruncation> {
        let cause = match self.stopped? {
            Stop::Page | Stop::Lines => TruncationCause::Lines,
            Stop::Bytes => TruncationCause::Bytes,
        };
        let as_size = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        let total = (as_size(self.total_lines), as_size(self.total_bytes));
        let output = (as_size(self.shown_lines), self.text.len());
        Some(OutputTruncation {
            shown_range: self.first.zip(self.last).map(|(start, end)| LineRange { start, end }),
            max_bytes: (cause == TruncationCause::Bytes).then_some(count(MAX_BYTES)),
            next_offset: self.next(),
            ..measured(TruncationDirection::Head, cause, total, output)
        })
    }

    /// What the model must know about the part that it does not see.
    pub fn notice(&self) -> Option<String> {
        let (first, last, total) = (self.first?, self.last?, self.total_lines);
        let cut = self.cut_line.map(|line| format!("line {line} is cut after {} KiB", MAX_BYTES / 1024));
        let more = self.next().map(|next| match self.stopped {
            Some(Stop::Bytes) => format!("stopped at {} KiB; go on with offset {next}", MAX_BYTES / 1024),
            _ => format!("go on with offset {next}"),
        });
        if cut.is_none() && more.is_none() {
            return None;
        }
        let parts: Vec<String> =
            [Some(format!("lines {first}-{last} of {total}")), cut, more].into_iter().flatten().collect();
        Some(format!("[{}]", parts.join("; ")))
    }
}

#[cfg(test)]
#[path = "lines_tests.rs"]
mod tests;
