//! Lines: any chunking gives the same lines, limits hold exactly, the thread stops where it should.

use std::collections::VecDeque;

use futures_util::FutureExt as _;
use proptest::prelude::*;

use super::*;

/// Gives its bytes in pieces of the given sizes, over and over.
struct Pieces {
    bytes: VecDeque<u8>,
    sizes: Vec<usize>,
    turn: usize,
}

impl Pieces {
    fn new(bytes: impl Into<Vec<u8>>, sizes: &[usize]) -> Self {
        Self { bytes: Vec::into(bytes.into()), sizes: sizes.to_vec(), turn: 0 }
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].min(self.bytes.len()).min(buffer.len());
        self.turn += 1;
        for (slot, byte) in buffer.iter_mut().zip(self.bytes.drain(..size)) {
            *slot = byte;
        }
        Ok(size)
    }
}

fn limits(line: usize) -> LineLimits {
    LineLimits { line, in_flight: 1000 }
}

async fn all(mut lines: Lines) -> Vec<Line> {
    let mut seen = Vec::new();
    loop {
        match lines.next().await {
            Line::Eof => return seen,
            line => seen.push(line),
        }
    }
}

async fn read(bytes: &[u8], line: usize, sizes: &[usize]) -> Vec<Line> {
    all(Lines::start(Pieces::new(bytes, sizes), limits(line), Gate::new()).expect("a thread")).await
}

fn text(text: &str) -> Line {
    Line::Text(text.to_owned())
}

/// The rules, said in another way: for the whole input at once.
fn expected(bytes: &[u8], limit: usize) -> Vec<Line> {
    let mut parts: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    if parts.last().is_some_and(|last| last.is_empty()) {
        parts.pop();
    }
    let lines = parts.into_iter().map(|part| part.strip_suffix(b"\r").unwrap_or(part));
    lines
        .filter_map(|line| match std::str::from_utf8(line) {
            _ if line.len() > limit => Some(Line::Bad(BadLine::TooLong { limit })),
            Ok(text) => (!text.trim().is_empty()).then(|| Line::Text(text.to_owned())),
            Err(error) => Some(Line::Bad(BadLine::NotUtf8 { at: error.valid_up_to() })),
        })
        .collect()
}

#[tokio::test]
async fn only_a_line_feed_ends_a_line() {
    let input = "a\u{2028}b\u{85}c\rd\r\r\ne\n\n \t\r\n\nlast";
    assert_eq!(read(input.as_bytes(), 100, &[1]).await, [text("a\u{2028}b\u{85}c\rd\r"), text("e"), text("last")]);
}

#[tokio::test]
async fn a_line_too_long_is_told_once_and_the_next_one_is_served() {
    let input = b"12345\r\n123456\n12345678901234567890\nok\n123456";
    let long = Line::Bad(BadLine::TooLong { limit: 5 });
    for sizes in [[1], [3], [100]] {
        let seen = read(input, 5, &sizes).await;
        assert_eq!(seen, [text("12345"), long.clone(), long.clone(), text("ok"), long.clone()]);
    }
}

#[tokio::test]
async fn a_line_too_long_is_told_before_its_end_has_come() {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let mut lines = Lines::start(reader, limits(10), Gate::new()).expect("a thread");
    io::Write::write_all(&mut writer, &[b'x'; 100]).expect("room");
    assert_eq!(lines.next().await, Line::Bad(BadLine::TooLong { limit: 10 }));
    io::Write::write_all(&mut writer, b"xxx\nnext").expect("room");
    drop(writer);
    assert_eq!(lines.next().await, text("next"));
    assert_eq!((lines.next().await, lines.next().await), (Line::Eof, Line::Eof));
}

#[tokio::test]
async fn bytes_that_are_no_text_are_told_with_their_place() {
    let seen = read(b"ab\xffc\nfine\n", 100, &[4]).await;
    assert_eq!(seen, [Line::Bad(BadLine::NotUtf8 { at: 2 }), text("fine")]);
}

#[tokio::test]
async fn a_closed_gate_stops_the_reading_until_it_opens() {
    let gate = Gate::new();
    gate.close();
    let mut lines = Lines::start(Pieces::new(*b"a\nb\n", &[2]), limits(100), gate.clone()).expect("a thread");
    assert_eq!(lines.next().now_or_never(), None);
    gate.open();
    assert_eq!(lines.next().await, text("a"));
    assert_eq!(all(lines).await, [text("b")]);
}

#[tokio::test]
async fn lines_in_flight_stay_within_their_budget() {
    let line = "x".repeat(300);
    let input: String = (0..100).map(|_| format!("{line}\n")).collect();
    let mut lines = Lines::start(Pieces::new(input, &[5000]), limits(1000), Gate::new()).expect("a thread");
    let mut count = 0;
    while lines.next().await != Line::Eof {
        count += 1;
        assert!(lines.budget.lock().bytes <= 1000);
    }
    assert_eq!(count, 100);
}

#[tokio::test]
async fn a_line_larger_than_the_budget_passes_alone() {
    let input = format!("a\n{}\nb", "x".repeat(5000));
    assert_eq!(read(input.as_bytes(), 10_000, &[7]).await.len(), 3);
}

#[test]
fn the_thread_ends_when_nobody_listens() {
    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    let lines = Lines::start(reader, LineLimits { line: 100, in_flight: 1 }, Gate::new()).expect("a thread");
    drop(lines);
    // The pipe breaks when the thread lets go of its end.
    while io::Write::write_all(&mut writer, b"line\n").is_ok() {}
}

proptest! {
    #[test]
    fn any_chunking_gives_the_same_lines(
        bytes in proptest::collection::vec(
            prop_oneof![Just(b'a'), Just(b' '), Just(b'\n'), Just(b'\r'), Just(0xC3), Just(0xA4)], 0..80),
        sizes in proptest::collection::vec(1usize..9, 1..6),
        limit in 0usize..12,
    ) {
        let mut seen = Vec::new();
        let mut splitter = Splitter::new(limit);
        let mut rest = bytes.as_slice();
        let mut sizes = sizes.iter().cycle();
        let mut take = |line| { seen.push(line); true };
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at((*sizes.next().expect("endless")).min(rest.len()));
            prop_assert!(splitter.feed(chunk, &mut take));
            prop_assert!(splitter.begun.len() <= limit + 1);
            rest = after;
        }
        splitter.finish(&mut take);
        prop_assert_eq!(seen, expected(&bytes, limit));
    }
}
