//! The view of a definition that typify is shown: only what it understands, so that nothing is dropped in silence.

use serde_json::{Map, Value, json};

use crate::shape;

const KEPT: [&str; 9] =
    ["description", "type", "enum", "minimum", "$ref", "items", "oneOf", "properties", "additionalProperties"];

/// Lowers a struct or a set of strings; `left_out` are the members that are no fields.
pub fn definition(schema: &Value, left_out: &[&str]) -> Value {
    let mut lowered = plain(schema);
    let Some(members) = shape::properties(schema) else { return lowered };
    let mut properties = Map::new();
    let mut required = Vec::new();
    for (name, member) in members.iter().filter(|(name, _)| !left_out.contains(&name.as_str())) {
        let must = shape::requires(schema, name);
        if must {
            required.push(Value::String(name.clone()));
        }
        properties.insert(name.clone(), if must { plain(member) } else { optional(member) });
    }
    let empty = properties.is_empty();
    if let Some(object) = lowered.as_object_mut() {
        object.insert("properties".to_owned(), Value::Object(properties));
        object.insert("required".to_owned(), Value::Array(required));
        if empty {
            // Without it typify makes a map of an object without members.
            object.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
    }
    lowered
}

/// An optional list or map becomes nullable, which keeps "absent" and "empty" apart.
fn optional(member: &Value) -> Value {
    let lowered = plain(member);
    let kind = lowered.get("type").and_then(Value::as_str);
    if !matches!(kind, Some("array" | "object")) {
        return lowered;
    }
    let description = lowered.get("description").cloned().unwrap_or_default();
    json!({ "description": description, "oneOf": [lowered, { "type": "null" }] })
}

fn plain(schema: &Value) -> Value {
    let Some(object) = schema.as_object() else { return schema.clone() };
    if let Some(constant) = object.get("const") {
        return of_constant(constant, object.get("description"));
    }
    let mut out = Map::new();
    for (key, value) in object.iter().filter(|(key, _)| KEPT.contains(&key.as_str())) {
        let lowered = match key.as_str() {
            "items" | "additionalProperties" => plain(value),
            "oneOf" => Value::Array(value.as_array().into_iter().flatten().map(plain).collect()),
            // Any other bound would make a type of its own (NonZeroU64); bounds are the validator's.
            "minimum" if value.as_f64().is_some_and(|least| least < 0.0) => continue,
            "minimum" => json!(0),
            _ => value.clone(),
        };
        out.insert(key.clone(), lowered);
    }
    if out.get("type").and_then(Value::as_str) != Some("integer") {
        out.shift_remove("minimum");
    }
    Value::Object(out)
}

fn of_constant(constant: &Value, description: Option<&Value>) -> Value {
    let mut out = match constant {
        Value::String(text) => json!({ "type": "string", "enum": [text] }),
        Value::Bool(_) => json!({ "type": "boolean" }),
        Value::Number(_) => json!({ "type": "number" }),
        _ => json!({}),
    };
    if let (Some(object), Some(description)) = (out.as_object_mut(), description) {
        object.insert("description".to_owned(), description.clone());
    }
    out
}
