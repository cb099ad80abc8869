//! A JSON value in which no object says a thing twice: what is held against a schema must be what every reader sees.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};

/// Reads a whole line as one value. A numeric id that no value can hold is another number in it.
///
/// # Errors
/// What is no JSON, too deep, or names a member of one object twice.
pub(super) fn value(line: &str) -> Result<Value, serde_json::Error> {
    read(line).or_else(|error| {
        // Only an id may be a number of any size.
        let raw = match serde_json::from_str::<BTreeMap<String, &RawValue>>(line) {
            Ok(raw) if error.to_string().starts_with("number out of range") => raw,
            _ => return Err(error),
        };
        let is_number = |raw: &RawValue| raw.get().starts_with(|first: char| first == '-' || first.is_ascii_digit());
        let member = |(name, raw): (String, &RawValue)| {
            let value = if name == "id" && is_number(raw) { Value::from(0) } else { read(raw.get())? };
            Ok((name, value))
        };
        raw.into_iter().map(member).collect::<Result<_, _>>().map(Value::Object)
    })
}

fn read(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).map(|Unique(value)| value)
}

struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Build).map(Self)
    }
}

struct Build;

impl<'de> Visitor<'de> for Build {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Unique(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            if all.contains_key(&name) {
                return Err(de::Error::custom(format_args!("expected the member {name:?} only once")));
            }
            let Unique(value) = members.next_value()?;
            all.insert(name, value);
        }
        Ok(Value::Object(all))
    }
}
