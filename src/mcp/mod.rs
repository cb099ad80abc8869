//! Servers of the Model Context Protocol: connected beside the start, watched, called.
//!
//! [`Servers`] holds what the configuration names. Each connection is a child on pipes or an HTTP address, spoken to by
//! the official SDK; how long it may take, what it may send and what becomes of it when it fails is decided here. Tools
//! of the servers become tools of the model in `tools/mcp.rs`.
//!
//! Invariant: nothing that a server does or does not do touches another server, the start, or the end of the process.
//! Invariant: a call is sent once; whatever happens to it, it is not sent again (hazard K60).

mod answers;
mod child;
mod config;
mod connection;
mod http;
mod meter;
mod servers;

pub use config::{Config, Reach};
pub use connection::{Called, Offered, Part};
pub use servers::{CallError, ConfigView, ServerView, Servers, Status, ToolView, World};
