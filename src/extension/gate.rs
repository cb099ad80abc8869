//! Extensions between the model and its tools: each may refuse or change a call, and change its result.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::proto::extension::{CheckCall, CheckResult, Subscription};
use crate::proto::shared::{JsonObject, ToolResultPayload, UserBlock};
use crate::tools::{Announce, Gate, GateCall, GateFuture, ReviewFuture, Tool, ToolError};

use super::live::{Extension, Undecided};
use super::questions::Beside;
use super::{Extensions, content};

/// The gate of the process with the extensions before it: rules and approvals see what would really run.
pub(super) struct Checked {
    pub inner: Arc<dyn Gate>,
    pub extensions: Extensions,
}

impl Gate for Checked {
    fn announce(&self) -> Announce {
        self.inner.announce()
    }

    fn hides(&self, tool: &dyn Tool) -> bool {
        self.inner.hides(tool)
    }

    fn pass<'a>(&'a self, call: GateCall<'a>, token: &'a CancellationToken) -> GateFuture<'a> {
        Box::pin(async move {
            let Some(arguments) = self.checked(call, token).await? else { return self.inner.pass(call, token).await };
            self.inner.pass(GateCall { arguments: &arguments, ..call }, token).await
        })
    }

    fn reviews(&self) -> bool {
        self.inner.reviews() || self.extensions.hearing(Subscription::CheckResult).next().is_some()
    }

    fn review<'a>(
        &'a self,
        call: GateCall<'a>,
        result: ToolResultPayload,
        token: &'a CancellationToken,
    ) -> ReviewFuture<'a> {
        Box::pin(async move {
            let mut result = self.inner.review(call, result, token).await;
            let extensions: Vec<_> = self.extensions.hearing(Subscription::CheckResult).collect();
            for extension in extensions {
                result = reviewed(&extension, call, result, token).await;
            }
            result
        })
    }
}

impl Checked {
    /// Asks the extensions in their order; the arguments, if one changed them.
    async fn checked(&self, call: GateCall<'_>, token: &CancellationToken) -> Result<Option<JsonObject>, ToolError> {
        let mut changed: Option<JsonObject> = None;
        for extension in self.extensions.all() {
            if !extension.asked_for(Subscription::CheckCall) {
                continue;
            }
            if extension.is_over() {
                // Whichever way it ended: nobody decides any more.
                if extension.must_decide() {
                    return Err(undecided(&extension, call.name));
                }
                continue;
            }
            let arguments = changed.as_ref().unwrap_or(call.arguments).clone();
            let question = |id: String| CheckCall {
                id,
                call_id: call.id.to_string(),
                tool: call.tool.definition().name.clone(),
                arguments,
                cwd: call.cwd.display().to_string(),
            };
            match extension.ask("check_call", Beside::Nothing, token, |id| question(id).into()).await {
                Ok(answer) => {
                    if let Some(why) = answer.block {
                        return Err(ToolError::tell(why));
                    }
                    changed = answer.arguments.or(changed);
                }
                Err(Undecided::Cut) => {
                    return Err(ToolError::tell(format!("Tool {} was being checked and was not run", call.name)));
                }
                Err(_) if extension.must_decide() => return Err(undecided(&extension, call.name)),
                Err(Undecided::Failed | Undecided::Said(_)) => {}
            }
        }
        if let Some(arguments) = &changed {
            call.tool.check(arguments).map_err(|why| {
                ToolError::tell(format!("Tool {} was not run: an extension changed its arguments. {why}", call.name))
            })?;
        }
        Ok(changed)
    }
}

fn undecided(extension: &Extension, tool: &str) -> ToolError {
    ToolError::tell(format!(
        "Tool {tool} was not run: the extension {} must decide on it and has failed",
        extension.name()
    ))
}

async fn reviewed(
    extension: &Extension,
    call: GateCall<'_>,
    mut result: ToolResultPayload,
    token: &CancellationToken,
) -> ToolResultPayload {
    let question = |id: String| CheckResult {
        id,
        call_id: call.id.to_string(),
        tool: call.tool.definition().name.clone(),
        arguments: call.arguments.clone(),
        content: shown(&result.content),
        is_error: result.is_error == Some(true),
    };
    let Ok(answer) = extension.ask("check_result", Beside::Nothing, token, |id| question(id).into()).await else {
        return result;
    };
    if let Some(content) = answer.content {
        result.content = content::fit(content).await;
    }
    if let Some(is_error) = answer.is_error {
        result.is_error = is_error.then_some(true);
    }
    result
}

fn shown(content: &[UserBlock]) -> Vec<UserBlock> {
    content.to_vec()
}
