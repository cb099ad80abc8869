//! The ground floor: ids, clock, paths, locks, addresses of this machine, text limits, child processes, tracked tasks, the log, masks for secrets.
//!
//! Everything above may use this room; it uses none of the others.
//!
//! Invariant: the wall clock, child processes and spawned tasks are reached through here and nowhere else.

pub mod clock;
pub mod ids;
pub mod lock;
pub mod log;
pub mod mask;
pub mod net;
pub mod paths;
pub mod private;
pub mod process;
pub mod task;
pub mod text;
