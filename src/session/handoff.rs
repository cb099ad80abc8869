//! A document with which another session goes on from this one.
//!
//! The session only has it written; whoever asked puts the other session in its place.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::agent::summary::{Digest, Notes};
use crate::base::clock;
use crate::proto::shared::{AgentMessage, Attribution, CustomMessage, UserContent};
use crate::provider::{Serves, Stretch};

use super::effects::{Effect, Effects};
use super::queues::Said;
use super::state::{ConnectError, Session};

/// The kind of the message that holds the document.
const KIND: &str = "handoff";

/// What stands before the document, for the model that goes on from it.
const OPENING: &str = "This conversation goes on from an earlier one. Its document for whoever takes over:";

/// Why there is no document.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HandoffError {
    #[error("a run is active")]
    Busy,
    #[error("there is no message yet")]
    Nothing,
    #[error("there is no model")]
    NoModel,
    /// Of this provider.
    #[error("there is no key for {0}")]
    NoKey(String),
    #[error("it was stopped")]
    Cancelled,
    #[error("{0}")]
    Failed(String),
}

/// What another session begins with.
#[derive(Debug)]
pub struct Estate {
    document: Arc<AgentMessage>,
    steering: Vec<Said>,
    follow_up: Vec<Said>,
}

/// Told of the end; nothing when the model wrote nothing.
pub type HandedOff = Box<dyn FnOnce(&mut Session, Result<Option<Estate>, HandoffError>) + Send>;

/// A document that is being written.
pub(super) struct Handoff {
    number: u64,
    token: CancellationToken,
    done: HandedOff,
}

impl Session {
    /// Has the document written. Refused during a run.
    pub fn hand_off(&mut self, focus: Option<String>, done: HandedOff, fx: &mut Effects) {
        let digest = match self.document(focus) {
            Ok(digest) => digest,
            Err(why) => return done(self, Err(why)),
        };
        self.runs += 1;
        let (number, token) = (self.runs, CancellationToken::new());
        fx.push(Effect::Write { number, digest: Box::new(digest), token: token.clone() });
        self.handoff = Some(Handoff { number, token, done });
    }

    /// Whether the notes for another session are being written; a run that began now would be lost with this one.
    pub fn is_handing_over(&self) -> bool {
        self.handoff.is_some()
    }

    fn document(&self, focus: Option<String>) -> Result<Digest, HandoffError> {
        if self.is_streaming() || self.is_compacting() || self.handoff.is_some() {
            return Err(HandoffError::Busy);
        }
        if self.messages.is_empty() {
            return Err(HandoffError::Nothing);
        }
        let model = self.config.model.clone().ok_or(HandoffError::NoModel)?;
        let connection = self.config.models.connect(&model).map_err(|why| match why {
            ConnectError::NoKey(_) => HandoffError::NoKey(model.provider.clone()),
            ConnectError::Other(why) => HandoffError::Failed(why),
        })?;
        let stretch = Stretch {
            record: self.messages.clone(),
            serves: Serves::Handoff,
            previous: None,
            focus: focus.filter(|focus| !focus.trim().is_empty()),
        };
        let request = self.request(model, &connection, Vec::new());
        Ok(Digest { provider: connection.provider, request, stretch: Arc::new(stretch) })
    }

    /// Whether notes with this number are a document; then whoever asked for it is told.
    pub(super) fn handed_off(
        &mut self,
        number: u64,
        notes: Result<Notes, String>,
    ) -> Result<(), Result<Notes, String>> {
        let Some(Handoff { done, .. }) = self.handoff.take_if(|handoff| handoff.number == number) else {
            return Err(notes);
        };
        let estate = match notes {
            Ok(notes) if notes.text.is_empty() => Ok(None),
            Ok(notes) => Ok(Some(self.estate(&notes.text))),
            Err(why) => Err(HandoffError::Failed(why)),
        };
        done(self, estate);
        Ok(())
    }

    /// Queued messages go with the document.
    fn estate(&mut self, text: &str) -> Estate {
        let document = AgentMessage::Custom(CustomMessage {
            custom_type: KIND.into(),
            content: UserContent::Text(format!("{OPENING}\n\n{text}")),
            display: true,
            details: None,
            attribution: Some(Attribution::Agent),
            timestamp: clock::now(),
        });
        let (steering, follow_up) = (self.steering.drain(), self.follow_up.drain());
        Estate { document: Arc::new(document), steering, follow_up }
    }

    /// Stops the writing of a document.
    pub(super) fn end_handoff(&mut self, fx: &mut Effects) {
        let Some(Handoff { token, done, .. }) = self.handoff.take() else { return };
        fx.push(Effect::Cancel(token));
        done(self, Err(HandoffError::Cancelled));
    }

    /// Begins a new session with what another one left.
    pub fn inherit(&mut self, estate: Estate, fx: &mut Effects) {
        self.record_opening(fx);
        self.record(estate.document, fx);
        estate.steering.into_iter().for_each(|input| self.steering.push(input));
        estate.follow_up.into_iter().for_each(|input| self.follow_up.push(input));
    }
}

#[cfg(test)]
#[path = "handoff_tests.rs"]
mod tests;
