//! Unpacking a package: plain files below one folder, bounded; anything else refuses the whole of it.

use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Component, Path, PathBuf};

use flate2::read::MultiGzDecoder;
use tar::{Archive, Entry, EntryType};

/// Bytes when unpacked, headers and padding counted.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// Files and folders.
const MOST_ENTRIES: usize = 5000;
/// Bytes of a path, and names in it.
const LONGEST_PATH: usize = 1000;
const DEEPEST: usize = 32;

/// Writes the files of a package below `root`, which is made.
pub(super) fn unpack(tarball: &[u8], root: &Path) -> Result<(), String> {
    let bounded = Bounded { inner: MultiGzDecoder::new(tarball), left: MOST_BYTES };
    let mut archive = Archive::new(bounded);
    fs::create_dir(root).map_err(|error| error.to_string())?;
    let entries = archive.entries().map_err(|error| damaged(&error))?;
    let mut count = 0;
    for entry in entries {
        let entry = entry.map_err(|error| damaged(&error))?;
        count += 1;
        if count > MOST_ENTRIES {
            return Err(format!("the package has more than {MOST_ENTRIES} files"));
        }
        write(entry, root)?;
    }
    match count {
        0 => Err("the package is empty".to_owned()),
        _ => Ok(()),
    }
}

fn write<R: Read>(mut entry: Entry<'_, R>, root: &Path) -> Result<(), String> {
    let kind = entry.header().entry_type();
    let name = entry.path_bytes().into_owned();
    let shown = String::from_utf8_lossy(&name).escape_debug().to_string();
    let shown: String = shown.chars().take(200).collect();
    match kind {
        EntryType::Regular | EntryType::Directory => {}
        // Remarks on all entries, such as the commit they were made from.
        EntryType::XGlobalHeader => return Ok(()),
        EntryType::Symlink | EntryType::Link => return Err(format!("{shown} in the package is a link")),
        _ => return Err(format!("{shown} in the package is neither a file nor a folder")),
    }
    let Some(path) = below(&name).map_err(|why| format!("{shown} in the package {why}"))? else { return Ok(()) };
    let path = root.join(path);
    let written = match kind {
        EntryType::Directory => fs::create_dir_all(&path),
        _ => file(&mut entry, &path),
    };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory => {
            format!("{shown} is more than once in the package")
        }
        _ => damaged(&error),
    })
}

/// Writes a file that must not be there yet.
fn file<R: Read>(entry: &mut Entry<'_, R>, path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let is_program = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
    let mode = if is_program { 0o755 } else { 0o644 };
    let mut file = OpenOptions::new().write(true).create_new(true).mode(mode).open(path)?;
    let (written, promised) = (io::copy(entry, &mut file)?, entry.size());
    match written == promised {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// A path below the package's own folder, whatever that is called; none for the folder itself.
fn below(name: &[u8]) -> Result<Option<PathBuf>, &'static str> {
    let name = std::str::from_utf8(name).map_err(|_| "has a name that is not UTF-8")?;
    if name.chars().any(|c| c.is_control() || c == '\\') {
        return Err("has a name with characters that no file should have");
    }
    if name.len() > LONGEST_PATH {
        return Err("has a name that is too long");
    }
    let mut parts = Vec::new();
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => parts.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err("leads out of it");
            }
        }
    }
    if parts.len() > DEEPEST {
        return Err("lies too deep");
    }
    let path: PathBuf = parts.into_iter().skip(1).collect();
    Ok(Some(path).filter(|path| !path.as_os_str().is_empty()))
}

fn damaged(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::FileTooLarge => error.to_string(),
        _ => format!("the package cannot be unpacked: {error}"),
    }
}

/// A stream that fails when more comes out of it than a package can need.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => {
                let why = format!("the package is larger than {} MiB when unpacked", MOST_BYTES / 1024 / 1024);
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
            }
        }
        Ok(count)
    }
}

#[cfg(test)]
#[path = "unpack_tests.rs"]
mod tests;
