//! The golden runner on a server of three lines.

use std::fs;
use std::path::PathBuf;

use crate::support::golden::check;
use crate::support::server::Launch;
use crate::support::workspace::Workspace;

/// Says it is ready, repeats what it hears inside a frame of its own, and says goodbye.
const ECHO: &str = r#"#!/bin/sh
echo '{"type":"ready"}'
while IFS= read -r line; do
  echo "{\"type\":\"response\",\"timestamp\":$$,\"heard\":$line}"
done
echo '{"type":"bye"}'
"#;

fn echo(workspace: &Workspace) -> Launch {
    let program = workspace.script("echo.sh", ECHO);
    Launch::bare(workspace).program(program)
}

fn case(folder: &Workspace, text: &str) -> PathBuf {
    folder.file("case.jsonl", text)
}

const WRITTEN: &str = "# says hello\n= {\"type\":\"ready\"}\n< {\"type\":\"ready\"}\n> {\"a\":1}\n= {\"heard\":{\"a\":1}}\n< {\"type\":\"response\",\"timestamp\":\"<time>\",\"heard\":{\"a\":1}}\n= end\n< {\"type\":\"bye\"}\n";

#[test]
fn an_update_writes_what_came_and_the_next_run_agrees() {
    let folder = Workspace::new();
    let path = case(&folder, "# says hello\n= {\"type\":\"ready\"}\n> {\"a\":1}\n= {\"heard\":{\"a\":1}}\n");
    assert_eq!(check(&path, true, echo), Ok(()));
    assert_eq!(fs::read_to_string(&path).unwrap(), WRITTEN);
    assert_eq!(check(&path, false, echo), Ok(()));
}

#[test]
fn a_difference_is_shown_and_nothing_is_written() {
    let folder = Workspace::new();
    let path = case(&folder, &WRITTEN.replace("bye", "hello"));
    let why = check(&path, false, echo).unwrap_err();
    assert!(why.contains("-< {\"type\":\"hello\"}\n+< {\"type\":\"bye\"}"), "{why}");
    assert!(fs::read_to_string(&path).unwrap().contains("hello"));
}

#[test]
fn a_frame_that_never_comes_is_named_also_when_updating() {
    let folder = Workspace::new();
    let path = case(&folder, "> {\"a\":1}\n! close\n= {\"type\":\"never\"}\n");
    let why = check(&path, true, echo).unwrap_err();
    assert!(why.contains("never came: {\"type\":\"never\"}"), "{why}");
    assert!(!fs::read_to_string(&path).unwrap().contains('<'));
}

#[test]
fn a_wrong_exit_code_is_a_difference() {
    let folder = Workspace::new();
    let path = case(&folder, &format!("#! exit: 3\n{WRITTEN}"));
    let why = check(&path, false, echo).unwrap_err();
    assert!(why.contains("the exit code is Some(0), not 3"), "{why}");
}

#[test]
fn unknown_settings_lines_and_actions_are_refused() {
    let folder = Workspace::new();
    for (text, wanted) in [
        ("#! speed: high\n", "no setting is called `speed`"),
        ("hello\n", "line 1: begins with none"),
        ("! jump\n", "no action is called `jump`"),
    ] {
        let why = check(&case(&folder, text), false, echo).unwrap_err();
        assert!(why.contains(wanted), "{why}");
    }
}
