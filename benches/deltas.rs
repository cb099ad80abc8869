//! What a long streamed answer costs: bytes on stdout, time, memory; linear from 2,000 to 20,000 deltas.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a bench is a program of its own"
)]

#[path = "../tests/it/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use support::{Frame, Launch, Model, Stream, Workspace};

fn main() {
    println!(
        "{:>8} {:>12} {:>12} {:>12} {:>8} {:>10} {:>10}",
        "deltas", "answer B", "stdout B", "bound B", "frames", "ms", "peak KiB"
    );
    let small = measure(2_000);
    let large = measure(20_000);
    let growth = large / small;
    println!("stdout grows {growth:.2} times for 10 times the answer");
    assert!((5.0..=11.0).contains(&growth), "the output is not linear in the answer");
}

/// Streams so many deltas through the process and gives the bytes that it wrote.
fn measure(deltas: usize) -> f64 {
    let model = Model::start();
    let (mut stream, mut answer) = (Stream::new(), 0);
    for i in 0..deltas {
        let word = format!("word {i:05} ");
        answer += word.len();
        stream = stream.text(&word);
    }
    model.reply(stream.finish("stop").usage(10, 10).done().reply());
    let workspace = Workspace::on(&model);
    let mut server = Launch::lenient(&workspace).limit(Duration::from_secs(120)).start();
    let (before, begun) = (server.bytes_read(), Instant::now());
    let frames = server.run("p", "Tell me all");
    let took = begun.elapsed().as_millis();
    let written = server.bytes_read() - before;
    let told: usize = frames.iter().filter_map(Frame::delta).map(str::len).sum();
    assert_eq!(told, answer, "every delta arrives");
    let bound = 6 * answer + 250 * deltas;
    let peak = server.peak_memory().unwrap_or_default();
    println!("{deltas:>8} {answer:>12} {written:>12} {bound:>12} {:>8} {took:>10} {peak:>10}", frames.len());
    assert!(written <= bound as u64, "more than the bound");
    written as f64
}
