//! The session that the host is driving, and what all sessions share.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::task::Tasks;
use crate::outbox::{Event, Outbox};
use crate::session::{Session, SessionHandle};

use super::models::ModelRegistry;
use super::sessions::Sessions;
use super::shells::Shells;

/// The process as handlers see it. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

struct Inner {
    // A leaf lock around a handle; commands read it on one task, session changes write it on another.
    foreground: Mutex<SessionHandle>,
    sessions: Sessions,
    models: Arc<ModelRegistry>,
    shells: Shells,
    outbox: Outbox,
    tasks: Tasks,
}

impl Engine {
    /// Puts `first` in the foreground.
    pub fn new(
        first: SessionHandle,
        sessions: Sessions,
        models: Arc<ModelRegistry>,
        shells: Shells,
        outbox: Outbox,
        tasks: Tasks,
    ) -> Self {
        outbox.attach(first.id().clone());
        let foreground = Mutex::new(first);
        Self { inner: Arc::new(Inner { foreground, sessions, models, shells, outbox, tasks }) }
    }

    pub fn foreground(&self) -> SessionHandle {
        self.inner.foreground.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A new session takes the place of an idle one; model, thinking level and modes stay.
    pub fn replace_session(&self, old: &Session, parent: Option<PathBuf>) {
        let next = self.inner.sessions.successor(old, parent, &self.inner.outbox);
        let id = next.id().clone();
        self.inner.outbox.attach(id.clone());
        *self.inner.foreground.lock().unwrap_or_else(PoisonError::into_inner) = next;
        self.inner.outbox.emit(&id, Event::CommandsChanged);
    }

    pub fn models(&self) -> &Arc<ModelRegistry> {
        &self.inner.models
    }

    pub fn shells(&self) -> &Shells {
        &self.inner.shells
    }

    /// Work of the process that is not a session's.
    pub fn tasks(&self) -> &Tasks {
        &self.inner.tasks
    }
}
