//! What the tests of this room share.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::auth::{Credentials, Stored};
use crate::proto::shared::{Effort, Model, ThinkingConfig, ThinkingMode};
use crate::provider::{Chunk, ChunkStream, Provider, Request};
use crate::settings::{ConfiguredModel, ModelsFile, Settings};

use super::catalog;
use super::{Build, LoginWeb, ModelRegistry, Reach, Sources};

/// A model of the provider `acme` without anything special.
pub(super) fn plain(id: &str) -> Model {
    catalog::model("acme", "openai-completions", "http://127.0.0.1:9/v1", ConfiguredModel::named(id))
}

/// A model of the provider `acme` that can think.
pub(super) fn thinker(id: &str, efforts: &[Effort]) -> Model {
    let mut model = plain(id);
    model.reasoning = true;
    model.thinking = Some(config(efforts));
    model
}

pub(super) fn config(efforts: &[Effort]) -> ThinkingConfig {
    ThinkingConfig {
        mode: ThinkingMode::Effort,
        efforts: efforts.to_vec(),
        default_level: None,
        effort_map: None,
        effort_routing: None,
        effort_budgets: None,
        supports_display: None,
        suppress_when_off: None,
        requires_effort: None,
    }
}

/// Says where it was asked to look for its model, and no more.
struct Mute;

impl Provider for Mute {
    fn stream(&self, request: Request) -> ChunkStream {
        let place = request.model.base_url.clone();
        Box::pin(futures_util::stream::once(async { vec![Chunk::Text(place)] }))
    }
}

/// Opens the two APIs that the process has in these tests.
pub(super) fn build() -> Build {
    Arc::new(|api: &str, _: &BTreeMap<String, String>| {
        matches!(api, "openai-completions" | "builtin-offline").then(|| Arc::new(Mute) as Arc<dyn Provider>)
    })
}

/// A home folder with a `models.yml`, and what else a registry is made from.
pub(super) struct Setup {
    pub home: tempfile::TempDir,
    pub variables: Vec<(&'static str, String)>,
    pub settings: Settings,
    pub scope: Vec<String>,
}

impl Setup {
    pub fn new(models: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let setup = Self { home, variables: Vec::new(), settings: Settings::default(), scope: Vec::new() };
        setup.write(models);
        setup
    }

    pub fn set(mut self, name: &'static str, value: &str) -> Self {
        self.variables.push((name, value.to_owned()));
        self
    }

    pub fn scope(mut self, scope: &[&str]) -> Self {
        self.scope = scope.iter().map(|entry| (*entry).to_owned()).collect();
        self
    }

    pub fn write(&self, models: &str) {
        std::fs::write(self.home.path().join("models.yml"), models).unwrap();
    }

    pub fn try_registry(&self) -> Result<ModelRegistry, String> {
        let environment = self.variables.iter().cloned().collect();
        let sources = Sources {
            file: ModelsFile::load(Some(self.home.path())).unwrap(),
            settings: &self.settings,
            credentials: Credentials::new(environment, Stored::load(Some(self.home.path()))),
            build: build(),
            scope: self.scope.clone(),
            reach: Reach::Network,
            web: Arc::new(LoginWeb),
        };
        ModelRegistry::new(sources).map_err(|error| error.to_string())
    }

    /// The registry, and the folder that it looks into for as long as it lives.
    pub fn registry(self) -> Kept {
        Kept { registry: self.try_registry().unwrap(), setup: self }
    }
}

pub(super) struct Kept {
    registry: ModelRegistry,
    pub setup: Setup,
}

impl std::ops::Deref for Kept {
    type Target = ModelRegistry;

    fn deref(&self) -> &ModelRegistry {
        &self.registry
    }
}

/// Two providers: `acme` needs a variable, `free` needs nothing.
pub(super) const TWO: &str = concat!(
    "providers:\n",
    "  acme:\n",
    "    api: openai-completions\n",
    "    baseUrl: http://127.0.0.1:9/v1\n",
    "    apiKey: ACME_KEY\n",
    "    headers: { X-Secret: hush }\n",
    "    models:\n",
    "      - id: vendor/coder:free\n",
    "      - { id: deep, reasoning: true }\n",
    "  free:\n",
    "    api: openai-completions\n",
    "    baseUrl: http://127.0.0.1:9/v1\n",
    "    models:\n",
    "      - id: small\n",
    "      - id: 'deep:high'\n",
);
