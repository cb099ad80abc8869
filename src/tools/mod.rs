//! The tools that the model can call: the trait, the set, the built-in ones.
//!
//! A tool gets its arguments and a [`ToolCx`], and gives a payload for the model. It never renders, asks a host only
//! through the context, and never knows which protocol runs. Names differ by dialect: the set holds them, a tool does not.
//!
//! Invariant: everything that a tool shows to the model has a cap (`truncate.rs`), told in a notice when it bites.

pub mod ask;
pub mod bash;
pub mod builtin;
pub mod cx;
pub mod edit;
pub mod exit_plan_mode;
pub mod fence;
pub mod gate;
pub mod given;
pub mod glob;
pub mod grep;
pub mod host;
pub mod mcp;
pub mod read;
pub mod schema;
pub mod set;
pub mod shell;
pub mod subject;
pub mod todo;
pub mod write;

mod files;
mod lookalike;
mod payload;
mod search;
mod tool;
mod truncate;
mod weight;

#[cfg(test)]
mod testing;

pub use bash::Terminals;
pub use builtin::{Enabled, Kit, Questions, builtin};
pub use cx::{HiddenVariables, Progress, ToolCx, ToolSettings};
pub use fence::Fence;
pub use gate::{Announce, Gate, GateCall, GateFuture, OpenGate, Passage, ReviewFuture};
pub use schema::validate;
pub use set::{Layer, Layered, Taken, ToolNames, ToolSet, Touched};
pub use tool::{Concurrency, Tool, ToolError, ToolFuture};

pub use crate::policy::Tier;
