//! The two ways in which a host is asked about a call.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::host::{Answer, Given, Host, PermissionAnswer, Scope, UiError, Unanswered, Verdict, Wait};
use crate::outbox::{Permission, Question};
use crate::policy::Subject;
use crate::tools::{Announce, GateCall, ToolError};

use super::texts;

/// How the host is asked.
#[derive(Debug, Clone, Copy)]
pub enum Asker {
    /// By a dialog with two buttons, about a call that the host has seen begin.
    Dialog(Words),
    /// By a request of its own kind, which takes finer answers; a call that is refused has never begun.
    Request,
}

/// What a dialect says in dialogs.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The first line of the question for a tool of this name.
    pub title: fn(&str) -> String,
    pub approve: &'static str,
    pub deny: &'static str,
    /// The user said no.
    pub denied: fn(&str) -> String,
    /// The host cannot ask.
    pub no_ui: fn(&str) -> String,
}

impl Asker {
    pub(super) fn announce(&self) -> Announce {
        match self {
            Self::Dialog(_) => Announce::First,
            Self::Request => Announce::Passed,
        }
    }

    /// What the model is told of a no.
    pub(super) fn denied(&self, name: &str) -> String {
        match self {
            Self::Dialog(words) => (words.denied)(name),
            Self::Request => format!("Tool {name} was not run: the user denied it"),
        }
    }

    /// The answer; an error says why there is none. No answer is not a no (hazard K57).
    pub(super) async fn ask(
        &self,
        host: &Host,
        call: &GateCall<'_>,
        subject: &Subject,
        reasons: &[String],
        timeout: Duration,
        token: &CancellationToken,
    ) -> Result<PermissionAnswer, ToolError> {
        match self {
            Self::Dialog(words) => {
                let question = texts::question((words.title)(call.name), call.arguments, subject, reasons);
                dialog(words, host, call.name, question, timeout, token).await
            }
            Self::Request => request(host, call, subject, timeout, token).await,
        }
    }
}

async fn dialog(
    words: &Words,
    host: &Host,
    name: &str,
    question: String,
    timeout: Duration,
    token: &CancellationToken,
) -> Result<PermissionAnswer, ToolError> {
    let options = vec![words.approve.to_owned(), words.deny.to_owned()];
    let once = |verdict| Ok(PermissionAnswer { verdict, scope: Scope::Once });
    match host.ui().select(question, options, Some(timeout), token).await {
        Ok(Given::Answer(answer)) if answer == words.approve => once(Verdict::Allow),
        Ok(Given::Answer(_) | Given::Cancelled) => once(Verdict::Deny),
        Ok(Given::TimedOut) => Err(ToolError::tell(texts::nobody_answered(name, "approval", timeout))),
        Err(UiError::Aborted) => Err(ToolError::tell(texts::was_waiting(name, "approval"))),
        // Nothing more comes from this host, so the model is not asked again (hazard K19).
        Err(UiError::Gone(text)) => Err(ToolError::Fatal(text.to_owned())),
        Err(UiError::Unsupported) => Err(ToolError::tell((words.no_ui)(name))),
    }
}

async fn request(
    host: &Host,
    call: &GateCall<'_>,
    subject: &Subject,
    timeout: Duration,
    token: &CancellationToken,
) -> Result<PermissionAnswer, ToolError> {
    let name = call.name;
    let wait = Wait { timeout: Some(timeout), token: token.clone() };
    match host.asks().ask(Question::Permission(permission(call, subject)), wait).await {
        Ok(Answer::Permission(answer)) => Ok(answer),
        // The table gives answers to questions of their kind only.
        Ok(_) | Err(Unanswered::Unsupported) => Err(ToolError::tell(format!(
            "Tool {name} was not run: it needs permission, and this host cannot be asked for it"
        ))),
        Err(Unanswered::TimedOut) => Err(ToolError::tell(texts::nobody_answered(name, "permission", timeout))),
        Err(Unanswered::Aborted) => Err(ToolError::tell(texts::was_waiting(name, "permission"))),
        // Nothing more comes from this host, so the model is not asked again (hazard K19).
        Err(Unanswered::Gone) => {
            Err(ToolError::Fatal(format!("The host left while tool {name} was waiting for permission")))
        }
    }
}

fn permission(call: &GateCall<'_>, subject: &Subject) -> Permission {
    let (command, path) = match subject {
        Subject::Shell(shell) => (Some(shell.text.clone()), None),
        Subject::Paths(places) => {
            (None, places.iter().find(|place| place.named).or(places.first()).map(|place| place.shown.clone()))
        }
        Subject::Text(_) | Subject::Nothing => (None, None),
    };
    Permission {
        call_id: call.id.clone(),
        tool: call.name.into(),
        message: texts::message(call, subject, path.as_deref()),
        command,
        path,
        arguments: call.arguments.clone(),
    }
}
