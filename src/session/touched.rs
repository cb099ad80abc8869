//! The files that a stretch of history is about; summaries carry them on.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use crate::proto::shared::{AgentMessage, AssistantBlock, CompactionDetails};
use crate::tools::{ToolSet, Touched};

/// The elements behind the notes that hold the lists.
const READ: &str = "read-files";
const MODIFIED: &str = "modified-files";

/// The newest so many of each kind are carried on.
const MOST: usize = 200;

#[derive(Debug, Default, PartialEq)]
pub(super) struct Files {
    pub read: BTreeSet<String>,
    pub modified: BTreeSet<String>,
}

impl Files {
    /// Those of the record, beside those that earlier notes list. A call that failed touched nothing.
    pub(super) fn of(tools: &ToolSet, previous: Option<&str>, record: &[Arc<AgentMessage>]) -> Self {
        let failed: HashSet<&str> = record.iter().filter_map(|message| failed(message)).collect();
        let mut files = Self::default();
        for message in record.iter().rev() {
            let AgentMessage::Assistant(reply) = message.as_ref() else { continue };
            for block in &reply.content {
                if let AssistantBlock::ToolCall(call) = block
                    && !failed.contains(call.id.as_str())
                    && let Some(touched) = tools.touched(&call.name, &call.arguments)
                {
                    files.note(touched);
                }
            }
        }
        let previous = previous.unwrap_or_default();
        listed(previous, MODIFIED).for_each(|path| files.note(Touched::Changed(path)));
        listed(previous, READ).for_each(|path| files.note(Touched::Read(path)));
        files.read.retain(|path| !files.modified.contains(path));
        files
    }

    fn note(&mut self, touched: Touched<'_>) {
        let (paths, path) = match touched {
            Touched::Read(path) => (&mut self.read, path),
            Touched::Changed(path) => (&mut self.modified, path),
        };
        // A path with a line break could not be told from two.
        if paths.len() < MOST && !path.contains('\n') {
            paths.insert(path.to_owned());
        }
    }

    /// The notes with the lists as elements behind them, where the next compaction finds them.
    pub(super) fn appended_to(&self, notes: &str) -> String {
        let mut text = notes.to_owned();
        for (name, paths) in [(READ, &self.read), (MODIFIED, &self.modified)] {
            if !paths.is_empty() {
                let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
                text.push_str(&format!("\n\n<{name}>\n{}\n</{name}>", paths.join("\n")));
            }
        }
        text
    }

    pub(super) fn details(self) -> CompactionDetails {
        CompactionDetails {
            read_files: self.read.into_iter().collect(),
            modified_files: self.modified.into_iter().collect(),
        }
    }
}

fn failed(message: &AgentMessage) -> Option<&str> {
    match message {
        AgentMessage::ToolResult(result) if result.is_error => Some(&result.tool_call_id),
        _ => None,
    }
}

fn listed<'a>(notes: &'a str, name: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let rest = notes.rsplit_once(&format!("\n\n<{name}>\n")).map_or("", |(_, rest)| rest);
    let list = rest.split_once(&format!("\n</{name}>")).map_or("", |(list, _)| list);
    list.lines().filter(|line| !line.is_empty())
}

/// Earlier notes without their lists, for the model that brings them up to date.
pub(super) fn without_lists(notes: &str) -> &str {
    let end = [READ, MODIFIED].iter().filter_map(|name| notes.rfind(&format!("\n\n<{name}>\n"))).min();
    notes.get(..end.unwrap_or(notes.len())).unwrap_or(notes)
}

#[cfg(test)]
#[path = "touched_tests.rs"]
mod tests;
