//! Turns hostwire's schema folder into checked models, bundles, documents and Rust.
//!
//! The way through: [`load`] reads the folder, [`lint`] refuses what the subset does not know, [`model`]
//! resolves names and shapes, [`bundle`] writes self-contained schemas (open and closed), [`docs`] the
//! pages for people, `rust` the code. Every step reports [`Finding`]s; none of them panics on bad input.

pub mod bundle;
pub mod docs;
mod finding;
pub mod lint;
pub mod load;
#[cfg(feature = "rust")]
pub mod lower;
pub mod model;
pub mod names;
#[cfg(feature = "rust")]
pub mod rust;
pub mod shape;

pub use finding::Finding;
pub use load::Source;
pub use model::Model;

use std::path::Path;

/// Reads, checks and resolves a schema folder; everything that is wrong comes back at once.
pub fn read(folder: &Path) -> Result<Model, Vec<Finding>> {
    let (sources, findings) = load::folder(folder);
    resolve(&sources, findings)
}

/// As `read`, for files that are in memory already.
pub fn read_sources(sources: &[Source]) -> Result<Model, Vec<Finding>> {
    resolve(sources, Vec::new())
}

fn resolve(sources: &[Source], mut findings: Vec<Finding>) -> Result<Model, Vec<Finding>> {
    findings.extend(lint::check(sources));
    if findings.is_empty() { Model::build(sources) } else { Err(findings) }
}
