//! From the name of an API to what speaks it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Provider;
use super::http::Http;
use super::offline::Offline;
use super::openai_completions::OpenAiCompletions;
use super::unbuilt::Unbuilt;

/// The API of the planner inside the binary.
pub const OFFLINE_API: &str = "builtin-offline";

/// What speaks the API of this name, with further headers for each request; nothing for names that nobody knows.
pub fn open(api: &str, headers: &BTreeMap<String, String>) -> Option<Arc<dyn Provider>> {
    match api {
        OFFLINE_API => Some(Arc::new(Offline)),
        "openai-completions" => Some(Arc::new(OpenAiCompletions::new(Http::shared(), headers.clone()))),
        other => Some(Arc::new(Unbuilt::named(other)?)),
    }
}
