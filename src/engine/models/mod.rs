//! The models: which there are, which is meant, which can be used, and how to reach them.
//!
//! Providers come from `models.yml` (in its order), from the settings, from the catalogue of known vendors, and from
//! inside the binary (`builtin/offline`). Lists that a provider keeps itself are only asked for by [`ModelRegistry::refresh`].
//!
//! A login makes a provider usable at once: the file of credentials is looked at again with every question.
//!
//! Invariant: choosing a model needs no network, and a model that was named and does not exist is never replaced silently.

mod catalog;
mod choose;
mod connect;
mod discover;
mod discreet;
mod login;
mod pattern;
mod registry;
mod renewing;
mod report;
mod resolve;
mod thinking;
mod web;

pub use choose::{Initial, Unknown};
pub use connect::Build;
pub use login::{LoginOffer, NoLogin, Relisted};
pub use registry::{ModelRegistry, Next, Reach, Sources, Unselected};
pub use report::{Report, Row};
pub use resolve::Resolved;
pub use web::LoginWeb;

#[cfg(test)]
mod support;
