//! Tests of the check of arguments.

use super::*;

const FILE: &str = r##"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "description": "Do it.",
  "type": "object",
  "properties": {
    "path": { "type": "string" },
    "limit": { "type": "integer", "minimum": 0 },
    "mode": { "$ref": "#/$defs/Mode" },
    "edits": { "type": "array", "items": { "type": "object", "properties": { "old": { "type": "string" } }, "required": ["old"] } }
  },
  "required": ["path"],
  "$defs": { "Mode": { "type": "string", "enum": ["fast", "slow"] } },
  "examples": [{ "path": "a" }]
}"##;

fn check(arguments: &str) -> Result<(), String> {
    validate(&definition("demo", FILE), &serde_json::from_str(arguments).unwrap())
}

#[test]
fn a_schema_file_becomes_a_definition() {
    let definition = definition("demo", FILE);
    assert_eq!((definition.name.as_str(), definition.description.as_str()), ("demo", "Do it."));
    assert_eq!(definition.examples.unwrap().len(), 1);
    let members: Vec<&str> = definition.parameters.keys().map(String::as_str).collect();
    assert_eq!(members, ["type", "properties", "required", "$defs"]);
}

#[test]
fn arguments_that_fit_pass_and_unknown_members_do_not_matter() {
    assert_eq!(check(r#"{"path":"a","limit":3,"mode":"fast","more":1}"#), Ok(()));
}

#[test]
fn faults_are_named_with_their_place_and_without_the_value() {
    for (arguments, told) in [
        ("{}", "/path is missing"),
        (r#"{"path":7}"#, "/path must be a string, not a number"),
        (r#"{"path":"a","mode":"medium"}"#, r#"/mode must be one of "fast", "slow""#),
        (r#"{"path":"a","edits":[{"old":"x"},{}]}"#, "/edits/1/old is missing"),
        (r#"{"path":"a","limit":"secret"}"#, "/limit must be an integer, not a string"),
    ] {
        assert_eq!(check(arguments).unwrap_err(), format!("Invalid arguments for demo: {told}"));
    }
    let told = check(r#"{"path":"a","limit":-1}"#).unwrap_err();
    assert!(told.contains("/limit: the value "), "{told}");
}

#[test]
fn at_most_three_faults_are_named() {
    let told = check(r#"{"path":"a","edits":[1,1,1,1,1]}"#).unwrap_err();
    assert_eq!(told.matches("; ").count(), 2);
}

#[test]
fn a_null_for_an_optional_member_counts_as_absent() {
    assert_eq!(check(r#"{"path":"a","limit":null}"#), Ok(()));
    assert_eq!(check(r#"{"path":null}"#).unwrap_err(), "Invalid arguments for demo: /path must be a string, not null");
}

#[test]
fn a_tool_that_takes_the_name_of_another_is_checked_by_its_own_schema() {
    let other = definition("demo", r#"{"type":"object","required":["other"]}"#);
    let arguments = serde_json::from_str(r#"{"path":"a"}"#).unwrap();
    assert!(validate(&other, &arguments).unwrap_err().ends_with("/other is missing"));
    assert_eq!(check(r#"{"path":"a"}"#), Ok(()));
}

#[test]
fn a_broken_schema_checks_nothing() {
    let broken = definition("broken", r#"{"type":"no such type"}"#);
    assert_eq!(validate(&broken, &JsonObject::new()), Ok(()));
}

#[test]
fn a_schema_from_outside_is_an_object_with_members() {
    let schema = for_providers(JsonObject::from_iter([("$schema".to_owned(), "x".into())]));
    assert_eq!(Value::Object(schema), serde_json::json!({"type": "object", "properties": {}}));
}
