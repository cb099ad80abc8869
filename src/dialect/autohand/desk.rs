//! What a handler of this protocol may touch.

use std::path::PathBuf;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::automode::Automode;
use crate::dialect::cx::Cx;
use crate::engine::Permissions;
use crate::skills::{Library, Npm};
use crate::store::Changes;

use super::encode::AutohandVoice;

/// The world of a handler: the core's, the protocol's own voice, and what only this protocol's hosts switch and decide.
#[derive(Clone)]
pub struct Desk {
    pub cx: Cx,
    pub voice: Arc<AutohandVoice>,
    pub permissions: Permissions,
    pub changes: Changes,
    /// The folder that is worked in.
    pub workspace: PathBuf,
    /// All folders that are, the workspace first.
    pub roots: Arc<[PathBuf]>,
    /// hostwire's home, where it may be written to.
    pub home: Option<PathBuf>,
    pub user_home: Option<PathBuf>,
    pub skills: Library,
    /// Where packages with skills come from.
    pub npm: Arc<Npm>,
    /// Ends what is under way when the server ends.
    pub closing: CancellationToken,
    pub automode: Automode,
    pub automode_defaults: Arc<AutomodeDefaults>,
}

/// What auto-mode is started with where the command does not say.
#[derive(Debug, Clone, PartialEq)]
pub struct AutomodeDefaults {
    pub max_turns: u64,
    /// Minutes.
    pub max_runtime: f64,
    /// Dollars.
    pub max_cost: f64,
    /// The word that declares the task finished.
    pub promise: String,
}

impl Default for AutomodeDefaults {
    fn default() -> Self {
        Self { max_turns: 10, max_runtime: 120.0, max_cost: 10.0, promise: "DONE".to_owned() }
    }
}
