//! The step between a checked call and its run: whether it may.

use std::path::Path;

use tokio_util::sync::CancellationToken;

use crate::base::ids::CallId;
use crate::proto::shared::{JsonObject, ToolResultPayload};

use super::{Fence, Tool, ToolError};

/// A call that is about to run.
#[derive(Clone, Copy)]
pub struct GateCall<'a> {
    pub id: &'a CallId,
    /// The tool's name as host and model see it.
    pub name: &'a str,
    pub tool: &'a dyn Tool,
    /// They fit the tool's schema.
    pub arguments: &'a JsonObject,
    /// The session's folder.
    pub cwd: &'a Path,
}

/// A call that may run.
pub struct Passage {
    /// What it runs with.
    pub arguments: JsonObject,
    /// What it may open.
    pub fence: Fence,
}

/// The passage, later; or what the model is told, or why the run ends.
pub type GateFuture<'a> = std::pin::Pin<Box<dyn Future<Output = Result<Passage, ToolError>> + Send + 'a>>;

/// The result to tell, later.
pub type ReviewFuture<'a> = std::pin::Pin<Box<dyn Future<Output = ToolResultPayload> + Send + 'a>>;

/// When the host hears that a call began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Announce {
    /// Before the gate is asked: a call that it refuses has begun and ends with an error.
    First,
    /// When the gate has let it pass.
    Passed,
}

/// Decides on calls, and may take its time. Each session has one; its state is its own.
pub trait Gate: Send + Sync {
    fn announce(&self) -> Announce {
        Announce::First
    }

    /// Whether the next request leaves the tool out.
    fn hides(&self, _tool: &dyn Tool) -> bool {
        false
    }

    /// Whether the call may run. It ends soon after `token` fires; dropped, it takes back whatever it asked.
    fn pass<'a>(&'a self, call: GateCall<'a>, token: &'a CancellationToken) -> GateFuture<'a>;

    /// Whether results are looked at before they are told.
    fn reviews(&self) -> bool {
        false
    }

    /// The result as it is told; `call` has the arguments that it ran with.
    fn review<'a>(
        &'a self,
        _call: GateCall<'a>,
        result: ToolResultPayload,
        _token: &'a CancellationToken,
    ) -> ReviewFuture<'a> {
        Box::pin(std::future::ready(result))
    }
}

/// Lets everything pass.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenGate;

impl Gate for OpenGate {
    fn pass<'a>(&'a self, call: GateCall<'a>, _: &'a CancellationToken) -> GateFuture<'a> {
        let passage = Passage { arguments: call.arguments.clone(), fence: Fence::default() };
        Box::pin(std::future::ready(Ok(passage)))
    }
}
