//! In what a server of this format differs from the others, and how a configuration overrides it.

use crate::proto::shared::{JsonObject, Model};
use crate::provider::catalogue;

/// The peculiarities of one server, resolved.
///
/// Each field can be set in a model's `compat`, under the name given with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Compat {
    /// `supportsDeveloperRole`: instructions go out as `developer` instead of `system`.
    pub developer_role: bool,
    /// `maxTokensField`: what the limit of the answer is called.
    pub max_tokens_field: MaxTokensField,
    /// `supportsUsageInStreaming`: whether `stream_options.include_usage` may be sent.
    pub stream_usage: bool,
    /// `thinkingFormat`: how the level of thinking is said.
    pub thinking: ThinkingFormat,
    /// `replayReasoning`: which thinking of earlier replies is sent back.
    pub replay: Replay,
    /// `supportsPromptCacheKey`: the conversation's id goes out as `prompt_cache_key` when the host gave no key.
    pub cache_by_session: bool,
    /// `sessionHeader`: the header that carries the conversation's id.
    pub session_header: Option<String>,
    /// `toolCallIds`: what ids of calls may look like.
    pub call_ids: CallIds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaxTokensField {
    /// `max_tokens`
    Classic,
    /// `max_completion_tokens`
    Completion,
    /// Not sent at all: `none`.
    Absent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThinkingFormat {
    /// `"reasoning_effort": "high"`: `openai`.
    Effort,
    /// `"reasoning": {"effort": "high"}`: `openrouter`.
    Nested,
    /// `"thinking": {"type": "enabled"}`: `zai`.
    Toggle,
    /// `"enable_thinking": true`: `qwen`.
    Flag,
    /// Nothing is sent: `none`.
    Silent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replay {
    Never,
    /// Since the last user message only: models want it between their own calls, and ignore or refuse older thinking.
    Turn,
    Always,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallIds {
    /// Up to 40 letters, digits, `-` and `_`: `any`.
    Any,
    /// Exactly nine letters and digits: `nine`.
    Nine,
}

impl Default for Compat {
    /// What an unknown server gets: the oldest forms, which all understand.
    fn default() -> Self {
        Self {
            developer_role: false,
            max_tokens_field: MaxTokensField::Classic,
            stream_usage: true,
            thinking: ThinkingFormat::Effort,
            replay: Replay::Turn,
            cache_by_session: false,
            session_header: None,
            call_ids: CallIds::Any,
        }
    }
}

impl Compat {
    /// What holds for a model: its server's peculiarities, then what its configuration says.
    pub fn of(model: &Model) -> Self {
        let mut compat = Self::of_vendor(catalogue::vendor_at(&model.base_url).map_or("", |vendor| vendor.id));
        compat.developer_role &= model.reasoning;
        for configured in [&model.compat, &model.compat_config].into_iter().flatten() {
            compat.apply(configured);
        }
        compat
    }

    fn of_vendor(id: &str) -> Self {
        let plain = Self::default();
        match id {
            "openai" => Self {
                developer_role: true,
                max_tokens_field: MaxTokensField::Completion,
                replay: Replay::Never,
                cache_by_session: true,
                ..plain
            },
            "openrouter" => Self { thinking: ThinkingFormat::Nested, replay: Replay::Always, ..plain },
            "groq" | "cerebras" => {
                Self { max_tokens_field: MaxTokensField::Completion, replay: Replay::Never, ..plain }
            }
            "mistral" => {
                Self { thinking: ThinkingFormat::Silent, replay: Replay::Never, call_ids: CallIds::Nine, ..plain }
            }
            "xai" => Self {
                thinking: ThinkingFormat::Silent,
                replay: Replay::Never,
                session_header: Some("x-grok-conv-id".into()),
                ..plain
            },
            "google" | "together" => Self { replay: Replay::Never, ..plain },
            "deepseek" => Self { thinking: ThinkingFormat::Silent, ..plain },
            "moonshotai" => Self { thinking: ThinkingFormat::Silent, cache_by_session: true, ..plain },
            "zai" => Self { thinking: ThinkingFormat::Toggle, ..plain },
            "qwen" => Self { thinking: ThinkingFormat::Flag, ..plain },
            _ => plain,
        }
    }

    /// Takes over what a configuration says; what it does not know or understand it leaves alone.
    fn apply(&mut self, configured: &JsonObject) {
        let flag = |name: &str| configured.get(name).and_then(serde_json::Value::as_bool);
        let word = |name: &str| configured.get(name).and_then(serde_json::Value::as_str);
        if let Some(on) = flag("supportsDeveloperRole") {
            self.developer_role = on;
        }
        if let Some(on) = flag("supportsUsageInStreaming") {
            self.stream_usage = on;
        }
        if let Some(on) = flag("supportsPromptCacheKey") {
            self.cache_by_session = on;
        }
        if let Some(name) = word("sessionHeader") {
            self.session_header = (!name.is_empty()).then(|| name.to_owned());
        }
        match word("maxTokensField") {
            Some("max_tokens") => self.max_tokens_field = MaxTokensField::Classic,
            Some("max_completion_tokens") => self.max_tokens_field = MaxTokensField::Completion,
            Some("none") => self.max_tokens_field = MaxTokensField::Absent,
            _ => {}
        }
        match word("thinkingFormat") {
            Some("openai") => self.thinking = ThinkingFormat::Effort,
            Some("openrouter") => self.thinking = ThinkingFormat::Nested,
            Some("zai") => self.thinking = ThinkingFormat::Toggle,
            Some("qwen") => self.thinking = ThinkingFormat::Flag,
            Some("none") => self.thinking = ThinkingFormat::Silent,
            _ => {}
        }
        match word("replayReasoning") {
            Some("never") => self.replay = Replay::Never,
            Some("turn") => self.replay = Replay::Turn,
            Some("always") => self.replay = Replay::Always,
            _ => {}
        }
        match word("toolCallIds") {
            Some("any") => self.call_ids = CallIds::Any,
            Some("nine") => self.call_ids = CallIds::Nine,
            _ => {}
        }
    }
}
