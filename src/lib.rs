//! hostwire: a headless coding agent behind JSON lines.
//!
//! The rooms, from the ground floor up; a room imports lower floors only (ARCHITECTURE.md is the map):
//!
//! - [`proto`] - the generated types, catalogues and validators.
//! - [`base`] - ids, clock, paths, locks, text limits, child processes, tracked tasks.
//! - [`wire`] - lines in, lines out.
//! - [`outbox`] - what the core says, in core words, in one order.
//! - [`policy`] - pure decisions: what a shell line runs, what rules and modes say.
//! - [`store`] - transcript files.
//! - [`auth`] - credentials and logins.
//! - [`settings`] - configuration: load, merge, host defaults.
//! - [`provider`] - the models.
//! - [`host`] - asks to the host: its tools, its addresses, its user.
//! - [`mcp`] - servers of the Model Context Protocol.
//! - [`skills`] - instructions for kinds of work: find, read, install.
//! - [`tools`] - what the model can call.
//! - [`agent`] - the loop.
//! - [`session`] - one conversation.
//! - [`extension`] - programs that add to the agent, over pipes.
//! - [`automode`] - a session that works turn after turn.
//! - [`engine`] - the process: sessions, models, start-up order.
//! - [`slash`] - built-in slash commands and command files.
//! - [`dialect`] - one room per protocol.
//! - [`server`] - wires stdin, dialect, engine, stdout.
//! - [`cli`] - arguments.

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "the tasks and children of a test end with it"))]

pub mod agent;
pub mod auth;
pub mod automode;
pub mod base;
pub mod cli;
pub mod dialect;
pub mod engine;
pub mod extension;
pub mod host;
pub mod mcp;
pub mod outbox;
pub mod policy;
pub mod proto;
pub mod provider;
pub mod server;
pub mod session;
pub mod settings;
pub mod skills;
pub mod slash;
pub mod store;
pub mod tools;
pub mod wire;
