//! Tests of numbered views.

use super::*;
use crate::tools::read::selector::split;

fn see(text: &str, selector: &str, limit: Option<u64>) -> View {
    let selection = split(&format!("f{selector}")).unwrap().map(|(_, selection)| selection).unwrap_or_default();
    // A tiny buffer, so that lines and characters are cut everywhere.
    view(io::BufReader::with_capacity(3, text.as_bytes()), &selection, limit, &CancellationToken::new()).unwrap()
}

fn numbers(count: u64) -> String {
    (1..=count).map(|number| format!("line {number}\n")).collect()
}

#[test]
fn lines_come_numbered_and_a_whole_file_has_no_notice() {
    let view = see("one\ntwo", "", None);
    assert_eq!(view.text, "1\tone\n2\ttwo\n");
    assert_eq!((view.total_lines, view.total_bytes, view.notice()), (2, 7, None));
    assert!(view.truncation().is_none());
}

#[test]
fn a_page_of_300_lines_says_how_to_go_on() {
    let view = see(&numbers(912), "", None);
    assert!(view.text.ends_with("300\tline 300\n"));
    assert_eq!(view.notice().unwrap(), "[lines 1-300 of 912; go on with offset 301]");
    let told = view.truncation().unwrap();
    assert_eq!((told.total_lines, told.output_lines, told.next_offset), (912, 300, Some(301)));
    assert_eq!(told.shown_range, Some(LineRange { start: 1, end: 300 }));
}

#[test]
fn exactly_a_page_is_whole() {
    assert!(see(&numbers(300), "", None).truncation().is_none());
    assert!(see(&numbers(301), "", None).truncation().is_some());
}

#[test]
fn what_was_asked_for_is_no_truncation_but_the_rest_is_told() {
    let view = see(&numbers(20), ":5-6", None);
    assert_eq!(view.text, "5\tline 5\n6\tline 6\n");
    assert_eq!(view.notice().unwrap(), "[lines 5-6 of 20; go on with offset 7]");
    assert!(view.truncation().is_none());
    assert!(see(&numbers(20), ":5", Some(3)).truncation().is_none());
}

#[test]
fn several_ranges_are_set_apart() {
    assert_eq!(see(&numbers(20), ":2,10-11", None).text, "2\tline 2\n...\n10\tline 10\n11\tline 11\n");
}

#[test]
fn raw_has_no_numbers_and_carriage_returns_and_bom_are_not_shown() {
    let view = see("\u{feff}a\r\nb\r\n", ":raw", None);
    assert_eq!(view.text, "a\nb\n");
    assert!(view.crlf);
}

#[test]
fn more_than_3000_lines_are_cut_also_when_asked_for() {
    let view = see(&numbers(5000), "", Some(4000));
    assert_eq!((view.shown_lines, view.stopped, view.next()), (3000, Some(Stop::Lines), Some(3001)));
}

#[test]
fn output_stops_before_50_kib_at_a_whole_line() {
    let view = see(&format!("{}\n", "x".repeat(1000)).repeat(100), "", None);
    assert!(view.text.len() <= MAX_BYTES && view.text.ends_with('\n'));
    assert_eq!(view.stopped, Some(Stop::Bytes));
    assert!(view.notice().unwrap().contains("stopped at 50 KiB; go on with offset 52"), "{:?}", view.notice());
}

#[test]
fn one_endless_line_is_cut_and_told() {
    let view = see(&"ä".repeat(100_000), "", None);
    assert!(view.text.len() <= MAX_BYTES);
    assert_eq!((view.total_lines, view.cut_line, view.damaged), (1, Some(1), false));
    assert_eq!(view.notice().unwrap(), "[lines 1-1 of 1; line 1 is cut after 50 KiB]");
    assert_eq!(view.truncation().unwrap().truncated_by, TruncationCause::Bytes);
}

#[test]
fn a_cancelled_read_stops() {
    let token = CancellationToken::new();
    token.cancel();
    assert!(view(&b"x"[..], &Selection::default(), None, &token).is_err());
}
