//! A provider whose failures are told without the credential: some servers repeat what they refuse.

use std::sync::Arc;

use futures_util::StreamExt as _;

use crate::base::log::Secrets;
use crate::provider::{Chunk, ChunkStream, End, Provider, Request};

/// Asks `provider`; what it says of a failure goes to hosts and transcripts.
pub(super) struct Discreet {
    pub provider: Arc<dyn Provider>,
    pub secrets: Secrets,
}

impl Provider for Discreet {
    fn stream(&self, request: Request) -> ChunkStream {
        let secrets = self.secrets.clone();
        Box::pin(self.provider.stream(request).map(move |mut batch| {
            if let Some(Chunk::End(End::Failed(failure))) = batch.last_mut() {
                failure.message = secrets.redact(&failure.message).into_owned();
            }
            batch
        }))
    }
}
