//! Reading and checking one line: what every dialect's generated code stands on.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

pub use super::checks::{Catalogue, Validators};
pub use super::explain::Fault;
use super::explain::{missing_member, typed_fault};
use super::unique;

/// How a command is ordered against the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// One after the other, in the order of arrival.
    Serial,
    /// Starts in order, runs beside the others.
    Concurrent,
    /// Passes answers that are owed.
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

/// A command's id where it may be a string or a number; it is written exactly as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Id {
    Text(String),
    /// The digits.
    Number(String),
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        match raw.get().as_bytes().first() {
            Some(b'"') => serde_json::from_str(raw.get()).map(Self::Text).map_err(de::Error::custom),
            Some(b'-' | b'0'..=b'9') => Ok(Self::Number(raw.get().to_owned())),
            _ => Err(de::Error::custom("expected a string or a number as id")),
        }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(digits) => {
                RawValue::from_string(digits.clone()).map_err(serde::ser::Error::custom)?.serialize(serializer)
            }
        }
    }
}

/// What one line of the host turned out to be; `I` is what an id is in the dialect.
#[derive(Clone, Debug, PartialEq)]
pub enum Decoded<C, F, I = String> {
    Command { id: Option<I>, command: C },
    Control(F),
    Invalid(Invalid<I>),
}

/// The ways in which a line is no frame, which the protocols answer differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid<I = String> {
    /// No JSON, or an object that says something twice.
    Json { detail: String },
    /// JSON that names no command.
    NoCommand { why: NoCommand, detail: String, id: Option<I> },
    /// A `type` that nobody serves.
    Unknown { name: String, id: Option<I> },
    /// A known frame whose members are not right; `missing` names a member that it lacks.
    Parameters { name: String, id: Option<I>, pointer: String, text: String, missing: Option<String> },
}

/// Why JSON names no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCommand {
    NotAnObject,
    /// No `type`, or one that is no string.
    NoType,
    /// An `id` of a kind that the dialect does not have.
    BadId,
}

impl<I> Invalid<I> {
    /// The fault as the checker of transcripts tells it.
    pub fn into_fault(self) -> Fault {
        match self {
            Self::Json { detail } | Self::NoCommand { detail, .. } => Fault { pointer: String::new(), text: detail },
            Self::Unknown { name, .. } => super::checks::unknown_type(&name),
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

    /// The frame as a value that can be checked. It may lack an id that no value can hold; the decoder has checked that.
    fn picture(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }

    /// Holds the picture against the closed schema.
    fn check(&self, value: &Value) -> Result<(), String>;

    /// What leaves in place of a frame that did not pass: a failure for a response, nothing for the rest.
    fn replacement(&self, why: &str) -> Option<Self>
    where
        Self: Sized;
}

/// The first members that matter, tapped in one pass that also proves the line to be JSON of bounded depth.
pub(super) struct Head<'a, I = String> {
    pub(super) kind: Cow<'a, str>,
    id: Option<I>,
}

impl<'a, I: DeserializeOwned> Head<'a, I> {
    /// Invariant: a line that passes is one JSON object with a string `type`; serde's structs would take arrays.
    pub(super) fn read(line: &'a str) -> Result<Self, Invalid<I>> {
        if !line.trim_ascii_start().starts_with('{') {
            return Err(match serde_json::from_str::<Skim>(line) {
                Ok(Skim) => {
                    let detail = "expected a JSON object".to_owned();
                    Invalid::NoCommand { why: NoCommand::NotAnObject, detail, id: None }
                }
                Err(error) => Invalid::Json { detail: error.to_string() },
            });
        }
        let members: Members<'a, I> = serde_json::from_str(line).map_err(|error| no_command(line, &error))?;
        let Some(kind) = members.kind else {
            let detail = "expected the member \"type\", a string".to_owned();
            return Err(Invalid::NoCommand { why: NoCommand::NoType, detail, id: members.id });
        };
        Ok(Self { kind, id: members.id })
    }

    /// The answer to a `type` that is not in the catalogue.
    pub(super) fn unknown(self) -> Invalid<I> {
        Invalid::Unknown { name: self.kind.into_owned(), id: self.id }
    }
}

/// What is wrong with an object whose head could not be read.
fn no_command<I: DeserializeOwned>(line: &str, error: &serde_json::Error) -> Invalid<I> {
    let detail = error.to_string();
    // What is no JSON, or says something twice, is told as it is.
    let members = match serde_json::from_str::<RawHead<'_>>(line) {
        Ok(members) if error.is_data() => members,
        _ => return Invalid::Json { detail },
    };
    let is_text = members.kind.is_some_and(|kind| kind.get().starts_with('"'));
    let id = members.id.map(|id| serde_json::from_str::<I>(id.get()).ok());
    match (is_text, id) {
        (true, Some(None)) => Invalid::NoCommand { why: NoCommand::BadId, detail, id: None },
        (true, _) => Invalid::Json { detail },
        (false, id) => Invalid::NoCommand { why: NoCommand::NoType, detail, id: id.flatten() },
    }
}

/// The same members, whatever they are; an id stays as it was written.
#[derive(Deserialize)]
struct RawHead<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// Parses the whole frame of a known type and, if asked, holds it against the closed schema. The typed error
/// wins, so that both modes tell the same fault in the same words.
pub(super) fn parse<T: DeserializeOwned, C, F, I>(
    line: &str,
    head: Head<'_, I>,
    check: Option<(&Validators, &str)>,
    wrap: impl FnOnce(Option<I>, T) -> Decoded<C, F, I>,
) -> Decoded<C, F, I> {
    let mut reader = serde_json::Deserializer::from_str(line);
    let parsed = serde_path_to_error::deserialize(&mut reader);
    let fault = match &parsed {
        Ok(_) => check.and_then(|(validators, schema)| closed_fault(validators, schema, line)),
        Err(error) => Some(typed_fault(error)),
    };
    let missing = parsed.as_ref().err().and_then(missing_member);
    match (parsed, fault) {
        (Ok(frame), None) => wrap(head.id, frame),
        (_, fault) => {
            let Fault { pointer, text } = fault.unwrap_or_default();
            Decoded::Invalid(Invalid::Parameters { name: head.kind.into_owned(), id: head.id, pointer, text, missing })
        }
    }
}

/// The first fault, with the others (if any) in its text.
fn closed_fault(validators: &Validators, schema: &str, line: &str) -> Option<Fault> {
    let value = match unique::value(line) {
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

struct Members<'a, I> {
    kind: Option<Cow<'a, str>>,
    id: Option<I>,
}

impl<'de, I: DeserializeOwned> Deserialize<'de> for Members<'de, I> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Tap<I>(PhantomData<I>);
        impl<'de, I: DeserializeOwned> Visitor<'de> for Tap<I> {
            type Value = Members<'de, I>;

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
                            members.id = map.next_value::<Option<I>>()?;
                        }
                        _ => {
                            map.next_value::<Skim>()?;
                        }
                    }
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Tap(PhantomData))
    }
}
