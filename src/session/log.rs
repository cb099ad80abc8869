//! Makes the entries of the transcript: ids, parents, times.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::{clock, ids};
use crate::store::{Body, Entry};

/// The tree position of the conversation.
#[derive(Debug, Default)]
pub(super) struct Log {
    leaf: Option<Arc<str>>,
    /// Ids are never used twice (hazard K53).
    taken: HashSet<Arc<str>>,
}

impl Log {
    /// Goes on from a loaded transcript.
    pub(super) fn resumed(leaf: Option<Arc<str>>, taken: HashSet<Arc<str>>) -> Self {
        Self { leaf, taken }
    }

    /// The last entry of the conversation.
    pub(super) fn leaf(&self) -> Option<Arc<str>> {
        self.leaf.clone()
    }

    /// The next entry follows this one; what came behind it becomes a branch of its own.
    pub(super) fn rewind(&mut self, to: Option<Arc<str>>) {
        self.leaf = to;
    }

    /// The next entry; it becomes the leaf.
    pub(super) fn entry(&mut self, body: Body) -> Entry {
        let id: Arc<str> = ids::new_entry_id(|id| self.taken.contains(id)).into();
        self.taken.insert(id.clone());
        let parent = self.leaf.replace(id.clone());
        Entry { id, parent, timestamp: clock::now(), body }
    }
}
