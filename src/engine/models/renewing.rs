//! A provider behind a login: its token is renewed before it ends, and once more when the provider refuses it.

use std::sync::Arc;

use futures_util::{FutureExt as _, StreamExt as _, stream};

use crate::auth::{AuthError, Renewal, Renewals, Secret};
use crate::provider::exchange::failed;
use crate::provider::{Chunk, ChunkStream, Credential, End, Failure, FailureKind, Provider, Request};

/// Asks `provider` with a token that is good.
pub(super) struct Renewing {
    pub provider: Arc<dyn Provider>,
    pub renewals: Renewals,
    pub of: Renewal,
}

impl Provider for Renewing {
    fn stream(&self, request: Request) -> ChunkStream {
        let work = begin(self.provider.clone(), self.renewals.clone(), self.of.clone(), request);
        Box::pin(work.into_stream().flatten())
    }
}

/// The reply from its first batch on.
async fn begin(provider: Arc<dyn Provider>, renewals: Renewals, of: Renewal, request: Request) -> ChunkStream {
    let token = match renewals.token(&of).await {
        Ok(token) => token,
        Err(error) => return failed(failure(error)),
    };
    let mut reply = ask(provider.as_ref(), &request, &token);
    let first = reply.next().await;
    if !first.as_deref().is_some_and(is_refusal) {
        return Box::pin(stream::iter(first).chain(reply));
    }
    drop(reply);
    match renewals.after(&of, token).await {
        Ok(token) => ask(provider.as_ref(), &request, &token),
        Err(error) => failed(failure(error)),
    }
}

fn ask(provider: &dyn Provider, request: &Request, token: &Secret) -> ChunkStream {
    provider.stream(Request { credential: Some(Credential::new(token.reveal())), ..request.clone() })
}

/// Whether the provider did not take the token.
fn is_refusal(batch: &[Chunk]) -> bool {
    batch.iter().any(|chunk| matches!(chunk, Chunk::End(End::Failed(failure)) if failure.status == Some(401)))
}

fn failure(error: AuthError) -> Failure {
    let kind = match error {
        AuthError::LoggedOut { .. } | AuthError::File { .. } => FailureKind::Auth,
        AuthError::NotNow { .. } => FailureKind::Network,
    };
    Failure { kind, message: error.to_string(), status: None, retry_after: None }
}
