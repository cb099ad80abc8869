//! The task list, by hand: shown, changed, written to a Markdown file and read from one.

use std::path::{Path, PathBuf};

use crate::base::{paths, task};
use crate::proto::shared::{TodoPhase, TodoStatus, TodoTask};
use crate::slash::arguments::{word_and_rest, words};
use crate::slash::list::Subcommand;
use crate::slash::run::{LastStep, Stage, Step, later};
use crate::tools::todo::{Change, change};

/// Where the list is written to, and read from, when no file is named.
const FILE: &str = "TODO.md";
/// The longest file that is read.
const MOST_BYTES: u64 = 256 * 1024;

pub(super) const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand { name: "list", description: "Show the list", usage: None },
    Subcommand {
        name: "append",
        description: "Add a task, to the last phase or to a named one",
        usage: Some("append [\"phase\"] task"),
    },
    Subcommand { name: "start", description: "Work on a task", usage: Some("start task") },
    Subcommand { name: "done", description: "Mark a task as completed, or all", usage: Some("done [task]") },
    Subcommand { name: "drop", description: "Give up a task, or all", usage: Some("drop [task]") },
    Subcommand { name: "rm", description: "Remove a task, or all", usage: Some("rm [task]") },
    Subcommand { name: "export", description: "Write the list to a Markdown file", usage: Some("export [file]") },
    Subcommand {
        name: "import",
        description: "Replace the list by that of a Markdown file",
        usage: Some("import [file]"),
    },
];

/// A task is meant by its number in the list, by its text, or by a part of its text that no other task has.
pub(super) fn todo(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let (word, rest) = word_and_rest(arguments);
    match word {
        "" | "list" => {
            let text = list(stage.session.todos());
            stage.print(text);
        }
        "export" => return export(stage, rest),
        "import" => return import(stage, rest),
        "append" | "start" | "done" | "drop" | "rm" => match changed(stage.session.todos(), word, rest) {
            Ok(phases) => {
                let text = list(&phases);
                stage.session.edit_todos(phases);
                stage.print(text);
            }
            Err(why) => stage.print(why),
        },
        _ => stage.print("Usage: /todo [list | append | start | done | drop | rm | export | import]"),
    }
    Step::Done
}

fn changed(phases: &[TodoPhase], word: &str, rest: &str) -> Result<Vec<TodoPhase>, String> {
    let (phases, _) = if word == "append" {
        let (phase, item) = phase_and_item(rest);
        if item.is_empty() {
            return Err("Usage: /todo append [\"phase\"] task".to_owned());
        }
        change(phases, Change::Append { phase: phase.as_deref(), item: &item })?
    } else {
        let task = if rest.is_empty() { None } else { Some(meant(phases, rest)?) };
        let task = task.as_deref();
        match (word, task) {
            ("start", Some(task)) => change(phases, Change::Start { task })?,
            ("start", None) => return Err("Usage: /todo start task".to_owned()),
            ("done", task) => change(phases, Change::Done { task })?,
            ("drop", task) => change(phases, Change::Drop { task })?,
            (_, task) => change(phases, Change::Remove { task })?,
        }
    };
    Ok(phases)
}

/// A first word in quotes names the phase, when something follows it.
fn phase_and_item(rest: &str) -> (Option<String>, String) {
    let is_quoted = rest.starts_with(['"', '\'']);
    match words(rest).as_slice() {
        [only] if is_quoted => (None, only.clone()),
        [phase, item @ ..] if is_quoted && !item.is_empty() => (Some(phase.clone()), item.join(" ")),
        _ => (None, rest.trim().to_owned()),
    }
}

fn meant(phases: &[TodoPhase], text: &str) -> Result<String, String> {
    let tasks: Vec<&str> = phases.iter().flat_map(|phase| &phase.tasks).map(|task| task.content.as_str()).collect();
    if let Some(exact) = tasks.iter().find(|task| **task == text) {
        return Ok((*exact).to_owned());
    }
    let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(numbered) = number.and_then(|at| tasks.get(at)) {
        return Ok((*numbered).to_owned());
    }
    let part = text.to_lowercase();
    let alike: Vec<&&str> = tasks.iter().filter(|task| task.to_lowercase().contains(&part)).collect();
    match alike.as_slice() {
        [one] => Ok((**one).to_owned()),
        [] => Err(format!("Task \"{text}\" not found")),
        several => Err(format!("\"{text}\" is part of {} tasks; name it by its number", several.len())),
    }
}

/// Every task with its number, a heading for each phase.
fn list(phases: &[TodoPhase]) -> String {
    let mut lines = Vec::new();
    let mut number = 0;
    for phase in phases {
        lines.push(format!("{}:", phase.name));
        for task in &phase.tasks {
            number += 1;
            lines.push(format!("{number}. {} {}", mark(task), task.content));
        }
    }
    if number == 0 {
        return "Todo list is empty.".to_owned();
    }
    lines.join("\n")
}

fn mark(task: &TodoTask) -> &'static str {
    match task.status {
        TodoStatus::Pending => "[ ]",
        TodoStatus::InProgress => "[/]",
        TodoStatus::Completed => "[x]",
        TodoStatus::Abandoned => "[-]",
    }
}

fn file(stage: &Stage<'_>, named: &str) -> PathBuf {
    let name = words(named).into_iter().next().filter(|name| !name.is_empty());
    paths::absolute(&stage.session.config().cwd, name.as_deref().unwrap_or(FILE))
}

fn export(stage: &Stage<'_>, named: &str) -> Step {
    let (path, text) = (file(stage, named), markdown(stage.session.todos()));
    later(async move {
        let to = path.clone();
        let written =
            task::blocking("todo export", move || paths::writable(&to).and_then(|()| std::fs::write(to, text))).await;
        match written {
            Ok(Ok(())) => format!("Todo list written to {}", path.display()),
            Ok(Err(error)) => format!("The todo list was not written to {}: {error}", path.display()),
            Err(error) => error.to_string(),
        }
    })
}

fn import(stage: &Stage<'_>, named: &str) -> Step {
    let path = file(stage, named);
    Step::Later(Box::pin(async move {
        let from = path.clone();
        let read = task::blocking("todo import", move || load(&from)).await;
        let last: LastStep = Box::new(move |stage| match read {
            Ok(Ok(phases)) => {
                let text = list(&phases);
                stage.session.edit_todos(phases);
                stage.print(text);
            }
            Ok(Err(why)) => stage.print(format!("The todo list was not read from {}: {why}", path.display())),
            Err(error) => stage.print(error.to_string()),
        });
        last
    }))
}

fn load(path: &Path) -> Result<Vec<TodoPhase>, String> {
    let metadata = path.metadata().map_err(|error| error.to_string())?;
    if !metadata.is_file() || metadata.len() > MOST_BYTES {
        return Err(format!("it is no file of at most {} KiB", MOST_BYTES / 1024));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let phases = parsed(&String::from_utf8_lossy(&bytes));
    if phases.is_empty() { Err("it holds no task: a task is a line like `- [ ] text`".to_owned()) } else { Ok(phases) }
}

/// The list as Markdown that [`parsed`] reads again.
fn markdown(phases: &[TodoPhase]) -> String {
    let mut text = String::new();
    for phase in phases {
        text.push_str(if text.is_empty() { "" } else { "\n" });
        text.push_str(&format!("## {}\n\n", phase.name));
        for task in &phase.tasks {
            text.push_str(&format!("- {} {}\n", mark(task), task.content));
        }
    }
    text
}

/// Headings are phases, list items are tasks; everything else is passed over.
fn parsed(text: &str) -> Vec<TodoPhase> {
    let mut phases: Vec<TodoPhase> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('#').map(|rest| rest.trim_start_matches('#').trim()) {
            phases.push(TodoPhase { name: name.to_owned(), tasks: Vec::new() });
        } else if let Some(task) = task_of(line) {
            if phases.is_empty() {
                phases.push(TodoPhase { name: "Tasks".to_owned(), tasks: Vec::new() });
            }
            if let Some(phase) = phases.last_mut() {
                phase.tasks.push(task);
            }
        }
    }
    phases.retain(|phase| !phase.tasks.is_empty());
    phases
}

fn task_of(line: &str) -> Option<TodoTask> {
    let item = ["- ", "* ", "+ "].iter().find_map(|bullet| line.strip_prefix(bullet))?.trim_start();
    let (status, content) = match item.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((" " | "", content)) => (TodoStatus::Pending, content),
        Some(("x" | "X", content)) => (TodoStatus::Completed, content),
        Some(("/" | ">" | "~", content)) => (TodoStatus::InProgress, content),
        Some(("-", content)) => (TodoStatus::Abandoned, content),
        _ => (TodoStatus::Pending, item),
    };
    let content = content.trim();
    (!content.is_empty()).then(|| TodoTask { content: content.to_owned(), status })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phases() -> Vec<TodoPhase> {
        parsed("# Port\n- [/] Read the parser\n- [ ] Write tests\n\n## Later\n* [x] Tag it\n+ Write the docs\n")
    }

    fn after(word: &str, rest: &str) -> Result<String, String> {
        changed(&phases(), word, rest).map(|phases| list(&phases))
    }

    #[test]
    fn a_list_goes_to_markdown_and_back() {
        let text = list(&phases());
        assert_eq!(
            text,
            "Port:\n1. [/] Read the parser\n2. [ ] Write tests\nLater:\n3. [x] Tag it\n4. [ ] Write the docs"
        );
        assert_eq!(parsed(&markdown(&phases())), phases());
        assert_eq!(list(&[]), "Todo list is empty.");
        assert!(parsed("Only prose.\n# And a heading\n").is_empty());
    }

    #[test]
    fn a_task_is_meant_by_text_number_or_part() {
        assert!(after("done", "2").unwrap().contains("2. [x] Write tests"));
        assert!(after("done", "Write tests").unwrap().contains("2. [x] Write tests"));
        assert!(after("drop", "parser").unwrap().contains("1. [-] Read the parser"));
        assert!(after("start", "write te").unwrap().contains("2. [/] Write tests"));
        assert_eq!(after("done", "write").unwrap_err(), "\"write\" is part of 2 tasks; name it by its number");
        assert_eq!(after("done", "nothing").unwrap_err(), "Task \"nothing\" not found");
        assert!(after("start", "").unwrap_err().starts_with("Usage"));
    }

    #[test]
    fn tasks_are_added_and_removed() {
        assert!(
            after("append", "Look at it")
                .unwrap()
                .ends_with("Later:\n3. [x] Tag it\n4. [ ] Write the docs\n5. [ ] Look at it")
        );
        assert!(after("append", "\"Port\" Look at it").unwrap().contains("3. [ ] Look at it\nLater"));
        assert!(after("append", "\"Look at it\"").unwrap().ends_with("5. [ ] Look at it"));
        assert!(!after("rm", "1").unwrap().contains("parser"));
        assert_eq!(after("rm", "").unwrap(), "Todo list is empty.");
        assert!(after("append", "").unwrap_err().starts_with("Usage"));
    }
}
