//! Wires stdin, dialect, engine and stdout; start and shutdown.
//!
//! Invariant: what can fail at the start fails before the first byte is written.

mod extensions;
mod gates;
mod rules;
mod run;
mod shutdown;
mod start;

pub use run::{refuse, run};
pub use start::build;
