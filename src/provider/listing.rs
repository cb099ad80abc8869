//! What models a server has, in the many forms in which servers say it.

use std::time::Duration;

use serde_json::Value;

use crate::proto::shared::{InputKind, ModelCost};

use super::http::{self, Http};
use super::openai_completions::error;
use super::{Credential, Failure, FailureKind};

/// A model as its server describes it; what the server does not say is absent.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedModel {
    pub id: String,
    pub name: Option<String>,
    pub context_window: Option<u64>,
    pub max_tokens: Option<u64>,
    pub reasoning: Option<bool>,
    pub input: Option<Vec<InputKind>>,
    /// US dollars for a million tokens.
    pub cost: Option<ModelCost>,
}

/// Lists are short; one that is longer than this is none.
const MOST_BYTES: usize = 16 << 20;

/// Asks `base_url` for its models, for at most `patience`. `provider` names the server in failures.
pub async fn list_models(
    http: &Http,
    provider: &str,
    base_url: &str,
    credential: Option<&Credential>,
    extra_headers: &[(String, String)],
    patience: Duration,
) -> Result<Vec<ListedModel>, Failure> {
    let asking = ask(http, provider, base_url, credential, extra_headers);
    match tokio::time::timeout(patience, asking).await {
        Ok(listed) => listed,
        Err(_) => Err(Failure {
            kind: FailureKind::Timeout,
            message: format!("{provider} did not list its models within {} s", patience.as_secs_f64()),
            status: None,
            retry_after: None,
        }),
    }
}

async fn ask(
    http: &Http,
    provider: &str,
    base_url: &str,
    credential: Option<&Credential>,
    extra_headers: &[(String, String)],
) -> Result<Vec<ListedModel>, Failure> {
    let url = http::endpoint(base_url, "models")?;
    let extra = extra_headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let mut response = http.get(url, http::headers(credential, extra)?).await?;
    let status = response.status();
    let mut body = Vec::new();
    while let Some(bytes) =
        response.chunk().await.map_err(|error| http::broken(&format!("the connection to {provider} broke"), error))?
    {
        body.extend_from_slice(&bytes);
        if body.len() > MOST_BYTES {
            break;
        }
    }
    if !status.is_success() {
        return Err(error::from_response(provider, status.as_u16(), &body, None));
    }
    parse(&body).ok_or_else(|| Failure {
        kind: FailureKind::Malformed,
        message: format!("{provider} answered with something that is no list of models; check the base URL"),
        status: Some(status.as_u16()),
        retry_after: None,
    })
}

/// Reads a list; ids that come twice count once.
pub fn parse(body: &[u8]) -> Option<Vec<ListedModel>> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let entries = match &value {
        Value::Array(entries) => entries,
        _ => ["data", "models"].iter().find_map(|key| value.get(key).and_then(Value::as_array))?,
    };
    let mut models: Vec<ListedModel> = Vec::with_capacity(entries.len());
    for model in entries.iter().filter_map(listed) {
        if !models.iter().any(|known| known.id == model.id) {
            models.push(model);
        }
    }
    Some(models)
}

fn listed(entry: &Value) -> Option<ListedModel> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let id = entry.as_str().or_else(|| ["id", "model", "name"].iter().find_map(|key| text(key)))?;
    let name = ["display_name", "name"].iter().find_map(|key| text(key)).filter(|name| *name != id);
    let kinds = entry.get("architecture").and_then(|inner| inner.get("input_modalities")).and_then(Value::as_array);
    let sees = match kinds {
        Some(kinds) => Some(kinds.iter().any(|kind| kind == "image")),
        None => entry.pointer("/capabilities/vision").and_then(Value::as_bool),
    };
    let parameters = entry.get("supported_parameters").and_then(Value::as_array);
    Some(ListedModel {
        id: id.to_owned(),
        name: name.map(str::to_owned),
        context_window: count(
            entry,
            &[
                "/context_length",
                "/context_window",
                "/max_model_len",
                "/max_context_length",
                "/meta/n_ctx",
                "/meta/n_ctx_train",
            ],
        ),
        max_tokens: count(
            entry,
            &["/top_provider/max_completion_tokens", "/max_completion_tokens", "/max_output_tokens"],
        ),
        reasoning: parameters.map(|parameters| parameters.iter().any(|parameter| parameter == "reasoning")),
        input: sees.map(|sees| if sees { vec![InputKind::Text, InputKind::Image] } else { vec![InputKind::Text] }),
        cost: entry.get("pricing").and_then(cost),
    })
}

fn count(entry: &Value, places: &[&str]) -> Option<u64> {
    places.iter().find_map(|place| entry.pointer(place).and_then(Value::as_u64)).filter(|count| *count > 0)
}

/// Prices in dollars for one token, as OpenRouter writes them; other forms are not told apart safely.
fn cost(pricing: &Value) -> Option<ModelCost> {
    let price = |key: &str| {
        let dollars: f64 = pricing.get(key)?.as_str()?.parse().ok()?;
        // Rounded, because a price times a million shows the error of its last digit; negative means "it depends".
        (dollars >= 0.0).then(|| (dollars * 1e12).round() / 1e6)
    };
    Some(ModelCost {
        input: price("prompt")?,
        output: price("completion")?,
        cache_read: price("input_cache_read").unwrap_or(0.0),
        cache_write: price("input_cache_write").unwrap_or(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(id: &str) -> ListedModel {
        ListedModel {
            id: id.into(),
            name: None,
            context_window: None,
            max_tokens: None,
            reasoning: None,
            input: None,
            cost: None,
        }
    }

    #[test]
    fn every_form_of_list_is_read() {
        for body in [
            r#"{"object":"list","data":[{"id":"a"},{"id":"b","object":"model"},{"id":"a"}]}"#,
            r#"{"models":[{"name":"a"},{"model":"b"},{"size":3}]}"#,
            r#"[{"id":"a"},"b"]"#,
        ] {
            assert_eq!(parse(body.as_bytes()).unwrap(), [bare("a"), bare("b")], "{body}");
        }
        assert_eq!(parse(br#"{"data":[]}"#).unwrap(), []);
        assert_eq!(parse(b"<html>"), None);
        assert_eq!(parse(br#"{"error":"no"}"#), None);
    }

    #[test]
    fn what_a_server_tells_of_a_model_is_kept() {
        let body = r#"{"data":[
            {"id":"v/m:free","name":"M","context_length":131072,"top_provider":{"max_completion_tokens":8192},
             "architecture":{"input_modalities":["text","image"]},"supported_parameters":["tools","reasoning"],
             "pricing":{"prompt":"0.0000004","completion":"0.0000016","input_cache_read":"0.0000001"}},
            {"id":"local","max_model_len":4096},
            {"id":"small","meta":{"n_ctx_train":2048},"capabilities":{"vision":false},"pricing":{"prompt":"-1","completion":"-1"}}]}"#;
        let full = ListedModel {
            name: Some("M".into()),
            context_window: Some(131_072),
            max_tokens: Some(8192),
            reasoning: Some(true),
            input: Some(vec![InputKind::Text, InputKind::Image]),
            cost: Some(ModelCost { input: 0.4, output: 1.6, cache_read: 0.1, cache_write: 0.0 }),
            ..bare("v/m:free")
        };
        let local = ListedModel { context_window: Some(4096), ..bare("local") };
        let small = ListedModel { context_window: Some(2048), input: Some(vec![InputKind::Text]), ..bare("small") };
        assert_eq!(parse(body.as_bytes()).unwrap(), [full, local, small]);
    }
}
