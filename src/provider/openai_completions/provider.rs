//! The connection between the pure parts and a server.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::proto::shared::Model;
use crate::provider::exchange::{self, Decode, Post};
use crate::provider::http::{self, Http};
use crate::provider::{Chunk, ChunkStream, Failure, FailureKind, Provider, Request, catalogue};

use super::body::Body;
use super::compat::Compat;
use super::error;
use super::request::build;
use super::stream::Decoder;

/// Asks servers that speak chat completions.
pub struct OpenAiCompletions {
    http: Arc<Http>,
    /// Sent with every request. They may hold secrets, so they are not part of the model that hosts are shown.
    headers: BTreeMap<String, String>,
}

impl OpenAiCompletions {
    pub fn new(http: Arc<Http>, headers: BTreeMap<String, String>) -> Self {
        Self { http, headers }
    }
}

impl Provider for OpenAiCompletions {
    fn stream(&self, request: Request) -> ChunkStream {
        match prepare(&request, &self.headers) {
            Ok((post, estimate)) => {
                let who = request.model.provider.clone();
                let body = Body::new(Decoder::new(&who, estimate));
                let reply = Reply { body, who: who.clone() };
                exchange::stream(self.http.clone(), post, request.limits, who, Box::new(reply))
            }
            Err(failure) => exchange::failed(failure),
        }
    }
}

fn prepare(request: &Request, own: &BTreeMap<String, String>) -> Result<(Post, u64), Failure> {
    let model = request.model.as_ref();
    let url = http::endpoint(&model.base_url, "chat/completions")?;
    if request.credential.is_none() {
        needs_none(model, own)?;
    }
    let compat = Compat::of(model);
    let configured = model.headers.iter().flatten().chain(own).map(|(name, value)| (name.as_str(), value.as_str()));
    let session = compat.session_header.as_deref().map(|name| (name, &*request.session_id));
    let headers = http::headers(request.credential.as_ref(), session.into_iter().chain(configured))?;
    let built = build(request, &compat).map_err(|why| Failure {
        kind: FailureKind::BadRequest,
        message: format!("the request cannot be written: {why}"),
        status: None,
        retry_after: None,
    })?;
    Ok((Post { url, headers, body: built.body }, built.prompt_estimate))
}

/// Known servers that want a key are not bothered without one.
fn needs_none(model: &Model, own: &BTreeMap<String, String>) -> Result<(), Failure> {
    let Some(vendor) = catalogue::vendor_at(&model.base_url) else { return Ok(()) };
    if model.headers.iter().flatten().chain(own).any(|(name, _)| name.eq_ignore_ascii_case("authorization")) {
        return Ok(());
    }
    Err(Failure {
        kind: FailureKind::MissingCredential,
        message: format!("No API key for {}: set {}", model.provider, vendor.key_variables.join(" or ")),
        status: None,
        retry_after: None,
    })
}

struct Reply {
    body: Body,
    who: String,
}

impl Decode for Reply {
    fn bytes(&mut self, bytes: &[u8], out: &mut Vec<Chunk>) {
        self.body.bytes(bytes, out);
    }

    fn end(&mut self, out: &mut Vec<Chunk>) {
        self.body.end(out);
    }

    fn is_finished(&self) -> bool {
        self.body.is_finished()
    }

    fn is_over(&self) -> bool {
        self.body.is_over()
    }

    fn refusal(&self, status: u16, body: &[u8], wait: Option<Duration>) -> Failure {
        error::from_response(&self.who, status, body, wait)
    }
}

#[cfg(test)]
#[path = "provider_tests.rs"]
mod tests;
