//! Branch points, what comes before them, whole copies.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::store::samples::{file, header, line, reply, said, words};

const MODEL: &str = r#"{"type":"model_change","id":"0000000a","parentId":null,"timestamp":"2025-11-30T09:00:00.000Z","model":"acme/mini-2"}"#;

fn write(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// Two questions, and a second branch after the first one.
fn forked(folder: &TempDir) -> PathBuf {
    let text = file(&[
        MODEL,
        &said("0000000b", Some("0000000a"), "one"),
        &line("0000000c", Some("0000000b"), reply("first", &[], "stop")),
        &said("0000000d", Some("0000000c"), "two"),
        &line("0000000e", Some("0000000d"), reply("second", &[], "stop")),
        &said("0000000f", Some("0000000c"), "two, otherwise"),
        r#"{"type":"novelty","id":"00000010","parentId":"0000000f","timestamp":"2025-11-30T09:00:09.000Z","x":[1]}"#,
    ]);
    write(folder, "old.jsonl", &text)
}

fn of(path: &std::path::Path) -> Snapshot {
    Snapshot::of_file(path).unwrap()
}

fn fresh() -> Header {
    Header { id: "0193aa10-2222-7abc-8def-000000000002".into(), parent_session: Some("old.jsonl".into()), ..header() }
}

#[test]
fn the_points_are_the_user_messages_of_all_branches_in_the_order_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let points = branch_points(of(&forked(&folder))).unwrap();
    let points: Vec<_> = points.iter().map(|point| (point.id.as_ref(), point.text.as_str())).collect();
    assert_eq!(points, [("0000000b", "one"), ("0000000d", "two"), ("0000000f", "two, otherwise")]);
}

#[test]
fn a_message_without_text_is_no_point_and_can_still_be_branched_at() {
    let folder = tempfile::tempdir().unwrap();
    let image = json!([{"type":"image","data":"AA==","mimeType":"image/png"},{"type":"text","text":" "}]);
    let text = file(&[&line("0000000b", None, json!({"role":"user","content":image,"timestamp":1}))]);
    let path = write(&folder, "old.jsonl", &text);
    assert_eq!(branch_points(of(&path)).unwrap(), []);
    assert_eq!(before(of(&path), "0000000b").unwrap().text, " ");
}

#[test]
fn a_branch_holds_the_path_up_to_the_message_and_the_old_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = forked(&folder);
    let old = fs::read(&path).unwrap();
    let excerpt = before(of(&path), "0000000f").unwrap();
    assert_eq!(excerpt.text, "two, otherwise");
    let new = folder.path().join("deep/new.jsonl");
    let (transcript, loaded) = excerpt.begin(Some(new.clone()), fresh()).unwrap();
    assert_eq!(words(&loaded.messages), ["one", "reply:mini-2"]);
    assert_eq!(loaded.leaf.as_deref(), Some("0000000c"));
    assert_eq!(loaded.model, Some(("acme".into(), "mini-2".into())));
    assert_eq!(loaded.header, fresh());
    assert!(!transcript.is_planned());
    assert!(loaded.ids.contains("00000010"), "ids of the old file are not given again");
    let written = fs::read_to_string(&new).unwrap();
    assert_eq!(written.lines().count(), 4);
    assert!(written.contains(r#""parentSession":"old.jsonl""#) && written.contains(MODEL), "{written}");
    assert_eq!(fs::read(&path).unwrap(), old);
}

#[test]
fn a_branch_at_the_root_is_empty_and_not_on_disk_before_its_first_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(&folder, "old.jsonl", &file(&[&said("0000000b", None, "one")]));
    let new = folder.path().join("new.jsonl");
    let (transcript, loaded) = before(of(&path), "0000000b").unwrap().begin(Some(new.clone()), fresh()).unwrap();
    assert!(loaded.messages.is_empty() && loaded.leaf.is_none() && transcript.is_planned() && !new.exists());
}

#[test]
fn only_user_messages_are_branched_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = forked(&folder);
    for id in ["0000000a", "0000000c", "00000010", "ffffffff", ""] {
        let error = before(of(&path), id).unwrap_err();
        assert!(matches!(error, StoreError::NoBranchPoint { .. }), "{id}: {error}");
    }
}

#[test]
fn a_copy_keeps_all_branches_and_what_no_version_knows() {
    let folder = tempfile::tempdir().unwrap();
    let path = forked(&folder);
    let new = folder.path().join("new.jsonl");
    let (_, loaded) = copy(of(&path)).unwrap().begin(Some(new.clone()), fresh()).unwrap();
    assert_eq!(words(&loaded.messages), ["one", "reply:mini-2", "two, otherwise"]);
    let (old, new) = (fs::read_to_string(&path).unwrap(), fs::read_to_string(&new).unwrap());
    let entries = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(entries(&old), entries(&new));
}

#[test]
fn entries_that_lean_on_their_place_in_the_file_get_it_written_out() {
    let folder = tempfile::tempdir().unwrap();
    let bare = |text: &str| {
        json!({"type":"message","timestamp":"2025-11-30T09:00:01.000Z",
            "message":{"role":"user","content":text,"timestamp":1}})
        .to_string()
    };
    // The first two are of version 1; what the fourth follows was lost.
    let text = file(&[&bare("one"), &bare("two"), "{\"type\":\"mess", &said("0000000d", Some("0000000c"), "three")]);
    let path = write(&folder, "old.jsonl", &text);
    let points = branch_points(of(&path)).unwrap();
    let new = folder.path().join("new.jsonl");
    let (transcript, loaded) = copy(of(&path)).unwrap().begin(Some(new.clone()), fresh()).unwrap();
    assert_eq!(words(&loaded.messages), ["one", "two", "three"]);
    drop(transcript);
    assert_eq!(branch_points(of(&new)).unwrap(), points);
    let (_, again) = Transcript::open(&new).unwrap();
    assert_eq!((words(&again.messages), again.damage), (words(&loaded.messages), Vec::new()));
}

#[test]
fn a_session_in_memory_is_branched_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let (transcript, _) = copy(of(&forked(&folder))).unwrap().begin(None, fresh()).unwrap();
    let snapshot = transcript.snapshot().unwrap();
    assert_eq!(snapshot.size(), snapshot.read().unwrap().len() as u64);
    let excerpt = before(transcript.snapshot().unwrap(), "0000000d").unwrap();
    let (branch, loaded) = excerpt.begin(None, fresh()).unwrap();
    assert_eq!(words(&loaded.messages), ["one", "reply:mini-2"]);
    assert_eq!(branch_points(branch.snapshot().unwrap()).unwrap().len(), 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was written");
}

#[test]
fn a_snapshot_is_not_changed_by_what_comes_later() {
    let folder = tempfile::tempdir().unwrap();
    let path = forked(&folder);
    let (mut transcript, _) = Transcript::open(&path).unwrap();
    let snapshot = transcript.snapshot().unwrap();
    let before = fs::read(&path).unwrap();
    transcript.append(&crate::store::samples::entry(1, crate::store::samples::user("later"))).unwrap();
    assert_eq!(snapshot.read().unwrap(), before);
    assert!(transcript.snapshot().unwrap().size() > before.len() as u64);
}
