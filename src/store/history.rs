//! What the path from the root to the last entry says: messages, model, thinking level, tasks.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::proto::shared::{
    AgentMessage, BranchSummaryMessage, CompactionSummaryMessage, CustomMessage, ThinkingLevel, TodoPhase,
    ToolResultMessage,
};
use crate::proto::transcript::{
    BranchSummaryEntry, CompactionEntry, CustomEntry, CustomMessageEntry, MessageEntry, ModelChangeEntry,
    ThinkingLevelChangeEntry, TtsrInjectionEntry,
};

use super::damage::Damage;
use super::encode::{KEPT, OVERHEAD, TURN_ENDED, millis_of};
use super::order::{in_call_order, open_turn, without_recovered};
use super::tree::{Kind, Node, Tree};

/// The conversation as the path tells it.
pub(super) struct History {
    pub messages: Vec<Arc<AgentMessage>>,
    pub models: Vec<(String, String)>,
    pub thinking: Option<ThinkingLevel>,
    pub todos: Option<Vec<TodoPhase>>,
    pub rules: Vec<(String, u64)>,
    pub kept: BTreeMap<String, Value>,
    pub open_turn: bool,
    pub entries: Vec<(Arc<AgentMessage>, Arc<str>)>,
    pub summarised: usize,
    pub overhead: Option<u64>,
}

pub(super) fn of(tree: &Tree<'_>, damage: &mut Damage) -> History {
    let path = tree.path();
    let told = told(tree, &path, damage);
    let all = told.messages.iter().map(|(message, _)| message.clone()).collect();
    let messages = in_call_order(&without_recovered(all));
    // Only what came behind the compaction has figures of the history as it is now.
    let newer: HashSet<*const AgentMessage> =
        told.messages.iter().skip(told.summarised).map(|(message, _)| Arc::as_ptr(message)).collect();
    let summarised = messages.iter().take_while(|message| !newer.contains(&Arc::as_ptr(message))).count();
    History {
        models: models(tree, &path, answering_model(&messages).or_else(|| older_model(told.older))),
        thinking: thinking(tree, &path),
        rules: rules(tree, &path),
        kept: kept(tree, &path),
        todos: messages.iter().rev().find_map(|message| todos(message)).or_else(|| older_todos(tree, told.older)),
        open_turn: open_turn(&messages) && !turn_ended(tree, &path),
        summarised: if told.summarised > 0 { summarised } else { 0 },
        overhead: told.overhead,
        entries: told.messages,
        messages,
    }
}

/// Whether the last word on the path is that the turn ended.
fn turn_ended(tree: &Tree<'_>, path: &[&Node<'_>]) -> bool {
    for node in path.iter().rev() {
        match node.kind {
            Kind::Message | Kind::CustomMessage => return false,
            Kind::Custom => match parse::<CustomEntry>(node, tree) {
                Ok(entry) if entry.custom_type == TURN_ENDED => return true,
                // What extensions keep is no word of the conversation.
                Ok(entry) if entry.custom_type.starts_with(KEPT) => {}
                _ => return false,
            },
            _ => {}
        }
    }
    false
}

/// What extensions keep, by their names; the last word of each counts, and null is none.
fn kept(tree: &Tree<'_>, path: &[&Node<'_>]) -> BTreeMap<String, Value> {
    let mut kept = BTreeMap::new();
    for node in path.iter().filter(|node| node.kind == Kind::Custom) {
        let Ok(entry) = parse::<CustomEntry>(node, tree) else { continue };
        let Some(name) = entry.custom_type.strip_prefix(KEPT) else { continue };
        match entry.data {
            Some(data) => kept.insert(name.to_owned(), data),
            None => kept.remove(name),
        };
    }
    kept
}

/// What an entry says by itself: its message, or a compaction's summary.
pub(super) fn said(tree: &Tree<'_>, node: &Node<'_>, damage: &mut Damage) -> Option<AgentMessage> {
    match node.kind {
        Kind::Compaction => keep(parse::<CompactionEntry>(node, tree), node, damage).map(summary),
        _ => message(tree, node, damage),
    }
}

/// The messages that count, and the part of the path that a compaction put aside.
struct Told<'p, 'a> {
    messages: Vec<(Arc<AgentMessage>, Arc<str>)>,
    /// So many of them are the summary or older than it; zero without one.
    summarised: usize,
    /// What the compaction says that requests carry besides the history.
    overhead: Option<u64>,
    older: &'p [&'p Node<'a>],
}

/// Protocol: the last compaction on the path wins; its summary comes first, then the entries from the first kept one
/// up to it, then those after it.
fn told<'p, 'a>(tree: &Tree<'_>, path: &'p [&'p Node<'a>], damage: &mut Damage) -> Told<'p, 'a> {
    let Some((at, compaction)) = last_compaction(tree, path, damage) else {
        let messages = messages(tree, path, damage);
        return Told { messages, summarised: 0, overhead: None, older: &[] };
    };
    let (before, after) = path.split_at_checked(at).unwrap_or((path, &[]));
    let first = before.iter().position(|node| *node.id == *compaction.first_kept_entry_id);
    if first.is_none() && compaction.first_kept_entry_id != compaction.id {
        damage.add(format!("the first entry kept by the compaction {} is missing", compaction.id));
    }
    let (older, kept) = before.split_at_checked(first.unwrap_or(at)).unwrap_or((before, &[]));
    let id: Arc<str> = compaction.id.as_str().into();
    let overhead = compaction.preserve_data.as_ref().and_then(|data| data.get(OVERHEAD)?.as_u64());
    let mut told = vec![(Arc::new(summary(compaction)), id)];
    told.extend(messages(tree, kept, damage));
    let summarised = told.len();
    told.extend(messages(tree, after, damage));
    Told { messages: told, summarised, overhead, older }
}

fn last_compaction(tree: &Tree<'_>, path: &[&Node<'_>], damage: &mut Damage) -> Option<(usize, CompactionEntry)> {
    let mut compactions = path.iter().enumerate().rev().filter(|(_, node)| node.kind == Kind::Compaction);
    compactions.find_map(|(at, node)| keep(parse::<CompactionEntry>(node, tree), node, damage).map(|entry| (at, entry)))
}

fn summary(entry: CompactionEntry) -> AgentMessage {
    AgentMessage::CompactionSummary(CompactionSummaryMessage {
        timestamp: millis_of(&entry.timestamp),
        summary: entry.summary,
        short_summary: entry.short_summary,
        tokens_before: entry.tokens_before,
        warning: entry.warning,
        provider_payload: None,
        blocks: None,
        images: None,
    })
}

fn messages(tree: &Tree<'_>, nodes: &[&Node<'_>], damage: &mut Damage) -> Vec<(Arc<AgentMessage>, Arc<str>)> {
    nodes.iter().filter_map(|node| Some((Arc::new(message(tree, node, damage)?), node.id.as_ref().into()))).collect()
}

fn message(tree: &Tree<'_>, node: &Node<'_>, damage: &mut Damage) -> Option<AgentMessage> {
    match node.kind {
        Kind::Message => keep(parse::<MessageEntry>(node, tree), node, damage).map(|entry| current(entry.message)),
        Kind::CustomMessage => keep(parse::<CustomMessageEntry>(node, tree), node, damage).map(|entry| {
            AgentMessage::Custom(CustomMessage {
                timestamp: millis_of(&entry.timestamp),
                custom_type: entry.custom_type,
                content: entry.content,
                display: entry.display,
                details: entry.details,
                attribution: entry.attribution,
            })
        }),
        Kind::BranchSummary => keep(parse::<BranchSummaryEntry>(node, tree), node, damage).map(|entry| {
            AgentMessage::BranchSummary(BranchSummaryMessage {
                timestamp: millis_of(&entry.timestamp),
                summary: entry.summary,
                from_id: entry.from_id,
            })
        }),
        Kind::Compaction | Kind::Model | Kind::Thinking | Kind::Title | Kind::Rules | Kind::Custom | Kind::Other => {
            None
        }
    }
}

/// Files before version 3 have another name for custom messages.
fn current(message: AgentMessage) -> AgentMessage {
    match message {
        AgentMessage::HookMessage(hook) => AgentMessage::Custom(CustomMessage {
            custom_type: hook.custom_type,
            content: hook.content,
            display: hook.display,
            details: hook.details,
            attribution: hook.attribution,
            timestamp: hook.timestamp,
        }),
        message => message,
    }
}

/// An entry that cannot be read is told of and left out; the way through it stays.
fn keep<T>(parsed: Result<T, serde_json::Error>, node: &Node<'_>, damage: &mut Damage) -> Option<T> {
    parsed.map_err(|error| damage.add(format!("line {}: the entry {} is not usable: {error}", node.line, node.id))).ok()
}

/// An entry as the schema has it; what older files leave out is put in.
pub(super) fn parse<T: DeserializeOwned>(node: &Node<'_>, tree: &Tree<'_>) -> Result<T, serde_json::Error> {
    serde_json::from_slice(node.text).or_else(|error| {
        let Ok(mut members) = serde_json::from_slice::<Map<String, Value>>(node.text) else { return Err(error) };
        complete(&mut members, node, tree);
        T::deserialize(Value::Object(members)).map_err(|_| error)
    })
}

pub(super) fn complete(members: &mut Map<String, Value>, node: &Node<'_>, tree: &Tree<'_>) {
    let text = |text: &str| Value::String(text.to_owned());
    members.insert("id".to_owned(), text(&node.id));
    members.entry("parentId").or_insert(Value::Null);
    members.entry("timestamp").or_insert_with(|| text(""));
    let number = members.get("firstKeptEntryIndex").and_then(Value::as_u64);
    if let Some(kept) = number.and_then(|number| usize::try_from(number).ok()).and_then(|number| tree.at(number)) {
        members.entry("firstKeptEntryId").or_insert_with(|| text(&kept));
    }
}

/// The choices on the path, the newest first, each once, then the one that answered.
///
/// Protocol: choices for another purpose than `default` do not outlive it.
fn models(tree: &Tree<'_>, path: &[&Node<'_>], answering: Option<(String, String)>) -> Vec<(String, String)> {
    let chosen = path.iter().rev().filter(|node| node.kind == Kind::Model).filter_map(|node| {
        let entry = parse::<ModelChangeEntry>(node, tree).ok()?;
        let default = entry.role.as_deref().is_none_or(|role| role == "default");
        let (provider, model) = entry.model.split_once('/').filter(|_| default)?;
        Some((provider.to_owned(), model.to_owned()))
    });
    let mut seen = HashSet::new();
    chosen.chain(answering).filter(|model| seen.insert(model.clone())).collect()
}

fn answering_model(messages: &[Arc<AgentMessage>]) -> Option<(String, String)> {
    messages.iter().rev().find_map(|message| match message.as_ref() {
        AgentMessage::Assistant(reply) => Some((reply.provider.clone(), reply.model.clone())),
        _ => None,
    })
}

fn thinking(tree: &Tree<'_>, path: &[&Node<'_>]) -> Option<ThinkingLevel> {
    let node = path.iter().rev().find(|node| node.kind == Kind::Thinking)?;
    let level = parse::<ThinkingLevelChangeEntry>(node, tree).ok()?.thinking_level?;
    ThinkingLevel::deserialize(Value::String(level)).ok()
}

/// The stream rules that the model has seen, each with the number of messages since.
fn rules(tree: &Tree<'_>, path: &[&Node<'_>]) -> Vec<(String, u64)> {
    let (mut rules, mut since) = (Vec::new(), 0);
    for node in path.iter().rev() {
        match node.kind {
            Kind::Message | Kind::CustomMessage => since += 1,
            Kind::Rules => {
                let names = parse::<TtsrInjectionEntry>(node, tree).map(|entry| entry.injected_rules);
                rules.extend(names.unwrap_or_default().into_iter().map(|name| (name, since)));
            }
            _ => {}
        }
    }
    // The last time counts.
    rules.reverse();
    rules
}

/// The task list as the last call of the todo tool left it.
fn todos(message: &AgentMessage) -> Option<Vec<TodoPhase>> {
    match message {
        AgentMessage::ToolResult(result) if is_todo(&result.tool_name) && !result.is_error => phases(result),
        _ => None,
    }
}

/// The tool has one name per dialect; a file may have been written under either.
fn is_todo(name: &str) -> bool {
    matches!(name, "todo" | "todo_write")
}

fn phases(result: &ToolResultMessage) -> Option<Vec<TodoPhase>> {
    Vec::deserialize(result.details.as_ref()?.get("phases")?).ok()
}

/// Just enough of a message to see whether it is worth parsing.
#[derive(Deserialize)]
struct Glance {
    message: Glimpse,
}

#[derive(Deserialize)]
struct Glimpse {
    role: String,
    #[serde(rename = "toolName")]
    tool_name: Option<String>,
    provider: Option<String>,
    model: Option<String>,
}

fn glances<'p>(older: &'p [&'p Node<'_>]) -> impl Iterator<Item = (&'p Node<'p>, Glimpse)> {
    let messages = older.iter().rev().filter(|node| node.kind == Kind::Message);
    messages.filter_map(|node| Some((*node, serde_json::from_slice::<Glance>(node.text).ok()?.message)))
}

fn older_model(older: &[&Node<'_>]) -> Option<(String, String)> {
    glances(older)
        .filter(|(_, seen)| seen.role == "assistant")
        .find_map(|(_, seen)| Some((seen.provider?, seen.model?)))
}

fn older_todos(tree: &Tree<'_>, older: &[&Node<'_>]) -> Option<Vec<TodoPhase>> {
    glances(older)
        .filter(|(_, seen)| seen.role == "toolResult" && seen.tool_name.as_deref().is_some_and(is_todo))
        .find_map(|(node, _)| todos(&parse::<MessageEntry>(node, tree).ok()?.message))
}
