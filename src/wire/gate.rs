//! A gate between the writer and the reader: closed while the host leaves too much unread.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Open at first; clones are the same gate.
#[derive(Debug, Clone, Default)]
pub struct Gate {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    // A leaf lock: the reader sleeps on it, nothing else is done under it.
    closed: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    /// An open gate.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on [`Gate::pass`] waits.
    pub fn close(&self) {
        *self.lock() = true;
    }

    /// Lets everybody through.
    pub fn open(&self) {
        *self.lock() = false;
        self.inner.opened.notify_all();
    }

    /// Returns when the gate is open. Blocks the thread: for OS threads only.
    pub fn pass(&self) {
        let mut closed = self.lock();
        while *closed {
            closed = self.inner.opened.wait(closed).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, bool> {
        self.inner.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
