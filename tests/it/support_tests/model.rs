//! The model server seen by a client that reads raw bytes.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::model::{Framing, Gate, Model, Reply};
use crate::support::sse::{self, Stream};

fn connect(model: &Model) -> TcpStream {
    let stream = TcpStream::connect(model.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream
}

fn post(mut stream: &TcpStream, body: &Value) {
    let body = body.to_string();
    let head = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-Team: build\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
}

fn say(text: &str) -> Value {
    json!({"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": [{"type": "text", "text": text}]}]})
}

/// Reads until `end` is the end of what was read.
fn read_to(mut stream: &TcpStream, end: &str) -> String {
    let mut text = Vec::new();
    while !text.ends_with(end.as_bytes()) {
        let mut byte = [0];
        assert_eq!(stream.read(&mut byte).unwrap(), 1, "ended after {}", String::from_utf8_lossy(&text));
        text.push(byte[0]);
    }
    String::from_utf8(text).unwrap()
}

fn read_all(mut stream: &TcpStream) -> String {
    let mut text = Vec::new();
    drop(stream.read_to_end(&mut text));
    String::from_utf8(text).unwrap()
}

#[test]
fn replies_come_in_order_on_one_connection_and_requests_are_kept() {
    let model = Model::with([sse::text(&["one"]), sse::text(&["two"])]);
    let stream = connect(&model);
    post(&stream, &say("first"));
    let first = read_to(&stream, "0\r\n\r\n");
    assert!(first.starts_with("HTTP/1.1 200") && first.contains(r#""content":"one""#), "{first}");
    post(&stream, &say("second"));
    assert!(read_to(&stream, "0\r\n\r\n").contains(r#""content":"two""#));
    let requests = model.asked(2);
    assert_eq!((requests[0].last_user(), requests[1].last_user()), ("first".into(), "second".into()));
    assert_eq!(requests[0].roles(), ["system", "user"]);
    assert_eq!(requests[0].header("x-team"), Some("build"));
    model.assert_spent();
}

#[test]
fn rules_come_before_the_queue_and_the_unforeseen_is_told() {
    let model = Model::with([sse::text(&["queued"])]);
    model.when("special", sse::error(503, "server_error", "busy"));
    let stream = connect(&model);
    post(&stream, &say("something special"));
    assert!(read_to(&stream, "}}").starts_with("HTTP/1.1 503"));
    post(&stream, &say("anything"));
    assert!(read_to(&stream, "0\r\n\r\n").contains("queued"));
    post(&stream, &say("once more"));
    assert!(read_to(&stream, "}}").starts_with("HTTP/1.1 400"));
    assert!(std::panic::catch_unwind(|| model.assert_spent()).is_err());
}

#[test]
fn a_gate_holds_the_stream_where_it_stands() {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(Stream::new().text("a").hold(&gate).text("b").done().reply());
    let stream = connect(&model);
    post(&stream, &say("x"));
    let before = read_to(&stream, "\"finish_reason\":null}]}\n\n\r\n");
    let before = before + &read_to(&stream, "\"finish_reason\":null}]}\n\n\r\n");
    assert!(before.contains(r#""content":"a""#) && !before.contains(r#""content":"b""#), "{before}");
    gate.reached();
    gate.open();
    assert!(read_to(&stream, "0\r\n\r\n").contains(r#""content":"b""#));
}

#[test]
fn a_client_that_leaves_is_noticed_while_the_gate_is_shut() {
    let (model, gate) = (Model::start(), Gate::new());
    model.reply(Stream::new().hold(&gate).reply());
    let stream = connect(&model);
    post(&stream, &say("x"));
    gate.reached();
    drop(stream);
    model.hung_up(1);
}

#[test]
fn bodies_are_cut_torn_split_and_closed_as_told() {
    let model = Model::with([
        Stream::bare().raw("ab").cut().reply(),
        Stream::bare().raw("ab").tear("cd").reply(),
        Stream::bare().raw("ab\n").reply().crlf().split(2),
        Stream::bare().raw("ab").reply().framing(Framing::Close),
        Stream::bare().raw("abc").reply().framing(Framing::Length),
    ]);
    let fetch = |text: &str| {
        let stream = connect(&model);
        post(&stream, &say(text));
        if text == "whole" { read_to(&stream, "0\r\n\r\n") } else { read_all(&stream) }
    };
    assert!(fetch("cut").ends_with("\r\n\r\n2\r\nab\r\n"));
    assert!(fetch("torn").ends_with("2\r\nab\r\n66\r\ncd"));
    let split = connect(&model);
    post(&split, &say("split"));
    let split = read_to(&split, "\r\n0\r\n\r\n");
    assert!(split.contains("2\r\nab\r\n2\r\n\r\n\r\n0"), "{split}");
    assert!(fetch("closed").ends_with("connection: close\r\n\r\nab"));
    let stream = connect(&model);
    post(&stream, &say("length"));
    assert!(read_to(&stream, "abc").contains("content-length: 3\r\n\r\n"));
}

#[test]
fn a_script_file_says_how_it_is_sent() {
    let model = Model::start();
    let text = ":! status 429\n:! header retry-after: 2\ndata: one\n\n:! gate g\ndata: two\n\n:! cut\n";
    model.reply(sse::script(text, &model).unwrap());
    let stream = connect(&model);
    post(&stream, &say("x"));
    let head = read_to(&stream, "b\r\ndata: one\n\n\r\n");
    assert!(head.starts_with("HTTP/1.1 429") && head.contains("retry-after: 2\r\n"), "{head}");
    model.gate("g").open();
    assert_eq!(read_all(&stream), "b\r\ndata: two\n\n\r\n");
    assert!(sse::script(":! jump\n", &model).is_err());
}

#[test]
fn every_script_in_the_folder_can_be_read() {
    let model = Model::start();
    for entry in std::fs::read_dir(crate::support::root().join("tests/model")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let reply: Result<Reply, String> = sse::script(&text, &model);
        assert!(reply.is_ok(), "{}: {:?}", path.display(), reply.err());
        for data in text.lines().filter_map(|line| line.strip_prefix("data: ")).filter(|d| d.starts_with('{')) {
            assert!(serde_json::from_str::<Value>(data).is_ok(), "{}: {data}", path.display());
        }
    }
}
