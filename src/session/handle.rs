//! How the rest of the program reaches a session.

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::agent::Updates;
use crate::base::ids::SessionId;
use crate::base::task::Tasks;
use crate::outbox::Outbox;
use crate::store::Transcript;

use super::actor::Actor;
use super::effects::Effects;
use super::state::Session;

/// A call into the session; runs on the actor, alone.
pub(super) type Call = Box<dyn FnOnce(&mut Session, &mut Effects) + Send>;

/// The door to a session. Cheap to clone; calls run in the order in which they were made.
#[derive(Clone)]
pub struct SessionHandle {
    id: SessionId,
    calls: mpsc::UnboundedSender<(&'static str, Call)>,
}

/// What a session lives on.
pub struct Parts {
    pub session: Session,
    /// What the making of the session already set off (for instance the closing of an open turn).
    pub effects: Effects,
    /// `None` keeps it in memory.
    pub transcript: Option<Transcript>,
    pub outbox: Outbox,
    pub updates: Updates,
    pub tasks: Tasks,
}

/// Starts the actor of a session.
pub fn open(parts: Parts) -> SessionHandle {
    let id = parts.session.id().clone();
    let tasks = parts.tasks.clone();
    // Unbounded, yet small: a call is made per command, and the reader of commands is slowed by the outbox.
    let (calls, inbox) = mpsc::unbounded_channel();
    tasks.spawn("session", Actor::new(parts, inbox).run());
    SessionHandle { id, calls }
}

impl SessionHandle {
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// Runs `call` on the session. The name is for traces.
    pub fn call(&self, name: &'static str, call: impl FnOnce(&mut Session, &mut Effects) + Send + 'static) {
        // The actor outlives its handles; a call after its end would have nobody to answer anyway.
        let _ = self.calls.send((name, Box::new(call)));
    }

    /// Completes when the session is idle.
    pub async fn idle(&self) {
        let (tell, told) = tokio::sync::oneshot::channel();
        self.call("idle", |session, fx| {
            session.when_idle(
                Box::new(|_, _| {
                    let _ = tell.send(());
                }),
                fx,
            );
        });
        let _ = told.await;
    }

    /// Ends the active run and completes when the session is idle.
    pub async fn stop(&self, reason: &str) {
        let (tell, told) = tokio::sync::oneshot::channel();
        let reason: Arc<str> = reason.into();
        self.call("stop", move |session, fx| {
            session.abort_because(
                &reason,
                Box::new(|_, _| {
                    let _ = tell.send(());
                }),
                fx,
            );
        });
        let _ = told.await;
    }
}
