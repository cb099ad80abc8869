//! The published texts: complete, self-contained, and what the tools and the README take from them.

use serde_json::Value;

use super::frame::Direction;
use super::published::{
    ARTEFACTS, bundle, fill_tables, rooms, schema_names, schema_text, tool_description, tool_parameters, validate,
};

#[test]
fn every_schema_can_be_shown_and_stands_alone() {
    for room in rooms() {
        for name in schema_names(room) {
            let text = schema_text(room, name).unwrap_or_else(|| panic!("{room}: {name}"));
            let schema: Value = serde_json::from_str(&text).unwrap();
            jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{room}: {name}: {error}"));
            assert!(!text.contains("\"x-"), "{room}: {name}");
        }
    }
    assert!(schema_text("veyyon", "SetModelCommand").is_some());
    assert!(schema_text("veyyon", "SetModelResponse").is_some());
    assert_eq!(schema_text("veyyon", "nothing"), None);
}

#[test]
fn bundles_state_who_they_are() {
    let closed = ARTEFACTS.iter().find(|artefact| artefact.path == "veyyon/protocol.strict.schema.json").unwrap().text;
    let open = bundle("veyyon").unwrap();
    for (text, id) in [(open, "urn:hostwire:veyyon:v1"), (closed, "urn:hostwire:veyyon:v1:strict")] {
        let schema: Value = serde_json::from_str(text).unwrap();
        assert_eq!(schema.get("$id").and_then(Value::as_str), Some(id));
        for name in ["RpcCommand", "RpcResponse", "RpcEvent", "RpcControlFrame", "RpcServerFrame", "FailureResponse"] {
            assert!(schema.pointer(&format!("/$defs/{name}")).is_some(), "{name}");
        }
    }
    assert!(bundle("settings").is_some());
    assert_eq!(bundle("autonomous"), None);
}

#[test]
fn published_files_are_whole() {
    let paths: Vec<&str> = ARTEFACTS.iter().map(|artefact| artefact.path).collect();
    for path in [
        "veyyon/protocol.schema.json",
        "veyyon/protocol.strict.schema.json",
        "veyyon/PROTOCOL.md",
        "veyyon/protocol.rs",
        "tools/tools.schema.json",
        "tools/read.json",
        "settings/settings.schema.json",
        "transcript/transcript.schema.json",
    ] {
        assert!(paths.contains(&path), "{path}");
    }
    assert!(ARTEFACTS.iter().all(|artefact| artefact.text.ends_with('\n') && !artefact.text.contains('\r')));
}

#[test]
fn tool_arguments_are_told_without_references() {
    for tool in ["read", "write", "edit", "bash", "grep", "glob", "todo", "ask", "task"] {
        let text = tool_parameters(tool).unwrap();
        assert!(!text.contains("$ref") && !text.contains("examples") && !text.contains("x-"), "{tool}: {text}");
        assert!(tool_description(tool).is_some_and(|text| !text.is_empty()));
        let schema: Value = serde_json::from_str(text).unwrap();
        assert_eq!(schema.get("type").and_then(Value::as_str), Some("object"));
    }
    assert_eq!(tool_parameters("fly"), None);
}

#[test]
fn a_page_gets_the_command_table_between_its_markers() {
    let page = "a\n<!-- commands: veyyon -->\nold\n<!-- commands end -->\nb\n";
    let filled = fill_tables(page);
    assert!(filled.contains("| `set_model` | Model |") && !filled.contains("\nold\n"));
    assert_eq!(fill_tables(&filled), filled);
}

#[test]
fn transcripts_are_checked_by_direction() {
    let faults = |line: &str, direction| {
        validate("veyyon", line, direction).unwrap().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for direction in [Direction::In, Direction::Both] {
        assert_eq!(faults("{\"type\":\"abort\"}", direction), Vec::<String>::new());
        assert_eq!(faults("{\"type\":\"abort\",\"x\":1}", direction), ["/x: expected no member of this name"]);
        assert_eq!(faults("{\"type\":\"prompt\"}", direction), ["/: expected the member \"message\""]);
    }
    assert_eq!(faults("{\"type\":\"ready\"}", Direction::Both), Vec::<String>::new());
    assert_eq!(faults("{\"type\":\"ready\"}", Direction::In), ["/type: expected a known type, found \"ready\""]);
    assert_eq!(faults("{\"type\":\"abort\"}", Direction::Out), ["/type: expected a known type, found \"abort\""]);
    let answer = r#"{"type":"response","command":"abort","success":true,"data":{}}"#;
    assert_eq!(faults(answer, Direction::Out), ["/data: expected no member of this name"]);
    let answer = r#"{"type":"response","command":"parse","success":false,"error":"no"}"#;
    assert_eq!(faults(answer, Direction::Both), Vec::<String>::new());
    assert_eq!(faults("[]", Direction::Both).len(), 1);
}
