//! Whose turn it is: commands that wait for an answer that is owed, and those that wait for the history.
//!
//! Protocol: serial commands start one after another. What takes long and works on the history holds back only what needs
//! that too; what ends it passes no command that came before: it may be meant for that one.

use std::collections::VecDeque;

use crate::proto::frame::Ordering;

use super::lane::{Holds, Lane};

/// Commands that may wait.
const MOST_WAITING: usize = 1024;

/// Bytes of lines that they may come from.
pub(super) const MOST_WAITING_BYTES: usize = 32 * 1024 * 1024;

/// What the order goes by: the name of a command, in its protocol.
pub trait Ordered: Copy {
    fn ordering(self) -> Ordering;

    /// What its answer holds back while it is owed.
    fn holds(self) -> Holds;

    /// Whether it waits while an answer that works on the history is owed.
    fn needs_history(self) -> bool {
        false
    }
}

/// The commands that wait.
pub struct Order<N, T> {
    /// For an answer that is owed, in order.
    parked: VecDeque<Waiting<N, T>>,
    /// For the history, in order; all of them came before those that are parked.
    behind: VecDeque<Waiting<N, T>>,
    pub(super) bytes: usize,
}

struct Waiting<N, T> {
    name: N,
    what: T,
    bytes: usize,
}

enum Turn {
    Now,
    Parked,
    Behind,
}

impl<N, T> Default for Order<N, T> {
    fn default() -> Self {
        Self { parked: VecDeque::new(), behind: VecDeque::new(), bytes: 0 }
    }
}

impl<N: Ordered, T> Order<N, T> {
    /// Gives the command back when it may start now.
    pub fn arrived(&mut self, name: N, what: T, bytes: usize, lane: &Lane) -> Option<T> {
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
    pub fn next(&mut self, lane: &Lane) -> Option<T> {
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
    pub fn is_full(&self) -> bool {
        self.parked.len() + self.behind.len() >= MOST_WAITING || self.bytes >= MOST_WAITING_BYTES
    }

    /// For a command with nothing parked before it.
    fn turn(&self, name: N, lane: &Lane) -> Turn {
        let is_control = name.ordering() == Ordering::Control;
        if lane.is_held() && !is_control {
            return Turn::Parked;
        }
        let for_history = match lane.is_on_history() {
            true => name.needs_history(),
            false => !self.behind.is_empty() && (name.needs_history() || name.holds() == Holds::History),
        };
        // What waits for work on the history stays in order when that is over; nothing passes an abort.
        let for_abort = self.behind.iter().any(|one| one.name.ordering() == Ordering::Control);
        if for_history || for_abort || (is_control && !self.behind.is_empty()) { Turn::Behind } else { Turn::Now }
    }

    fn taken(bytes: &mut usize, waiting: Option<Waiting<N, T>>) -> Option<T> {
        let waiting = waiting?;
        *bytes -= waiting.bytes.min(*bytes);
        Some(waiting.what)
    }
}
