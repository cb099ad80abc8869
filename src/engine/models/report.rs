//! Which models can be used, and why the others cannot: for people.

use crate::auth::{Found, Source};

use super::catalog::{Origin, ProviderSpec};
use super::connect::unspoken;
use super::registry::{Inner, ModelRegistry};

/// All that `hostwire models` tells.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    pub usable: Vec<Row>,
    /// Provider, and why none of its models (or not all) can be used.
    pub unusable: Vec<(String, String)>,
}

/// A usable model.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub provider: String,
    pub id: String,
    pub context_window: u64,
    pub max_tokens: u64,
    pub thinking: Vec<&'static str>,
    pub images: bool,
}

impl ModelRegistry {
    /// What is known now; [`ModelRegistry::refresh`] first asks those who keep their lists.
    pub fn report(&self) -> Report {
        let usable = self.available().into_iter().map(|model| Row {
            provider: model.provider.clone(),
            id: model.id.clone(),
            context_window: model.context_window,
            max_tokens: model.max_tokens,
            thinking: super::thinking::choices(&model).into_iter().map(|level| level.as_str()).collect(),
            images: model.input.iter().any(|kind| kind.as_str() == "image"),
        });
        let usable = usable.collect();
        let inner = self.lock();
        let unusable = inner.specs.iter().filter_map(|spec| Some((spec.id.clone(), self.obstacle(&inner, spec)?)));
        Report { usable, unusable: unusable.collect() }
    }

    /// Providers that have a credential, and where it comes from.
    pub fn credentials(&self) -> Vec<(String, Source)> {
        let inner = self.lock();
        let source = |spec: &ProviderSpec| Some((spec.id.clone(), inner.credentials.source(&spec.wanted())?));
        inner.specs.iter().filter_map(source).collect()
    }

    fn obstacle(&self, inner: &Inner, spec: &ProviderSpec) -> Option<String> {
        if let Found::Missing { variables } = inner.credentials.find(&spec.wanted()) {
            return Some(match variables.as_slice() {
                [] if spec.flow.is_some() || spec.key_url.is_some() => "not logged in".to_owned(),
                [] => "no key".to_owned(),
                names => format!("no key: {} is not set", names.join(" or ")),
            });
        }
        if !self.speaks(spec) {
            return Some(unspoken(spec));
        }
        let failure = inner.lists.get(&spec.id).and_then(|listing| listing.failure.clone());
        if let Some(why) = failure {
            let whose = if spec.origin == Origin::Local { "no server" } else { "no list of models" };
            return Some(format!("{whose} at {}: {why}", spec.base_url));
        }
        let models = inner.models_of(spec);
        let hidden = models.iter().filter(|model| !self.is_enabled(model)).count();
        (hidden > 0).then(|| format!("{hidden} of {} models are not in enabledModels", models.len()))
    }
}
