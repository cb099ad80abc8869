//! Self-contained schemas: one bundle a room, open as written or closed for strict checking.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::lint::each_schema_mut;
use crate::model::{Definition, Envelope, FrameKind, Ids, Model, ResultMode, Room};
use crate::names::pascal;
use crate::shape::Shape;

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The definitions that are whole frames, in bundle order: commands, events, the others, answers.
pub fn frame_names(_model: &Model, room: &Room) -> Vec<String> {
    let mut names: Vec<String> = room.commands().iter().map(|(definition, _)| definition.name.clone()).collect();
    for kind in [FrameKind::Event, FrameKind::Frame] {
        names.extend(room.frames(kind).map(|(definition, _)| definition.name.clone()));
    }
    for (definition, _) in room.commands() {
        names.push(format!("{}Success", base(definition)));
    }
    names.push("FailureResponse".to_owned());
    names
}

/// The open bundle of a room: its definitions, what they need of the shared ones, and for a dialect the answers.
pub fn bundle(model: &Model, room: &Room) -> Value {
    let mut defs: Map<String, Value> = Map::new();
    for definition in ordered(room) {
        defs.insert(definition.name.clone(), published(definition));
    }
    if room.dialect.is_some() {
        answers(room, &mut defs);
    }
    for name in reachable(model, room, &defs) {
        if let Some(definition) = model.find(room, &name) {
            defs.insert(name, published(definition));
        }
    }
    let title =
        room.dialect.as_ref().map_or_else(|| format!("hostwire {}", room.name), |dialect| dialect.title.clone());
    json!({
        "$schema": DRAFT,
        "$id": format!("urn:hostwire:{}:v1", room.name),
        "title": title,
        "$defs": defs,
    })
}

/// The closed form: every object with named members takes no others, unless it is marked `x-open`.
pub fn close(schema: &mut Value) {
    each_schema_mut(schema, &mut |object| {
        let open = object.get("x-open") == Some(&Value::Bool(true));
        if object.contains_key("properties") && !object.contains_key("additionalProperties") && !open {
            object.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
    });
}

/// Drops our own keywords, which other tools do not know.
pub fn strip(schema: &mut Value) {
    each_schema_mut(schema, &mut |object| object.retain(|key, _| !key.starts_with("x-")));
}

/// The bundle as published: open or closed, without our own keywords.
pub fn published_bundle(model: &Model, room: &Room, closed: bool) -> Value {
    let mut bundle = bundle(model, room);
    if closed {
        close(&mut bundle);
        if let Some(object) = bundle.as_object_mut() {
            object.insert("$id".to_owned(), json!(format!("urn:hostwire:{}:v1:strict", room.name)));
        }
    }
    strip(&mut bundle);
    bundle
}

/// The closed form with nothing but what a validator looks at: a third of the size, and as much less to parse.
pub fn bare_bundle(model: &Model, room: &Room) -> Value {
    let mut bundle = published_bundle(model, room, true);
    each_schema_mut(&mut bundle, &mut |object| {
        const SAID: [&str; 7] = ["$schema", "$id", "title", "description", "examples", "deprecated", "discriminator"];
        object.retain(|key, _| !SAID.contains(&key.as_str()));
    });
    bundle
}

fn base(definition: &Definition) -> String {
    definition.stem.as_deref().map(pascal).unwrap_or_default()
}

/// Commands, events, frames, then the private types, each in file order.
fn ordered(room: &Room) -> Vec<&Definition> {
    let mut list: Vec<&Definition> = room.commands().into_iter().map(|(definition, _)| definition).collect();
    for kind in [FrameKind::Event, FrameKind::Frame] {
        list.extend(room.frames(kind).map(|(definition, _)| definition));
    }
    list.extend(room.definitions.iter().filter(|definition| definition.frame.is_none()));
    list
}

/// A definition as hosts see it: titled, tagged, descriptions beside references in a form that generators keep.
fn published(definition: &Definition) -> Value {
    let mut schema = definition.schema.clone();
    each_schema_mut(&mut schema, &mut |object| {
        if object.contains_key("$ref") && object.contains_key("description") {
            let reference = object.shift_remove("$ref").unwrap_or_default();
            object.insert("allOf".to_owned(), json!([{ "$ref": reference }]));
        }
    });
    if let (Shape::Tagged(union), Some(object)) = (&definition.shape, schema.as_object_mut()) {
        object.insert("type".to_owned(), json!("object"));
        object.insert("discriminator".to_owned(), json!({ "propertyName": union.tag }));
    }
    titled(&definition.name, schema)
}

fn titled(name: &str, schema: Value) -> Value {
    let mut out = Map::new();
    out.insert("title".to_owned(), json!(name));
    if let Value::Object(members) = schema {
        out.extend(members);
    }
    Value::Object(out)
}

/// The answers that follow from `x-rpc`, and the unions that hosts start from.
fn answers(room: &Room, defs: &mut Map<String, Value>) {
    let mut successes = Vec::new();
    for (definition, frame) in room.commands() {
        let base = base(definition);
        let mut properties = envelope(room, json!({ "const": definition.stem }), true);
        let mut required = vec!["type", "command", "success"];
        if let Some(result) = &frame.result {
            let data = json!({ "$ref": format!("#/$defs/{result}") });
            let data = match frame.result_mode {
                ResultMode::Nullable => json!({ "oneOf": [data, { "type": "null" }] }),
                _ => data,
            };
            properties.insert("data".to_owned(), data);
            if frame.result_mode != ResultMode::Optional {
                required.push("data");
            }
        }
        let name = format!("{base}Success");
        let schema = json!({
            "description": format!("The answer to {} when it succeeds.", definition.stem.as_deref().unwrap_or_default()),
            "type": "object", "properties": properties, "required": required,
        });
        defs.insert(name.clone(), titled(&name, schema));
        let both = references(&[name.clone(), "FailureResponse".to_owned()]);
        let response = format!("{base}Response");
        let text = format!("The answer to {}.", definition.stem.as_deref().unwrap_or_default());
        defs.insert(response.clone(), titled(&response, json!({ "description": text, "oneOf": both })));
        successes.push(name);
    }
    defs.insert("FailureResponse".to_owned(), failure(room));
    union(defs, "RpcCommand", "Every command.", Some("type"), names(room.commands().into_iter().map(|(d, _)| d)));
    let events = names(room.frames(FrameKind::Event).map(|(definition, _)| definition));
    union(defs, "RpcEvent", "Every event.", Some("type"), events);
    successes.push("FailureResponse".to_owned());
    union(defs, "RpcResponse", "Every answer: look at success, then at command.", None, successes);
    let of = |inbound: bool| names(room.frames(FrameKind::Frame).filter(|(_, f)| f.inbound == inbound).map(|(d, _)| d));
    union(defs, "RpcControlFrame", "What the host writes beside commands.", Some("type"), of(true));
    union(defs, "RpcServerFrame", "What the server writes beside events and answers.", Some("type"), of(false));
}

fn names<'a>(definitions: impl Iterator<Item = &'a Definition>) -> Vec<String> {
    definitions.map(|definition| definition.name.clone()).collect()
}

fn references(names: &[String]) -> Vec<Value> {
    names.iter().map(|name| json!({ "$ref": format!("#/$defs/{name}") })).collect()
}

fn union(defs: &mut Map<String, Value>, name: &str, text: &str, tag: Option<&str>, names: Vec<String>) {
    if names.is_empty() {
        return;
    }
    let mut schema = json!({ "description": text, "oneOf": references(&names) });
    // A branch that is a union itself has no tag of its own, which `discriminator` forbids.
    let flat = names.iter().all(|name| defs.get(name).is_some_and(|schema| schema.get("properties").is_some()));
    if let (Some(tag), true, Some(object)) = (tag, flat, schema.as_object_mut()) {
        object.insert("type".to_owned(), json!("object"));
        object.insert("discriminator".to_owned(), json!({ "propertyName": tag }));
    }
    defs.insert(name.to_owned(), titled(name, schema));
}

/// The members of an answer beside its data or error, in the order in which they are written.
fn envelope(room: &Room, command: Value, success: bool) -> Map<String, Value> {
    let dialect = room.dialect.as_ref();
    let id = match dialect.map(|dialect| dialect.ids) {
        Some(Ids::TextOrNumber) => json!({
            "description": "The command's id, when it had one.",
            "oneOf": [{ "type": "string" }, { "type": "number" }],
        }),
        _ => json!({ "description": "The command's id, when it had one.", "type": "string" }),
    };
    let mut members = Map::new();
    members.insert("type".to_owned(), json!({ "const": "response" }));
    members.insert("command".to_owned(), command);
    members.insert("success".to_owned(), json!({ "const": success }));
    match dialect.map(|dialect| dialect.envelope) {
        Some(Envelope::Data) => members.insert("id".to_owned(), id),
        _ => members.shift_insert(0, "id".to_owned(), id),
    };
    members
}

fn failure(room: &Room) -> Value {
    let command = json!({
        "description": "The type of the command that failed; \"parse\" for a line that is no frame.",
        "type": "string",
    });
    let mut properties = envelope(room, command, false);
    properties.insert("error".to_owned(), json!({ "description": "Why it failed, in words.", "type": "string" }));
    titled(
        "FailureResponse",
        json!({
            "description": "The answer to any command that fails.",
            "type": "object",
            "properties": properties,
            "required": ["type", "command", "success", "error"],
        }),
    )
}

/// The shared definitions that `defs` need, in the order in which they are first met.
fn reachable(model: &Model, room: &Room, defs: &Map<String, Value>) -> Vec<String> {
    let mut seen: BTreeSet<String> = defs.keys().cloned().collect();
    let mut found = Vec::new();
    let mut queue: Vec<Value> = defs.values().cloned().collect();
    queue.reverse();
    while let Some(mut schema) = queue.pop() {
        let mut names = Vec::new();
        each_schema_mut(&mut schema, &mut |object| {
            let name = object.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/$defs/"));
            names.extend(name.map(str::to_owned));
        });
        for name in names {
            if seen.insert(name.clone()) {
                if let Some(definition) = model.find(room, &name) {
                    queue.push(definition.schema.clone());
                }
                found.push(name);
            }
        }
    }
    found
}

/// One definition with everything that it needs, as a schema of its own.
pub fn single(bundle: &Value, name: &str) -> Option<Value> {
    let all = bundle.get("$defs")?.as_object()?;
    let mut root = all.get(name)?.as_object()?.clone();
    let mut defs = Map::new();
    let mut queue = vec![Value::Object(root.clone())];
    while let Some(mut schema) = queue.pop() {
        each_schema_mut(&mut schema, &mut |object| {
            let reference = object.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/$defs/"));
            if let Some((name, found)) = reference.and_then(|name| all.get_key_value(name))
                && !defs.contains_key(name)
            {
                defs.insert(name.clone(), found.clone());
                queue.push(found.clone());
            }
        });
    }
    let mut out = Map::new();
    out.insert("$schema".to_owned(), json!(DRAFT));
    out.append(&mut root);
    if !defs.is_empty() {
        out.insert("$defs".to_owned(), Value::Object(defs));
    }
    Some(Value::Object(out))
}

/// A tool's arguments as a model sees them: references written out, without examples and words of our own.
pub fn inline(model: &Model, room: &Room, definition: &Definition) -> Value {
    let mut schema = written_out(model, room, &definition.schema, &mut Vec::new());
    if let Some(object) = schema.as_object_mut() {
        object.shift_remove("description");
    }
    each_schema_mut(&mut schema, &mut |object| {
        object.retain(|key, _| !key.starts_with("x-") && !matches!(key.as_str(), "examples" | "deprecated"));
    });
    schema
}

/// Replaces references by what they refer to; the description beside a reference wins. Recursion ends in "anything".
fn written_out(model: &Model, room: &Room, schema: &Value, open: &mut Vec<String>) -> Value {
    match schema {
        Value::Object(members) => {
            if let Some(name) = crate::shape::target(schema) {
                let mut found = match model.find(room, name).filter(|_| !open.iter().any(|seen| seen == name)) {
                    Some(definition) => {
                        open.push(name.to_owned());
                        let found = written_out(model, room, &definition.schema, open);
                        open.pop();
                        found
                    }
                    None => json!({}),
                };
                if let (Some(found), Some(description)) = (found.as_object_mut(), members.get("description")) {
                    found.insert("description".to_owned(), description.clone());
                }
                return found;
            }
            let member = |(key, value): (&String, &Value)| (key.clone(), written_out(model, room, value, open));
            Value::Object(members.iter().map(member).collect())
        }
        Value::Array(items) => items.iter().map(|item| written_out(model, room, item, open)).collect(),
        other => other.clone(),
    }
}
