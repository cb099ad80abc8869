//! Reading and checking one line: what every dialect's generated code stands on.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, DeserializeOwned, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

pub use super::checks::{Catalogue, Validators};
pub use super::explain::Fault;
use super::explain::typed_fault;

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
