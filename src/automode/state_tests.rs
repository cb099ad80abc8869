//! Tests of [`super`].

use super::*;

fn plan(max_turns: u64) -> Plan {
    Plan {
        message: "Port it".into(),
        max_turns,
        promise: "DONE".into(),
        max_runtime: Duration::from_secs(60),
        max_cost: 1.0,
    }
}

fn running(max_turns: u64) -> State {
    let mut state = State::default();
    state.start(plan(max_turns), 0, Status::Running).unwrap();
    state
}

fn did(action: &str) -> Report {
    Report { actions: vec![action.into()], summary: Some(action.into()), ..Report::default() }
}

fn said(text: &str) -> Report {
    Report { text: text.into(), ..Report::default() }
}

#[test]
fn turns_are_counted_up_to_the_cap() {
    let mut state = running(2);
    assert!(matches!(state.next(), Step::Turn(prompt) if prompt.starts_with("Port it\n\nThis is turn 1 of at most 2")));
    let (turn, end) = state.completed(&did("Edited a")).unwrap();
    assert_eq!((turn, end), (Turn { number: 1, total: 2, action: "Edited a".into() }, None));
    assert!(matches!(state.next(), Step::Turn(prompt) if prompt.starts_with("Go on with the task: Port it")));
    assert_eq!((state.standing().turns_completed, state.standing().turns_remaining), (1, 1));
    state.completed(&did("Edited b"));
    assert_eq!(state.next(), Step::End(AutomodeEnd::MaxTurns));
    assert_eq!(state.end(&AutomodeEnd::MaxTurns), 2);
    assert_eq!((state.standing().status, state.standing().turns_remaining), (Status::Failed, 0));
    let actions: Vec<_> = state.log(10).into_iter().map(|entry| (entry.turn, entry.action)).collect();
    assert_eq!(actions, [(1, "Edited a".to_owned()), (2, "Edited b".to_owned())]);
    assert_eq!(state.log(1).len(), 1);
}

#[test]
fn only_the_tagged_word_declares_the_task_finished() {
    let mut state = running(9);
    assert_eq!(state.completed(&said("DONE")).unwrap().1, None);
    assert_eq!(state.completed(&said("All good. <promise>DONE</promise>")).unwrap().1, Some(AutomodeEnd::Completed));
    state.forget();
    assert!(state.is_active(), "what runs is not forgotten");
    state.end(&AutomodeEnd::Completed);
    assert!(!state.is_active());
    assert_eq!(state.log(9).len(), 2);
    state.forget();
    assert_eq!((state.log(9).len(), state.standing().status), (0, Status::Idle));
    assert!(state.start(plan(1), 0, Status::Running).is_ok());
}

#[test]
fn turns_that_bring_nothing_forward_and_equal_failures_end_it() {
    let mut state = running(99);
    let ends: Vec<_> = (0..3).map(|_| state.completed(&said("hm")).unwrap().1).collect();
    assert_eq!(ends, [None, None, Some(AutomodeEnd::CircuitBreaker)]);
    let mut state = running(99);
    let fails = |text: &str| Report::failed(text.into());
    for _ in 0..4 {
        assert_eq!(state.completed(&fails("no network")).unwrap().1, None);
    }
    assert_eq!(state.completed(&fails("another")).unwrap().1, None);
    for _ in 0..4 {
        assert_eq!(state.completed(&fails("no network")).unwrap().1, None);
    }
    assert_eq!(state.completed(&fails("no network")).unwrap().1, Some(AutomodeEnd::CircuitBreaker));
}

#[test]
fn money_and_time_are_limits() {
    let mut state = running(99);
    assert_eq!(state.completed(&Report { cost: 0.9, ..did("a") }).unwrap().1, None);
    assert_eq!(state.completed(&Report { cost: 0.2, ..did("a") }).unwrap().1, Some(AutomodeEnd::MaxCost));
    let mut state = State::default();
    state.start(Plan { max_runtime: Duration::ZERO, ..plan(9) }, 0, Status::Running).unwrap();
    assert_eq!(state.next(), Step::End(AutomodeEnd::MaxRuntime));
}

#[test]
fn pausing_resuming_and_stopping_are_refused_in_the_wrong_place() {
    let mut state = State::default();
    assert_eq!(state.pause(), Err(Refused::NotRunning));
    assert_eq!(state.resume(), Err(Refused::NotRunning));
    assert_eq!(state.stop(AutomodeEnd::Cancelled), Err(Refused::NotRunning));
    let mut state = running(9);
    assert_eq!(state.start(plan(1), 0, Status::Running), Err(Refused::AlreadyRunning));
    assert_eq!(state.resume(), Err(Refused::NotPaused));
    state.pause().unwrap();
    assert_eq!(state.pause(), Err(Refused::AlreadyPaused));
    assert_eq!(state.next(), Step::Wait);
    assert!(state.is_active());
    state.stop(AutomodeEnd::Cancelled).unwrap();
    assert_eq!(state.next(), Step::End(AutomodeEnd::Cancelled));
}

#[test]
fn a_paused_run_does_not_wait_for_a_host_that_left() {
    let mut state = running(9);
    state.is_left = true;
    assert!(matches!(state.next(), Step::Turn(_)), "what runs may finish");
    state.pause().unwrap();
    assert_eq!(state.next(), Step::End(AutomodeEnd::Shutdown));
}
