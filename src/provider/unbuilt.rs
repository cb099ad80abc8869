//! APIs that are known by name and not spoken yet: asking one gives a clear failure.

use super::{ChunkStream, Failure, FailureKind, Provider, Request, exchange};

/// The known APIs that nothing here speaks.
pub const APIS: [&str; 3] = ["anthropic-messages", "openai-responses", "google-generative-ai"];

/// Stands for an API that is not spoken.
#[derive(Debug)]
pub struct Unbuilt {
    api: &'static str,
}

impl Unbuilt {
    /// For one of [`APIS`].
    pub fn named(api: &str) -> Option<Self> {
        APIS.iter().find(|known| **known == api).map(|api| Self { api })
    }
}

impl Provider for Unbuilt {
    fn stream(&self, request: Request) -> ChunkStream {
        let message = format!(
            "{}/{} needs the API {}, which hostwire does not speak yet; configure the provider with `api: openai-completions` and an address that speaks it",
            request.model.provider, request.model.id, self.api
        );
        exchange::failed(Failure { kind: FailureKind::BadRequest, message, status: None, retry_after: None })
    }
}
