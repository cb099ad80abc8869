//! Providers that the settings describe, in the form of `models.yml`.

use super::{ConfiguredModel, ConfiguredProvider, KeySource, Settings};
use crate::proto::settings::ProviderSettings;

impl Settings {
    /// The providers that have a block of their own here, and those of `customProviders`.
    pub fn providers(&self) -> Vec<ConfiguredProvider> {
        let named = [
            ("autohandai", &self.autohandai),
            ("azure", &self.azure),
            ("bedrock", &self.bedrock),
            ("cerebras", &self.cerebras),
            ("deepseek", &self.deepseek),
            ("llamacpp", &self.llamacpp),
            ("llmgateway", &self.llmgateway),
            ("mlx", &self.mlx),
            ("nvidia", &self.nvidia),
            ("ollama", &self.ollama),
            ("openai", &self.openai),
            ("openrouter", &self.openrouter),
            ("sakana", &self.sakana),
            ("vertexai", &self.vertexai),
            ("xai", &self.xai),
            ("zai", &self.zai),
        ];
        let named = named.into_iter().filter_map(|(id, block)| block.as_ref().map(|block| provider(id, block, None)));
        let custom = self.custom_providers.iter().flatten();
        // Nothing in such a block says what its server speaks; nearly all speak this.
        let custom = custom.map(|(id, block)| provider(id, block, Some("openai-completions")));
        named.chain(custom).collect()
    }

    /// The provider, if one is named, and the initial model: `model`, else that of the provider's block.
    pub fn initial_model(&self) -> Option<(Option<String>, String)> {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let provider = filled(&self.provider);
        if let Some(model) = filled(&self.model) {
            return Some((provider, model));
        }
        let id = provider.clone()?;
        let models = self.providers().into_iter().find(|provider| provider.id == id)?.models?;
        models.first().map(|model| (provider, model.id.clone()))
    }
}

fn provider(id: &str, block: &ProviderSettings, api: Option<&str>) -> ConfiguredProvider {
    let models = block.model.as_deref().map(|id| {
        let mut model = ConfiguredModel::named(id);
        model.context_window = block.context_window.unwrap_or(model.context_window);
        vec![model]
    });
    ConfiguredProvider {
        id: id.to_owned(),
        api: api.map(str::to_owned),
        base_url: block.base_url.as_ref().map(|url| url.trim_end_matches('/').to_owned()),
        api_key: block.api_key.clone().filter(|key| !key.trim().is_empty()).map(KeySource::new),
        name: block.name.clone().filter(|name| !name.trim().is_empty()),
        key_url: block.key_url.clone().filter(|url| !url.trim().is_empty()),
        oauth: block.oauth.clone(),
        models,
        ..ConfiguredProvider::default()
    }
}
