//! The session that the host is driving, and what all sessions share.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::base::paths;
use crate::base::task::Tasks;
use crate::host::Host;
use crate::mcp::Servers;
use crate::outbox::{Event, Outbox};
use crate::session::{Estate, LeftSession, Session, SessionHandle};
use crate::tools::ToolSet;

use super::Permissions;
use super::background::Background;
use super::logins::Logins;
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
    /// Sessions that were left: one may live on for a while, with its transcript locked. A leaf lock, as above.
    left: Mutex<Vec<LeftSession>>,
    background: Background,
    sessions: Sessions,
    models: Arc<ModelRegistry>,
    shells: Shells,
    logins: Logins,
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
        logins: Logins,
        outbox: Outbox,
        tasks: Tasks,
    ) -> Self {
        outbox.attach(first.id().clone());
        let foreground = Mutex::new(first);
        let (left, background) = (Mutex::default(), Background::default());
        let inner = Inner { foreground, left, background, sessions, models, shells, logins, outbox, tasks };
        Self { inner: Arc::new(inner) }
    }

    /// What calls must pass, and the switch for it.
    pub fn permissions(&self) -> &Permissions {
        &self.inner.sessions.permissions
    }

    /// The servers of the Model Context Protocol.
    pub fn mcp(&self) -> &Servers {
        &self.inner.sessions.mcp
    }

    pub fn foreground(&self) -> SessionHandle {
        self.inner.foreground.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A new session takes the place of an idle one; model, thinking level and modes stay.
    pub fn replace_session(&self, old: &Session, parent: Option<PathBuf>) {
        self.leave(self.foreground().downgrade());
        self.put_in_front(self.inner.sessions.successor(old, parent, &self.inner.outbox));
    }

    /// A session that begins with what `old` left takes its place; `then` is called when that is stored.
    pub fn hand_over(&self, old: &Session, estate: Estate, then: impl FnOnce() + Send + 'static) {
        self.leave(self.foreground().downgrade());
        let parent = old.config().file.clone();
        let next = self.inner.sessions.heir(old, parent, estate, &self.inner.outbox);
        self.put_in_front(next.clone());
        next.call("handed over", move |_, _| then());
    }

    /// From now on this session speaks; the host is told of its commands.
    pub(super) fn put_in_front(&self, next: SessionHandle) {
        let (id, cwd) = (next.id().clone(), next.cwd());
        self.inner.outbox.attach(id.clone());
        *self.inner.foreground.lock().unwrap_or_else(PoisonError::into_inner) = next;
        self.inner.outbox.emit(&id, Event::CommandsChanged { cwd });
    }

    /// Remembers a session that is being left.
    pub(super) fn leave(&self, session: LeftSession) {
        let mut left = self.inner.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.retain(|one| !one.is_gone() && one.id() != session.id());
        left.push(session);
    }

    /// The session of this transcript, if it was left and may not have ended yet.
    pub(super) fn left_at(&self, path: &Path) -> Option<LeftSession> {
        let mut left = self.inner.left.lock().unwrap_or_else(PoisonError::into_inner);
        let at =
            left.iter().position(|one| one.file().is_some_and(|file| paths::is_same(file, path)) && !one.is_gone())?;
        Some(left.swap_remove(at))
    }

    pub(super) fn background(&self) -> &Background {
        &self.inner.background
    }

    pub(super) fn sessions(&self) -> &Sessions {
        &self.inner.sessions
    }

    pub(super) fn outbox(&self) -> &Outbox {
        &self.inner.outbox
    }

    /// Takes away what sessions in memory left behind.
    pub fn remove_scratch(&self) {
        // It is made on first use: mostly there is none.
        let _ = std::fs::remove_dir_all(&self.inner.sessions.scratch);
    }

    pub fn models(&self) -> &Arc<ModelRegistry> {
        &self.inner.models
    }

    /// The host, which answers what it is asked.
    pub fn host(&self) -> &Host {
        &self.inner.sessions.tooling.host
    }

    /// The tools of the process; what is put beside the built-in ones, every session offers.
    pub fn tools(&self) -> &ToolSet {
        &self.inner.sessions.tooling.set
    }

    pub fn shells(&self) -> &Shells {
        &self.inner.shells
    }

    /// The logins of the user behind the host.
    pub fn logins(&self) -> &Logins {
        &self.inner.logins
    }

    /// Work of the process that is not a session's.
    pub fn tasks(&self) -> &Tasks {
        &self.inner.tasks
    }
}
