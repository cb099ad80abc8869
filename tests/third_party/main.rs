//! The server against components that nobody here wrote; `tests/third_party/run` fetches them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, reason = "a test may stop at once")]

#[path = "../it/support/mod.rs"]
mod support;

mod aimock;
mod browser;
mod cdp;
mod mcp;
mod npm;
mod rich;
