//! The loop: ask the model, run its calls, again, until it has answered.
//!
//! The loop knows messages, a provider, tools and a token. It knows no files, no session and no protocol: what it does
//! it tells as [`RunEvent`]s, and what comes next it asks for with [`RunEvent::Next`].
//!
//! Invariant: a run sends exactly one [`RunEvent::Ended`], last.
//! Invariant: every call of a reply gets exactly one result, also when it is skipped, cut or refused.

mod calls;
pub mod context;
mod record;
mod refused;
mod round;
mod run;
mod spoken;
pub mod summary;
mod texts;
pub mod watch;

pub use run::{Next, RoundOutcome, RoundPlan, RunCx, RunEvent, Updates, run};

#[cfg(test)]
mod run_tests;
