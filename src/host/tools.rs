//! Tools that the host owns: what it offers, and the call.

use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::base::ids::CallId;
use crate::outbox::Question;
use crate::proto::shared::{JsonObject, ToolDefinition};

use super::Host;
use super::asks::{Answer, Listener, Unanswered, Wait};

/// A tool as the host offers it, unchecked.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    pub name: String,
    pub description: String,
    /// Must be an object.
    pub parameters: Value,
    pub label: Option<String>,
    /// Not to be shown to the model for the time being.
    pub hidden: bool,
}

/// A tool of the host that can be registered.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// Name and description trimmed.
    pub definition: ToolDefinition,
    /// For people; the name when the host gave none.
    pub label: String,
    pub hidden: bool,
}

/// Why a set of tools is not registered. The set before stays.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("tool {index} has no name")]
    NoName { index: usize },
    #[error("the tool {name} has no description")]
    NoDescription { name: String },
    #[error("the parameters of the tool {name} are no schema")]
    NoSchema {
        name: String,
        /// What is wrong with an object that is no schema either.
        why: Option<String>,
    },
    #[error("two tools have one name")]
    Twice,
    #[error("there is another tool of the name {name}")]
    Taken { name: String },
}

/// Checks a whole set, in its order; the first fault counts.
pub fn check_offers(offers: Vec<Offer>) -> Result<Vec<Accepted>, Refused> {
    let mut accepted: Vec<Accepted> = Vec::with_capacity(offers.len());
    for (index, offer) in offers.into_iter().enumerate() {
        let name = offer.name.trim().to_owned();
        if name.is_empty() {
            return Err(Refused::NoName { index });
        }
        let description = offer.description.trim().to_owned();
        if description.is_empty() {
            return Err(Refused::NoDescription { name });
        }
        let Value::Object(parameters) = offer.parameters else { return Err(Refused::NoSchema { name, why: None }) };
        let label = offer.label.map(|label| label.trim().to_owned()).filter(|label| !label.is_empty());
        let label = label.unwrap_or_else(|| name.clone());
        let definition = ToolDefinition { name, description, parameters, examples: None };
        accepted.push(Accepted { definition, label, hidden: offer.hidden });
    }
    let mut names: Vec<&str> = accepted.iter().map(|one| one.definition.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).any(|pair| pair.first() == pair.last()) {
        true => Err(Refused::Twice),
        false => Ok(accepted),
    }
}

/// What a tool of the host gives back, as it came: the blocks may be anything.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Payload {
    pub content: Vec<Value>,
    pub details: Option<Value>,
    pub is_error: Option<bool>,
    pub useless: Option<bool>,
}

/// The end of a call.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolAnswer {
    pub payload: Payload,
    /// The host says that the call failed; then only the text of the payload counts.
    pub failed: bool,
}

impl Host {
    /// Has the host run one of its tools, in the time that its protocol gives it; the token takes the call back.
    pub async fn call(
        &self,
        tool: &str,
        call_id: CallId,
        arguments: JsonObject,
        token: &CancellationToken,
        listener: impl Fn(Payload) + Send + Sync + 'static,
    ) -> Result<ToolAnswer, Unanswered> {
        let question = Question::Call { call_id, tool: Arc::from(tool), arguments };
        let listener: Listener = Box::new(listener);
        let wait = Wait { timeout: self.tool_time(), token: token.clone() };
        match self.asks().ask_and_listen(question, wait, Some(listener)).await? {
            Answer::Tool(answer) => Ok(answer),
            // The table lets only answers of the right kind through.
            Answer::Uri(_) | Answer::Dialog(_) | Answer::Permission(_) => Err(Unanswered::Unsupported),
        }
    }
}

#[cfg(test)]
#[path = "tools_tests.rs"]
mod tests;
