//! Fetching an address: bounded in time and size, the answer told by its bytes.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode};

use crate::tools::truncate::{count, size};

use super::sniff::{Kind, sniff, utf16};

const TIMEOUT: Duration = Duration::from_secs(30);
const REDIRECTS: usize = 10;
pub const MAX_BODY: u64 = 10 * 1024 * 1024;
const ACCEPTED: &str = "text/markdown, text/html;q=0.9, text/plain;q=0.9, application/json;q=0.9, */*;q=0.5";

/// The client, made on first use: most sessions never fetch anything.
#[derive(Default)]
pub struct Fetcher {
    client: OnceLock<Client>,
}

/// What an address gave.
#[derive(Debug)]
pub struct Page {
    /// After redirects.
    pub final_url: String,
    /// As the server claims it.
    pub content_type: Option<String>,
    pub body: Body,
}

#[derive(Debug, PartialEq)]
pub enum Body {
    Html(String),
    Text(String),
    Image(Vec<u8>),
    /// Something that has no text: what it is, and its bytes.
    Other(&'static str, u64),
}

/// Whether a path is an address of the web.
pub fn is_address(path: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| path.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

impl Fetcher {
    #[cfg(test)]
    pub fn without_proxy() -> Self {
        let fetcher = Self::default();
        let client = builder().no_proxy().build().unwrap();
        fetcher.client.set(client).unwrap();
        fetcher
    }

    pub async fn fetch(&self, address: &str) -> Result<Page, String> {
        let response = self.client()?.get(address).header(ACCEPT, ACCEPTED).send().await;
        let response = response.map_err(|error| format!("Cannot fetch {address}: {}", explain(&error)))?;
        let status = response.status();
        let final_url = response.url().to_string();
        let content_type =
            response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let bytes = body(response).await.map_err(|why| format!("Cannot fetch {address}: {why}"))?;
        let body = classify(bytes, content_type.as_deref());
        match status.is_success() {
            true => Ok(Page { final_url, content_type, body }),
            false => Err(refusal(&final_url, status, body)),
        }
    }

    fn client(&self) -> Result<&Client, String> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let client = builder().build().map_err(|error| format!("Cannot set up the web client: {}", explain(&error)))?;
        Ok(self.client.get_or_init(|| client))
    }
}

fn builder() -> reqwest::ClientBuilder {
    // The process may have chosen its cryptography already; then this changes nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
        .user_agent(concat!("hostwire/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::limited(REDIRECTS))
        .timeout(TIMEOUT)
}

async fn body(mut response: Response) -> Result<Vec<u8>, String> {
    let too_large = || format!("the answer is larger than {}", size(MAX_BODY));
    if response.content_length().is_some_and(|length| length > MAX_BODY) {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| explain(&error))? {
        if count(bytes.len() + chunk.len()) > MAX_BODY {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn classify(bytes: Vec<u8>, content_type: Option<&str>) -> Body {
    let claimed = content_type.unwrap_or("").to_ascii_lowercase();
    match sniff(&bytes) {
        Kind::Image(_) => Body::Image(bytes),
        Kind::Binary(name) => Body::Other(name, count(bytes.len())),
        Kind::Utf16 { little } => text_body(utf16(&bytes, little), &claimed),
        Kind::Text if is_latin1(&claimed) => text_body(bytes.iter().map(|byte| char::from(*byte)).collect(), &claimed),
        Kind::Text => text_body(String::from_utf8_lossy(&bytes).into_owned(), &claimed),
    }
}

fn text_body(text: String, claimed: &str) -> Body {
    let start = text.trim_start().get(..15).unwrap_or("").to_ascii_lowercase();
    let html = claimed.contains("html")
        || claimed.is_empty() && (start.starts_with("<!doctype html") || start.starts_with("<html"));
    if html { Body::Html(text) } else { Body::Text(text) }
}

/// The one old encoding that is still met; the rest of the web is UTF-8.
fn is_latin1(claimed: &str) -> bool {
    ["charset=iso-8859-1", "charset=latin1", "charset=windows-1252"]
        .iter()
        .any(|name| claimed.replace('"', "").contains(name))
}

fn refusal(address: &str, status: StatusCode, body: Body) -> String {
    let said = match body {
        Body::Text(text) => text,
        Body::Html(html) => super::html::plain(&html),
        Body::Image(_) | Body::Other(..) => String::new(),
    };
    let said: String = said.trim().chars().take(300).collect();
    let lead = format!("{address} answered {status}");
    if said.is_empty() { lead } else { format!("{lead}: {said}") }
}

/// The chain of causes: the outermost alone says only that a request failed.
fn explain(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return format!("no complete answer within {} seconds", TIMEOUT.as_secs());
    }
    if error.is_redirect() {
        return format!("more than {REDIRECTS} redirects");
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

#[cfg(test)]
#[path = "web_tests.rs"]
mod tests;
