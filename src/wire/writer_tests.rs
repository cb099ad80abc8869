//! The writer: order, pressure, direct writes, strictness, and a host that goes away.

use std::io::{BufRead as _, BufReader, PipeReader, Read as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::time::Duration;

use serde_json::{Value, json};

use super::*;

const LONG: Duration = Duration::from_secs(20);

#[derive(serde::Serialize)]
#[serde(transparent)]
struct Frame(Value);

impl OutboundFrame for Frame {
    fn schema_name(&self) -> &'static str {
        "Frame"
    }

    fn check(&self, value: &Value) -> Result<(), String> {
        if value.get("bad").is_some() { Err("/bad: expected nothing".to_owned()) } else { Ok(()) }
    }

    fn replacement(&self, why: &str) -> Option<Self> {
        self.0.get("id").map(|id| Self(json!({"id": id, "error": why})))
    }
}

fn writer(direct: bool, strictness: Strictness, hard_mark: usize) -> (BufReader<PipeReader>, Writer) {
    let (reader, out) = io::pipe().expect("a pipe");
    let out = OwnedFd::from(out);
    let second = direct.then(|| Blocking::new(out.as_fd().try_clone_to_owned().expect("a copy")));
    let writer = Writer::start(Blocking::new(out), second, strictness, hard_mark).expect("a thread");
    (BufReader::new(reader), writer)
}

fn line(reader: &mut BufReader<PipeReader>) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).expect("a line");
    line
}

async fn all_in_order(direct: bool) {
    let (mut reader, writer) = writer(direct, Strictness::Lenient, 1 << 30);
    let count = 20_000;
    let reading = std::thread::spawn(move || {
        for n in 0..count {
            let value: Value = serde_json::from_str(&line(&mut reader)).expect("whole lines");
            assert_eq!(value["n"], n);
        }
    });
    for n in 0..count {
        // Long ones now and then, so that both ways of writing alternate.
        let filling = if n % 97 == 0 { 10_000 } else { n % 50 };
        writer.send(Frame(json!({"n": n, "filling": "x".repeat(filling)})));
    }
    tokio::time::timeout(LONG, writer.finish()).await.expect("a reading host");
    reading.join().expect("every line in order");
    assert_eq!(writer.pending(), 0);
}

#[tokio::test]
async fn frames_leave_in_the_order_of_sending() {
    all_in_order(false).await;
}

#[tokio::test]
async fn frames_written_directly_do_not_overtake_others() {
    all_in_order(true).await;
}

#[tokio::test]
async fn a_short_frame_is_with_the_host_when_send_returns() {
    let (mut reader, writer) = writer(true, Strictness::Lenient, 1000);
    writer.send(Frame(json!({"n": 1})));
    assert_eq!(writer.pending(), 0);
    assert_eq!(line(&mut reader), "{\"n\":1}\n");
}

#[tokio::test]
async fn a_host_that_does_not_read_blocks_nobody_and_closes_the_gate() {
    for direct in [false, true] {
        let (mut reader, writer) = writer(direct, Strictness::Lenient, 500_000);
        let frame = "x".repeat(1000);
        while writer.pending() <= 500_000 {
            writer.send(Frame(json!(frame)));
        }
        let gate = writer.gate();
        let passing = std::thread::spawn(move || gate.pass());
        assert!(!passing.is_finished());
        let sent = writer.clone();
        let (below, read) = tokio::join!(tokio::time::timeout(LONG, sent.below(250_000)), async {
            tokio::task::spawn_blocking(move || {
                let mut page = vec![0; 600_000];
                reader.read_exact(&mut page[..500_000]).expect("bytes");
                reader
            })
            .await
        });
        below.expect("the mark is reached");
        assert!(writer.pending() <= 250_000);
        passing.join().expect("the gate is open");
        let mut reader = read.expect("the reader");
        let rest = std::thread::spawn(move || {
            let mut rest = Vec::new();
            reader.read_to_end(&mut rest).expect("the rest");
        });
        tokio::time::timeout(LONG, writer.finish()).await.expect("a reading host");
        // The pipe is closed although the writer still lives.
        rest.join().expect("the end");
    }
}

#[tokio::test]
async fn a_host_that_went_away_is_noticed_and_the_rest_thrown_away() {
    for direct in [false, true] {
        let (reader, writer) = writer(direct, Strictness::Lenient, 1000);
        drop(reader);
        writer.send(Frame(json!({"n": 1})));
        tokio::time::timeout(LONG, writer.host_gone().cancelled()).await.expect("noticed");
        writer.send(Frame(json!("x".repeat(5000))));
        assert_eq!(writer.pending(), 0);
        writer.below(0).await;
        writer.gate().pass();
        tokio::time::timeout(LONG, writer.finish()).await.expect("an end");
        assert!(!writer.has_defect());
    }
}

#[tokio::test]
async fn in_strict_mode_a_faulty_frame_never_leaves() {
    let (mut reader, writer) = writer(false, Strictness::Strict, 1000);
    writer.send(Frame(json!({"n": 1})));
    assert!(!writer.has_defect());
    writer.send(Frame(json!({"bad": true})));
    assert!(writer.has_defect());
    writer.send(Frame(json!({"id": "7", "bad": true})));
    assert_eq!(line(&mut reader), "{\"n\":1}\n");
    assert_eq!(line(&mut reader), "{\"id\":\"7\",\"error\":\"/bad: expected nothing\"}\n");
}

#[test]
fn a_value_that_cannot_be_written_leaves_no_trace() {
    struct Broken;
    impl serde::Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq as _;
            let mut list = serializer.serialize_seq(None)?;
            list.serialize_element("begun")?;
            Err(serde::ser::Error::custom("on purpose"))
        }
    }
    let mut buffer = b"before\n".to_vec();
    assert!(write_line(&mut buffer, &Broken).is_err());
    assert_eq!(buffer, b"before\n");
}

#[test]
fn raw_json_on_several_lines_becomes_one() {
    let raw = serde_json::value::RawValue::from_string("{\r\n  \"a\": \"x\\ny\"\n}".to_owned()).expect("JSON");
    let mut buffer = Vec::new();
    let length = write_line(&mut buffer, &raw).expect("a line");
    assert_eq!(buffer, b"{    \"a\": \"x\\ny\" }\n");
    assert_eq!(length, buffer.len());
}
