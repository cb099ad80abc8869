//! From the name of an API to what speaks it.

use std::sync::Arc;

use super::Provider;
use super::http::Http;
use super::openai_completions::OpenAiCompletions;
use super::unbuilt::Unbuilt;

/// What speaks the API of this name; nothing for names that nobody knows.
pub fn open(api: &str) -> Option<Arc<dyn Provider>> {
    match api {
        "openai-completions" => Some(Arc::new(OpenAiCompletions::new(Http::shared()))),
        other => Some(Arc::new(Unbuilt::named(other)?)),
    }
}
