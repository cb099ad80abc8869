//! The tools on offer, under the names that host and model see.

use std::sync::Arc;

use crate::proto::shared::{JsonObject, TodoPhase, ToolDefinition, ToolResultPayload};

use super::Tool;

/// How the dialect calls the built-in tools; a core name that is not listed keeps its name.
#[derive(Debug, Clone, Copy, Default)]
pub struct ToolNames(pub &'static [(&'static str, &'static str)]);

impl ToolNames {
    pub fn shown(&self, core: &str) -> String {
        self.0.iter().find(|(name, _)| *name == core).map_or(core, |(_, shown)| shown).to_owned()
    }
}

/// A file with what a call does to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touched<'a> {
    Read(&'a str),
    Changed(&'a str),
}

/// Named tools in a fixed order. Cheap to clone.
#[derive(Clone)]
pub struct ToolSet {
    entries: Arc<[Entry]>,
    definitions: Arc<[ToolDefinition]>,
}

struct Entry {
    shown: String,
    tool: Arc<dyn Tool>,
}

impl ToolSet {
    pub fn new(tools: impl IntoIterator<Item = Arc<dyn Tool>>, names: ToolNames) -> Self {
        let entries: Vec<Entry> =
            tools.into_iter().map(|tool| Entry { shown: names.shown(&tool.definition().name), tool }).collect();
        let definitions = entries
            .iter()
            .map(|entry| ToolDefinition { name: entry.shown.clone(), ..entry.tool.definition().clone() })
            .collect();
        Self { entries: entries.into(), definitions }
    }

    pub fn get(&self, shown: &str) -> Option<&Arc<dyn Tool>> {
        self.entries.iter().find(|entry| entry.shown == shown).map(|entry| &entry.tool)
    }

    /// The todo list as a call of this tool leaves it; `None` for other tools and for calls that failed.
    pub fn todos_after(&self, shown: &str, payload: &ToolResultPayload) -> Option<Vec<TodoPhase>> {
        let tool = self.get(shown)?;
        if tool.definition().name != "todo" || payload.is_error == Some(true) {
            return None;
        }
        serde_json::from_value(payload.details.as_ref()?.get("phases")?.clone()).ok()
    }

    /// The file that a call of this tool is about; `None` for tools that have none.
    pub fn touched<'a>(&self, shown: &str, arguments: &'a JsonObject) -> Option<Touched<'a>> {
        let core = self.get(shown)?.definition().name.as_str();
        let path = arguments.get("path")?.as_str()?;
        match core {
            "read" => Some(Touched::Read(path)),
            "write" | "edit" => Some(Touched::Changed(path)),
            _ => None,
        }
    }

    /// What the model is offered and the host is shown.
    pub fn definitions(&self) -> Arc<[ToolDefinition]> {
        self.definitions.clone()
    }
}
