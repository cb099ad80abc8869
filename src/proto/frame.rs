//! Reading and checking one line: what every dialect's generated code stands on.

use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

pub use super::explain::Fault;
use super::explain::{explain, typed_fault};

/// At most this many faults of one frame are told.
const MOST_FAULTS: usize = 3;

/// How a command is ordered against the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// One after the other, in the order of arrival.
    Serial,
    /// Starts in order, runs beside the others.
    Concurrent,
    /// Passes whatever waits.
    Control,
    /// Owns its reply and holds back only what needs the same history.
    Detached,
}

/// Whether unknown members are ignored, or everything is held against the closed schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    Lenient,
    Strict,
}

/// What one line of the host turned out to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Decoded<C, F> {
    Command { id: Option<String>, command: C },
    Control(F),
    Invalid(Invalid),
}

/// The three ways in which a line is no frame, which the protocols answer differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// No JSON, no object, no string `type`, or an `id` that is no string.
    Json { detail: String },
    /// A `type` that nobody serves.
    Unknown { name: String, id: Option<String> },
    /// A known frame whose members are not right.
    Parameters { name: String, id: Option<String>, pointer: String, text: String },
}

impl Invalid {
    /// The fault as the checker of transcripts tells it.
    pub fn into_fault(self) -> Fault {
        match self {
            Self::Json { detail } => Fault { pointer: String::new(), text: detail },
            Self::Unknown { name, .. } => unknown_type(&name),
            Self::Parameters { pointer, text, .. } => Fault { pointer, text },
        }
    }
}

/// Which way the lines of a transcript go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
    Both,
}

/// What the writer takes: a dialect's union of everything that may leave.
pub trait OutboundFrame: serde::Serialize + Send {
    /// The definition that the frame is published under.
    fn schema_name(&self) -> &'static str;

    /// Holds the serialized frame against the closed schema.
    fn check(&self, value: &Value) -> Result<(), String>;

    /// What leaves in place of a frame that did not pass: a failure for a response, nothing for the rest.
    fn replacement(&self, why: &str) -> Option<Self>
    where
        Self: Sized;
}

/// The first members that matter, tapped in one pass that also proves the line to be JSON of bounded depth.
pub(super) struct Head<'a> {
    pub(super) kind: Cow<'a, str>,
    id: Option<String>,
}

impl<'a> Head<'a> {
    /// Invariant: a line that passes is one JSON object with a string `type`; serde's structs would take arrays.
    pub(super) fn read(line: &'a str) -> Result<Self, Invalid> {
        if !line.trim_ascii_start().starts_with('{') {
            let detail = match serde_json::from_str::<Skim>(line) {
                Ok(Skim) => "expected a JSON object".to_owned(),
                Err(error) => error.to_string(),
            };
            return Err(Invalid::Json { detail });
        }
        let members: Members<'a> =
            serde_json::from_str(line).map_err(|error| Invalid::Json { detail: error.to_string() })?;
        let Some(kind) = members.kind else {
            return Err(Invalid::Json { detail: "expected the member \"type\", a string".to_owned() });
        };
        Ok(Self { kind, id: members.id })
    }

    /// The answer to a `type` that is not in the catalogue.
    pub(super) fn unknown(self) -> Invalid {
        Invalid::Unknown { name: self.kind.into_owned(), id: self.id }
    }
}

/// Parses the whole frame of a known type and, if asked, holds it against the closed schema. The typed error
/// wins, so that both modes tell the same fault in the same words.
pub(super) fn parse<T: DeserializeOwned, C, F>(
    line: &str,
    head: Head<'_>,
    check: Option<(&Validators, &str)>,
    wrap: impl FnOnce(Option<String>, T) -> Decoded<C, F>,
) -> Decoded<C, F> {
    let mut reader = serde_json::Deserializer::from_str(line);
    let parsed = serde_path_to_error::deserialize(&mut reader);
    let fault = match &parsed {
        Ok(_) => check.and_then(|(validators, schema)| closed_fault(validators, schema, line)),
        Err(error) => Some(typed_fault(error)),
    };
    match (parsed, fault) {
        (Ok(frame), None) => wrap(head.id, frame),
        (_, fault) => {
            let Fault { pointer, text } = fault.unwrap_or_default();
            Decoded::Invalid(Invalid::Parameters { name: head.kind.into_owned(), id: head.id, pointer, text })
        }
    }
}

/// The first fault, with the others (if any) in its text.
fn closed_fault(validators: &Validators, schema: &str, line: &str) -> Option<Fault> {
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => return Some(Fault { pointer: String::new(), text: error.to_string() }),
    };
    let mut faults = validators.faults(schema, &value).into_iter();
    let mut first = faults.next()?;
    for fault in faults {
        first.text.push_str(&format!("; {fault}"));
    }
    Some(first)
}

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
            Direction::Both => Head::read(line).is_ok_and(|head| find(self.inbound, &head.kind).is_some()),
        }
    }

    /// The faults of one line against the closed schemas, at most three.
    pub fn faults(&self, line: &str, direction: Direction) -> Vec<Fault> {
        let head = match Head::read(line) {
            Ok(head) => head,
            Err(invalid) => return vec![invalid.into_fault()],
        };
        let value: Value = match serde_json::from_str(line) {
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

fn unknown_type(name: &str) -> Fault {
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

/// Any JSON value, read and dropped: unlike serde's own way of ignoring, it keeps the limit on depth.
struct Skim;

impl<'de> Deserialize<'de> for Skim {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Skim)
    }
}

impl<'de> Visitor<'de> for Skim {
    type Value = Skim;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Skim, E> {
        Ok(Skim)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Skim, E> {
        Ok(Skim)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Skim, E> {
        Ok(Skim)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Skim, E> {
        Ok(Skim)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Skim, E> {
        Ok(Skim)
    }

    fn visit_str<E>(self, _: &str) -> Result<Skim, E> {
        Ok(Skim)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Skim, A::Error> {
        while items.next_element::<Skim>()?.is_some() {}
        Ok(Skim)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Skim, A::Error> {
        while members.next_entry::<Skim, Skim>()?.is_some() {}
        Ok(Skim)
    }
}

/// A string that stays where it is in the line when it has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Borrow)
    }
}

struct Members<'a> {
    kind: Option<Cow<'a, str>>,
    id: Option<String>,
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Tap;
        impl<'de> Visitor<'de> for Tap {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Members { kind: None, id: None };
                let mut id_seen = false;
                while let Some(Text(key)) = map.next_key::<Text<'de>>()? {
                    match &*key {
                        "type" if members.kind.is_some() => return Err(de::Error::duplicate_field("type")),
                        "type" => members.kind = Some(map.next_value::<Text<'de>>()?.0),
                        "id" if id_seen => return Err(de::Error::duplicate_field("id")),
                        "id" => {
                            id_seen = true;
                            members.id = map.next_value::<Option<String>>()?;
                        }
                        _ => {
                            map.next_value::<Skim>()?;
                        }
                    }
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Tap)
    }
}
