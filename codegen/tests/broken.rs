//! Broken schemas: each fault is found, with its file and the pointer to it, and nothing panics.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use hostwire_codegen::{Source, bundle, load, read_sources};
use serde_json::{Value, json};

mod support;

fn sound() -> Vec<Source> {
    let path = format!("{}/tests/cases/dialect.json", env!("CARGO_MANIFEST_DIR"));
    support::sources(&std::fs::read_to_string(path).unwrap())
}

/// Breaks one file of a sound dialect and gives what is found.
fn found(file: &str, pointer: &str, value: Option<Value>) -> Vec<String> {
    let mut files = sound();
    let source = files.iter_mut().find(|source| source.path == file).expect("the case has this file");
    let (parent, member) = pointer.rsplit_once('/').unwrap();
    let object = source.json.pointer_mut(parent).and_then(Value::as_object_mut).expect("the pointer is there");
    match value {
        Some(value) => object.insert(member.to_owned(), value),
        None => object.shift_remove(member),
    };
    read_sources(&files).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

const SAY: &str = "demo/commands/talk/say.json";

#[test]
fn faults_are_told_with_file_and_pointer() {
    let cases: &[(&str, &str, Option<Value>, &str)] = &[
        (
            SAY,
            "/properties/words/pattern",
            Some(json!("a+")),
            "/properties/words/pattern: the keyword \"pattern\" is not in the subset",
        ),
        (SAY, "/allOf", Some(json!([])), "/allOf: the keyword \"allOf\" is not in the subset"),
        (SAY, "/description", None, "/: missing description"),
        (SAY, "/properties/words/description", None, "/properties/words: missing description"),
        (SAY, "/$defs/SayResult/description", None, "/$defs/SayResult: missing description"),
        (SAY, "/examples", None, "/: missing example"),
        (SAY, "/examples", Some(json!([])), "/: missing example"),
        (SAY, "/$defs/SayResult/examples", None, "/$defs/SayResult: a result needs an example"),
        (
            SAY,
            "/properties/id/$ref",
            Some(json!("../../../shared/base.json#/$defs/Nothing")),
            "/properties/id/$ref: nothing is there",
        ),
        (
            SAY,
            "/properties/id/$ref",
            Some(json!("../../../shared/absent.json")),
            "/properties/id/$ref: nothing is there",
        ),
        (
            SAY,
            "/properties/id/$ref",
            Some(json!("https://example.com/a.json")),
            "/properties/id/$ref: nothing is there",
        ),
        (
            SAY,
            "/properties/id/minLength",
            Some(json!(1)),
            "/properties/id/minLength: beside a reference only a description may stand",
        ),
        (SAY, "/properties/type/const", Some(json!("shout")), "/properties/type: a frame has the constant member type"),
        (SAY, "/required", Some(json!(["words"])), "/required: a frame requires its type"),
        (SAY, "/required", Some(json!(["type", "wrods"])), "/required: \"wrods\" is no member"),
        (SAY, "/additionalProperties", Some(json!(false)), "/additionalProperties: only an object without properties"),
        (
            SAY,
            "/properties/words",
            Some(json!({ "description": "d", "type": "object", "properties": {} })),
            "/properties/words: an object with properties has a name of its own",
        ),
        (
            SAY,
            "/properties/words",
            Some(json!({ "description": "d", "type": "text" })),
            "/properties/words/type: unknown type",
        ),
        (
            SAY,
            "/properties/words",
            Some(json!({ "description": "d", "type": "array" })),
            "/properties/words: an array says",
        ),
        (SAY, "/properties/words", Some(json!(true)), "/properties/words: a schema is an object"),
        (
            SAY,
            "/properties/words",
            Some(json!({ "description": "d", "enum": [1] })),
            "/properties/words/enum: an enum is a list of strings",
        ),
        (
            SAY,
            "/properties/words",
            Some(json!({ "description": "d", "oneOf": [{ "type": "string" }, { "type": "array", "items": {} }] })),
            "/properties/words: a union has a name of its own",
        ),
        (
            SAY,
            "/$defs/MCPServer",
            Some(json!({ "description": "d", "type": "string" })),
            "/$defs/MCPServer: definition names are PascalCase",
        ),
        (
            SAY,
            "/$defs/Odd",
            Some(json!({ "description": "d", "oneOf": [{ "type": "string" }, { "type": "string" }] })),
            "/$defs/Odd: two branches of the union have the same JSON kind",
        ),
        (
            SAY,
            "/$defs/CorrelationId",
            Some(json!({ "description": "d", "type": "string" })),
            "/$defs/CorrelationId: CorrelationId is already defined in shared/base.json",
        ),
        (SAY, "/x-rpc/result/$ref", Some(json!("#/$defs/Gone")), "/x-rpc/result/$ref: nothing is there"),
        (SAY, "/x-rpc/dispatch", Some(json!("now")), "/x-rpc/dispatch: x-rpc does not know \"dispatch\""),
        (SAY, "/x-rpc/ordering", Some(json!("soon")), "/x-rpc: ordering is serial"),
        (SAY, "/x-rpc/group", None, "/x-rpc: a command names its group"),
        (SAY, "/x-rpc/group", Some(json!("nowhere")), "/x-rpc/group: the dialect has no group \"nowhere\""),
        ("demo/frames/nod.json", "/x-rpc/direction", None, "/x-rpc: a frame has the direction in or out"),
        (
            "demo/dialect.json",
            "/x-dialect/envelope",
            Some(json!("rpc")),
            "/x-dialect/envelope: envelope is flat or data",
        ),
    ];
    for (file, pointer, value, expected) in cases {
        let found = found(file, pointer, value.clone());
        let expected = format!("{file}: {expected}");
        assert!(
            found.iter().any(|text| text.starts_with(&expected)),
            "{pointer}: wanted {expected:?}, found {found:#?}"
        );
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let mut files = sound();
    for source in &mut files {
        source.json.as_object_mut().unwrap().shift_remove("description");
    }
    assert_eq!(read_sources(&files).unwrap_err().len(), files.len());
}

#[test]
fn a_reference_stays_in_its_room() {
    let mut files = sound();
    let other = json!({ "description": "d", "$defs": { "Away": { "description": "d", "type": "string" } } });
    files.push(Source { path: "other/types.json".to_owned(), json: other });
    let source = files.iter_mut().find(|source| source.path == SAY).unwrap();
    source.json["properties"]["words"] = json!({ "$ref": "../../../other/types.json#/$defs/Away" });
    let findings = read_sources(&files).unwrap_err();
    assert!(findings[0].to_string().contains("/properties/words/$ref: a reference stays in its own folder"));
}

#[test]
fn a_member_written_twice_is_refused() {
    assert!(load::parse("{\"a\":1,\"a\":2}").unwrap_err().to_string().contains("written twice"));
    assert_eq!(load::parse("{\"a\":[1,null,\"x\",true,1.5]}").unwrap(), json!({ "a": [1, null, "x", true, 1.5] }));
}

#[test]
fn odd_values_never_panic() {
    let odd = [
        json!(null),
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!([{}]),
        json!({ "$ref": 1 }),
        json!({ "oneOf": [1, 2] }),
    ];
    let sound = sound();
    for file in 0..sound.len() {
        let mut pointers = Vec::new();
        walk(&sound[file].json, String::new(), &mut pointers);
        for pointer in pointers {
            for value in &odd {
                let mut files = sound.clone();
                *files[file].json.pointer_mut(&pointer).unwrap() = value.clone();
                let _ = read_sources(&files);
            }
        }
    }
}

fn walk(value: &Value, path: String, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                walk(member, format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")), into);
            }
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| walk(item, format!("{path}/{i}"), into)),
        _ => {}
    }
    into.push(path);
}

#[test]
fn the_closed_form_closes_all_but_what_is_marked_open() {
    let mut files = sound();
    let source = files.iter_mut().find(|source| source.path == SAY).unwrap();
    source.json["$defs"]["SayResult"]["x-open"] = json!(true);
    let model = read_sources(&files).unwrap();
    let closed = bundle::published_bundle(&model, model.room("demo").unwrap(), true);
    assert_eq!(closed.pointer("/$defs/SayCommand/additionalProperties"), Some(&json!(false)));
    assert_eq!(closed.pointer("/$defs/SayResult/additionalProperties"), None);
    assert!(!closed.to_string().contains("\"x-"));
}

#[test]
fn answers_follow_from_the_commands() {
    let model = read_sources(&sound()).unwrap();
    let closed = bundle::published_bundle(&model, model.room("demo").unwrap(), true);
    let validator = |name: &str| jsonschema::validator_for(&bundle::single(&closed, name).unwrap()).unwrap();
    let say = validator("SayResponse");
    assert!(say.is_valid(&json!({ "id": "1", "type": "response", "command": "say", "success": true })));
    assert!(say.is_valid(&json!({ "type": "response", "command": "say", "success": true, "data": { "heard": true } })));
    assert!(say.is_valid(&json!({ "type": "response", "command": "say", "success": false, "error": "no" })));
    assert!(!say.is_valid(&json!({ "type": "response", "command": "stop", "success": true })));
    let mood = validator("GetMoodSuccess");
    assert!(mood.is_valid(&json!({ "type": "response", "command": "get_mood", "success": true, "data": null })));
    assert!(!mood.is_valid(&json!({ "type": "response", "command": "get_mood", "success": true })));
    assert!(validator("RpcCommand").is_valid(&json!({ "type": "say", "words": "x" })));
}

#[test]
fn an_enveloped_dialect_has_nothing_beside_its_envelope() {
    let path = format!("{}/tests/cases/envelope.json", env!("CARGO_MANIFEST_DIR"));
    let sound = support::sources(&std::fs::read_to_string(path).unwrap());
    let found = |file: &str, pointer: &str, value: Value| {
        let mut files = sound.clone();
        let source = files.iter_mut().find(|source| source.path == file).unwrap();
        let (parent, member) = pointer.rsplit_once('/').unwrap();
        source.json.pointer_mut(parent).unwrap().as_object_mut().unwrap().insert(member.to_owned(), value);
        let found: Vec<String> =
            read_sources(&files).err().unwrap_or_default().iter().map(ToString::to_string).collect();
        found.join("\n")
    };
    let event = "boxed/events/said.json";
    let more = json!({ "type": "string", "description": "d" });
    assert!(found(event, "/properties/words", more).contains("exactly type, timestamp and data"));
    assert!(found(event, "/required", json!(["type", "data"])).contains("exactly type, timestamp and data"));
    let rpc = json!({ "kind": "command", "group": "talk" });
    assert!(found("boxed/commands/talk/say.json", "/x-rpc", rpc).contains("every answer of this dialect has data"));
    let rpc = json!({ "kind": "frame", "direction": "out" });
    assert!(found(event, "/x-rpc", rpc).contains("is an event in this dialect"));
    for (key, value) in [("envelope", json!("rpc")), ("ids", json!(["number"]))] {
        let text = found("boxed/dialect.json", &format!("/x-dialect/{key}"), value);
        assert!(text.contains(&format!("/x-dialect/{key}: ")), "{text}");
    }
}
