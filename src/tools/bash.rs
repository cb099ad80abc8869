//! The bash tool: one command line in a fresh shell, without input, in a terminal only if it asks for one.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::base::process::{Children, Live, Outcome};
use crate::policy::Subject;
use crate::proto::shared::{JsonObject, OutputMeta, ToolDefinition, ToolResultPayload};
use crate::proto::tools::BashArguments;

use super::files::locate;
use super::shell::{self, Ran, Request};
use super::{Progress, Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema, subject};

/// Between two updates of a running command (hazard K07).
const UPDATE_PAUSE: Duration = Duration::from_millis(100);
/// Bytes of output in one update.
const UPDATE_BYTES: usize = 8 * 1024;
/// Seconds that a call may ask for.
const SHORTEST: f64 = 1.0;
const LONGEST: f64 = 3600.0;

pub struct Bash {
    definition: ToolDefinition,
    children: Children,
    terminals: Terminals,
}

/// Whether commands may have a terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Terminals {
    /// Never; the model is not offered any.
    #[default]
    Never,
    /// When the call asks for one.
    OnRequest,
}

impl Bash {
    pub fn new(children: Children, terminals: Terminals) -> Self {
        let mut definition = schema::definition("bash", include_str!("../../schema/tools/bash.json"));
        if terminals == Terminals::Never
            && let Some(Value::Object(members)) = definition.parameters.get_mut("properties")
        {
            members.shift_remove("pty");
        }
        Self { definition, children, terminals }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    timeout_seconds: u64,
    wall_time_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i64>,
    meta: OutputMeta,
}

impl Tool for Bash {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Exec
    }

    fn subject(&self, arguments: &JsonObject, cwd: &Path) -> Subject {
        subject::shell(arguments, "command", cwd)
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            self.refuse_modes(&arguments)?;
            let arguments: BashArguments = payload::arguments(arguments)?;
            if cx.token.is_cancelled() {
                return Err(ToolError::tell(payload::CANCELLED));
            }
            let cwd = folder(&cx, arguments.cwd.as_deref())?;
            let (timeout, clamped) = timeout(arguments.timeout, cx.settings.bash_timeout_secs);
            let request = Request {
                command: &arguments.command,
                cwd: &cwd,
                env: arguments.env.into_iter().flatten().collect(),
                settings: &cx.settings,
                artifacts: &cx.artifacts,
                timeout,
                terminal: arguments.pty == Some(true),
            };
            let ran = shell::run(&self.children, request, &cx.token, |live| updates(live, cx.progress.clone())).await;
            answer(&ran.map_err(|error| ToolError::tell(error.to_string()))?, clamped)
        })
    }
}

impl Bash {
    /// Models may ask for these all the same; running without would not be what they asked for.
    fn refuse_modes(&self, arguments: &JsonObject) -> Result<(), ToolError> {
        let asked = |name: &str| arguments.get(name).and_then(Value::as_bool) == Some(true);
        match (asked("pty") && self.terminals == Terminals::Never, asked("async")) {
            (true, _) => Err(ToolError::tell("A terminal (pty) is not supported here; run the command without one")),
            (_, true) => Err(ToolError::tell(
                "Background jobs (async) are not supported here; end the command with & and send its output to a file",
            )),
            (false, false) => Ok(()),
        }
    }
}

fn folder(cx: &ToolCx, given: Option<&str>) -> Result<PathBuf, ToolError> {
    match given.filter(|given| !given.is_empty()) {
        Some(given) => locate(&cx.cwd, given).map_err(|why| ToolError::tell(format!("Cannot run there: {why}"))),
        None => Ok(cx.cwd.clone()),
    }
}

/// The time a command may take, and a notice when it is not what was asked for. None and 0 mean the default.
fn timeout(asked: Option<f64>, default: u64) -> (Duration, Option<String>) {
    let asked = asked.filter(|asked| *asked != 0.0 && !asked.is_nan());
    #[expect(clippy::cast_precision_loss, reason = "a default of more than 2^52 seconds is clamped anyway")]
    let wanted = asked.unwrap_or(default as f64);
    let given = wanted.clamp(SHORTEST, LONGEST);
    let clamped = asked.is_some() && given != wanted;
    let notice = clamped.then(|| format!("[A timeout of {wanted} seconds is not possible; {given} seconds were used]"));
    (Duration::from_secs_f64(given), notice)
}

/// Shows the end of the output so far, at most ten times a second.
async fn updates(mut live: Live, progress: Progress) {
    while live.changed().await {
        let Some(tail) = live.tail_snapshot(UPDATE_BYTES) else { return };
        if !tail.text.is_empty() {
            progress.update(ToolResultPayload {
                content: vec![payload::text(tail.text)],
                details: None,
                is_error: None,
                useless: None,
            });
        }
        tokio::time::sleep(UPDATE_PAUSE).await;
    }
}

fn answer(ran: &Ran, clamped: Option<String>) -> Result<ToolResultPayload, ToolError> {
    let details = Details {
        timeout_seconds: ran.timeout.as_secs(),
        wall_time_ms: u64::try_from(ran.elapsed.as_millis()).unwrap_or(u64::MAX),
        exit_code: ran.exit_code(),
        meta: OutputMeta { truncation: ran.truncation(), ..payload::no_meta() },
    };
    let output = ran.output.text.trim_end_matches('\n');
    let output = if output.trim().is_empty() { "(no output)" } else { output };
    let notes = [ran.notice(), clamped, ran.annotation()];
    let text = std::iter::once(output.to_owned()).chain(notes.into_iter().flatten()).collect::<Vec<_>>().join("\n\n");
    match ran.outcome {
        Outcome::Exited(0) => Ok(payload::told(text, &details)),
        // It has no result of its own: the caller may have a better word for why it was stopped.
        Outcome::Aborted => Err(ToolError::Tell { text, details: payload::value(&details) }),
        Outcome::Exited(_) | Outcome::Signaled(_) | Outcome::TimedOut => {
            Ok(ToolResultPayload { is_error: Some(true), ..payload::told(text, &details) })
        }
    }
}

#[cfg(test)]
#[path = "bash_tests.rs"]
mod tests;
