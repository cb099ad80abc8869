//! Notes about a stretch of conversation, by fixed rules: what was asked, what was done for it, what failed, where the
//! work stands. They say nothing that the record does not say.

use std::collections::HashMap;

use crate::proto::shared::{AgentMessage, AssistantBlock, StopReason, ToolCallContent};
use crate::provider::notes::SPLIT_TURN;
use crate::provider::{Serves, Stretch, Tail};

use super::history::{joined, text_of};

/// The newest so many requests are listed, those of earlier notes among them.
const MOST_DONE: usize = 40;
/// Things that one line names.
const MOST_NAMED: usize = 8;
const MOST_BLOCKED: usize = 10;
/// Bytes of a request or an answer that one line quotes.
const LINE: usize = 160;
/// Bytes of the newest request and answer.
const WHOLE: usize = 1200;

const NONE: &str = "None";
const DONE: &str = "### Done";
const REQUEST: &str = "Request: ";

/// Writes the notes, with the brief sentences behind them where they take the record's place.
pub fn write(stretch: &Stretch) -> String {
    let turns = turns(stretch);
    let last = turns.last();
    let split = stretch.serves == Serves::Summary { tail: Tail::Split };
    let earlier = stretch.previous.as_deref().map(done_before).unwrap_or_default();
    let (finished, open) = turns.split_at(turns.len() - usize::from(split && !turns.is_empty()));
    let done: Vec<String> = earlier.into_iter().chain(finished.iter().map(Turn::line)).collect();
    let done = done.get(done.len().saturating_sub(MOST_DONE)..).unwrap_or_default();
    let blocked: Vec<String> =
        turns.iter().rev().flat_map(|turn| turn.failed.iter().rev()).take(MOST_BLOCKED).cloned().collect();
    let goal = last.map(|turn| short(&turn.request, WHOLE)).filter(|text| !text.is_empty());
    let answer = last.map(|turn| short(&turn.answer, WHOLE)).filter(|text| !text.is_empty());
    let mut parts = vec![
        section("## Goal", goal.clone().as_deref()),
        section(
            "## Constraints & Preferences",
            stretch.focus.as_deref().map(|focus| format!("- Kept in mind: {}", short(focus, WHOLE))).as_deref(),
        ),
        "## Progress".to_owned(),
        section(DONE, list(done).as_deref()),
        section("### In Progress", open.first().map(|turn| format!("- {}", turn.line())).as_deref()),
        section("### Blocked", list(&blocked).as_deref()),
        section("## Key Decisions", None),
        section("## Next Steps", None),
        section("## Critical Context", answer.map(|answer| format!("The last answer was: {answer}")).as_deref()),
        section(
            "## Additional Notes",
            Some(
                "Written by hostwire's offline planner, which lists what was asked and done and has understood none of it.",
            ),
        ),
    ];
    if let (true, Some(goal)) = (split, goal) {
        parts.push(format!("{SPLIT_TURN}\n{REQUEST}{goal}"));
    }
    let text = parts.join("\n");
    match stretch.serves {
        Serves::Handoff => text,
        Serves::Summary { .. } => format!("{text}\n<brief>{}</brief>", brief(&turns)),
    }
}

/// The request that notes of this planner say is still worked on.
pub fn open_request(notes: &str) -> Option<&str> {
    let turn = notes.split_once(&format!("\n{SPLIT_TURN}\n{REQUEST}"))?.1;
    let end =
        ["\n\n<read-files>", "\n\n<modified-files>", "\n</summary>"].iter().filter_map(|end| turn.find(end)).min();
    turn.get(..end.unwrap_or(turn.len())).map(str::trim).filter(|request| !request.is_empty())
}

/// One request with what followed it.
#[derive(Default)]
struct Turn {
    request: String,
    /// What was done for it, in words.
    acts: Vec<String>,
    failed: Vec<String>,
    answer: String,
}

impl Turn {
    fn line(&self) -> String {
        let mut line = match self.request.trim() {
            "" => "(goes on from before)".to_owned(),
            request => line_of(request),
        };
        if !self.acts.is_empty() {
            let more = self.acts.len().saturating_sub(MOST_NAMED);
            let named = self.acts.get(..MOST_NAMED.min(self.acts.len())).unwrap_or_default().join(", ");
            line.push_str(&format!(" — {named}"));
            if more > 0 {
                line.push_str(&format!(" and {more} more"));
            }
        }
        if !self.answer.trim().is_empty() {
            line.push_str(&format!(" — answered: {}", line_of(&self.answer)));
        }
        line
    }
}

fn turns(stretch: &Stretch) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut calls: HashMap<&str, String> = HashMap::new();
    for message in &stretch.record {
        if let AgentMessage::User(user) = message.as_ref() {
            turns.push(Turn { request: text_of(&user.content), ..Turn::default() });
            continue;
        }
        if turns.is_empty() {
            turns.push(Turn::default());
        }
        let Some(turn) = turns.last_mut() else { continue };
        match message.as_ref() {
            AgentMessage::Assistant(reply) => {
                for block in &reply.content {
                    match block {
                        AssistantBlock::ToolCall(call) => {
                            let act = act(call);
                            calls.insert(&call.id, act.clone());
                            if !turn.acts.contains(&act) {
                                turn.acts.push(act);
                            }
                        }
                        AssistantBlock::Text(text) if reply.stop_reason != StopReason::ToolUse => {
                            turn.answer.clone_from(&text.text);
                        }
                        _ => {}
                    }
                }
            }
            AgentMessage::ToolResult(result) if result.is_error => {
                let act = calls.get(result.tool_call_id.as_str()).map_or(result.tool_name.as_str(), String::as_str);
                turn.failed.push(format!("{act} failed: {}", line_of(&joined(&result.content))));
            }
            AgentMessage::BashExecution(run) => turn.acts.push(format!("the user ran `{}`", line_of(&run.command))),
            _ => {}
        }
    }
    turns
}

/// A call in a few words: the tool and what it was about.
fn act(call: &ToolCallContent) -> String {
    let about = ["path", "command", "pattern", "url"].iter().find_map(|name| call.arguments.get(*name)?.as_str());
    match about {
        Some(about) => format!("{} `{}`", call.name, line_of(about)),
        None => call.name.clone(),
    }
}

fn brief(turns: &[Turn]) -> String {
    let acts = turns.iter().map(|turn| turn.acts.len()).sum::<usize>();
    let counted = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let asked = turns.iter().rev().find(|turn| !turn.request.trim().is_empty());
    let last = asked.map(|turn| format!(" The last was: {}", line_of(&turn.request))).unwrap_or_default();
    format!(
        "I worked on {} with {}.{last}",
        counted(turns.len(), "request", "requests"),
        counted(acts, "call", "calls")
    )
}

/// The requests that earlier notes list as done.
fn done_before(notes: &str) -> Vec<String> {
    let rest = notes.split_once(&format!("{DONE}\n")).map_or("", |(_, rest)| rest);
    rest.lines().map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

fn list(items: &[String]) -> Option<String> {
    (!items.is_empty()).then(|| items.iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n"))
}

fn section(heading: &str, text: Option<&str>) -> String {
    format!("{heading}\n{}", text.unwrap_or(NONE))
}

/// The beginning of a text on one line.
fn line_of(text: &str) -> String {
    short(&text.split_whitespace().collect::<Vec<_>>().join(" "), LINE)
}

fn short(text: &str, most: usize) -> String {
    let text = text.trim();
    match text.get(..text.floor_char_boundary(most)) {
        Some(head) if head.len() < text.len() => format!("{head}…"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
#[path = "notes_tests.rs"]
mod tests;
