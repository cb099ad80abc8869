//! The models: one trait, one folder a vendor format, and what they all share.
//!
//! A provider turns a [`Request`] into a stream of [`Chunk`]s. It knows bytes and one vendor's format; it knows no
//! session, no tools that run and no protocol of a host. Retry is not its business.
//!
//! Invariant: a stream never yields an error item; its last chunk is [`Chunk::End`], with the failure inside.

pub mod builder;
pub mod cassette;
pub mod catalogue;
pub mod chunk;
pub mod exchange;
pub mod http;
pub mod listing;
pub mod notes;
pub mod offline;
pub mod open;
pub mod openai_completions;
pub mod partial_json;
pub mod request;
pub mod retry_after;
pub mod sse;
pub mod unbuilt;

pub use crate::outbox::Part;
pub use builder::{Ending, Finished, MessageBuilder};
pub use chunk::{CallFragment, Chunk, End, Failure, FailureKind};
pub use listing::{ListedModel, list_models};
pub use notes::{Purpose, Serves, Stretch, Tail};
pub use open::{OFFLINE_API, open};
pub use request::{Credential, IMAGE_TOKENS, Limits, Request};

use std::pin::Pin;

use futures_core::Stream;

/// What a provider yields: what arrived together comes as one batch, never an empty one.
pub type ChunkStream = Pin<Box<dyn Stream<Item = Vec<Chunk>> + Send>>;

/// One way to ask a model.
pub trait Provider: Send + Sync {
    /// Starts one reply. Dropping the stream closes the connection.
    fn stream(&self, request: Request) -> ChunkStream;
}
