//! The capture buffer: bounded, exact about what it threw away, whole characters only.

use super::*;
use proptest::prelude::*;

const NO_LIMIT: Limits = Limits { lines: usize::MAX, bytes: usize::MAX };

fn buffer(head: usize, tail: usize) -> Buffer {
    Buffer::new(head, tail, None, u64::MAX)
}

#[test]
fn short_output_is_kept_whole_across_chunks_that_split_characters() {
    let mut buffer = buffer(4, 100);
    for byte in "häß\nlich".as_bytes() {
        buffer.push(&[*byte]);
    }
    assert_eq!(buffer.tail(100).text, "häß\nlich");
    let output = buffer.finish();
    assert!(output.is_whole());
    assert_eq!(output.text(), "häß\nlich");
    assert_eq!((output.total_bytes, output.total_lines), (10, 2));
}

#[test]
fn long_output_keeps_both_ends_in_whole_characters() {
    let mut buffer = buffer(5, 5);
    buffer.push("ääääää".as_bytes());
    buffer.push("öööööö".as_bytes());
    assert_eq!(buffer.tail(3).text, "ö");
    let output = buffer.finish();
    let cut = output.cut(NO_LIMIT);
    assert_eq!(cut.text, "ää\n[... 16 bytes left out ...]\nöö");
    assert_eq!((cut.total_bytes, cut.total_lines), (24, 1));
}

#[test]
fn bytes_that_are_no_text_are_shown_as_such() {
    let mut buffer = buffer(10, 10);
    buffer.push(b"a\xffb\xc3");
    assert_eq!(buffer.finish().text(), "a\u{fffd}b\u{fffd}");
    assert_eq!(to_char_end(b"a\xff"), b"a\xff");
    assert_eq!(to_char_end("aß€".as_bytes()), "aß€".as_bytes());
    assert_eq!(to_char_end(&"😀".as_bytes()[..3]), b"");
}

#[test]
fn the_full_text_goes_to_the_file_once_it_does_not_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("full.txt");
    let named = path.clone();
    let mut buffer = Buffer::new(4, 4, Some(Box::new(move || Some(named))), 20);
    buffer.push(b"12345678");
    assert!(!path.exists());
    buffer.push(b"9abc");
    buffer.push(b"defghijklmnop");
    let output = buffer.finish();
    assert_eq!(output.spill, Some(Spill { path: path.clone(), bytes: 20, complete: false }));
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "123456789abcdefghijk");
}

#[test]
fn a_file_that_cannot_be_written_costs_only_the_file() {
    let mut buffer = Buffer::new(1, 1, Some(Box::new(|| Some("/nowhere/at/all".into()))), 20);
    buffer.push(b"abc");
    let output = buffer.finish();
    assert_eq!(output.spill, None);
    assert_eq!(output.cut(NO_LIMIT).text, "a\n[... 1 bytes left out ...]\nc");
}

proptest! {
    #[test]
    fn any_chunking_gives_the_same_ends(
        text in proptest::collection::vec(any::<u8>(), 0..200),
        sizes in proptest::collection::vec(1usize..40, 1..20),
        head in 0usize..20,
        tail in 0usize..20,
    ) {
        let mut buffer = buffer(head, tail);
        let mut rest = text.as_slice();
        let mut sizes = sizes.iter().cycle();
        while !rest.is_empty() {
            let size = sizes.next().copied().unwrap_or(1).min(rest.len());
            buffer.push(&rest[..size]);
            prop_assert!(buffer.head.len() + buffer.tail.len() <= head + 2 * tail);
            rest = &rest[size..];
        }
        let output = buffer.finish();
        let middle = text.len().saturating_sub(head + tail);
        prop_assert_eq!(output.is_whole(), middle == 0);
        prop_assert_eq!(&output.head[..], &text[..head.min(text.len())]);
        prop_assert_eq!(&output.tail[..], &text[output.head.len() + middle..]);
        prop_assert_eq!(output.total_bytes as usize, text.len());
    }
}
