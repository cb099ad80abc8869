//! Listens between the core and its voice: what the session in the foreground says, extensions hear.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::base::ids::AskId;
use crate::outbox::{AskKind, Event, Question, Shown, Voice};

use super::Extensions;

/// A voice with ears beside it.
pub(super) struct Overheard {
    pub inner: Arc<dyn Voice>,
    pub extensions: Extensions,
}

impl Voice for Overheard {
    fn say(&self, event: Event) {
        self.extensions.hear(&event);
        self.inner.say(event);
    }

    fn ask(&self, id: &AskId, question: Question) -> bool {
        self.inner.ask(id, question)
    }

    fn withdraw(&self, id: &AskId, target: &AskId, kind: AskKind) {
        self.inner.withdraw(id, target, kind);
    }

    fn show(&self, id: &AskId, shown: Shown) -> bool {
        self.inner.show(id, shown)
    }

    fn pending(&self) -> usize {
        self.inner.pending()
    }

    fn below(&self, mark: usize) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.inner.below(mark)
    }
}
