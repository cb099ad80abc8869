//! Paths: home folder, workspace names, absolute and shown forms.

use super::*;

fn variables(pairs: &'static [(&'static str, &'static str)]) -> impl Fn(&str) -> Option<OsString> {
    move |name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
}

fn home_with(pairs: &'static [(&'static str, &'static str)]) -> Option<PathBuf> {
    home(&variables(pairs), "AUTOHAND_HOME", Path::new("/w/app"))
}

#[test]
fn the_home_folder_is_taken_from_the_strongest_variable() {
    assert_eq!(
        home_with(&[("HOSTWIRE_HOME", "/a"), ("AUTOHAND_HOME", "/b"), ("HOME", "/c")]),
        Some(PathBuf::from("/a"))
    );
    assert_eq!(home_with(&[("AUTOHAND_HOME", "/b"), ("HOME", "/c")]), Some(PathBuf::from("/b")));
    assert_eq!(home_with(&[("VEYYON_CODING_AGENT_DIR", "/b"), ("HOME", "/c")]), Some(PathBuf::from("/c/.hostwire")));
}

#[test]
fn an_empty_variable_counts_as_unset_and_a_relative_one_starts_at_the_working_folder() {
    assert_eq!(home_with(&[("HOSTWIRE_HOME", ""), ("HOME", "/c")]), Some(PathBuf::from("/c/.hostwire")));
    assert_eq!(home_with(&[("HOSTWIRE_HOME", "../h"), ("HOME", "/c")]), Some(PathBuf::from("/w/h")));
    assert_eq!(home_with(&[("HOSTWIRE_HOME", "~/h"), ("HOME", "/c")]), Some(PathBuf::from("/c/h")));
}

#[test]
fn a_workspace_is_named_after_the_place_where_it_lies() {
    let name = |path: &str| encode_workspace(Path::new(path), Some(Path::new("/home/dev")), Path::new("/tmp"));
    assert_eq!(name("/home/dev/app"), "-app");
    assert_eq!(name("/home/dev/a/b:c"), "-a-b-c");
    assert_eq!(name("/home/dev"), "-");
    assert_eq!(name("/tmp/x/y"), "-tmp-x-y");
    assert_eq!(name("/tmp"), "-tmp");
    assert_eq!(name("/srv/app"), "--srv-app--");
    assert_eq!(name("/home/developer"), "--home-developer--");
}

#[test]
fn a_path_becomes_absolute_by_name_alone() {
    let from = |path: &str| absolute_in(Path::new("/w/app"), Path::new(path), Some(Path::new("/home/dev")));
    assert_eq!(from("src/./a.rs"), PathBuf::from("/w/app/src/a.rs"));
    assert_eq!(from("../lib"), PathBuf::from("/w/lib"));
    assert_eq!(from("../../../../etc"), PathBuf::from("/etc"));
    assert_eq!(from("/x/../y"), PathBuf::from("/y"));
    assert_eq!(from("~"), PathBuf::from("/home/dev"));
    assert_eq!(from("~/x"), PathBuf::from("/home/dev/x"));
    assert_eq!(from("~x"), PathBuf::from("/w/app/~x"));
    assert_eq!(from(""), PathBuf::from("/w/app"));
}

#[test]
fn a_path_is_shown_short_inside_its_base_only() {
    let shown = |path: &str| display_relative(Path::new("/w/app"), Path::new(path));
    assert_eq!(shown("/w/app/src/a.rs"), "src/a.rs");
    assert_eq!(shown("/w/app"), ".");
    assert_eq!(shown("/w/application"), "/w/application");
}

#[test]
fn the_repository_root_is_the_nearest_folder_with_a_git_entry() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let inner = folder.path().join("a/b");
    std::fs::create_dir_all(&inner).expect("folders");
    std::fs::write(folder.path().join(".git"), "gitdir: elsewhere").expect("a file");
    assert_eq!(repository_root(&inner), Some(folder.path().to_owned()));
    std::fs::create_dir(folder.path().join("a/.git")).expect("a folder");
    assert_eq!(repository_root(&inner), Some(folder.path().join("a")));
}

#[test]
fn a_pipe_and_a_folder_are_nothing_to_write_a_file_at() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (pipe, file) = (folder.path().join("pipe"), folder.path().join("file"));
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::from_bits_truncate(0o600)).expect("a pipe");
    assert!(writable(&pipe).is_err() && writable(folder.path()).is_err() && writable(&file).is_ok());
    std::fs::write(&file, "there").expect("a file");
    assert!(writable(&file).is_ok());
}
