//! Asks to the host: its tools, its addresses, its user.
//!
//! One table holds everything that was asked and not answered ([`Asks`]). Each kind adds its types and its rules: tools
//! that the host runs, addresses that it serves, dialogs that it shows. The dialect encodes the questions and decodes
//! the answers; nothing here knows a wire name.
//!
//! Invariant: every ask ends: by its answer, its time, its token, or the end of input. What ends otherwise than by its
//! answer is withdrawn, so that the host can stop, and what comes later for it has no effect.

mod asks;
mod link;
mod permission;
mod tools;
mod ui;
mod uris;

pub use asks::{Answer, Asks, Unanswered, Wait};
pub use link::{Host, Surface, Texts};
pub use permission::{PermissionAnswer, Scope, Verdict};
pub use tools::{Accepted, Offer, Payload, Refused, ToolAnswer, check_offers};
pub use ui::{DialogAnswer, Given, Ui, UiError};
pub use uris::{Address, Content, Scheme, SchemeRefused, UriAnswer, UriError, Uris};

#[cfg(test)]
pub(crate) mod testing;
