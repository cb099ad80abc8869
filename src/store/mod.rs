//! Transcript files: one conversation a file, one entry a line, appended and never rewritten.
//!
//! The room speaks core words ([`Entry`], [`Loaded`]); the file's format is `schema/transcript/`, known only here.
//! [`Transcript`] writes, [`Transcript::open`] reads and goes on, [`latest`] and [`find`] look for a session.
//!
//! Invariant: an entry that `append` accepted survives the death of the process.
//! Invariant: no half line is ever followed by another line; what is damaged stays in the file and is reported.
//! Invariant: one writer a file; a second one is refused while the first lives, and only then.

mod automode;
mod branch;
mod changes;
mod damage;
mod encode;
mod entry;
mod error;
mod export;
mod header;
mod history;
mod lines;
mod load;
mod order;
mod places;
#[cfg(test)]
#[path = "samples_tests.rs"]
mod samples;
mod snapshot;
mod transcript;
mod tree;
mod whole;

pub use automode::{SavedAutomode, clear_automode, load_automode, save_automode};
pub use branch::{BranchPoint, Excerpt, before, branch_points, copy};
pub use changes::{Before, Change, ChangeAction, ChangeDecision, ChangeError, Changes, FileChange};
pub use entry::{Body, Entry};
pub use error::StoreError;
pub use export::export_html;
pub use header::Header;
pub use load::Loaded;
pub use places::{artifacts_dir, find, latest, remove, session_path, sessions_dir};
pub use snapshot::Snapshot;
pub use transcript::Transcript;
pub use whole::{Whole, whole};
