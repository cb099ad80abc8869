//! The providers that hostwire knows by name: where they are, what they speak, where their key is found.

use reqwest::Url;

/// A provider that needs no more configuration than a key, or a server program on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vendor {
    pub id: &'static str,
    pub name: &'static str,
    /// What [`super::open`] takes.
    pub api: &'static str,
    pub base_url: &'static str,
    /// Variable that moves the provider elsewhere.
    pub base_url_variable: Option<&'static str>,
    /// Variables that may hold the key, first found wins; none for servers that need no key.
    pub key_variables: &'static [&'static str],
    /// Page where keys are made.
    pub key_url: Option<&'static str>,
    /// A login that the vendor documents for programs without a secret.
    pub login: Option<VendorLogin>,
}

/// A login whose code is exchanged for a key that stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VendorLogin {
    pub authorize_url: &'static str,
    pub exchange_url: &'static str,
    /// Name of this machine that the vendor takes in redirect addresses.
    pub redirect_host: &'static str,
}

const CHAT: &str = "openai-completions";

const fn chat(
    id: &'static str,
    name: &'static str,
    base_url: &'static str,
    key_variables: &'static [&'static str],
    key_url: &'static str,
) -> Vendor {
    let key_url = Some(key_url);
    Vendor { id, name, api: CHAT, base_url, base_url_variable: None, key_variables, key_url, login: None }
}

/// A server program on this machine, which needs no key.
const fn local(id: &'static str, name: &'static str, base_url: &'static str) -> Vendor {
    Vendor { key_url: None, ..chat(id, name, base_url, &[], "") }
}

/// All of them; the local ones come last.
pub const VENDORS: &[Vendor] = &[
    Vendor {
        base_url_variable: Some("OPENAI_BASE_URL"),
        ..chat(
            "openai",
            "OpenAI",
            "https://api.openai.com/v1",
            &["OPENAI_API_KEY"],
            "https://platform.openai.com/api-keys",
        )
    },
    Vendor {
        id: "anthropic",
        name: "Anthropic",
        api: "anthropic-messages",
        base_url: "https://api.anthropic.com",
        base_url_variable: Some("ANTHROPIC_BASE_URL"),
        key_variables: &["ANTHROPIC_API_KEY"],
        key_url: Some("https://console.anthropic.com/settings/keys"),
        login: None,
    },
    // Google serves its models in this format too.
    chat(
        "google",
        "Google Gemini",
        "https://generativelanguage.googleapis.com/v1beta/openai",
        &["GEMINI_API_KEY", "GOOGLE_API_KEY"],
        "https://aistudio.google.com/apikey",
    ),
    Vendor {
        // https://openrouter.ai/docs/guides/overview/auth/oauth: any port of localhost, no registered client.
        login: Some(VendorLogin {
            authorize_url: "https://openrouter.ai/auth",
            exchange_url: "https://openrouter.ai/api/v1/auth/keys",
            redirect_host: "localhost",
        }),
        ..chat(
            "openrouter",
            "OpenRouter",
            "https://openrouter.ai/api/v1",
            &["OPENROUTER_API_KEY"],
            "https://openrouter.ai/settings/keys",
        )
    },
    chat("groq", "Groq", "https://api.groq.com/openai/v1", &["GROQ_API_KEY"], "https://console.groq.com/keys"),
    chat(
        "mistral",
        "Mistral",
        "https://api.mistral.ai/v1",
        &["MISTRAL_API_KEY"],
        "https://console.mistral.ai/api-keys",
    ),
    chat(
        "deepseek",
        "DeepSeek",
        "https://api.deepseek.com/v1",
        &["DEEPSEEK_API_KEY"],
        "https://platform.deepseek.com/api_keys",
    ),
    chat("xai", "xAI", "https://api.x.ai/v1", &["XAI_API_KEY"], "https://console.x.ai"),
    chat("cerebras", "Cerebras", "https://api.cerebras.ai/v1", &["CEREBRAS_API_KEY"], "https://cloud.cerebras.ai"),
    chat(
        "together",
        "Together",
        "https://api.together.xyz/v1",
        &["TOGETHER_API_KEY"],
        "https://api.together.ai/settings/api-keys",
    ),
    chat(
        "fireworks",
        "Fireworks",
        "https://api.fireworks.ai/inference/v1",
        &["FIREWORKS_API_KEY"],
        "https://app.fireworks.ai/settings/users/api-keys",
    ),
    chat(
        "moonshotai",
        "Moonshot AI",
        "https://api.moonshot.ai/v1",
        &["MOONSHOT_API_KEY"],
        "https://platform.moonshot.ai/console/api-keys",
    ),
    chat("zai", "Z.ai", "https://api.z.ai/api/paas/v4", &["ZAI_API_KEY"], "https://z.ai/manage-apikey/apikey-list"),
    chat(
        "qwen",
        "Qwen",
        "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
        &["DASHSCOPE_API_KEY"],
        "https://modelstudio.console.alibabacloud.com/?tab=dashboard#/api-key",
    ),
    chat(
        "nvidia",
        "NVIDIA",
        "https://integrate.api.nvidia.com/v1",
        &["NVIDIA_API_KEY"],
        "https://build.nvidia.com/settings/api-keys",
    ),
    chat(
        "huggingface",
        "Hugging Face",
        "https://router.huggingface.co/v1",
        &["HF_TOKEN"],
        "https://huggingface.co/settings/tokens",
    ),
    local("ollama", "Ollama", "http://127.0.0.1:11434/v1"),
    local("llamacpp", "llama.cpp", "http://127.0.0.1:8080/v1"),
    local("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1"),
    local("vllm", "vLLM", "http://127.0.0.1:8000/v1"),
];

/// The vendor of this id.
pub fn vendor(id: &str) -> Option<&'static Vendor> {
    VENDORS.iter().find(|vendor| vendor.id == id)
}

/// The vendor whose server an address points to, whatever the provider is called. Local programs have no address of
/// their own and are not found this way.
pub fn vendor_at(base_url: &str) -> Option<&'static Vendor> {
    let url = Url::parse(base_url).ok()?;
    let host = url.host_str()?;
    VENDORS.iter().filter(|vendor| !vendor.is_local()).find(|vendor| {
        Url::parse(vendor.base_url).ok().and_then(|own| own.host_str().map(|own| own == host)).unwrap_or(false)
    })
}

/// Every variable that a credential may be read from: none of them belongs in a child's environment.
pub fn key_variables() -> impl Iterator<Item = &'static str> {
    VENDORS.iter().flat_map(|vendor| vendor.key_variables.iter().copied())
}

impl Vendor {
    /// A server program on this machine, at its usual port.
    pub fn is_local(&self) -> bool {
        self.key_variables.is_empty()
    }

    /// Where requests go, when the environment says nothing else. `variable` looks up the environment.
    pub fn address(&self, variable: impl Fn(&str) -> Option<String>) -> String {
        self.base_url_variable
            .and_then(variable)
            .map(|moved| moved.trim().to_owned())
            .filter(|moved| !moved.is_empty())
            .unwrap_or_else(|| self.base_url.to_owned())
    }

    /// The key out of the environment. `variable` looks it up.
    pub fn key(&self, variable: impl Fn(&str) -> Option<String>) -> Option<String> {
        self.key_variables
            .iter()
            .filter_map(|name| variable(name))
            .map(|key| key.trim().to_owned())
            .find(|key| !key.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_addresses_are_addresses() {
        for (at, vendor) in VENDORS.iter().enumerate() {
            let url = Url::parse(vendor.base_url).unwrap();
            assert_eq!(url.scheme() == "http", vendor.is_local(), "{}", vendor.id);
            assert!(!vendor.base_url.ends_with('/'), "{}", vendor.id);
            assert!(VENDORS.iter().skip(at + 1).all(|other| other.id != vendor.id), "{}", vendor.id);
        }
    }

    #[test]
    fn the_environment_moves_a_provider_and_holds_its_key() {
        let openai = vendor("openai").unwrap();
        assert_eq!(openai.address(|_| None), "https://api.openai.com/v1");
        let moved = |name: &str| (name == "OPENAI_BASE_URL").then(|| "http://127.0.0.1:1/v1".to_owned());
        assert_eq!(openai.address(moved), "http://127.0.0.1:1/v1");
        assert_eq!(openai.address(|_| Some(" ".into())), "https://api.openai.com/v1");
        let google = vendor("google").unwrap();
        let second = |name: &str| (name == "GOOGLE_API_KEY").then(|| " secret\n".to_owned());
        assert_eq!(google.key(second), Some("secret".into()));
        assert_eq!(google.key(|_| Some(String::new())), None);
    }

    #[test]
    fn a_server_is_known_by_its_host() {
        assert_eq!(vendor_at("https://api.groq.com/openai/v1/").unwrap().id, "groq");
        assert_eq!(vendor_at("http://127.0.0.1:11434/v1"), None);
        assert_eq!(vendor_at("no address"), None);
    }
}
