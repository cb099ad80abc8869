//! Lines to one extension: a queue with a bound, emptied by a task of its own, so that nobody waits for who does not read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::process::ChildStdin;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// Bytes that may wait; one line may always.
const MOST_WAITING: usize = 8 * 1024 * 1024;

/// A line with its line feed. Several extensions may get the same one.
pub(super) type Line = Arc<[u8]>;

/// The extension does not read what it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stuck;

/// The sending end.
#[derive(Debug)]
pub(super) struct Outlet {
    // A leaf lock around a handle that goes when the input closes. The channel is bounded by `waiting`.
    lines: Mutex<Option<UnboundedSender<Line>>>,
    waiting: Arc<AtomicUsize>,
}

/// The other end, for the task that writes.
#[derive(Debug)]
pub(super) struct Waiting {
    lines: UnboundedReceiver<Line>,
    waiting: Arc<AtomicUsize>,
}

impl Outlet {
    pub(super) fn new() -> (Self, Waiting) {
        let (sender, lines) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        (Self { lines: Mutex::new(Some(sender)), waiting: waiting.clone() }, Waiting { lines, waiting })
    }

    /// Queues a line; one for an input that is closed goes nowhere.
    pub(super) fn push(&self, line: Line) -> Result<(), Stuck> {
        let lines = self.lines();
        let Some(sender) = lines.as_ref() else { return Ok(()) };
        let before = self.waiting.fetch_add(line.len(), Ordering::Relaxed);
        if before > 0 && before + line.len() > MOST_WAITING {
            self.waiting.fetch_sub(line.len(), Ordering::Relaxed);
            return Err(Stuck);
        }
        // Without a receiver the extension has ended.
        let _ = sender.send(line);
        Ok(())
    }

    /// The input closes when everything that waits is written.
    pub(super) fn close(&self) {
        *self.lines() = None;
    }

    fn lines(&self) -> MutexGuard<'_, Option<UnboundedSender<Line>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// Writes until the outlet is closed; each line has `limit` to be taken.
    pub(super) async fn write(mut self, mut stdin: ChildStdin, limit: Duration) -> Result<(), Stuck> {
        while let Some(line) = self.lines.recv().await {
            match tokio::time::timeout(limit, stdin.write_all(&line)).await {
                Ok(Ok(())) => {}
                // An extension that closed its input wants to hear nothing more.
                Ok(Err(_)) => return Ok(()),
                Err(_) => return Err(Stuck),
            }
            self.waiting.fetch_sub(line.len(), Ordering::Relaxed);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_bounded_and_one_line_always_fits() {
        let (outlet, _waiting) = Outlet::new();
        let long: Line = vec![0; MOST_WAITING + 1].into();
        assert_eq!(outlet.push(long.clone()), Ok(()));
        assert_eq!(outlet.push(vec![0].into()), Err(Stuck));
        outlet.close();
        assert_eq!(outlet.push(long), Ok(()));
    }
}
