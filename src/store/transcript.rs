//! The one writer of a transcript file: a line an entry, whole or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek as _, Write};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::base::{lock, private};

use super::encode;
use super::entry::Entry;
use super::error::StoreError;
use super::header::Header;
use super::load::{Loaded, load};
use super::snapshot::{Snapshot, inspect, missing};

/// A transcript that is open for writing. The lock on its file goes with it, also when the process is killed.
#[derive(Debug)]
pub struct Transcript {
    path: PathBuf,
    state: State,
    /// Lines that are not in the file yet: the one being written, and those whose writing failed.
    pending: Vec<u8>,
    /// What happened to the file from outside, for whoever asks.
    remark: Option<String>,
}

#[derive(Debug)]
enum State {
    /// Nothing is on disk yet.
    Planned(Header),
    /// Nothing ever will be: the lines so far.
    Memory(Vec<u8>),
    Open(Open),
}

#[derive(Debug)]
struct Open {
    file: File,
    /// The file ends in the middle of a line, which must be ended before the next one begins.
    torn: bool,
    /// Made by this transcript, not found.
    created: bool,
    /// A failed write left bytes behind this length that could not be cut off yet.
    cut_to: Option<u64>,
    /// For a file that loses its beginning.
    header: Header,
    /// Bytes that the file had after the last write: it only grows, unless someone else cuts it.
    length: u64,
}

/// A buffer that once held a picture is not kept that large.
const KEPT_CAPACITY: usize = 1 << 20;

impl Transcript {
    /// A new session. Its folder and file are made by the first [`append`](Self::append).
    pub fn planned(path: PathBuf, header: Header) -> Self {
        Self { path, state: State::Planned(header), pending: Vec::new(), remark: None }
    }

    /// A session without a file; its path is empty.
    pub fn in_memory(header: &Header) -> Self {
        // A header is always JSON; without it the session would be readable by nobody, and that is told then.
        let lines = header.line().unwrap_or_default();
        Self { path: PathBuf::new(), state: State::Memory(lines), pending: Vec::new(), remark: None }
    }

    /// A new session that begins with these entries, written at once.
    pub(super) fn begun(path: PathBuf, header: Header, lines: Vec<u8>) -> Result<Self, StoreError> {
        let mut transcript = Self { path, state: State::Planned(header), pending: lines, remark: None };
        match transcript.write_pending() {
            Ok(()) => Ok(transcript),
            Err(error) => {
                // Not tried once more when this is dropped.
                transcript.pending.clear();
                Err(error)
            }
        }
    }

    /// The same, with lines that are there from the beginning.
    pub(super) fn with(mut self, lines: Vec<u8>) -> Self {
        self.pending.extend(lines);
        if let State::Memory(all) = &mut self.state {
            all.append(&mut self.pending);
        }
        self
    }

    /// Opens the file of an earlier session and reads it. Nothing in it is changed by that.
    pub fn open(path: &Path) -> Result<(Self, Loaded), StoreError> {
        let metadata = inspect(path)?;
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(|error| missing(path, error))?;
        claim(&file, path)?;
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default() + 1);
        file.read_to_end(&mut bytes).map_err(StoreError::io("read", path))?;
        let loaded = load(&bytes).map_err(|why| {
            let _ = file.unlock();
            StoreError::NotASession { path: path.to_owned(), why }
        })?;
        let torn = bytes.last() != Some(&b'\n');
        let (header, length) = (loaded.header.clone(), bytes.len() as u64);
        let open = Open { file, torn, created: false, cut_to: None, header, length };
        Ok((Self { path: path.to_owned(), state: State::Open(open), pending: Vec::new(), remark: None }, loaded))
    }

    /// Where the file is, or will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it has no line yet.
    pub fn is_planned(&self) -> bool {
        matches!(self.state, State::Planned(_))
    }

    /// What it holds now.
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        let path = self.path.clone();
        let (length, mut tail) = match &self.state {
            State::Planned(header) => (None, header.line()?),
            State::Memory(lines) => (None, lines.clone()),
            State::Open(open) => {
                let length = open.file.metadata().map_err(StoreError::io("inspect", &path))?.len();
                let glue: &[u8] = if open.torn { b"\n" } else { b"" };
                (Some(open.cut_to.unwrap_or(length)), glue.to_vec())
            }
        };
        tail.extend_from_slice(&self.pending);
        Ok(Snapshot { path, length, tail })
    }

    /// What the last write found done to the file by somebody else, and what was made of it; told once.
    pub fn take_remark(&mut self) -> Option<String> {
        self.remark.take()
    }

    /// Adds an entry with one write. A file that was deleted meanwhile is made again with all that it held; one that was
    /// cut gets what follows, so that it stays a session.
    ///
    /// When that fails, the entry is kept and goes out in front of the next one: do not hand it in again. Nothing of a
    /// failed write stays in the file.
    pub fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let line = encode::entry(entry)?;
        self.pending.extend_from_slice(&line);
        self.write_pending()
    }

    fn write_pending(&mut self) -> Result<(), StoreError> {
        if let State::Planned(header) = &self.state {
            // The header goes out in the same write as the first entry, so no file stands there with a header alone.
            let mut lines = header.line()?;
            let (file, header) = (create(&self.path)?, header.clone());
            let open = Open { file, torn: false, created: true, cut_to: None, header, length: 0 };
            lines.append(&mut self.pending);
            self.pending = lines;
            self.state = State::Open(open);
        }
        if let State::Memory(lines) = &mut self.state {
            lines.append(&mut self.pending);
            return Ok(());
        }
        let State::Open(open) = &mut self.state else { return Ok(()) };
        let remark = open.write(&mut self.pending, &self.path)?;
        self.remark = remark.or(self.remark.take());
        self.pending.clear();
        self.pending.shrink_to(KEPT_CAPACITY);
        Ok(())
    }
}

impl Open {
    /// Writes whole lines; tells what somebody else had done to the file.
    fn write(&mut self, lines: &mut Vec<u8>, path: &Path) -> Result<Option<String>, StoreError> {
        if let Some(length) = self.cut_to {
            self.file.set_len(length).map_err(StoreError::io("repair", path))?;
            self.cut_to = None;
        }
        let mut remark = None;
        let before = self.file.metadata().map_err(StoreError::io("inspect", path))?;
        if is_gone(&before) {
            self.file = self.restored(path)?;
            remark = Some(format!("the session file was deleted while in use and is made again: {}", path.display()));
        }
        if before.len() < self.length {
            self.go_on_behind_cut(before.len(), lines, path)?;
            let text = "the session file was cut by someone else; what it lost is not stored any more, what follows is";
            remark = Some(format!("{text}: {}", path.display()));
        }
        if self.torn {
            lines.insert(0, b'\n');
            self.torn = false;
        }
        self.file.write_all(lines).map_err(|error| {
            if self.file.set_len(before.len()).is_err() {
                self.cut_to = Some(before.len());
            }
            StoreError::io("write", path)(error)
        })?;
        self.length = before.len() + lines.len() as u64;
        Ok(remark)
    }

    /// A new file at the old place with all that the deleted one holds. A file of someone else there is left alone.
    fn restored(&self, path: &Path) -> Result<File, StoreError> {
        let mut new = create(path).map_err(|error| match error {
            StoreError::Exists { path } => StoreError::Gone { path },
            other => other,
        })?;
        let mut old = &self.file;
        let copied = old.rewind().and_then(|()| std::io::copy(&mut old, &mut new));
        match copied {
            Ok(_) => Ok(new),
            Err(error) => {
                let _ = fs::remove_file(path);
                Err(StoreError::io("restore", path)(error))
            }
        }
    }

    /// The file ends earlier than it did. What follows begins on a line of its own, behind a header if that was lost.
    fn go_on_behind_cut(&mut self, length: u64, lines: &mut Vec<u8>, path: &Path) -> Result<(), StoreError> {
        let mut last = [b'\n'];
        if let Some(at) = length.checked_sub(1) {
            self.file.read_exact_at(&mut last, at).map_err(StoreError::io("read", path))?;
        }
        self.torn = last != [b'\n'];
        let header = self.header.line()?;
        if length < header.len() as u64 {
            lines.splice(0..0, header);
        }
        self.length = length;
        Ok(())
    }
}

#[cfg(unix)]
fn is_gone(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) == 0
}

#[cfg(not(unix))]
fn is_gone(_metadata: &fs::Metadata) -> bool {
    false
}

/// Makes the file with its folder, and takes the lock.
fn create(path: &Path) -> Result<File, StoreError> {
    if let Some(folder) = path.parent() {
        private::folder(folder).map_err(StoreError::io("create", folder))?;
    }
    let mut options = OpenOptions::new();
    options.read(true).append(true).create_new(true);
    // Conversations hold what tools printed; that is nobody else's business.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => StoreError::Exists { path: path.to_owned() },
        _ => StoreError::io("create", path)(error),
    })?;
    claim(&file, path).inspect_err(|_| {
        // Ours, and still empty: the next append starts afresh.
        let _ = fs::remove_file(path);
    })?;
    Ok(file)
}

/// How long a file that seems to be in use is tried again: a writer that was killed in the moment in which it started a
/// child leaves its lock to that child until it has become the other program.
const DYING_WRITER: Duration = Duration::from_millis(250);

fn claim(file: &File, path: &Path) -> Result<(), StoreError> {
    match lock::wait(file, DYING_WRITER) {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy { path: path.to_owned() }),
        // Some network file systems have no locks; one session without a guard is better than none.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
            tracing::warn!(path = %path.display(), "the file system has no locks, two writers would go unnoticed");
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(StoreError::io("lock", path)(error)),
    }
}

impl Drop for Transcript {
    fn drop(&mut self) {
        if !self.pending.is_empty()
            && let Err(error) = self.write_pending()
        {
            tracing::error!(%error, path = %self.path.display(), "the last entries of a session were lost");
        }
        // A file whose very first write failed would be found as a session that is none.
        let State::Open(open) = &self.state else { return };
        // Closing alone would not do while a child that is just being started still has a copy of the handle.
        let _ = open.file.unlock();
        if open.created && open.file.metadata().is_ok_and(|metadata| metadata.len() == 0 && !is_gone(&metadata)) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
#[path = "transcript_tests.rs"]
mod tests;
