//! When what an extension keeps in sessions is stored: at the end of a run, and otherwise once in a while.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use crate::base::ids::SessionId;
use crate::base::task::Tasks;
use crate::session::{Effects, Session, SessionHandle};

use super::live::Extension;

/// Between two entries that no run lies between.
const PAUSE: Duration = Duration::from_secs(5);

/// What one extension keeps and is not stored yet. Each entry of a transcript has the whole value, so there are few.
#[derive(Default)]
pub(super) struct Keeping {
    // A leaf lock, held for a map operation.
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Sessions with a change that is not stored.
    waiting: BTreeMap<SessionId, Wait>,
    stored: Option<Instant>,
}

/// What a change waits for.
enum Wait {
    /// The end of the run, which the session itself sees.
    Run,
    /// The end of the pause. The session stays as long as that, also when it is left.
    Pause(SessionHandle),
}

/// Keeps a value in `session`, which `handle` leads to; who reads the session sees it at once.
pub(super) fn keep(
    extension: &Arc<Extension>,
    data: Value,
    (session, fx): (&mut Session, &mut Effects),
    handle: SessionHandle,
    tasks: &Tasks,
) {
    if !session.keep(extension.name(), data) {
        return;
    }
    let id = session.id().clone();
    let mut state = extension.keeping.state();
    // Whoever stores takes the value that is the last one then.
    if state.waiting.contains_key(&id) {
        return;
    }
    if session.is_streaming() {
        state.waiting.insert(id, Wait::Run);
        drop(state);
        return store(extension.clone(), session, fx);
    }
    let left = state.stored.map_or(Duration::ZERO, |at| PAUSE.saturating_sub(at.elapsed()));
    if left.is_zero() || extension.is_leaving() {
        drop(state);
        return store(extension.clone(), session, fx);
    }
    state.waiting.insert(id.clone(), Wait::Pause(handle));
    drop(state);
    let extension = extension.clone();
    tasks.spawn("state of an extension", async move {
        tokio::time::sleep(left).await;
        if let Some(handle) = extension.keeping.paused(&id) {
            later(extension, &handle);
        }
    });
}

/// Stores when the session is idle.
fn store(extension: Arc<Extension>, session: &mut Session, fx: &mut Effects) {
    let then = move |session: &mut Session, fx: &mut Effects| {
        extension.keeping.stored(session.id());
        session.store_kept(extension.name(), fx);
    };
    session.when_idle(Box::new(then), fx);
}

fn later(extension: Arc<Extension>, handle: &SessionHandle) {
    handle.call("state of an extension", move |session, fx| store(extension, session, fx));
}

impl Extension {
    /// Ends the pauses: the session is left, or the process ends.
    pub(super) fn store_now(self: &Arc<Self>) {
        let waiting: Vec<SessionHandle> = {
            let mut state = self.keeping.state();
            state.waiting.iter_mut().filter_map(|(_, wait)| wait.end()).collect()
        };
        for handle in waiting {
            later(self.clone(), &handle);
        }
    }
}

impl Wait {
    /// Ends a pause; what is stored from now on is stored when the session is idle.
    fn end(&mut self) -> Option<SessionHandle> {
        match std::mem::replace(self, Self::Run) {
            Self::Run => None,
            Self::Pause(handle) => Some(handle),
        }
    }
}

impl Keeping {
    fn paused(&self, id: &SessionId) -> Option<SessionHandle> {
        self.state().waiting.get_mut(id).and_then(Wait::end)
    }

    fn stored(&self, id: &SessionId) {
        let mut state = self.state();
        state.waiting.remove(id);
        state.stored = Some(Instant::now());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
