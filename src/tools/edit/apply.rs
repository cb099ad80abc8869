//! Exact replacements in the bytes of a file; what is not replaced keeps every byte (hazards K31 and K32).
//!
//! The search sees each CRLF as LF, in the file and in what is searched, so that a model need not know the line
//! endings. What is put in takes the line endings of the place where it goes.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::proto::tools::TextEdit;

use super::nearest;

/// Lines that an error about too many matches names.
const NAMED_LINES: usize = 5;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// A file with all edits done.
#[derive(Debug, PartialEq)]
pub struct Applied {
    pub content: Vec<u8>,
    pub replacements: usize,
    /// Numbers of the edits, from 1, whose new text is their old one.
    pub idle: Vec<usize>,
}

/// Why no edit was done. `number` counts the edits from 1.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    #[error("There is no edit to make")]
    None,
    #[error("oldText of edit {number} is empty; to create or fill a file use write")]
    Empty { number: usize },
    #[error("oldText of edit {number} is not in the file. {hint}")]
    Missing { number: usize, hint: String },
    #[error(
        "oldText of edit {number} is in the file {count} times (lines {lines}); \
         add surrounding text until it is unique, or set replaceAll"
    )]
    Ambiguous { number: usize, count: usize, lines: String },
    #[error("Edits {first} and {second} overlap at line {line}; make one edit of them")]
    Overlap { first: usize, second: usize, line: usize },
    #[error("No change: the file already reads as the edits would make it")]
    NoChange,
}

/// A replacement at a place of the normalised text.
struct Splice<'a> {
    number: usize,
    start: usize,
    end: usize,
    new: &'a [u8],
}

/// Applies all edits to the file as it is, or none.
pub fn apply(file: &[u8], edits: &[TextEdit]) -> Result<Applied, EditError> {
    let (bom, body) = if file.starts_with(BOM) { file.split_at(BOM.len()) } else { file.split_at(0) };
    let text = Normal::new(body);
    let pairs: Vec<(Vec<u8>, Vec<u8>)> = edits
        .iter()
        .map(|edit| (searched(&edit.old_text, !bom.is_empty()), searched(&edit.new_text, !bom.is_empty())))
        .collect();
    let mut splices = Vec::new();
    let mut idle = Vec::new();
    for (number, (edit, (old, new))) in (1..).zip(edits.iter().zip(&pairs)) {
        if old == new {
            idle.push(number);
        }
        for start in places(&text, number, old, edit)? {
            splices.push(Splice { number, start, end: start + old.len(), new });
        }
    }
    if edits.is_empty() {
        return Err(EditError::None);
    }
    splices.sort_by_key(|splice| splice.start);
    refuse_overlap(&text, &splices)?;
    let mut content = bom.to_vec();
    let mut done = 0;
    for splice in &splices {
        let (start, end) = (text.original(splice.start), text.original(splice.end));
        content.extend_from_slice(body.get(done..start).unwrap_or_default());
        content.extend(text.rendered(splice, start, end));
        done = end;
    }
    content.extend_from_slice(body.get(done..).unwrap_or_default());
    match content == file {
        true => Err(EditError::NoChange),
        false => Ok(Applied { content, replacements: splices.len(), idle }),
    }
}

/// What is looked for or put in: line endings as LF, and no mark of the file's beginning where the file has its own.
fn searched(text: &str, has_bom: bool) -> Vec<u8> {
    let text = if has_bom { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
    text.replace("\r\n", "\n").into_bytes()
}

fn places(text: &Normal<'_>, number: usize, old: &[u8], edit: &TextEdit) -> Result<Vec<usize>, EditError> {
    if old.is_empty() {
        return Err(EditError::Empty { number });
    }
    let all = edit.replace_all == Some(true);
    // Matches that overlap each other make a single edit as ambiguous as others do.
    let step = if all { old.len() } else { 1 };
    let found = occurrences(&text.bytes, old, step);
    match found.len() {
        0 => Err(EditError::Missing {
            number,
            hint: nearest::hint(&String::from_utf8_lossy(&text.bytes), &edit.old_text),
        }),
        1 => Ok(found),
        _ if all => Ok(found),
        count => {
            let mut lines: Vec<String> =
                found.iter().take(NAMED_LINES).map(|start| text.line(*start).to_string()).collect();
            if count > NAMED_LINES {
                lines.push("…".to_owned());
            }
            Err(EditError::Ambiguous { number, count, lines: lines.join(", ") })
        }
    }
}

fn occurrences(text: &[u8], wanted: &[u8], step: usize) -> Vec<usize> {
    let Some(first) = wanted.first() else { return Vec::new() };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(next) = rest.iter().position(|byte| byte == first) else { break };
        let hit = rest.get(next..).is_some_and(|rest| rest.starts_with(wanted));
        if hit {
            found.push(at + next);
        }
        at += next + if hit { step } else { 1 };
    }
    found
}

fn refuse_overlap(text: &Normal<'_>, splices: &[Splice<'_>]) -> Result<(), EditError> {
    for pair in splices.windows(2) {
        if let [one, other] = pair
            && one.end > other.start
        {
            let (first, second) = (one.number.min(other.number), one.number.max(other.number));
            return Err(EditError::Overlap { first, second, line: text.line(other.start) });
        }
    }
    Ok(())
}

/// A text with every CRLF as LF, and the way back.
struct Normal<'a> {
    body: &'a [u8],
    bytes: Vec<u8>,
    /// Positions in `bytes` of the newlines that are CRLF in `body`.
    crlf: Vec<usize>,
}

impl<'a> Normal<'a> {
    fn new(body: &'a [u8]) -> Self {
        let mut bytes = Vec::with_capacity(body.len());
        let mut crlf = Vec::new();
        for line in body.split_inclusive(|byte| *byte == b'\n') {
            match line.strip_suffix(b"\r\n") {
                Some(line) => {
                    bytes.extend_from_slice(line);
                    crlf.push(bytes.len());
                    bytes.push(b'\n');
                }
                None => bytes.extend_from_slice(line),
            }
        }
        Self { body, bytes, crlf }
    }

    /// The position in the file of a position in the normalised text.
    fn original(&self, at: usize) -> usize {
        at + self.crlf.partition_point(|newline| *newline < at)
    }

    fn line(&self, at: usize) -> usize {
        1 + self.bytes.iter().take(at).filter(|byte| **byte == b'\n').count()
    }

    /// The new text with the line endings of the place that it goes to.
    fn rendered(&self, splice: &Splice<'_>, start: usize, end: usize) -> Vec<u8> {
        let old = self.body.get(start..end).unwrap_or_default();
        let crlf = old.windows(2).filter(|pair| pair == b"\r\n").count();
        let newlines = old.iter().filter(|byte| **byte == b'\n').count();
        match (crlf, newlines - crlf) {
            (0, 0) => with_ending(splice.new, self.ending_around(start, end)),
            (_, 0) => with_ending(splice.new, Ending::CrLf),
            (0, _) => with_ending(splice.new, Ending::Lf),
            _ => rendered_mixed(old, splice.new),
        }
    }

    /// The ending of the line in which a place inside of a line lies; at the last line, that of the line before.
    fn ending_around(&self, start: usize, end: usize) -> Ending {
        let is_newline = |byte: &u8| *byte == b'\n';
        let after = self.body.get(end..).and_then(|rest| rest.iter().position(is_newline)).map(|at| end + at);
        let before = || self.body.get(..start).and_then(|rest| rest.iter().rposition(is_newline));
        match after.or_else(before) {
            Some(at) if at > 0 && self.body.get(at - 1) == Some(&b'\r') => Ending::CrLf,
            _ => Ending::Lf,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Lf,
    CrLf,
}

impl Ending {
    fn of(line: &[u8]) -> Self {
        if line.ends_with(b"\r\n") { Self::CrLf } else { Self::Lf }
    }
}

fn with_ending(text: &[u8], ending: Ending) -> Vec<u8> {
    if ending == Ending::Lf {
        return text.to_vec();
    }
    let mut out = Vec::with_capacity(text.len() + text.len() / 32);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        push_line(&mut out, line, ending);
    }
    out
}

fn push_line(out: &mut Vec<u8>, line: &[u8], ending: Ending) {
    match line.strip_suffix(b"\n") {
        Some(line) => {
            out.extend_from_slice(line);
            out.extend_from_slice(if ending == Ending::CrLf { b"\r\n" } else { b"\n" });
        }
        None => out.extend_from_slice(line),
    }
}

/// In a place with both kinds of endings every line that stays keeps its own, and a new line takes that of the line it
/// replaces or follows.
fn rendered_mixed(old: &[u8], new: &[u8]) -> Vec<u8> {
    let old_lines: Vec<&[u8]> = old.split_inclusive(|byte| *byte == b'\n').collect();
    let plain: Vec<Vec<u8>> = old_lines.iter().map(|line| normal_line(line)).collect();
    let plain: Vec<&[u8]> = plain.iter().map(Vec::as_slice).collect();
    let new_lines: Vec<&[u8]> = new.split_inclusive(|byte| *byte == b'\n').collect();
    let mut out = Vec::with_capacity(new.len());
    for op in capture_diff_slices(Algorithm::Myers, &plain, &new_lines) {
        let (old_at, new_at) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            out.extend(old_lines.get(old_at).unwrap_or_default().concat());
            continue;
        }
        for (nth, line) in new_lines.get(new_at).unwrap_or_default().iter().enumerate() {
            let replaced = (old_at.start + nth).min(old_at.end.saturating_sub(1).max(old_at.start.saturating_sub(1)));
            let model = old_lines.get(replaced).or(old_lines.last()).copied().unwrap_or_default();
            push_line(&mut out, line, Ending::of(model));
        }
    }
    out
}

fn normal_line(line: &[u8]) -> Vec<u8> {
    match line.strip_suffix(b"\r\n") {
        Some(line) => [line, b"\n"].concat(),
        None => line.to_vec(),
    }
}

#[cfg(test)]
#[path = "apply_tests.rs"]
mod tests;
