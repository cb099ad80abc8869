//! One room per protocol; nothing else knows a wire name.
//!
//! A dialect decodes lines, dispatches commands to handlers, and gives the core a voice. It holds its match, its
//! conversions and its fixed texts; it holds no sessions, timers, files or tokens.
//!
//! Invariant: every accepted command gets exactly one answer, plus at most one late failure where the protocol has it.
//! Invariant: reading never waits for working; a handler is a plain function.

pub mod autohand;
pub mod cx;
pub mod lane;
pub mod order;
pub mod reply;
pub mod veyyon;

use std::future::Future;
use std::pin::Pin;

use crate::wire::lines::Line;

/// A protocol at work on one pair of pipes.
pub trait Dialect: Send + Sync {
    /// Says that the server is ready for input; completes when it is said.
    fn greet(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

    /// Takes in one line of the host, at once.
    fn take(&self, line: Line);

    /// Serves what waited, as far as its turn has come.
    fn serve_parked(&self);

    /// Whether so much waits that no further line should be taken. What holds it back ends by itself, so this does.
    fn is_full(&self) -> bool;

    /// The order of commands.
    fn lane(&self) -> &lane::Lane;

    /// The host says nothing any more; what it was asked fails right behind this.
    fn input_ended(&self) {}

    /// From now on what runs is cut, because the process ends.
    fn closing(&self) {}

    /// Says the last word, when nothing runs any more.
    fn farewell(&self) {}
}
