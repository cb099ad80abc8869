//! The embedded default, `builtin/offline`: a planner that acts as a model, so that everything works with nothing configured.
//!
//! It recognises a number of English requests ([`intent`]), calls the tools on offer like any model would ([`plan`])
//! and tells what they gave; notes about a conversation it writes by fixed rules ([`notes`]). It sees a request and
//! nothing else: no files, no clock, no network, no memory.
//!
//! Invariant: the same request has the same reply, and no figure is told that a tool did not give.

mod calls;
mod caught;
mod change;
mod command;
mod facts;
mod files;
mod history;
mod intent;
mod languages;
mod manifests;
mod measure;
mod notes;
mod phrase;
mod phrases;
mod plan;
mod planner;
mod risks;
mod speech;
mod summary;
mod survey;
mod topics;

#[cfg(test)]
mod intent_tests;
#[cfg(test)]
mod plan_tests;
#[cfg(test)]
mod survey_tests;

pub use planner::Offline;
