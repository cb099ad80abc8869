//! `hostwire schema`: prints the published schemas, or writes all published files.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::auth::Environment;
use crate::proto::published::{self, ARTEFACTS, Artefact, SCHEMAS};
use crate::settings::DialectName;

use super::Exit;
use super::arguments::{SchemaAction, SchemaArguments};
use super::options::{absolute, user_home};

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
    find(&format!("{dialect}/{file}"))
        .ok_or_else(|| Exit::failed(format!("Unknown dialect: {dialect}. Known: {}", dialects().join(", "))))
}

fn find(path: &str) -> Option<&'static Artefact> {
    ARTEFACTS.iter().find(|artefact| artefact.path == path)
}

fn dialects() -> Vec<&'static str> {
    ARTEFACTS.iter().filter_map(|artefact| artefact.path.strip_suffix("/protocol.schema.json")).collect()
}

/// Where to look: in one dialect, or in all that is published, the usual dialect first.
fn rooms(dialect: Option<&str>) -> Result<Vec<&'static str>, Exit> {
    let mut rooms = published::rooms();
    if let Some(dialect) = dialect {
        bundle(dialect, false)?;
        rooms.retain(|room| *room == dialect);
    }
    rooms.sort_by_key(|room| *room != DialectName::Veyyon.as_str());
    Ok(rooms)
}

/// Frames by their `type`, the rest by the name of the definition.
fn names(room: &str) -> Vec<String> {
    let bundle: Option<Map<String, Value>> = published::bundle(room).and_then(|text| serde_json::from_str(text).ok());
    let definitions = bundle.as_ref().and_then(|bundle| bundle.get("$defs")).and_then(Value::as_object);
    let own = |definition: &str| SCHEMAS.iter().any(|schema| schema.room == room && schema.definition == definition);
    // What rooms share stands in their bundles only.
    let shared = definitions.into_iter().flat_map(Map::keys).filter(|definition| !own(definition)).cloned();
    published::schema_names(room).into_iter().map(str::to_owned).chain(shared).collect()
}

/// What several rooms have is listed once.
fn list(dialect: Option<&str>, out: &mut dyn Write) -> Result<io::Result<()>, Exit> {
    let names: BTreeSet<String> = rooms(dialect)?.into_iter().flat_map(names).collect();
    Ok(names.iter().try_for_each(|name| writeln!(out, "{name}")))
}

fn show(name: &str, dialect: Option<&str>, out: &mut dyn Write) -> Result<io::Result<()>, Exit> {
    let rooms = rooms(dialect)?;
    if let Some(text) = rooms.iter().find_map(|room| published::schema_text(room, name)) {
        return Ok(out.write_all(text.as_bytes()));
    }
    let own = SCHEMAS.iter().filter(|schema| rooms.contains(&schema.room));
    let all = own.map(|schema| schema.definition.to_owned()).chain(rooms.iter().flat_map(|room| names(room)));
    let near = all.max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name)));
    let hint = near.map(|near| format!(". The nearest known one is {near}")).unwrap_or_default();
    Err(Exit::failed(format!("Unknown schema: {name}{hint}")))
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
