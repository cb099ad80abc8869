//! The ask tool: questions to the user through the host's dialogs.

mod questions;

use std::time::Duration;

use serde::Serialize;
use tokio::sync::Mutex;

use crate::host::UiError;
use crate::proto::shared::{JsonObject, ToolDefinition, ToolResultPayload};
use crate::proto::tools::AskArguments;

use super::{Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema};
use questions::{Answer, Asking, Unsettled};

/// Protocol: the user closed the dialog; the turn ends.
const CANCELLED: &str = "Ask tool was cancelled by the user";
/// Protocol: nobody can be asked.
const NO_UI: &str = "Ask tool requires interactive mode";

pub struct Ask {
    definition: ToolDefinition,
    timeout: Option<Duration>,
    /// One question stands before the user at a time; other tools go on meanwhile.
    turn: Mutex<()>,
}

impl Ask {
    /// `timeout`: how long a question waits before it is answered with the recommended choice; `None` waits for ever.
    pub fn new(timeout: Option<Duration>) -> Self {
        let definition = schema::definition("ask", include_str!("../../schema/tools/ask.json"));
        Self { definition, timeout, turn: Mutex::default() }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Details {
    One(Answer),
    Several { results: Vec<Answer> },
}

impl Tool for Ask {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Read
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: AskArguments = payload::arguments(arguments)?;
            let ui = cx.host.tool_ui().ok_or_else(|| ToolError::tell(NO_UI))?;
            questions::check(&arguments.questions).map_err(ToolError::tell)?;
            let _turn = tokio::select! {
                turn = self.turn.lock() => turn,
                () = cx.token.cancelled() => return Err(ToolError::tell(payload::CANCELLED)),
            };
            let asking = Asking { ui, timeout: self.timeout, token: &cx.token };
            let mut answers = Vec::with_capacity(arguments.questions.len());
            for question in &arguments.questions {
                answers.push(asking.ask(question).await.map_err(ended)?);
            }
            Ok(told(answers))
        })
    }
}

fn ended(why: Unsettled) -> ToolError {
    match why {
        Unsettled::Cancelled => ToolError::Fatal(CANCELLED.to_owned()),
        Unsettled::NotInTime => ToolError::tell("The user did not answer in time"),
        Unsettled::Ui(UiError::Aborted) => ToolError::tell(payload::CANCELLED),
        Unsettled::Ui(UiError::Gone(text)) => ToolError::Fatal(text.to_owned()),
        Unsettled::Ui(UiError::Unsupported) => ToolError::tell(NO_UI),
    }
}

fn told(mut answers: Vec<Answer>) -> ToolResultPayload {
    if answers.len() == 1
        && let Some(answer) = answers.pop()
    {
        return payload::told(answer.told(), &Details::One(answer));
    }
    let lines: Vec<String> = answers.iter().map(Answer::line).collect();
    payload::told(format!("User answers:\n{}", lines.join("\n")), &Details::Several { results: answers })
}

#[cfg(test)]
#[path = "ask_tests.rs"]
mod tests;
