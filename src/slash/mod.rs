//! Slash commands: what a prompt that begins with `/` means, and the built-in commands themselves.
//!
//! [`Slash::meaning`] reads a prompt: a skill, a built-in command, a command file, or plain text; [`Slash::run`] carries a
//! built-in command out on the foreground session and speaks through its events. [`Slash::offered`] is the list of all.
//!
//! Invariant: an unknown `/word` is text for the model, never an error.
//! Invariant: a built-in command finishes exactly once, after everything that it said.

mod arguments;
mod builtin;
mod files;
mod list;
mod meaning;
mod run;
mod template;

pub use list::{CommandInfo, Offered, Origin, Subcommand};
pub use meaning::{Meaning, Slash, SlashParts};
pub use run::{Call, Ending};
