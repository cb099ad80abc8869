//! What one turn did, read off the conversation.

use std::collections::HashSet;

use crate::outbox::Outcome;
use crate::proto::shared::{AgentMessage, AssistantBlock, JsonObject};
use crate::session::LastRun;
use crate::tools::ToolSet;

/// Bytes of an action's subject.
const MOST_SUBJECT: usize = 200;

/// One turn as its run left it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// What was done, in a few words each.
    pub actions: Vec<String>,
    /// The action that stands for the turn.
    pub summary: Option<String>,
    /// The last text of the model.
    pub text: String,
    /// Why it failed, if it did.
    pub error: Option<String>,
    /// Dollars that it cost.
    pub cost: f64,
}

impl Report {
    /// Of the run that made it.
    pub fn of(run: &LastRun, tools: &ToolSet) -> Self {
        let mut report = Self::default();
        let mut changes = None;
        let said = &run.said;
        // A call that failed, or was not allowed, did nothing.
        let failed: HashSet<&str> = said
            .iter()
            .filter_map(|message| match message.as_ref() {
                AgentMessage::ToolResult(result) if result.is_error => Some(result.tool_call_id.as_str()),
                _ => None,
            })
            .collect();
        for message in said {
            let AgentMessage::Assistant(reply) = message.as_ref() else { continue };
            report.cost += reply.usage.cost.total;
            let mut text = String::new();
            for block in &reply.content {
                match block {
                    AssistantBlock::Text(part) => text.push_str(&part.text),
                    AssistantBlock::ToolCall(call) if !failed.contains(call.id.as_str()) => {
                        let core = tools.get(&call.name).map(|tool| tool.definition().name.clone());
                        let (action, is_change) = action(core.as_deref().unwrap_or(&call.name), &call.arguments);
                        if is_change {
                            changes = Some(action.clone());
                        }
                        report.actions.push(action);
                    }
                    _ => {}
                }
            }
            if !text.trim().is_empty() {
                report.text = text;
            }
        }
        report.error = match &run.outcome {
            Outcome::Done => None,
            Outcome::Failed(why) => Some(why.clone()),
            Outcome::Aborted => Some("The turn was cut".to_owned()),
        };
        let nothing = (!failed.is_empty()).then(|| "No tool succeeded".to_owned());
        report.summary = changes.or_else(|| report.actions.last().cloned()).or(nothing);
        report
    }

    /// A turn that could not begin.
    pub fn failed(why: String) -> Self {
        Self { error: Some(why), ..Self::default() }
    }
}

/// A call in the past tense, and whether it changes something.
fn action(tool: &str, arguments: &JsonObject) -> (String, bool) {
    let text = |name: &str| {
        let text = arguments.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        let line = text.lines().next().unwrap_or_default();
        crate::base::text::cut_bytes(line, MOST_SUBJECT).to_owned()
    };
    match tool {
        "read" => (format!("Read file {}", text("path")), false),
        "write" => (format!("Wrote {}", text("path")), true),
        "edit" => (format!("Edited {}", text("path")), true),
        "bash" => (format!("Ran {}", text("command")), true),
        "grep" => (format!("Searched for {}", text("pattern")), false),
        "glob" => (format!("Looked for {}", text("pattern")), false),
        "todo" => ("Updated the task list".to_owned(), false),
        other => (format!("Used {other}"), true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_in_the_past_tense() {
        let arguments = |text: &str| serde_json::from_str::<JsonObject>(text).unwrap();
        for (tool, given, told) in [
            ("edit", r#"{"path":"src/auth.ts"}"#, ("Edited src/auth.ts", true)),
            ("read", r#"{"path":"a"}"#, ("Read file a", false)),
            ("bash", r#"{"command":"cargo test\nsecond"}"#, ("Ran cargo test", true)),
            ("mcp__wiki__ask", "{}", ("Used mcp__wiki__ask", true)),
        ] {
            let (text, is_change) = action(tool, &arguments(given));
            assert_eq!((text.as_str(), is_change), told);
        }
    }
}
