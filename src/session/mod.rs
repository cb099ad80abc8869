//! One conversation: its history, its queues, its run.
//!
//! [`Session`] is a plain struct with sync methods; each fills a list of [`Effect`]s, and the actor carries them out in
//! order. So queue modes, steering and aborts are tested without a runtime: call a method, compare the list.
//!
//! Invariant: the actor awaits nothing slow; what takes time is spawned and reports back.
//! Invariant: one `RunEnded` per run, after everything the run said.

mod actor;
mod added;
mod budget;
mod compaction;
mod crowding;
mod cut;
mod effects;
mod handle;
mod handoff;
mod keep;
mod legs;
mod log;
mod mentions;
mod pictures;
mod queues;
mod reminders;
mod retry;
mod rules;
mod state;
mod stats;
mod steps;
mod touched;
mod view;

pub use compaction::{Compacted, CompactionError};
pub use cut::CompactionPolicy;
pub use effects::{Effect, Effects, StartRun};
pub use handle::{LeftSession, Parts, SessionHandle, open};
pub use handoff::{Estate, HandedOff, HandoffError};
pub use queues::{Delivery, Input, Said, Special};
pub use reminders::ReminderPolicy;
pub use retry::RetryPolicy;
pub use rules::{CutReplies, Repeats, RulePolicy, Rules, cuts};
pub use state::{
    Accepted, ConnectError, Connection, INTERRUPTED, LastRun, Models, Session, SessionConfig, SessionError, Tooling,
};
pub use view::View;

#[cfg(test)]
mod state_tests;
