//! Pure decisions on calls: what a shell line would run, what rules say of it, what a mode lets pass.
//!
//! A call comes in as a [`Subject`] with its tool's [`Tier`]; a [`Policy`] answers [`Decision::Allow`], [`Decision::Deny`]
//! or [`Decision::Ask`]. Nothing here reads a file, asks a host or knows a protocol.
//!
//! Invariant: deny beats everything, and what [`builtin`] denies no setting, answer or mode allows.
//! Invariant: what cannot be read for certain is never allowed by a narrow rule: it is asked for.

pub mod builtin;
mod entry;
mod glob;
pub mod rules;
pub mod shell;
pub mod tiers;

pub use builtin::Builtin;
pub use entry::{BadPattern, Entry, Names};
pub use rules::{Call, Decision, Denial, Mention, ModeOfRules, Place, Policy, Rule, ShellCall, Subject, Yolo};
pub use shell::Line;
pub use tiers::{Approval, Tier};
