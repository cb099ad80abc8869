//! Makes the entries of the transcript: ids, parents, times.

use std::collections::HashSet;
use std::sync::Arc;

use crate::base::{clock, ids};
use crate::proto::shared::{AgentMessage, Model, ThinkingLevel};
use crate::store::{Body, Entry, Loaded};

/// The tree position of the conversation.
#[derive(Debug, Default)]
pub(super) struct Log {
    leaf: Option<Arc<str>>,
    /// Ids are never used twice (hazard K53).
    taken: HashSet<Arc<str>>,
    /// Messages of the history with their entries, in the order of the file.
    told: Vec<(Arc<AgentMessage>, Arc<str>)>,
    /// What the transcript says the model is, as provider and id.
    model: Option<(String, String)>,
    /// The same of the thinking level.
    thinking: Option<ThinkingLevel>,
}

impl Log {
    /// Goes on from a loaded transcript.
    pub(super) fn resumed(loaded: &mut Loaded) -> Self {
        Self {
            leaf: loaded.leaf.take(),
            taken: std::mem::take(&mut loaded.ids),
            told: std::mem::take(&mut loaded.entries),
            model: loaded.model.take(),
            thinking: loaded.thinking,
        }
    }

    /// The entry that holds this very message.
    pub(super) fn entry_of(&self, message: &Arc<AgentMessage>) -> Option<Arc<str>> {
        self.told.iter().rev().find(|(told, _)| Arc::ptr_eq(told, message)).map(|(_, id)| id.clone())
    }

    /// Lets go of the messages that left the history.
    pub(super) fn forget_all_but(&mut self, messages: &[Arc<AgentMessage>]) {
        let kept: HashSet<*const AgentMessage> = messages.iter().map(Arc::as_ptr).collect();
        self.told.retain(|(message, _)| kept.contains(&Arc::as_ptr(message)));
    }

    /// What has to be written for the transcript to be true of this model and level.
    pub(super) fn missing(&self, model: Option<&Model>, level: ThinkingLevel) -> Vec<Body> {
        let known = self.model.as_ref().map(|(provider, id)| (provider.as_str(), id.as_str()));
        let model = model.filter(|model| known != Some((model.provider.as_str(), model.id.as_str())));
        let model = model.map(|model| Body::Model { provider: model.provider.clone(), model: model.id.clone() });
        let thinking = (self.thinking != Some(level)).then_some(Body::Thinking { level });
        model.into_iter().chain(thinking).collect()
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
        match &body {
            Body::Message(message) => self.told.push((message.clone(), id.clone())),
            Body::Model { provider, model } => self.model = Some((provider.clone(), model.clone())),
            Body::Thinking { level } => self.thinking = Some(*level),
            Body::Title { .. } | Body::Rules { .. } | Body::Compaction { .. } | Body::Kept { .. } | Body::TurnEnded => {
            }
        }
        let parent = self.leaf.replace(id.clone());
        Entry { id, parent, timestamp: clock::now(), body }
    }
}
