//! The blessed Rust of the cases, compiled and used: what is written is what was read.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};

#[allow(dead_code, clippy::all)]
#[rustfmt::skip]
mod structs {
    include!("cases/structs.rs");
}
#[allow(dead_code, clippy::all)]
#[rustfmt::skip]
mod unions {
    include!("cases/unions.rs");
}
#[allow(dead_code, clippy::all)]
#[rustfmt::skip]
mod dialect {
    include!("cases/dialect.rs");
}

#[allow(dead_code, clippy::all)]
#[rustfmt::skip]
mod envelope {
    include!("cases/envelope.rs");
}

fn round<T: serde::Serialize + serde::de::DeserializeOwned>(value: Value) -> Value {
    serde_json::to_value(serde_json::from_value::<T>(value).unwrap()).unwrap()
}

#[test]
fn absent_null_and_empty_stay_three_things() {
    let least = json!({ "zeta": "z", "label": "l", "type": "t", "count": 1, "ratio": 0.5, "level": "one-at-a-time",
        "maybe": null, "maybeLevel": "veryLoud", "list": [], "anything": null });
    assert_eq!(round::<structs::Everything>(least.clone()), least);
    let mut more = least.clone();
    more["optionalList"] = json!([]);
    more["map"] = json!({});
    assert_eq!(round::<structs::Everything>(more.clone()), more);
    for member in ["maybe", "maybeLevel", "list", "zeta"] {
        let mut less = least.clone();
        less.as_object_mut().unwrap().remove(member);
        assert!(serde_json::from_value::<structs::Everything>(less).is_err(), "{member}");
    }
    let written = serde_json::to_string(&serde_json::from_value::<structs::Everything>(least).unwrap()).unwrap();
    assert!(written.starts_with("{\"zeta\":"), "schema order: {written}");
    assert_eq!(round::<structs::Empty>(json!({ "ignored": 1 })), json!({}));
}

#[test]
fn unions_write_what_they_read() {
    for block in [json!({ "type": "text", "text": "a" }), json!({ "type": "picture", "data": "b" })] {
        assert_eq!(round::<unions::ContentBlock>(block.clone()), block);
        assert_eq!(round::<unions::Content>(json!([block])), json!([block]));
    }
    for request in [
        json!({ "type": "request", "method": "ask", "id": "1", "secret": true }),
        json!({ "type": "request", "method": "tell", "loud": true }),
    ] {
        assert_eq!(round::<unions::Request>(request.clone()), request);
    }
    for reply in [json!({ "id": "1", "value": "" }), json!({ "id": "1", "cancelled": true })] {
        assert_eq!(round::<unions::Reply>(reply.clone()), reply);
    }
    assert_eq!(round::<unions::Content>(json!("a")), json!("a"));
    assert_eq!(round::<unions::Switch>(json!(false)), json!(false));
    assert!(serde_json::from_value::<unions::Switch>(json!("on")).is_err());
    assert!(serde_json::from_value::<unions::Reply>(json!({ "id": "1" })).is_err());
}

#[test]
fn constants_come_first_on_the_wire() {
    let ask = unions::Ask { id: "1".to_owned(), secret: None };
    assert_eq!(serde_json::to_string(&ask).unwrap(), r#"{"type":"request","method":"ask","id":"1"}"#);
    let text = unions::Text { text: "a".to_owned() };
    assert_eq!(serde_json::to_string(&text).unwrap(), r#"{"type":"text","text":"a"}"#);
}

#[test]
fn a_host_can_write_commands_and_read_events() {
    use dialect::demo::{Command, CommandFrame, Event, SayCommand};
    let command = Command::Say(SayCommand { words: "hello".to_owned() });
    let frame = CommandFrame { id: Some("7".to_owned()), command };
    assert_eq!(serde_json::to_string(&frame).unwrap(), r#"{"id":"7","type":"say","words":"hello"}"#);
    let event: Event = serde_json::from_str(r#"{"type":"said","words":"hello"}"#).unwrap();
    assert!(matches!(event, Event::Said(said) if said.words == "hello"));
}

#[test]
fn a_host_of_an_enveloped_dialect_writes_both_kinds_of_ids_and_reads_data() {
    use envelope::boxed::{Command, CommandFrame, Event, Response, ResponseData, SayCommand};
    use envelope::frame::Id;
    let command = Command::Say(SayCommand { words: "hello".to_owned() });
    let frame = CommandFrame { id: Some(Id::Number(7.into())), command };
    assert_eq!(serde_json::to_string(&frame).unwrap(), r#"{"id":7,"type":"say","words":"hello"}"#);
    let event: Event = serde_json::from_str(r#"{"type":"said","timestamp":"now","data":{"words":"hello"}}"#).unwrap();
    assert!(matches!(event, Event::Said(said) if said.data.words == "hello"));
    let data = ResponseData::Say(Box::new(envelope::boxed::Nothing {}));
    let response = Response { id: Some(Id::Text("a".to_owned())), command: "say".into(), outcome: Ok(Some(data)) };
    let text = r#"{"type":"response","command":"say","success":true,"id":"a","data":{}}"#;
    assert_eq!(serde_json::to_string(&response).unwrap(), text, "the type comes first");
}
