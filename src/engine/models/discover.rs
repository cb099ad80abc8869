//! Asks providers for their lists of models; servers on this machine among them.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::Instant;

use crate::auth::{Renewal, Renewals, Secret};
use crate::proto::shared::Model;
use crate::provider::http::Http;
use crate::provider::{Credential, Failure, FailureKind, ListedModel, list_models};
use crate::settings::ConfiguredModel;

use super::catalog::{self, Origin, ProviderSpec};
use super::registry::{ModelRegistry, Reach};

/// A server on this machine answers at once or is not there.
const LOCAL_WAIT: Duration = Duration::from_millis(800);
const REMOTE_WAIT: Duration = Duration::from_secs(5);
/// For so long a list is not asked for again.
const FRESH: Duration = Duration::from_secs(300);

/// What a provider answered.
pub(super) struct Listing {
    pub models: Vec<Arc<Model>>,
    /// Why there is no list.
    pub failure: Option<String>,
    pub asked: Instant,
}

/// A question that is ready to be sent.
pub(super) struct Question {
    pub spec: ProviderSpec,
    pub key: Option<Secret>,
    /// Where the key is the token of a login.
    pub renewal: Option<Renewal>,
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
        if self.reach == Reach::Cassette {
            return;
        }
        let questions = self.questions();
        if questions.is_empty() {
            return;
        }
        let answers = join_all(questions.into_iter().map(|question| answer(question, &self.renewals))).await;
        let mut inner = self.lock();
        for (spec, answer) in answers {
            let (models, failure) = match answer {
                Ok(models) => (models, None),
                Err(failure) => (Vec::new(), Some(inner.credentials.secrets().redact(&failure.message).into_owned())),
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
        keeps_list.filter_map(|spec| self.question(&inner, spec)).collect()
    }
}

/// Asks, and gives the answer with the provider that it is of.
pub(super) async fn answer(
    question: Question,
    renewals: &Renewals,
) -> (ProviderSpec, Result<Vec<Arc<Model>>, Failure>) {
    let answer = ask(&question, renewals).await;
    (question.spec, answer)
}

async fn ask(Question { spec, key, renewal }: &Question, renewals: &Renewals) -> Result<Vec<Arc<Model>>, Failure> {
    let patience = if spec.origin == Origin::Local { LOCAL_WAIT } else { REMOTE_WAIT };
    let key = match renewal {
        None => key.clone(),
        Some(renewal) => Some(renewals.token(renewal).await.map_err(|error| {
            let message = error.to_string();
            Failure { kind: FailureKind::Auth, message, status: None, retry_after: None }
        })?),
    };
    let key = key.map(|key| Credential::new(key.reveal()));
    let headers: Vec<(String, String)> = spec.headers.clone().into_iter().collect();
    let listed = list_models(&Http::shared(), &spec.id, &spec.base_url, key.as_ref(), &headers, patience).await?;
    Ok(listed.into_iter().map(|model| Arc::new(listed_model(spec, model))).collect())
}

/// What the provider says of a model, the rest as for a model that is configured with its id alone.
fn listed_model(spec: &ProviderSpec, listed: ListedModel) -> Model {
    let usual = ConfiguredModel::named(&listed.id);
    let reasoning = listed.reasoning.unwrap_or(usual.reasoning);
    let configured = ConfiguredModel {
        name: listed.name.unwrap_or_else(|| usual.name.clone()),
        context_window: spec
            .window
            .or(listed.context_window)
            .filter(|tokens| *tokens > 0)
            .unwrap_or(usual.context_window),
        max_tokens: listed.max_tokens.filter(|tokens| *tokens > 0).unwrap_or(usual.max_tokens),
        reasoning,
        thinking: reasoning.then(ConfiguredModel::usual_thinking),
        input: listed.input.unwrap_or_else(|| usual.input.clone()),
        cost: listed.cost.unwrap_or_else(|| usual.cost.clone()),
        ..usual
    };
    catalog::model(&spec.id, &spec.api, &spec.base_url, configured)
}

#[cfg(test)]
#[path = "discover_tests.rs"]
mod tests;
