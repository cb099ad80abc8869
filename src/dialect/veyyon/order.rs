//! Whose turn it is: commands that wait for an answer that is owed, and those that wait for the history.
//!
//! Protocol: serial commands start one after another. A compaction or a handoff takes long and holds back only what needs
//! the history that it works on; an abort ends it, and passes no command that came before: it may be meant for that one.

use std::collections::VecDeque;

use crate::dialect::lane::{Holds, Lane};
use crate::proto::frame::Ordering;
use crate::proto::veyyon::CommandName;

/// Commands that may wait.
const MOST_WAITING: usize = 1024;

/// Bytes of lines that they may come from.
const MOST_WAITING_BYTES: usize = 32 * 1024 * 1024;

/// What the answer of a command holds back while it is owed.
pub(super) fn holds(name: CommandName) -> Holds {
    match name.ordering() {
        Ordering::Serial | Ordering::Control => Holds::Commands,
        _ if matches!(name, CommandName::Compact | CommandName::Handoff) => Holds::History,
        // What runs beside the others, or owns its answer for long, holds nothing back.
        Ordering::Concurrent | Ordering::Detached => Holds::Nothing,
    }
}

/// A second compaction does not wait: it is told that one is running.
fn needs_history(name: CommandName) -> bool {
    matches!(
        name,
        CommandName::Prompt
            | CommandName::Steer
            | CommandName::FollowUp
            | CommandName::AbortAndPrompt
            | CommandName::Branch
            | CommandName::NewSession
            | CommandName::SwitchSession
            | CommandName::Handoff
    )
}

/// Whether the command ends a compaction or a handoff that is on its way.
pub(super) fn ends_writing(name: CommandName) -> bool {
    matches!(name, CommandName::Abort | CommandName::AbortAndPrompt)
}

/// The commands that wait.
pub(super) struct Order<T> {
    /// For an answer that is owed, in order.
    parked: VecDeque<Waiting<T>>,
    /// For the history, in order; all of them came before those that are parked.
    behind: VecDeque<Waiting<T>>,
    bytes: usize,
}

struct Waiting<T> {
    name: CommandName,
    what: T,
    bytes: usize,
}

enum Turn {
    Now,
    Parked,
    Behind,
}

impl<T> Default for Order<T> {
    fn default() -> Self {
        Self { parked: VecDeque::new(), behind: VecDeque::new(), bytes: 0 }
    }
}

impl<T> Order<T> {
    /// Gives the command back when it may start now.
    pub(super) fn arrived(&mut self, name: CommandName, what: T, bytes: usize, lane: &Lane) -> Option<T> {
        let turn = match name.ordering() {
            Ordering::Concurrent => Turn::Now,
            _ if !self.parked.is_empty() => Turn::Parked,
            _ => self.turn(name, lane),
        };
        let queue = match turn {
            Turn::Now => return Some(what),
            Turn::Parked => &mut self.parked,
            Turn::Behind => &mut self.behind,
        };
        queue.push_back(Waiting { name, what, bytes });
        self.bytes += bytes;
        None
    }

    /// The next command whose turn has come.
    pub(super) fn next(&mut self, lane: &Lane) -> Option<T> {
        while let Some(first) = self.parked.front() {
            match self.turn(first.name, lane) {
                Turn::Now => return Self::taken(&mut self.bytes, self.parked.pop_front()),
                Turn::Parked => return None,
                Turn::Behind => self.behind.extend(self.parked.pop_front()),
            }
        }
        let waits = lane.is_held() || lane.is_on_history();
        if waits { None } else { Self::taken(&mut self.bytes, self.behind.pop_front()) }
    }

    /// Whether so much waits that no further line should be taken.
    pub(super) fn is_full(&self) -> bool {
        self.parked.len() + self.behind.len() >= MOST_WAITING || self.bytes >= MOST_WAITING_BYTES
    }

    /// For a command with nothing parked before it.
    fn turn(&self, name: CommandName, lane: &Lane) -> Turn {
        let is_control = name.ordering() == Ordering::Control;
        if lane.is_held() && !is_control {
            return Turn::Parked;
        }
        let for_history = match lane.is_on_history() {
            true => needs_history(name),
            false => !self.behind.is_empty() && (needs_history(name) || holds(name) == Holds::History),
        };
        // What waits for work on the history stays in order when that is over; nothing passes an abort.
        let for_abort = self.behind.iter().any(|one| one.name.ordering() == Ordering::Control);
        if for_history || for_abort || (is_control && !self.behind.is_empty()) { Turn::Behind } else { Turn::Now }
    }

    fn taken(bytes: &mut usize, waiting: Option<Waiting<T>>) -> Option<T> {
        let waiting = waiting?;
        *bytes -= waiting.bytes.min(*bytes);
        Some(waiting.what)
    }
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
