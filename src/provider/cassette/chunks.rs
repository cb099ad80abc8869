//! Chunks as they stand in a cassette, and back.

use std::time::Duration;

use crate::proto::cassette::{
    BlockEndChunk, CallChunk, CallSignatureChunk, DoneChunk, FailedChunk, FailureClass, RecordedChunk,
    RedactedThinkingChunk, StartedChunk, TextChunk, ThinkingChunk, ThinkingSignatureChunk, UsageChunk,
};
use crate::provider::{CallFragment, Chunk, End, Failure, FailureKind};

pub(super) fn recorded(chunk: &Chunk) -> RecordedChunk {
    match chunk.clone() {
        Chunk::Started { response_id } => StartedChunk { response_id }.into(),
        Chunk::Text(text) => TextChunk { text }.into(),
        Chunk::Thinking(text) => ThinkingChunk { text }.into(),
        Chunk::ThinkingSignature(signature) => ThinkingSignatureChunk { signature }.into(),
        Chunk::RedactedThinking(data) => RedactedThinkingChunk { data }.into(),
        Chunk::Call { key, id, name, fragment } => {
            let (text, arguments) = match fragment {
                CallFragment::Text(text) => (Some(text), None),
                CallFragment::Whole(arguments) => (None, Some(arguments)),
            };
            CallChunk { key, id, name, text, arguments }.into()
        }
        Chunk::CallSignature { key, signature } => CallSignatureChunk { key, signature }.into(),
        Chunk::BlockEnd => BlockEndChunk {}.into(),
        Chunk::Usage(usage) => UsageChunk { usage }.into(),
        Chunk::End(End::Done(stop_reason)) => DoneChunk { stop_reason }.into(),
        Chunk::End(End::Failed(failure)) => FailedChunk {
            failure: class(failure.kind),
            message: failure.message,
            status: failure.status.map(u64::from),
            retry_after_ms: failure.retry_after.map(|wait| wait.as_secs_f64() * 1e3),
        }
        .into(),
    }
}

pub(super) fn played(chunk: &RecordedChunk) -> Chunk {
    match chunk.clone() {
        RecordedChunk::Started(StartedChunk { response_id }) => Chunk::Started { response_id },
        RecordedChunk::Text(TextChunk { text }) => Chunk::Text(text),
        RecordedChunk::Thinking(ThinkingChunk { text }) => Chunk::Thinking(text),
        RecordedChunk::ThinkingSignature(ThinkingSignatureChunk { signature }) => Chunk::ThinkingSignature(signature),
        RecordedChunk::RedactedThinking(RedactedThinkingChunk { data }) => Chunk::RedactedThinking(data),
        RecordedChunk::Call(CallChunk { key, id, name, text, arguments }) => {
            let fragment = match arguments {
                Some(arguments) => CallFragment::Whole(arguments),
                None => CallFragment::Text(text.unwrap_or_default()),
            };
            Chunk::Call { key, id, name, fragment }
        }
        RecordedChunk::CallSignature(CallSignatureChunk { key, signature }) => Chunk::CallSignature { key, signature },
        RecordedChunk::BlockEnd(BlockEndChunk {}) => Chunk::BlockEnd,
        RecordedChunk::Usage(UsageChunk { usage }) => Chunk::Usage(usage),
        RecordedChunk::Done(DoneChunk { stop_reason }) => Chunk::End(End::Done(stop_reason)),
        RecordedChunk::Failed(FailedChunk { failure, message, status, retry_after_ms }) => {
            Chunk::End(End::Failed(Failure {
                kind: kind(failure),
                message,
                status: status.and_then(|status| u16::try_from(status).ok()),
                retry_after: retry_after_ms.and_then(|millis| Duration::try_from_secs_f64(millis / 1e3).ok()),
            }))
        }
    }
}

/// Whether it is the last of its exchange.
pub(super) fn is_end(chunk: &RecordedChunk) -> bool {
    matches!(chunk, RecordedChunk::Done(_) | RecordedChunk::Failed(_))
}

/// The names of the wire beside those of the core.
const CLASSES: [(FailureKind, FailureClass); 12] = [
    (FailureKind::MissingCredential, FailureClass::MissingCredential),
    (FailureKind::Auth, FailureClass::Auth),
    (FailureKind::RateLimit, FailureClass::RateLimit),
    (FailureKind::Overloaded, FailureClass::Overloaded),
    (FailureKind::Server, FailureClass::Server),
    (FailureKind::Network, FailureClass::Network),
    (FailureKind::Timeout, FailureClass::Timeout),
    (FailureKind::Truncated, FailureClass::Truncated),
    (FailureKind::Malformed, FailureClass::Malformed),
    (FailureKind::Overflow, FailureClass::Overflow),
    (FailureKind::ContentFilter, FailureClass::ContentFilter),
    (FailureKind::BadRequest, FailureClass::BadRequest),
];

fn class(kind: FailureKind) -> FailureClass {
    CLASSES.iter().find(|(known, _)| *known == kind).map_or(FailureClass::BadRequest, |(_, class)| *class)
}

fn kind(class: FailureClass) -> FailureKind {
    CLASSES.iter().find(|(_, known)| *known == class).map_or(FailureKind::BadRequest, |(kind, _)| *kind)
}
