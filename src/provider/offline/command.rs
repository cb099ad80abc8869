//! Running commands: the user's own, and those by which a repository builds and tests itself.

use super::calls::{Call, Called, Capability, Step, View};
use super::intent::Task;
use super::speech::{block_end, refused};
use super::summary;
use super::survey::{self, Wants};

/// Most lines of output that an answer repeats.
const SHOWN_LINES: usize = 60;
/// Seconds for a build or a test run.
const TASK_TIMEOUT: u64 = 1800;

pub fn run(view: &View<'_>, command: &str, folder: Option<&str>) -> Step {
    let mut call = Call::new(Capability::Bash, [("command", command.into())]);
    if let Some(folder) = folder {
        call = call.with("cwd", folder);
    }
    match view.result(&call) {
        Some(result) => Step::Done(outcome(command, result)),
        None => Step::call(view, format!("I will run {}.", quoted(command)), call),
    }
}

pub fn task(view: &View<'_>, task: Task) -> Step {
    if !view.toolbox.has(Capability::Bash) {
        return Step::Done(Capability::Bash.lack().to_owned());
    }
    let facts = match survey::gather(view, Wants::default()) {
        Ok(facts) => facts,
        Err(step) => return step,
    };
    let words: &[&str] = if task == Task::Build { &["build", "compile"] } else { &["test", "unittest"] };
    let commands = summary::commands(&facts, Some(task));
    let chosen = commands.iter().find(|(command, _)| words.iter().any(|word| command.contains(word)));
    let Some((command, source)) = chosen.or_else(|| commands.first()) else {
        let what = if task == Task::Build { "build" } else { "test" };
        return Step::Done(format!(
            "I found no manifest or README line that says how to {what} this. Name the command: Run `…`."
        ));
    };
    let call = Call::new(Capability::Bash, [("command", command.as_str().into()), ("timeout", TASK_TIMEOUT.into())]);
    match view.result(&call) {
        Some(result) => Step::Done(outcome(command, result)),
        None => Step::call(view, format!("By the {source} I will run {}.", quoted(command)), call),
    }
}

fn outcome(command: &str, result: &Called) -> String {
    let code = result.detail("exitCode").and_then(serde_json::Value::as_i64);
    let output = block_end(&result.text, SHOWN_LINES);
    match (code, result.failed) {
        (Some(code), _) => format!("{} ended with exit code {code}:\n\n{output}", quoted(command)),
        (None, false) => format!("{} ended with exit code 0:\n\n{output}", quoted(command)),
        (None, true) => refused(&format!("run {}", quoted(command)), result),
    }
}

fn quoted(command: &str) -> String {
    let line = command.lines().next().unwrap_or_default();
    let line: String = line.chars().take(120).collect();
    let more = if line.len() < command.len() { " …" } else { "" };
    if line.contains('`') { format!("“{line}{more}”") } else { format!("`{line}{more}`") }
}
