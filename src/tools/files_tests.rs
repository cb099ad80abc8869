//! Tests of finding and replacing files.

use std::os::unix::fs::symlink;

use super::*;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_file_is_found_although_its_name_has_a_narrow_no_break_space() {
    let folder = folder();
    let real = folder.path().join("Shot 10.04\u{202f}PM.png");
    fs::write(&real, "x").unwrap();
    assert_eq!(locate(folder.path(), "Shot 10.04 PM.png").unwrap(), real);
}

#[test]
fn a_file_is_found_although_its_letters_are_decomposed() {
    let folder = folder();
    let inner = folder.path().join("Rapporte\u{301}s");
    fs::create_dir(&inner).unwrap();
    let real = inner.join("e\u{301}te\u{301}.txt");
    fs::write(&real, "x").unwrap();
    assert_eq!(locate(folder.path(), "Rapport\u{e9}s/\u{e9}t\u{e9}.txt").unwrap(), real);
}

#[test]
fn two_look_alikes_are_an_error_that_names_both() {
    let folder = folder();
    fs::write(folder.path().join("a\u{a0}b"), "").unwrap();
    fs::write(folder.path().join("a\u{202f}b"), "").unwrap();
    let error = locate(folder.path(), "a b").unwrap_err();
    assert!(error.contains("several names") && error.contains("\\u{a0}") && error.contains("\\u{202f}"), "{error}");
    fs::write(folder.path().join("a b"), "").unwrap();
    assert_eq!(locate(folder.path(), "a b").unwrap(), folder.path().join("a b"));
}

#[test]
fn a_missing_file_names_the_nearest_siblings() {
    let folder = folder();
    fs::write(folder.path().join("main.rs"), "").unwrap();
    fs::write(folder.path().join("zebra"), "").unwrap();
    let error = locate(folder.path(), "mian.rs").unwrap_err();
    assert!(error.starts_with("`mian.rs` does not exist") && error.ends_with("nearest: `main.rs`"), "{error}");
    let error = locate(folder.path(), "main.rs/inner").unwrap_err();
    assert!(error.ends_with("main.rs` is no folder"), "{error}");
}

#[test]
fn folders_are_created_and_a_new_file_has_the_usual_mode() {
    let folder = folder();
    let path = folder.path().join("a/b/c.txt");
    let written = replace(&path, b"hello").unwrap();
    assert_eq!(written, Written { path: path.clone(), made_executable: false });
    assert_eq!(fs::read(&path).unwrap(), b"hello");
    let plain = folder.path().join("plain");
    fs::write(&plain, "").unwrap();
    assert_eq!(mode(&path), mode(&plain));
}

#[test]
fn the_mode_of_an_old_file_is_kept_and_no_temporary_file_stays() {
    let folder = folder();
    let path = folder.path().join("key");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    replace(&path, b"new").unwrap();
    assert_eq!((fs::read(&path).unwrap().as_slice(), mode(&path)), (b"new".as_slice(), 0o640));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_link_stays_a_link_and_its_target_is_written() {
    let folder = folder();
    let target = folder.path().join("real");
    fs::write(&target, "old").unwrap();
    let link = folder.path().join("link");
    symlink("real", &link).unwrap();
    assert_eq!(replace(&link, b"new").unwrap().path, target.canonicalize().unwrap());
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(fs::read(&target).unwrap(), b"new");

    let dangling = folder.path().join("dangling");
    symlink("later", &dangling).unwrap();
    replace(&dangling, b"now").unwrap();
    assert_eq!(fs::read(folder.path().join("later")).unwrap(), b"now");

    let circle = folder.path().join("circle");
    symlink("circle", &circle).unwrap();
    assert!(replace(&circle, b"x").is_err());
}

#[test]
fn other_hard_links_see_the_new_content() {
    let folder = folder();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    fs::write(&one, "old").unwrap();
    fs::hard_link(&one, &other).unwrap();
    replace(&one, b"new").unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"new");
}

#[test]
fn a_script_becomes_executable_for_those_who_can_read_it() {
    let folder = folder();
    let path = folder.path().join("run");
    assert!(replace(&path, b"#!/bin/sh\n").unwrap().made_executable);
    assert_eq!(mode(&path) & 0o100, 0o100);
    assert!(!replace(&path, b"#!/bin/sh\ntrue\n").unwrap().made_executable);

    let secret = folder.path().join("secret");
    fs::write(&secret, "").unwrap();
    fs::set_permissions(&secret, Permissions::from_mode(0o600)).unwrap();
    assert!(replace(&secret, b"#! /usr/bin/env python3\n").unwrap().made_executable);
    assert_eq!(mode(&secret), 0o700);
    assert!(!replace(&folder.path().join("lib.rs"), b"#![allow(x)]\n").unwrap().made_executable);
}

#[test]
fn folders_and_read_only_files_are_refused() {
    let folder = folder();
    assert_eq!(replace(folder.path(), b"x").unwrap_err().to_string(), "it is a folder");
    let path = folder.path().join("fixed");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    assert_eq!(replace(&path, b"new").unwrap_err().to_string(), "the file is read-only");
    assert_eq!(fs::read(&path).unwrap(), b"old");
}
