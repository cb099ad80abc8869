//! Tests of [`super`].

use super::*;

struct Bench {
    folder: tempfile::TempDir,
    changes: Changes,
}

impl Bench {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), changes: Changes::kept() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, content: &str) -> FileChange {
        let path = self.path(name);
        let before = self.changes.before(&path).unwrap().unwrap();
        fs::write(&path, content).unwrap();
        let change = Change { before, after: content.as_bytes(), shown: name.to_owned(), call_id: "call", diff: None };
        self.changes.enter(&self.path("artifacts"), change).unwrap();
        self.changes.take_fresh("call").remove(0)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

#[test]
fn what_files_held_is_for_nobody_else() {
    let bench = Bench::new();
    fs::write(bench.path("a"), "secret").unwrap();
    bench.write("a", "new");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let folder = bench.path("artifacts").join(FOLDER);
    assert_eq!((mode(&bench.path("artifacts")), mode(&folder)), (0o700, 0o700));
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn a_rejected_change_brings_back_bytes_mode_and_absence() {
    let bench = Bench::new();
    fs::write(bench.path("a"), "old\r\n").unwrap();
    fs::set_permissions(bench.path("a"), Permissions::from_mode(0o750)).unwrap();
    let changed = bench.write("a", "new");
    let made = bench.write("b", "made");
    assert_eq!((changed.action, made.action), (ChangeAction::Modified, ChangeAction::Created));
    assert_eq!(bench.changes.pending(), ["chg_1", "chg_2"]);
    assert_eq!(bench.changes.decide("chg_1", ChangeDecision::Reject).unwrap(), "a");
    assert_eq!(bench.changes.decide("chg_2", ChangeDecision::Reject).unwrap(), "b");
    assert_eq!(bench.read("a"), "old\r\n");
    assert_eq!(fs::metadata(bench.path("a")).unwrap().permissions().mode() & 0o777, 0o750);
    assert!(!bench.path("b").exists());
    assert!(bench.changes.pending().is_empty());
}

#[test]
fn folders_that_were_made_for_a_file_go_with_it_when_they_are_empty() {
    let bench = Bench::new();
    fs::create_dir(bench.path("there")).unwrap();
    for name in ["there/a/b/c", "there/a/d"] {
        let before = bench.changes.before(&bench.path(name)).unwrap().unwrap();
        fs::create_dir_all(bench.path(name).parent().unwrap()).unwrap();
        fs::write(bench.path(name), "x").unwrap();
        let change = Change { before, after: b"x", shown: name.to_owned(), call_id: "call", diff: None };
        bench.changes.enter(&bench.path("artifacts"), change).unwrap();
    }
    // A later process knows of them, too.
    let changes = Changes::kept();
    changes.load(&bench.path("artifacts"));
    changes.decide("chg_1", ChangeDecision::Reject).unwrap();
    assert!(!bench.path("there/a/b").exists() && bench.path("there/a").exists());
    changes.decide("chg_2", ChangeDecision::Reject).unwrap();
    assert!(!bench.path("there/a").exists() && bench.path("there").exists());
}

#[test]
fn a_pipe_in_the_place_of_the_file_is_a_conflict() {
    let bench = Bench::new();
    bench.write("a", "one");
    fs::remove_file(bench.path("a")).unwrap();
    nix::unistd::mkfifo(&bench.path("a"), nix::sys::stat::Mode::from_bits_truncate(0o600)).unwrap();
    assert!(matches!(bench.changes.decide("chg_1", ChangeDecision::Reject), Err(ChangeError::Conflict { .. })));
}

#[test]
fn changes_of_one_file_are_taken_back_last_first() {
    let bench = Bench::new();
    bench.write("a", "one");
    bench.write("a", "two");
    bench.write("a", "three");
    assert!(
        matches!(bench.changes.decide("chg_1", ChangeDecision::Reject), Err(ChangeError::Conflict { path }) if path == "a")
    );
    bench.changes.decide("chg_3", ChangeDecision::Reject).unwrap();
    assert_eq!(bench.read("a"), "two");
    bench.changes.decide("chg_2", ChangeDecision::Reject).unwrap();
    bench.changes.decide("chg_1", ChangeDecision::Reject).unwrap();
    assert!(!bench.path("a").exists());
}

#[test]
fn a_decision_is_made_once_and_of_a_change_that_is_known() {
    let bench = Bench::new();
    bench.write("a", "one");
    bench.changes.decide("chg_1", ChangeDecision::Accept).unwrap();
    assert!(matches!(bench.changes.decide("chg_1", ChangeDecision::Accept), Err(ChangeError::Decided)));
    assert!(matches!(bench.changes.decide("chg_9", ChangeDecision::Accept), Err(ChangeError::Unknown)));
    assert_eq!(bench.read("a"), "one");
    assert!(matches!(Changes::default().decide("chg_1", ChangeDecision::Accept), Err(ChangeError::Unknown)));
}

#[test]
fn a_file_that_somebody_changed_or_removed_since_is_left_alone() {
    let bench = Bench::new();
    bench.write("a", "one");
    fs::write(bench.path("a"), "somebody").unwrap();
    assert!(matches!(bench.changes.decide("chg_1", ChangeDecision::Reject), Err(ChangeError::Conflict { .. })));
    fs::remove_file(bench.path("a")).unwrap();
    assert!(matches!(bench.changes.decide("chg_1", ChangeDecision::Reject), Err(ChangeError::Conflict { .. })));
    assert_eq!(bench.changes.pending(), ["chg_1"], "it can still be accepted");
}

#[test]
fn a_session_that_is_gone_on_with_knows_its_changes() {
    let mut bench = Bench::new();
    fs::write(bench.path("a"), "old").unwrap();
    bench.write("a", "one");
    bench.write("b", "two");
    bench.changes.decide("chg_2", ChangeDecision::Accept).unwrap();
    bench.changes = Changes::kept();
    bench.changes.load(&bench.path("artifacts"));
    assert_eq!(bench.changes.pending(), ["chg_1"]);
    assert_eq!(bench.write("c", "three").id, "chg_3");
    bench.changes.decide("chg_1", ChangeDecision::Reject).unwrap();
    assert_eq!(bench.read("a"), "old");
}

#[test]
fn nothing_is_kept_where_nobody_asks() {
    let folder = tempfile::tempdir().unwrap();
    assert!(Changes::default().before(&folder.path().join("a")).unwrap().is_none());
    assert!(Changes::default().pending().is_empty());
}
