//! What an error of a chat-completions server means: by status and code first, by wording last (hazard K43).

use std::time::Duration;

use serde_json::Value;

use crate::provider::retry_after;
use crate::provider::{Failure, FailureKind};

/// What a provider said when it refused.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Told {
    pub message: String,
    /// Every code, type and status word, in lower case.
    pub codes: Vec<String>,
    /// A status inside the body: gateways pass on what their upstream said.
    pub status: Option<u16>,
}

/// A failure out of an HTTP status and body. `provider` names who answered; `wait` is what the headers ask for.
pub fn from_response(provider: &str, status: u16, body: &[u8], wait: Option<Duration>) -> Failure {
    let told = told(body);
    let kind = classify(status, &told, body.is_empty());
    failure(provider, Some(status), kind, &told, wait)
}

/// A failure out of an error object inside a stream that began with success.
pub fn from_stream(provider: &str, error: &Value) -> Failure {
    let mut told = Told::default();
    collect(error, &mut told);
    let status = told.status;
    let kind = match status {
        Some(status) => classify(status, &told, false),
        None => by_code(&told).or_else(|| by_text(&told.message)).unwrap_or(FailureKind::Server),
    };
    failure(provider, status, kind, &told, None)
}

fn failure(provider: &str, status: Option<u16>, kind: FailureKind, told: &Told, wait: Option<Duration>) -> Failure {
    let mut message = match status {
        Some(status) => format!("{provider} answered {status}"),
        None => format!("{provider} reported an error"),
    };
    let text =
        if told.message.is_empty() { told.codes.first().map_or("", String::as_str) } else { told.message.as_str() };
    if !text.is_empty() {
        message.push_str(": ");
        message.push_str(&one_line(&redacted(text)));
    }
    if let Some(advice) = advice(kind, status) {
        message.push_str(" (");
        message.push_str(advice);
        message.push(')');
    }
    let patient = matches!(kind, FailureKind::RateLimit | FailureKind::Overloaded | FailureKind::Server);
    let retry_after = wait.or_else(|| patient.then(|| retry_after::from_text(&told.message)).flatten());
    Failure { kind, message, status, retry_after }
}

fn advice(kind: FailureKind, status: Option<u16>) -> Option<&'static str> {
    match (kind, status) {
        (FailureKind::Auth, _) => Some("check the API key of this provider"),
        (FailureKind::Overflow, _) => {
            Some("the conversation does not fit the model's window; compact it or take a larger model")
        }
        (FailureKind::BadRequest, Some(402)) => Some("the account has no credit"),
        (FailureKind::BadRequest, Some(404)) => Some("check the model id and the base URL"),
        (FailureKind::BadRequest, Some(300..400)) => Some("the address redirects; configure the final one as base URL"),
        _ => None,
    }
}

fn classify(status: u16, told: &Told, empty: bool) -> FailureKind {
    use FailureKind as Kind;
    let code = by_code(told);
    match (status, code) {
        // A code that names the limit or the window beats the status: gateways choose statuses freely.
        (400..500, Some(kind @ (Kind::RateLimit | Kind::ContentFilter | Kind::Overloaded))) => kind,
        (429, _) => Kind::RateLimit,
        (401, _) => Kind::Auth,
        (403, _) if is_content_refusal(&told.message) => Kind::ContentFilter,
        (403, _) => Kind::Auth,
        (408, _) => Kind::Timeout,
        (413, _) => Kind::Overflow,
        (503 | 529, Some(Kind::Overflow)) => Kind::Overflow,
        (503 | 529, _) => Kind::Overloaded,
        (504 | 524, _) => Kind::Timeout,
        (500.., Some(kind @ (Kind::Overflow | Kind::RateLimit | Kind::Overloaded | Kind::ContentFilter))) => kind,
        (500.., _) if is_overflow(&told.message) => Kind::Overflow,
        (500.., _) => Kind::Server,
        (400, None) if empty => Kind::Overflow,
        (_, Some(kind @ (Kind::Overflow | Kind::Auth))) => kind,
        (400 | 422, _) => by_text(&told.message).unwrap_or(Kind::BadRequest),
        _ => Kind::BadRequest,
    }
}

fn by_code(told: &Told) -> Option<FailureKind> {
    told.codes.iter().find_map(|code| {
        Some(match code.as_str() {
            "context_length_exceeded"
            | "exceed_context_size_error"
            | "request_too_large"
            | "prompt_too_long"
            | "model_max_prompt_tokens_exceeded"
            | "context_window_exceeded" => FailureKind::Overflow,
            "rate_limit_exceeded"
            | "rate_limit_error"
            | "rate_limited"
            | "too_many_requests"
            | "insufficient_quota"
            | "resource_exhausted"
            | "throttling" => FailureKind::RateLimit,
            "overloaded_error"
            | "overloaded"
            | "server_overloaded"
            | "engine_overloaded"
            | "engine_overloaded_error"
            | "unavailable"
            | "insufficient_system_resource" => FailureKind::Overloaded,
            "content_filter"
            | "content_policy_violation"
            | "responsibleaipolicyviolation"
            | "data_inspection_failed"
            | "moderation_blocked"
            | "content_filter_error" => FailureKind::ContentFilter,
            "invalid_api_key"
            | "authentication_error"
            | "invalid_authentication_error"
            | "permission_error"
            | "unauthenticated"
            | "permission_denied"
            | "account_deactivated" => FailureKind::Auth,
            "timeout" | "deadline_exceeded" => FailureKind::Timeout,
            _ => return None,
        })
    })
}

/// Wordings, for servers that give nothing better.
fn by_text(message: &str) -> Option<FailureKind> {
    let lower = message.to_ascii_lowercase();
    if ["rate limit", "too many requests", "tokens per min", "requests per min"].iter().any(|part| lower.contains(part))
    {
        Some(FailureKind::RateLimit)
    } else if is_overflow(&lower) {
        Some(FailureKind::Overflow)
    } else if lower.contains("overloaded") {
        Some(FailureKind::Overloaded)
    } else if is_content_refusal(&lower) {
        Some(FailureKind::ContentFilter)
    } else {
        None
    }
}

fn is_overflow(message: &str) -> bool {
    const WORDINGS: [&str; 16] = [
        "prompt is too long",
        "exceeds the context window",
        "exceed context window",
        "context window of this model",
        "maximum context length",
        "maximum prompt length",
        "context_length_exceeded",
        "context length exceeded",
        "exceeds the available context size",
        "exceeds the limit of",
        "greater than the context length",
        "exceeds the maximum number of tokens",
        "too many tokens",
        "request_too_large",
        "reduce the length of the messages",
        "token limit exceeded",
    ];
    let lower = message.to_ascii_lowercase();
    WORDINGS.iter().any(|part| lower.contains(part))
        || (lower.contains("input token count") && lower.contains("exceed"))
}

fn is_content_refusal(message: &str) -> bool {
    let lower = message.to_ascii_lowercase();
    ["content management policy", "content filter", "content policy", "flagged", "moderation", "safety system"]
        .iter()
        .any(|part| lower.contains(part))
}

/// Reads an error body of any shape.
pub fn told(body: &[u8]) -> Told {
    let mut told = Told::default();
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => collect(&value, &mut told),
        Err(_) => {
            let text = String::from_utf8_lossy(body);
            let text = text.trim();
            // A page of a proxy says nothing to a reader of one line.
            told.message = if text.starts_with('<') { title(text) } else { text.to_owned() };
        }
    }
    told
}

fn collect(value: &Value, told: &mut Told) {
    match value {
        Value::String(text) if told.message.is_empty() => told.message = text.clone(),
        Value::Array(list) => {
            if let Some(first) = list.first() {
                collect(first, told);
            }
        }
        Value::Object(object) => {
            for key in ["code", "type", "status", "reason"] {
                match object.get(key) {
                    Some(Value::String(code)) => match code.parse() {
                        Ok(status @ 300..600) => told.status = told.status.or(Some(status)),
                        _ => told.codes.push(code.to_ascii_lowercase()),
                    },
                    Some(Value::Number(code)) => {
                        let status = code.as_u64().and_then(|code| u16::try_from(code).ok());
                        told.status = told.status.or(status.filter(|status| (300..600).contains(status)));
                    }
                    _ => {}
                }
            }
            // The upstream's own words tell more than the gateway's "provider returned error".
            for key in ["raw", "message", "msg", "detail", "error_description", "error_msg"] {
                if let Some(inner) = object.get(key) {
                    collect_text(inner, told);
                }
            }
            for key in ["metadata", "error", "errors", "innererror", "details"] {
                if let Some(inner) = object.get(key) {
                    if key == "metadata" {
                        told.message.clear();
                        collect(inner, told);
                        if told.message.is_empty() {
                            collect_text(object.get("message").unwrap_or(&Value::Null), told);
                        }
                    } else {
                        collect(inner, told);
                    }
                }
            }
        }
        _ => {}
    }
}

/// A text that may itself be an error body.
fn collect_text(value: &Value, told: &mut Told) {
    match value {
        Value::String(text) if text.trim_start().starts_with('{') => match serde_json::from_str::<Value>(text) {
            Ok(inner) => collect(&inner, told),
            Err(_) => collect(value, told),
        },
        _ => collect(value, told),
    }
}

fn title(page: &str) -> String {
    let lower = page.to_ascii_lowercase();
    let title = lower.find("<title>").zip(lower.find("</title>")).and_then(|(from, to)| page.get(from + 7..to));
    format!("a web page instead of JSON: {}", title.unwrap_or("(no title)").trim())
}

/// At most 500 characters, on one line, without a full stop at the end.
pub fn one_line(text: &str) -> String {
    const LIMIT: usize = 500;
    let mut line = String::with_capacity(text.len().min(LIMIT));
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > LIMIT {
            line.truncate(line.floor_char_boundary(LIMIT));
            line.push('…');
            break;
        }
    }
    if line.ends_with('.') && !line.ends_with("..") {
        line.pop();
    }
    line
}

/// The text without anything that looks like a credential: some providers quote the key that they refuse.
pub fn redacted(text: &str) -> String {
    const PREFIXES: [&str; 9] = ["sk-", "sk_", "gsk_", "xai-", "AIza", "csk-", "pk-", "key-", "Bearer"];
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*' | '.');
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut secret_follows = false;
    while !rest.is_empty() {
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(length);
        let looks_secret = word.len() >= 12 && PREFIXES.iter().any(|prefix| word.starts_with(prefix));
        if looks_secret || (secret_follows && word.len() >= 8) {
            out.push_str("[redacted]");
        } else {
            out.push_str(word);
        }
        if !word.is_empty() {
            secret_follows = word == "Bearer";
        }
        let mut chars = tail.chars();
        out.extend(chars.next());
        rest = chars.as_str();
    }
    out
}

#[cfg(test)]
#[path = "error_tests.rs"]
mod tests;
