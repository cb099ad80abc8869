//! What a text on the command line or in the settings means as a model.

use std::sync::Arc;

use super::catalog::ProviderSpec;
use crate::proto::shared::{Model, ThinkingLevel};

/// A model, with the thinking level if the text named one.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    pub model: Arc<Model>,
    pub thinking: Option<ThinkingLevel>,
}

/// What there is to choose from.
pub(super) struct Known<'a> {
    pub providers: &'a [ProviderSpec],
    /// Every model that some list has, usable ones first.
    pub models: &'a [Arc<Model>],
}

impl Known<'_> {
    /// An exact known id first, then `provider/id`, then either with a thinking level after the last colon; an id that no
    /// list has is taken as it stands when its provider is known.
    pub fn resolve(&self, provider: Option<&str>, text: &str) -> Result<Resolved, String> {
        if let Some(id) = provider {
            self.provider(id).ok_or_else(|| self.unknown_provider(id))?;
        }
        let text = text.trim();
        if let Some(model) = self.listed(provider, text) {
            return Ok(Resolved { model, thinking: None });
        }
        let (head, thinking) = split_level(text);
        if let Some(model) = thinking.and_then(|_| self.listed(provider, head)) {
            return Ok(Resolved { model, thinking });
        }
        self.unlisted(provider, head).map(|model| Resolved { model, thinking })
    }

    /// The same where one provider comes before all others, also for ids that no list has: these may begin like the name
    /// of another.
    pub fn resolve_preferring(&self, provider: &str, text: &str) -> Result<Resolved, String> {
        self.provider(provider).ok_or_else(|| self.unknown_provider(provider))?;
        let text = text.trim();
        let (head, level) = split_level(text);
        for (text, thinking) in [(text, None), (head, level)] {
            if let Some(model) = self.listed(Some(provider), text).or_else(|| self.listed(None, text)) {
                return Ok(Resolved { model, thinking });
            }
        }
        self.unlisted(Some(provider), head).map(|model| Resolved { model, thinking: level })
    }

    pub fn provider(&self, id: &str) -> Option<&ProviderSpec> {
        self.providers.iter().find(|known| known.id == id)
    }

    pub fn unknown_provider(&self, id: &str) -> String {
        let known: Vec<&str> = self.providers.iter().map(|known| known.id.as_str()).collect();
        format!("Unknown provider: {id}\nKnown providers: {}. Others are described in models.yml", known.join(", "))
    }

    fn listed(&self, provider: Option<&str>, text: &str) -> Option<Arc<Model>> {
        let of =
            |provider: &str, id: &str| self.models.iter().find(|known| known.provider == provider && known.id == id);
        let by_id = match provider {
            Some(provider) => of(provider, text),
            None => self.models.iter().find(|known| known.id == text),
        };
        let by_both = || {
            let (named, id) = text.split_once('/')?;
            of(named, id).filter(|_| provider.is_none_or(|provider| provider == named))
        };
        by_id.or_else(by_both).cloned()
    }

    fn unlisted(&self, provider: Option<&str>, text: &str) -> Result<Arc<Model>, String> {
        let named = text.split_once('/').filter(|(_, id)| !id.is_empty());
        let (spec, id) = match (provider, named) {
            (Some(provider), Some((named, id))) if named == provider => (self.provider(named), id),
            (Some(provider), _) => (self.provider(provider), text),
            (None, Some((named, id))) => match self.provider(named) {
                Some(spec) => (Some(spec), id),
                None => return Err(self.unknown_provider(named)),
            },
            (None, None) => (None, text),
        };
        match spec {
            // The only provider whose list is complete by nature.
            Some(spec) if spec.id == super::catalog::BUILTIN => Err(format!(
                "Unknown model: {}/{id}\nThe embedded provider has one model: {}",
                spec.id,
                super::catalog::OFFLINE
            )),
            Some(spec) if !id.is_empty() => Ok(spec.unlisted(id)),
            _ => Err(format!("Unknown model: {text}\nName its provider too: --provider ID, or --model provider/id")),
        }
    }
}

/// A text without the level after its last colon, and the level; the whole text when there is none.
pub(super) fn split_level(text: &str) -> (&str, Option<ThinkingLevel>) {
    let split = text.rsplit_once(':').filter(|(head, _)| !head.is_empty());
    match split.and_then(|(head, level)| Some((head, ThinkingLevel::from_wire(level)?))) {
        Some((head, level)) => (head, Some(level)),
        None => (text, None),
    }
}

#[cfg(test)]
#[path = "resolve_tests.rs"]
mod tests;
