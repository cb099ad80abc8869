//! Files that come with a message: their content as text behind it, pictures beside it, and a line for what is left out.

use std::path::{Path, PathBuf};

use crate::base::paths;
use crate::proto::shared::{ImageContent, SkippedReason};
use crate::tools::read::attach::{Attached, MAX_TEXT, MOST_FILES, Room, attach};
use crate::tools::subject::real;

/// What is put to a message.
#[derive(Debug, Default, PartialEq)]
pub struct Mentioned {
    /// Behind its text; empty without any.
    pub text: String,
    pub images: Vec<ImageContent>,
}

/// Reads the files that come with a message, in the bounds of [`attach`].
///
/// A file outside of `roots`, the first of which is the folder that names begin in, is left out, also one that a link
/// leads to, and so is what `denied` says: nothing of it is read. Slow: call it on a thread of its own.
pub fn attached(roots: &[PathBuf], names: &[String], denied: impl Fn(&Path) -> bool) -> Mentioned {
    let (mut parts, mut mentioned, mut room) = (Vec::new(), Mentioned::default(), Room::default());
    for name in names.iter().take(MOST_FILES) {
        parts.push(match find(roots, name, &denied) {
            Ok((path, shown)) => part(&path, &shown, name, &denied, &mut room, &mut mentioned.images),
            Err(why) => note(name, why),
        });
    }
    if names.len() > MOST_FILES {
        parts.push(format!("[{} more files are left out]", names.len() - MOST_FILES));
    }
    if !parts.is_empty() {
        mentioned.text = format!("\n\nFiles that come with this message:\n{}", parts.join("\n"));
    }
    mentioned
}

fn note(name: &str, why: &str) -> String {
    format!("[{name}: {why}]")
}

/// Where a file really is, and how that is shown.
fn find(roots: &[PathBuf], name: &str, denied: &impl Fn(&Path) -> bool) -> Result<(PathBuf, String), &'static str> {
    let cwd = roots.first().map_or(Path::new("/"), PathBuf::as_path);
    let written = paths::absolute(cwd, name);
    // Whether something is there is not told of places that are out of bounds.
    let place = real(&written);
    if !roots.iter().any(|root| place.starts_with(real(root))) {
        return Err("outside the workspace, left out");
    }
    if denied(&place) || denied(&written) {
        return Err("may not be read, left out");
    }
    let shown = paths::display_relative(&real(cwd), &place);
    if place.exists() { Ok((place, shown)) } else { Err("not found") }
}

fn part(
    path: &Path,
    shown: &str,
    name: &str,
    denied: &impl Fn(&Path) -> bool,
    room: &mut Room,
    images: &mut Vec<ImageContent>,
) -> String {
    let is_folder = path.is_dir();
    let Some(Attached { content, bytes, skipped, image, .. }) = attach(path, room, denied) else {
        return note(name, "cannot be read, left out");
    };
    match (skipped, image) {
        (Some(SkippedReason::Binary), _) => note(name, "binary, left out"),
        (Some(SkippedReason::TooLarge), _) => {
            let bytes = bytes.unwrap_or_default();
            note(name, &format!("{bytes} bytes are too much to come with a message (a file: {MAX_TEXT}), left out"))
        }
        (None, Some(image)) => {
            images.push(image);
            note(shown, "the picture is beside this message")
        }
        (None, None) if is_folder => format!("<folder path=\"{shown}\">\n{}\n</folder>", content.trim_end()),
        (None, None) => format!("<file path=\"{shown}\">\n{}\n</file>", content.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn text(roots: &[PathBuf], names: &[&str], denied: impl Fn(&Path) -> bool) -> String {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        attached(roots, &names, denied).text
    }

    #[test]
    fn files_and_folders_come_with_the_message_and_the_rest_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let (cwd, more) = (folder.path().join("work"), folder.path().join("more"));
        fs::create_dir_all(cwd.join("src")).unwrap();
        fs::create_dir_all(&more).unwrap();
        fs::write(cwd.join("src/a.rs"), "fn a() {}\n").unwrap();
        fs::write(cwd.join("src/.env"), "KEY=secret").unwrap();
        fs::write(cwd.join("b.bin"), "\0\u{1}").unwrap();
        fs::write(folder.path().join("outside"), "secret").unwrap();
        fs::write(more.join("c"), "c").unwrap();
        std::os::unix::fs::symlink(folder.path().join("outside"), cwd.join("link")).unwrap();
        let more_c = more.join("c").canonicalize().unwrap().display().to_string();
        let names = ["src/a.rs", "src", "nowhere", "../outside", "../none", "link", "src/.env", "b.bin", "../more/c"];
        let told = text(&[cwd.clone(), more], &names, |path| path.ends_with(".env"));
        assert_eq!(
            told,
            format!(
                "\n\nFiles that come with this message:\n<file path=\"src/a.rs\">\nfn a() {{}}\n</file>\n<folder \
                 path=\"src\">\na.rs\t10\n[1 entry is left out: rules forbid it]\n</folder>\n[nowhere: not \
                 found]\n[../outside: outside the workspace, left out]\n[../none: outside the workspace, left \
                 out]\n[link: outside the workspace, left out]\n[src/.env: may not be read, left out]\n[b.bin: binary, \
                 left out]\n<file path=\"{more_c}\">\nc\n</file>"
            )
        );
        assert_eq!(text(&[cwd], &[], |_| false), "");
    }

    #[test]
    fn a_pipe_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::from_bits_truncate(0o600)).unwrap();
        assert!(text(&[folder.path().into()], &["pipe"], |_| false).contains("[pipe: cannot be read, left out]"));
    }

    #[test]
    fn what_is_too_long_or_too_much_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("long"), "x".repeat(300 * 1024)).unwrap();
        let told = text(&[folder.path().into()], &["long"], |_| false);
        assert!(told.contains("[long: 307200 bytes are too much"), "{told}");
        let told = text(&[folder.path().into()], &["none"; MOST_FILES + 3], |_| false);
        assert!(told.ends_with("[3 more files are left out]"), "{told}");
    }
}
