//! Tests of exact replacement, by example and by property.

use proptest::prelude::*;

use super::*;

fn edit(old: &str, new: &str) -> TextEdit {
    TextEdit { old_text: old.to_owned(), new_text: new.to_owned(), replace_all: None }
}

fn all(old: &str, new: &str) -> TextEdit {
    TextEdit { replace_all: Some(true), ..edit(old, new) }
}

fn applied(file: &str, edits: &[TextEdit]) -> String {
    String::from_utf8(apply(file.as_bytes(), edits).unwrap().content).unwrap()
}

#[test]
fn several_edits_are_found_in_the_file_as_it_was() {
    let edits = [edit("b", "a"), edit("a", "b")];
    assert_eq!(applied("a b c", &edits), "b a c");
}

#[test]
fn text_with_lf_matches_crlf_and_the_new_text_becomes_crlf() {
    assert_eq!(applied("a\r\nb\r\nc\r\n", &[edit("a\nb\n", "x\ny\nz\n")]), "x\r\ny\r\nz\r\nc\r\n");
    assert_eq!(applied("a\r\nb\r\n", &[edit("a", "x\ny")]), "x\r\ny\r\nb\r\n");
    assert_eq!(applied("a\r\nb", &[edit("b", "x\ny")]), "a\r\nx\r\ny");
    assert_eq!(applied("a\nb\n", &[edit("a\r\n", "x\r\ny\r\n")]), "x\ny\nb\n");
}

#[test]
fn the_bom_stays_and_is_not_doubled() {
    assert_eq!(applied("\u{feff}a\n", &[edit("a", "b")]), "\u{feff}b\n");
    assert_eq!(applied("\u{feff}a\n", &[edit("\u{feff}a", "\u{feff}b")]), "\u{feff}b\n");
}

#[test]
fn a_mixed_file_keeps_each_line_ending_that_is_not_replaced() {
    assert_eq!(applied("a\r\nb\nc\r\nd\n", &[edit("b\nc\n", "b\nx\nc\n")]), "a\r\nb\nx\nc\r\nd\n");
    assert_eq!(applied("a\r\nb\nc\r\nd\n", &[edit("a\nb\nc\nd", "a\nB\nc\nd")]), "a\r\nB\nc\r\nd\n");
    assert_eq!(applied("a\r\nb\nc\r\n", &[edit("a\nb\nc\n", "A\nb\nC\n")]), "A\r\nb\nC\r\n");
}

#[test]
fn ambiguous_text_is_an_error_that_names_the_lines() {
    let error = apply(b"x\ny\nx\n", &[edit("x", "z")]).unwrap_err();
    assert_eq!(error, EditError::Ambiguous { number: 1, count: 2, lines: "1, 3".to_owned() });
    assert!(matches!(apply(b"aaa", &[edit("aa", "b")]), Err(EditError::Ambiguous { count: 2, .. })));
    assert_eq!(applied("x\ny\nx\n", &[all("x", "z")]), "z\ny\nz\n");
    assert_eq!(applied("aaaa", &[all("aa", "b")]), "bb");
}

#[test]
fn missing_text_changes_nothing_and_names_the_edit() {
    let error = apply(b"abc\n", &[edit("a", "b"), edit("q", "r")]).unwrap_err();
    assert!(error.to_string().starts_with("oldText of edit 2 is not in the file. "), "{error}");
}

/// K31: nothing is put beside a text that only resembles the one searched for.
#[test]
fn there_is_no_fuzzy_match() {
    assert!(matches!(apply(b"let a = 1 ;\n", &[edit("let a = 1;", "let a = 2;")]), Err(EditError::Missing { .. })));
    assert!(matches!(apply("a\u{a0}b".as_bytes(), &[edit("a b", "c")]), Err(EditError::Missing { .. })));
}

#[test]
fn overlapping_edits_are_refused() {
    let error = apply(b"a\nb c d\n", &[edit("c d", "x"), edit("b c", "y")]).unwrap_err();
    assert_eq!(error, EditError::Overlap { first: 1, second: 2, line: 2 });
    assert_eq!(applied("abcd", &[edit("ab", "x"), edit("cd", "y")]), "xy");
}

/// K32: also a change of nothing but line endings is none.
#[test]
fn an_edit_that_changes_nothing_is_told() {
    assert_eq!(apply(b"a\r\nb\r\n", &[edit("a\n", "a\r\n")]), Err(EditError::NoChange));
    assert_eq!(apply(b"a\nb\n", &[edit("a\n", "a\r\n")]), Err(EditError::NoChange));
    assert_eq!(apply(b"a b", &[edit("a", "a"), edit("b", "c")]).unwrap().idle, [1]);
    assert_eq!(apply(b"a", &[]), Err(EditError::None));
    assert_eq!(apply(b"a", &[edit("", "b")]), Err(EditError::Empty { number: 1 }));
}

#[test]
fn bytes_that_are_no_text_stay() {
    assert_eq!(apply(b"caf\xe9 a\n", &[edit(" a\n", " b\n")]).unwrap().content, b"caf\xe9 b\n");
}

/// Lines of a file: text and ending. The texts repeat, the marked line does not.
fn file() -> impl Strategy<Value = Vec<(String, &'static str)>> {
    let ending = prop_oneof![Just("\n"), Just("\r\n")];
    proptest::collection::vec(("[ab \r]{0,3}", ending), 1..12)
}

fn joined(lines: &[(String, &str)]) -> String {
    lines.iter().map(|(text, ending)| format!("{text}{ending}")).collect()
}

proptest! {
    /// One line inside a searched block changes: every other byte of the file, BOM and endings included, is as before.
    #[test]
    fn only_the_changed_line_changes(lines in file(), at in 0usize..12, before in 0usize..4, after in 0usize..4, bom: bool, open: bool) {
        let at = at % lines.len();
        let mut lines = lines;
        // A carriage return at the end of a text would become part of its ending.
        for (text, _) in &mut lines {
            *text = text.trim_end_matches('\r').to_owned();
        }
        lines[at].0 = "marked line".to_owned();
        if open {
            lines.last_mut().unwrap().1 = "";
        }
        let mut changed = lines.clone();
        changed[at].0 = "changed line".to_owned();
        let bom = if bom { "\u{feff}" } else { "" };
        let block = at.saturating_sub(before)..(at + after + 1).min(lines.len());
        let searched = joined(&lines[block.clone()]).replace("\r\n", "\n");
        let replaced = joined(&changed[block]).replace("\r\n", "\n");
        let file = format!("{bom}{}", joined(&lines));
        let wanted = format!("{bom}{}", joined(&changed));
        let there = apply(file.as_bytes(), &[edit(&searched, &replaced)]).unwrap().content;
        prop_assert_eq!(String::from_utf8_lossy(&there), wanted.as_str());
        let back = apply(&there, &[edit(&replaced, &searched)]).unwrap().content;
        prop_assert_eq!(String::from_utf8_lossy(&back), file.as_str());
    }

    /// In a file with one kind of ending, added lines have it too, and taking them away restores the file.
    #[test]
    fn added_lines_take_the_ending_of_the_file(lines in proptest::collection::vec("[ab]{0,3}", 1..8), added in "[cd\n]{1,9}", crlf: bool, bom: bool) {
        let ending = if crlf { "\r\n" } else { "\n" };
        let bom = if bom { "\u{feff}" } else { "" };
        let file = format!("{bom}MARK{ending}{}{ending}", lines.join(ending));
        let there = apply(file.as_bytes(), &[edit("MARK\n", &format!("MARK\n{added}\nEND\n"))]).unwrap().content;
        let text = String::from_utf8(there.clone()).unwrap();
        prop_assert_eq!(text.matches('\n').count(), text.matches(ending).count());
        prop_assert_eq!(text.contains('\r'), crlf);
        let back = apply(&there, &[edit(&format!("MARK\n{added}\nEND\n"), "MARK\n")]).unwrap().content;
        prop_assert_eq!(String::from_utf8(back).unwrap(), file);
    }

    /// Whatever the bytes and the search text: no panic, and a failure leaves nothing behind to write.
    #[test]
    fn any_input_is_answered(file in proptest::collection::vec(prop_oneof![Just(b'a'), Just(b'\r'), Just(b'\n'), any::<u8>()], 0..40), old in "[a\r\n]{0,4}", new in "[b\r\n]{0,4}", every: bool) {
        let edit = TextEdit { old_text: old, new_text: new, replace_all: Some(every) };
        if let Ok(applied) = apply(&file, &[edit]) {
            prop_assert_ne!(applied.content, file);
        }
    }
}
