//! What a model is asked with.

use std::sync::Arc;
use std::time::Duration;

use crate::proto::shared::{AgentMessage, Model, ThinkingLevel, ToolDefinition};

use super::notes::Purpose;

/// Tokens that an image is taken for when nobody told its real size.
pub const IMAGE_TOKENS: u64 = 1200;

/// One request to a model. Cheap to clone: everything large is shared.
#[derive(Clone)]
pub struct Request {
    /// The model, with the address of its provider.
    pub model: Arc<Model>,
    /// What authenticates, or `None` for servers that need nothing.
    pub credential: Option<Credential>,
    /// System prompt, in ordered blocks.
    pub system: Arc<[String]>,
    /// History as the model may see it: only user, developer, assistant and tool-result messages, every call
    /// followed by exactly one result, no blank parts (`agent::context` makes it so).
    pub messages: Vec<Arc<AgentMessage>>,
    /// Tools on offer, under the names that the model sees.
    pub tools: Arc<[ToolDefinition]>,
    /// How much the model should think.
    pub thinking: ThinkingLevel,
    /// Identifies the conversation to providers that route or cache by it.
    pub session_id: Arc<str>,
    /// Explicit prompt-cache key, when the host gave one.
    pub cache_key: Option<Arc<str>>,
    pub limits: Limits,
    /// What the reply is for, as data; a language model reads it in the messages.
    pub purpose: Purpose,
    /// The tool that the reply must call, by the name that the model sees.
    pub forced_tool: Option<Arc<str>>,
}

/// A secret that never shows in logs.
#[derive(Clone)]
pub struct Credential(Arc<str>);

impl Credential {
    pub fn new(secret: impl Into<Arc<str>>) -> Self {
        Self(secret.into())
    }

    /// The secret itself, for the one place that sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credential([redacted])")
    }
}

/// How long a silent provider is waited for (hazard K44). Only real data counts, keep-alives do not.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// From sending the request to the first event with content.
    pub first_event: Duration,
    /// Between two such events.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { first_event: Duration::from_secs(300), idle: Duration::from_secs(120) }
    }
}
