//! Transcript files: one conversation a file, one entry a line, appended and never rewritten.
//!
//! The room speaks core words ([`Entry`], [`Loaded`]); the file's format is `schema/transcript/`, known only here.
//!
//! Invariant: an entry that `append` accepted survives the death of the process.
//! Invariant: one writer a file; a second one is refused while the first lives.

mod entry;

pub use entry::{Body, Entry};
