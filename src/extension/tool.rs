//! Tools of extensions as tools: checked by their own schema, run by asking.

use std::sync::Arc;

use crate::policy::Tier;
use crate::proto::extension::{Progress, RunTool};
use crate::proto::shared::{JsonObject, ToolDefinition, ToolResultPayload};
use crate::tools::{Tool, ToolCx, ToolError, ToolFuture, schema};

use super::content;
use super::hello::OfferedTool;
use super::live::{Extension, Undecided};
use super::questions::{Beside, Listener};

/// One tool of an extension.
pub(super) struct ExtensionTool {
    pub offered: OfferedTool,
    pub extension: Arc<Extension>,
}

impl Tool for ExtensionTool {
    fn definition(&self) -> &ToolDefinition {
        &self.offered.definition
    }

    fn tier(&self) -> Tier {
        self.offered.tier
    }

    fn check(&self, arguments: &JsonObject) -> Result<(), String> {
        schema::fitting(&self.offered.validator, &self.offered.definition, arguments).map(drop)
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let OfferedTool { definition, validator, .. } = &self.offered;
            let arguments = schema::fitting(validator, definition, &arguments).map_err(ToolError::tell)?;
            let progress = cx.progress.clone();
            let listener: Listener = Arc::new(move |so_far: Progress| {
                progress.update(ToolResultPayload {
                    content: content::blocks(so_far.content),
                    details: None,
                    is_error: None,
                    useless: None,
                });
            });
            let name = definition.name.clone();
            let answer = self
                .extension
                .ask("run_tool", Beside::Listener(listener), &cx.token, |id| {
                    let (tool, call_id, cwd) = (name, cx.call_id.to_string(), cx.cwd.display().to_string());
                    RunTool { id, call_id, tool, arguments, cwd }.into()
                })
                .await;
            let name = &definition.name;
            match answer {
                Ok(answer) => Ok(ToolResultPayload {
                    content: match answer.content {
                        Some(content) => content::fit(content).await,
                        None => Vec::new(),
                    },
                    details: answer.details,
                    is_error: answer.is_error.filter(|is| *is),
                    useless: None,
                }),
                Err(Undecided::Cut) => Err(ToolError::tell(format!("The call of {name} was cut"))),
                Err(Undecided::Said(why)) => Err(ToolError::tell(format!("The tool {name} failed: {why}"))),
                Err(Undecided::Failed) => Err(ToolError::tell(format!(
                    "The extension {} failed at the call of {name}; whether it has done anything is unknown",
                    self.extension.name()
                ))),
            }
        })
    }
}
