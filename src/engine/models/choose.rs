//! The first session's model and thinking level.

use std::sync::Arc;

use crate::auth::Secret;
use crate::engine::EngineError;
use crate::engine::sessions::Choose;
use crate::proto::shared::{Model, ThinkingLevel};
use crate::session::{Models as _, SessionConfig};
use crate::settings::DefaultThinkingLevel;
use crate::store::Loaded;

use super::registry::ModelRegistry;
use super::resolve::Resolved;
use super::thinking;

/// What the command line and the settings say about the first model.
pub struct Initial {
    pub registry: Arc<ModelRegistry>,
    /// `--provider`
    pub provider: Option<String>,
    /// `--model`
    pub model: Option<String>,
    /// `--thinking`
    pub thinking: Option<DefaultThinkingLevel>,
    /// `--api-key`: for the provider of the model that is chosen.
    pub api_key: Option<Secret>,
    /// Provider and model of the settings.
    pub configured: Option<(Option<String>, String)>,
    /// The provider that `--model` means before all others.
    pub preferred: Option<String>,
    /// What becomes of a model that cannot be found.
    pub unknown: Unknown,
}

/// What becomes of a start with a model that cannot be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// The start fails.
    Fails,
    /// The model is kept as it was named, and asking it fails.
    Waits,
}

impl Choose for Initial {
    fn choose(
        &self,
        resumed: Option<(&str, &str)>,
        thinking: Option<ThinkingLevel>,
    ) -> Result<(Arc<Model>, ThinkingLevel), EngineError> {
        let chosen = match (self.model(resumed), self.unknown) {
            (Ok(chosen), _) => chosen,
            (Err(why), Unknown::Fails) => return Err(EngineError::Configuration(why)),
            (Err(why), Unknown::Waits) => {
                tracing::warn!("{why}");
                Resolved { model: Arc::new(self.named()), thinking: None }
            }
        };
        let model = chosen.model;
        if let Some(key) = &self.api_key {
            self.registry.give_key(&model.provider, key.reveal());
        }
        let level = match self.thinking.map(thinking::configured) {
            // `auto` leaves it to the model.
            Some(None) => None,
            Some(level) => level,
            None => chosen.thinking.or(thinking),
        };
        let level = match level {
            Some(level) => self.registry.clamp_thinking(&model, level),
            None => self.registry.default_thinking(Some(&model)),
        };
        Ok((model, level))
    }
}

impl ModelRegistry {
    /// The model and thinking level of a stored session, as far as they can be used here; else those of the session
    /// before it.
    pub(in crate::engine) fn remembered(
        &self,
        stored: &Loaded,
        before: &SessionConfig,
    ) -> (Option<Arc<Model>>, ThinkingLevel) {
        let known: Vec<_> = stored.models.iter().filter_map(|(provider, id)| self.recall(provider, id)).collect();
        let usable = known.iter().find(|model| self.connect(model).is_ok()).or(known.first()).cloned();
        let Some(model) = usable.or_else(|| before.model.clone()) else { return (None, before.thinking) };
        let level = self.clamp_thinking(&model, stored.thinking.unwrap_or(before.thinking));
        (Some(model), level)
    }
}

impl Initial {
    /// The option's, else the resumed session's, else the settings', else the first of `models.yml`, else the embedded one.
    fn model(&self, resumed: Option<(&str, &str)>) -> Result<Resolved, String> {
        let plain = |model| Resolved { model, thinking: None };
        match (&self.provider, &self.model) {
            (None, Some(model)) if self.preferred.is_some() => {
                return self.registry.resolve_preferring(self.preferred.as_deref().unwrap_or_default(), model);
            }
            (provider, Some(model)) => return self.registry.resolve(provider.as_deref(), model),
            (Some(provider), None) => return self.of_provider(provider),
            (None, None) => {}
        }
        if let Some((provider, id)) = resumed {
            match self.registry.recall(provider, id) {
                Some(model) => return Ok(plain(model)),
                // The session is worth more than its model.
                None => tracing::warn!("the session's model {provider}/{id} is not known here; another one goes on"),
            }
        }
        if let Some((provider, model)) = &self.configured {
            return self.registry.resolve(provider.as_deref(), model);
        }
        Ok(plain(self.registry.first_of_file().unwrap_or_else(|| self.registry.offline())))
    }

    /// The model that was named, of which nothing is known.
    fn named(&self) -> Model {
        let (provider, id) = match (&self.provider, &self.model, &self.configured) {
            (provider, Some(model), _) => (provider.clone(), model.clone()),
            (Some(provider), None, _) => (Some(provider.clone()), String::new()),
            (None, None, Some((provider, model))) => (provider.clone(), model.clone()),
            (None, None, None) => (None, String::new()),
        };
        let named = id.split_once('/').map(|(provider, _)| provider.to_owned());
        super::catalog::unknown(&provider.or(named).unwrap_or_default(), &id)
    }

    /// A provider without a model: the settings' model for it, else its first.
    fn of_provider(&self, provider: &str) -> Result<Resolved, String> {
        match &self.configured {
            Some((Some(named), model)) if named == provider => self.registry.resolve(Some(provider), model),
            _ => self.registry.first_of(provider).map(|model| Resolved { model, thinking: None }),
        }
    }
}

#[cfg(test)]
#[path = "choose_tests.rs"]
mod tests;
