//! The registry: all providers and models of the process, behind one lock.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::auth::{Credentials, Found, Renewals, Web};
use crate::engine::EngineError;
use crate::proto::shared::{Model, ThinkingLevel};
use crate::provider::unbuilt::APIS as UNBUILT;
use crate::provider::{Limits, Provider};
use crate::settings::{ConfiguredProvider, DefaultThinkingLevel, ModelsFile, Settings};

use super::catalog::{self, Origin, ProviderSpec};
use super::connect::Build;
use super::discover::Listing;
use super::pattern;
use super::resolve::{Known, Resolved, split_level};
use super::thinking;

/// What the registry is made from.
pub struct Sources<'a> {
    pub file: ModelsFile,
    pub settings: &'a Settings,
    pub credentials: Credentials,
    /// Opens a provider of an API; `None` for one that this version does not speak.
    pub build: Build,
    /// Models to cycle through, each with a level if it has one; none means all.
    pub scope: Vec<String>,
    pub reach: Reach,
    /// The network, for renewing what a login gave.
    pub web: Arc<dyn Web>,
}

/// Whether providers are really asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Network,
    /// A cassette answers: no key is wanted, and no provider is asked for its list.
    Cassette,
}

/// The next model of a cycle.
#[derive(Debug, Clone, PartialEq)]
pub struct Next {
    pub model: Arc<Model>,
    /// The level that the scope asks for with it.
    pub thinking: Option<ThinkingLevel>,
    pub is_scoped: bool,
}

/// Why a model cannot be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unselected {
    /// No list has it, or the settings do not enable it.
    Unknown,
    /// There is no credential for its provider.
    NoKey,
}

/// All models.
pub struct ModelRegistry {
    // A leaf lock: held for lookups, never across an await.
    inner: Mutex<Inner>,
    pub(super) build: Build,
    enabled: Vec<String>,
    scope: Vec<String>,
    default_thinking: Option<DefaultThinkingLevel>,
    pub(super) limits: Limits,
    pub(super) reach: Reach,
    pub(super) renewals: Renewals,
}

pub(super) struct Inner {
    file: ModelsFile,
    settings: Vec<ConfiguredProvider>,
    pub specs: Vec<ProviderSpec>,
    pub credentials: Credentials,
    /// What providers answered when they were asked for their models.
    pub lists: BTreeMap<String, Listing>,
    /// Tokens that every model holds, where somebody says so.
    window: Option<u64>,
    /// Models that were chosen although no list has them.
    taken: Vec<Arc<Model>>,
    /// Opened providers, by provider id and model id where the latter has headers of its own.
    pub open: BTreeMap<(String, String), Arc<dyn Provider>>,
}

impl ModelRegistry {
    pub fn new(sources: Sources<'_>) -> Result<Self, EngineError> {
        let settings = sources.settings.providers();
        let environment = sources.credentials.environment();
        let specs =
            catalog::providers(&sources.file.providers, &settings, environment).map_err(EngineError::Configuration)?;
        let (stored, secrets) = (sources.credentials.stored().clone(), sources.credentials.secrets().clone());
        let inner = Inner {
            file: sources.file,
            settings,
            specs,
            credentials: sources.credentials,
            lists: BTreeMap::new(),
            window: None,
            taken: Vec::new(),
            open: BTreeMap::new(),
        };
        inner.guard();
        Ok(Self {
            inner: Mutex::new(inner),
            build: sources.build,
            enabled: sources.settings.enabled_models().to_vec(),
            scope: sources.scope,
            default_thinking: sources.settings.default_thinking_level,
            limits: limits(sources.settings),
            reach: sources.reach,
            renewals: Renewals::new(stored, secrets, sources.web),
        })
    }

    /// Every model is taken to hold this many tokens, whatever lists and settings say.
    pub fn with_window(self, tokens: Option<u64>) -> Self {
        let mut inner = self.lock();
        inner.window = tokens;
        inner.widen();
        drop(inner);
        self
    }

    /// Models that can be asked now: credentials are there and the settings enable them.
    pub fn available(&self) -> Vec<Arc<Model>> {
        self.available_in(&self.lock())
    }

    /// The model of exactly this provider and id among those that can be asked. A provider that keeps its list and was
    /// not asked for it yet is believed to have it.
    pub fn find(&self, provider: &str, id: &str) -> Option<Arc<Model>> {
        let mut inner = self.lock();
        let listed = self.available_in(&inner).into_iter().find(|model| model.provider == provider && model.id == id);
        if listed.is_some() || id.is_empty() {
            return listed;
        }
        let spec = inner.spec(provider).filter(|spec| self.is_usable(&inner, spec))?;
        let complete = spec.models.is_some() || inner.lists.get(provider).is_some_and(Listing::is_known);
        let model = (!complete).then(|| spec.unlisted(id)).filter(|model| self.is_enabled(model))?;
        inner.take(&model);
        Some(model)
    }

    /// The same as [`Self::find`], with the reason why there is none.
    pub fn select(&self, provider: &str, id: &str) -> Result<Arc<Model>, Unselected> {
        if let Some(model) = self.find(provider, id) {
            return Ok(model);
        }
        let inner = self.lock();
        let Some(spec) = inner.spec(provider).filter(|spec| self.speaks(spec)) else { return Err(Unselected::Unknown) };
        let keyless = matches!(inner.credentials.find(&spec.wanted()), Found::Missing { .. });
        let listed = inner.models_of(spec).into_iter().find(|model| model.id == id);
        // A provider that keeps its list is believed to have it.
        let meant = listed.or_else(|| spec.models.is_none().then(|| spec.unlisted(id)));
        match meant.filter(|model| keyless && !id.is_empty() && self.is_enabled(model)) {
            Some(_) => Err(Unselected::NoKey),
            None => Err(Unselected::Unknown),
        }
    }

    /// What a text means, as the command line takes it.
    pub fn resolve(&self, provider: Option<&str>, text: &str) -> Result<Resolved, String> {
        let mut inner = self.lock();
        let models = self.known_in(&inner);
        let resolved = Known { providers: &inner.specs, models: &models }.resolve(provider, text)?;
        inner.take(&resolved.model);
        Ok(resolved)
    }

    /// The same where one provider comes before all others.
    pub(super) fn resolve_preferring(&self, provider: &str, text: &str) -> Result<Resolved, String> {
        let mut inner = self.lock();
        let models = self.known_in(&inner);
        let resolved = Known { providers: &inner.specs, models: &models }.resolve_preferring(provider, text)?;
        inner.take(&resolved.model);
        Ok(resolved)
    }

    /// A model that was used before, by provider and id; `None` when its provider is no longer known.
    pub(super) fn recall(&self, provider: &str, id: &str) -> Option<Arc<Model>> {
        let mut inner = self.lock();
        let spec = inner.spec(provider)?;
        let listed = inner.models_of(spec).into_iter().find(|model| model.id == id);
        // The embedded provider has what it has.
        let model = listed.or_else(|| (spec.origin != Origin::Builtin).then(|| spec.unlisted(id)))?;
        inner.take(&model);
        Some(model)
    }

    /// The model after this one, among those of the scope or all available ones; `None` when there are fewer than two.
    pub fn next(&self, now: Option<&Model>) -> Option<Next> {
        let is_scoped = !self.scope.is_empty();
        let cycle = if is_scoped {
            self.scoped()
        } else {
            self.available().into_iter().map(|model| Resolved { model, thinking: None }).collect()
        };
        if cycle.len() < 2 {
            return None;
        }
        let same =
            |entry: &Resolved| now.is_some_and(|now| now.provider == entry.model.provider && now.id == entry.model.id);
        let at = cycle.iter().position(same).map_or(0, |at| (at + 1) % cycle.len());
        let Resolved { model, thinking } = cycle.into_iter().nth(at)?;
        Some(Next { model, thinking, is_scoped })
    }

    /// The models of the scope that can be asked, in its order.
    fn scoped(&self) -> Vec<Resolved> {
        let available = self.available();
        let mut cycle: Vec<Resolved> = Vec::new();
        for entry in &self.scope {
            let whole = |pattern: &str| {
                available.iter().filter(|model| pattern::matches(pattern, model)).cloned().collect::<Vec<_>>()
            };
            let (head, level) = split_level(entry);
            let exact = whole(entry);
            let (models, level) = if exact.is_empty() { (whole(head), level) } else { (exact, None) };
            let named = || self.named(head).into_iter().collect();
            let models = if models.is_empty() && !pattern::is_pattern(head) { named() } else { models };
            for model in models {
                if cycle.iter().all(|known| known.model != model) {
                    cycle.push(Resolved { model, thinking: level });
                }
            }
        }
        cycle
    }

    /// A model of a provider that keeps its list, by `provider/id`.
    fn named(&self, text: &str) -> Option<Arc<Model>> {
        let (provider, id) = text.split_once('/')?;
        self.find(provider, id)
    }

    // ---- thinking

    /// The level for a model that is selected now: its own default, else the nearest to what was in effect.
    pub fn thinking_for(&self, model: &Model, now: ThinkingLevel) -> ThinkingLevel {
        thinking::clamp(thinking::own_default(model).unwrap_or(now), model)
    }

    /// The level that nobody has chosen yet: the setting's, else the model's own, else high; as far as the model goes.
    pub fn default_thinking(&self, model: Option<&Model>) -> ThinkingLevel {
        let set = self.default_thinking.and_then(thinking::configured);
        let own = model.and_then(thinking::own_default);
        let wanted = set.or(own).unwrap_or(ThinkingLevel::High);
        model.map_or(wanted, |model| thinking::clamp(wanted, model))
    }

    /// Whether the model takes the level; `None` leaves the choice to us.
    pub fn accepts_thinking(&self, model: &Model, level: Option<ThinkingLevel>) -> Result<(), String> {
        thinking::accepts(model, level)
    }

    pub fn clamp_thinking(&self, model: &Model, level: ThinkingLevel) -> ThinkingLevel {
        thinking::clamp(level, model)
    }

    /// The next level of a cycle; `None` for a model without efforts.
    pub fn next_thinking(&self, model: &Model, now: ThinkingLevel) -> Option<ThinkingLevel> {
        thinking::next(now, model)
    }

    // ---- credentials

    /// A key for this process only.
    pub fn give_key(&self, provider: &str, key: &str) {
        self.lock().credentials.give(provider, key);
    }

    /// Every variable that a credential is read from, but for those that children are meant to see (hazard K29).
    pub fn hidden_variables(&self, pass: &[String]) -> Vec<String> {
        let inner = self.lock();
        inner.credentials.hidden_variables(inner.specs.iter().map(ProviderSpec::wanted), pass)
    }

    // ---- inside

    /// The state, after a look at whether `models.yml` or `auth.json` changed.
    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.reload();
        inner.credentials.stored().refresh();
        inner
    }

    pub(super) fn is_usable(&self, inner: &Inner, spec: &ProviderSpec) -> bool {
        let found = inner.credentials.find(&spec.wanted());
        (self.reach == Reach::Cassette || !matches!(found, Found::Missing { .. })) && self.speaks(spec)
    }

    /// Whether this version has an adapter for the provider's API.
    pub(super) fn speaks(&self, spec: &ProviderSpec) -> bool {
        !UNBUILT.contains(&spec.api.as_str()) && (self.build)(&spec.api, &BTreeMap::new()).is_some()
    }

    pub(super) fn is_enabled(&self, model: &Model) -> bool {
        self.enabled.is_empty() || self.enabled.iter().any(|enabled| pattern::matches(enabled, model))
    }

    fn available_in(&self, inner: &Inner) -> Vec<Arc<Model>> {
        let usable = inner.specs.iter().filter(|spec| self.is_usable(inner, spec));
        usable.flat_map(|spec| inner.models_of(spec)).filter(|model| self.is_enabled(model)).collect()
    }

    /// Every model that some list has, usable ones first.
    fn known_in(&self, inner: &Inner) -> Vec<Arc<Model>> {
        let (usable, others): (Vec<_>, Vec<_>) = inner.specs.iter().partition(|spec| self.is_usable(inner, spec));
        usable.into_iter().chain(others).flat_map(|spec| inner.models_of(spec)).collect()
    }

    /// The first model of `models.yml`.
    pub(super) fn first_of_file(&self) -> Option<Arc<Model>> {
        let inner = self.lock();
        let mut file = inner.specs.iter().filter(|spec| spec.origin == Origin::File);
        file.find_map(|spec| spec.models.as_ref()?.first().cloned())
    }

    /// The first model that a provider is known to have.
    pub(super) fn first_of(&self, provider: &str) -> Result<Arc<Model>, String> {
        let inner = self.lock();
        let Some(spec) = inner.spec(provider) else {
            return Err(Known { providers: &inner.specs, models: &[] }.unknown_provider(provider));
        };
        let first = inner.models_of(spec).into_iter().next();
        first
            .ok_or_else(|| format!("Provider {provider} keeps its list of models itself\nName one of them: --model ID"))
    }

    /// The embedded model.
    pub(super) fn offline(&self) -> Arc<Model> {
        let found =
            self.lock().specs.iter().find(|spec| spec.id == catalog::BUILTIN).and_then(|spec| spec.models.clone());
        found.and_then(|models| models.into_iter().next()).unwrap_or_else(|| {
            // Someone gave the embedded provider's name to one without models.
            let usual = crate::settings::ConfiguredModel::named(catalog::OFFLINE);
            Arc::new(catalog::model(catalog::BUILTIN, catalog::BUILTIN_API, "", usual))
        })
    }
}

impl Inner {
    pub fn spec(&self, provider: &str) -> Option<&ProviderSpec> {
        self.specs.iter().find(|spec| spec.id == provider)
    }

    /// The models of a provider: its list, and what was chosen beside it.
    pub fn models_of(&self, spec: &ProviderSpec) -> Vec<Arc<Model>> {
        let asked = || self.lists.get(&spec.id).map(|listing| listing.models.clone()).unwrap_or_default();
        let mut models = spec.models.clone().unwrap_or_else(asked);
        for taken in self.taken.iter().filter(|taken| taken.provider == spec.id) {
            if models.iter().all(|model| model.id != taken.id) {
                models.push(taken.clone());
            }
        }
        models
    }

    fn widen(&mut self) {
        let Some(window) = self.window else { return };
        for spec in &mut self.specs {
            spec.window = self.window;
            for model in spec.models.iter_mut().flatten() {
                Arc::make_mut(model).context_window = window;
            }
        }
    }

    /// Tells the log of every secret that the providers come with.
    fn guard(&self) {
        for spec in &self.specs {
            let _ = self.credentials.find(&spec.wanted());
            self.credentials.guard(spec.headers.values().chain(spec.model_headers.values().flat_map(BTreeMap::values)));
        }
    }

    fn take(&mut self, model: &Arc<Model>) {
        let listed = self
            .spec(&model.provider)
            .is_some_and(|spec| self.models_of(spec).iter().any(|known| known.id == model.id));
        if !listed {
            self.taken.push(model.clone());
        }
    }

    /// A changed `models.yml` takes effect; a broken one is told and changes nothing.
    fn reload(&mut self) {
        let read = match self.file.refresh() {
            Ok(false) => return,
            Ok(true) => catalog::providers(&self.file.providers, &self.settings, self.credentials.environment()),
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(specs) => {
                for warning in &self.file.warnings {
                    tracing::warn!("{warning}");
                }
                self.specs = specs;
                self.widen();
                self.lists.clear();
                self.open.clear();
                self.guard();
            }
            Err(why) => tracing::warn!("models.yml changed, but is not used: {why}"),
        }
    }
}

/// How long a silent provider is waited for; a setting counts for both waits.
fn limits(settings: &Settings) -> Limits {
    let set = settings.network.as_ref().and_then(|network| network.timeout).filter(|millis| *millis > 0);
    match set.map(Duration::from_millis) {
        Some(wait) => Limits { first_event: wait, idle: wait },
        None => Limits::default(),
    }
}

#[cfg(test)]
#[path = "registry_tests.rs"]
mod tests;
