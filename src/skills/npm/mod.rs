//! Skills out of packages of an npm registry: asked for over HTTP, checked, unpacked. Nothing of a package is ever run.
//!
//! [`Npm::fetch`] is the way in. `configuration` finds out which registry and which credential, as npm is configured;
//! `registry` asks it; `integrity` compares what came with what was promised; `unpack` writes files, and nothing else.
//!
//! Invariant: no registry is built in, and a credential goes to the registry that it is for and nowhere else.
//! Invariant: what a registry sends is bounded in bytes, files and time before it is looked at.

mod configuration;
mod fetch;
mod integrity;
mod package;
mod registry;
mod unpack;

pub use fetch::{FetchError, Fetched, Npm};
pub use package::Package;
