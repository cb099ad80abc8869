//! Tests of commands that the host runs.

use super::*;
use crate::tools::testing::Bench;

async fn command(bench: &Bench, command: &str) -> BashResult {
    let cx = &bench.cx;
    let children = Children::new();
    run_command(&children, command, &cx.cwd, &cx.settings, &cx.artifacts, &cx.token).await.unwrap()
}

#[tokio::test]
async fn a_command_of_the_host_gives_output_code_and_figures() {
    let bench = Bench::new();
    let result = command(&bench, "echo out; echo err >&2; exit 3").await;
    assert_eq!(result.output, "out\nerr\n");
    assert_eq!(result.exit_code, Some(3));
    assert_eq!((result.cancelled, result.truncated), (false, false));
    assert_eq!((result.total_lines, result.total_bytes, result.output_lines, result.output_bytes), (2, 8, 2, 8));
    assert_eq!(result.working_dir, Some(bench.path().display().to_string()));
    assert_eq!(result.artifact_id, None);
}

#[tokio::test]
async fn a_cancelled_command_says_so_in_its_last_line() {
    let bench = Bench::new();
    let cancel = bench.cx.token.clone();
    let ready = bench.path().join("ready");
    let canceller = async {
        while !ready.exists() {
            tokio::task::yield_now().await;
        }
        cancel.cancel();
    };
    let running = command(&bench, "printf begun; touch ready; sleep 100");
    let (result, ()) = tokio::join!(running, canceller);
    assert_eq!(result.output, "begun\nCommand cancelled");
    assert_eq!((result.exit_code, result.cancelled), (None, true));
    assert_eq!((result.total_lines, result.output_lines), (1, 2));
}

#[tokio::test]
async fn a_long_output_is_cut_and_kept_in_a_file() {
    let bench = Bench::new();
    let result = command(&bench, "seq 1 100000").await;
    assert!(result.truncated);
    assert_eq!(result.total_lines, 100_000);
    assert!(result.output_bytes <= 51_300 && result.output.starts_with("1\n") && result.output.ends_with("100000\n"));
    let file = bench.cx.artifacts.join(format!("{}.log", result.artifact_id.unwrap()));
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 100_000);
}

#[tokio::test]
async fn few_bytes_in_many_lines_are_kept_too() {
    let bench = Bench::new();
    let result = command(&bench, "yes '' | head -n 5000").await;
    assert!(result.truncated);
    let file = bench.cx.artifacts.join(format!("{}.log", result.artifact_id.unwrap()));
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 5000);
}

#[tokio::test]
async fn only_a_shell_that_cannot_start_is_an_error() {
    let bench = Bench::new();
    let cx = &bench.cx;
    let gone = cx.cwd.join("gone");
    let error = run_command(&Children::new(), "true", &gone, &cx.settings, &cx.artifacts, &cx.token).await.unwrap_err();
    assert!(error.to_string().contains("no such folder"), "{error}");
}
