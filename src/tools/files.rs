//! Files by name: finding what a path means, and replacing content in one step.

use std::fs::{self, Metadata, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};

use crate::base::paths;

use crate::store::Change;

use super::lookalike::fold;
use super::{ToolCx, edit};

/// Names of a folder that are compared when a name is not there.
const COMPARED_NAMES: usize = 10_000;
const SUGGESTIONS: usize = 3;
/// How many links in a row are followed before a chain counts as a loop.
const LINKS: usize = 32;

/// The existing file or folder that `given` means, seen from `cwd`.
///
/// A name that is not there is looked for among names that look the same (hazard K33). When there is none, or more
/// than one, the error says what is nearest.
pub fn locate(cwd: &Path, given: &str) -> Result<PathBuf, String> {
    let path = paths::absolute(cwd, given);
    match path.symlink_metadata() {
        Ok(_) => return Ok(path),
        Err(error) if !absent(&error) => return Err(format!("Cannot read `{given}`: {}", reason(&error))),
        Err(_) => {}
    }
    let mut here = PathBuf::new();
    for part in path.components() {
        let Component::Normal(name) = part else {
            here.push(part);
            continue;
        };
        let next = here.join(name);
        if next.symlink_metadata().is_ok() {
            here = next;
            continue;
        }
        here = look_alike(&here, &name.to_string_lossy()).map_err(|why| format!("`{given}` does not exist: {why}"))?;
    }
    Ok(here)
}

/// Whether an error says that nothing is there, as opposed to something that cannot be reached.
pub fn absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The text of an error without the number that the system adds.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text.get(..at).unwrap_or(&text).to_owned(),
        None => text,
    }
}

fn look_alike(folder: &Path, name: &str) -> Result<PathBuf, String> {
    if !folder.is_dir() {
        return Err(format!("`{}` is no folder", folder.display()));
    }
    let names = match fs::read_dir(folder) {
        Ok(entries) => entries.take(COMPARED_NAMES).flatten().map(|entry| entry.file_name()).collect::<Vec<_>>(),
        Err(error) => return Err(format!("cannot list `{}`: {}", folder.display(), reason(&error))),
    };
    let wanted = fold(name);
    let alike: Vec<_> = names.iter().filter(|candidate| fold(&candidate.to_string_lossy()) == wanted).collect();
    match alike.as_slice() {
        [one] => Ok(folder.join(one)),
        [] => Err(nearest(folder, name, names.iter().map(|name| name.to_string_lossy().into_owned()))),
        several => {
            let mut shown: Vec<_> = several.iter().map(|name| format!("{name:?}")).collect();
            shown.sort();
            Err(format!("several names in `{}` look like it: {}", folder.display(), shown.join(", ")))
        }
    }
}

fn nearest(folder: &Path, name: &str, names: impl Iterator<Item = String>) -> String {
    let wanted = name.to_lowercase();
    let mut scored: Vec<(f64, String)> = names
        .map(|candidate| (strsim::jaro_winkler(&wanted, &candidate.to_lowercase()), candidate))
        .filter(|(score, _)| *score > 0.75)
        .collect();
    scored.sort_by(|(one, first), (other, second)| other.total_cmp(one).then_with(|| first.cmp(second)));
    scored.truncate(SUGGESTIONS);
    let shown: Vec<_> = scored.into_iter().map(|(_, name)| format!("`{name}`")).collect();
    let folder = folder.display();
    match shown.is_empty() {
        true => format!("there is no `{name}` in `{folder}`, and nothing of a similar name"),
        false => format!("there is no `{name}` in `{folder}`; nearest: {}", shown.join(", ")),
    }
}

/// What a write did.
#[derive(Debug, PartialEq)]
pub struct Written {
    /// The file that holds the content; differs from the path asked for when that is a link.
    pub path: PathBuf,
    /// Whether the file became executable because it begins like a script.
    pub made_executable: bool,
}

/// As [`replace`], and enters the change in the ledger. Nothing is written but what the call was let pass for.
pub fn replace_noted(cx: &ToolCx, path: &Path, content: &[u8]) -> io::Result<Written> {
    let place = cx.fence.place(path).map_err(io::Error::other)?;
    let target = follow_links(&place)?;
    if cx.fence.is_closed() && target != place {
        return Err(io::Error::other("a link has taken its place"));
    }
    let before = cx.changes.before(&target)?;
    let written = replace(&place, content)?;
    let Some(before) = before else { return Ok(written) };
    let shown = paths::display_relative(&cx.cwd, &written.path);
    let change = Change {
        diff: edit::diff_of_texts(&shown, before.content().unwrap_or_default(), content),
        before,
        after: content,
        shown,
        call_id: cx.call_id.as_str(),
    };
    if let Err(error) = cx.changes.enter(&cx.artifacts, change) {
        // The file is written; only taking it back will not be possible.
        tracing::warn!(path = %written.path.display(), "a change was not entered in the ledger: {error}");
    }
    Ok(written)
}

/// Replaces the content of `path`, or creates it with its folders.
///
/// A reader sees the old content or the new, never a part: the content goes to a new file beside the old one, which
/// then takes its name and mode. Links are followed, so a link stays one. Where a new file would change more than the
/// content (other hard links, a folder that takes no new files), the old file is written in place.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<Written> {
    let path = follow_links(path)?;
    let old = match path.metadata() {
        Ok(metadata) if metadata.is_dir() => return Err(io::Error::other("it is a folder")),
        Ok(metadata) if !metadata.is_file() => return Err(io::Error::other("it is no regular file")),
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let folder = path.parent().unwrap_or(Path::new("/"));
    if old.is_none() {
        fs::create_dir_all(folder)?;
    }
    let mode = old.as_ref().map(|metadata| metadata.permissions().mode());
    // A file that its owner protected stays protected, although its folder would allow the exchange.
    if mode.is_some_and(|mode| mode & 0o222 == 0) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let executable = is_script(content).then(|| executable_mode(mode)).flatten();
    let in_place = old.as_ref().is_some_and(|metadata| metadata.nlink() > 1);
    let exchanged = if in_place { Ok(false) } else { exchange(&path, folder, content, old.as_ref(), executable) };
    match exchanged {
        Ok(true) => {}
        Ok(false) => overwrite(&path, content, executable)?,
        Err(error) if old.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
            overwrite(&path, content, executable)?;
        }
        Err(error) => return Err(error),
    }
    Ok(Written { path, made_executable: executable.is_some() })
}

fn exchange(
    path: &Path,
    folder: &Path,
    content: &[u8],
    old: Option<&Metadata>,
    executable: Option<u32>,
) -> io::Result<bool> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".hostwire-").suffix(".tmp");
    if old.is_none() {
        // The mode of any new file: the process's mask is taken off by the system.
        builder.permissions(Permissions::from_mode(executable.unwrap_or(0o666)));
    }
    let mut new = builder.tempfile_in(folder)?;
    new.write_all(content)?;
    if let Some(old) = old {
        let ours = new.as_file().metadata()?;
        if (ours.uid(), ours.gid()) != (old.uid(), old.gid()) {
            return Ok(false);
        }
        let mode = executable.unwrap_or(old.permissions().mode());
        new.as_file().set_permissions(Permissions::from_mode(mode & 0o7777))?;
    }
    new.as_file().sync_all()?;
    new.persist(path).map_err(|failed| failed.error)?;
    Ok(true)
}

fn overwrite(path: &Path, content: &[u8], executable: Option<u32>) -> io::Result<()> {
    fs::write(path, content)?;
    match executable {
        Some(mode) => fs::set_permissions(path, Permissions::from_mode(mode & 0o7777)),
        None => Ok(()),
    }
}

/// `#!` followed by a path. Rust's `#![...]` is no script.
fn is_script(content: &[u8]) -> bool {
    let rest = content.strip_prefix(b"#!").map(<[u8]>::trim_ascii_start);
    rest.is_some_and(|rest| rest.starts_with(b"/"))
}

/// The mode that lets those run the file who may read it; `None` when its owner already can.
fn executable_mode(mode: Option<u32>) -> Option<u32> {
    let mode = mode.unwrap_or(0o666);
    (mode & 0o100 == 0).then_some(mode | (mode & 0o444) >> 2)
}

/// The place that a chain of links ends at, which need not exist.
pub fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let target = match fs::read_link(&path) {
            Ok(target) => target,
            // Not a link, or nothing there.
            Err(_) => return Ok(path),
        };
        let folder = path.parent().unwrap_or(Path::new("/"));
        // A link's `..` counts from where its folder really is.
        path = folder.canonicalize()?.join(target);
    }
    Err(io::Error::other("too many links in a row"))
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
