//! Cuts a file into lines, and finds the whole entries inside damaged ones.

use serde::{Deserialize, Deserializer};
use std::sync::Arc;

/// One line that is not blank.
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// Where it begins in the file; never moves, because files only grow.
    pub offset: usize,
    /// Bytes of the whole line, without its line feed.
    pub size: usize,
    /// Without what may stand around a value: blanks, a carriage return, a run of NULs.
    pub text: &'a [u8],
    /// NULs were cut off: the file system lost what stood there.
    pub holed: bool,
}

/// The lines of `bytes`, blank ones left out. A line that holds nothing but NULs is kept, with an empty text.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut next = 0;
    bytes.split(|byte| *byte == b'\n').enumerate().filter_map(move |(index, raw)| {
        let offset = next;
        next += raw.len() + 1;
        let text = trimmed(raw);
        let holed = raw.first() == Some(&0) || raw.last() == Some(&0);
        (holed || !text.is_empty()).then_some(Line { number: index + 1, offset, size: raw.len(), text, holed })
    })
}

fn trimmed(mut text: &[u8]) -> &[u8] {
    let outside = |byte: &u8| *byte == 0 || byte.is_ascii_whitespace();
    if let Some(rest) = text.strip_prefix("\u{feff}".as_bytes()) {
        text = rest;
    }
    while let [first, rest @ ..] = text
        && outside(first)
    {
        text = rest;
    }
    while let [rest @ .., last] = text
        && outside(last)
    {
        text = rest;
    }
    text
}

/// What every line has, whatever its type.
#[derive(Debug, Deserialize)]
pub(super) struct Probe {
    #[serde(rename = "type")]
    pub kind: String,
    pub id: Option<Arc<str>>,
    /// Absent, null and an id are three things: files of version 1 have none, a root has null.
    #[serde(rename = "parentId", default, deserialize_with = "present")]
    pub parent: Option<Option<Arc<str>>>,
}

fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Arc<str>>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// How every line begins that hostwire or its like writes.
const BEGIN: &[u8] = b"{\"type\":\"";

/// How often a line is looked through at most, however many beginnings it has, so that reading stays linear.
const PASSES: usize = 8;
/// Short lines may have more passes, up to this many bytes.
const FREE_BYTES: usize = 1 << 16;

/// The whole entries inside a damaged line: an entry written behind a torn one without a line feed between them,
/// or behind a run of NULs.
pub(super) fn rescued(text: &[u8]) -> Vec<(&[u8], Probe)> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut budget = text.len().saturating_mul(PASSES).max(FREE_BYTES);
    while budget > 0 {
        let Some(start) = rest.windows(BEGIN.len()).position(|window| window == BEGIN) else { break };
        rest = rest.get(start..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<Probe>();
        let step = match values.next() {
            Some(Ok(probe)) => {
                let end = values.byte_offset();
                // Content blocks look alike, but they have no parent.
                if let (Some(piece), true) = (rest.get(..end), probe.id.is_some() && probe.parent.is_some()) {
                    found.push((piece, probe));
                }
                end
            }
            // As a rule the parser went to the end of the line for that.
            _ => {
                budget = budget.saturating_sub(rest.len());
                1
            }
        };
        rest = rest.get(step..).unwrap_or_default();
    }
    found
}
