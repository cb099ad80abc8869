//! The end-to-end tests: the real binary, its pipes, a scripted model; and the checks on this repository's own text.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, reason = "a test may stop at once")]

mod autohand;
mod autohand_errors;
mod background;
mod cassette;
mod cli;
mod ending;
mod error_texts;
mod extensions;
mod flows;
mod goldens;
mod histories;
mod hosts;
mod images;
mod inbound;
mod kill;
mod login;
mod max_time;
mod mcp;
mod mentions;
mod npm;
mod offline;
mod permissions;
mod schema;
mod sessions;
mod slash;
mod streams;
mod support;
mod support_tests;
mod tidy;
mod transport;

/// A file that no `mod` line names would look like a test and never run.
#[test]
fn every_file_here_is_listed() {
    let here = support::root().join("tests/it");
    let mut unlisted = Vec::new();
    unlisted_in(&here, "main.rs", &mut unlisted);
    assert!(unlisted.is_empty(), "no `mod` line names {unlisted:?}");
}

/// Collects the files below `folder` that its `list` file does not declare as modules.
fn unlisted_in(folder: &std::path::Path, list: &str, unlisted: &mut Vec<std::path::PathBuf>) {
    let text = std::fs::read_to_string(folder.join(list)).unwrap_or_default();
    let listed = |name: &str| text.lines().any(|line| line.trim().trim_start_matches("pub ") == format!("mod {name};"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.file_name().is_some_and(|file| file == list) {
            continue;
        }
        if !listed(&name) {
            unlisted.push(path.clone());
        }
        if path.is_dir() {
            unlisted_in(&path, "mod.rs", unlisted);
        }
    }
}
