//! Conversations that go on out of sight: a run that the host turned away from finishes here.
//!
//! A session in this list is kept alive by it. It leaves the list when its run has ended (then it is closed), when the host
//! comes back to it, or when it is stopped. What it says meanwhile ends at the gate of the outbox.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::future::{join, join_all};
use tokio_util::sync::CancellationToken;

use crate::base::{clock, ids::SessionId, paths};
use crate::session::{INTERRUPTED, Session, SessionHandle};

use super::{Engine, EngineError};

/// Words for the message that is cut when there are too many.
const DISPLACED: &str = "Stopped: background conversation limit reached";

/// The list. The one that left the foreground first stands first.
#[derive(Default)]
pub(super) struct Background {
    // A leaf lock around the list: handlers look at it, session changes and ended runs write it.
    list: Mutex<Vec<Conversation>>,
}

struct Conversation {
    session: SessionHandle,
    /// Epoch milliseconds.
    detached_at: i64,
    /// It was told to end and has not yet.
    stopping: bool,
    /// Fires when it has left the list and is not kept alive by it any more.
    over: CancellationToken,
}

/// A session that left the foreground.
#[derive(Debug, Clone, PartialEq)]
pub struct Moved {
    pub id: SessionId,
    /// `None` for a session in memory.
    pub file: Option<PathBuf>,
    /// Its run goes on; without one it is closed at once.
    pub streaming: bool,
    /// Older conversations that were stopped for it, the oldest first.
    pub displaced: Vec<SessionId>,
    /// How many there may be.
    pub limit: u64,
}

/// A conversation in the background, as a host sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Hidden {
    pub id: SessionId,
    pub file: Option<PathBuf>,
    pub title: Option<String>,
    /// When it left the foreground, in epoch milliseconds.
    pub detached_at: i64,
    pub stopping: bool,
}

impl Background {
    fn list(&self) -> MutexGuard<'_, Vec<Conversation>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in a session; when there are too many, gives the oldest ones, which are to be stopped.
    fn add(&self, session: SessionHandle, over: CancellationToken, limit: u64) -> Vec<SessionHandle> {
        let mut list = self.list();
        list.push(Conversation { session, detached_at: clock::now(), stopping: false, over });
        let running = list.iter().filter(|one| !one.stopping).count();
        let too_many = running.saturating_sub(usize::try_from(limit).unwrap_or(usize::MAX));
        let oldest = list.iter_mut().filter(|one| !one.stopping).take(too_many);
        oldest.map(Conversation::stop).collect()
    }

    /// Takes out the conversation of a transcript, unless it is being stopped.
    fn take(&self, path: &Path) -> Option<SessionHandle> {
        let mut list = self.list();
        let at = list.iter().position(|one| !one.stopping && one.is_at(path))?;
        let one = list.remove(at);
        one.over.cancel();
        Some(one.session)
    }

    /// Takes out the session that is known by its token.
    fn drop_ended(&self, over: &CancellationToken) -> Option<SessionHandle> {
        let mut list = self.list();
        let at = list.iter().position(|one| one.over == *over)?;
        Some(list.remove(at).session)
    }
}

impl Conversation {
    fn is_at(&self, path: &Path) -> bool {
        self.session.file().is_some_and(|file| paths::is_same(file, path))
    }

    fn stop(&mut self) -> SessionHandle {
        self.stopping = true;
        self.session.clone()
    }
}

impl Engine {
    /// A new session from the launch options takes the place of `old`, whose run goes on in the background; the tools of
    /// `old` are the new one's too. `handle` is the handle of `old`. On an error nothing changes.
    pub fn detach(&self, old: &Session, handle: SessionHandle) -> Result<Moved, EngineError> {
        let limit = self.background_limit()?;
        let next = self.sessions().launched(old, self.outbox())?;
        self.put_in_front(next);
        Ok(self.hide(handle, true, limit))
    }

    /// Comes back to the conversation of a transcript; the session that was driven until now goes to the background. `None`
    /// when no conversation there can be come back to.
    pub(super) async fn reattach(&self, old: &SessionHandle, path: &Path) -> Result<Option<Moved>, EngineError> {
        let stopping = {
            let list = self.background().list();
            let Some(one) = list.iter().find(|one| one.is_at(path)) else { return Ok(None) };
            one.stopping.then(|| one.over.clone())
        };
        if let Some(over) = stopping {
            // It is of no use any more, and its file is free when it has ended.
            over.cancelled().await;
            return Ok(None);
        }
        let (engine, leaving, path) = (self.clone(), old.clone(), path.to_owned());
        let swapped = old.with_transcript(move |session, _, _| engine.swap(session, leaving, &path)).await;
        swapped.ok_or(EngineError::Lost)?
    }

    fn swap(&self, old: &Session, leaving: SessionHandle, path: &Path) -> Result<Option<Moved>, EngineError> {
        let streaming = old.is_streaming();
        let limit = if streaming { self.background_limit()? } else { 0 };
        // It may have ended while this call waited.
        let Some(living) = self.background().take(path) else { return Ok(None) };
        self.put_in_front(living);
        Ok(Some(self.hide(leaving, streaming, limit)))
    }

    /// Puts a session that has just left the foreground where it belongs: an idle one is let go.
    fn hide(&self, session: SessionHandle, streaming: bool, limit: u64) -> Moved {
        let (id, file) = (session.id().clone(), session.file().map(Path::to_owned));
        let mut displaced = Vec::new();
        if streaming {
            let over = CancellationToken::new();
            for oldest in self.background().add(session.clone(), over.clone(), limit) {
                displaced.push(oldest.id().clone());
                self.tasks().spawn("stop background", async move { oldest.stop(DISPLACED).await });
            }
            self.tasks().spawn("background", self.clone().close_when_idle(session, over));
        } else {
            self.leave(session.downgrade());
        }
        Moved { id, file, streaming, displaced, limit }
    }

    async fn close_when_idle(self, session: SessionHandle, over: CancellationToken) {
        tokio::select! {
            () = over.cancelled() => return,
            () = session.idle() => {}
        }
        let Some(ended) = self.background().drop_ended(&over) else { return };
        self.leave(ended.downgrade());
        drop((ended, session));
        over.cancel();
    }

    /// Most conversations in the background.
    fn background_limit(&self) -> Result<u64, EngineError> {
        match self.sessions().background_limit {
            0 => Err(EngineError::BackgroundLimit(0)),
            limit => Ok(limit),
        }
    }

    /// The conversations that run in the background, the one that left the foreground first comes first.
    pub async fn hidden(&self) -> Vec<Hidden> {
        let listed = |one: &Conversation| (one.session.clone(), one.detached_at, one.stopping);
        let list: Vec<_> = self.background().list().iter().map(listed).collect();
        let mut hidden = Vec::with_capacity(list.len());
        for (session, detached_at, stopping) in list {
            let look = |session: &Session| session.is_streaming().then(|| session.name().map(str::to_owned));
            // One that has just ended is as good as gone.
            if let Some(Some(title)) = session.with_transcript(move |session, _, _| look(session)).await {
                let (id, file) = (session.id().clone(), session.file().map(Path::to_owned));
                hidden.push(Hidden { id, file, title, detached_at, stopping });
            }
        }
        hidden
    }

    /// Ends a conversation in the background and completes when it is closed; false when there is none of this id.
    pub async fn cancel_hidden(&self, id: &str) -> bool {
        let found = {
            let mut list = self.background().list();
            let one = list.iter_mut().find(|one| one.session.id().as_str() == id);
            one.map(|one| (one.stop(), one.over.clone()))
        };
        let Some((session, over)) = found else { return false };
        session.stop(INTERRUPTED).await;
        let left = session.downgrade();
        drop(session);
        over.cancelled().await;
        // A shell command of the host keeps it a little longer; that ends by itself.
        if left.upgrade().is_none() {
            left.gone().await;
        }
        true
    }

    /// Completes when no session has a run.
    pub async fn idle(&self) {
        self.foreground().idle().await;
        loop {
            let over = self.background().list().first().map(|one| one.over.clone());
            match over {
                Some(over) => over.cancelled().await,
                None => return,
            }
        }
    }

    /// Ends every run, in the foreground and out of sight; completes when all are over.
    pub async fn stop(&self, reason: &str) {
        let hidden: Vec<_> = self.background().list().iter_mut().map(Conversation::stop).collect();
        let hidden = join_all(hidden.iter().map(|session| session.stop(reason)));
        join(self.foreground().stop(reason), hidden).await;
    }
}
