//! What every vendor's stream is decoded into.

use std::time::Duration;

use crate::proto::shared::{JsonObject, StopReason, Usage};

/// One thing that a model's stream said, in no vendor's words.
#[derive(Debug, Clone, PartialEq)]
pub enum Chunk {
    /// The reply began; nothing of it is shown yet.
    Started { response_id: Option<String> },
    /// More text. Consecutive ones belong to the same block.
    Text(String),
    /// More thinking.
    Thinking(String),
    /// The signature of the thinking block that is open (or was closed last); replayed verbatim to the same model.
    ThinkingSignature(String),
    /// Thinking that only its provider can read.
    RedactedThinking(String),
    /// A piece of a tool call; `key` tells the calls of one reply apart and is never shown.
    Call { key: u64, id: Option<String>, name: Option<String>, fragment: CallFragment },
    /// What a provider wants back with the call, verbatim.
    CallSignature { key: u64, signature: String },
    /// The open block is complete, even if the next piece is of the same kind.
    BlockEnd,
    /// Usage so far; a later one replaces an earlier one (never added up). Its `cost` is left zero.
    Usage(Usage),
    /// The end, always last, exactly once.
    End(End),
}

/// The arguments of a call, as they come.
#[derive(Debug, Clone, PartialEq)]
pub enum CallFragment {
    /// The next bytes of the JSON text.
    Text(String),
    /// The whole object at once.
    Whole(JsonObject),
}

/// How a reply ended.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// The model stopped: `Stop`, `Length` or `ToolUse` (never `Error` or `Aborted`).
    Done(StopReason),
    /// The reply failed; what arrived before it may be incomplete.
    Failed(Failure),
}

/// Why a reply failed, with what a retry needs to know as fields, not text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub kind: FailureKind,
    /// For people: what happened and, where it is known, what to do.
    pub message: String,
    /// HTTP status, when there was one.
    pub status: Option<u16>,
    /// The wait that the provider asked for.
    pub retry_after: Option<Duration>,
}

/// Classes of failure, by status and code first (hazard K43).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// No credential is configured for the provider.
    MissingCredential,
    /// The provider refused the credential (401, 403).
    Auth,
    /// Too many requests, or the quota of the moment is used up (429).
    RateLimit,
    /// The provider says it is overloaded (503, 529).
    Overloaded,
    /// Another failure on the provider's side (5xx).
    Server,
    /// No connection, or it broke.
    Network,
    /// Nothing, or nothing more, arrived within the limit.
    Timeout,
    /// The body ended without any finish marker.
    Truncated,
    /// The stream did not speak its format.
    Malformed,
    /// The input does not fit the model's window.
    Overflow,
    /// The provider refused the content.
    ContentFilter,
    /// The request itself was refused (other 4xx).
    BadRequest,
}

impl FailureKind {
    /// Whether sending the same request again can help.
    pub fn is_transient(self) -> bool {
        matches!(
            self,
            Self::RateLimit
                | Self::Overloaded
                | Self::Server
                | Self::Network
                | Self::Timeout
                | Self::Truncated
                | Self::Malformed
        )
    }
}
