//! The end-to-end tests: the real binary, its pipes, a scripted model; and the checks on this repository's own text.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods, reason = "a test may stop at once")]

mod background;
mod cli;
mod ending;
mod flows;
mod goldens;
mod histories;
