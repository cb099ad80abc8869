//! Text within limits: cutting with counts, and making the output of programs fit to be shown.

use std::borrow::Cow;
use std::fmt::Write as _;

/// How much of a text may be shown. `usize::MAX` means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Lines, the last one counted also without its newline.
    pub lines: usize,
    /// Bytes of UTF-8.
    pub bytes: usize,
}

impl Limits {
    /// Half of it, for each of two parts; at least one line.
    fn half(self) -> Self {
        Self { lines: (self.lines / 2).max(1), bytes: self.bytes / 2 }
    }
}

/// Which part of the text is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The beginning.
    Head,
    /// The end.
    Tail,
    /// Beginning and end; the middle goes.
    Middle,
}

/// Which limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutBy {
    /// The line limit.
    Lines,
    /// The byte limit.
    Bytes,
    /// Either, and the middle was left out.
    Middle,
}

/// Lines by number, from 1, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineRange {
    /// The first line.
    pub start: usize,
    /// The last line.
    pub end: usize,
}

/// A text within its limits, and what that cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// What is shown. After a cut in the middle it holds one more line that says what is missing.
    pub text: String,
    /// Which part was to be kept.
    pub direction: Direction,
    /// `None`: the text is complete.
    pub cut_by: Option<CutBy>,
    /// Lines before the cut.
    pub total_lines: usize,
    /// Bytes before the cut.
    pub total_bytes: usize,
    /// Lines of the text that are shown, in part or whole.
    pub shown_lines: usize,
    /// Bytes of the text that are shown.
    pub shown_bytes: usize,
    /// The lines shown from the beginning; with [`Direction::Tail`] `None`.
    pub head: Option<LineRange>,
    /// The lines shown from the end; with [`Direction::Head`] `None`.
    pub tail: Option<LineRange>,
}

impl Cut {
    /// Whether something is missing.
    pub fn is_cut(&self) -> bool {
        self.cut_by.is_some()
    }

    /// Lines that are not shown.
    pub fn elided_lines(&self) -> usize {
        self.total_lines.saturating_sub(self.shown_lines)
    }

    /// Bytes that are not shown.
    pub fn elided_bytes(&self) -> usize {
        self.total_bytes.saturating_sub(self.shown_bytes)
    }

    fn whole(text: String, direction: Direction) -> Self {
        let (lines, bytes) = (count_lines(&text), text.len());
        let range = (lines > 0).then_some(LineRange { start: 1, end: lines });
        let (head, tail) = if direction == Direction::Tail { (None, range) } else { (range, None) };
        Self {
            text,
            direction,
            cut_by: None,
            total_lines: lines,
            total_bytes: bytes,
            shown_lines: lines,
            shown_bytes: bytes,
            head,
            tail,
        }
    }
}

/// Lines of `text`; a last line without a newline counts too.
pub fn count_lines(text: &str) -> usize {
    let newlines = text.bytes().filter(|byte| *byte == b'\n').count();
    newlines + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// The beginning of `text` in at most `bytes` bytes, never splitting a character.
pub fn cut_bytes(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or(text)
}

/// The end of `text` in at most `bytes` bytes, never splitting a character.
pub fn cut_bytes_end(text: &str, bytes: usize) -> &str {
    text.get(text.ceil_char_boundary(text.len().saturating_sub(bytes))..).unwrap_or("")
}

/// The text in at most `bytes` bytes, with `…` in place of what is missing.
pub fn clip(text: &str, bytes: usize) -> Cow<'_, str> {
    const MARK: &str = "…";
    if text.len() <= bytes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{}{MARK}", cut_bytes(text, bytes.saturating_sub(MARK.len()))))
}

/// Keeps the beginning: whole lines, unless already the first one is too long.
pub fn head(text: impl Into<String>, limits: Limits) -> Cut {
    one_end(text.into(), limits, Direction::Head)
}

/// Keeps the end: whole lines, unless already the last one is too long.
pub fn tail(text: impl Into<String>, limits: Limits) -> Cut {
    one_end(text.into(), limits, Direction::Tail)
}

/// Keeps beginning and end, half of the limits each.
pub fn middle(text: impl Into<String>, limits: Limits) -> Cut {
    let text = text.into();
    let (lines, bytes) = (count_lines(&text), text.len());
    if lines <= limits.lines && bytes <= limits.bytes {
        return Cut::whole(text, Direction::Middle);
    }
    middle_of_parts(&text, &text, lines, bytes, limits)
}

/// As [`middle`], for a text whose middle was never kept: `first` is how it begins and `last` how it ends.
pub fn middle_of_parts(first: &str, last: &str, total_lines: usize, total_bytes: usize, limits: Limits) -> Cut {
    let (first, _) = take(first, limits.half(), Direction::Head);
    let (last, _) = take(last, limits.half(), Direction::Tail);
    let (head_lines, tail_lines) = (count_lines(first), count_lines(last));
    let shown_lines = (head_lines + tail_lines).min(total_lines);
    let shown_bytes = first.len() + last.len();
    let mut text = String::with_capacity(shown_bytes + 64);
    text.push_str(first);
    if !first.is_empty() && !first.ends_with('\n') {
        text.push('\n');
    }
    let (lines, bytes) = (total_lines - shown_lines, total_bytes.saturating_sub(shown_bytes));
    let _ = match lines {
        0 => writeln!(text, "[... {bytes} bytes left out ...]"),
        _ => writeln!(text, "[... {lines} lines left out, {bytes} bytes ...]"),
    };
    text.push_str(last);
    let range = |start: usize, end: usize| (start <= end && end > 0).then_some(LineRange { start, end });
    Cut {
        text,
        direction: Direction::Middle,
        cut_by: Some(CutBy::Middle),
        total_lines,
        total_bytes,
        shown_lines,
        shown_bytes,
        head: range(1, head_lines),
        tail: range((total_lines + 1).saturating_sub(tail_lines).max(1), total_lines),
    }
}

fn one_end(text: String, limits: Limits, direction: Direction) -> Cut {
    let (part, cut_by) = take(&text, limits, direction);
    let Some(cut_by) = cut_by else {
        return Cut::whole(text, direction);
    };
    let total_lines = count_lines(&text);
    let shown_lines = count_lines(part);
    let shown = (shown_lines > 0).then_some(match direction {
        Direction::Tail => LineRange { start: total_lines - shown_lines + 1, end: total_lines },
        Direction::Head | Direction::Middle => LineRange { start: 1, end: shown_lines },
    });
    let (head, tail) = if direction == Direction::Tail { (None, shown) } else { (shown, None) };
    Cut {
        direction,
        cut_by: Some(cut_by),
        total_lines,
        total_bytes: text.len(),
        shown_lines,
        shown_bytes: part.len(),
        head,
        tail,
        text: part.to_owned(),
    }
}

/// The part of `text` at one end that fits, and the limit that stopped it.
fn take(text: &str, limits: Limits, direction: Direction) -> (&str, Option<CutBy>) {
    let mut lines = text.split_inclusive('\n');
    let mut next = || {
        if direction == Direction::Tail { lines.next_back() } else { lines.next() }
    };
    let (mut count, mut bytes) = (0, 0);
    let cut_by = loop {
        let Some(line) = next() else {
            return (text, None);
        };
        if count == limits.lines {
            break CutBy::Lines;
        }
        if bytes + line.len() > limits.bytes {
            // A line that fits no limit at all is better shown in part than not.
            bytes = if count == 0 { limits.bytes } else { bytes };
            break CutBy::Bytes;
        }
        count += 1;
        bytes += line.len();
    };
    let part = if direction == Direction::Tail { cut_bytes_end(text, bytes) } else { cut_bytes(text, bytes) };
    (part, Some(cut_by))
}

/// Newlines and other control characters become visible escapes, so that the text stays on one line.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(breaks_line) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if breaks_line(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Unicode knows two more line ends than the control characters.
fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// What a terminal would leave on the screen, as plain text.
///
/// Escape sequences and control characters go, CRLF becomes LF, and of a line that was drawn again and again after
/// a lone CR only the last drawing stays.
pub fn sanitise(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\t')) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut line_start = 0;
    // A CR takes effect with the next character: before a newline it means nothing.
    let mut returned = false;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\n' => {
                out.push('\n');
                line_start = out.len();
                returned = false;
            }
            '\r' => returned = true,
            '\u{8}' if out.len() > line_start && !returned => {
                out.pop();
            }
            '\u{1b}' => skip_escape(&mut rest),
            '\u{9b}' => skip_control_sequence(&mut rest),
            c if c.is_control() && c != '\t' => {}
            c => {
                if std::mem::take(&mut returned) {
                    out.truncate(line_start);
                }
                out.push(c);
            }
        }
    }
    Cow::Owned(out)
}

/// Behind an ESC: consumes what belongs to the sequence, never a newline.
fn skip_escape(rest: &mut std::str::Chars<'_>) {
    let mut ahead = rest.clone();
    match ahead.next() {
        Some('[') => {
            *rest = ahead;
            skip_control_sequence(rest);
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            *rest = ahead;
            skip_string(rest);
        }
        Some(' '..='/') => {
            *rest = ahead;
            skip_while(rest, |c| matches!(c, ' '..='/'));
            skip_one(rest, |c| matches!(c, '0'..='~'));
        }
        Some('0'..='~') => *rest = ahead,
        _ => {}
    }
}

/// Parameters, intermediates and the final character of a CSI sequence.
fn skip_control_sequence(rest: &mut std::str::Chars<'_>) {
    skip_while(rest, |c| matches!(c, ' '..='?'));
    skip_one(rest, |c| matches!(c, '@'..='~'));
}

/// The payload of an OSC, DCS and the like, up to BEL or ST. One that never ends stops with its line.
fn skip_string(rest: &mut std::str::Chars<'_>) {
    loop {
        let mut ahead = rest.clone();
        match ahead.next() {
            None | Some('\n') => return,
            Some('\u{7}' | '\u{9c}') => {
                *rest = ahead;
                return;
            }
            Some('\u{1b}') => {
                *rest = ahead;
                skip_one(rest, |c| c == '\\');
                return;
            }
            Some(_) => *rest = ahead,
        }
    }
}

fn skip_while(rest: &mut std::str::Chars<'_>, belongs: impl Fn(char) -> bool) {
    *rest = rest.as_str().trim_start_matches(belongs).chars();
}

fn skip_one(rest: &mut std::str::Chars<'_>, belongs: impl Fn(char) -> bool) {
    let mut ahead = rest.clone();
    if ahead.next().is_some_and(belongs) {
        *rest = ahead;
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
