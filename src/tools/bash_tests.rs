//! Tests of the bash tool; hazards K25 to K30 as the model meets them.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::*;
use crate::tools::testing::{Bench, text};
use crate::tools::{Concurrency, HiddenVariables, ToolSettings};

fn bash() -> Bash {
    Bash::new(Children::new(), Terminals::Never)
}

fn call(command: &str) -> String {
    serde_json::to_string(&std::collections::BTreeMap::from([("command", command)])).unwrap()
}

#[tokio::test]
async fn output_folder_and_environment_are_as_asked() {
    let bench = Bench::new();
    bench.file("sub/x", "");
    let (text, details) = bench.ok(&bash(), r#"{"command":"pwd; echo $A","cwd":"sub","env":{"A":"b c"}}"#).await;
    assert_eq!(text, format!("{}\nb c", bench.path().join("sub").display()));
    assert_eq!((&details["timeoutSeconds"], &details["exitCode"]), (&300.into(), &0.into()));
    assert!(details["wallTimeMs"].is_u64());
    assert_eq!(bench.ok(&bash(), &call("true")).await.0, "(no output)");
    let (text, _) = bench.fails(&bash(), r#"{"command":"true","cwd":"nowhere"}"#).await;
    assert!(text.starts_with("Cannot run there: `nowhere` does not exist"), "{text}");
    assert_eq!(bash().concurrency(&JsonObject::new()), Concurrency::Shared);
}

/// K25: a child in the background holds the pipe open and does not hold the call.
#[tokio::test]
async fn background_children_do_not_hold_the_call() {
    let bench = Bench::new();
    for command in
        ["sleep 50 & echo on", "setsid sleep 50 & echo on", "(while :; do echo noise; sleep 0.01; done) & echo on"]
    {
        let begun = Instant::now();
        let (text, _) = bench.ok(&bash(), &call(command)).await;
        assert!(text.contains("on"), "{text}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{command}");
    }
}

/// K26: no terminal, no input, and an editor that fails visibly.
#[tokio::test]
async fn there_is_no_terminal_and_no_input() {
    let bench = Bench::new();
    let command = "(exec 3</dev/tty) 2>/dev/null && echo terminal || echo none; cat; echo $GIT_TERMINAL_PROMPT";
    assert_eq!(bench.ok(&bash(), &call(command)).await.0, "none\n0");
    let (text, _) = bench.fails(&bash(), r#"{"command":"${GIT_EDITOR:-$EDITOR} x","env":{"EDITOR":"false"}}"#).await;
    assert!(text.ends_with("Command exited with code 1"), "{text}");
}

/// K27: the whole tree goes, and the result says why.
#[tokio::test]
async fn a_timeout_ends_the_tree_and_says_so() {
    let bench = Bench::new();
    let begun = Instant::now();
    let command = r#"{"command":"echo begun; sh -c 'echo $$ > pid; exec sleep 100'","timeout":1}"#;
    let (text, details) = bench.fails(&bash(), command).await;
    assert_eq!(text, "begun\n\nCommand timed out after 1 seconds");
    assert!(details.get("exitCode").is_none());
    assert!(begun.elapsed() < Duration::from_secs(10));
    let pid = std::fs::read_to_string(bench.path().join("pid")).unwrap();
    let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    assert!(state.is_empty() || state.contains(") Z "), "{state}");
}

#[tokio::test]
async fn an_abort_ends_the_command_within_two_seconds() {
    let bench = Bench::new();
    let ready = bench.path().join("ready");
    let cancel = bench.cx.token.clone();
    let canceller = async {
        while !ready.exists() {
            tokio::task::yield_now().await;
        }
        cancel.cancel();
        Instant::now()
    };
    let tool = bash();
    let arguments = call("trap '' TERM; echo begun; touch ready; while :; do sleep 1; done");
    let (ended, cancelled) = tokio::join!(bench.fails(&tool, &arguments), canceller);
    assert!(cancelled.elapsed() < Duration::from_secs(2));
    assert_eq!(ended.0, "begun\n\nCommand cancelled");
}

#[test]
fn timeouts_are_clamped_with_a_notice_and_zero_means_the_default() {
    assert_eq!(timeout(None, 300), (Duration::from_secs(300), None));
    assert_eq!(timeout(Some(0.0), 120), (Duration::from_secs(120), None));
    assert_eq!(timeout(Some(20.0), 300), (Duration::from_secs(20), None));
    let (time, notice) = timeout(Some(5000.0), 300);
    assert_eq!(
        (time.as_secs(), notice.unwrap()),
        (3600, "[A timeout of 5000 seconds is not possible; 3600 seconds were used]".into())
    );
    assert_eq!(timeout(Some(-3.0), 300).0.as_secs(), 1);
    assert_eq!(timeout(None, 100_000), (Duration::from_secs(3600), None));
}

/// K28: the model sees both ends, and where the rest is.
#[tokio::test]
async fn huge_output_is_cut_in_the_middle_and_kept_in_a_file() {
    let bench = Bench::new();
    let (text, details) = bench.ok(&bash(), &call("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo end")).await;
    assert!(text.len() < 53_000 && text.starts_with("xxx"), "{}", text.len());
    let truncation = &details["meta"]["truncation"];
    assert_eq!((&truncation["direction"], &truncation["totalBytes"]), (&"middle".into(), &3_000_005.into()));
    let file = bench.cx.artifacts.join(format!("{}.log", truncation["artifactId"].as_str().unwrap()));
    assert!(
        text.ends_with(&format!("2 lines, 2.8 MiB in all; full output: {}]", file.display())),
        "{}",
        &text[text.len() - 200..]
    );
    assert_eq!(std::fs::metadata(file).unwrap().len(), 3_000_005);
}

/// K29: what hostwire reads credentials from is not passed on, unless a call sets it itself.
#[tokio::test]
async fn hidden_variables_do_not_reach_the_command() {
    let mut bench = Bench::new();
    // Set by cargo for every test.
    let command = "echo ${CARGO_MANIFEST_DIR-hidden}";
    assert_ne!(bench.ok(&bash(), &call(command)).await.0, "hidden");
    let hidden_variables = HiddenVariables::new(|| vec!["CARGO_MANIFEST_DIR".into()]);
    bench.cx.settings = Arc::new(ToolSettings { hidden_variables, ..ToolSettings::default() });
    assert_eq!(bench.ok(&bash(), &call(command)).await.0, "hidden");
}

/// K30: a code other than zero is an error that the model sees.
#[tokio::test]
async fn a_failed_command_is_an_error_with_its_code() {
    let bench = Bench::new();
    let payload = bench.call(&bash(), &call("echo no >&2; exit 7")).await.unwrap();
    assert_eq!(payload.is_error, Some(true));
    assert_eq!(text(&payload), "no\n\nCommand exited with code 7");
    assert_eq!(payload.details.unwrap()["exitCode"], 7);
    let (text, details) = bench.fails(&bash(), &call("kill -9 $$")).await;
    assert_eq!(text, "(no output)\n\nCommand was ended by signal 9");
    assert!(details.get("exitCode").is_none());
}

/// K07: updates carry the end of the output, are bounded, and come at most ten times a second.
#[tokio::test]
async fn updates_are_few_and_small() {
    let mut bench = Bench::new();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = seen.clone();
    bench.cx.progress = Progress::new(move |payload| sink.lock().unwrap().push(text(&payload)));
    let begun = Instant::now();
    bench.ok(&bash(), &call("for i in $(seq 1 20000); do echo line $i; done")).await;
    let seen = seen.lock().unwrap();
    assert!(!seen.is_empty());
    assert!(seen.iter().all(|text| text.len() <= UPDATE_BYTES));
    assert!(seen.len() as u128 <= begun.elapsed().as_millis() / UPDATE_PAUSE.as_millis() + 2);
}

#[tokio::test]
async fn a_terminal_and_background_jobs_are_refused_clearly() {
    let bench = Bench::new();
    for (mode, told) in [("pty", "A terminal (pty)"), ("async", "Background jobs (async)")] {
        let (text, _) = bench.fails(&bash(), &format!(r#"{{"command":"true","{mode}":true}}"#)).await;
        assert!(text.starts_with(told), "{text}");
    }
}

/// Runs in a terminal.
fn terminal() -> Bash {
    Bash::new(Children::new(), Terminals::OnRequest)
}

fn in_terminal(command: &str) -> String {
    serde_json::json!({"command": command, "pty": true, "timeout": 20}).to_string()
}

#[tokio::test]
async fn a_call_that_asks_gets_a_terminal_that_controls_its_session() {
    let bench = Bench::new();
    let command = "[ -t 0 ] && [ -t 1 ] && [ -t 2 ] && stty size && : </dev/tty && echo $TERM";
    assert_eq!(bench.ok(&terminal(), &in_terminal(command)).await.0, "40 120\nxterm-256color");
    let without = bench.ok(&terminal(), &call("[ -t 1 ] || (: </dev/tty) 2>/dev/null || echo none")).await.0;
    assert_eq!(without, "none");
    let (text, details) = bench.fails(&terminal(), &in_terminal("echo said; exit 3")).await;
    assert_eq!((text.as_str(), &details["exitCode"]), ("said\n\nCommand exited with code 3", &3.into()));
}

#[tokio::test]
async fn who_reads_from_the_terminal_hears_that_nobody_is_there() {
    let bench = Bench::new();
    let begun = Instant::now();
    let command = "cat; read -r line </dev/tty || echo no line; echo after";
    assert_eq!(bench.ok(&terminal(), &in_terminal(command)).await.0, "no line\nafter");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

/// Waits until somebody reads from the pipe, gives everyone else many turns, then writes.
async fn speaks_into(pipe: &std::path::Path) {
    use tokio::io::AsyncWriteExt as _;
    let mut sender = loop {
        match tokio::net::unix::pipe::OpenOptions::new().open_sender(pipe) {
            Ok(sender) => break sender,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
    sender.write_all(b"word\n").await.unwrap();
}

#[tokio::test]
async fn a_command_that_closes_its_terminal_runs_to_its_own_end() {
    let bench = Bench::new();
    let (bash, pipe) = (terminal(), bench.path().join("pipe"));
    let command = "mkfifo pipe; echo said; exec >out 2>&1 </dev/null; cat pipe; touch done; \
                   [ -t 1 ] || : </dev/tty && echo still there; exit 3";
    let arguments = in_terminal(command);
    let speaks = async {
        speaks_into(&pipe).await;
        std::future::pending::<()>().await;
    };
    let (text, details) = tokio::select! {
        ended = bench.fails(&bash, &arguments) => ended,
        () = speaks => unreachable!(),
    };
    assert_eq!((text.as_str(), &details["exitCode"]), ("said\n\nCommand exited with code 3", &3.into()));
    assert_eq!(std::fs::read_to_string(bench.path().join("out")).unwrap(), "word\nstill there\n");
    assert!(bench.path().join("done").exists());
}

/// K25 in a terminal: who holds it open in the background does not hold the call.
#[tokio::test]
async fn background_children_do_not_hold_a_call_in_a_terminal() {
    let bench = Bench::new();
    for command in ["setsid sleep 50 & echo on", "trap '' HUP; sleep 50 & echo on"] {
        let begun = Instant::now();
        let (text, _) = bench.ok(&terminal(), &in_terminal(command)).await;
        assert_eq!(text, "on");
        assert!(begun.elapsed() < Duration::from_secs(10), "{command}");
    }
}

#[tokio::test]
async fn an_abort_ends_what_runs_in_a_terminal() {
    let bench = Bench::new();
    let ready = bench.path().join("ready");
    let cancel = bench.cx.token.clone();
    let canceller = async {
        while !ready.exists() {
            tokio::task::yield_now().await;
        }
        cancel.cancel();
    };
    let (bash, arguments) = (terminal(), in_terminal("touch ready; sleep 50 & sleep 50"));
    let begun = Instant::now();
    let ((text, _), ()) = tokio::join!(bench.fails(&bash, &arguments), canceller);
    assert!(text.ends_with("Command cancelled"), "{text}");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_model_is_offered_a_terminal_only_where_there_is_one() {
    let offers = |bash: &Bash| bash.definition().parameters["properties"].get("pty").is_some();
    assert!(!offers(&bash()) && offers(&terminal()));
}
