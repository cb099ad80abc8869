//! Where session files lie, and how one is found.

use std::fs;
use std::time::Duration;

use super::*;
use crate::store::samples::{HEADER, header, write};

fn touch(path: &Path, id: &str, age: u64) {
    write(path, HEADER.replace(&*header().id, id).as_bytes());
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(2_000_000_000 - age);
    File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
}

#[test]
fn a_session_file_is_named_by_its_time_and_id() {
    let path = session_path(Path::new("/s"), "0193", 1_764_493_200_007);
    assert_eq!(path, Path::new("/s/2025-11-30T09-00-00-007Z_0193.jsonl"));
}

#[test]
fn artifacts_lie_beside_the_transcript() {
    assert_eq!(artifacts_dir(Path::new("/s/a.b.jsonl")), Path::new("/s/a.b"));
    assert_eq!(artifacts_dir(Path::new("/s/talk")), Path::new("/s/talk.artifacts"));
}

#[test]
fn sessions_of_a_workspace_have_a_folder_of_their_own() {
    let dir = sessions_dir(Path::new("/h"), Path::new("/srv/app"));
    assert_eq!(dir, Path::new("/h/sessions/--srv-app--"));
}

#[test]
fn the_latest_session_is_the_one_written_last() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    assert_eq!(latest(dir, None), None);
    assert_eq!(latest(&dir.join("none"), None), None);
    touch(&dir.join("b_1.jsonl"), "1", 10);
    touch(&dir.join("a_2.jsonl"), "2", 5);
    write(&dir.join("c_3.jsonl"), b"");
    write(&dir.join("d_4.jsonl"), b"no session\n");
    touch(&dir.join("e_5.txt"), "5", 0);
    fs::create_dir(dir.join("f_6.jsonl")).unwrap();
    assert_eq!(latest(dir, None), Some(dir.join("a_2.jsonl")));
    touch(&dir.join("b_1.jsonl"), "1", 5);
    assert_eq!(latest(dir, None), Some(dir.join("b_1.jsonl")));
}

#[test]
fn a_session_is_found_by_path_id_and_beginning_of_the_id() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    touch(&dir.join("t_0193aa.jsonl"), "0193aa", 0);
    touch(&dir.join("u_0193ab.jsonl"), "0193ab", 0);
    touch(&dir.join("v_0193.jsonl"), "0193", 0);
    touch(&dir.join("renamed.jsonl"), "77", 0);
    for (wanted, name) in [
        ("0193aa", "t_0193aa.jsonl"),
        ("0193ab", "u_0193ab.jsonl"),
        ("0193", "v_0193.jsonl"),
        ("u_0193ab.jsonl", "u_0193ab.jsonl"),
        ("7", "renamed.jsonl"),
    ] {
        assert_eq!(find(dir, wanted).unwrap(), dir.join(name), "{wanted}");
    }
    let path = dir.join("t_0193aa.jsonl");
    assert_eq!(find(Path::new("/nowhere"), path.to_str().unwrap()).unwrap(), path);
}

#[test]
fn a_session_that_cannot_be_told_is_refused_with_names() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    touch(&dir.join("t_0193aa.jsonl"), "0193aa", 0);
    touch(&dir.join("u_0193ab.jsonl"), "0193ab", 0);
    let error = find(dir, "019").unwrap_err().to_string();
    assert_eq!(error, "`019` fits several sessions: 0193aa, 0193ab");
    for unknown in ["5", ""] {
        assert!(matches!(find(dir, unknown), Err(StoreError::Unknown { .. })), "{unknown:?}");
    }
    for missing in ["x/5", "/x.jsonl", "5.jsonl"] {
        assert!(matches!(find(dir, missing), Err(StoreError::Missing { .. })), "{missing:?}");
    }
}
