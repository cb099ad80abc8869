//! Reads the schema folder: every `.json` file, in a fixed order, members in the order they were written.

use std::fmt;
use std::path::Path;

use serde_json::{Map, Value};

use crate::Finding;

/// One schema file: its path below the schema folder (always with `/`) and its content.
#[derive(Debug, Clone)]
pub struct Source {
    pub path: String,
    pub json: Value,
}

impl Source {
    /// The folder that the file belongs to: the first part of its path.
    pub fn room(&self) -> &str {
        self.path.split_once('/').map_or("", |(room, _)| room)
    }

    /// The file's name without its ending.
    pub fn stem(&self) -> &str {
        let name = self.path.rsplit_once('/').map_or(self.path.as_str(), |(_, name)| name);
        name.strip_suffix(".json").unwrap_or(name)
    }
}

/// Reads all schema files below `folder`, sorted by path; what cannot be read becomes a finding.
pub fn folder(folder: &Path) -> (Vec<Source>, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut paths = Vec::new();
    collect(folder, "", &mut paths, &mut findings);
    paths.sort();
    let mut sources = Vec::new();
    for path in paths {
        match std::fs::read_to_string(folder.join(&path)) {
            Ok(text) => match parse(&text) {
                Ok(json) => sources.push(Source { path, json }),
                Err(error) => findings.push(Finding::new(&path, "", format!("is not JSON: {error}"))),
            },
            Err(error) => findings.push(Finding::new(&path, "", format!("cannot be read: {error}"))),
        }
    }
    (sources, findings)
}

fn collect(base: &Path, below: &str, paths: &mut Vec<String>, findings: &mut Vec<Finding>) {
    let entries = match std::fs::read_dir(base.join(below)) {
        Ok(entries) => entries,
        Err(error) => {
            findings.push(Finding::new(below, "", format!("cannot be read: {error}")));
            return;
        }
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if entry.path().is_dir() {
            collect(base, &path, paths, findings);
        } else if name.ends_with(".json") {
            paths.push(path);
        }
    }
}

/// Parses JSON and refuses a member that is written twice, because the second would silently win.
pub fn parse(text: &str) -> Result<Value, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde::de::DeserializeSeed::deserialize(Unique, &mut reader)?;
    reader.end()?;
    Ok(value)
}

struct Unique;

impl<'de> serde::de::DeserializeSeed<'de> for Unique {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> serde::de::Visitor<'de> for Unique {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Unique)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            let value = members.next_value_seed(Unique)?;
            if map.contains_key(&key) {
                return Err(serde::de::Error::custom(format!("the member {key:?} is written twice")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
