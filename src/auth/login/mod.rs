//! Logging in: what a user is shown, what comes back, and what that is exchanged for.
//!
//! A login shows a page and waits for what it leads to: a key that the user pastes, or a code of OAuth 2 that comes back
//! to a port of this machine or is pasted, whichever is first. It ends with something to keep, or with one error.
//!
//! Invariant: the port is open only while a code is waited for, and nothing is taken that does not carry the login's state.

mod attempt;
mod flow;
mod proof;
mod redirect;
mod tokens;

pub use attempt::{Attempt, LoginError, Method, Page, Paste, Purpose, User};
pub use flow::{Exchange, Flow, Redirect};
pub use tokens::{Answer, Post, Web};

pub(super) use tokens::{Refusal, refresh, told};
