//! `hostwire schema`: prints the published schemas, or writes all published files.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::auth::Environment;
use crate::proto::published::{ARTEFACTS, Artefact};

use super::arguments::{SchemaAction, SchemaArguments};
use super::options::{absolute, user_home};
use super::{Exit, NO_AUTOHAND};

/// What to print or write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaOptions {
    List {
        dialect: Option<String>,
    },
    Show {
        name: String,
        dialect: Option<String>,
    },
    Bundle {
        dialect: String,
        strict: bool,
    },
    /// Everything, into a folder.
    Out(PathBuf),
}

pub(super) fn options(
    given: SchemaArguments,
    environment: &Environment,
    current: &Path,
) -> Result<SchemaOptions, Exit> {
    Ok(match (given.action, given.out) {
        (Some(SchemaAction::List { dialect }), _) => SchemaOptions::List { dialect },
        (Some(SchemaAction::Show { name, dialect }), _) => SchemaOptions::Show { name, dialect },
        (Some(SchemaAction::Bundle { dialect, strict }), _) => SchemaOptions::Bundle { dialect, strict },
        (None, Some(folder)) => SchemaOptions::Out(absolute(current, &folder, user_home(environment).as_deref())),
        (None, None) => return Err(Exit::usage("expected list, show, bundle or --out DIR")),
    })
}

/// Prints what is asked for, or writes it.
pub fn print(options: &SchemaOptions, out: &mut dyn Write) -> Result<(), Exit> {
    let printed = match options {
        SchemaOptions::List { dialect } => list(dialect.as_deref(), out)?,
        SchemaOptions::Show { name, dialect } => show(name, dialect.as_deref(), out)?,
        SchemaOptions::Bundle { dialect, strict } => out.write_all(bundle(dialect, *strict)?.text.as_bytes()),
        SchemaOptions::Out(folder) => write_all(folder),
    };
    printed.and_then(|()| out.flush()).map_err(Exit::failed)
}

/// The bundle of a protocol: open, or closed.
pub(super) fn bundle(dialect: &str, strict: bool) -> Result<&'static Artefact, Exit> {
    let file = if strict { "protocol.strict.schema.json" } else { "protocol.schema.json" };
    find(&format!("{dialect}/{file}")).ok_or_else(|| match dialect {
        "autohand" => Exit::failed(NO_AUTOHAND),
        other => Exit::failed(format!("Unknown dialect: {other}. Known: {}", dialects().join(", "))),
    })
}

fn find(path: &str) -> Option<&'static Artefact> {
    ARTEFACTS.iter().find(|artefact| artefact.path == path)
}

fn dialects() -> Vec<&'static str> {
    ARTEFACTS.iter().filter_map(|artefact| artefact.path.strip_suffix("/protocol.schema.json")).collect()
}

/// Every open bundle: of the protocols, the transcript, the settings, the tools.
fn bundles(dialect: Option<&str>) -> Result<Vec<&'static Artefact>, Exit> {
    if let Some(dialect) = dialect {
        return Ok(vec![bundle(dialect, false)?]);
    }
    let open = |path: &str| path.ends_with(".schema.json") && !path.ends_with(".strict.schema.json");
    Ok(ARTEFACTS.iter().filter(|artefact| open(artefact.path)).collect())
}

fn definitions(artefact: &Artefact) -> Map<String, Value> {
    let bundle: Option<Map<String, Value>> = serde_json::from_str(artefact.text).ok();
    match bundle.and_then(|mut bundle| bundle.remove("$defs")) {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    }
}

/// A definition that several bundles have is listed once.
fn list(dialect: Option<&str>, out: &mut dyn Write) -> Result<io::Result<()>, Exit> {
    let names: BTreeSet<String> = bundles(dialect)?
        .into_iter()
        .flat_map(|artefact| definitions(artefact).into_iter().map(|(name, _)| name))
        .collect();
    Ok(names.iter().try_for_each(|name| writeln!(out, "{name}")))
}

fn show(name: &str, dialect: Option<&str>, out: &mut dyn Write) -> Result<io::Result<()>, Exit> {
    for artefact in bundles(dialect)? {
        let definitions = definitions(artefact);
        let name = definitions.keys().find(|known| *known == name).or_else(|| tagged(&definitions, name));
        if let Some(schema) = name.and_then(|name| single(&definitions, name)) {
            return Ok(writeln!(out, "{:#}", Value::Object(schema)));
        }
    }
    let all: Vec<String> = bundles(dialect)?
        .into_iter()
        .flat_map(|artefact| definitions(artefact).into_iter().map(|(name, _)| name))
        .collect();
    let near = all.iter().max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name)));
    let hint = near.map(|near| format!(". The nearest known one is {near}")).unwrap_or_default();
    Err(Exit::failed(format!("Unknown schema: {name}{hint}")))
}

/// The definition of the frame with this `type` on the wire.
fn tagged<'a>(definitions: &'a Map<String, Value>, name: &str) -> Option<&'a String> {
    let found =
        definitions.iter().find(|(_, schema)| schema.pointer("/properties/type/const").is_some_and(|tag| tag == name));
    found.map(|(name, _)| name)
}

/// A definition as a schema of its own: what it refers to comes along.
fn single(definitions: &Map<String, Value>, name: &str) -> Option<Map<String, Value>> {
    let mut schema = Map::new();
    schema.insert("$schema".to_owned(), "https://json-schema.org/draft/2020-12/schema".into());
    schema.extend(definitions.get(name)?.as_object()?.clone());
    let mut needed = BTreeSet::new();
    gather(definitions, name, &mut needed);
    // The root itself is only needed below if something refers back to it.
    if !references(definitions.get(name)?).contains(name) {
        needed.remove(name);
    }
    let inner = definitions.iter().filter(|(key, _)| needed.contains(*key));
    let inner: Map<String, Value> = inner.map(|(key, value)| (key.clone(), value.clone())).collect();
    if !inner.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(inner));
    }
    Some(schema)
}

fn gather(definitions: &Map<String, Value>, name: &str, needed: &mut BTreeSet<String>) {
    if let Some(schema) = definitions.get(name).filter(|_| needed.insert(name.to_owned())) {
        for name in references(schema) {
            gather(definitions, &name, needed);
        }
    }
}

fn references(schema: &Value) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![schema]);
    while let Some(value) = open.pop() {
        match value {
            Value::Object(members) => {
                let reference = members.get("$ref").and_then(Value::as_str);
                found.extend(reference.and_then(|text| text.strip_prefix("#/$defs/")).map(str::to_owned));
                open.extend(members.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}

fn write_all(folder: &Path) -> io::Result<()> {
    for artefact in ARTEFACTS {
        let path = folder.join(artefact.path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, artefact.text)?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
