//! The tools on offer, under the names that host and model see.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::proto::kept::Kept;
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

/// Whose tools stand beside the built-in ones; each owner replaces its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// Tools that the host runs.
    Host,
    /// Tools of MCP servers.
    Mcp,
    /// Tools of extensions.
    Extension,
}

/// A tool of a layer.
pub struct Layered {
    pub tool: Arc<dyn Tool>,
    /// Registered, and not offered for the time being.
    pub hidden: bool,
}

/// Another tool has the name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is another tool of the name {name}")]
pub struct Taken {
    pub name: String,
}

/// Named tools in a fixed order, and what owners put beside them while the process runs. Clones share the latter, so
/// that every session offers it from its next request on. Cheap to clone.
#[derive(Clone)]
pub struct ToolSet {
    entries: Arc<[Entry]>,
    // A leaf lock, held for a look or a replacement: commands write, runs read.
    live: Arc<Mutex<Live>>,
}

struct Entry {
    shown: String,
    tool: Arc<dyn Tool>,
}

#[derive(Default)]
struct Live {
    layers: BTreeMap<Layer, Vec<LayerEntry>>,
    /// What the descriptions of built-in tools say besides, by core name.
    remarks: HashMap<&'static str, String>,
    definitions: Kept<[ToolDefinition]>,
}

struct LayerEntry {
    name: String,
    tool: Arc<dyn Tool>,
    offered: bool,
}

impl ToolSet {
    pub fn new(tools: impl IntoIterator<Item = Arc<dyn Tool>>, names: ToolNames) -> Self {
        let entries: Vec<Entry> =
            tools.into_iter().map(|tool| Entry { shown: names.shown(&tool.definition().name), tool }).collect();
        let set = Self { entries: entries.into(), live: Arc::default() };
        set.change(|_| {});
        set
    }

    /// The tool that is offered under this name.
    pub fn get(&self, shown: &str) -> Option<Arc<dyn Tool>> {
        let own = self.entries.iter().find(|entry| entry.shown == shown).map(|entry| entry.tool.clone());
        own.or_else(|| {
            let live = self.live();
            let mut entries = live.layers.values().flatten().filter(|entry| entry.offered);
            entries.find(|entry| entry.name == shown).map(|entry| entry.tool.clone())
        })
    }

    /// Puts exactly these tools in a layer. A name that a built-in tool or another layer has refuses them all.
    ///
    /// A tool that the layer had under the same name stays offered, or not, as it was; a new one is offered unless it
    /// is hidden.
    pub fn replace(&self, layer: Layer, tools: Vec<Layered>) -> Result<(), Taken> {
        for Layered { tool, .. } in &tools {
            let name = &tool.definition().name;
            let own = self.entries.iter().any(|entry| entry.shown == *name);
            let live = self.live();
            let mut others = live.layers.iter().filter(|(other, _)| **other != layer);
            if own || others.any(|(_, entries)| entries.iter().any(|entry| entry.name == *name)) {
                return Err(Taken { name: name.clone() });
            }
        }
        self.change(|live| {
            let before = live.layers.remove(&layer).unwrap_or_default();
            let was_offered = |name: &str| before.iter().find(|entry| entry.name == name).map(|entry| entry.offered);
            let entries = tools.into_iter().map(|Layered { tool, hidden }| {
                let name = tool.definition().name.clone();
                LayerEntry { offered: was_offered(&name).unwrap_or(!hidden), name, tool }
            });
            let entries = entries.collect();
            live.layers.insert(layer, entries);
        });
        Ok(())
    }

    /// Adds a remark to the description of a built-in tool, in the place of the one before; `None` takes it away.
    pub fn remark(&self, core: &'static str, remark: Option<String>) {
        self.change(|live| match remark {
            Some(remark) => drop(live.remarks.insert(core, remark)),
            None => drop(live.remarks.remove(core)),
        });
    }

    /// Whether the built-in tool of this name in the code is there, whatever it is shown as.
    pub fn has(&self, core: &str) -> bool {
        self.entries.iter().any(|entry| entry.tool.definition().name == core)
    }

    /// The todo list as a call of this tool leaves it; `None` for other tools and for calls that failed.
    pub fn todos_after(&self, shown: &str, payload: &ToolResultPayload) -> Option<Vec<TodoPhase>> {
        let entry = self.entries.iter().find(|entry| entry.shown == shown)?;
        if entry.tool.definition().name != "todo" || payload.is_error == Some(true) {
            return None;
        }
        serde_json::from_value(payload.details.as_ref()?.get("phases")?.clone()).ok()
    }

    /// The file that a call of this tool is about; `None` for tools that have none.
    pub fn touched<'a>(&self, shown: &str, arguments: &'a JsonObject) -> Option<Touched<'a>> {
        let entry = self.entries.iter().find(|entry| entry.shown == shown)?;
        let path = arguments.get("path")?.as_str()?;
        match entry.tool.definition().name.as_str() {
            "read" => Some(Touched::Read(path)),
            "write" | "edit" => Some(Touched::Changed(path)),
            _ => None,
        }
    }

    /// What the model is offered and the host is shown.
    pub fn definitions(&self) -> Kept<[ToolDefinition]> {
        self.live().definitions.clone()
    }

    /// The same without the tools that are hidden at the moment.
    pub fn offered(&self, hides: impl Fn(&dyn Tool) -> bool) -> Kept<[ToolDefinition]> {
        let live = self.live();
        let all = live.definitions.clone();
        let layered = live.layers.values().flatten().filter(|entry| entry.offered);
        let hidden: Vec<&str> = self
            .entries
            .iter()
            .map(|entry| (entry.shown.as_str(), &entry.tool))
            .chain(layered.map(|entry| (entry.name.as_str(), &entry.tool)))
            .filter(|(_, tool)| hides(tool.as_ref()))
            .map(|(name, _)| name)
            .collect();
        if hidden.is_empty() {
            return all;
        }
        all.iter().filter(|tool| !hidden.contains(&tool.name.as_str())).cloned().collect()
    }

    fn change(&self, change: impl FnOnce(&mut Live)) {
        let mut live = self.live();
        change(&mut live);
        let own = self.entries.iter().map(|entry| {
            let mut definition = entry.tool.definition().clone();
            if let Some(remark) = live.remarks.get(definition.name.as_str()) {
                definition.description = format!("{} {remark}", definition.description);
            }
            definition.name.clone_from(&entry.shown);
            definition
        });
        let layered = live.layers.values().flatten().filter(|entry| entry.offered);
        let definitions = own.chain(layered.map(|entry| entry.tool.definition().clone())).collect();
        live.definitions = definitions;
    }

    fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[path = "set_tests.rs"]
mod tests;
