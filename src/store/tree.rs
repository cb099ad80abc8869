//! The entries of a file with their places: which follows which, and the way from the last one to its root.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::lines::{Line, Probe};

/// What an entry is, as far as loading goes by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Message,
    CustomMessage,
    BranchSummary,
    Compaction,
    Model,
    Thinking,
    Title,
    Custom,
    /// Has a place in the tree and nothing to say here; also types that a later version may add.
    Other,
}

impl Kind {
    fn of(word: &str) -> Self {
        match word {
            "message" => Self::Message,
            "custom_message" => Self::CustomMessage,
            "branch_summary" => Self::BranchSummary,
            "compaction" => Self::Compaction,
            "model_change" => Self::Model,
            "thinking_level_change" => Self::Thinking,
            "title_change" => Self::Title,
            "custom" => Self::Custom,
            _ => Self::Other,
        }
    }
}

/// One entry; its text is parsed only when it turns out to matter.
pub(super) struct Node<'a> {
    pub id: Arc<str>,
    pub kind: Kind,
    pub text: &'a [u8],
    /// Line number, for reports.
    pub line: usize,
    /// Its text names its id and its parent as they are here.
    pub is_placed: bool,
    parent: Option<usize>,
}

/// All entries of a file, in the order of the file.
pub(super) struct Tree<'a> {
    session: Arc<str>,
    nodes: Vec<Node<'a>>,
    places: HashMap<Arc<str>, usize>,
    /// Ids that an entry has, or that a lost one had.
    ids: HashSet<Arc<str>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(session: Arc<str>) -> Self {
        Self { session, nodes: Vec::new(), places: HashMap::new(), ids: HashSet::new() }
    }

    /// Adds the next entry. The remark, if any, says what was wrong with its place.
    ///
    /// A parent is looked for among earlier entries only, so no file can hold a circle. When the parent was lost, the
    /// entry follows the one before it in the file: rather one turn too many than all of the history gone (hazard K50).
    pub(super) fn add(&mut self, line: &Line<'_>, text: &'a [u8], probe: Probe) -> Option<String> {
        let mut remark = None;
        let index = self.nodes.len();
        let before = index.checked_sub(1);
        let mut is_placed = probe.id.as_ref().is_some_and(|id| !id.is_empty()) && probe.parent.is_some();
        let id = probe.id.filter(|id| !id.is_empty()).unwrap_or_else(|| self.assigned(line.offset));
        let parent = match probe.parent {
            Some(None) => None,
            None => before,
            Some(Some(parent)) => self.places.get(&parent).copied().or_else(|| {
                remark = Some(format!("line {}: the entry {parent} that it follows is missing", line.number));
                self.ids.insert(parent);
                is_placed = false;
                before
            }),
        };
        if self.places.insert(id.clone(), index).is_some() {
            remark = Some(format!("line {}: the id {id} was used before", line.number));
        }
        self.ids.insert(id.clone());
        self.nodes.push(Node { id, kind: Kind::of(&probe.kind), text, line: line.number, is_placed, parent });
        remark
    }

    /// Files of version 1 have no ids. What an entry gets must be the same at each reading, because entries appended
    /// later name it as their parent; so it is drawn from the session and the entry's place.
    fn assigned(&self, offset: usize) -> Arc<str> {
        let mut salt: u64 = 0;
        loop {
            let hash = fnv(&[self.session.as_bytes(), &(offset as u64).to_le_bytes(), &salt.to_le_bytes()]);
            let id = format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff));
            if !self.ids.contains(id.as_str()) {
                return id.into();
            }
            salt += 1;
        }
    }

    pub(super) fn leaf(&self) -> Option<Arc<str>> {
        self.nodes.last().map(|node| node.id.clone())
    }

    /// In the order of the file.
    pub(super) fn nodes(&self) -> &[Node<'a>] {
        &self.nodes
    }

    /// By id; of several the last.
    pub(super) fn find(&self, id: &str) -> Option<&Node<'a>> {
        self.places.get(id).and_then(|place| self.nodes.get(*place))
    }

    pub(super) fn parent(&self, node: &Node<'_>) -> Option<&Node<'a>> {
        node.parent.and_then(|parent| self.nodes.get(parent))
    }

    /// Where the entry stands that the one at `place` follows.
    pub(super) fn parent_place(&self, place: usize) -> Option<usize> {
        self.nodes.get(place).and_then(|node| node.parent)
    }

    /// From the root to the last entry.
    pub(super) fn path(&self) -> Vec<&Node<'a>> {
        self.nodes.last().map(|last| self.path_to(last)).unwrap_or_default()
    }

    /// From the root to an entry, with it.
    pub(super) fn path_to<'t>(&'t self, node: &'t Node<'a>) -> Vec<&'t Node<'a>> {
        let mut path = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            path.push(node);
            next = self.parent(node);
        }
        path.reverse();
        path
    }

    /// Of all branches, in the order of the file.
    pub(super) fn of_kind(&self, kind: Kind) -> impl DoubleEndedIterator<Item = &Node<'a>> {
        self.nodes.iter().filter(move |node| node.kind == kind)
    }

    /// The entry at which files of version 1 point by its number; the header is number 0.
    pub(super) fn at(&self, number: usize) -> Option<Arc<str>> {
        number.checked_sub(1).and_then(|index| self.nodes.get(index)).map(|node| node.id.clone())
    }

    pub(super) fn into_ids(self) -> HashSet<Arc<str>> {
        self.ids
    }
}

/// FNV-1a.
fn fnv(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
