//! The helpers themselves, tried on small programs and raw bytes.

mod client;
mod golden;
mod model;
mod redact;
