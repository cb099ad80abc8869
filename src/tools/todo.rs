//! The todo tool: a task list in phases, changed by one operation a call.

use serde::Serialize;

use crate::proto::shared::{JsonObject, TodoPhase, TodoStatus, TodoTask, ToolDefinition};
use crate::proto::tools::{TodoArguments, TodoOp};

use super::{Concurrency, Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema};

/// The phase of tasks that came without one.
const FLAT_PHASE: &str = "Tasks";

pub struct Todo {
    definition: ToolDefinition,
}

impl Default for Todo {
    fn default() -> Self {
        Self { definition: schema::definition("todo", include_str!("../../schema/tools/todo.json")) }
    }
}

#[derive(Serialize)]
struct Details {
    op: TodoOp,
    /// The whole list after the operation; whoever runs the call keeps it.
    phases: Vec<TodoPhase>,
    storage: &'static str,
}

impl Tool for Todo {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Read
    }

    fn concurrency(&self, _arguments: &JsonObject) -> Concurrency {
        Concurrency::Exclusive
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: TodoArguments = payload::arguments(arguments)?;
            let (phases, text) = apply(&cx.todos, &arguments).map_err(ToolError::tell)?;
            Ok(payload::told(text, &Details { op: arguments.op, phases, storage: "session" }))
        })
    }
}

/// A change of the list that a person asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change<'a> {
    Append {
        phase: Option<&'a str>,
        item: &'a str,
    },
    Start {
        task: &'a str,
    },
    /// Without a task: all open ones.
    Done {
        task: Option<&'a str>,
    },
    Drop {
        task: Option<&'a str>,
    },
    Remove {
        task: Option<&'a str>,
    },
}

/// The list after a change, and the words for whoever asked; the same steps as the tool's.
pub fn change(phases: &[TodoPhase], change: Change<'_>) -> Result<(Vec<TodoPhase>, String), String> {
    let text = |text: &str| Some(text.to_owned());
    let (op, task, phase, items) = match change {
        Change::Append { phase, item } => (TodoOp::Append, None, phase, Some(vec![item.to_owned()])),
        Change::Start { task } => (TodoOp::Start, Some(task), None, None),
        Change::Done { task } => (TodoOp::Done, task, None, None),
        Change::Drop { task } => (TodoOp::Drop, task, None, None),
        Change::Remove { task } => (TodoOp::Rm, task, None, None),
    };
    let operation = TodoArguments { op, list: None, task: task.and_then(text), phase: phase.and_then(text), items };
    apply(phases, &operation)
}

/// The list after one operation and what the model is told. A failed operation changes nothing.
pub fn apply(phases: &[TodoPhase], operation: &TodoArguments) -> Result<(Vec<TodoPhase>, String), String> {
    let mut phases = phases.to_vec();
    match operation.op {
        TodoOp::View => return Ok((phases.clone(), summary(&phases))),
        TodoOp::Init => phases = initial(operation)?,
        TodoOp::Start => start(&mut phases, operation.task.as_deref().ok_or("Missing task for start operation")?)?,
        TodoOp::Done => mark(&mut phases, operation, TodoStatus::Completed)?,
        TodoOp::Drop => mark(&mut phases, operation, TodoStatus::Abandoned)?,
        TodoOp::Rm => remove(&mut phases, operation)?,
        TodoOp::Append => append(&mut phases, operation)?,
    }
    keep_one_in_progress(&mut phases);
    let text = match (&operation.op, phases.is_empty()) {
        (TodoOp::Rm | TodoOp::Init, true) => "Todo list cleared.".to_owned(),
        _ => summary(&phases),
    };
    Ok((phases, text))
}

fn initial(operation: &TodoArguments) -> Result<Vec<TodoPhase>, String> {
    let phases: Vec<TodoPhase> = match (&operation.list, &operation.items) {
        (Some(list), _) => list.iter().map(|phase| new_phase(&phase.phase, &phase.items)).collect(),
        (None, Some(items)) => vec![new_phase(operation.phase.as_deref().unwrap_or(FLAT_PHASE), items)],
        (None, None) => return Err("Missing list for init operation".to_owned()),
    };
    Ok(phases.into_iter().filter(|phase| !phase.tasks.is_empty()).collect())
}

fn new_phase(name: &str, items: &[String]) -> TodoPhase {
    TodoPhase { name: name.to_owned(), tasks: items.iter().map(|item| pending(item)).collect() }
}

fn pending(content: &str) -> TodoTask {
    TodoTask { content: content.to_owned(), status: TodoStatus::Pending }
}

fn start(phases: &mut [TodoPhase], task: &str) -> Result<(), String> {
    find(phases, task)?;
    for other in phases.iter_mut().flat_map(|phase| &mut phase.tasks) {
        if other.content == task {
            other.status = TodoStatus::InProgress;
        } else if other.status == TodoStatus::InProgress {
            other.status = TodoStatus::Pending;
        }
    }
    Ok(())
}

/// Gives a status to the task, or to the open tasks of the phase or of the list.
fn mark(phases: &mut [TodoPhase], operation: &TodoArguments, status: TodoStatus) -> Result<(), String> {
    match (&operation.task, &operation.phase) {
        (Some(task), _) => find(phases, task)?.status = status,
        (None, Some(phase)) => find_phase(phases, phase)?
            .tasks
            .iter_mut()
            .filter(|task| is_open(task))
            .for_each(|task| task.status = status),
        (None, None) => {
            let open = phases.iter_mut().flat_map(|phase| &mut phase.tasks).filter(|task| is_open(task));
            open.for_each(|task| task.status = status);
        }
    }
    Ok(())
}

fn remove(phases: &mut Vec<TodoPhase>, operation: &TodoArguments) -> Result<(), String> {
    match (&operation.task, &operation.phase) {
        (Some(task), _) => {
            find(phases, task)?;
            phases.iter_mut().for_each(|phase| phase.tasks.retain(|other| other.content != *task));
            phases.retain(|phase| !phase.tasks.is_empty());
        }
        (None, Some(name)) => {
            find_phase(phases, name)?;
            phases.retain(|phase| phase.name != *name);
        }
        (None, None) => phases.clear(),
    }
    Ok(())
}

fn append(phases: &mut Vec<TodoPhase>, operation: &TodoArguments) -> Result<(), String> {
    let items = operation.items.as_deref().filter(|items| !items.is_empty());
    let items = items.ok_or("Missing items for append operation")?;
    let last = phases.last().map_or(FLAT_PHASE, |phase| phase.name.as_str());
    let name = operation.phase.as_deref().unwrap_or(last).to_owned();
    match phases.iter_mut().find(|phase| phase.name == name) {
        Some(phase) => phase.tasks.extend(items.iter().map(|item| pending(item))),
        None => phases.push(new_phase(&name, items)),
    }
    Ok(())
}

fn find<'a>(phases: &'a mut [TodoPhase], task: &str) -> Result<&'a mut TodoTask, String> {
    let mut tasks = phases.iter_mut().flat_map(|phase| &mut phase.tasks);
    tasks.find(|other| other.content == task).ok_or_else(|| format!("Task \"{task}\" not found"))
}

fn find_phase<'a>(phases: &'a mut [TodoPhase], name: &str) -> Result<&'a mut TodoPhase, String> {
    phases.iter_mut().find(|phase| phase.name == name).ok_or_else(|| format!("Phase \"{name}\" not found"))
}

fn is_open(task: &TodoTask) -> bool {
    matches!(task.status, TodoStatus::Pending | TodoStatus::InProgress)
}

/// The first task in progress stays so; when there is none, the first pending one becomes it.
fn keep_one_in_progress(phases: &mut [TodoPhase]) {
    let mut found = false;
    for task in phases.iter_mut().flat_map(|phase| &mut phase.tasks) {
        if task.status == TodoStatus::InProgress {
            if found {
                task.status = TodoStatus::Pending;
            }
            found = true;
        }
    }
    let next = phases.iter_mut().flat_map(|phase| &mut phase.tasks).find(|task| task.status == TodoStatus::Pending);
    if let (false, Some(next)) = (found, next) {
        next.status = TodoStatus::InProgress;
    }
}

fn summary(phases: &[TodoPhase]) -> String {
    let total: usize = phases.iter().map(|phase| phase.tasks.len()).sum();
    if total == 0 {
        return "Todo list is empty.".to_owned();
    }
    let open: Vec<(&TodoPhase, &TodoTask)> = phases
        .iter()
        .flat_map(|phase| phase.tasks.iter().map(move |task| (phase, task)))
        .filter(|(_, task)| is_open(task))
        .collect();
    if open.is_empty() {
        return format!("Remaining items (0): all {total} are done.");
    }
    let mut text = format!("Remaining items ({}):", open.len());
    for (phase, task) in open {
        let state = if task.status == TodoStatus::InProgress { "in progress" } else { "pending" };
        text.push_str(&format!("\n- {} [{state}] ({})", task.content, phase.name));
    }
    text
}

#[cfg(test)]
#[path = "todo_tests.rs"]
mod tests;
