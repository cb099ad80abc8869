//! The process: which session speaks, which models there are, what runs beside.
//!
//! The engine opens sessions, puts one of them in the foreground and replaces it. It knows no protocol.
//!
//! Invariant: exactly one session is in the foreground from the first frame to the last.

mod background;
mod changes;
mod foreground;
mod logins;
pub mod mentions;
pub mod models;
pub mod permissions;
pub mod prompt;
mod sessions;
mod shells;

pub use background::{Hidden, Moved};
pub use foreground::Engine;
pub use logins::{Login, Logins};
pub use permissions::{Memory, Permissions};
pub use sessions::{Choose, Folders, Opening, Prompt, RulesOf, Sessions};
pub use shells::Shells;

/// Why the process cannot start, or a session cannot open.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// The configuration names something that does not exist.
    #[error("{0}")]
    Configuration(String),
    #[error("{} is no folder", path.display())]
    NoFolder { path: std::path::PathBuf },
    #[error("session.backgroundLimit must be at least 1, not {0}")]
    BackgroundLimit(u64),
    #[error("the session is not stored in a file")]
    InMemory,
    /// A defect, which is in the log.
    #[error("the session broke off")]
    Lost,
}
