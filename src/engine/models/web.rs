//! The network of logins: over the clients that models are asked with.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};

use crate::auth::{Answer, Post, Web};
use crate::provider::http::{self, Http};

/// How long one request may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// Answers are short; of one that is longer only this much is read.
const MOST_BYTES: usize = 256 << 10;

/// Sends what a login sends.
pub struct LoginWeb;

impl Web for LoginWeb {
    fn post(&self, post: Post) -> BoxFuture<'_, Result<Answer, String>> {
        async move {
            let asked = tokio::time::timeout(PATIENCE, ask(post)).await;
            asked.unwrap_or_else(|_| Err(format!("no answer within {} s", PATIENCE.as_secs())))
        }
        .boxed()
    }
}

async fn ask(Post { url, content_type, body }: Post) -> Result<Answer, String> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let mut response = Http::shared().post(url, headers, body.into_bytes()).await.map_err(|failure| failure.message)?;
    let status = response.status().as_u16();
    let mut body = Vec::new();
    let broken = |error| http::broken("the connection broke", error).message;
    while let Some(bytes) = response.chunk().await.map_err(broken)? {
        body.extend_from_slice(&bytes);
        if body.len() > MOST_BYTES {
            break;
        }
    }
    Ok(Answer { status, body })
}
