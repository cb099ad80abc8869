//! Asks providers for their lists of models; servers on this machine among them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::join_all;
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use tokio::time::Instant;

use crate::auth::Found;
use crate::proto::shared::{InputKind, Model};
use crate::provider::http::Http;
use crate::settings::ConfiguredModel;

use super::catalog::{self, Origin, ProviderSpec};
use super::registry::ModelRegistry;

/// A server on this machine answers at once or is not there.
const LOCAL_WAIT: Duration = Duration::from_millis(800);
const REMOTE_WAIT: Duration = Duration::from_secs(5);
/// For so long a list is not asked for again.
const FRESH: Duration = Duration::from_secs(300);
/// Lists of the largest routers are about a tenth of it.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// What a provider answered.
pub(super) struct Listing {
    pub models: Vec<Arc<Model>>,
    /// Why there is no list.
    pub failure: Option<String>,
    asked: Instant,
}

/// A question that is ready to be sent.
struct Question {
    spec: ProviderSpec,
    key: Option<String>,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(alias = "models")]
    data: Vec<Item>,
}

/// One model of a list; what servers add to the id differs.
#[derive(Deserialize)]
struct Item {
    id: String,
    name: Option<String>,
    #[serde(alias = "max_model_len", alias = "context_window")]
    context_length: Option<u64>,
    architecture: Option<Architecture>,
}

#[derive(Deserialize)]
struct Architecture {
    #[serde(default)]
    input_modalities: Vec<String>,
}

impl Listing {
    /// Whether there is a list, and not a failure to get one.
    pub fn is_known(&self) -> bool {
        self.failure.is_none()
    }
}

impl ModelRegistry {
    /// Asks the providers that keep their lists, all at the same time and each for a short while only. Lists are kept for
    /// some minutes; servers on this machine, which come and go, are asked each time.
    pub async fn refresh(&self) {
        let questions = self.questions();
        if questions.is_empty() {
            return;
        }
        let answers = join_all(questions.into_iter().map(|question| async {
            let answer = ask(&question).await;
            (question.spec, answer)
        }));
        let answers = answers.await;
        let mut inner = self.lock();
        for (spec, answer) in answers {
            let (models, failure) = match answer {
                Ok(models) => (models, None),
                Err(why) => (Vec::new(), Some(why)),
            };
            inner.lists.insert(spec.id, Listing { models, failure, asked: Instant::now() });
        }
    }

    fn questions(&self) -> Vec<Question> {
        let inner = self.lock();
        let due = |spec: &ProviderSpec| {
            let listing = inner.lists.get(&spec.id);
            spec.origin == Origin::Local
                || listing.is_none_or(|listing| !listing.is_known() || listing.asked.elapsed() > FRESH)
        };
        let keeps_list = inner.specs.iter().filter(|spec| spec.models.is_none() && due(spec) && self.speaks(spec));
        let question = |spec: &ProviderSpec| {
            let key = match inner.credentials.find(&spec.wanted()) {
                Found::Key(secret) => Some(secret.reveal().to_owned()),
                Found::NotNeeded => None,
                Found::Missing { .. } => return None,
            };
            Some(Question { spec: spec.clone(), key })
        };
        keeps_list.filter_map(question).collect()
    }
}

async fn ask(question: &Question) -> Result<Vec<Arc<Model>>, String> {
    let wait = if question.spec.origin == Origin::Local { LOCAL_WAIT } else { REMOTE_WAIT };
    match tokio::time::timeout(wait, fetch(question)).await {
        Ok(answer) => answer,
        Err(_) => Err("it did not answer in time".to_owned()),
    }
}

async fn fetch(question: &Question) -> Result<Vec<Arc<Model>>, String> {
    let spec = &question.spec;
    let url = Url::parse(&format!("{}/models", spec.base_url)).map_err(|error| error.to_string())?;
    let reply = Http::shared().get(url, headers(question)).await.map_err(|failure| failure.message)?;
    if !reply.status().is_success() {
        return Err(format!("it answered with status {}", reply.status().as_u16()));
    }
    let mut body = Vec::new();
    let mut pieces = reply.bytes_stream();
    while let Some(piece) = pieces.next().await {
        body.extend_from_slice(&piece.map_err(|error| error.without_url().to_string())?);
        if body.len() > MOST_BYTES {
            return Err("its list is too long".to_owned());
        }
    }
    parse(spec, &body)
}

fn parse(spec: &ProviderSpec, body: &[u8]) -> Result<Vec<Arc<Model>>, String> {
    let answer: Answer = serde_json::from_slice(body).map_err(|_| "its answer is no list of models".to_owned())?;
    let mut models: BTreeMap<String, Arc<Model>> = BTreeMap::new();
    for item in answer.data {
        let id = item.id.clone();
        let model = catalog::model(&spec.id, &spec.api, &spec.base_url, item.into_configured());
        models.entry(id).or_insert_with(|| Arc::new(model));
    }
    Ok(models.into_values().collect())
}

impl Item {
    fn into_configured(self) -> ConfiguredModel {
        let mut model = ConfiguredModel::named(&self.id);
        model.name = self.name.filter(|name| !name.trim().is_empty()).unwrap_or(model.name);
        model.context_window = self.context_length.filter(|tokens| *tokens > 0).unwrap_or(model.context_window);
        if self.architecture.is_some_and(|kinds| kinds.input_modalities.iter().any(|kind| kind == "image")) {
            model.input.push(InputKind::Image);
        }
        model
    }
}

/// The key and the configured headers; one that is no header is left out, the provider says what it misses.
fn headers(question: &Question) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let key = question.key.iter().map(|key| ("authorization".to_owned(), format!("Bearer {key}")));
    for (name, value) in key.chain(question.spec.headers.clone()) {
        if let (Ok(name), Ok(mut value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            value.set_sensitive(true);
            headers.insert(name, value);
        }
    }
    headers
}

#[cfg(test)]
#[path = "discover_tests.rs"]
mod tests;
