//! When open tasks are remembered, and when not.

use crate::agent::{RoundOutcome, RunEvent};
use crate::outbox::Fate;
use crate::proto::shared::{TodoPhase, TodoTask};

use super::super::effects::Effects;
use super::super::state_tests::{answered, event, next, reply, says, started, words};
use super::*;

fn list(statuses: &[TodoStatus]) -> Vec<TodoPhase> {
    let task = |(at, status): (usize, &TodoStatus)| TodoTask { content: format!("task {at}"), status: *status };
    vec![TodoPhase { name: "Work".into(), tasks: statuses.iter().enumerate().map(task).collect() }]
}

fn with_open_task() -> Session {
    let mut session = started("hi");
    session.set_todos(list(&[TodoStatus::Completed, TodoStatus::InProgress, TodoStatus::Pending]));
    session
}

/// Whether the run goes on behind the last answer, and the reminder that was told.
fn stops(session: &mut Session) -> (bool, Option<String>) {
    let (goes_on, effects) = next(session, RoundOutcome::Answered);
    let told = effects.iter().find(|word| word.starts_with("TodosRemembered"));
    assert_eq!(goes_on, told.is_some(), "{effects:?}");
    (goes_on, told.cloned())
}

fn calls(session: &mut Session) {
    let (said, _) = tokio::sync::oneshot::channel();
    let (id, name, arguments, fate) = ("c".into(), "look".into(), Default::default(), Fate::Runs);
    event(session, RunEvent::CallStarted { id, name, arguments, fate, said });
}

fn answers(session: &mut Session, text: &str) {
    let message = reply(text, &[]);
    event(session, RunEvent::MessageEnded { message: message.clone(), failure: None });
    event(session, RunEvent::RoundEnded { message, results: Vec::new() });
}

#[test]
fn open_tasks_are_told_in_a_run_of_their_own_before_the_end() {
    let mut session = with_open_task();
    answered(&mut session);
    let (goes_on, effects) = next(&mut session, RoundOutcome::Answered);
    assert!(goes_on);
    assert!(effects[0].starts_with("TodosRemembered { open: [TodoItem { content: \"task 1\""), "{effects:?}");
    assert!(effects[0].ends_with("attempt: 1, most: 2 }"), "{effects:?}");
    assert_eq!(effects[1..4], ["run starts", "round starts", "Persist(message)"]);
    answered(&mut session);
    let (_, effects) = next(&mut session, RoundOutcome::Answered);
    assert_eq!(effects, ["run ends Done 2"], "the reminder and what came of it");
}

#[test]
fn reminders_stop_at_their_number_and_begin_again_with_the_user() {
    let mut session = with_open_task();
    for _ in 0..2 {
        answered(&mut session);
        assert!(stops(&mut session).0);
        calls(&mut session);
    }
    answered(&mut session);
    assert_eq!(stops(&mut session), (false, None));
    let mut fx = Effects::default();
    session.submit(says("and now"), None, &mut fx).expect("started");
    next(&mut session, RoundOutcome::None);
    answered(&mut session);
    assert!(stops(&mut session).1.is_some_and(|told| told.contains("attempt: 1")));
}

#[test]
fn a_reminder_that_led_to_no_call_is_the_last() {
    let mut session = with_open_task();
    answered(&mut session);
    assert!(stops(&mut session).0);
    answered(&mut session);
    assert!(!stops(&mut session).0);
}

#[test]
fn a_question_to_the_user_is_not_answered_by_a_reminder() {
    for question in
        ["Which one do you want?", "Done so far.\n\nShall I go on? Then say so.", "**Go on?**", "続けますか？"]
    {
        let mut session = with_open_task();
        answers(&mut session, question);
        assert!(!stops(&mut session).0, "{question}");
    }
    for text in ["Why? I do not know.\n\nOn with it.", "The type is `a ? b`, and x()?; fails."] {
        let mut session = with_open_task();
        answers(&mut session, text);
        assert!(stops(&mut session).0, "{text}");
    }
}

#[test]
fn without_open_tasks_or_behind_a_cut_answer_there_is_none() {
    let mut session = started("hi");
    session.set_todos(list(&[TodoStatus::Completed, TodoStatus::Abandoned]));
    answered(&mut session);
    assert!(!stops(&mut session).0);
    let mut session = with_open_task();
    session.config.reminders.most = 0;
    answered(&mut session);
    assert!(!stops(&mut session).0);
}

#[test]
fn a_finished_list_of_the_model_makes_room_at_the_next_prompt() {
    let mut session = started("hi");
    session.set_todos(list(&[TodoStatus::Completed]));
    answered(&mut session);
    next(&mut session, RoundOutcome::Answered);
    let prompt = |session: &mut Session| {
        let mut fx = Effects::default();
        session.submit(says("more"), None, &mut fx).expect("started");
        words(&mut fx)
    };
    assert_eq!(prompt(&mut session), ["run starts", "Start(2)"], "the host's list stays");
    next(&mut session, RoundOutcome::None);
    answered(&mut session);
    next(&mut session, RoundOutcome::Answered);
    session.added.list_is_hosts = false;
    session.edit_todos(list(&[TodoStatus::Completed]));
    assert_eq!(prompt(&mut session), ["TodosCleared", "run starts", "Start(3)"]);
    assert!(session.view().todos.is_empty());
}
