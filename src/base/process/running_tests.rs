//! Real shells: outcomes, background children, whole trees, no terminal, much output.

use std::path::Path;

use super::super::{Children, Launch, ProcessError};
use super::*;
use crate::base::text::Limits;

const LONG: Duration = Duration::from_secs(20);

fn shell(command: &str) -> Launch {
    Launch::shell(command, std::env::temp_dir())
}

async fn run(command: &str) -> Finished {
    run_with(&shell(command), Capture::default()).await
}

async fn run_with(launch: &Launch, capture: Capture) -> Finished {
    let children = Children::new();
    let running = children.start(launch, capture).expect("a start");
    let finished = tokio::time::timeout(LONG, running.wait(&CancellationToken::new())).await;
    assert_eq!(children.count(), 0);
    finished.expect("an end in time")
}

/// Waits until the command has said `count` words, and gives them as numbers.
async fn numbers(live: &mut Live, count: usize) -> Vec<i32> {
    loop {
        let text = live.tail_snapshot(1000).expect("still running").text;
        if text.ends_with('\n') && text.split_whitespace().count() >= count {
            return text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        }
        assert!(live.changed().await, "the command ended early: {text}");
    }
}

/// Gone, or dead and waiting for a parent that may never ask.
fn is_dead(pid: i32) -> bool {
    match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z')),
        Err(_) => true,
    }
}

fn end(pid: i32) {
    let pid = nix::unistd::Pid::from_raw(pid);
    nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGKILL).ok();
}

#[tokio::test]
async fn both_streams_arrive_in_the_order_of_writing() {
    let finished = run("echo a; echo b >&2; echo c; printf d >&2").await;
    assert_eq!(finished.outcome, Outcome::Exited(0));
    assert_eq!(finished.output.text(), "a\nb\nc\nd");
    assert!(finished.output.is_whole());
}

#[tokio::test]
async fn the_outcome_tells_code_and_signal_apart() {
    assert_eq!(run("exit 7").await.outcome, Outcome::Exited(7));
    assert_eq!(run("kill -9 $$").await.outcome, Outcome::Signaled(9));
}

#[tokio::test]
async fn a_command_too_long_for_an_argument_runs_from_a_file() {
    let command = format!("echo begin; : {}; echo end", "x".repeat(300_000));
    assert_eq!(run(&command).await.output.text(), "begin\nend\n");
}

#[tokio::test]
async fn what_cannot_start_says_why() {
    let children = Children::new();
    let missing = children.start(&Launch::shell("true", "/no/such/folder"), Capture::default());
    assert!(matches!(missing, Err(ProcessError::Folder(path)) if path == Path::new("/no/such/folder")));
    let missing = children.start(&Launch::program("no-such-program", ["x"], "/"), Capture::default());
    assert!(matches!(missing, Err(ProcessError::Program(name)) if name == "no-such-program"));
    assert_eq!(children.count(), 0);
}

#[tokio::test]
async fn there_is_neither_terminal_nor_input() {
    let finished = run("cat; test -t 0 || echo no terminal; (: </dev/tty) 2>/dev/null || echo no device; \
                        ps -o sid= -p $$ | grep -qw $$ && echo own session")
    .await;
    assert_eq!(finished.output.text(), "no terminal\nno device\nown session\n");
}

#[tokio::test]
async fn variables_are_set_removed_and_defaulted() {
    let launch = shell("echo $A-$PAGER-$TERM-${HOME-none}-$GIT_TERMINAL_PROMPT")
        .env("A", "1")
        .env("PAGER", "mine")
        .without("HOME")
        .without("A");
    assert_eq!(run_with(&launch, Capture::default()).await.output.text(), "1-mine-dumb-none-0\n");
}

#[tokio::test]
async fn an_interactive_rebase_fails_instead_of_keeping_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = "git init -q . && git config user.email a@b && git config user.name a && git config core.editor true \
         && git commit -q --allow-empty -m one && git commit -q --allow-empty -m two && git rebase -i HEAD~1";
    let launch = ["EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR"]
        .into_iter()
        .fold(Launch::shell(script, folder.path()), Launch::without)
        .env("HOME", folder.path());
    let finished = run_with(&launch, Capture::default()).await;
    assert!(matches!(finished.outcome, Outcome::Exited(code) if code != 0), "{}", finished.output.text());
    assert!(finished.output.text().contains("editor"), "{}", finished.output.text());
    let chosen = shell("echo $GIT_EDITOR $GIT_SEQUENCE_EDITOR").without("GIT_EDITOR").env("VISUAL", "mine");
    assert_eq!(run_with(&chosen, Capture::default()).await.output.text(), "\n");
}

#[tokio::test]
async fn a_background_child_that_keeps_the_pipe_does_not_keep_the_call() {
    for (command, words) in [("sleep 1000 & echo $!", 1), ("setsid sleep 1000 & sleep 0.2; echo $!", 1)] {
        let children = Children::new();
        let running = children.start(&shell(command), Capture::default()).expect("a start");
        let finished = running.wait(&CancellationToken::new()).await;
        assert_eq!(finished.outcome, Outcome::Exited(0));
        assert!(finished.elapsed < Duration::from_secs(5), "{:?}", finished.elapsed);
        let text = finished.output.text();
        let pids: Vec<i32> = text.split_whitespace().map(|word| word.parse().expect("a pid")).collect();
        assert_eq!(pids.len(), words);
        assert!(pids.iter().all(|pid| !is_dead(*pid)));
        children.stop_all(Duration::from_millis(500)).await;
        assert!(pids.iter().all(|pid| is_dead(*pid)));
    }
}

#[tokio::test]
async fn a_noisy_background_child_neither_keeps_the_call_nor_dies_of_a_closed_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = "(while :; do echo noise; [ -e go ] && { echo alive > done; exit; }; done) & echo $!";
    let children = Children::new();
    let launch = Launch::shell(command, folder.path());
    let finished = children.start(&launch, Capture::default()).expect("a start").wait(&CancellationToken::new()).await;
    assert_eq!(finished.outcome, Outcome::Exited(0));
    assert!(finished.elapsed < Duration::from_secs(5));
    std::fs::write(folder.path().join("go"), "").expect("the sign");
    let begun = Instant::now();
    while !folder.path().join("done").exists() {
        assert!(begun.elapsed() < LONG, "the child does not live any more");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_abort_ends_the_whole_tree() {
    let command = "sleep 1000 & echo $!; setsid sleep 1001 & echo $!; \
                   (setsid setsid sh -c 'trap \"\" TERM; echo $$; sleep 1002' &) ; sleep 1003";
    let children = Children::new();
    let running = children.start(&shell(command), Capture { grace: Duration::from_millis(200), ..Capture::default() });
    let running = running.expect("a start");
    let mut live = running.live();
    let token = CancellationToken::new();
    let aborter = token.clone();
    let (finished, pids) = tokio::join!(running.wait(&token), async move {
        let pids = numbers(&mut live, 3).await;
        aborter.cancel();
        pids
    });
    assert_eq!(finished.outcome, Outcome::Aborted);
    assert!(pids.iter().all(|pid| is_dead(*pid)), "{pids:?}");
    assert_eq!(children.count(), 0);
}

#[tokio::test]
async fn the_gentle_signal_lets_a_command_say_goodbye() {
    let command = "trap 'echo 2; exit 3' TERM; echo 1; while :; do sleep 0.01; done";
    let running = Children::new().start(&shell(command), Capture::default()).expect("a start");
    let mut live = running.live();
    let token = CancellationToken::new();
    let (finished, _) = tokio::join!(running.wait(&token), async {
        numbers(&mut live, 1).await;
        token.cancel();
    });
    assert_eq!(finished.outcome, Outcome::Aborted);
    // Some shells also report that the sleep was ended.
    assert!(finished.output.text().ends_with("2\n"), "{}", finished.output.text());
    assert!(finished.elapsed < Duration::from_secs(5));
}

#[tokio::test]
async fn a_stubborn_command_is_killed_within_two_seconds() {
    let capture = Capture { timeout: Some(Duration::ZERO), ..Capture::default() };
    let finished = run_with(&shell("trap '' TERM; while :; do sleep 0.01; done"), capture).await;
    assert_eq!(finished.outcome, Outcome::TimedOut);
    assert!(finished.elapsed < Duration::from_secs(2), "{:?}", finished.elapsed);
}

#[tokio::test]
async fn a_dropped_call_leaves_nothing_behind() {
    let children = Children::new();
    let running = children.start(&shell("sleep 1000 & echo $!; echo $$; wait"), Capture::default()).expect("a start");
    let pids = numbers(&mut running.live(), 2).await;
    drop(running);
    assert_eq!(children.count(), 0);
    let begun = Instant::now();
    while !pids.iter().all(|pid| is_dead(*pid)) {
        assert!(begun.elapsed() < LONG);
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn much_output_is_drained_in_bounded_memory_and_kept_in_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("full.txt");
    let named = path.clone();
    let command = "echo first; head -c 20000000 /dev/zero | tr '\\0' x; echo; echo last";
    let finished = run_with(&shell(command), Capture::spilling(move || Some(named))).await;
    let output = finished.output;
    assert_eq!((output.total_bytes, output.total_lines), (20_000_012, 3));
    let cut = output.cut(Limits { lines: 3000, bytes: 10_000 });
    assert!(cut.text.starts_with("first\n") && cut.text.ends_with("\nlast\n"), "{}", cut.text.len());
    assert!(cut.text.len() < 10_100);
    assert_eq!(cut.total_bytes, 20_000_012);
    let spill = output.spill.expect("a file");
    assert!(spill.complete);
    assert_eq!((spill.path, spill.bytes), (path.clone(), 20_000_012));
    assert_eq!(std::fs::metadata(path).expect("the file").len(), 20_000_012);
}

#[tokio::test]
async fn a_program_can_be_talked_with_and_stopped() {
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    let children = Children::new();
    let mut piped = children.piped(&Launch::program("cat", ["-u"], "/")).expect("a start");
    piped.stdin.write_all(b"hello\n").await.expect("room");
    let mut line = String::new();
    BufReader::new(&mut piped.stdout).read_line(&mut line).await.expect("an echo");
    assert_eq!(line, "hello\n");
    assert_eq!(children.count(), 1);
    piped.process.stop(Duration::from_secs(1)).await;
    assert_eq!(piped.process.wait().await, Outcome::Signaled(15));
    drop(piped);
    assert_eq!(children.count(), 0);
}

#[tokio::test]
async fn stopping_all_finds_what_left_its_session_and_closed_its_pipe() {
    let children = Children::new();
    let command = "(setsid sh -c 'echo $$; exec sleep 1000 >/dev/null 2>&1' &); sleep 0.3";
    let running = children.start(&shell(command), Capture::default()).expect("a start");
    let finished = running.wait(&CancellationToken::new()).await;
    let pid: i32 = finished.output.text().trim().parse().expect("a pid");
    assert!(!is_dead(pid));
    assert_eq!(children.count(), 0);
    children.stop_all(Duration::from_millis(500)).await;
    if cfg!(target_os = "linux") {
        assert!(is_dead(pid));
    }
    end(pid);
}
