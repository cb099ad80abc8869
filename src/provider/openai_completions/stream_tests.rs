//! Every stream shape that servers are known for, decoded at every split.

use std::fs;
use std::path::PathBuf;

use super::*;
use crate::provider::openai_completions::body::Body;

const PROMPT: u64 = 50;

fn fixture(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/provider/openai_completions/fixtures").join(name);
    fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn decoded(pieces: &[&[u8]]) -> Vec<Chunk> {
    let mut body = Body::new(Decoder::new("acme", PROMPT));
    let mut out = Vec::new();
    for piece in pieces {
        body.bytes(piece, &mut out);
    }
    body.end(&mut out);
    assert!(body.is_over());
    out
}

/// One line a chunk.
fn line(chunk: &Chunk) -> String {
    match chunk {
        Chunk::Started { response_id } => format!("started {}", response_id.as_deref().unwrap_or("-")),
        Chunk::Text(text) => format!("text {text:?}"),
        Chunk::Thinking(text) => format!("thinking {text:?}"),
        Chunk::ThinkingSignature(text) => format!("signature {text}"),
        Chunk::RedactedThinking(text) => format!("redacted {text}"),
        Chunk::Call { key, id, name, fragment } => {
            let fragment = match fragment {
                CallFragment::Text(text) => text.clone(),
                CallFragment::Whole(object) => format!("whole {}", serde_json::to_string(object).unwrap()),
            };
            let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
            format!("call {key} {} {} {fragment}", said(id), said(name))
        }
        Chunk::CallSignature { key, signature } => format!("call signature {key} {signature}"),
        Chunk::BlockEnd => "block end".into(),
        Chunk::Usage(usage) => {
            assert_eq!(usage.total_tokens, usage.input + usage.output + usage.cache_read + usage.cache_write);
            let Usage { input, output, cache_read, cache_write, .. } = usage;
            let reasoning = usage.reasoning_tokens.map_or("-".into(), |count| count.to_string());
            format!("usage {input} {output} {cache_read} {cache_write} {reasoning}")
        }
        Chunk::End(End::Done(reason)) => format!("done {reason:?}"),
        Chunk::End(End::Failed(why)) => format!("failed {:?} {:?}: {}", why.kind, why.status, why.message),
    }
}

/// The chunks of a fixture, which must not depend on how it is cut.
fn told(name: &str) -> Vec<String> {
    let bytes = fixture(name);
    let whole = decoded(&[&bytes]);
    let ends = whole.iter().filter(|chunk| matches!(chunk, Chunk::End(_))).count();
    assert_eq!(ends, 1, "{name}: one end");
    assert!(matches!(whole.last(), Some(Chunk::End(_))), "{name}: the end is last");
    for cut in 0..=bytes.len() {
        assert_eq!(decoded(&[&bytes[..cut], &bytes[cut..]]), whole, "{name} cut at {cut}");
    }
    assert_eq!(decoded(&bytes.chunks(1).collect::<Vec<_>>()), whole, "{name} byte by byte");
    whole.iter().map(line).collect()
}

fn assert_told(name: &str, expected: &[&str]) {
    assert_eq!(told(name), expected, "{name}");
}

#[test]
fn a_plain_answer_is_text_usage_and_an_end() {
    assert_told(
        "plain.sse",
        &["started c1", "text \"The hull \"", "text \"is ä🦀 \\\"dry\\\"\\n\"", "usage 20 9 100 0 2", "done Stop"],
    );
    assert_told("length.sse", &["started c1", "text \"On and on\"", "usage 50 3 0 0 -", "done Length"]);
    assert_told("second_choice.sse", &["started c1", "text \"Port\"", "usage 50 1 0 0 -", "done Stop"]);
}

#[test]
fn either_finish_marker_ends_a_reply_and_neither_is_a_failure() {
    let done = ["started c1", "text \"Anchored\"", "usage 50 2 0 0 -", "done Stop"];
    assert_told("no_done.sse", &done);
    assert_told("done_only.sse", &done);
    assert_told("last_line_open.sse", &["started c1", "text \"Moored\"", "usage 50 2 0 0 -", "done Stop"]);
    let cut = "failed Truncated None: acme stopped in the middle of its reply";
    assert_told("cut_between.sse", &["started c1", "text \"Half a\"", "text \" sentence\"", cut]);
    assert_told("cut_inside.sse", &["started c1", "text \"Half a\"", cut]);
    assert_told("empty.sse", &["failed Truncated None: acme answered with an empty body"]);
}

#[test]
fn an_event_of_several_lines_is_one_chunk() {
    assert_told("split_lines.sse", &["started c1", "text \"Two lines\"", "usage 50 3 0 0 -", "done Stop"]);
}

#[test]
fn calls_come_apart_however_they_are_numbered() {
    assert_told(
        "calls_numbered.sse",
        &[
            "started c1",
            "text \"Looking.\"",
            "call 0 k1 read ",
            "call 0 - - {\"path\"",
            "call 0 - - :\"a.md\"}",
            "call 1 k2 bash ",
            "call 1 - - {\"command\":\"ls\"}",
            "usage 50 10 0 0 -",
            "done ToolUse",
        ],
    );
    assert_told(
        "calls_no_index.sse",
        &[
            "started c1",
            "call 0 k1 read {\"path\":",
            "call 0 - - \"a.md\"}",
            "call 1 k2 read {\"path\":",
            "call 1 - - \"b.md\"}",
            "usage 50 8 0 0 -",
            "done ToolUse",
        ],
    );
    assert_told(
        "calls_same_index.sse",
        &[
            "started c1",
            "call 0 k1 read {\"path\":\"a.md\"}",
            "call 1 k2 read {\"path\":\"b.md\"}",
            "call 2 k3 bash {\"command\":\"ls\"}",
            "usage 50 12 0 0 -",
            "done ToolUse",
        ],
    );
    assert_told(
        "function_call.sse",
        &["started c1", "call 0 - read ", "call 0 - - {\"path\":\"a.md\"}", "usage 50 4 0 0 -", "done ToolUse"],
    );
}

#[test]
fn arguments_may_be_an_object_and_the_finish_reason_anything() {
    assert_told(
        "arguments_object.sse",
        &[
            "started c1",
            "call 0 - read whole {\"path\":\"a.md\",\"limit\":3}",
            "call 1 - read whole {\"path\":\"b.md\"}",
            "usage 50 0 0 0 -",
            "done ToolUse",
        ],
    );
    let call = ["started c1", "call 0 k1 read {\"path\":\"a.md\"}", "usage 50 4 0 0 -", "done ToolUse"];
    assert_told("calls_finish_null.sse", &call);
    assert_told("calls_finish_unknown.sse", &call);
    assert_told("call_signature.sse", &[call[0], call[1], "call signature 0 c2lnbg==", call[2], call[3]]);
}

#[test]
fn usage_is_found_everywhere_and_counted_once() {
    assert_told("usage_null.sse", &["started c1", "text \"Calm sea\"", "usage 50 2 0 0 -", "done Stop"]);
    assert_told("usage_in_choice.sse", &["started c1", "text \"Calm sea\"", "usage 100 9 20 0 -", "done Stop"]);
    assert_told(
        "usage_cumulative.sse",
        &["started c1", "text \"Calm \"", "usage 120 1 0 0 -", "text \"sea\"", "usage 120 2 0 0 -", "done Stop"],
    );
    assert_told("usage_reasoning_apart.sse", &["started c1", "text \"Calm sea\"", "usage 60 35 40 0 30", "done Stop"]);
}

#[test]
fn chunks_without_choices_say_nothing() {
    assert_told("no_choices.sse", &["started c1", "text \"Fair wind\"", "usage 50 3 0 0 -", "done Stop"]);
}

#[test]
fn an_error_in_a_stream_ends_it() {
    assert_told(
        "error_object.sse",
        &[
            "started c1",
            "text \"Set\"",
            "failed RateLimit Some(429): acme answered 429: Too much sail, try again in 2s",
        ],
    );
    assert_told(
        "error_bare.sse",
        &[
            "failed Overflow Some(400): acme answered 400: maximum context length is 4096 tokens (the conversation does not fit the model's window; compact it or take a larger model)",
        ],
    );
    assert_told("error_with_finish.sse", &["failed Server Some(502): acme answered 502: Upstream sank"]);
    assert_told(
        "content_filter.sse",
        &[
            "started c1",
            "text \"Well\"",
            "failed ContentFilter None: acme ended the reply with \"content_filter\": its content filter stopped the reply",
        ],
    );
}

#[test]
fn nothing_behind_a_malformed_event_is_used() {
    let lines = told("malformed.sse");
    assert_eq!(lines[..2], ["started c1", "text \"Knots\""]);
    assert!(
        lines[2].starts_with("failed Malformed None: acme sent something that is no chat-completions reply (EOF"),
        "{lines:?}"
    );
}

#[test]
fn thinking_is_found_under_every_name() {
    let rest = ["text \"Sail at six\"", "usage 50 6 0 0 -", "done Stop"];
    let with = |head: &[&str]| [head, &rest].concat().iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let content = ["started c1", "thinking \"Tide first\"", "thinking \", then wind\"", "signature reasoning_content"];
    let mut expected = with(&content);
    expected[5] = "usage 50 8 0 0 -".into();
    assert_eq!(told("reasoning_content.sse"), expected);
    assert_eq!(told("reasoning.sse"), with(&["started c1", "thinking \"Tide first\"", "signature reasoning"]));
    assert_eq!(
        told("reasoning_twice.sse"),
        with(&["started c1", "thinking \"Tide first\"", "signature reasoning_content"])
    );
    let parts = told("thinking_parts.sse");
    assert_eq!(parts[..4], ["started c1", "thinking \"Tide first\"", "text \"Sail \"", "text \"at six\""]);
}

#[test]
fn thinking_that_must_go_back_as_it_came_is_kept_whole() {
    assert_told(
        "reasoning_details.sse",
        &[
            "started c1",
            "thinking \"Tide \"",
            "thinking \"first\"",
            "text \"Sail at six\"",
            r#"signature [{"type":"reasoning.text","format":"x","index":0,"text":"Tide first","signature":"c2VhbA=="}]"#,
            "usage 50 6 0 0 -",
            "done Stop",
        ],
    );
    assert_told(
        "reasoning_details_only.sse",
        &[
            "started c1",
            "thinking \"Tide first\"",
            "text \"Sail at six\"",
            r#"signature [{"type":"reasoning.summary","summary":"Tide first","index":0}]"#,
            "usage 50 6 0 0 -",
            "done Stop",
        ],
    );
    assert_told(
        "reasoning_sealed.sse",
        &[
            "started c1",
            "text \"Sail at six\"",
            r#"redacted [{"type":"reasoning.encrypted","data":"b3BhcXVl","id":"r1","index":0}]"#,
            "usage 50 3 0 0 -",
            "done Stop",
        ],
    );
}

#[test]
fn a_refusal_is_text() {
    assert_told(
        "refusal.sse",
        &["started c1", "text \"I will not \"", "text \"sink it\"", "usage 50 5 0 0 -", "done Stop"],
    );
}

#[test]
fn a_message_in_the_stream_counts_once() {
    let ahoy = ["started c1", "text \"Ahoy\"", "usage 50 1 0 0 -", "done Stop"];
    assert_told("message_repeated.sse", &ahoy);
    assert_told("message_instead.sse", &ahoy);
}

#[test]
fn odd_types_are_read_or_passed_over() {
    assert_told("odd_types.sse", &["started 7", "text \"Loose\"", "usage 12 3 0 0 -", "done Stop"]);
}

#[test]
fn a_reply_that_is_no_stream_is_read_whole() {
    assert_told(
        "whole.json",
        &[
            "started c9",
            "thinking \"Tide first\"",
            "signature reasoning_content",
            "text \"Sail at six\"",
            "call 0 k1 read {\"path\":\"a.md\"}",
            "usage 120 9 0 0 -",
            "done ToolUse",
        ],
    );
    assert_told(
        "whole_error.json",
        &["failed BadRequest Some(404): acme answered 404: No such ship (check the model id and the base URL)"],
    );
    let chunks = decoded(&[b"  <html><title>Login</title></html>"]);
    assert!(matches!(&chunks[..], [Chunk::End(End::Failed(why))] if why.kind == FailureKind::Malformed), "{chunks:?}");
    let chunks = decoded(&[b"{\"status\":\"ok\"}"]);
    assert!(
        matches!(&chunks[..], [_, Chunk::End(End::Failed(why))] if why.kind == FailureKind::Malformed),
        "{chunks:?}"
    );
}

#[test]
fn text_that_is_not_unicode_does_no_harm() {
    let stream = b"data: {\"choices\":[{\"delta\":{\"content\":\"a\xFFb\"},\"finish_reason\":\"stop\"}]}\n\n";
    assert!(decoded(&[stream]).contains(&Chunk::Text("a\u{fffd}b".into())));
}

/// What a decoder makes of events when each is parsed, for comparison with the short way.
fn parsed(events: &[&str]) -> Vec<Chunk> {
    let mut decoder = Decoder::new("acme", PROMPT);
    let mut out = Vec::new();
    for event in events {
        if !decoder.is_over() {
            decoder.parsed(event.trim(), &mut out);
        }
    }
    out
}

fn skimmed(events: &[&str]) -> (Vec<Chunk>, usize) {
    let mut decoder = Decoder::new("acme", PROMPT);
    let mut out = Vec::new();
    for event in events {
        decoder.event(event, &mut out);
    }
    (out, events.iter().filter(|event| skim(event.trim()).is_some()).count())
}

#[test]
fn the_short_way_and_the_parser_agree_on_every_fixture() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/provider/openai_completions/fixtures");
    let mut short = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let events: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("data:"))
            .filter(|data| !data.contains("[DONE]"))
            .collect();
        let (chunks, count) = skimmed(&events);
        assert_eq!(chunks, parsed(&events), "{events:?}");
        short += count;
    }
    assert!(short > 30, "the short way is taken: {short}");
}

#[test]
fn the_short_way_takes_what_is_ordinary_and_leaves_the_rest() {
    let around = |delta: &str| {
        format!(
            r#"{{"id":"c","object":"x","created":17,"choices":[{{"index":0,"delta":{delta},"logprobs":null,"finish_reason":null}}],"usage":null}}"#
        )
    };
    for ordinary in [
        r#"{"content":"a"}"#,
        r#"{ "role" : "assistant" , "content" : "a\n\u00e4\"\\" }"#,
        r#"{"content":null,"reasoning_content":"x"}"#,
        r#"{"content":"","tool_calls":[{"index":3,"id":"","function":{"arguments":"{\"a\":"}}]}"#,
        r#"{"content":"ä🦀","tool_calls":[],"refusal":null}"#,
        "{}",
    ] {
        let event = around(ordinary);
        assert!(skim(&event).is_some(), "{event}");
        assert_eq!(skimmed(&[&event]).0, parsed(&[&event]), "{event}");
    }
    for other in [
        r#"{"content":"a" "b"}"#,
        r#"{"content":"\ud800"}"#,
        r#"{"content":"\x"}"#,
        "{\"content\":\"a\u{1}\"}",
        r#"{"content":["a"]}"#,
        r#"{"content":"a",}"#,
        r#"{"reasoning":"x","thinking":"y"}"#,
        r#"{"tool_calls":[{"index":0,"id":"k","function":{"arguments":""}}]}"#,
        r#"{"tool_calls":[{"index":0,"function":{"arguments":"a"}},{"index":1,"function":{"arguments":"b"}}]}"#,
        r#"{"extra":-}"#,
        r#"{"content":"a"}}"#,
    ] {
        let event = around(other);
        assert_eq!(skim(&event), None, "{event}");
        assert_eq!(skimmed(&[&event]).0, parsed(&[&event]), "{event}");
    }
    assert_eq!(skim("{\"choices\":[{\"delta\":{\"content\":\"a"), None);
    assert_eq!(skim("{\"choices\":[{\"delta\":{\"content\":\"a\\"), None);
    assert_eq!(skim("{\"id\":\"c\"}"), None);
}

#[test]
fn half_a_surrogate_pair_is_replaced_and_the_reply_goes_on() {
    let around = |text: &str| format!(r#"{{"choices":[{{"index":0,"delta":{{"content":"{text}"}}}}]}}"#);
    let stop = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;
    let (chunks, _) = skimmed(&[&around("a\\ud83d"), &around("\\ude00b"), &around("\\ud83d\\ude00"), stop, "[DONE]"]);
    let text: String = chunks
        .iter()
        .filter_map(|chunk| if let Chunk::Text(text) = chunk { Some(text.as_str()) } else { None })
        .collect();
    assert_eq!(text, "a\u{fffd}\u{fffd}b\u{1f600}");
    assert_eq!(chunks.last(), Some(&Chunk::End(End::Done(StopReason::Stop))));
}

proptest::proptest! {
    #[test]
    fn the_short_way_and_the_parser_agree_on_damaged_events(
        delta in proptest::sample::select(vec![
            r#"{"content":"a\"b ä"}"#, r#"{"reasoning":"x","content":null}"#,
            r#"{"tool_calls":[{"index":0,"function":{"arguments":"{\"p\":1}"}}]}"#,
        ]),
        at in proptest::prelude::any::<proptest::sample::Index>(),
        with in proptest::sample::select(vec!["", "\"", "\\", ",", "}", "]", "{", "0", " ", "null", "\u{1}", "ä"]),
    ) {
        let event = format!(r#"{{"id":"c","choices":[{{"index":0,"delta":{delta},"finish_reason":null}}],"usage":null}}"#);
        let letters: Vec<char> = event.chars().collect();
        let at = at.index(letters.len());
        let mut damaged: String = letters[..at].iter().collect();
        damaged.push_str(with);
        damaged.extend(&letters[at + 1..]);
        proptest::prop_assert_eq!(skimmed(&[&damaged]).0, parsed(&[&damaged]), "{}", damaged);
    }
}
