//! The order of commands: which may start now, and which waits for an answer that is still owed.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// Counts the answers that are owed. Cheap to clone.
#[derive(Clone, Default)]
pub struct Lane {
    // A leaf lock around two counters: answers are sent from many tasks.
    state: Arc<Mutex<Owed>>,
    freed: Arc<Notify>,
}

#[derive(Default)]
struct Owed {
    /// Answers that hold back the commands behind them.
    holding: usize,
    /// All answers.
    all: usize,
}

impl Lane {
    /// Owes an answer that holds back the commands behind it; the debt ends when the ticket is dropped.
    pub fn owe_holding(&self) -> Ticket {
        let mut owed = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        owed.all += 1;
        owed.holding += 1;
        Ticket { lane: self.clone(), holds: true }
    }

    /// The same for an answer that holds nothing back.
    pub fn owe_beside(&self) -> Ticket {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).all += 1;
        Ticket { lane: self.clone(), holds: false }
    }

    /// Whether serial commands must wait.
    pub fn is_held(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).holding > 0
    }

    /// Whether no answer is owed at all.
    pub fn is_clear(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).all == 0
    }

    /// Completes when an answer was given since the last call.
    pub async fn freed(&self) {
        self.freed.notified().await;
    }
}

/// One answer that is owed.
pub struct Ticket {
    lane: Lane,
    holds: bool,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut owed = self.lane.state.lock().unwrap_or_else(PoisonError::into_inner);
        owed.all -= 1;
        owed.holding -= usize::from(self.holds);
        drop(owed);
        self.lane.freed.notify_one();
    }
}
