//! Whole part lists and whole messages out of chunk lists.

use serde_json::json;

use super::*;
use crate::provider::FailureKind;

fn model() -> Model {
    serde_json::from_value(json!({
        "id": "mini-2", "name": "Mini 2", "api": "openai-completions", "provider": "acme", "baseUrl": "http://h/v1",
        "reasoning": true, "input": ["text"], "contextWindow": 1000, "maxTokens": 100,
        "cost": {"input": 2.0, "output": 4.0, "cacheRead": 1.0, "cacheWrite": 0.5}
    }))
    .unwrap()
}

fn text(text: &str) -> Chunk {
    Chunk::Text(text.into())
}

fn thinking(text: &str) -> Chunk {
    Chunk::Thinking(text.into())
}

fn call(key: u64, id: &str, name: &str, piece: &str) -> Chunk {
    let said = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Chunk::Call { key, id: said(id), name: said(name), fragment: CallFragment::Text(piece.into()) }
}

fn whole(key: u64, id: &str, arguments: serde_json::Value) -> Chunk {
    let serde_json::Value::Object(object) = arguments else { panic!("an object") };
    Chunk::Call { key, id: Some(id.into()), name: Some("read".into()), fragment: CallFragment::Whole(object) }
}

fn stop() -> Ending {
    Ending::Ended(End::Done(StopReason::Stop))
}

/// One line a part.
fn line(part: &Part) -> String {
    match part {
        Part::TextStart { index } => format!("{index} text"),
        Part::TextDelta { index, delta } => format!("{index} + {delta:?}"),
        Part::TextEnd { index, content } => format!("{index} end {content:?}"),
        Part::ThinkingStart { index } => format!("{index} thinking"),
        Part::ThinkingDelta { index, delta } => format!("{index} ~ {delta:?}"),
        Part::ThinkingEnd { index, content } => format!("{index} end {content:?}"),
        Part::CallStart { index } => format!("{index} call"),
        Part::CallDelta { index, delta } => format!("{index} > {delta}"),
        Part::CallEnd { index, call } => {
            format!("{index} end {} {} {}", call.id, call.name, serde_json::to_string(&call.arguments).unwrap())
        }
    }
}

fn built(chunks: Vec<Chunk>, ending: Ending) -> (Vec<String>, Finished) {
    let mut builder = MessageBuilder::new(&model(), 7);
    let mut parts = Vec::new();
    for chunk in chunks {
        builder.push(chunk, &mut parts);
    }
    let finished = builder.finish(ending, &mut parts);
    (parts.iter().map(line).collect(), finished)
}

fn content(finished: &Finished) -> serde_json::Value {
    serde_json::to_value(&finished.message.content).unwrap()
}

#[test]
fn blocks_begin_and_end_where_the_kind_changes() {
    let (parts, finished) = built(
        vec![
            Chunk::Started { response_id: Some("r1".into()) },
            thinking("Let me"),
            thinking(" see"),
            Chunk::ThinkingSignature("sig".into()),
            text("I "),
            text("look"),
            call(0, "k1", "read", ""),
            call(0, "", "", "{\"path\""),
            call(0, "", "", ":\"a\"}"),
            call(1, "k2", "bash", "{}"),
            text("done"),
        ],
        stop(),
    );
    assert_eq!(
        parts,
        [
            "0 thinking",
            "0 ~ \"Let me\"",
            "0 ~ \" see\"",
            "0 end \"Let me see\"",
            "1 text",
            "1 + \"I \"",
            "1 + \"look\"",
            "1 end \"I look\"",
            "2 call",
            "2 > {\"path\"",
            "2 > :\"a\"}",
            "2 end k1 read {\"path\":\"a\"}",
            "3 call",
            "3 > {}",
            "3 end k2 bash {}",
            "4 text",
            "4 + \"done\"",
            "4 end \"done\"",
        ]
    );
    assert_eq!(
        content(&finished),
        json!([
            {"type": "thinking", "thinking": "Let me see", "thinkingSignature": "sig"},
            {"type": "text", "text": "I look"},
            {"type": "toolCall", "id": "k1", "name": "read", "arguments": {"path": "a"}},
            {"type": "toolCall", "id": "k2", "name": "bash", "arguments": {}},
            {"type": "text", "text": "done"},
        ])
    );
    assert_eq!(finished.message.stop_reason, StopReason::ToolUse, "there are calls to run");
    assert_eq!(finished.message.response_id.as_deref(), Some("r1"));
    assert_eq!(finished.message.timestamp, 7);
    assert!(finished.broken_calls.is_empty() && finished.failure.is_none());
}

#[test]
fn a_block_end_parts_two_texts() {
    let (parts, _) = built(vec![text("a"), Chunk::BlockEnd, text("b")], stop());
    assert_eq!(parts, ["0 text", "0 + \"a\"", "0 end \"a\"", "1 text", "1 + \"b\"", "1 end \"b\""]);
}

#[test]
fn blank_text_is_no_block_and_space_before_text_is_kept() {
    let (parts, finished) = built(vec![thinking("\n"), text(" \n"), text(""), text("\nHi"), text(" ")], stop());
    assert_eq!(parts, ["0 text", "0 + \" \\n\\nHi\"", "0 + \" \"", "0 end \" \\n\\nHi \""]);
    assert_eq!(content(&finished), json!([{"type": "text", "text": " \n\nHi "}]));
    let (parts, finished) = built(vec![text("\n\n"), call(0, "k1", "read", "{}"), text("  ")], stop());
    assert_eq!(parts, ["0 call", "0 > {}", "0 end k1 read {}"]);
    assert_eq!(finished.message.content.len(), 1);
}

#[test]
fn calls_that_take_turns_stay_open_until_they_are_whole() {
    let (parts, _) = built(
        vec![
            call(0, "k1", "read", ""),
            call(1, "k2", "read", ""),
            call(0, "", "", "{\"p\":"),
            call(1, "", "", "{\"q\":"),
            call(0, "", "", "1}"),
            call(1, "", "", "2}"),
        ],
        stop(),
    );
    assert_eq!(
        parts,
        [
            "0 call",
            "1 call",
            "0 > {\"p\":",
            "1 > {\"q\":",
            "0 > 1}",
            "0 end k1 read {\"p\":1}",
            "1 > 2}",
            "1 end k2 read {\"q\":2}",
        ]
    );
}

#[test]
fn whole_arguments_are_shown_as_one_delta_and_never_twice() {
    let (parts, finished) =
        built(vec![whole(0, "k1", json!({"path": "a"})), whole(0, "k1", json!({"path": "b"}))], stop());
    assert_eq!(parts, ["0 call", "0 > {\"path\":\"a\"}", "0 end k1 read {\"path\":\"b\"}"]);
    assert!(finished.broken_calls.is_empty());
}

#[test]
fn an_empty_or_repeated_id_becomes_one_of_our_own() {
    let (_, finished) =
        built(vec![call(0, "", "read", "{}"), call(1, "k1", "read", "{}"), call(2, "k1", "read", "{}")], stop());
    let ids: Vec<&str> = finished
        .message
        .content
        .iter()
        .map(|block| match block {
            AssistantBlock::ToolCall(call) => call.id.as_str(),
            _ => panic!("a call"),
        })
        .collect();
    assert_eq!(ids[1], "k1");
    assert!(ids[0].starts_with("call_") && ids[2].starts_with("call_") && ids[0] != ids[2]);
}

#[test]
fn arguments_that_are_no_object_are_told_and_the_call_is_kept() {
    for (given, why) in [
        (
            "{\"path\":",
            "the arguments are not a JSON object (EOF while parsing a value at line 1 column 8): {\"path\":",
        ),
        ("[1]", "the arguments are not a JSON object (it is another kind of value): [1]"),
        ("\"hm\"", "the arguments are not a JSON object (it is a string): \"hm\""),
    ] {
        let (parts, finished) = built(vec![call(0, "k1", "read", given)], stop());
        assert_eq!(parts.last().unwrap(), "0 end k1 read {}");
        assert_eq!(finished.broken_calls, [("k1".to_owned(), why.to_owned())]);
        assert_eq!(finished.message.stop_reason, StopReason::ToolUse);
    }
    let (_, finished) = built(vec![call(0, "k1", "", "{}")], stop());
    assert_eq!(finished.broken_calls, [("k1".to_owned(), "the call names no tool".to_owned())]);
    let cut = Ending::Ended(End::Done(StopReason::Length));
    let (_, finished) = built(vec![call(0, "k1", "read", "{\"pa")], cut);
    assert_eq!(finished.message.stop_reason, StopReason::Length);
    assert!(finished.broken_calls[0].1.contains("token limit"));
}

#[test]
fn arguments_in_odd_clothes_are_understood() {
    for (given, expected) in [
        ("", "{}"),
        (" ", "{}"),
        ("null", "{}"),
        ("{}{\"path\":\"a\"}", "{\"path\":\"a\"}"),
        ("\"{\\\"path\\\":\\\"a\\\"}\"", "{\"path\":\"a\"}"),
    ] {
        let (parts, finished) = built(vec![call(0, "k1", "read", given)], stop());
        assert_eq!(parts.last().unwrap(), &format!("0 end k1 read {expected}"), "{given}");
        assert!(finished.broken_calls.is_empty(), "{given}");
    }
}

#[test]
fn a_stopped_reply_keeps_whole_calls_and_drops_the_others() {
    let chunks = || {
        vec![
            text("Now"),
            call(0, "k1", "read", "{\"path\":\"a\"}"),
            call(1, "k2", "read", "{\"path\":\"b\"}"),
            call(2, "k3", "bash", "{\"command\":\"rm"),
        ]
    };
    let kept = json!([
        {"type": "text", "text": "Now"},
        {"type": "toolCall", "id": "k1", "name": "read", "arguments": {"path": "a"}},
        {"type": "toolCall", "id": "k2", "name": "read", "arguments": {"path": "b"}},
    ]);
    let (parts, finished) = built(chunks(), Ending::Aborted("Interrupted by user".into()));
    assert_eq!(content(&finished), kept);
    assert_eq!(parts.last().unwrap(), "3 > {\"command\":\"rm");
    assert_eq!(finished.message.stop_reason, StopReason::Aborted);
    assert_eq!(finished.message.error_message.as_deref(), Some("Interrupted by user"));
    assert!(finished.broken_calls.is_empty() && finished.failure.is_none());

    let failure = Failure {
        kind: FailureKind::Overloaded,
        message: "529 overloaded".into(),
        status: Some(529),
        retry_after: None,
    };
    let (_, finished) = built(chunks(), Ending::Ended(End::Failed(failure.clone())));
    assert_eq!(content(&finished), kept);
    assert_eq!(finished.message.stop_reason, StopReason::Error);
    assert_eq!(finished.message.error_message.as_deref(), Some("529 overloaded"));
    assert_eq!(finished.message.error_status, Some(529));
    assert_eq!(finished.failure, Some(failure));
}

#[test]
fn open_text_ends_when_the_reply_is_stopped() {
    let (parts, finished) = built(vec![text("Half")], Ending::Aborted("Request was aborted".into()));
    assert_eq!(parts, ["0 text", "0 + \"Half\"", "0 end \"Half\""]);
    assert_eq!(content(&finished), json!([{"type": "text", "text": "Half"}]));
}

#[test]
fn usage_is_priced_by_the_model_and_the_last_one_counts() {
    let usage = |input, output| Usage { input, output, cache_read: 100, cache_write: 10, ..no_usage() };
    let (_, finished) = built(vec![Chunk::Usage(usage(1, 1)), text("x"), Chunk::Usage(usage(1000, 50))], stop());
    let usage = serde_json::to_value(&finished.message.usage).unwrap();
    assert_eq!(
        usage,
        json!({"input": 1000, "output": 50, "cacheRead": 100, "cacheWrite": 10, "totalTokens": 1160,
            "cost": {"input": 0.002, "output": 0.0002, "cacheRead": 0.0001, "cacheWrite": 0.000005, "total": 0.002305}})
    );
}

#[test]
fn the_message_so_far_has_what_can_be_read_of_open_calls() {
    let mut builder = MessageBuilder::new(&model(), 7);
    let mut parts = Vec::new();
    assert_eq!(builder.partial().content, []);
    for chunk in [text("Hel"), text("lo"), call(0, "k1", "write", "{\"path\":\"a\",\"content\":\"li")] {
        builder.push(chunk, &mut parts);
    }
    let partial = serde_json::to_value(builder.partial()).unwrap();
    assert_eq!(
        partial["content"],
        json!([
            {"type": "text", "text": "Hello"},
            {"type": "toolCall", "id": "k1", "name": "write", "arguments": {"path": "a", "content": "li"}},
        ])
    );
    assert_eq!(partial["stopReason"], "stop");
    assert_eq!(partial["provider"], "acme");
}

#[test]
fn thinking_for_its_provider_alone_stands_where_it_came() {
    let (parts, finished) = built(
        vec![text("a"), Chunk::RedactedThinking("x1".into()), text("b"), Chunk::ThinkingSignature("lost".into())],
        stop(),
    );
    assert_eq!(parts[3..], ["2 text", "2 + \"b\"", "2 end \"b\""]);
    assert_eq!(content(&finished)[1], json!({"type": "redactedThinking", "data": "x1"}));
}

#[test]
fn the_time_to_the_first_content_is_only_told_when_there_was_some() {
    let (_, finished) = built(vec![Chunk::Started { response_id: None }, text("x")], stop());
    assert!(finished.message.ttft.unwrap() <= finished.message.duration.unwrap());
    let (_, finished) = built(vec![Chunk::Started { response_id: None }], stop());
    assert_eq!(finished.message.ttft, None);
}

#[test]
fn an_empty_builder_is_an_empty_message() {
    let message = MessageBuilder::empty().partial();
    assert!(message.content.is_empty() && message.model.is_empty());
}
