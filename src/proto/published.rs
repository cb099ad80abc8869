//! Everything that `generated/` holds and `hostwire schema` prints, embedded in the binary.

use serde_json::{Map, Value};

use super::checks::gather;
use super::frame::{Direction, Fault};

/// One published file: its path below `generated/` and its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Artefact {
    pub path: &'static str,
    pub text: &'static str,
}

/// One published definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schema {
    /// The dialect, or `tools`, `settings`, `transcript`, `cassette`.
    pub room: &'static str,
    /// The frame's `type` or the file's name; for other definitions the name of the definition.
    pub name: &'static str,
    pub definition: &'static str,
    /// `command`, `event`, `frame` or `type`.
    pub kind: &'static str,
    /// The group of a command, else empty.
    pub group: &'static str,
    pub description: &'static str,
}

struct Tool {
    name: &'static str,
    description: &'static str,
    parameters: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// The rooms that have schemas to show: the dialects first.
pub fn rooms() -> Vec<&'static str> {
    let mut rooms: Vec<&str> = COMMAND_TABLES.iter().map(|(name, _)| *name).collect();
    for schema in SCHEMAS {
        if !rooms.contains(&schema.room) {
            rooms.push(schema.room);
        }
    }
    rooms
}

/// The names that `schema_text` takes: frames by their `type`, the rest by definition.
pub fn schema_names(room: &str) -> Vec<&'static str> {
    SCHEMAS.iter().filter(|schema| schema.room == room).map(|schema| schema.name).collect()
}

/// The bundle of a room, in its open form.
pub fn bundle(room: &str) -> Option<&'static str> {
    text_at(&format!("{room}/protocol.schema.json")).or_else(|| text_at(&format!("{room}/{room}.schema.json")))
}

fn text_at(path: &str) -> Option<&'static str> {
    ARTEFACTS.iter().find(|artefact| artefact.path == path).map(|artefact| artefact.text)
}

/// One schema with everything that it refers to; the name is a `type`, a file's name or a definition.
pub fn schema_text(room: &str, name: &str) -> Option<String> {
    let whole: Map<String, Value> = serde_json::from_str(bundle(room)?).ok()?;
    let all = whole.get("$defs")?.as_object()?;
    let known = SCHEMAS.iter().find(|schema| schema.room == room && schema.name == name);
    let definition = known.map_or(name, |schema| schema.definition);
    let mut definitions = Map::new();
    gather(all, definition, &mut definitions);
    let root = match definitions.get(definition)? {
        Value::Object(root) => root.clone(),
        _ => return None,
    };
    // A definition that refers to itself stays in the list, so that the reference has where to go.
    let itself = format!("#/$defs/{definition}");
    if !definitions.values().any(|schema| refers_to(schema, &itself)) {
        definitions.shift_remove(definition);
    }
    let mut text = Map::new();
    text.extend(whole.get("$schema").map(|draft| ("$schema".to_owned(), draft.clone())));
    text.extend(root);
    if !definitions.is_empty() {
        text.insert("$defs".to_owned(), Value::Object(definitions));
    }
    Some(format!("{:#}\n", Value::Object(text)))
}

fn refers_to(schema: &Value, reference: &str) -> bool {
    match schema {
        Value::Object(members) => {
            let here = members.get("$ref").and_then(Value::as_str) == Some(reference);
            here || members.values().any(|member| refers_to(member, reference))
        }
        Value::Array(items) => items.iter().any(|item| refers_to(item, reference)),
        _ => false,
    }
}

/// A built-in tool's arguments as a model is told them: self-contained, without examples.
pub fn tool_parameters(name: &str) -> Option<&'static str> {
    TOOLS.iter().find(|tool| tool.name == name).map(|tool| tool.parameters)
}

/// What a built-in tool does, as a model is told it.
pub fn tool_description(name: &str) -> Option<&'static str> {
    TOOLS.iter().find(|tool| tool.name == name).map(|tool| tool.description)
}

/// Fills the command tables of a page: what stands between `<!-- commands: DIALECT -->` and
/// `<!-- commands end -->` is replaced by the table of that dialect.
pub fn fill_tables(page: &str) -> String {
    const END: &str = "<!-- commands end -->";
    let mut text = page.to_owned();
    for (dialect, table) in COMMAND_TABLES {
        let start = format!("<!-- commands: {dialect} -->");
        let Some((before, rest)) = text.split_once(&start) else { continue };
        let Some((_, after)) = rest.split_once(END) else { continue };
        text = format!("{before}{start}\n\n{table}\n{END}{after}");
    }
    text
}
