//! Child processes: started without a terminal or with one of their own, captured within bounds, ended with everything they started.
//!
//! - `launch`: what to start, in which folder and environment.
//! - `children`: the register of what runs; start, piped start, the end of all.
//! - `running`: one captured command from start to outcome.
//! - `capture`: its output in bounded memory.
//! - `terminal`: a terminal that nobody sits at.
//! - `tree`: which processes belong to a command, and how they are ended.
//!
//! Invariant: a child never has the server's stdin, stdout or terminal, and none outlives [`Children::stop_all`].

mod capture;
mod children;
mod launch;
mod running;
mod terminal;
mod tree;

pub use capture::{Captured, Spill, Tail, create_private};
pub use children::{Children, Piped, Process};
pub use launch::{Launch, ProcessError};
pub use running::{Capture, Finished, Live, Outcome, Running};

/// Time between the gentle signal and the hard one.
pub const GRACE: std::time::Duration = std::time::Duration::from_millis(800);
