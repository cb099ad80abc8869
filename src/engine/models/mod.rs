//! The models: which there are, which is meant, which can be used, and how to reach them.
//!
//! Providers come from `models.yml` (in its order), from the settings, from the catalogue of known vendors, and from
//! inside the binary (`builtin/offline`). Lists that a provider keeps itself are only asked for by [`ModelRegistry::refresh`].
//!
//! Invariant: choosing a model needs no network, and a model that was named and does not exist is never replaced silently.

mod catalog;
mod choose;
mod connect;
mod discover;
mod pattern;
mod registry;
mod report;
mod resolve;
mod thinking;

pub use choose::{Initial, Unknown};
pub use connect::Build;
pub use registry::{ModelRegistry, Next, Reach, Sources, Unselected};
pub use report::{Report, Row};
pub use resolve::Resolved;

#[cfg(test)]
mod support;
