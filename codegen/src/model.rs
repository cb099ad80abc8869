//! The resolved model: rooms with their definitions, references as plain names, frames with what `x-rpc` says.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::names::pascal;
use crate::shape::Shape;
use crate::{Finding, Source};

/// The room whose definitions every other room may refer to.
pub const SHARED: &str = "shared";

#[derive(Debug, Clone)]
pub struct Model {
    pub rooms: Vec<Room>,
}

/// One folder of the schemas.
#[derive(Debug, Clone)]
pub struct Room {
    pub name: String,
    pub dialect: Option<Dialect>,
    pub definitions: Vec<Definition>,
}

/// What `dialect.json` says.
#[derive(Debug, Clone)]
pub struct Dialect {
    pub title: String,
    pub description: String,
    /// The `command` of the failure response to a line that is no frame.
    pub parse_command: String,
    pub envelope: Envelope,
    pub ids: Ids,
    /// Command groups in the order of the documents, with their headings.
    pub groups: Vec<(String, String)>,
}

/// Where the members of an event stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Envelope {
    /// Beside its `type`.
    Flat,
    /// In `data`, beside `type` and `timestamp`.
    Data,
}

/// What a command's `id` may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    Text,
    TextOrNumber,
}

#[derive(Debug, Clone)]
pub struct Definition {
    pub name: String,
    pub file: String,
    pub pointer: String,
    /// The schema with references as `#/$defs/Name` and without its own `$defs` and `x-rpc`.
    pub schema: Value,
    pub shape: Shape,
    /// Set when the definition is a whole file: the file's stem.
    pub stem: Option<String>,
    pub frame: Option<Frame>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub kind: FrameKind,
    pub inbound: bool,
    pub group: String,
    pub result: Option<String>,
    pub result_mode: ResultMode,
    pub ordering: Ordering,
    pub errors: Vec<String>,
    pub since: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    Command,
    Event,
    Frame,
}

/// How a command's data member behaves: always there, sometimes absent, sometimes null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultMode {
    Required,
    Optional,
    Nullable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ordering {
    Serial,
    Concurrent,
    Control,
    Detached,
}

impl Ordering {
    pub const WORDS: [(&'static str, Ordering); 4] = [
        ("serial", Ordering::Serial),
        ("concurrent", Ordering::Concurrent),
        ("control", Ordering::Control),
        ("detached", Ordering::Detached),
    ];

    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, ordering)| *ordering == self).map_or("serial", |(word, _)| word)
    }
}

impl Definition {
    pub fn description(&self) -> &str {
        self.schema.get("description").and_then(Value::as_str).unwrap_or_default()
    }

    pub fn examples(&self) -> &[Value] {
        self.schema.get("examples").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

impl Room {
    pub fn find(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.name == name)
    }

    /// The definitions that are frames of this kind, in file order.
    pub fn frames(&self, kind: FrameKind) -> impl Iterator<Item = (&Definition, &Frame)> {
        let of_kind = move |definition| {
            let frame: &Frame = Definition::frame(definition)?;
            (frame.kind == kind).then_some((definition, frame))
        };
        self.definitions.iter().filter_map(of_kind)
    }

    /// Commands, sorted as the documents list them: by group, then by file.
    pub fn commands(&self) -> Vec<(&Definition, &Frame)> {
        let mut commands: Vec<_> = self.frames(FrameKind::Command).collect();
        let groups = self.dialect.as_ref().map_or(&[][..], |dialect| dialect.groups.as_slice());
        let place = |frame: &Frame| groups.iter().position(|(name, _)| *name == frame.group).unwrap_or(usize::MAX);
        commands.sort_by_key(|(_, frame)| (place(frame), frame.group.clone()));
        commands
    }
}

impl Definition {
    fn frame(&self) -> Option<&Frame> {
        self.frame.as_ref()
    }
}

impl Model {
    pub fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name == name)
    }

    pub fn dialects(&self) -> impl Iterator<Item = (&Room, &Dialect)> {
        self.rooms.iter().filter_map(|room| Some((room, room.dialect.as_ref()?)))
    }

    /// Looks a name up as a reference in `room` does: there first, then in the shared room.
    pub fn find<'a>(&'a self, room: &'a Room, name: &str) -> Option<&'a Definition> {
        room.find(name).or_else(|| self.room(SHARED)?.find(name))
    }

    /// Resolves linted sources; faults that only show with all names known come back as findings.
    pub fn build(sources: &[Source]) -> Result<Self, Vec<Finding>> {
        let mut findings = Vec::new();
        let mut rooms = raw_rooms(sources, &mut findings);
        check_names(&rooms, &mut findings);
        let schemas: BTreeMap<(String, String), Value> = rooms
            .iter()
            .flat_map(|room| room.definitions.iter().map(|d| ((room.name.clone(), d.name.clone()), d.schema.clone())))
            .collect();
        for room in &mut rooms {
            for definition in &mut room.definitions {
                let find = |name: &str| {
                    let own = schemas.get(&(room.name.clone(), name.to_owned()));
                    own.or_else(|| schemas.get(&(SHARED.to_owned(), name.to_owned())))
                };
                match Shape::of(&definition.schema, &find) {
                    Ok(shape) => definition.shape = shape,
                    Err(text) => findings.push(Finding::new(&definition.file, &definition.pointer, text)),
                }
            }
        }
        if findings.is_empty() { Ok(Self { rooms }) } else { Err(findings) }
    }
}

/// The type name of a whole file: by its place, and for frames by what `x-rpc` says it is.
pub fn file_type_name(source: &Source) -> String {
    let base = pascal(source.stem());
    let kind = source.json.pointer("/x-rpc/kind").and_then(Value::as_str);
    match kind {
        Some("command") => format!("{base}Command"),
        Some("event") => format!("{base}Event"),
        _ if source.room() == "tools" => format!("{base}Arguments"),
        _ => base,
    }
}

/// Whether the file describes a value itself, beside what it has in `$defs`.
pub fn has_body(json: &Value) -> bool {
    ["type", "$ref", "enum", "const", "properties", "oneOf", "x-rpc"].iter().any(|key| json.get(key).is_some())
}

/// Where a reference points: the file (resolved against the file it stands in) and the definition, if any.
pub fn split_ref(from: &str, reference: &str) -> Option<(String, Option<String>)> {
    let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    let name = match fragment {
        "" => None,
        other => Some(other.strip_prefix("/$defs/")?.to_owned()),
    };
    if file.is_empty() {
        return Some((from.to_owned(), name));
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    Some((parts.join("/"), name))
}

fn raw_rooms(sources: &[Source], findings: &mut Vec<Finding>) -> Vec<Room> {
    let file_names: BTreeMap<&str, String> = sources.iter().map(|s| (s.path.as_str(), file_type_name(s))).collect();
    let mut rooms: Vec<Room> = Vec::new();
    for source in sources {
        if !rooms.iter().any(|room| room.name == source.room()) {
            rooms.push(Room { name: source.room().to_owned(), dialect: None, definitions: Vec::new() });
        }
        let Some(room) = rooms.iter_mut().find(|room| room.name == source.room()) else { continue };
        if source.stem() == "dialect" {
            room.dialect = Some(dialect(source));
            continue;
        }
        let mut resolved = source.json.clone();
        rename_refs(&mut resolved, &source.path, &file_names);
        let Some(object) = resolved.as_object() else { continue };
        if has_body(&resolved) {
            match whole_file(source, object, &file_names) {
                Ok(definition) => room.definitions.push(definition),
                Err(finding) => findings.push(finding),
            }
        }
        let defs = object.get("$defs").and_then(Value::as_object);
        for (name, schema) in defs.into_iter().flatten() {
            room.definitions.push(Definition {
                name: name.clone(),
                file: source.path.clone(),
                pointer: format!("/$defs/{name}"),
                schema: schema.clone(),
                shape: Shape::Alias,
                stem: None,
                frame: None,
            });
        }
    }
    // The shared room comes first, so that modules and bundles define before they use.
    rooms.sort_by_key(|room| room.name != SHARED);
    rooms
}

fn whole_file(
    source: &Source,
    object: &Map<String, Value>,
    names: &BTreeMap<&str, String>,
) -> Result<Definition, Finding> {
    let mut schema = object.clone();
    for key in ["$schema", "$defs", "x-rpc"] {
        schema.shift_remove(key);
    }
    let frame = match source.json.get("x-rpc") {
        Some(rpc) => Some(frame(source, rpc).map_err(|text| Finding::new(&source.path, "/x-rpc", text))?),
        None => None,
    };
    Ok(Definition {
        name: names.get(source.path.as_str()).cloned().unwrap_or_default(),
        file: source.path.clone(),
        pointer: String::new(),
        schema: Value::Object(schema),
        shape: Shape::Alias,
        stem: Some(source.stem().to_owned()),
        frame,
    })
}

fn frame(source: &Source, rpc: &Value) -> Result<Frame, String> {
    let word = |key: &str| rpc.get(key).and_then(Value::as_str);
    let kind = match word("kind") {
        Some("command") => FrameKind::Command,
        Some("event") => FrameKind::Event,
        Some("frame") => FrameKind::Frame,
        _ => return Err("kind is command, event or frame".to_owned()),
    };
    let inbound = match (kind, word("direction")) {
        (FrameKind::Command, _) => true,
        (FrameKind::Event, _) => false,
        (FrameKind::Frame, Some("in")) => true,
        (FrameKind::Frame, Some("out")) => false,
        _ => return Err("a frame has the direction in or out".to_owned()),
    };
    let ordering = match word("ordering") {
        None if kind == FrameKind::Frame && inbound => Ordering::Control,
        None => Ordering::Serial,
        Some(word) => find_ordering(word)?,
    };
    let result = match rpc.pointer("/result/$ref").and_then(Value::as_str) {
        Some(reference) => {
            let (_, name) = split_ref(&source.path, reference).ok_or("the result is no definition")?;
            Some(name.ok_or("the result refers to a whole file; it must be a definition")?)
        }
        None => None,
    };
    let result_mode = match word("resultMode") {
        None | Some("required") => ResultMode::Required,
        Some("optional") => ResultMode::Optional,
        Some("nullable") => ResultMode::Nullable,
        Some(_) => return Err("resultMode is required, optional or nullable".to_owned()),
    };
    let errors = rpc.get("errors").and_then(Value::as_array);
    let errors = errors.into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect();
    Ok(Frame {
        kind,
        inbound,
        group: word("group").unwrap_or_default().to_owned(),
        result,
        result_mode,
        ordering,
        errors,
        since: word("since").unwrap_or("1").to_owned(),
    })
}

fn find_ordering(word: &str) -> Result<Ordering, String> {
    let found = Ordering::WORDS.iter().find(|(known, _)| *known == word);
    found.map(|(_, ordering)| *ordering).ok_or_else(|| "ordering is serial, concurrent, control or detached".to_owned())
}

fn dialect(source: &Source) -> Dialect {
    let text = |pointer: &str| source.json.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    let groups = source.json.pointer("/x-dialect/groups");
    let groups = match groups {
        Some(Value::Object(map)) => {
            map.iter().map(|(name, title)| (name.clone(), title.as_str().unwrap_or(name).to_owned())).collect()
        }
        Some(Value::Array(list)) => list.iter().filter_map(group).collect(),
        _ => Vec::new(),
    };
    Dialect {
        title: text("/x-dialect/title").or_else(|| text("/x-dialect/name")).unwrap_or_else(|| source.room().to_owned()),
        description: text("/description").unwrap_or_default(),
        parse_command: text("/x-dialect/parseError").unwrap_or_else(|| "parse".to_owned()),
        envelope: if text("/x-dialect/envelope").as_deref() == Some("data") { Envelope::Data } else { Envelope::Flat },
        ids: match source.json.pointer("/x-dialect/ids").and_then(Value::as_array) {
            Some(kinds) if kinds.iter().any(|kind| kind == "number") => Ids::TextOrNumber,
            _ => Ids::Text,
        },
        groups,
    }
}

fn group(entry: &Value) -> Option<(String, String)> {
    match entry {
        Value::String(name) => Some((name.clone(), pascal(name))),
        other => {
            let name = other.get("name")?.as_str()?;
            let title = other.get("title").and_then(Value::as_str).map_or_else(|| pascal(name), str::to_owned);
            Some((name.to_owned(), title))
        }
    }
}

/// Rewrites every reference in schema position to `#/$defs/Name`.
fn rename_refs(schema: &mut Value, path: &str, names: &BTreeMap<&str, String>) {
    crate::lint::each_schema_mut(schema, &mut |schema| {
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return };
        let Some((file, name)) = split_ref(path, reference) else { return };
        let Some(name) = name.or_else(|| names.get(file.as_str()).cloned()) else { return };
        schema.insert("$ref".to_owned(), Value::String(format!("#/$defs/{name}")));
    });
}

fn check_names(rooms: &[Room], findings: &mut Vec<Finding>) {
    let shared = rooms.iter().find(|room| room.name == SHARED);
    for room in rooms {
        let mut seen: BTreeMap<&str, &Definition> = BTreeMap::new();
        let outer = shared.filter(|shared| shared.name != room.name);
        let all = outer.into_iter().flat_map(|room| &room.definitions).chain(&room.definitions);
        for definition in all {
            if let Some(first) = seen.insert(&definition.name, definition) {
                let text = format!("{} is already defined in {}", definition.name, first.file);
                findings.push(Finding::new(&definition.file, &definition.pointer, text));
            }
        }
        for definition in &room.definitions {
            if let Some(result) = definition.frame.as_ref().and_then(|frame| frame.result.as_ref())
                && !seen.contains_key(result.as_str())
            {
                let text = format!("no definition {result}");
                findings.push(Finding::new(&definition.file, "/x-rpc/result", text));
            }
        }
    }
}
