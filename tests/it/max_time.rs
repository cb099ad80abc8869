//! `--max-time`: the wall-clock budget of a run, while the model is silent, while a tool works, and between attempts.

use serde_json::{Value, json};

use crate::support::model::Gate;
use crate::support::{Frame, Launch, Model, Workspace, sse};

const WHY: &str = "The run reached its time limit of 0.3 s (--max-time)";

/// All frames of a run that has no time to end by itself.
fn run_out(model: &Model, seconds: &str) -> Vec<Frame> {
    let workspace = Workspace::on(model);
    let mut server = Launch::new(&workspace).args(["--max-time", seconds]).start();
    let frames = server.run("p", "Take your time");
    let state = server.call(&json!({"id": "s", "type": "get_state"}));
    assert_eq!(state["isStreaming"], false);
    assert_eq!(server.finish().code, Some(0));
    frames
}

fn kinds(frames: &[Frame]) -> Vec<&str> {
    frames.iter().map(Frame::kind).filter(|kind| *kind != "message_update").collect()
}

fn of<'a>(frames: &'a [Frame], kind: &str) -> &'a Value {
    &frames.iter().rev().find(|frame| frame.is(kind)).unwrap().value
}

#[test]
fn a_silent_model_is_given_up_and_the_reason_stands_in_its_message() {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(sse::text(&["Never."]).silent_until(&gate));
    let frames = run_out(&model, "0.3");
    gate.open();
    let expected = [
        "response",
        "agent_start",
        "turn_start",
        "message_start",
        "message_end",
        "notice",
        "message_start",
        "message_end",
        "turn_end",
        "agent_end",
    ];
    assert_eq!(kinds(&frames), expected);
    let notice = of(&frames, "notice");
    assert_eq!(
        (&notice["level"], &notice["message"], &notice["source"]),
        (&json!("warning"), &json!(WHY), &json!("max-time"))
    );
    let message = &of(&frames, "turn_end")["message"];
    assert_eq!((&message["stopReason"], &message["errorMessage"]), (&json!("aborted"), &json!(WHY)));
}

#[test]
fn a_tool_at_work_is_stopped() {
    let model = Model::with([sse::calls(&[("call_1", "bash", json!({"command": "sleep 60"}))])]);
    // Time enough to get as far as the tool on a busy machine.
    let frames = run_out(&model, "2");
    assert_eq!(of(&frames, "tool_execution_end")["isError"], true);
    assert_eq!(frames.iter().filter(|frame| frame.is("agent_end")).count(), 1);
    assert_eq!(model.requests().len(), 1, "nothing more is asked");
}

#[test]
fn a_wait_for_another_attempt_counts() {
    let model = Model::with([sse::error(503, "overloaded_error", "busy").header("retry-after", "60")]);
    let frames = run_out(&model, "0.3");
    assert_eq!(of(&frames, "auto_retry_end")["success"], false);
    assert_eq!(model.requests().len(), 1);
}
