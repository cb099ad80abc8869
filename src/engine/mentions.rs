//! Files that come with a message: their content as text behind it, within bounds, and a line for what is left out.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::base::paths;

/// Bytes of one file, and of all files of a message.
const MOST_OF_ONE: u64 = 256 * 1024;
const MOST_OF_ALL: usize = 1024 * 1024;
/// Files of one message.
const MOST_FILES: usize = 50;
/// Names of one folder.
const MOST_NAMES: usize = 500;

/// The text to put behind a message for the files that come with it; empty without any.
///
/// A file outside `cwd`, also one that a link leads to, or that `denied` names, is left out: nothing of it is read.
/// Slow: call it on a thread of its own.
pub fn attached(cwd: &Path, names: &[String], denied: impl Fn(&Path) -> bool) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut left = MOST_OF_ALL;
    for name in names.iter().take(MOST_FILES) {
        let part = part(cwd, name, &denied, left);
        left = left.saturating_sub(part.len());
        parts.push(part);
    }
    if names.len() > MOST_FILES {
        parts.push(format!("[{} more files are left out]", names.len() - MOST_FILES));
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!("\n\nFiles that come with this message:\n{}", parts.join("\n")),
    }
}

fn part(cwd: &Path, name: &str, denied: &impl Fn(&Path) -> bool, left: usize) -> String {
    let note = |why: &str| format!("[{name}: {why}]");
    let Ok(real) = paths::absolute(cwd, name).canonicalize() else { return note("not found") };
    let root = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
    if !real.starts_with(&root) {
        return note("outside the workspace, left out");
    }
    if denied(&real) {
        return note("may not be read, left out");
    }
    let shown = paths::display_relative(&root, &real);
    if real.is_dir() {
        return format!("<folder path=\"{shown}\">\n{}\n</folder>", listing(&real).unwrap_or_else(|why| why));
    }
    match content(&real, left) {
        Ok(text) => format!("<file path=\"{shown}\">\n{}\n</file>", text.trim_end()),
        Err(why) => note(&why),
    }
}

fn listing(folder: &Path) -> Result<String, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("[{error}]"))?;
    let name = |entry: fs::DirEntry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        format!("{}{}", entry.file_name().to_string_lossy(), if is_folder { "/" } else { "" })
    };
    let mut names: Vec<String> = entries.flatten().take(MOST_NAMES + 1).map(name).collect();
    names.sort();
    if names.len() > MOST_NAMES {
        names.truncate(MOST_NAMES);
        names.push("[more names are left out]".to_owned());
    }
    Ok(names.join("\n"))
}

fn content(path: &PathBuf, left: usize) -> Result<String, String> {
    let most = MOST_OF_ONE.min(left as u64);
    if most == 0 {
        return Err("left out, because the other files are long".to_owned());
    }
    // Before it is opened: a pipe without a writer would keep us waiting for ever.
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("no regular file, left out".to_owned());
    }
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.contains(&0) {
        return Err("binary, left out".to_owned());
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(match metadata.len() > most {
        true => format!("{text}\n[cut here: the file has {} bytes]", metadata.len()),
        false => text,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_folders_come_with_the_message_and_the_rest_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let cwd = folder.path().join("work");
        fs::create_dir_all(cwd.join("src")).unwrap();
        fs::write(cwd.join("src/a.rs"), "fn a() {}\n").unwrap();
        fs::write(cwd.join(".env"), "KEY=secret").unwrap();
        fs::write(cwd.join("b.bin"), "\0\u{1}").unwrap();
        fs::write(folder.path().join("outside"), "secret").unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside"), cwd.join("link")).unwrap();
        let names = ["src/a.rs", "src", "nowhere", "../outside", "link", ".env", "b.bin"].map(str::to_owned);
        let text = attached(&cwd, &names, |path| path.ends_with(".env"));
        assert_eq!(
            text,
            "\n\nFiles that come with this message:\n<file path=\"src/a.rs\">\nfn a() {}\n</file>\n<folder path=\"src\">\n\
             a.rs\n</folder>\n[nowhere: not found]\n[../outside: outside the workspace, left out]\n[link: outside the \
             workspace, left out]\n[.env: may not be read, left out]\n[b.bin: binary, left out]"
        );
        assert_eq!(attached(&cwd, &[], |_| false), "");
    }

    #[test]
    fn a_pipe_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::from_bits_truncate(0o600)).unwrap();
        assert!(attached(folder.path(), &["pipe".to_owned()], |_| false).contains("no regular file, left out"));
    }

    #[test]
    fn a_long_file_is_cut_and_told_so() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("long"), "x".repeat(300 * 1024)).unwrap();
        let text = attached(folder.path(), &["long".to_owned()], |_| false);
        assert!(text.len() < 257 * 1024 && text.contains("[cut here: the file has 307200 bytes]"));
    }
}
