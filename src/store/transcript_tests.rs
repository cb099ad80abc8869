//! Writing: creation, locks, torn ends, failed writes, and what survives cuts and foreign bytes.

use std::fs::{self, OpenOptions};

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::store::samples::{HEADER, entry, file, header, said, user, words, write};

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn planned(folder: &TempDir) -> Transcript {
    Transcript::planned(folder.path().join("deep/er/a.jsonl"), header())
}

fn reopened(path: &Path) -> (Transcript, Loaded) {
    Transcript::open(path).unwrap()
}

#[test]
fn nothing_is_on_disk_before_the_first_entry() {
    let folder = folder();
    let mut transcript = planned(&folder);
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
    transcript.append(&entry(1, user("hi"))).unwrap();
    let text = fs::read_to_string(transcript.path()).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], HEADER);
    assert!(
        lines[1].starts_with(
            r#"{"type":"message","id":"00000001","parentId":null,"timestamp":"2025-11-30T09:00:01.000Z","#
        )
    );
    assert!(text.ends_with('\n'));
}

#[test]
fn a_closed_transcript_that_was_never_written_leaves_nothing() {
    let folder = folder();
    drop(planned(&folder));
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
}

#[test]
fn entries_come_back_after_reopening_and_more_can_follow() {
    let folder = folder();
    let mut transcript = planned(&folder);
    let path = transcript.path().to_owned();
    transcript.append(&entry(1, user("one"))).unwrap();
    transcript.append(&entry(2, user("two\r\nlines\u{2028}"))).unwrap();
    drop(transcript);

    let (mut transcript, loaded) = reopened(&path);
    assert_eq!(loaded.header, header());
    assert_eq!(loaded.leaf.as_deref(), Some("00000002"));
    assert_eq!(words(&loaded.messages), ["one", "two\r\nlines\u{2028}"]);
    assert!(loaded.damage.is_empty());
    transcript.append(&entry(3, user("three"))).unwrap();
    drop(transcript);
    assert_eq!(reopened(&path).1.messages.len(), 3);
}

#[test]
fn the_path_of_a_new_session_must_be_free() {
    let folder = folder();
    let path = folder.path().join("a.jsonl");
    write(&path, b"mine");
    let mut transcript = Transcript::planned(path.clone(), header());
    assert!(matches!(transcript.append(&entry(1, user("hi"))), Err(StoreError::Exists { .. })));
    drop(transcript);
    assert_eq!(fs::read(&path).unwrap(), b"mine");
}

#[test]
fn what_is_no_session_is_refused_and_left_alone() {
    let folder = folder();
    let path = folder.path().join("a.jsonl");
    assert!(matches!(Transcript::open(&path), Err(StoreError::Missing { .. })));
    assert!(!path.exists());
    assert!(matches!(Transcript::open(folder.path()), Err(StoreError::NotASession { .. })));
    let half = &HEADER.as_bytes()[..40];
    for text in ["".as_bytes(), b"\n\n", b"# Notes\n", b"{}\n", b"[1]\n", b"{\"type\":\"user\"}\n", half] {
        write(&path, text);
        assert!(matches!(Transcript::open(&path), Err(StoreError::NotASession { .. })), "{text:?}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
}

#[test]
fn a_second_writer_is_refused_while_the_first_lives() {
    let folder = folder();
    let mut first = planned(&folder);
    let path = first.path().to_owned();
    first.append(&entry(1, user("hi"))).unwrap();
    assert!(matches!(Transcript::open(&path), Err(StoreError::Busy { .. })));
    drop(first);
    let (second, _) = reopened(&path);
    assert!(matches!(Transcript::open(&path), Err(StoreError::Busy { .. })));
    drop(second);
    reopened(&path);
}

#[test]
fn a_last_line_without_its_line_feed_is_ended_first() {
    let folder = folder();
    let path = folder.path().join("a.jsonl");
    let whole = file(&[&said("00000001", None, "one")]);
    let torn = [whole.as_slice(), br#"{"type":"message","id":"0000"#].concat();
    for (text, kept, damage) in [(&whole[..whole.len() - 1], 2, 0), (&torn[..], 2, 1)] {
        write(&path, text);
        let (mut transcript, loaded) = reopened(&path);
        assert_eq!(loaded.damage.len(), damage);
        assert_eq!(fs::read(&path).unwrap(), text, "opening changes nothing");
        transcript.append(&entry(2, user("two"))).unwrap();
        drop(transcript);
        let loaded = reopened(&path).1;
        assert_eq!(loaded.messages.len(), kept);
        assert_eq!(loaded.damage.len(), damage);
        assert!(fs::read(&path).unwrap().starts_with(text), "nothing was taken away");
    }
}

#[test]
fn an_entry_that_could_not_be_written_goes_out_with_the_next_one() {
    let folder = folder();
    let mut transcript = planned(&folder);
    let path = transcript.path().to_owned();
    transcript.append(&entry(1, user("one"))).unwrap();
    // A handle that cannot write stands for a full disk.
    let State::Open(open) = &mut transcript.state else { panic!("not open") };
    let good = std::mem::replace(&mut open.file, File::open(&path).unwrap());
    assert!(matches!(transcript.append(&entry(2, user("two"))), Err(StoreError::Io { .. })));
    let State::Open(open) = &mut transcript.state else { panic!("not open") };
    open.file = good;
    transcript.append(&entry(3, user("three"))).unwrap();
    drop(transcript);
    let loaded = reopened(&path).1;
    assert_eq!(words(&loaded.messages), ["one", "two", "three"]);
    assert!(loaded.damage.is_empty());
}

#[test]
fn what_a_failed_write_left_is_cut_off_before_the_next_entry() {
    let folder = folder();
    let mut transcript = planned(&folder);
    let path = transcript.path().to_owned();
    transcript.append(&entry(1, user("one"))).unwrap();
    let length = fs::metadata(&path).unwrap().len();
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"type\":\"mess").unwrap();
    let State::Open(open) = &mut transcript.state else { panic!("not open") };
    open.cut_to = Some(length);
    transcript.append(&entry(2, user("two"))).unwrap();
    drop(transcript);
    let loaded = reopened(&path).1;
    assert_eq!(words(&loaded.messages), ["one", "two"]);
    assert!(loaded.damage.is_empty());
}

#[test]
fn a_folder_that_cannot_be_made_loses_no_entry_once_it_can() {
    let folder = folder();
    let mut transcript = planned(&folder);
    let obstacle = folder.path().join("deep");
    write(&obstacle, b"");
    assert!(transcript.append(&entry(1, user("one"))).is_err());
    fs::remove_file(&obstacle).unwrap();
    transcript.append(&entry(2, user("two"))).unwrap();
    let path = transcript.path().to_owned();
    drop(transcript);
    assert_eq!(words(&reopened(&path).1.messages), ["one", "two"]);
}

#[test]
fn a_deleted_file_is_made_again_with_all_it_held() {
    let folder = folder();
    let mut transcript = planned(&folder);
    transcript.append(&entry(1, user("one"))).unwrap();
    assert_eq!(transcript.take_remark(), None);
    let path = transcript.path().to_owned();
    fs::remove_dir_all(path.parent().unwrap()).unwrap();
    transcript.append(&entry(2, user("two"))).unwrap();
    assert!(transcript.take_remark().unwrap().contains("was deleted while in use"));
    transcript.append(&entry(3, user("three"))).unwrap();
    assert_eq!(transcript.take_remark(), None, "told once");
    assert!(matches!(Transcript::open(&path), Err(StoreError::Busy { .. })), "the new file is locked too");
    drop(transcript);
    let loaded = reopened(&path).1;
    assert_eq!(words(&loaded.messages), ["one", "two", "three"]);
    assert!(loaded.damage.is_empty());
}

#[test]
fn a_file_of_someone_else_in_its_place_is_left_alone_and_no_entry_is_lost() {
    let folder = folder();
    let mut transcript = planned(&folder);
    transcript.append(&entry(1, user("one"))).unwrap();
    let path = transcript.path().to_owned();
    fs::remove_file(&path).unwrap();
    write(&path, b"mine");
    assert!(matches!(transcript.append(&entry(2, user("two"))), Err(StoreError::Gone { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    fs::remove_file(&path).unwrap();
    transcript.append(&entry(3, user("three"))).unwrap();
    drop(transcript);
    assert_eq!(words(&reopened(&path).1.messages), ["one", "two", "three"]);
}

#[test]
fn a_file_that_was_cut_stays_a_session_and_takes_what_follows() {
    for cut in [0, 5, 60, usize::MAX] {
        let folder = folder();
        let mut transcript = planned(&folder);
        transcript.append(&entry(1, user("one"))).unwrap();
        let path = transcript.path().to_owned();
        let bytes = fs::read(&path).unwrap();
        // The last case cuts inside the entry.
        let cut = cut.min(bytes.len() - 3);
        OpenOptions::new().write(true).open(&path).unwrap().set_len(cut as u64).unwrap();
        transcript.append(&entry(2, user("two"))).unwrap();
        assert!(transcript.take_remark().unwrap().contains("was cut by someone else"), "{cut}");
        transcript.append(&entry(3, user("three"))).unwrap();
        assert_eq!(transcript.take_remark(), None, "{cut}");
        drop(transcript);
        let loaded = reopened(&path).1;
        assert_eq!(words(&loaded.messages), ["two", "three"], "{cut}");
        assert_eq!(loaded.header, header(), "{cut}");
    }
}

/// The file that these texts make, and where its lines end (each with its line feed).
fn written(folder: &TempDir, texts: &[String]) -> (PathBuf, Vec<u8>, Vec<usize>) {
    let mut transcript = Transcript::planned(folder.path().join("a.jsonl"), header());
    for (at, text) in texts.iter().enumerate() {
        transcript.append(&entry(at + 1, user(text))).unwrap();
    }
    let path = transcript.path().to_owned();
    drop(transcript);
    let bytes = fs::read(&path).unwrap();
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    (path, bytes, ends)
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-z\"\\\\\n\r\u{0}é漢{}:,]{0,20}", 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_cut_at_any_byte_keeps_every_whole_entry(texts in texts(), cut in any::<prop::sample::Index>()) {
        let folder = folder();
        let (path, bytes, ends) = written(&folder, &texts);
        let cut = cut.index(bytes.len() + 1);
        write(&path, &bytes[..cut]);
        let (head, entries) = ends.split_first().unwrap();
        if cut + 1 < *head {
            prop_assert!(Transcript::open(&path).is_err(), "cut at {cut}, header ends at {head}");
            return Ok(());
        }
        // A line is whole when only its line feed is missing.
        let whole = entries.iter().filter(|end| cut + 1 >= **end).count();
        let (mut transcript, loaded) = reopened(&path);
        prop_assert_eq!(words(&loaded.messages), &texts[..whole]);
        let mut next = entry(100, user("next"));
        next.parent = loaded.leaf;
        transcript.append(&next).unwrap();
        drop(transcript);
        let mut expected = texts[..whole].to_vec();
        expected.push("next".to_owned());
        prop_assert_eq!(words(&reopened(&path).1.messages), expected);
    }

    #[test]
    fn a_run_of_foreign_bytes_costs_only_the_lines_it_touches(
        texts in texts(),
        start in any::<prop::sample::Index>(),
        length in 1usize..200,
        fill in prop::sample::select(vec![0u8, b'\n', b'x', b'"', 0xff]),
    ) {
        let folder = folder();
        let (path, mut bytes, ends) = written(&folder, &texts);
        let head = ends[0];
        let start = head + start.index(bytes.len() - head);
        let end = bytes.len().min(start + length);
        bytes[start..end].fill(fill);
        write(&path, &bytes);
        let loaded = reopened(&path).1;
        let mut kept = words(&loaded.messages).into_iter();
        for (text, span) in texts.iter().zip(ends.windows(2)) {
            if start >= span[1] - 1 || end <= span[0] {
                prop_assert!(kept.any(|word| word == *text), "{text:?} is lost: {:?}", loaded.damage);
            }
        }
    }
}
