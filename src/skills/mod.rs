//! Skills: folders with a `SKILL.md` that tell the model how to do a certain kind of work.
//!
//! [`Library::at`] finds those that count in a folder, [`Skill::text`] reads one, [`frontmatter`] parses the header that
//! skills and command files have in common. [`install`] puts one in its place, [`Npm::fetch`] gets some from a registry.
//!
//! Invariant: a file that is wrong never hides another skill; what is wrong with it is told (hazard K62).
//! Invariant: nothing here asks the environment; every folder is passed in.

mod builtin;
mod find;
pub mod frontmatter;
mod install;
mod library;
mod npm;
mod skill;

pub use builtin::builtin;
pub use find::{Found, Places};
pub use install::{Existing, InstallError, Target, Wanted, install, install_all};
pub use library::{Library, Skills};
pub use npm::{FetchError, Fetched, Npm, Package};
pub use skill::{Content, Problem, ProblemKind, Skill, Source};
