//! What is sent to the provider behind the page: the code that is exchanged, the refresh token that gets the next one.

use std::time::Duration;

use futures_util::future::BoxFuture;
use reqwest::Url;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::flow::{Exchange, Flow, form};
use super::proof::Proof;
use crate::auth::Secret;
use crate::auth::stored::{Held, Tokens};
use crate::base::clock::{self, Timestamp};
use crate::base::log::Secrets;
use crate::base::text;

/// What a provider says of a refusal is cut here, in bytes.
const MOST_WORDS: usize = 300;

/// A request of a login. All of them carry secrets.
pub struct Post {
    pub url: Url,
    pub content_type: &'static str,
    pub body: String,
}

/// Its answer, whatever its status.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

/// The network, as far as a login needs it. The error says what went wrong on the way; it is no answer.
pub trait Web: Send + Sync {
    fn post(&self, post: Post) -> BoxFuture<'_, Result<Answer, String>>;
}

/// Why there are no tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::auth) enum Refusal {
    /// The provider gave its reason; asking again brings the same.
    Final(String),
    /// It may work later.
    Passing(String),
}

/// The answer of a token endpoint (RFC 6749 section 5.1); the other members do not matter here.
#[derive(Deserialize)]
struct Granted {
    access_token: String,
    refresh_token: Option<String>,
    /// Seconds. Some servers write it as a text.
    expires_in: Option<Value>,
}

#[derive(Serialize)]
struct KeyRequest<'a> {
    code: &'a str,
    code_verifier: &'a str,
    code_challenge_method: &'static str,
}

#[derive(Deserialize)]
struct GrantedKey {
    key: String,
}

/// Exchanges a code for what is to be kept.
pub(super) async fn exchange(
    web: &dyn Web,
    flow: &Flow,
    code: &str,
    redirect_uri: &str,
    proof: &Proof,
) -> Result<Held, Refusal> {
    match flow.exchange {
        Exchange::Tokens => {
            let mut members = vec![
                ("grant_type", "authorization_code"),
                ("code", code),
                ("redirect_uri", redirect_uri),
                ("code_verifier", proof.verifier.as_str()),
            ];
            members.extend(flow.client_id.as_deref().map(|id| ("client_id", id)));
            let answer = web.post(form_post(&flow.token_url, &members)).await;
            granted(answer, flow.token_url.as_str(), flow.client_id.as_deref(), None).map(Held::Login)
        }
        Exchange::Key => {
            let request = KeyRequest { code, code_verifier: &proof.verifier, code_challenge_method: "S256" };
            let body = serde_json::to_string(&request).unwrap_or_default();
            let post = Post { url: flow.token_url.clone(), content_type: "application/json", body };
            let body = accepted(web.post(post).await)?;
            let granted = serde_json::from_slice::<GrantedKey>(&body).map_err(|_| odd())?;
            Ok(Held::Key(secret(granted.key)?))
        }
    }
}

/// Gets the next tokens. The address and the client are those that the tokens came from.
pub(in crate::auth) async fn refresh(
    web: &dyn Web,
    url: &Url,
    client_id: Option<&str>,
    token: &Secret,
) -> Result<Tokens, Refusal> {
    let mut members = vec![("grant_type", "refresh_token"), ("refresh_token", token.reveal())];
    members.extend(client_id.map(|id| ("client_id", id)));
    let answer = web.post(form_post(url, &members)).await;
    // A server that gives no new refresh token goes on with the old one (RFC 6749 section 6).
    granted(answer, url.as_str(), client_id, Some(token))
}

fn form_post(url: &Url, members: &[(&str, &str)]) -> Post {
    Post { url: url.clone(), content_type: "application/x-www-form-urlencoded", body: form(members) }
}

fn granted(
    answer: Result<Answer, String>,
    url: &str,
    client_id: Option<&str>,
    before: Option<&Secret>,
) -> Result<Tokens, Refusal> {
    let granted = serde_json::from_slice::<Granted>(&accepted(answer)?).map_err(|_| odd())?;
    let refresh = granted.refresh_token.filter(|token| !token.is_empty()).map(Secret::new);
    Ok(Tokens {
        access: secret(granted.access_token)?,
        refresh: refresh.or_else(|| before.cloned()),
        expires: granted.expires_in.as_ref().and_then(lifetime).map(after),
        token_url: Some(url.to_owned()),
        client_id: client_id.map(str::to_owned),
    })
}

fn lifetime(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn after(lifetime: Duration) -> Timestamp {
    let millis = Timestamp::try_from(lifetime.as_millis()).unwrap_or(Timestamp::MAX);
    clock::now().saturating_add(millis)
}

fn secret(text: String) -> Result<Secret, Refusal> {
    // It becomes a header of requests.
    let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    if fits { Ok(Secret::new(text)) } else { Err(odd()) }
}

fn odd() -> Refusal {
    Refusal::Final("its answer holds no token".to_owned())
}

/// Words of a provider as they may be told: without the secrets that it repeats, and then short. A secret that the cut
/// went through would not be found any more.
pub fn told(words: &str, secrets: &Secrets) -> String {
    text::clip(&text::one_line(&secrets.redact(words)), MOST_WORDS).into_owned()
}

/// The body of a success; of anything else the reason, without what else the body may hold.
fn accepted(answer: Result<Answer, String>) -> Result<Vec<u8>, Refusal> {
    let Answer { status, body } = answer.map_err(Refusal::Passing)?;
    // Some servers answer a refusal with 200.
    let value: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let error = value.get("error");
    if (200..300).contains(&status) && error.is_none_or(Value::is_null) {
        return Ok(body);
    }
    let words = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
    let code = words(error);
    let said = words(value.get("error_description")).or_else(|| words(error.and_then(|error| error.get("message"))));
    let reason = match (code, said) {
        (Some(code), Some(said)) => format!("{code} ({said})"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => format!("status {status}"),
    };
    Err(if status >= 500 || matches!(status, 408 | 429) { Refusal::Passing(reason) } else { Refusal::Final(reason) })
}

#[cfg(test)]
#[path = "tokens_tests.rs"]
mod tests;
