//! What a line can be: the three ways of being no frame, the limits, and the words for faults.

use serde_json::{Value, json};

use super::frame::{Decoded, Invalid, OutboundFrame, Strictness};
use super::shared;
use super::veyyon::{self, Command, Outbound, Response, ResponseData};

fn lenient(line: &str) -> Decoded<Command, veyyon::ControlFrame> {
    veyyon::decode(line, Strictness::Lenient)
}

fn strict(line: &str) -> Decoded<Command, veyyon::ControlFrame> {
    veyyon::decode(line, Strictness::Strict)
}

fn parameters(decoded: Decoded<Command, veyyon::ControlFrame>) -> (String, String) {
    match decoded {
        Decoded::Invalid(Invalid::Parameters { pointer, text, .. }) => (pointer, text),
        other => panic!("expected a parameter fault, found {other:?}"),
    }
}

#[test]
fn lines_that_are_no_frame_are_told_apart() {
    for line in [
        "",
        "nonsense",
        "[]",
        "[\"abort\"]",
        "\"abort\"",
        "7",
        "{}",
        "{\"type\":7}",
        "{\"type\":null}",
        "{\"id\":7,\"type\":\"abort\"}",
        "{\"type\":\"abort\"",
        "{\"type\":\"abort\"} x",
        "{\"type\":\"abort\",\"type\":\"abort\"}",
        "{\"type\":\"steer\",\"message\":\"\\ud800\"}",
    ] {
        for decoded in [lenient(line), strict(line)] {
            let is_none = matches!(decoded, Decoded::Invalid(Invalid::Json { .. } | Invalid::NoCommand { .. }));
            assert!(is_none, "{line}: {decoded:?}");
        }
    }
    let unknown = Invalid::Unknown { name: "fly".to_owned(), id: Some("a".to_owned()) };
    assert_eq!(lenient("{\"id\":\"a\",\"type\":\"fly\"}"), Decoded::Invalid(unknown));
}

#[test]
fn ids_are_echoed_and_null_counts_as_absent() {
    let Decoded::Command { id, command } = lenient(" {\"id\":\"r\\u00e9q\",\"type\":\"abort\"}") else { panic!() };
    assert_eq!(id.as_deref(), Some("réq"));
    assert_eq!(command.name().as_str(), "abort");
    assert!(matches!(lenient("{\"id\":null,\"type\":\"abort\"}"), Decoded::Command { id: None, .. }));
    assert_eq!(parameters(strict("{\"id\":null,\"type\":\"abort\"}")).0, "/id");
    let line = "{\"type\":\"prompt\",\"message\":\"x\",\"images\":null}";
    let Decoded::Command { command: Command::Prompt(prompt), .. } = lenient(line) else { panic!() };
    assert_eq!(prompt.images, None);
    assert_eq!(parameters(strict(line)).0, "/images");
}

#[test]
fn both_modes_tell_a_typed_fault_in_the_same_words() {
    let cases = [
        ("{\"type\":\"prompt\"}", "", "expected the member \"message\""),
        ("{\"type\":\"prompt\",\"message\":5}", "/message", "expected a string, found an integer"),
        ("{\"type\":\"prompt\",\"message\":\"x\",\"images\":{}}", "/images", "expected an array, found an object"),
        ("{\"type\":\"prompt\",\"message\":\"x\",\"message\":\"y\"}", "", "expected the member \"message\" only once"),
        (
            "{\"type\":\"set_todos\",\"phases\":[{\"name\":\"n\",\"tasks\":[{\"content\":\"c\",\"status\":\"done\"}]}]}",
            "/phases/0/tasks/0/status",
            "expected one of \"pending\", \"in_progress\", \"completed\", \"abandoned\"",
        ),
        (
            "{\"type\":\"set_auto_retry\",\"enabled\":1.5}",
            "/enabled",
            "expected a boolean, found a number with a fraction",
        ),
        ("{\"type\":\"set_steering_mode\",\"mode\":1}", "/mode", "expected one of the named strings"),
    ];
    for (line, pointer, text) in cases {
        for decoded in [lenient(line), strict(line)] {
            assert_eq!(parameters(decoded), (pointer.to_owned(), text.to_owned()), "{line}");
        }
    }
}

#[test]
fn faults_inside_a_list_have_a_place() {
    let line = r#"{"type":"steer","message":"x","images":[{"type":"image","data":"AAAA"}]}"#;
    let (pointer, text) = parameters(lenient(line));
    assert_eq!((pointer.as_str(), text.as_str()), ("/images/0", "expected the member \"mimeType\""));
    let line =
        r#"{"type":"steer","message":"x","images":[{"type":"image","data":"AAAA","mimeType":"image/png","x":1}]}"#;
    assert!(matches!(lenient(line), Decoded::Command { .. }));
    assert_eq!(parameters(strict(line)).0, "/images/0/x");
    let line = r#"{"type":"steer","message":"x","images":[{"type":"text","data":"AAAA","mimeType":"image/png"}]}"#;
    assert!(matches!(lenient(line), Decoded::Command { .. }));
    assert_eq!(parameters(strict(line)), ("/images/0/type".to_owned(), "expected \"image\"".to_owned()));
}

#[test]
fn a_fault_in_a_union_is_told_of_the_branch_that_was_meant() {
    let user = |block: Value| json!({ "type": "message_end", "message": { "role": "user", "content": [block], "timestamp": 1 } });
    let faults = |frame: &Value| veyyon::VALIDATORS.check("MessageEndEvent", frame).unwrap_err();
    let without = faults(&user(json!({ "type": "image", "data": "AAAA" })));
    assert_eq!(without, "/message/content/0: expected the member \"mimeType\"");
    let strange = faults(&user(json!({ "type": "video" })));
    assert_eq!(strange, "/message/content/0: expected one of type=\"text\", type=\"image\"");
    let role = faults(&json!({ "type": "message_end", "message": { "role": "nobody" } }));
    assert!(role.starts_with("/message: expected one of role=\"user\""), "{role}");
}

#[test]
fn no_fault_quotes_a_large_value() {
    let large = "x".repeat(1 << 20);
    for line in [
        format!("{{\"type\":\"prompt\",\"message\":[\"{large}\"]}}"),
        format!("{{\"type\":\"set_auto_retry\",\"enabled\":\"{large}\"}}"),
        format!("{{\"type\":\"set_steering_mode\",\"mode\":\"{large}\"}}"),
        format!("{{\"type\":\"abort\",\"{large}\":1}}"),
    ] {
        let (pointer, text) = parameters(strict(&line));
        assert!(pointer.len() + text.len() < 700, "{} {}", pointer.len(), text.len());
    }
}

#[test]
fn nesting_is_bounded_wherever_it_stands() {
    let deep = "[".repeat(200) + &"]".repeat(200);
    for line in [format!("{{\"type\":\"abort\",\"x\":{deep}}}"), format!("{{\"type\":\"fly\",\"x\":{deep}}}"), deep] {
        assert!(matches!(lenient(&line), Decoded::Invalid(Invalid::Json { .. })));
    }
}

#[test]
fn a_strict_line_tells_at_most_three_faults() {
    let (pointer, text) = parameters(strict("{\"type\":\"abort\",\"a\":1,\"b\":2,\"c\":3,\"d\":4}"));
    assert_eq!(pointer, "/a");
    assert_eq!(text.matches("expected no member").count(), 3);
}

#[test]
fn responses_have_the_order_of_the_wire() {
    let response = |id: Option<&str>, outcome| Response { id: id.map(str::to_owned), command: "abort".into(), outcome };
    let text = |response: Response| serde_json::to_string(&Outbound::from(response)).unwrap();
    assert_eq!(text(response(Some("1"), Ok(None))), r#"{"id":"1","type":"response","command":"abort","success":true}"#);
    assert_eq!(
        text(response(None, Err("no".to_owned()))),
        r#"{"type":"response","command":"abort","success":false,"error":"no"}"#
    );
}

#[test]
fn a_response_that_does_not_conform_becomes_a_failure() {
    let good = Outbound::from(Response { id: None, command: "abort".into(), outcome: Ok(None) });
    let value = serde_json::to_value(&good).unwrap();
    good.check(&value).unwrap();
    let data = ResponseData::GetMessages(Box::new(veyyon::GetMessagesResult { messages: Vec::new() }));
    let bad = Outbound::from(Response { id: Some("9".to_owned()), command: "abort".into(), outcome: Ok(Some(data)) });
    let why = bad.check(&serde_json::to_value(&bad).unwrap()).unwrap_err();
    assert!(why.contains("/data"), "{why}");
    let replaced = bad.replacement(&why).unwrap();
    let value = serde_json::to_value(&replaced).unwrap();
    replaced.check(&value).unwrap();
    assert_eq!(value.get("success"), Some(&Value::Bool(false)));
    assert_eq!(value.get("id"), Some(&json!("9")));
}

#[test]
fn a_union_of_text_and_blocks_keeps_both() {
    let text: shared::UserContent = serde_json::from_str("\"hi\"").unwrap();
    assert_eq!(text, shared::UserContent::Text("hi".to_owned()));
    let blocks: shared::UserContent = serde_json::from_str("[{\"type\":\"text\",\"text\":\"hi\"}]").unwrap();
    assert!(matches!(&blocks, shared::UserContent::Blocks(list) if list.len() == 1));
    let fault = serde_json::from_str::<shared::UserContent>("5").unwrap_err().to_string();
    assert!(fault.contains("expected a string or a sequence"), "{fault}");
}

#[test]
fn every_validator_compiles() {
    for name in veyyon::VALIDATORS.names() {
        let faults = veyyon::VALIDATORS.faults(name, &json!({ "type": 1 }));
        assert!(
            !faults.is_empty() && faults.iter().all(|fault| fault.text.starts_with("expected ")),
            "{name}: {faults:?}"
        );
    }
}

#[test]
fn numeric_ids_are_kept_digit_for_digit() {
    use crate::proto::autohand::{self, Response as Answer};
    use crate::proto::frame::{Id, NoCommand};
    for digits in ["7", "-1.50", "12345678901234567890123", "1E400", "-0"] {
        let number = Some(Id::Number(digits.to_owned()));
        for strictness in [Strictness::Lenient, Strictness::Strict] {
            let decoded = autohand::decode(&format!("{{\"type\":\"abort\",\"id\":{digits}}}"), strictness);
            assert!(matches!(decoded, Decoded::Command { id, .. } if id == number), "{digits}");
            // Also where the rest is no command.
            for rest in ["\"type\":7", "\"x\":1", "\"type\":null"] {
                let decoded = autohand::decode(&format!("{{\"id\":{digits},{rest}}}"), strictness);
                let Decoded::Invalid(Invalid::NoCommand { why, id, .. }) = decoded else { panic!("{digits} {rest}") };
                assert_eq!((why, &id), (NoCommand::NoType, &number));
            }
            let decoded = autohand::decode(&format!("{{\"type\":\"abort\",\"id\":{digits},\"x\":1}}"), strictness);
            let refused = matches!(&decoded, Decoded::Invalid(Invalid::Parameters { id, pointer, .. })
                if *id == number && pointer == "/x");
            assert_eq!(refused, strictness == Strictness::Strict, "{digits}: {decoded:?}");
        }
        let frame = autohand::Outbound::from(Answer {
            id: number,
            command: "warp".into(),
            outcome: Err("Unknown command: warp".to_owned()),
        });
        frame.check(&frame.picture().unwrap()).unwrap();
        assert!(serde_json::to_string(&frame).unwrap().contains(&format!("\"id\":{digits},")));
    }
}
