//! What a tool is: its definition, its tier, its run.

use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use crate::policy::{Subject, Tier};
use crate::proto::shared::{JsonObject, ToolDefinition, ToolResultPayload};

use super::{ToolCx, schema};

/// The answer of a call, later.
pub type ToolFuture<'a> = Pin<Box<dyn Future<Output = Result<ToolResultPayload, ToolError>> + Send + 'a>>;

/// Something that the model can call.
pub trait Tool: Send + Sync {
    /// Name (the core's), description and argument schema; the schema is the file under `schema/tools/`.
    fn definition(&self) -> &ToolDefinition;

    /// What it can touch; approval modes go by this. Undeclared is the worst.
    fn tier(&self) -> Tier {
        Tier::default()
    }

    /// What a call is about, for rules. `cwd` is the session's folder.
    fn subject(&self, _arguments: &JsonObject, _cwd: &Path) -> Subject {
        Subject::Nothing
    }

    /// Whether other calls of the same reply may run beside this one.
    fn concurrency(&self, _arguments: &JsonObject) -> Concurrency {
        Concurrency::Shared
    }

    /// Checks arguments before the call; the error is for the model.
    fn check(&self, arguments: &JsonObject) -> Result<(), String> {
        schema::validate(self.definition(), arguments)
    }

    /// Runs one call. The arguments fit the schema. When `cx.token` fires, the work stops within a second.
    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a>;
}

/// How a call goes with the other calls of its reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concurrency {
    /// Runs beside other shared calls.
    Shared,
    /// Waits for everything started before it and holds back everything after it.
    Exclusive,
}

/// Why a call did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The model is told and goes on.
    #[error("{text}")]
    Tell {
        text: String,
        /// Machine-readable details for the host.
        details: Option<serde_json::Value>,
    },
    /// The run ends.
    #[error("{0}")]
    Fatal(String),
}

impl ToolError {
    pub fn tell(text: impl Into<String>) -> Self {
        Self::Tell { text: text.into(), details: None }
    }
}
