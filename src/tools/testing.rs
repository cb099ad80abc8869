//! What the tests of the tools share: a folder, a context, a call.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use super::{Progress, Tool, ToolCx, ToolError};
use crate::host::Host;
use crate::proto::shared::{ToolResultPayload, UserBlock};

pub struct Bench {
    /// Goes with the bench, and all that is in it.
    _folder: TempDir,
    pub cx: ToolCx,
}

impl Bench {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let cwd = folder.path().canonicalize().unwrap().join("work");
        std::fs::create_dir(&cwd).unwrap();
        let cx = ToolCx {
            token: CancellationToken::new(),
            call_id: "call_1".into(),
            artifacts: cwd.with_file_name("artifacts"),
            cwd,
            vision: true,
            todos: Arc::from(Vec::new()),
            settings: Arc::default(),
            host: Host::default(),
            progress: Progress::silent(),
            changes: Default::default(),
            fence: Default::default(),
        };
        Self { _folder: folder, cx }
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> std::path::PathBuf {
        let path = self.cx.cwd.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn path(&self) -> &Path {
        &self.cx.cwd
    }

    /// Runs a call whose arguments are given as JSON text, validated as the loop does it.
    pub async fn call(&self, tool: &impl Tool, arguments: &str) -> Result<ToolResultPayload, ToolError> {
        let arguments = serde_json::from_str(arguments).unwrap();
        super::validate(tool.definition(), &arguments).unwrap();
        tool.run(self.cx.clone(), arguments).await
    }

    /// Text and details of a call that succeeds.
    pub async fn ok(&self, tool: &impl Tool, arguments: &str) -> (String, Value) {
        let payload = self.call(tool, arguments).await.unwrap();
        assert_ne!(payload.is_error, Some(true), "{payload:?}");
        (text(&payload), payload.details.unwrap_or_default())
    }

    /// Text and details of a call that the model is told has failed.
    pub async fn fails(&self, tool: &impl Tool, arguments: &str) -> (String, Value) {
        match self.call(tool, arguments).await {
            Err(ToolError::Tell { text, details }) => (text, details.unwrap_or_default()),
            Ok(payload) if payload.is_error == Some(true) => (text(&payload), payload.details.unwrap_or_default()),
            other => panic!("{other:?}"),
        }
    }
}

pub fn text(payload: &ToolResultPayload) -> String {
    let texts = payload.content.iter().filter_map(|block| match block {
        UserBlock::Text(text) => Some(text.text.as_str()),
        UserBlock::Image(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
