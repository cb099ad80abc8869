//! The ledger of file changes: what was there before each, so that it can be brought back.
//!
//! Changes are applied when they are made. The ledger keeps the bytes before and after in a folder beside the session's
//! transcript, so that a session that is gone on with can still take a change back.

use std::collections::HashSet;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::base::{clock, private};
use crate::proto::transcript::{ChangeKind, ChangeLine, ChangeMade, ChangeOutcome, ChangeSettled};

/// The folder of a session's changes, below its artifacts.
const FOLDER: &str = "changes";
const INDEX: &str = "index.jsonl";

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeAction {
    Created,
    Modified,
    Deleted,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    pub id: String,
    /// As it is shown: from the workspace, if it lies in it.
    pub path: String,
    pub action: ChangeAction,
    /// The call that made it.
    pub call_id: String,
    /// As a unified diff, where it is text and not too long.
    pub diff: Option<String>,
}

/// What becomes of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeDecision {
    Accept,
    Reject,
}

/// Why a decision was not carried out; the change stays undecided, unless it was decided before.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    #[error("there is no such change")]
    Unknown,
    #[error("it is decided already")]
    Decided,
    #[error("{path} has changed since")]
    Conflict { path: String },
    #[error("{path}: {source}")]
    Io { path: String, source: io::Error },
}

/// What a file was before a change.
#[derive(Debug)]
pub struct Before {
    path: PathBuf,
    /// Content and mode; `None`: there was none.
    old: Option<(Vec<u8>, u32)>,
    /// Folders above it that were not there, innermost first.
    missing: Vec<PathBuf>,
}

impl Before {
    /// The content, if there was a file.
    pub fn content(&self) -> Option<&[u8]> {
        self.old.as_ref().map(|(content, _)| content.as_slice())
    }
}

/// A change as a tool tells it.
pub struct Change<'a> {
    pub before: Before,
    pub after: &'a [u8],
    /// The path as it is shown.
    pub shown: String,
    pub call_id: &'a str,
    pub diff: Option<String>,
}

/// The ledger. Clones share it; the default one keeps nothing.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    // A leaf lock. Tools and decisions write small files under it, away from the runtime's thread.
    inner: Option<Arc<Mutex<Ledger>>>,
}

#[derive(Debug, Default)]
struct Ledger {
    entries: Vec<Entry>,
    /// Made and not yet told.
    fresh: Vec<FileChange>,
    /// Folders that were made for files.
    folders: HashSet<PathBuf>,
    drawn: u64,
}

#[derive(Debug)]
struct Entry {
    id: String,
    path: PathBuf,
    shown: String,
    /// Mode of the file before; `None`: there was none.
    mode: Option<u32>,
    /// Where the bytes before and after are.
    folder: PathBuf,
    settled: bool,
}

impl Changes {
    /// A ledger that keeps what it is told.
    pub fn kept() -> Self {
        Self { inner: Some(Arc::default()) }
    }

    /// What a file is now; `None` when nothing is kept.
    pub fn before(&self, path: &Path) -> io::Result<Option<Before>> {
        if self.inner.is_none() {
            return Ok(None);
        }
        let old = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Some((fs::read(path)?, metadata.permissions().mode() & 0o7777)),
            Ok(_) => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let above = path.ancestors().skip(1).take_while(|folder| old.is_none() && folder.symlink_metadata().is_err());
        let missing = above.map(Path::to_owned).collect();
        Ok(Some(Before { path: path.to_owned(), old, missing }))
    }

    /// Enters a change that was made; `artifacts` is the session's folder.
    pub fn enter(&self, artifacts: &Path, change: Change<'_>) -> io::Result<()> {
        let Some(inner) = &self.inner else { return Ok(()) };
        let mut ledger = lock(inner);
        let folder = artifacts.join(FOLDER);
        private::folder(&folder)?;
        ledger.drawn += 1;
        let id = format!("chg_{}", ledger.drawn);
        let Change { before, after, shown, call_id, diff } = change;
        private::write(&after_file(&folder, &id), after)?;
        if let Some((content, _)) = &before.old {
            private::write(&before_file(&folder, &id), content)?;
        }
        let mode = before.old.as_ref().map(|(_, mode)| *mode);
        let action = if mode.is_some() { ChangeAction::Modified } else { ChangeAction::Created };
        append(
            &folder,
            &ChangeLine::from(ChangeMade {
                id: id.clone(),
                path: before.path.display().to_string(),
                shown: shown.clone(),
                kind: if mode.is_some() { ChangeKind::Modified } else { ChangeKind::Created },
                mode: mode.map(u64::from),
                folders: (!before.missing.is_empty())
                    .then(|| before.missing.iter().map(|folder| folder.display().to_string()).collect()),
                tool_call_id: call_id.to_owned(),
                timestamp: clock::now(),
            }),
        )?;
        ledger.folders.extend(before.missing);
        ledger.fresh.push(FileChange {
            id: id.clone(),
            path: shown.clone(),
            action,
            call_id: call_id.to_owned(),
            diff,
        });
        ledger.entries.push(Entry { id, path: before.path, shown, mode, folder, settled: false });
        Ok(())
    }

    /// The changes of a call that nobody was told of yet.
    pub fn take_fresh(&self, call_id: &str) -> Vec<FileChange> {
        let Some(inner) = &self.inner else { return Vec::new() };
        let mut ledger = lock(inner);
        let (taken, rest) = std::mem::take(&mut ledger.fresh).into_iter().partition(|change| change.call_id == call_id);
        ledger.fresh = rest;
        taken
    }

    /// Changes without a decision, oldest first.
    pub fn pending(&self) -> Vec<String> {
        let Some(inner) = &self.inner else { return Vec::new() };
        lock(inner).entries.iter().filter(|entry| !entry.settled).map(|entry| entry.id.clone()).collect()
    }

    /// Carries out a decision, and gives the path as it is shown.
    pub fn decide(&self, id: &str, decision: ChangeDecision) -> Result<String, ChangeError> {
        let Some(inner) = &self.inner else { return Err(ChangeError::Unknown) };
        let mut ledger = lock(inner);
        let Ledger { entries, folders, .. } = &mut *ledger;
        let entry = entries.iter_mut().find(|entry| entry.id == id).ok_or(ChangeError::Unknown)?;
        if entry.settled {
            return Err(ChangeError::Decided);
        }
        let io = |source| ChangeError::Io { path: entry.shown.clone(), source };
        if decision == ChangeDecision::Reject {
            if !entry.stands().map_err(io)? {
                return Err(ChangeError::Conflict { path: entry.shown.clone() });
            }
            entry.take_back().map_err(io)?;
            if entry.mode.is_none() {
                remove_made(&entry.path, folders);
            }
        }
        let outcome = match decision {
            ChangeDecision::Accept => ChangeOutcome::Accepted,
            ChangeDecision::Reject => ChangeOutcome::Rejected,
        };
        append(&entry.folder, &ChangeLine::from(ChangeSettled { id: id.to_owned(), outcome })).map_err(io)?;
        entry.settled = true;
        // They are of no use any more; what cannot be removed does no harm.
        let _ = fs::remove_file(before_file(&entry.folder, id));
        let _ = fs::remove_file(after_file(&entry.folder, id));
        Ok(entry.shown.clone())
    }

    /// Takes in what an earlier process kept of a session; a line that cannot be read is passed over.
    pub fn load(&self, artifacts: &Path) {
        let Some(inner) = &self.inner else { return };
        let folder = artifacts.join(FOLDER);
        let Ok(text) = fs::read_to_string(folder.join(INDEX)) else { return };
        let mut ledger = lock(inner);
        for line in text.lines() {
            match serde_json::from_str(line) {
                Ok(ChangeLine::Made(made)) => ledger.found(&folder, made),
                Ok(ChangeLine::Settled(settled)) => {
                    ledger
                        .entries
                        .iter_mut()
                        .filter(|entry| entry.id == settled.id)
                        .for_each(|entry| entry.settled = true);
                }
                Err(error) => tracing::warn!("a line of the ledger of changes is not used: {error}"),
            }
        }
    }
}

impl Ledger {
    fn found(&mut self, folder: &Path, made: ChangeMade) {
        let number = made.id.strip_prefix("chg_").and_then(|number| number.parse().ok()).unwrap_or(0);
        self.drawn = self.drawn.max(number);
        if self.entries.iter().any(|entry| entry.id == made.id) {
            return;
        }
        self.folders.extend(made.folders.into_iter().flatten().map(PathBuf::from));
        self.entries.push(Entry {
            id: made.id,
            path: made.path.into(),
            shown: made.shown,
            mode: made.mode.and_then(|mode| u32::try_from(mode).ok()),
            folder: folder.to_owned(),
            settled: false,
        });
    }
}

impl Entry {
    /// Whether the file is as the change left it.
    fn stands(&self) -> io::Result<bool> {
        let after = fs::read(after_file(&self.folder, &self.id))?;
        // Something else stands there now; a pipe would keep the reading waiting for ever.
        if fs::metadata(&self.path).is_ok_and(|there| !there.is_file()) {
            return Ok(false);
        }
        match fs::read(&self.path) {
            Ok(now) => Ok(now == after),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Bytes, mode and absence as they were.
    fn take_back(&self) -> io::Result<()> {
        let Some(mode) = self.mode else { return fs::remove_file(&self.path) };
        let before = fs::read(before_file(&self.folder, &self.id))?;
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        // Other names of the same file keep its content.
        if fs::metadata(&self.path)?.nlink() > 1 {
            fs::write(&self.path, before)?;
            return fs::set_permissions(&self.path, Permissions::from_mode(mode));
        }
        let mut new = tempfile::Builder::new().prefix(".hostwire-").suffix(".tmp").tempfile_in(folder)?;
        new.write_all(&before)?;
        new.as_file().set_permissions(Permissions::from_mode(mode))?;
        new.persist(&self.path).map(drop).map_err(|failed| failed.error)
    }
}

/// Takes away the folders above a file that is gone, as far as they were made for files and nothing is in them.
fn remove_made(path: &Path, folders: &mut HashSet<PathBuf>) {
    for folder in path.ancestors().skip(1) {
        if !folders.contains(folder) || fs::remove_dir(folder).is_err() {
            return;
        }
        folders.remove(folder);
    }
}

fn lock(inner: &Mutex<Ledger>) -> MutexGuard<'_, Ledger> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

fn before_file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.before"))
}

fn after_file(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.after"))
}

fn append(folder: &Path, line: &ChangeLine) -> io::Result<()> {
    let mut text = serde_json::to_string(line).map_err(io::Error::other)?;
    text.push('\n');
    let mut file = private::file().append(true).open(folder.join(INDEX))?;
    file.write_all(text.as_bytes())
}

#[cfg(test)]
#[path = "changes_tests.rs"]
mod tests;
