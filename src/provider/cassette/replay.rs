//! Answers from a cassette.

use std::sync::Arc;

use futures_util::stream::{self, StreamExt as _};

use crate::provider::{Chunk, ChunkStream, End, Provider, Request, exchange};

use super::chunks::played;
use super::failure;
use super::tape::{Ending, Tape};

pub(super) fn provider(tape: Arc<Tape>) -> Arc<dyn Provider> {
    Arc::new(Replay { tape })
}

struct Replay {
    tape: Arc<Tape>,
}

impl Provider for Replay {
    fn stream(&self, request: Request) -> ChunkStream {
        let recorded = match self.tape.take(&request) {
            Ok(recorded) => recorded,
            Err(why) => return exchange::failed(failure(why)),
        };
        let place = self.tape.place(&recorded);
        let (ending, patience) = (recorded.ending, request.limits.idle);
        let batches = stream::unfold((recorded, 0), |(recorded, at)| async move {
            let batch: Vec<Chunk> = recorded.batches.get(at)?.iter().map(played).collect();
            // As a network would, so that aborts and steers get in.
            tokio::task::yield_now().await;
            Some((batch, (recorded, at + 1)))
        });
        let tail = stream::once(async move {
            let why = match ending {
                Ending::Whole => return Vec::new(),
                Ending::Cut => {
                    tokio::time::sleep(patience).await;
                    "was given up when it was recorded, and nobody gives it up now"
                }
                Ending::Missing => "has no end: the recording broke off there",
            };
            vec![Chunk::End(End::Failed(failure(format!("Replay drifted: {place} {why}"))))]
        });
        Box::pin(batches.chain(tail.filter(|batch| std::future::ready(!batch.is_empty()))))
    }
}
