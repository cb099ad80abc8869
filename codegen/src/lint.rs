//! The authoring rules: a closed subset of JSON Schema, descriptions and examples where readers need them.
//!
//! Invariant: a schema that passes uses nothing that a back end would drop in silence.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::model::{has_body, split_ref};
use crate::names::is_type_name;
use crate::{Finding, Source};

const KEYWORDS: [&str; 18] = [
    "$schema",
    "$ref",
    "$defs",
    "description",
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "oneOf",
    "minimum",
    "maximum",
    "minLength",
    "format",
    "examples",
    "deprecated",
];
const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];
const RPC_KEYS: [&str; 8] = ["kind", "direction", "group", "result", "resultMode", "ordering", "errors", "since"];

/// Checks all files; every finding is reported, in file order.
pub fn check(sources: &[Source]) -> Vec<Finding> {
    let mut lint = Lint { sources, path: "", findings: Vec::new() };
    for source in sources {
        lint.path = &source.path;
        if source.stem() == "dialect" {
            lint.dialect(source);
        } else {
            lint.file(source);
        }
    }
    lint.findings
}

/// Calls `visit` for the schema and every schema inside it (not for examples and other data).
pub fn each_schema_mut(schema: &mut Value, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
    let Some(object) = schema.as_object_mut() else { return };
    visit(object);
    for key in ["properties", "$defs"] {
        if let Some(Value::Object(children)) = object.get_mut(key) {
            children.values_mut().for_each(|child| each_schema_mut(child, visit));
        }
    }
    for key in ["items", "additionalProperties"] {
        if let Some(child) = object.get_mut(key) {
            each_schema_mut(child, visit);
        }
    }
    for key in ["oneOf", "allOf"] {
        if let Some(Value::Array(children)) = object.get_mut(key) {
            children.iter_mut().for_each(|child| each_schema_mut(child, visit));
        }
    }
}

struct Lint<'a> {
    sources: &'a [Source],
    path: &'a str,
    findings: Vec<Finding>,
}

/// What a schema position asks for beside the keywords.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// A whole file or an entry of `$defs`: described, may be an object or a union.
    Definition,
    /// A member of an object: described.
    Member,
    /// List items, map values, branches of a union.
    Inner,
}

impl Lint<'_> {
    fn report(&mut self, pointer: &str, text: impl Into<String>) {
        self.findings.push(Finding::new(self.path, pointer, text));
    }

    fn dialect(&mut self, source: &Source) {
        self.described(&source.json, "");
        if !source.json.get("x-dialect").is_some_and(Value::is_object) {
            self.report("", "dialect.json needs an object x-dialect");
            return;
        }
        let envelope = source.json.pointer("/x-dialect/envelope").and_then(Value::as_str);
        if !matches!(envelope, None | Some("flat" | "none" | "data")) {
            self.report("/x-dialect/envelope", "envelope is flat or data");
        }
        let Some(ids) = source.json.pointer("/x-dialect/ids") else { return };
        if *ids != serde_json::json!(["string"]) && *ids != serde_json::json!(["string", "number"]) {
            self.report("/x-dialect/ids", "ids are [\"string\"] or [\"string\", \"number\"]");
        }
    }

    fn file(&mut self, source: &Source) {
        let Some(object) = source.json.as_object() else {
            self.report("", "a schema file holds one object");
            return;
        };
        if has_body(&source.json) {
            self.schema(&source.json, "", Place::Definition);
            self.examples(&source.json, "", "the file");
        } else {
            self.described(&source.json, "");
            self.keywords(object, "");
        }
        if let Some(rpc) = object.get("x-rpc") {
            self.frame(source, rpc);
        }
        let Some(defs) = object.get("$defs").and_then(Value::as_object) else { return };
        for (name, schema) in defs {
            let pointer = format!("/$defs/{}", escape(name));
            if !is_type_name(name) {
                self.report(&pointer, "definition names are PascalCase, without two capitals in a row");
            }
            self.schema(schema, &pointer, Place::Definition);
        }
    }

    fn frame(&mut self, source: &Source, rpc: &Value) {
        let Some(object) = rpc.as_object() else {
            self.report("/x-rpc", "x-rpc is an object");
            return;
        };
        for key in object.keys().filter(|key| !RPC_KEYS.contains(&key.as_str())) {
            self.report(&format!("/x-rpc/{}", escape(key)), format!("x-rpc does not know {key:?}"));
        }
        if object.get("kind").and_then(Value::as_str) == Some("command") && object.get("group").is_none() {
            self.report("/x-rpc", "a command names its group");
        }
        if let Some(group) = object.get("group").and_then(Value::as_str)
            && !self.has_group(source, group)
        {
            self.report("/x-rpc/group", format!("the dialect has no group {group:?}"));
        }
        if let Some(result) = object.get("result") {
            match result.get("$ref").and_then(Value::as_str) {
                Some(reference) => self.result(reference),
                None => self.report("/x-rpc/result", "a result is a reference to a definition"),
            }
        }
        if self.is_enveloped(source) {
            self.enveloped(source, object);
        }
        for frame in self.bodies(&source.json) {
            let tag = frame.pointer("/properties/type/const").and_then(Value::as_str);
            if tag != Some(source.stem()) {
                let text = format!("a frame has the constant member type with the file's name, {:?}", source.stem());
                self.report("/properties/type", text);
            } else if !crate::shape::requires(&frame, "type") {
                self.report("/required", "a frame requires its type");
            }
        }
    }

    /// In a dialect with the data envelope an event is its type, its time and its data, and every answer has data.
    fn enveloped(&mut self, source: &Source, rpc: &Map<String, Value>) {
        match rpc.get("kind").and_then(Value::as_str) {
            Some("event") => {
                let members = crate::shape::properties(&source.json);
                let names: BTreeSet<&str> =
                    members.into_iter().flat_map(|members| members.keys().map(String::as_str)).collect();
                let required =
                    ["type", "timestamp", "data"].iter().all(|name| crate::shape::requires(&source.json, name));
                let reference = members.and_then(|members| members.get("data")?.get("$ref"));
                if names != BTreeSet::from(["data", "timestamp", "type"]) || !required || reference.is_none() {
                    let text = "an event of this dialect has exactly type, timestamp and data, all required, and data is a reference";
                    self.report("/properties", text);
                }
            }
            Some("command") if rpc.get("result").is_none() => {
                self.report("/x-rpc", "every answer of this dialect has data, so a command names its result");
            }
            Some("frame") if rpc.get("direction").and_then(Value::as_str) == Some("out") => {
                self.report("/x-rpc/kind", "what the server says by itself is an event in this dialect");
            }
            _ => {}
        }
    }

    fn is_enveloped(&self, source: &Source) -> bool {
        let envelope = self.dialect_of(source).and_then(|dialect| dialect.json.pointer("/x-dialect/envelope"));
        envelope.and_then(Value::as_str) == Some("data")
    }

    fn dialect_of(&self, source: &Source) -> Option<&Source> {
        self.sources.iter().find(|other| other.room() == source.room() && other.stem() == "dialect")
    }

    /// Whether the dialect names the group; one that names none takes all.
    fn has_group(&self, source: &Source, group: &str) -> bool {
        let groups = self.dialect_of(source).and_then(|dialect| dialect.json.pointer("/x-dialect/groups"));
        groups.and_then(Value::as_object).is_none_or(|groups| groups.contains_key(group))
    }

    /// The object schemas that make up a frame: itself, or the branches of its union.
    fn bodies(&self, json: &Value) -> Vec<Value> {
        let Some(branches) = json.get("oneOf").and_then(Value::as_array) else { return vec![json.clone()] };
        let resolve = |branch: &Value| {
            let reference = branch.get("$ref")?.as_str()?;
            self.resolve(reference)
        };
        branches.iter().map(|branch| resolve(branch).unwrap_or_else(|| branch.clone())).collect()
    }

    fn result(&mut self, reference: &str) {
        let Some(schema) = self.resolve(reference) else {
            self.report("/x-rpc/result/$ref", format!("nothing is there: {reference}"));
            return;
        };
        let (file, name) = split_ref(self.path, reference).unwrap_or_default();
        if schema.get("examples").and_then(Value::as_array).is_none_or(Vec::is_empty) {
            let pointer = name.map_or_else(String::new, |name| format!("/$defs/{name}"));
            let text = format!("a result needs an example (result of {})", self.path);
            let finding = Finding::new(&file, &pointer, text);
            if !self.findings.contains(&finding) {
                self.findings.push(finding);
            }
        }
    }

    fn resolve(&self, reference: &str) -> Option<Value> {
        let (file, name) = split_ref(self.path, reference)?;
        let source = self.sources.iter().find(|source| source.path == file)?;
        match name {
            Some(name) => source.json.get("$defs")?.get(&name).cloned(),
            None => has_body(&source.json).then(|| source.json.clone()),
        }
    }

    fn described(&mut self, schema: &Value, pointer: &str) {
        let text = schema.get("description").and_then(Value::as_str).map(str::trim);
        if text.is_none_or(str::is_empty) {
            self.report(pointer, "missing description");
        }
    }

    fn examples(&mut self, schema: &Value, pointer: &str, what: &str) {
        if schema.get("examples").and_then(Value::as_array).is_none_or(Vec::is_empty) {
            self.report(pointer, format!("missing example ({what} needs at least one)"));
        }
    }

    fn keywords(&mut self, object: &Map<String, Value>, pointer: &str) {
        for key in object.keys() {
            if !KEYWORDS.contains(&key.as_str()) && !key.starts_with("x-") {
                let at = format!("{pointer}/{}", escape(key));
                self.report(&at, format!("the keyword {key:?} is not in the subset"));
            }
        }
    }

    fn schema(&mut self, schema: &Value, pointer: &str, place: Place) {
        let Some(object) = schema.as_object() else {
            self.report(pointer, "a schema is an object");
            return;
        };
        self.keywords(object, pointer);
        let inherits = object.contains_key("$ref") || object.contains_key("const");
        if place == Place::Definition || (place == Place::Member && !inherits) {
            self.described(schema, pointer);
        }
        if let Some(reference) = object.get("$ref") {
            self.reference(object, reference, pointer, place);
            return;
        }
        self.types(object, pointer);
        self.object(schema, object, pointer, place);
        if let Some(items) = object.get("items") {
            self.schema(items, &format!("{pointer}/items"), Place::Inner);
        } else if object.get("type").and_then(Value::as_str) == Some("array") {
            self.report(pointer, "an array says what its items are");
        }
        self.union(schema, object, pointer, place);
    }

    fn reference(&mut self, object: &Map<String, Value>, reference: &Value, pointer: &str, place: Place) {
        let at = format!("{pointer}/$ref");
        let beside = |key: &str| {
            let file = place == Place::Definition && matches!(key, "$schema" | "$defs" | "examples" | "x-rpc");
            !matches!(key, "$ref" | "description" | "x-shared") && !file
        };
        for key in object.keys().filter(|key| beside(key)) {
            self.report(&format!("{pointer}/{}", escape(key)), "beside a reference only a description may stand");
        }
        let Some(reference) = reference.as_str() else {
            self.report(&at, "a reference is a string");
            return;
        };
        if self.resolve(reference).is_none() {
            self.report(&at, format!("nothing is there: {reference}"));
        } else if let Some((file, _)) = split_ref(self.path, reference) {
            let own = self.path.split('/').next();
            let other = file.split('/').next();
            if other != own && other != Some(crate::model::SHARED) {
                self.report(&at, "a reference stays in its own folder or goes to shared/");
            }
        }
    }

    fn types(&mut self, object: &Map<String, Value>, pointer: &str) {
        let at = format!("{pointer}/type");
        match object.get("type") {
            None => {}
            Some(Value::String(word)) if TYPES.contains(&word.as_str()) => {}
            Some(Value::Array(words)) => {
                let known = |word: &Value| word.as_str().is_some_and(|word| TYPES.contains(&word));
                let null = words.iter().any(|word| word.as_str() == Some("null"));
                if words.len() != 2 || !null || !words.iter().all(known) {
                    self.report(&at, "a list of types is one type and \"null\"");
                }
            }
            Some(_) => self.report(&at, "unknown type"),
        }
        if let Some(values) = object.get("enum") {
            let strings = values.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_string));
            if !strings {
                self.report(&format!("{pointer}/enum"), "an enum is a list of strings");
            }
        }
    }

    fn object(&mut self, schema: &Value, object: &Map<String, Value>, pointer: &str, place: Place) {
        let members = object.get("properties").and_then(Value::as_object);
        if let Some(extra) = object.get("additionalProperties") {
            let at = format!("{pointer}/additionalProperties");
            match extra {
                Value::Bool(true) if members.is_none() => {}
                Value::Object(_) if members.is_none() => self.schema(extra, &at, Place::Inner),
                _ => self.report(&at, "only an object without properties says what else it takes: true or a schema"),
            }
        }
        if let Some(required) = object.get("required") {
            let names = required.as_array().map_or(&[][..], Vec::as_slice);
            let mut seen = BTreeSet::new();
            for name in names {
                let name = name.as_str().unwrap_or_default();
                if !members.is_some_and(|members| members.contains_key(name)) || !seen.insert(name) {
                    let text = format!("{name:?} is no member, or is listed twice");
                    self.report(&format!("{pointer}/required"), text);
                }
            }
        }
        let Some(members) = members else { return };
        if place != Place::Definition {
            self.report(pointer, "an object with properties has a name of its own in $defs");
        }
        if schema.get("type").and_then(Value::as_str) != Some("object") {
            self.report(pointer, "an object with properties says \"type\": \"object\"");
        }
        for (name, member) in members {
            self.schema(member, &format!("{pointer}/properties/{}", escape(name)), Place::Member);
        }
    }

    fn union(&mut self, schema: &Value, object: &Map<String, Value>, pointer: &str, place: Place) {
        let Some(branches) = object.get("oneOf") else { return };
        let Some(branches) = branches.as_array().filter(|list| list.len() > 1) else {
            self.report(&format!("{pointer}/oneOf"), "a union has at least two branches");
            return;
        };
        let strings = branches.iter().all(|branch| branch.get("const").is_some_and(Value::is_string));
        if place != Place::Definition && crate::shape::nullable(schema).is_none() && !strings {
            self.report(pointer, "a union has a name of its own in $defs");
        }
        for (i, branch) in branches.iter().enumerate() {
            self.schema(branch, &format!("{pointer}/oneOf/{i}"), Place::Inner);
        }
    }
}

fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
