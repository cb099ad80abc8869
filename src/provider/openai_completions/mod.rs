//! Chat completions over server-sent events, as OpenAI defined them and everybody else varied them.

pub mod error;
