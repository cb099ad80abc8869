//! The wall clock: milliseconds since 1970, and their ISO form.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01T00:00:00Z, as they stand on the wire and in transcripts.
pub type Timestamp = i64;

/// The time now.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
pub fn now() -> Timestamp {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}

/// `2025-11-30T09:00:00.000Z`. A time that no calendar reaches becomes the epoch.
pub fn iso(ms: Timestamp) -> String {
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    format!("{time:.3}")
}

/// The inverse of [`iso`]; also takes other offsets and precisions of RFC 3339.
pub fn parse_iso(text: &str) -> Option<Timestamp> {
    text.parse::<jiff::Timestamp>().ok().map(|time| time.as_millisecond())
}

/// The time now as a day for people and models: `2025-11-30`.
pub fn today() -> String {
    let mut day = iso(now());
    day.truncate(10);
    day
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_with_exactly_three_decimals() {
        assert_eq!(iso(1_764_493_200_000), "2025-11-30T09:00:00.000Z");
        assert_eq!(iso(1_764_493_200_007), "2025-11-30T09:00:00.007Z");
        assert_eq!(iso(i64::MAX), "1970-01-01T00:00:00.000Z");
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(parse_iso("2025-11-30T09:00:00.007Z"), Some(1_764_493_200_007));
        assert_eq!(parse_iso("2025-11-30T10:00:00+01:00"), Some(1_764_493_200_000));
        assert_eq!(parse_iso("yesterday"), None);
    }
}
