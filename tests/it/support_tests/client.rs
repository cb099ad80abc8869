//! The host's side of the pipes, tried on small programs.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::model::Gate;
use crate::support::server::{Launch, Pace, Server};
use crate::support::workspace::{Lifeline, Workspace};

fn shell(workspace: &Workspace, script: &str) -> Launch {
    Launch::bare(workspace).program("/bin/sh").args(["-c", script])
}

const COUNT: &str = r#"i=0; while [ $i -lt 500 ]; do i=$((i+1)); echo "{\"type\":\"n\",\"i\":$i}"; done"#;

#[test]
fn frames_come_in_order_and_the_end_is_told() {
    let workspace = Workspace::new();
    let mut server = shell(&workspace, COUNT).spawn();
    assert_eq!(server.expect("n").value["i"], 1);
    assert_eq!(server.until(|f| f.has(&json!({"i": 100}))).len(), 99);
    let ended = server.ended();
    assert_eq!((ended.frames.len(), ended.code), (400, Some(0)));
}

#[test]
fn a_slow_reader_gets_every_frame_and_takes_its_time() {
    let workspace = Workspace::new();
    let pace = Pace::Slow { bytes: 1000, pause: Duration::from_millis(20) };
    let begun = Instant::now();
    let mut server = shell(&workspace, COUNT).pace(pace).spawn();
    assert_eq!(server.rest().len(), 500);
    assert!(begun.elapsed() > Duration::from_millis(180), "{:?}", begun.elapsed());
    assert_eq!(server.bytes_read(), 500 * 18 + 9 + 90 * 2 + 401 * 3);
}

#[test]
fn a_stalled_reader_goes_on_when_its_gate_opens() {
    let workspace = Workspace::new();
    let gate = Gate::new();
    let mut server = shell(&workspace, COUNT).pace(Pace::Stalled { after: 3, gate: gate.clone() }).spawn();
    gate.reached();
    gate.open();
    assert_eq!(server.rest().len(), 500);
}

#[test]
fn bytes_go_out_one_by_one_and_the_last_line_needs_no_end() {
    let workspace = Workspace::new();
    let mut server = shell(&workspace, "exec cat").spawn();
    server.send_bytewise(b"{\"type\":\"a\"}\n");
    server.expect("a");
    server.send_line(r#"{"type":"b"}"#);
    let ended = server.finish();
    assert_eq!(ended.frames[0].raw, r#"{"type":"b"}"#);
}

#[test]
#[should_panic(expected = "its time was up")]
fn a_process_that_hangs_is_killed() {
    let workspace = Workspace::new();
    let mut server: Server = shell(&workspace, "exec cat >&2").limit(Duration::from_millis(50)).spawn();
    assert!(server.poll().is_none());
    server.wait();
}

#[test]
fn the_environment_holds_nothing_of_the_developer() {
    let workspace = Workspace::new();
    let mut server = shell(&workspace, r#"env | cut -d= -f1 | sort | tr '\n' ' ' >&2"#).spawn();
    let ended = server.ended();
    assert_eq!(
        ended.stderr.replace("PWD ", "").replace("SHLVL ", "").replace("_ ", ""),
        "HOME HOSTWIRE_HOME PATH TMPDIR "
    );
}

#[test]
#[should_panic(expected = "a frame is not JSON")]
fn a_line_that_is_no_frame_fails_the_test() {
    let workspace = Workspace::new();
    shell(&workspace, "echo hello").spawn().next();
}

#[test]
fn a_lifeline_ends_with_the_last_process_that_holds_it() {
    let workspace = Workspace::new();
    let lifeline = Lifeline::new(workspace.fifo("life"));
    let mut server = shell(&workspace, "exec 9>life; echo here >&9; cat <&0 & wait").spawn();
    lifeline.lives();
    server.kill();
    // The child still holds the pipe, until the input that it reads ends.
    server.close();
    lifeline.ends();
}
