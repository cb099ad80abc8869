//! From the bytes of a file to the state of a conversation.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use crate::proto::shared::{AgentMessage, ThinkingLevel, TodoPhase};
use crate::proto::transcript::{TitleChangeEntry, TitleSlot};

use super::damage::Damage;
use super::encode::millis_of;
use super::header::{Header, Opening, opening};
use super::history::{self, parse};
use super::lines::{Line, Probe, lines, rescued};
use super::tree::{Kind, Tree};

/// What a transcript says, up to its last entry.
#[derive(Debug)]
pub struct Loaded {
    pub header: Header,
    /// The last entry; the next one follows it.
    pub leaf: Option<Arc<str>>,
    /// Every id of the file, of lost entries too where they are known; never to be used again.
    pub ids: HashSet<Arc<str>>,
    /// The conversation on the last branch, after compaction; results behind their reply in the order of the calls.
    pub messages: Vec<Arc<AgentMessage>>,
    /// The entries of these messages, in the order of the file.
    pub entries: Vec<(Arc<AgentMessage>, Arc<str>)>,
    /// So many of the messages are the summary of a compaction or older than it; zero without one.
    pub summarised: usize,
    /// Tokens that requests carried besides the history, as the compaction says.
    pub overhead: Option<u64>,
    /// Provider and id of the model last chosen, else of the one that answered last.
    pub model: Option<(String, String)>,
    /// The models chosen on the last branch, the newest first, then the one that answered last.
    pub models: Vec<(String, String)>,
    pub thinking: Option<ThinkingLevel>,
    pub title: Option<String>,
    pub todos: Option<Vec<TodoPhase>>,
    /// Stream rules that were put before the model on the last branch, each with the number of messages since.
    pub rules: Vec<(String, u64)>,
    /// What extensions keep in the session, by their names.
    pub kept: BTreeMap<String, Value>,
    /// The last turn never came to its end.
    pub open_turn: bool,
    /// What was wrong with the file, one remark each; the file itself is left as it is.
    pub damage: Vec<String>,
}

/// Reads a whole file. The error says why it is no session.
pub(super) fn load(bytes: &[u8]) -> Result<Loaded, String> {
    let mut damage = Damage::default();
    let (opening, tree) = tree(bytes, &mut damage)?;
    let history = history::of(&tree, &mut damage);
    Ok(Loaded {
        leaf: tree.leaf(),
        messages: history.messages,
        entries: history.entries,
        summarised: history.summarised,
        overhead: history.overhead,
        model: history.models.first().cloned(),
        models: history.models,
        thinking: history.thinking,
        title: title(&tree, opening.slot, &opening.header),
        todos: history.todos,
        rules: history.rules,
        kept: history.kept,
        open_turn: history.open_turn,
        header: opening.header,
        ids: tree.into_ids(),
        damage: damage.into_remarks(),
    })
}

/// The opening and the entries, each at its place.
pub(super) fn tree<'a>(bytes: &'a [u8], damage: &mut Damage) -> Result<(Opening, Tree<'a>), String> {
    let mut lines = lines(bytes);
    let opening = opening(&mut lines, damage)?;
    let mut tree = Tree::new(opening.header.id.clone());
    for line in lines {
        add(&mut tree, &line, damage);
    }
    Ok((opening, tree))
}

fn add<'a>(tree: &mut Tree<'a>, line: &Line<'a>, damage: &mut Damage) {
    if let Ok(probe) = serde_json::from_slice::<Probe>(line.text) {
        if line.holed {
            damage.add(format!("line {} has NULs around its entry, which was kept", line.number));
        }
        // A second opening, of a file that was glued to this one, is no entry.
        if !matches!(probe.kind.as_str(), "session" | "title")
            && let Some(remark) = tree.add(line, line.text, probe)
        {
            damage.add(remark);
        }
        return;
    }
    let pieces = rescued(line.text);
    if pieces.is_empty() {
        damage.skipped(line);
        return;
    }
    damage.add(format!("line {} is damaged, {} whole entries in it were kept", line.number, pieces.len()));
    for (text, probe) in pieces {
        if let Some(remark) = tree.add(line, text, probe) {
            damage.add(remark);
        }
    }
}

/// The name given last, on whichever branch: it is the session's, not the branch's.
pub(super) fn title(tree: &Tree<'_>, slot: Option<TitleSlot>, header: &Header) -> Option<String> {
    let changed = tree.of_kind(Kind::Title).rev().find_map(|node| parse::<TitleChangeEntry>(node, tree).ok());
    let title = match (changed, slot) {
        // The slot may hold the same name, shortened to fit.
        (Some(changed), Some(slot)) => {
            let newer = millis_of(&slot.updated_at) > millis_of(&changed.timestamp);
            if newer && !changed.title.starts_with(&slot.title) { Some(slot.title) } else { Some(changed.title) }
        }
        (Some(changed), None) => Some(changed.title),
        (None, Some(slot)) => Some(slot.title),
        (None, None) => header.title.clone(),
    };
    title.filter(|title| !title.is_empty())
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
