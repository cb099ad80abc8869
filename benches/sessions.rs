//! What a long session costs: opened, branched in its middle, exported and compacted, beside reading its bytes.
//!
//! `HOSTWIRE_BENCH_BINARY` measures another binary than the one that was built for the bench.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench is a program of its own"
)]

#[path = "../tests/it/support/mod.rs"]
mod support;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::server::Server;
use support::{Launch, Model, Stream, Workspace};

/// Ten times the messages may cost so many times as much; small sessions do not show the constant part.
const LINEAR: f64 = 14.0;

fn main() {
    println!(
        "{:>9} {:>8} {:>9} {:>9} {:>10} {:>12} {:>10} {:>11}",
        "messages", "MB", "step", "ms", "of reading", "MB/s of file", "peak MB", "peak / file"
    );
    let small = measure(1_000);
    let large = measure(10_000);
    for ((step, few), (_, many)) in small.iter().zip(&large) {
        let growth = many / few;
        println!("{step} takes {growth:.1} times as long for 10 times the messages");
        assert!(growth < LINEAR, "{step} is not linear");
    }
}

/// Does one thing with the file and gives the milliseconds that it took.
type StepOf = fn(&mut Server, &Path) -> f64;

/// The milliseconds of each step.
fn measure(messages: usize) -> Vec<(&'static str, f64)> {
    let model = Model::start();
    model.reply(Stream::new().text("## Goal\nAll of it.").finish("stop").usage(10, 10).done().reply());
    let workspace = Workspace::on(&model);
    let file = workspace.base().join("long.jsonl");
    fs::write(&file, session(messages)).unwrap();
    let bytes = fs::metadata(&file).unwrap().len();
    let reading = (0..9).map(|_| timed(|| drop(fs::read(&file).unwrap()))).fold(f64::MAX, f64::min);
    let steps: [(&'static str, StepOf); 4] =
        [("switch", switched), ("branch", branched), ("export", exported), ("compact", compacted)];
    let of = |(name, step): (&'static str, StepOf)| {
        // A process a step, so that each peak is its own.
        let mut launch = Launch::lenient(&workspace).limit(Duration::from_secs(300));
        if let Some(binary) = std::env::var_os("HOSTWIRE_BENCH_BINARY") {
            launch = launch.program(binary);
        }
        let mut server = launch.start();
        let idle = server.peak_memory().unwrap_or_default();
        let took = step(&mut server, &file);
        let peak = server.peak_memory().unwrap_or_default().saturating_sub(idle) as f64 / 1024.0;
        let size = bytes as f64 / 1e6;
        println!(
            "{messages:>9} {size:>8.2} {name:>9} {took:>9.1} {:>10.1} {:>12.0} {peak:>10.1} {:>11.2}",
            took / reading,
            size / took * 1e3,
            peak / size
        );
        assert_eq!(server.finish().code, Some(0));
        (name, took)
    };
    steps.map(of).into()
}

fn timed(work: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64() * 1e3
}

fn switched(server: &mut Server, file: &Path) -> f64 {
    timed(|| {
        let answer = server.call(&json!({"id": "s", "type": "switch_session", "sessionPath": file}));
        assert_eq!(answer["cancelled"], false);
    })
}

fn branched(server: &mut Server, file: &Path) -> f64 {
    switched(server, file);
    let points = server.call(&json!({"id": "g", "type": "get_branch_messages"}));
    let points = points["messages"].as_array().unwrap();
    let middle = points[points.len() / 2]["entryId"].clone();
    timed(|| {
        let answer = server.call(&json!({"id": "b", "type": "branch", "entryId": middle}));
        assert_eq!(answer["cancelled"], false);
    })
}

fn exported(server: &mut Server, file: &Path) -> f64 {
    switched(server, file);
    let page = file.with_extension("html");
    timed(|| drop(server.call(&json!({"id": "e", "type": "export_html", "outputPath": page}))))
}

fn compacted(server: &mut Server, file: &Path) -> f64 {
    switched(server, file);
    timed(|| {
        let answer = server.call(&json!({"id": "c", "type": "compact"}));
        assert!(answer["tokensBefore"].as_u64().unwrap() > 0, "{answer}");
    })
}

/// Turns of four messages: a prompt, a reply with a call, its result, a reply.
fn session(messages: usize) -> String {
    let header = json!({"type": "session", "version": 3, "id": "0193aa10-1111-7abc-8def-000000000001",
        "timestamp": "2025-11-30T09:00:00.000Z", "cwd": "/"});
    let mut lines = vec![header.to_string()];
    for at in 0..messages {
        let parent = at.checked_sub(1).map(|parent| format!("{parent:08x}"));
        let entry = json!({"type": "message", "id": format!("{at:08x}"), "parentId": parent,
            "timestamp": "2025-11-30T09:00:01.000Z", "message": message(at)});
        lines.push(entry.to_string());
    }
    lines.join("\n") + "\n"
}

fn message(at: usize) -> Value {
    let time = 1_764_493_200_000_u64 + at as u64 * 1000;
    let reply = |content: Value, stop: &str| {
        json!({"role": "assistant", "content": content, "api": "openai-completions", "provider": "mock", "model": "mock-model",
            "stopReason": stop, "timestamp": time, "usage": {"input": 900, "output": 200, "cacheRead": 4000, "cacheWrite": 0,
            "totalTokens": 5100, "cost": {"input": 0.001, "output": 0.002, "cacheRead": 0.0, "cacheWrite": 0.0, "total": 0.003}}})
    };
    match at % 4 {
        0 => json!({"role": "user", "timestamp": time, "content": [{"type": "text",
            "text": format!("Question {at}: why does `parse_{at}` return early when the list is empty?")}]}),
        1 => reply(
            json!([{"type": "thinking", "thinking": "I should look at the function first. ".repeat(6)},
            {"type": "toolCall", "id": format!("call_{at}"), "name": "read", "arguments": {"path": format!("src/part_{at}.rs")}}]),
            "toolUse",
        ),
        2 => {
            let lines = (1..40)
                .map(|line| format!("{line}\t    let value_{line} = compute(\"{at}\", {line})?; // step {line}\n"));
            json!({"role": "toolResult", "toolCallId": format!("call_{}", at - 1), "toolName": "read", "isError": false,
                "timestamp": time, "content": [{"type": "text", "text": lines.collect::<String>()}]})
        }
        _ => reply(
            json!([{"type": "text", "text": format!(
            "It returns early because **nothing** is left to do:\n\n1. the list is empty\n2. so is the result\n\n\
             ```rust\nif list.is_empty() {{ return Ok(Vec::new()); }} // {at}\n```\n")}]),
            "stop",
        ),
    }
}
