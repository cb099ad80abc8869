//! The host's own shell commands: started, stopped together.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::base::process::Children;
use crate::proto::shared::BashResult;
use crate::tools::{ToolSettings, shell};

/// All of them. Cheap to clone.
#[derive(Clone)]
pub struct Shells {
    children: Children,
    settings: Arc<ToolSettings>,
    // A leaf lock around the token of what runs now.
    running: Arc<Mutex<CancellationToken>>,
}

/// One command that `stop_all` reaches from now on.
pub struct Shell {
    children: Children,
    settings: Arc<ToolSettings>,
    token: CancellationToken,
}

impl Shells {
    pub fn new(children: Children, settings: Arc<ToolSettings>) -> Self {
        Self { children, settings, running: Arc::default() }
    }

    /// Takes a place among what runs, before the command itself starts.
    pub fn register(&self) -> Shell {
        let token = self.running.lock().unwrap_or_else(PoisonError::into_inner).child_token();
        Shell { children: self.children.clone(), settings: self.settings.clone(), token }
    }

    /// Ends every command that was registered until now.
    pub fn stop_all(&self) {
        std::mem::take(&mut *self.running.lock().unwrap_or_else(PoisonError::into_inner)).cancel();
    }
}

impl Shell {
    /// Runs the command line in a fresh shell; the error says why the shell could not start.
    pub async fn run(self, command: &str, cwd: PathBuf, artifacts: PathBuf) -> Result<BashResult, String> {
        shell::run_command(&self.children, command, &cwd, &self.settings, &artifacts, &self.token)
            .await
            .map_err(|error| error.to_string())
    }
}
