//! Lines in and lines out: pieces, limits, encodings, and a host that reads slowly or not at all.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::server::Pace;
use crate::support::{Frame, Gate, Launch, Model, Stream, Workspace, sse};

const MIB: usize = 1024 * 1024;

#[test]
fn a_frame_that_comes_a_byte_at_a_time_is_one_frame() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    server.send_bytewise(b"{\"id\":\"one\",\"type\":\"set_session_name\",\"name\":\"B\xc3\xb6te\"}\n{\"id\":\"two\",\"type\":\"get_state\"}\n");
    assert_eq!(server.reply("one")["success"], true);
    assert_eq!(server.reply("two")["data"]["sessionName"], "Böte");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn many_frames_that_come_in_one_piece_are_answered_in_order() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).spawn();
    let lines: String =
        (0..500).map(|i| format!("{{\"id\":\"{i}\",\"type\":\"get_last_assistant_text\"}}\n")).collect();
    server.send_raw(lines.as_bytes());
    server.expect("ready");
    server.expect("available_commands_update");
    for i in 0..500 {
        assert_eq!(server.expect("response").value["id"], i.to_string());
    }
    assert!(server.finish().frames.is_empty());
}

#[test]
fn blank_lines_say_nothing_and_a_cr_before_the_lf_is_dropped() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    server.send_raw(b"\n\r\n   \n\t\r\n{\"id\":\"a\",\"type\":\"abort\"}\r\n\n{\"id\":\"b\",\"type\":\"abort\"}\n\n");
    assert!(server.expect("response").is_reply("a"));
    assert!(server.expect("response").is_reply("b"));
    assert!(server.finish().frames.is_empty());
}

#[test]
fn only_lf_ends_a_line() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    let name = "a\u{2028}b\u{2029}c\u{85}d\u{b}e";
    let line = "{\"id\":\"a\",\"type\":\"set_todos\",\"phases\":[{\"name\":\"a\u{2028}b\u{2029}c\u{85}d\\u000be\",\"tasks\":[]}]}\n";
    server.send_raw(line.as_bytes());
    assert_eq!(server.reply("a")["data"]["todoPhases"][0]["name"], name);
}

#[test]
fn invalid_utf8_is_a_parse_failure_and_the_next_line_is_served() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    for bad in
        [&b"{\"id\":\"x\",\"type\":\"abort\",\"\xff\":1}\n"[..], b"\xc3\n", b"\xed\xa0\x80\n", b"\xfe\xff\x00{\x00}\n"]
    {
        server.send_raw(bad);
        parse_failure(&server.expect("response"));
    }
    server.send_raw(b"{\"id\":\"a\",\"type\":\"abort\"}\n");
    assert!(server.expect("response").is_reply("a"));
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_line_above_the_limit_is_one_failure_and_its_memory_is_given_back() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    let piece = vec![b'a'; MIB];
    server.send_raw(b"{\"id\":\"big\",\"type\":\"set_session_name\",\"name\":\"");
    for _ in 0..33 {
        server.send_raw(&piece);
    }
    server.send_raw(b"\"}\n{\"id\":\"a\",\"type\":\"abort\"}\n");
    parse_failure(&server.expect("response"));
    assert!(server.expect("response").is_reply("a"));
    if let Some(now) = server.memory() {
        assert!(now < 16 * 1024, "{now} KiB are still held");
    }
    assert!(server.finish().frames.is_empty());
}

#[test]
fn a_line_below_the_limit_is_served() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    let name = "n".repeat(8 * MIB);
    server.send(&json!({"id": "a", "type": "set_todos", "phases": [{"name": name, "tasks": []}]}));
    assert_eq!(server.reply("a")["data"]["todoPhases"][0]["name"].as_str().map(str::len), Some(8 * MIB));
}

#[test]
fn a_nest_that_is_too_deep_is_a_parse_failure() {
    let workspace = Workspace::new();
    let mut server = Launch::lenient(&workspace).start();
    for depth in [129, 100_000] {
        server.send_line(&format!(
            "{{\"id\":\"x\",\"type\":\"abort\",\"x\":{}{}}}",
            "[".repeat(depth),
            "]".repeat(depth)
        ));
        parse_failure(&server.expect("response"));
    }
    server.send_line(&format!("{{\"id\":\"a\",\"type\":\"abort\",\"x\":{}{}}}", "[".repeat(100), "]".repeat(100)));
    assert!(server.expect("response").is_reply("a"));
}

#[test]
fn frames_sent_before_ready_are_served_and_nothing_waits_for_the_end_of_input() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).spawn();
    server.send_raw(b"{\"id\":\"a\",\"type\":\"abort\"}\n");
    server.expect("ready");
    server.expect("available_commands_update");
    assert!(server.expect("response").is_reply("a"));
}

#[test]
fn a_host_that_does_not_read_can_still_write() {
    let (model, gate) = (Model::start(), Gate::new());
    let mut stream = Stream::new();
    for i in 0..20_000 {
        stream = stream.text(&format!("word {i} "));
    }
    model.reply(stream.hold(&Gate::new()).reply());
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).pace(Pace::Stalled { after: 6, gate: gate.clone() }).start();
    server.send(&json!({"id": "p", "type": "prompt", "message": "Tell me all"}));
    server.until_kind("turn_start");
    gate.reached();
    // More than any pipe holds, while nothing is read from the other one.
    for i in 0..2_000 {
        server.send(&json!({"id": format!("s{i}"), "type": "get_last_assistant_text"}));
    }
    server.send(&json!({"id": "a", "type": "abort"}));
    // The connection to the model goes when the abort is served, which does not wait for the host.
    model.hung_up(1);
    gate.open();
    let read = server.until(|frame| frame.is_reply("a"));
    let replies = read.iter().filter(|frame| frame.is("response")).count();
    assert_eq!(replies, 2_001, "the questions and the abort");
    assert_eq!(read.iter().filter(|frame| frame.is("agent_end")).count(), 1);
}

#[test]
fn a_slow_reader_gets_every_frame_and_the_process_stays_small() {
    const DELTAS: usize = 20_000;
    let model = Model::start();
    let (mut stream, mut whole) = (Stream::new(), String::new());
    for i in 0..DELTAS {
        let word = format!("word {i:05} ");
        stream = stream.text(&word);
        whole += &word;
    }
    model.reply(stream.finish("stop").usage(10, 20_000).done().reply());
    let workspace = Workspace::on(&model);
    let pace = Pace::Slow { bytes: 64 * 1024, pause: Duration::from_millis(50) };
    let mut server = Launch::new(&workspace).pace(pace).limit(Duration::from_secs(90)).start();
    let frames = server.run("p", "Tell me all");
    let told: String = frames.iter().filter_map(Frame::delta).collect();
    assert!(told == whole, "{} of {} bytes came as deltas", told.len(), whole.len());
    let kinds: Vec<&str> = frames.iter().map(Frame::kind).filter(|kind| *kind != "message_update").collect();
    let wanted = [
        "response",
        "agent_start",
        "turn_start",
        "message_start",
        "message_end",
        "message_start",
        "message_end",
        "turn_end",
        "agent_end",
    ];
    assert_eq!(kinds, wanted);
    let most = 6 * whole.len() as u64 + 250 * DELTAS as u64;
    assert!(server.bytes_read() <= most, "{} bytes for an answer of {}", server.bytes_read(), whole.len());
    if let Some(peak) = server.peak_memory() {
        assert!(peak < 64 * 1024, "{peak} KiB");
    }
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn updates_in_snapshot_mode_carry_the_message_so_far() {
    let model = Model::with([sse::text(&["one ", "two"])]);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).args(["--message-updates", "snapshot"]).start();
    let frames = server.run("p", "Count");
    let last = frames.iter().rfind(|frame| frame.is("message_update")).expect("an update");
    assert_eq!(last.value["message"]["content"][0]["text"], "one two");
    assert_eq!(last.value["assistantMessageEvent"]["partial"], last.value["message"]);
}

fn parse_failure(frame: &Frame) {
    assert!(frame.has(&json!({"type": "response", "command": "parse", "success": false})), "{}", frame.raw);
    assert_eq!(frame.value.get("id"), None::<&Value>, "{}", frame.raw);
    assert!(frame.value["error"].as_str().is_some_and(|e| e.starts_with("Failed to parse command: ")), "{}", frame.raw);
}
