//! How long a provider asks to be left alone (hazard K42).

use std::time::Duration;

use jiff::fmt::rfc2822::DateTimeParser;
use reqwest::header::HeaderMap;

use crate::base::clock::Timestamp;

/// The wait that the headers of a reply ask for; `now` (ms) is what a date is compared with. The most exact form wins.
pub fn from_headers(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    text("retry-after-ms")
        .and_then(|value| positive(value.parse().ok()?, 1e-3))
        .or_else(|| text("retry-after").and_then(|value| seconds_or_date(value, now)))
        .or_else(|| text("x-ratelimit-reset-after").and_then(|value| positive(value.parse().ok()?, 1.0)))
}

/// The wait that an error text speaks of: "try again in 1m2.5s", "retry after 20 seconds", `"retryDelay": "12s"`.
pub fn from_text(text: &str) -> Option<Duration> {
    const LEADS: [&str; 7] =
        ["try again in", "retry in", "retry after", "try again after", "retrydelay", "retry-after-ms", "retry-after"];
    let lower = text.to_ascii_lowercase();
    LEADS.iter().find_map(|lead| {
        let at = lower.find(lead)?;
        let rest = lower.get(at + lead.len()..)?.trim_start_matches([' ', ':', '"', '\'', '=', '\\']);
        let fallback = if lead.ends_with("-ms") { 1e-3 } else { 1.0 };
        span(rest, fallback)
    })
}

fn seconds_or_date(value: &str, now: Timestamp) -> Option<Duration> {
    if let Ok(seconds) = value.parse::<f64>() {
        return positive(seconds, 1.0);
    }
    let at = DateTimeParser::new().parse_timestamp(value).ok().or_else(|| obsolete_date(value))?;
    let wait = at.as_millisecond().saturating_sub(now);
    // A date that has passed means: now.
    Some(Duration::from_millis(u64::try_from(wait).unwrap_or(0)))
}

/// The two older date forms that HTTP still allows.
fn obsolete_date(value: &str) -> Option<jiff::Timestamp> {
    ["%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"].iter().find_map(|format| {
        let date = jiff::civil::DateTime::strptime(format, value).ok()?;
        jiff::tz::Offset::UTC.to_timestamp(date).ok()
    })
}

/// A sum of numbers with units at the beginning of `text`; a bare number is taken times `fallback` seconds.
fn span(text: &str, fallback: f64) -> Option<Duration> {
    let mut rest = text;
    let mut total = None;
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, tail) = rest.split_at_checked(digits)?;
        let Ok(number) = number.trim_end_matches('.').parse::<f64>() else { break };
        let unit_text = tail.trim_start();
        let letters = unit_text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(unit_text.len());
        let (unit, tail) = unit_text.split_at_checked(letters)?;
        let factor = match unit {
            "ms" | "millisecond" | "milliseconds" => 1e-3,
            "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
            "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
            "h" | "hr" | "hour" | "hours" => 3600.0,
            _ if total.is_none() => return positive(number, fallback),
            _ => break,
        };
        total = Some(total.unwrap_or(0.0) + number * factor);
        rest = tail.trim_start();
    }
    positive(total?, 1.0)
}

fn positive(number: f64, factor: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(number * factor).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(name: &'static str, value: &str) -> Option<Duration> {
        let now = crate::base::clock::parse_iso("2026-11-30T08:00:00Z").unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        from_headers(&headers, now)
    }

    #[test]
    fn seconds_milliseconds_and_every_date_form_are_understood() {
        assert_eq!(header("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(header("retry-after", "1.5"), Some(Duration::from_millis(1500)));
        assert_eq!(header("retry-after-ms", "250"), Some(Duration::from_millis(250)));
        assert_eq!(header("retry-after", "Mon, 30 Nov 2026 08:00:30 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(header("retry-after", "Monday, 30-Nov-26 08:00:30 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(header("retry-after", "Mon Nov 30 08:00:30 2026"), Some(Duration::from_secs(30)));
        assert_eq!(header("retry-after", "Mon, 30 Nov 2026 07:00:00 GMT"), Some(Duration::ZERO));
        assert_eq!(header("x-ratelimit-reset-after", "3"), Some(Duration::from_secs(3)));
    }

    #[test]
    fn nonsense_is_no_wait() {
        for value in ["", "soon", "-3", "NaN", "1e400", "Mon, 99 Nov 2026 08:00:30 GMT"] {
            assert_eq!(header("retry-after", value), None, "{value}");
        }
        assert_eq!(header("date", "7"), None);
    }

    #[test]
    fn phrases_in_error_texts_are_read() {
        for (text, millis) in [
            ("Rate limit reached. Please try again in 1.898s. Visit", 1898),
            ("Please try again in 6m0s.", 360_000),
            ("try again in 350ms", 350),
            ("Please retry after 20 seconds", 20_000),
            ("{\"retryDelay\": \"12s\"}", 12_000),
            ("retry-after-ms=1500", 1500),
            ("Retry in 5", 5000),
        ] {
            assert_eq!(from_text(text), Some(Duration::from_millis(millis)), "{text}");
        }
        assert_eq!(from_text("please retry later"), None);
        assert_eq!(from_text("retry in a moment"), None);
    }
}
