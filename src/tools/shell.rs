//! Shell commands as the bash tool and the `bash` command of hosts run them: one runner, the same bounds.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::base::ids::new_token;
use crate::base::process::{Capture, Children, Finished, Launch, Live, Outcome, ProcessError, create_private};
use crate::base::text::{Cut, count_lines};
use crate::proto::shared::{BashResult, OutputTruncation};

use super::ToolSettings;
use super::truncate::{LIMITS, count, size, truncation};

/// Time that a command of the host may take.
const HOST_TIMEOUT: Duration = Duration::from_secs(300);

/// A command line and everything around it.
pub struct Request<'a> {
    pub command: &'a str,
    pub cwd: &'a Path,
    /// Variables for this command only; they win over [`ToolSettings::hidden_variables`].
    pub env: Vec<(String, String)>,
    pub settings: &'a ToolSettings,
    /// The folder for full outputs; made on first use.
    pub artifacts: &'a Path,
    pub timeout: Duration,
    /// In a terminal of its own; without, it has none.
    pub terminal: bool,
}

/// A command that has ended.
pub struct Ran {
    pub outcome: Outcome,
    /// The output within the limits of a result.
    pub output: Cut,
    /// Set when the output is cut and a file has all of it, or as much as the disk took.
    pub artifact: Option<Artifact>,
    pub elapsed: Duration,
    pub timeout: Duration,
}

/// A file with a full output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artifact {
    pub id: String,
    pub path: PathBuf,
    pub complete: bool,
}

/// Runs a command to its end; `watch` runs beside it and may show what it has said so far.
///
/// Children that the command leaves in the background live on and do not hold it up. A cancelled token ends the
/// command with all it started.
pub async fn run<W: Future<Output = ()>>(
    children: &Children,
    request: Request<'_>,
    token: &CancellationToken,
    watch: impl FnOnce(Live) -> W,
) -> Result<Ran, ProcessError> {
    let mut launch = Launch::shell(request.command, request.cwd);
    for name in request.settings.hidden_variables.names() {
        launch = launch.without(&name);
    }
    for (name, value) in request.env {
        launch = launch.env(name, value);
    }
    let id = format!("bash-{}", new_token());
    let path = request.artifacts.join(format!("{id}.log"));
    let spill = path.clone();
    let capture = Capture { timeout: Some(request.timeout), ..Capture::spilling(move || prepared(spill)) };
    let running = match request.terminal {
        true => children.start_in_terminal(&launch, capture)?,
        false => children.start(&launch, capture)?,
    };
    let watching = watch(running.live());
    let waiting = running.wait(token);
    tokio::pin!(watching, waiting);
    let finished = tokio::select! {
        biased;
        finished = &mut waiting => finished,
        // Nothing more to show; the command goes on.
        () = &mut watching => waiting.await,
    };
    Ok(ran(finished, id, path, request.timeout))
}

fn prepared(path: PathBuf) -> Option<PathBuf> {
    let made = path.parent().map(std::fs::create_dir_all);
    match made {
        Some(Ok(())) => Some(path),
        Some(Err(error)) => {
            tracing::warn!(path = %path.display(), "cannot make the folder for full outputs: {error}");
            None
        }
        None => None,
    }
}

fn ran(finished: Finished, id: String, path: PathBuf, timeout: Duration) -> Ran {
    let output = finished.output.cut(LIMITS);
    let artifact = match finished.output.spill.clone() {
        Some(spill) => Some(Artifact { id, path: spill.path, complete: spill.complete }),
        // Few bytes in very many lines: the capture had no reason to keep a file.
        None if output.is_cut() && finished.output.is_whole() => {
            let kept = prepared(path).filter(|path| create_private(path, &[finished.output.text().as_bytes()]).is_ok());
            kept.map(|path| Artifact { id, path, complete: true })
        }
        None => None,
    };
    Ran { outcome: finished.outcome, output, artifact, elapsed: finished.elapsed, timeout }
}

impl Ran {
    /// The record of the cut, naming the file with the full output.
    pub fn truncation(&self) -> Option<OutputTruncation> {
        let artifact_id = self.artifact.as_ref().map(|artifact| artifact.id.clone());
        truncation(&self.output).map(|record| OutputTruncation { artifact_id, ..record })
    }

    /// What was cut and where the rest is.
    pub fn notice(&self) -> Option<String> {
        let cut = &self.output;
        cut.is_cut().then(|| {
            let total = format!("{} lines, {}", cut.total_lines, size(count(cut.total_bytes)));
            match &self.artifact {
                Some(artifact) => {
                    let what = if artifact.complete { "full output" } else { "as much of it as could be kept" };
                    format!("[Output cut: {total} in all; {what}: {}]", artifact.path.display())
                }
                None => format!("[Output cut: {total} in all; the rest could not be kept]"),
            }
        })
    }

    /// How the command ended, when it did not end well.
    pub fn annotation(&self) -> Option<String> {
        match self.outcome {
            Outcome::Exited(0) => None,
            Outcome::Exited(code) => Some(format!("Command exited with code {code}")),
            Outcome::Signaled(signal) => Some(format!("Command was ended by signal {signal}")),
            Outcome::TimedOut => Some(format!("Command timed out after {} seconds", self.timeout.as_secs())),
            Outcome::Aborted => Some("Command cancelled".to_owned()),
        }
    }

    pub fn exit_code(&self) -> Option<i64> {
        match self.outcome {
            Outcome::Exited(code) => Some(code.into()),
            Outcome::Signaled(_) | Outcome::TimedOut | Outcome::Aborted => None,
        }
    }
}

/// Runs a command for the host: a fresh shell in the session's folder, at most 300 seconds.
///
/// An exit code other than zero is a result. Only a shell that cannot start is an error.
pub async fn run_command(
    children: &Children,
    command: &str,
    cwd: &Path,
    settings: &ToolSettings,
    artifacts: &Path,
    token: &CancellationToken,
) -> Result<BashResult, ProcessError> {
    let request =
        Request { command, cwd, env: Vec::new(), settings, artifacts, timeout: HOST_TIMEOUT, terminal: false };
    let ran = run(children, request, token, |_| std::future::ready(())).await?;
    Ok(result(&ran, cwd))
}

fn result(ran: &Ran, cwd: &Path) -> BashResult {
    let mut output = ran.output.text.clone();
    let cancelled = matches!(ran.outcome, Outcome::TimedOut | Outcome::Aborted);
    // The code says all about an exit; the host shows it as it likes.
    if let Some(note) = ran.annotation().filter(|_| ran.exit_code().is_none()) {
        if !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
        output.push_str(&note);
    }
    BashResult {
        exit_code: ran.exit_code(),
        cancelled,
        truncated: ran.output.is_cut(),
        total_lines: count(ran.output.total_lines),
        total_bytes: count(ran.output.total_bytes),
        output_lines: count(count_lines(&output)),
        output_bytes: count(output.len()),
        artifact_id: ran.artifact.as_ref().map(|artifact| artifact.id.clone()),
        working_dir: Some(cwd.display().to_string()),
        output,
    }
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
