//! The door that events leave by: only the foreground session speaks.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::ids::{AskId, SessionId};

use super::{AskKind, Event, Question, Shown};

/// Bytes waiting for the host above which runs pause (hazard K04).
const SOFT_MARK: usize = 256 * 1024;

/// A dialect's mouth: turns core events into its frames.
pub trait Voice: Send + Sync {
    /// Says the event now; what it sends keeps the order of the calls.
    fn say(&self, event: Event);

    /// Puts a question to the host. `false`: the protocol has no word for it, and nothing was said.
    fn ask(&self, _id: &AskId, _question: Question) -> bool {
        false
    }

    /// Takes a question back; `id` names this word, `target` the question.
    fn withdraw(&self, _id: &AskId, _target: &AskId, _kind: AskKind) {}

    /// Shows something in the host's user interface. `false`: the protocol has no word for it.
    fn show(&self, _id: &AskId, _shown: Shown) -> bool {
        false
    }

    /// Bytes that wait for the host.
    fn pending(&self) -> usize;

    /// Completes when fewer than `mark` bytes wait, or the host is gone.
    fn below(&self, mark: usize) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Where sessions emit. Cheap to clone.
#[derive(Clone)]
pub struct Outbox {
    voice: Arc<dyn Voice>,
    // A leaf lock, held for one comparison: emitting and switching happen on different tasks.
    foreground: Arc<Mutex<Option<SessionId>>>,
}

impl Outbox {
    pub fn new(voice: Arc<dyn Voice>) -> Self {
        Self { voice, foreground: Arc::default() }
    }

    /// From now on only this session's events go out.
    pub fn attach(&self, session: SessionId) {
        *self.foreground.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
    }

    pub fn emit(&self, session: &SessionId, event: Event) {
        let speaks = self.foreground.lock().unwrap_or_else(PoisonError::into_inner).as_ref() == Some(session);
        if speaks {
            self.voice.say(event);
        }
    }

    /// Puts a question to the host, whichever session speaks; `false` when the protocol cannot.
    pub fn ask(&self, id: &AskId, question: Question) -> bool {
        self.voice.ask(id, question)
    }

    /// Takes a question back.
    pub fn withdraw(&self, id: &AskId, target: &AskId, kind: AskKind) {
        self.voice.withdraw(id, target, kind);
    }

    /// Shows something in the host's user interface; `false` when the protocol cannot.
    pub fn show(&self, id: &AskId, shown: Shown) -> bool {
        self.voice.show(id, shown)
    }

    /// Whether the host reads slower than we write; producers merge what they can.
    pub fn is_behind(&self) -> bool {
        self.voice.pending() > SOFT_MARK / 4
    }

    /// Waits while the host is far behind. Runs call it; the session never does.
    pub async fn ready(&self) {
        if self.voice.pending() > SOFT_MARK {
            self.voice.below(SOFT_MARK / 2).await;
        }
    }
}
