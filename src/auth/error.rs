//! Why a credential cannot be had, kept or renewed.

use std::path::{Path, PathBuf};

/// An error of this room. None of its texts holds a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    /// A file that holds or guards credentials.
    #[error("{}: {why}", path.display())]
    File { path: PathBuf, why: String },
    /// The login is over: the user has to log in again.
    #[error("The login at {name} is over: {why}\nLog in to it again, or set an API key")]
    LoggedOut { name: String, why: String },
    /// It may work later.
    #[error("The login at {name} could not be renewed: {why}")]
    NotNow { name: String, why: String },
}

impl AuthError {
    pub(super) fn file(path: &Path, why: impl ToString) -> Self {
        Self::File { path: path.to_owned(), why: why.to_string() }
    }
}
