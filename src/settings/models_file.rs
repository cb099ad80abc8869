//! `models.yml`: providers and models of the user's own, in the order of the file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::SettingsError;
use super::file::File;
use super::known::unknown_keys;
use super::load::find;
use crate::proto::settings as file;
use crate::proto::settings::OauthEntry;
use crate::proto::shared::{Effort, InputKind, JsonObject, ModelCost, ThinkingConfig, ThinkingMode};

const NAMES: [&str; 3] = ["models.yml", "models.yaml", "models.json"];
const SCHEMA: &str = "ModelsFile";

/// A provider as the configuration describes it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConfiguredProvider {
    pub id: String,
    /// Absent: as hostwire knows it.
    pub api: Option<String>,
    /// Absent: as hostwire knows it.
    pub base_url: Option<String>,
    pub api_key: Option<KeySource>,
    /// May hold secrets.
    pub headers: BTreeMap<String, String>,
    /// Name to show; absent: its id.
    pub name: Option<String>,
    /// Page where its keys are made.
    pub key_url: Option<String>,
    /// How one logs in to it.
    pub oauth: Option<OauthEntry>,
    /// Absent: the provider is asked for its list.
    pub models: Option<Vec<ConfiguredModel>>,
}

/// A model as the configuration describes it, with every default filled in.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfiguredModel {
    pub id: String,
    pub name: String,
    pub context_window: u64,
    pub max_tokens: u64,
    pub reasoning: bool,
    pub input: Vec<InputKind>,
    pub cost: ModelCost,
    pub thinking: Option<ThinkingConfig>,
    /// May hold secrets.
    pub headers: BTreeMap<String, String>,
    pub compat: Option<JsonObject>,
}

/// The name of an environment variable, or a key; never shown in logs, because it may be the latter.
#[derive(Clone, PartialEq, Eq)]
pub struct KeySource(String);

/// The file with what is needed to see that it changed.
#[derive(Debug, Default)]
pub struct ModelsFile {
    home: Option<PathBuf>,
    stamp: Option<Stamp>,
    pub providers: Vec<ConfiguredProvider>,
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
struct Stamp {
    path: PathBuf,
    modified: Option<SystemTime>,
    bytes: u64,
}

impl ConfiguredModel {
    /// A model of which nothing but its id is known.
    pub fn named(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            name: id.to_owned(),
            context_window: 128_000,
            max_tokens: 8192,
            reasoning: false,
            input: vec![InputKind::Text],
            cost: ModelCost { input: 0.0, output: 0.0, cache_read: 0.0, cache_write: 0.0 },
            thinking: None,
            headers: BTreeMap::new(),
            compat: None,
        }
    }

    /// How the levels of a reasoning model are sent when nothing says how: as words, low to high.
    pub fn usual_thinking() -> ThinkingConfig {
        ThinkingConfig {
            mode: ThinkingMode::Effort,
            efforts: vec![Effort::Low, Effort::Medium, Effort::High],
            default_level: None,
            effort_map: None,
            effort_routing: None,
            effort_budgets: None,
            supports_display: None,
            suppress_when_off: None,
            requires_effort: None,
        }
    }
}

impl KeySource {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// As it stands in the file.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for KeySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeySource([redacted])")
    }
}

impl ModelsFile {
    /// Reads the file of a home folder; without one there are no providers.
    pub fn load(home: Option<&Path>) -> Result<Self, SettingsError> {
        let mut read = Self { home: home.map(Path::to_owned), ..Self::default() };
        let Some(path) = home.and_then(|home| find(home, &NAMES, &mut read.warnings)) else {
            return Ok(read);
        };
        // Taken before reading: a change in between is seen the next time.
        read.stamp = Stamp::of(&path);
        let file = File::read(&path)?;
        let parsed: file::ModelsFile = file.typed(SCHEMA)?;
        let unknown = unknown_keys(SCHEMA, &file.tree);
        read.warnings.extend(unknown.into_iter().map(|text| format!("{}: {text}", path.display())));
        let mut entries = parsed.providers.unwrap_or_default();
        // The typed map is sorted; the order of the file is in the tree.
        let order =
            file.tree.get("providers").and_then(|value| value.as_object()).into_iter().flat_map(|map| map.keys());
        read.providers = order.filter_map(|id| entries.remove(id).map(|entry| provider(id, entry))).collect();
        Ok(read)
    }

    /// The file that was read.
    pub fn path(&self) -> Option<&Path> {
        self.stamp.as_ref().map(|stamp| stamp.path.as_path())
    }

    /// Reads again when the file is not what it was: whether it was read.
    ///
    /// After an error the old providers stay, and the file is not tried again before it changes once more.
    pub fn refresh(&mut self) -> Result<bool, SettingsError> {
        let path = self.home.as_deref().and_then(|home| find(home, &NAMES, &mut Vec::new()));
        let stamp = path.as_deref().and_then(Stamp::of);
        if stamp == self.stamp {
            return Ok(false);
        }
        self.stamp = stamp;
        *self = Self::load(self.home.as_deref())?;
        Ok(true)
    }
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let facts = std::fs::metadata(path).ok()?;
        Some(Self { path: path.to_owned(), modified: facts.modified().ok(), bytes: facts.len() })
    }
}

fn provider(id: &str, entry: file::ProviderEntry) -> ConfiguredProvider {
    ConfiguredProvider {
        id: id.to_owned(),
        api: entry.api.map(|api| api.as_str().to_owned()),
        base_url: entry.base_url.map(|url| url.trim_end_matches('/').to_owned()),
        api_key: entry.api_key.filter(|key| !key.trim().is_empty()).map(KeySource::new),
        headers: entry.headers.unwrap_or_default(),
        name: entry.name.filter(|name| !name.trim().is_empty()),
        key_url: entry.key_url.filter(|url| !url.trim().is_empty()),
        oauth: entry.oauth,
        models: entry.models.map(|models| models.into_iter().map(model).collect()),
    }
}

fn model(entry: file::ModelEntry) -> ConfiguredModel {
    let cost = entry.cost.unwrap_or_default();
    let reasoning = entry.reasoning.unwrap_or(entry.thinking.is_some());
    let usual = ConfiguredModel::named(&entry.id);
    ConfiguredModel {
        name: entry.name.unwrap_or(usual.name),
        context_window: entry.context_window.unwrap_or(usual.context_window),
        max_tokens: entry.max_tokens.unwrap_or(usual.max_tokens),
        reasoning,
        input: entry.input.filter(|kinds| !kinds.is_empty()).unwrap_or(usual.input),
        cost: ModelCost {
            input: cost.input.unwrap_or(0.0),
            output: cost.output.unwrap_or(0.0),
            cache_read: cost.cache_read.unwrap_or(0.0),
            cache_write: cost.cache_write.unwrap_or(0.0),
        },
        thinking: reasoning
            .then(|| entry.thinking.unwrap_or_else(ConfiguredModel::usual_thinking))
            .filter(|config| !config.efforts.is_empty()),
        headers: entry.headers.unwrap_or_default(),
        compat: entry.compat,
        id: entry.id,
    }
}

#[cfg(test)]
#[path = "models_file_tests.rs"]
mod tests;
