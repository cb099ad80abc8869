//! What can go wrong with a session file.

use std::path::{Path, PathBuf};

/// Why a session file could not be opened, found or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("session file not found: {}", path.display())]
    Missing { path: PathBuf },
    /// Nothing was changed: a file that is no session is never written to.
    #[error("not a session file: {}: {why}", path.display())]
    NotASession { path: PathBuf, why: String },
    /// Another transcript, of this process or of another one, has the file open for writing.
    #[error("session file is in use: {}", path.display())]
    Busy { path: PathBuf },
    /// The path of a new session is taken.
    #[error("file exists already: {}", path.display())]
    Exists { path: PathBuf },
    /// Someone put another file in the place of the one that is being written.
    #[error("session file was replaced by another one while in use: {}", path.display())]
    Gone { path: PathBuf },
    #[error("no session `{wanted}` in {}", dir.display())]
    Unknown { wanted: String, dir: PathBuf },
    #[error("`{wanted}` fits several sessions: {}", candidates.join(", "))]
    Ambiguous { wanted: String, candidates: Vec<String> },
    #[error("no user message has the entry id `{wanted}`")]
    NoBranchPoint { wanted: String },
    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("entry cannot be written as JSON: {source}")]
    Encode { source: serde_json::Error },
}

impl StoreError {
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
