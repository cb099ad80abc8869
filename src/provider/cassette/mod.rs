//! Cassettes: exchanges with providers written to a file, and answered from it.
//!
//! Both are wrappers around any provider, the embedded one too. What is kept of a request are digests ([`print`]), of a
//! reply the chunks that it was decoded into; so a cassette holds no credential, no header and no vendor's format.
//!
//! Invariant: a replay makes no connection, and a request that is not the recorded one fails its turn.

mod chunks;
mod print;
mod recording;
mod replay;
mod tape;

pub use print::Places;
pub use recording::Recording;
pub use tape::Tape;

use std::path::PathBuf;
use std::sync::Arc;

use super::{Failure, FailureKind, Provider};

/// A cassette that is being written or played.
#[derive(Clone)]
pub enum Cassette {
    Recording(Arc<Recording>),
    Tape(Arc<Tape>),
}

/// Why a cassette cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CassetteError {
    #[error("{}: {source}", file.display())]
    Io { file: PathBuf, source: std::io::Error },
    /// A file is there, and it is something else.
    #[error("{} is no cassette and is not written over", file.display())]
    Taken { file: PathBuf },
    #[error("{}:{line}: {why}", file.display())]
    Line { file: PathBuf, line: usize, why: String },
    #[error("{}: the cassette is larger than {} MiB", file.display(), most >> 20)]
    TooLarge { file: PathBuf, most: u64 },
}

impl Cassette {
    /// The provider with the cassette in front of it.
    pub fn wrap(&self, provider: Arc<dyn Provider>) -> Arc<dyn Provider> {
        match self {
            Self::Recording(recording) => recording::wrap(recording.clone(), provider),
            // What was recorded answers; the provider itself is never asked.
            Self::Tape(tape) => replay::provider(tape.clone()),
        }
    }
}

/// A failure that no repetition mends.
fn failure(message: String) -> Failure {
    Failure { kind: FailureKind::BadRequest, message, status: None, retry_after: None }
}

#[cfg(test)]
#[path = "cassette_tests.rs"]
mod tests;
