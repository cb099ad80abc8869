//! Caps on what the model is shown, and how a cut is told.

use std::borrow::Cow;

use crate::base::text::{self, Cut, CutBy, Direction, Limits};
use crate::proto::shared::{LineRange, OutputTruncation, TruncationCause, TruncationDirection};

/// Most lines of one result.
pub const MAX_LINES: usize = 3000;
/// Most bytes of one result, without its notice.
pub const MAX_BYTES: usize = 50 * 1024;
/// Most characters of one line that a search shows.
pub const MAX_COLUMNS: usize = 512;

/// The limits of one result.
pub const LIMITS: Limits = Limits { lines: MAX_LINES, bytes: MAX_BYTES };

/// The record of a cut; none when the text is whole.
pub fn truncation(cut: &Cut) -> Option<OutputTruncation> {
    let cause = match cut.cut_by? {
        CutBy::Lines => TruncationCause::Lines,
        CutBy::Bytes => TruncationCause::Bytes,
        CutBy::Middle => TruncationCause::Middle,
    };
    let direction = match cut.direction {
        Direction::Head => TruncationDirection::Head,
        Direction::Tail => TruncationDirection::Tail,
        Direction::Middle => TruncationDirection::Middle,
    };
    let (head, tail) = (cut.head.map(range), cut.tail.map(range));
    let mut record = measured(direction, cause, (cut.total_lines, cut.total_bytes), (cut.shown_lines, cut.shown_bytes));
    record.max_bytes = Some(count(MAX_BYTES));
    record.elided_lines = Some(count(cut.elided_lines()));
    record.elided_bytes = Some(count(cut.elided_bytes()));
    match cut.direction {
        Direction::Head => record.shown_range = head,
        Direction::Tail => record.shown_range = tail,
        Direction::Middle => (record.head_range, record.tail_range) = (head, tail),
    }
    Some(record)
}

fn range(range: text::LineRange) -> LineRange {
    LineRange { start: count(range.start), end: count(range.end) }
}

/// A truncation record with the figures that every cut has: lines and bytes before and after.
pub fn measured(
    direction: TruncationDirection,
    cause: TruncationCause,
    total: (usize, usize),
    output: (usize, usize),
) -> OutputTruncation {
    OutputTruncation {
        direction,
        truncated_by: cause,
        total_lines: count(total.0),
        total_bytes: count(total.1),
        output_lines: count(output.0),
        output_bytes: count(output.1),
        max_bytes: None,
        shown_range: None,
        head_range: None,
        tail_range: None,
        elided_bytes: None,
        elided_lines: None,
        artifact_id: None,
        next_offset: None,
    }
}

/// Cuts a line to `max` characters around `focus` (a byte position in it), with `…` where something is missing.
pub fn clip_line(line: &str, focus: usize, max: usize) -> (Cow<'_, str>, bool) {
    // Bytes are never fewer than characters: most lines are settled without counting.
    if line.len() <= max || line.chars().count() <= max {
        return (Cow::Borrowed(line), false);
    }
    let before = line.get(..line.floor_char_boundary(focus)).unwrap_or("").chars().count();
    let skip = if before < max { 0 } else { before - max / 4 };
    let kept: String = line.chars().skip(skip).take(max).collect();
    let more = line.chars().count() > skip + max;
    let lead = if skip > 0 { "…" } else { "" };
    let trail = if more { "…" } else { "" };
    (Cow::Owned(format!("{lead}{kept}{trail}")), true)
}

/// Bytes for people: `512 bytes`, `3.4 KiB`, `20 MiB`.
pub fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1024 => return format!("{bytes} bytes"),
        1024..1_048_576 => (1024, "KiB"),
        _ => (1_048_576, "MiB"),
    };
    let tenths = bytes.saturating_mul(10) / unit;
    match tenths % 10 {
        0 => format!("{} {name}", tenths / 10),
        rest => format!("{}.{rest} {name}", tenths / 10),
    }
}

/// A count as the wire has it.
pub fn count(value: usize) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_in_the_middle_is_recorded_with_both_ends() {
        let cut = text::middle("1\n2\n3\n4\n5\n6\n", Limits { lines: 4, bytes: 100 });
        let record = truncation(&cut).unwrap();
        assert_eq!(record.direction, TruncationDirection::Middle);
        assert_eq!(record.head_range, Some(LineRange { start: 1, end: 2 }));
        assert_eq!(record.tail_range, Some(LineRange { start: 5, end: 6 }));
        assert_eq!((record.total_lines, record.elided_lines), (6, Some(2)));
        assert_eq!(truncation(&text::middle("1\n", LIMITS)), None);
    }

    #[test]
    fn a_cut_of_the_end_is_recorded_with_what_is_shown() {
        let record = truncation(&text::head("1\n2\n3\n", Limits { lines: 2, bytes: 100 })).unwrap();
        assert_eq!(
            (record.shown_range, record.truncated_by),
            (Some(LineRange { start: 1, end: 2 }), TruncationCause::Lines)
        );
    }

    #[test]
    fn a_long_line_is_clipped_around_what_matters() {
        assert_eq!(clip_line("short", 0, 10), (Cow::Borrowed("short"), false));
        let (text, cut) = clip_line("äöüäöüäöü", 0, 4);
        assert_eq!((text.as_ref(), cut), ("äöüä…", true));
        let line = format!("{}needle{}", "x".repeat(100), "y".repeat(100));
        let (text, _) = clip_line(&line, 100, 20);
        assert_eq!(text, format!("…xxxxxneedle{}…", "y".repeat(9)));
    }

    #[test]
    fn sizes_are_readable() {
        assert_eq!(size(512), "512 bytes");
        assert_eq!(size(3500), "3.4 KiB");
        assert_eq!(size(20 * 1024 * 1024), "20 MiB");
    }
}
