//! The order of commands: which may start now, and which waits for an answer that is still owed.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Notify;

/// What an answer that is owed holds back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// The serial commands behind it.
    Commands,
    /// What needs the history that it works on.
    History,
    Nothing,
}

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
    /// Answers that hold back what needs the history.
    on_history: usize,
    /// All answers.
    all: usize,
}

impl Lane {
    /// Owes an answer; the debt ends when the ticket is dropped.
    pub fn owe(&self, holds: Holds) -> Ticket {
        let mut owed = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        owed.all += 1;
        owed.holding += usize::from(holds == Holds::Commands);
        owed.on_history += usize::from(holds == Holds::History);
        Ticket { lane: self.clone(), holds }
    }

    /// Whether serial commands must wait.
    pub fn is_held(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).holding > 0
    }

    /// Whether what needs the history must wait.
    pub fn is_on_history(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).on_history > 0
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
    holds: Holds,
}

impl Ticket {
    /// Holds back something else from now on.
    pub(super) fn exchange(&mut self, holds: Holds) {
        *self = self.lane.owe(holds);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut owed = self.lane.state.lock().unwrap_or_else(PoisonError::into_inner);
        owed.all -= 1;
        owed.holding -= usize::from(self.holds == Holds::Commands);
        owed.on_history -= usize::from(self.holds == Holds::History);
        drop(owed);
        self.lane.freed.notify_one();
    }
}
