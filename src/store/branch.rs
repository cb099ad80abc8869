//! New transcripts out of old ones: where a conversation can branch, the part before such a point, a whole copy.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::proto::shared::{AgentMessage, UserBlock, UserContent};
use crate::proto::transcript::MessageEntry;

use super::damage::Damage;
use super::error::StoreError;
use super::header::Header;
use super::history::{complete, parse};
use super::load::{Loaded, load, title, tree};
use super::snapshot::Snapshot;
use super::transcript::Transcript;
use super::tree::{Kind, Node, Tree};

/// A user message from which a branch can start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchPoint {
    /// Id of its entry.
    pub id: Arc<str>,
    /// Its text blocks, joined.
    pub text: String,
}

/// The user messages with text of all branches, in the order of the file.
pub fn branch_points(of: Snapshot) -> Result<Vec<BranchPoint>, StoreError> {
    let path = of.path().to_owned();
    let bytes = of.read()?;
    let (_, tree) = tree(&bytes, &mut Damage::default()).map_err(no_session(path))?;
    let points = tree.of_kind(Kind::Message).filter_map(|node| {
        let text = user_text(node, &tree)?;
        (!text.trim().is_empty()).then(|| BranchPoint { id: node.id.clone(), text })
    });
    Ok(points.collect())
}

/// The beginning of a new transcript, taken from another one.
#[derive(Debug)]
pub struct Excerpt {
    /// Text of the message at which it was cut off; empty for a whole copy.
    pub text: String,
    /// Name at the beginning of the old session.
    title: Option<String>,
    /// Entries, one a line.
    lines: Vec<u8>,
    /// Every id of the old file; none of them is given to a new entry.
    ids: HashSet<Arc<str>>,
}

/// What comes before a user message: the path from the root to it, without it.
pub fn before(of: Snapshot, entry_id: &str) -> Result<Excerpt, StoreError> {
    let path = of.path().to_owned();
    let bytes = of.read()?;
    let (opening, tree) = tree(&bytes, &mut Damage::default()).map_err(no_session(path))?;
    let unknown = || StoreError::NoBranchPoint { wanted: entry_id.to_owned() };
    let node = tree.find(entry_id).ok_or_else(unknown)?;
    let text = user_text(node, &tree).ok_or_else(unknown)?;
    let mut path = tree.path_to(node);
    path.pop();
    let lines = lines_of(path, &tree);
    Ok(Excerpt { text, title: opening.header.title, lines, ids: tree.into_ids() })
}

/// All entries of all branches.
pub fn copy(of: Snapshot) -> Result<Excerpt, StoreError> {
    let path = of.path().to_owned();
    let bytes = of.read()?;
    let (opening, tree) = tree(&bytes, &mut Damage::default()).map_err(no_session(path))?;
    let title = title(&tree, opening.slot, &opening.header);
    let lines = lines_of(tree.nodes().iter(), &tree);
    Ok(Excerpt { text: String::new(), title, lines, ids: tree.into_ids() })
}

impl Excerpt {
    /// Begins the new transcript, in a file or in memory. One without entries is not on disk before its first one.
    pub fn begin(self, path: Option<PathBuf>, mut header: Header) -> Result<(Transcript, Loaded), StoreError> {
        header.title = self.title;
        let mut bytes = header.line()?;
        bytes.extend_from_slice(&self.lines);
        let mut loaded = load(&bytes).map_err(no_session(path.clone().unwrap_or_default()))?;
        loaded.ids.extend(self.ids);
        let transcript = match path {
            None => Transcript::in_memory(&header).with(self.lines),
            Some(path) if self.lines.is_empty() => Transcript::planned(path, header),
            Some(path) => Transcript::begun(path, header, self.lines)?,
        };
        Ok((transcript, loaded))
    }
}

/// The text of an entry that is a user message.
fn user_text(node: &Node<'_>, tree: &Tree<'_>) -> Option<String> {
    #[derive(Deserialize)]
    struct Glance<'a> {
        #[serde(borrow)]
        message: Glimpse<'a>,
    }
    #[derive(Deserialize)]
    struct Glimpse<'a> {
        role: &'a str,
    }
    let glance = serde_json::from_slice::<Glance<'_>>(node.text).ok().filter(|_| node.kind == Kind::Message)?;
    if glance.message.role != "user" {
        return None;
    }
    match parse::<MessageEntry>(node, tree).ok()?.message {
        AgentMessage::User(user) => Some(text_of(&user.content)),
        _ => None,
    }
}

fn text_of(content: &UserContent) -> String {
    match content {
        UserContent::Text(text) => text.clone(),
        UserContent::Blocks(blocks) => {
            let texts = blocks.iter().filter_map(|block| match block {
                UserBlock::Text(text) => Some(text.text.as_str()),
                UserBlock::Image(_) => None,
            });
            texts.collect()
        }
    }
}

/// The lines as they stand, so that nothing that this version does not know is lost. What leaned on its place in the
/// old file, which the new one does not keep, gets its id and parent written out.
fn lines_of<'n, 'a: 'n>(nodes: impl IntoIterator<Item = &'n Node<'a>>, tree: &Tree<'a>) -> Vec<u8> {
    let mut lines = Vec::new();
    for node in nodes {
        match (!node.is_placed).then(|| placed(node, tree)).flatten() {
            Some(line) => lines.extend_from_slice(&line),
            None => lines.extend_from_slice(node.text),
        }
        lines.push(b'\n');
    }
    lines
}

fn placed(node: &Node<'_>, tree: &Tree<'_>) -> Option<Vec<u8>> {
    let mut members: Map<String, Value> = serde_json::from_slice(node.text).ok()?;
    let parent = tree.parent(node).map_or(Value::Null, |parent| Value::String(parent.id.as_ref().to_owned()));
    members.insert("parentId".to_owned(), parent);
    complete(&mut members, node, tree);
    serde_json::to_vec(&members).ok()
}

fn no_session(path: PathBuf) -> impl FnOnce(String) -> StoreError {
    move |why| StoreError::NotASession { path, why }
}

#[cfg(test)]
#[path = "branch_tests.rs"]
mod tests;
