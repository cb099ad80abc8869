//! What a method of the session wants done, in order.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::agent::summary::Digest;
use crate::outbox::Event;
use crate::store::{Entry, Transcript};

use super::Session;
use super::mentions::Wanted;

/// Something to do after the method returned.
pub enum Effect {
    /// Append to the transcript. Comes before the `Emit` of the same message, so that what a host saw is on disk.
    Persist(Entry),
    Emit(Event),
    Start(StartRun),
    Cancel(CancellationToken),
    /// Ask a model for notes and call [`Session::written`] with the number; the token ends that without a word.
    Write {
        number: u64,
        digest: Box<Digest>,
        token: CancellationToken,
    },
    /// Call [`Session::wait_over`] with the run's number after `delay`; the token ends the wait without a word.
    Wait {
        number: u64,
        delay: Duration,
        token: CancellationToken,
    },
    /// Read these files, and check these images, away from the runtime's thread and call [`Session::mentions_read`] with the number.
    ReadMentions {
        number: u64,
        wanted: Wanted,
    },
    /// Call [`Session::expire`] with the run's first number after `delay`; the token stops the clock.
    Expire {
        run: u64,
        delay: Duration,
        token: CancellationToken,
    },
    /// Go on with something that waited for this point.
    Then(Continuation),
    /// The same with the transcript, which has every entry of the effects before this one.
    WithTranscript(Transcribed),
}

/// A step that waited, for instance for the end of a run.
pub type Continuation = Box<dyn FnOnce(&mut Session, &mut Effects) + Send>;

/// A step with the transcript; it may take it away, and then the session is stored no more.
pub type Transcribed = Box<dyn FnOnce(&mut Session, &mut Option<Transcript>, &mut Effects) + Send>;

/// What the actor needs to start a run.
pub struct StartRun {
    /// Tells the events of this run from those of an earlier one.
    pub number: u64,
    pub token: CancellationToken,
    pub steered: watch::Receiver<bool>,
    pub abort_reason: Arc<OnceLock<String>>,
}

/// The list that methods fill.
#[derive(Default)]
pub struct Effects(Vec<Effect>);

impl Effects {
    pub fn push(&mut self, effect: Effect) {
        self.0.push(effect);
    }

    pub fn emit(&mut self, event: Event) {
        self.0.push(Effect::Emit(event));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.0)
    }
}

impl std::fmt::Debug for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Persist(entry) => write!(f, "Persist({})", entry.body.kind()),
            Self::Emit(event) => write!(f, "Emit({event:?})"),
            Self::Start(start) => write!(f, "Start({})", start.number),
            Self::Write { number, .. } => write!(f, "Write({number})"),
            Self::Wait { number, delay, .. } => write!(f, "Wait({number}, {}ms)", delay.as_millis()),
            Self::ReadMentions { number, .. } => write!(f, "ReadMentions({number})"),
            Self::Expire { delay, .. } => write!(f, "Expire({}ms)", delay.as_millis()),
            Self::Cancel(_) => f.write_str("Cancel"),
            Self::Then(_) => f.write_str("Then"),
            Self::WithTranscript(_) => f.write_str("WithTranscript"),
        }
    }
}
