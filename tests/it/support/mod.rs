//! What the end-to-end tests stand on: the process, its host, its model and its folder.

#![allow(dead_code, unused_imports, reason = "two test programs share this, each uses its part")]

pub mod client;
pub mod golden;
pub mod mcp;
pub mod model;
pub mod oauth;
pub mod redact;
pub mod registry;
pub mod requests;
pub mod server;
pub mod sse;
pub mod workspace;

use std::path::PathBuf;

pub use client::Frame;
pub use model::{Gate, Model, Reply, Request};
pub use oauth::Oauth;
pub use server::Launch;
pub use sse::Stream;
pub use workspace::Workspace;

/// Whether this machine has a program.
pub fn has(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

/// Says loudly that something was not tried.
pub fn skipped(why: &str) {
    use std::io::Write as _;
    let _ = std::io::stderr().write_all(format!("\n*** SKIPPED: {why} ***\n\n").as_bytes());
}

/// The repository's root, where `tests/` and `src/` are.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
