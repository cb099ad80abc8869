//! Chat completions over server-sent events, as OpenAI defined them and everybody else varied them.
//!
//! `request` turns a conversation into bytes, `body` and `stream` turn bytes into chunks, `error` reads refusals: all
//! three are pure. `compat` says in what servers differ; `provider` ties them to a connection.

pub mod body;
mod calls;
pub mod compat;
pub mod error;
mod halves;
mod provider;
pub mod request;
mod skim;
pub mod stream;
mod wire;

pub use provider::OpenAiCompletions;
