//! The built-in commands that work without a screen, one table and one file for each subject.
//!
//! Commands of the protocol that need a screen, or whose subject hostwire has not, are not in the table: such text goes to
//! the model.

mod compact;
mod dump;
mod folder;
mod looks;
mod model;
mod powers;
mod session;
mod table;
mod todo;

pub(super) use table::{ALL, Builtin, find};
