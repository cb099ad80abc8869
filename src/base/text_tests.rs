//! Text: cutting keeps within its limits and counts truly; sanitising leaves what a screen would show.

use super::*;
use proptest::prelude::*;

fn limits(lines: usize, bytes: usize) -> Limits {
    Limits { lines, bytes }
}

#[test]
fn a_text_within_its_limits_stays_whole() {
    for cut in [head("a\nb\n", limits(2, 4)), tail("a\nb\n", limits(2, 4)), middle("a\nb\n", limits(2, 4))] {
        assert_eq!(cut.text, "a\nb\n");
        assert!(!cut.is_cut());
        assert_eq!((cut.total_lines, cut.shown_lines, cut.elided_bytes()), (2, 2, 0));
    }
    assert_eq!(head("", limits(1, 1)).total_lines, 0);
}

#[test]
fn the_head_ends_with_a_whole_line() {
    let cut = head("one\ntwo\nthree", limits(2, 100));
    assert_eq!(cut.text, "one\ntwo\n");
    assert_eq!(cut.cut_by, Some(CutBy::Lines));
    assert_eq!((cut.total_lines, cut.shown_lines, cut.elided_bytes()), (3, 2, 5));
    let cut = head("one\ntwo\nthree", limits(100, 9));
    assert_eq!(cut.text, "one\ntwo\n");
    assert_eq!(cut.cut_by, Some(CutBy::Bytes));
    assert_eq!(cut.head, Some(LineRange { start: 1, end: 2 }));
}

#[test]
fn the_tail_begins_with_a_whole_line() {
    let cut = tail("one\ntwo\nthree\n", limits(2, 100));
    assert_eq!(cut.text, "two\nthree\n");
    assert_eq!(cut.tail, Some(LineRange { start: 2, end: 3 }));
    assert_eq!(tail("one\ntwo\nthree\n", limits(9, 8)).text, "three\n");
}

#[test]
fn a_single_endless_line_is_shown_in_part() {
    assert_eq!(head("äöü", limits(9, 3)).text, "ä");
    assert_eq!(tail("äöü", limits(9, 3)).text, "ü");
    let cut = middle("0123456789", limits(9, 4));
    assert_eq!(cut.text, "01\n[... 6 bytes left out ...]\n89");
    assert_eq!((cut.shown_lines, cut.shown_bytes, cut.elided_lines()), (1, 4, 0));
}

#[test]
fn a_cut_in_the_middle_says_what_is_missing() {
    let text: String = (1..=10).map(|n| format!("{n}\n")).collect();
    let cut = middle(text, limits(4, 1000));
    assert_eq!(cut.text, "1\n2\n[... 6 lines left out, 12 bytes ...]\n9\n10\n");
    assert_eq!(cut.head, Some(LineRange { start: 1, end: 2 }));
    assert_eq!(cut.tail, Some(LineRange { start: 9, end: 10 }));
    assert_eq!((cut.total_lines, cut.shown_lines, cut.elided_lines()), (10, 4, 6));
}

#[test]
fn clipping_marks_the_cut() {
    assert_eq!(clip("short", 5), "short");
    assert_eq!(clip("longer", 5), "lo…");
    assert_eq!(cut_bytes("aé", 2), "a");
    assert_eq!(cut_bytes_end("éa", 2), "a");
}

#[test]
fn one_line_hides_no_line_end() {
    assert_eq!(one_line("plain"), "plain");
    assert_eq!(one_line("a\nb\r\tc\u{1b}\u{2028}"), "a\\nb\\r\\tc\\u{1b}\\u{2028}");
}

#[test]
fn escape_sequences_leave_no_trace() {
    assert_eq!(sanitise("\u{1b}[1;31mred\u{1b}[0m"), "red");
    assert_eq!(sanitise("\u{1b}]0;title\u{7}a\u{1b}]8;;http://x\u{1b}\\b"), "ab");
    assert_eq!(sanitise("\u{1b}(Ba\u{1b}7b\u{9b}2Kc"), "abc");
    assert_eq!(sanitise("\u{1b}]never ends\nnext"), "\nnext");
    assert_eq!(sanitise("a\u{1b}[\nb\u{1b}"), "a\nb");
    assert_eq!(sanitise("bell\u{7}\0 tab\tstays"), "bell tab\tstays");
}

#[test]
fn of_a_progress_line_the_last_state_stays() {
    assert_eq!(sanitise("10%\r50%\r100%\ndone\r\n"), "100%\ndone\n");
    assert_eq!(sanitise("a\r\r\nb"), "a\nb");
    assert_eq!(sanitise("50%\r\u{1b}[K"), "50%");
    assert_eq!(sanitise("b\u{8}bold \u{8}\u{8}x"), "bolx");
}

proptest! {
    #[test]
    fn a_cut_never_exceeds_its_limits(text in "[aé\n]{0,60}", lines in 1usize..8, bytes in 0usize..40) {
        let limits = limits(lines, bytes);
        for cut in [head(text.clone(), limits), tail(text.clone(), limits)] {
            prop_assert!(cut.text.len() <= bytes);
            prop_assert!(count_lines(&cut.text) <= lines);
            prop_assert_eq!(cut.shown_bytes + cut.elided_bytes(), text.len());
            prop_assert_eq!(cut.is_cut(), cut.text != text);
        }
        let cut = middle(text.clone(), limits);
        prop_assert!(cut.shown_bytes <= bytes.max(text.len().min(bytes)));
        prop_assert!(cut.shown_lines <= lines.max(2));
    }

    #[test]
    fn sanitised_text_is_stable_and_free_of_control(text in "[ab\u{1b}\\[\\]0-9;m\r\n\u{8}\u{7}\t]{0,60}") {
        let once = sanitise(&text).into_owned();
        prop_assert!(!once.chars().any(|c| c.is_control() && c != '\n' && c != '\t'));
        prop_assert_eq!(sanitise(&once), once.as_str());
    }
}
