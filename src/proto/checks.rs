//! Holding frames against the closed schemas: a validator a frame, compiled when it is first needed.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Map, Value};

use super::explain::{Fault, explain};
use super::frame::{Direction, Head, Id};
use super::unique;

/// At most this many faults of one frame are told.
const MOST_FAULTS: usize = 3;

/// The closed schemas of a dialect's frames, each compiled when it is first needed.
pub struct Validators {
    names: &'static [&'static str],
    bundle: &'static str,
    definitions: OnceLock<Map<String, Value>>,
    compiled: OnceLock<Vec<OnceLock<Result<Validator, String>>>>,
}

impl Validators {
    pub const fn new(names: &'static [&'static str], bundle: &'static str) -> Self {
        Self { names, bundle, definitions: OnceLock::new(), compiled: OnceLock::new() }
    }

    /// The definitions that can be checked.
    pub fn names(&self) -> &'static [&'static str] {
        self.names
    }

    /// The faults of a frame, at most three; none when it conforms.
    pub fn faults(&self, name: &str, value: &Value) -> Vec<Fault> {
        match self.find(name) {
            Ok(validator) if validator.is_valid(value) => Vec::new(),
            Ok(validator) => validator.iter_errors(value).flat_map(|error| explain(&error)).take(MOST_FAULTS).collect(),
            Err(text) => vec![Fault { pointer: String::new(), text }],
        }
    }

    /// As `faults`, in one text.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), String> {
        let faults = self.faults(name, value);
        if faults.is_empty() {
            return Ok(());
        }
        Err(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    }

    fn find(&self, name: &str) -> Result<&Validator, String> {
        let slots = self.compiled.get_or_init(|| self.names.iter().map(|_| OnceLock::new()).collect());
        let place = self.names.iter().position(|known| *known == name);
        let slot = place.and_then(|place| slots.get(place)).ok_or_else(|| format!("no schema {name}"))?;
        slot.get_or_init(|| self.compile(name)).as_ref().map_err(Clone::clone)
    }

    fn compile(&self, name: &str) -> Result<Validator, String> {
        let all = self.definitions.get_or_init(|| {
            let bundle: Option<Map<String, Value>> = serde_json::from_str(self.bundle).ok();
            match bundle.and_then(|mut bundle| bundle.remove("$defs")) {
                Some(Value::Object(definitions)) => definitions,
                _ => Map::new(),
            }
        });
        let mut needed = Map::new();
        gather(all, name, &mut needed);
        let mut schema = Map::new();
        schema.insert("$ref".to_owned(), Value::String(format!("#/$defs/{name}")));
        schema.insert("$defs".to_owned(), Value::Object(needed));
        let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
        options.build(&Value::Object(schema)).map_err(|error| error.to_string())
    }
}

/// The frames of a dialect by their `type`, for lines whose direction is known and for those where it is not.
pub struct Catalogue {
    pub validators: &'static Validators,
    pub inbound: &'static [(&'static str, &'static str)],
    pub outbound: &'static [(&'static str, &'static str)],
    /// Commands and the definitions of their successful answers.
    pub answers: &'static [(&'static str, &'static str)],
}

impl Catalogue {
    /// Whether the line is to be read as a frame of the host.
    pub fn is_inbound(&self, line: &str, direction: Direction) -> bool {
        match direction {
            Direction::In => true,
            Direction::Out => false,
            Direction::Both => Head::<Id>::read(line).is_ok_and(|head| find(self.inbound, &head.kind).is_some()),
        }
    }

    /// The faults of one line against the closed schemas, at most three.
    pub fn faults(&self, line: &str, direction: Direction) -> Vec<Fault> {
        let head = match Head::<Id>::read(line) {
            Ok(head) => head,
            Err(invalid) => return vec![invalid.into_fault()],
        };
        let value = match unique::value(line) {
            Ok(value) => value,
            Err(error) => return vec![Fault { pointer: String::new(), text: error.to_string() }],
        };
        let schema = match direction {
            Direction::In => find(self.inbound, &head.kind),
            Direction::Out => self.outbound_schema(&head.kind, &value),
            Direction::Both => find(self.inbound, &head.kind).or_else(|| self.outbound_schema(&head.kind, &value)),
        };
        match schema {
            Some(schema) => self.validators.faults(schema, &value),
            None if head.kind == "response" => {
                vec![Fault { pointer: "/command".to_owned(), text: "expected the name of a command".to_owned() }]
            }
            None => vec![unknown_type(&head.kind)],
        }
    }

    fn outbound_schema(&self, kind: &str, value: &Value) -> Option<&'static str> {
        if kind != "response" {
            return find(self.outbound, kind);
        }
        let command = value.get("command").and_then(Value::as_str);
        match value.get("success") {
            Some(Value::Bool(true)) => find(self.answers, command.unwrap_or_default()),
            _ => Some("FailureResponse"),
        }
    }
}

fn find(list: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    list.iter().find(|(known, _)| *known == word).map(|(_, schema)| *schema)
}

/// The fault of a `type` that nobody knows.
pub(super) fn unknown_type(name: &str) -> Fault {
    let name: String = name.chars().take(60).collect();
    Fault { pointer: "/type".to_owned(), text: format!("expected a known type, found {name:?}") }
}

/// Collects a definition and everything that it refers to.
pub(super) fn gather(all: &Map<String, Value>, name: &str, into: &mut Map<String, Value>) {
    let Some(definition) = all.get(name).filter(|_| !into.contains_key(name)) else { return };
    into.insert(name.to_owned(), definition.clone());
    let mut open = vec![definition];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                if let Some(name) = reference.and_then(|reference| reference.strip_prefix("#/$defs/")) {
                    gather(all, name, into);
                }
                open.extend(members.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
}
