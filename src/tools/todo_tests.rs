//! Tests of the task list.

use super::*;
use crate::tools::testing::Bench;

fn operation(json: &str) -> TodoArguments {
    serde_json::from_str(json).unwrap()
}

/// Applies operations one after the other; the last answer counts.
fn after(operations: &[&str]) -> (Vec<TodoPhase>, Result<String, String>) {
    let mut phases = Vec::new();
    let mut said = Ok(String::new());
    for json in operations {
        said = match apply(&phases, &operation(json)) {
            Ok((next, text)) => {
                phases = next;
                Ok(text)
            }
            Err(error) => Err(error),
        };
    }
    (phases, said)
}

fn states(phases: &[TodoPhase]) -> Vec<(&str, &TodoStatus)> {
    phases.iter().flat_map(|phase| &phase.tasks).map(|task| (task.content.as_str(), &task.status)).collect()
}

const INIT: &str = r#"{"op":"init","list":[{"phase":"One","items":["a","b"]},{"phase":"Two","items":["c"]}]}"#;

#[test]
fn init_starts_the_first_task() {
    let (phases, said) = after(&[INIT]);
    assert_eq!(
        states(&phases),
        [("a", &TodoStatus::InProgress), ("b", &TodoStatus::Pending), ("c", &TodoStatus::Pending)]
    );
    assert_eq!(
        said.unwrap(),
        "Remaining items (3):\n- a [in progress] (One)\n- b [pending] (One)\n- c [pending] (Two)"
    );
}

#[test]
fn flat_items_go_into_a_phase_of_their_own() {
    let (phases, _) = after(&[r#"{"op":"init","items":["x"]}"#]);
    assert_eq!(
        phases,
        [TodoPhase {
            name: "Tasks".into(),
            tasks: vec![TodoTask { content: "x".into(), status: TodoStatus::InProgress }]
        }]
    );
}

#[test]
fn finishing_a_task_promotes_the_first_pending_one() {
    let (phases, said) = after(&[INIT, r#"{"op":"done","task":"a"}"#]);
    assert_eq!(states(&phases)[..2], [("a", &TodoStatus::Completed), ("b", &TodoStatus::InProgress)]);
    assert_eq!(said.unwrap(), "Remaining items (2):\n- b [in progress] (One)\n- c [pending] (Two)");
}

#[test]
fn starting_a_task_puts_the_running_one_back() {
    let (phases, _) = after(&[INIT, r#"{"op":"start","task":"c"}"#]);
    assert_eq!(
        states(&phases),
        [("a", &TodoStatus::Pending), ("b", &TodoStatus::Pending), ("c", &TodoStatus::InProgress)]
    );
}

#[test]
fn dropping_and_finishing_reach_phases_and_the_whole_list() {
    let (phases, _) = after(&[INIT, r#"{"op":"done","task":"a"}"#, r#"{"op":"drop","phase":"One"}"#]);
    assert_eq!(
        states(&phases),
        [("a", &TodoStatus::Completed), ("b", &TodoStatus::Abandoned), ("c", &TodoStatus::InProgress)]
    );
    let (_, said) = after(&[INIT, r#"{"op":"done"}"#]);
    assert_eq!(said.unwrap(), "Remaining items (0): all 3 are done.");
}

#[test]
fn removing_reaches_tasks_phases_and_all() {
    assert_eq!(
        states(&after(&[INIT, r#"{"op":"rm","task":"a"}"#]).0),
        [("b", &TodoStatus::InProgress), ("c", &TodoStatus::Pending)]
    );
    assert_eq!(states(&after(&[INIT, r#"{"op":"rm","phase":"One"}"#]).0), [("c", &TodoStatus::InProgress)]);
    let (phases, said) = after(&[INIT, r#"{"op":"rm"}"#]);
    assert_eq!((phases, said.unwrap().as_str()), (vec![], "Todo list cleared."));
    assert_eq!(after(&[r#"{"op":"view"}"#]).1.unwrap(), "Todo list is empty.");
}

#[test]
fn appended_tasks_go_to_their_phase_which_may_be_new() {
    let (phases, _) = after(&[
        INIT,
        r#"{"op":"append","phase":"One","items":["x"]}"#,
        r#"{"op":"append","phase":"New","items":["y"]}"#,
    ]);
    assert_eq!(states(&phases).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["a", "b", "x", "c", "y"]);
    let (phases, _) = after(&[r#"{"op":"append","items":["y"]}"#]);
    assert_eq!((phases[0].name.as_str(), states(&phases)), ("Tasks", vec![("y", &TodoStatus::InProgress)]));
}

#[test]
fn errors_have_their_exact_texts_and_change_nothing() {
    for (call, told) in [
        (r#"{"op":"init"}"#, "Missing list for init operation"),
        (r#"{"op":"start","task":"x"}"#, "Task \"x\" not found"),
        (r#"{"op":"done","task":"x"}"#, "Task \"x\" not found"),
        (r#"{"op":"rm","phase":"x"}"#, "Phase \"x\" not found"),
        (r#"{"op":"drop","phase":"x"}"#, "Phase \"x\" not found"),
        (r#"{"op":"start"}"#, "Missing task for start operation"),
        (r#"{"op":"append","phase":"One"}"#, "Missing items for append operation"),
    ] {
        let (phases, said) = after(&[INIT, call]);
        assert_eq!(said.unwrap_err(), told);
        assert_eq!(phases, after(&[INIT]).0);
    }
}

#[tokio::test]
async fn the_new_list_is_in_the_details() {
    let bench = Bench::new();
    let (_, details) = bench.ok(&Todo::default(), r#"{"op":"init","items":["x"]}"#).await;
    assert_eq!((&details["op"], &details["storage"]), (&"init".into(), &"session".into()));
    assert_eq!(details["phases"][0]["tasks"][0]["status"], "in_progress");
    assert_eq!(Todo::default().concurrency(&JsonObject::new()), Concurrency::Exclusive);
}
