//! Extensions: programs that speak `schema/extension/`, started by hostwire and talked with over their pipes.
//!
//! [`Extensions`] is the set of them: it starts them, offers their tools, knows their slash commands, and asks and tells
//! them what they asked for, between the model and its tools ([`Extensions::gate`]) and between the core and its voice
//! ([`Extensions::voice`]). Who sits outside (the session that is driven, the host) comes in as a [`World`].
//!
//! Invariant: whatever an extension does costs one word to the host that it failed, and what it alone offers. Reading it is
//! bounded, writing to it never waits, every question to it has a limit in time.

mod budget;
mod content;
mod events;
mod extensions;
mod find;
mod flags;
mod gate;
mod handler;
mod hello;
mod keeping;
mod live;
mod outlet;
mod program;
mod questions;
mod reply;
mod tool;
mod voice;

pub use extensions::{Extensions, Limits, Plan, Starts, World};
pub use find::{Found, Places};
pub use flags::Given;
pub use hello::CommandView;
