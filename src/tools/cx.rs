//! All that a tool may touch while it runs.

use std::path::PathBuf;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::base::ids::CallId;
use crate::host::Host;
use crate::proto::shared::{TodoPhase, ToolResultPayload};
use crate::skills::Library;
use crate::store::Changes;

use super::Fence;

/// The world of one call.
#[derive(Clone)]
pub struct ToolCx {
    /// Fires when the call must stop.
    pub token: CancellationToken,
    pub call_id: CallId,
    /// The session's folder; relative paths start here.
    pub cwd: PathBuf,
    /// Where full outputs go that are too long for the model; made on first use.
    pub artifacts: PathBuf,
    /// Whether the model can see images.
    pub vision: bool,
    /// The todo list when the call started; the todo tool returns the new one in its details.
    pub todos: Arc<[TodoPhase]>,
    pub settings: Arc<ToolSettings>,
    /// What the host serves and whom it can ask.
    pub host: Host,
    pub progress: Progress,
    /// Where changes of files are entered.
    pub changes: Changes,
    /// What it may open.
    pub fence: Fence,
}

/// What the configuration says to tools.
#[derive(Debug, Clone)]
pub struct ToolSettings {
    /// Variables that hostwire reads credentials from: never in a child's environment (hazard K29).
    pub hidden_variables: HiddenVariables,
    /// Seconds that a shell command may take when the call does not say.
    pub bash_timeout_secs: u64,
    /// Where `skill://` is looked up.
    pub skills: Library,
}

impl Default for ToolSettings {
    fn default() -> Self {
        Self { hidden_variables: HiddenVariables::default(), bash_timeout_secs: 300, skills: Library::default() }
    }
}

/// Names of variables, looked up for each child: the configuration may change while the server runs.
#[derive(Clone)]
pub struct HiddenVariables(Arc<dyn Fn() -> Vec<String> + Send + Sync>);

impl HiddenVariables {
    pub fn new(names: impl Fn() -> Vec<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(names))
    }

    /// As they are now.
    pub fn names(&self) -> Vec<String> {
        (self.0)()
    }
}

impl Default for HiddenVariables {
    fn default() -> Self {
        Self::new(Vec::new)
    }
}

impl std::fmt::Debug for HiddenVariables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("HiddenVariables").field(&self.names()).finish()
    }
}

/// Where a running call tells how far it is. Each update replaces the one before; slow readers see the newest only.
#[derive(Clone)]
pub struct Progress(Arc<dyn Fn(ToolResultPayload) + Send + Sync>);

impl Progress {
    pub fn new(tell: impl Fn(ToolResultPayload) + Send + Sync + 'static) -> Self {
        Self(Arc::new(tell))
    }

    pub fn silent() -> Self {
        Self::new(|_| {})
    }

    pub fn update(&self, so_far: ToolResultPayload) {
        (self.0)(so_far);
    }
}
