//! How the rest of the program reaches a session.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::agent::Updates;
use crate::base::ids::SessionId;
use crate::base::task::Tasks;
use crate::outbox::Outbox;
use crate::store::Transcript;

use super::actor::Actor;
use super::effects::{Effect, Effects};
use super::state::Session;

/// A call into the session; runs on the actor, alone.
pub(super) type Call = Box<dyn FnOnce(&mut Session, &mut Effects) + Send>;

/// The door to a session. Cheap to clone; calls run in the order in which they were made.
#[derive(Clone)]
pub struct SessionHandle {
    id: SessionId,
    file: Option<PathBuf>,
    cwd: Folder,
    calls: mpsc::UnboundedSender<(&'static str, Call)>,
    gone: CancellationToken,
}

/// A session that is not kept alive by this: it ends when its last handle goes.
#[derive(Clone)]
pub struct LeftSession {
    id: SessionId,
    file: Option<PathBuf>,
    cwd: Folder,
    calls: mpsc::WeakUnboundedSender<(&'static str, Call)>,
    gone: CancellationToken,
}

/// Where a session works, for those who cannot ask it. A leaf lock: it is read on other tasks than it is written on.
#[derive(Clone)]
struct Folder(Arc<Mutex<PathBuf>>);

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
    let (id, file) = (parts.session.id().clone(), parts.session.config().file.clone());
    let cwd = Folder(Arc::new(Mutex::new(parts.session.config().cwd.clone())));
    let tasks = parts.tasks.clone();
    // Unbounded, yet small: a call is made per command, and the reader of commands is slowed by the outbox.
    let (calls, inbox) = mpsc::unbounded_channel();
    let gone = CancellationToken::new();
    tasks.spawn("session", Actor::new(parts, inbox, gone.clone().drop_guard()).run());
    SessionHandle { id, file, cwd, calls, gone }
}

impl SessionHandle {
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// Where its transcript is, or will be.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The folder that it works in.
    pub fn cwd(&self) -> PathBuf {
        self.cwd.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes that the session was given another folder.
    pub fn moved(&self, cwd: PathBuf) {
        *self.cwd.0.lock().unwrap_or_else(PoisonError::into_inner) = cwd;
    }

    pub fn downgrade(&self) -> LeftSession {
        LeftSession {
            id: self.id.clone(),
            file: self.file.clone(),
            cwd: self.cwd.clone(),
            calls: self.calls.downgrade(),
            gone: self.gone.clone(),
        }
    }

    /// Runs `call` on the session. The name is for traces.
    pub fn call(&self, name: &'static str, call: impl FnOnce(&mut Session, &mut Effects) + Send + 'static) {
        // The actor outlives its handles; a call after its end would have nobody to answer anyway.
        let _ = self.calls.send((name, Box::new(call)));
    }

    /// Runs `call` on the session and its transcript, and gives what it returns; `None` when the session broke off.
    pub async fn with_transcript<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut Session, &mut Option<Transcript>, &mut Effects) -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        self.call("with transcript", |_, fx| {
            fx.push(Effect::WithTranscript(Box::new(|session, transcript, fx| {
                let _ = tell.send(call(session, transcript, fx));
            })));
        });
        told.await.ok()
    }

    /// The same when the active run has been ended and has said so.
    pub async fn ended<T: Send + 'static>(
        &self,
        call: impl FnOnce(&mut Session, &mut Option<Transcript>, &mut Effects) -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        self.call("end", |session, fx| {
            let then = |_: &mut Session, fx: &mut Effects| {
                fx.push(Effect::WithTranscript(Box::new(|session, transcript, fx| {
                    let _ = tell.send(call(session, transcript, fx));
                })));
            };
            session.abort(Box::new(then), fx);
        });
        told.await.ok()
    }

    /// Completes when the session is idle.
    pub async fn idle(&self) {
        let (tell, told) = oneshot::channel();
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
        let (tell, told) = oneshot::channel();
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

impl LeftSession {
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub fn is_gone(&self) -> bool {
        self.gone.is_cancelled()
    }

    /// The session, while someone else keeps it alive.
    pub fn upgrade(&self) -> Option<SessionHandle> {
        let calls = self.calls.upgrade()?;
        let (id, file, cwd) = (self.id.clone(), self.file.clone(), self.cwd.clone());
        Some(SessionHandle { id, file, cwd, calls, gone: self.gone.clone() })
    }

    /// Completes when the session has ended and let go of its transcript.
    pub async fn gone(&self) {
        self.gone.cancelled().await;
    }
}
