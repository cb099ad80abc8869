//! From a model to a provider that can be asked.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::auth::Found;
use crate::proto::shared::Model;
use crate::provider::{ChunkStream, Credential, Provider, Request};
use crate::session::{ConnectError, Connection, Models};

use super::catalog::ProviderSpec;
use super::discreet::Discreet;
use super::registry::{ModelRegistry, Reach};
use super::renewing::Renewing;

/// Opens a provider: takes its API and further request headers; `None` for an API that this version does not speak.
pub type Build = Arc<dyn Fn(&str, &BTreeMap<String, String>) -> Option<Arc<dyn Provider>> + Send + Sync>;

impl Models for ModelRegistry {
    fn connect(&self, model: &Model) -> Result<Connection, ConnectError> {
        let mut inner = self.lock();
        let Some(spec) = inner.spec(&model.provider).cloned() else {
            return Err(ConnectError::Other(format!(
                "Unknown provider: {}\nIt is no longer described in models.yml; choose another model with set_model",
                model.provider
            )));
        };
        if !self.speaks(&spec) {
            return Err(ConnectError::Other(unspoken(&spec)));
        }
        let credential = match inner.credentials.find(&spec.wanted()) {
            Found::Key(secret) => Some(Credential::new(secret.reveal())),
            Found::NotNeeded => None,
            Found::Missing { .. } if self.reach == Reach::Cassette => None,
            Found::Missing { variables } => return Err(ConnectError::NoKey(missing_key(&spec, &variables))),
        };
        let own = if spec.model_headers.contains_key(&model.id) { model.id.clone() } else { String::new() };
        let key = (spec.id.clone(), own);
        let provider = match inner.open.get(&key) {
            Some(open) => open.clone(),
            None => {
                let open = (self.build)(&spec.api, &spec.headers_for(&model.id))
                    .ok_or_else(|| ConnectError::Other(unspoken(&spec)))?;
                let secrets = inner.credentials.secrets().clone();
                let open: Arc<dyn Provider> = Arc::new(Discreet { provider: open, secrets });
                inner.open.insert(key, open.clone());
                open
            }
        };
        let renewal = self.renewal(&inner, &spec).filter(|_| self.reach == Reach::Network);
        let base_url =
            inner.models_of(&spec).into_iter().find(|now| now.id == model.id).map(|now| now.base_url.clone());
        let base_url = base_url.unwrap_or(spec.base_url);
        let provider: Arc<dyn Provider> = match renewal {
            Some(of) => Arc::new(Renewing { provider, renewals: self.renewals.clone(), of }),
            None => provider,
        };
        let provider = if base_url == model.base_url { provider } else { Arc::new(Moved { provider, base_url }) };
        Ok(Connection { provider, credential, limits: self.limits })
    }
}

/// A provider whose address changed after the model was chosen.
struct Moved {
    provider: Arc<dyn Provider>,
    base_url: String,
}

impl Provider for Moved {
    fn stream(&self, request: Request) -> ChunkStream {
        let model = Model { base_url: self.base_url.clone(), ..request.model.as_ref().clone() };
        self.provider.stream(Request { model: Arc::new(model), ..request })
    }
}

/// Protocol: hosts look at the first line; what follows is advice.
fn missing_key(spec: &ProviderSpec, variables: &[String]) -> String {
    let id = &spec.id;
    let entry = format!("providers.{id}.apiKey in models.yml");
    // Where the configuration names a variable, a login alone would change nothing.
    let has_page = spec.flow.is_some() || spec.key.is_none() && spec.key_url.is_some();
    let set = if has_page { "Log in to it, or set" } else { "Set" };
    let advice = match variables {
        [] => format!("{set} {entry}, or start with --api-key"),
        [one] => format!("{set} the environment variable {one} before the start, or {entry}, or start with --api-key"),
        several => {
            let names = several.join(" or ");
            format!(
                "{set} one of the environment variables {names} before the start, or {entry}, or start with --api-key"
            )
        }
    };
    format!("No API key found for {id}.\n{advice}")
}

/// Why a provider cannot be asked although its key is there.
pub(super) fn unspoken(spec: &ProviderSpec) -> String {
    format!("Provider {} speaks {}, which this version of hostwire does not", spec.id, spec.api)
}

#[cfg(test)]
#[path = "connect_tests.rs"]
mod tests;
