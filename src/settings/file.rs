//! One configuration file: from its text to a tree of values, and from a value back to its line.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::SettingsError;
use super::known::Known;

/// The content of a configuration file.
pub(super) type Tree = Map<String, Value>;

/// A configuration file that could be parsed.
pub(super) struct File {
    pub path: PathBuf,
    pub text: String,
    pub tree: Tree,
}

#[derive(Clone, Copy, PartialEq)]
enum Format {
    Yaml,
    Json,
    Toml,
}

impl File {
    /// Reads and parses; an empty file is an empty tree.
    pub fn read(path: &Path) -> Result<Self, SettingsError> {
        let format = format(path).ok_or_else(|| SettingsError::Extension { file: path.to_owned() })?;
        let text =
            std::fs::read_to_string(path).map_err(|source| SettingsError::Read { file: path.to_owned(), source })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        match parse(format, &text) {
            Ok(Value::Object(tree)) => Ok(Self { path: path.to_owned(), text, tree }),
            Ok(Value::Null) => Ok(Self { path: path.to_owned(), text, tree: Tree::new() }),
            Ok(_) => {
                let text = "expected keys with values".to_owned();
                Err(SettingsError::Syntax { file: path.to_owned(), line: 1, text })
            }
            Err((line, text)) => Err(SettingsError::Syntax { file: path.to_owned(), line, text }),
        }
    }

    /// The tree as the type that the schema `name` describes; a fault is told in the schema's words.
    pub fn typed<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, SettingsError> {
        let value = Value::Object(self.tree.clone());
        let error = match serde_path_to_error::deserialize::<_, T>(&value) {
            Ok(typed) => return Ok(typed),
            Err(error) => error,
        };
        let (key, text) = match Known::fault(name, &value) {
            Some((pointer, text)) => (dotted(&pointer), text),
            None => (error.path().to_string(), error.inner().to_string()),
        };
        let line = line_of(&self.text, &key);
        Err(SettingsError::Value { file: self.path.clone(), line, key, text })
    }
}

fn format(path: &Path) -> Option<Format> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "yml" | "yaml" => Some(Format::Yaml),
        "json" => Some(Format::Json),
        "toml" => Some(Format::Toml),
        _ => None,
    }
}

/// The value, or the line of the fault and its text.
fn parse(format: Format, text: &str) -> Result<Value, (usize, String)> {
    if text.trim().is_empty() {
        return Ok(Value::Null);
    }
    match format {
        Format::Json => serde_json::from_str(text).map_err(|error| {
            let line = error.line();
            let text = error.to_string();
            (line, text.rsplit_once(" at line ").map_or(text.clone(), |(what, _)| what.to_owned()))
        }),
        Format::Toml => toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            (1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count(), error.message().trim().to_owned())
        }),
        Format::Yaml => {
            // In YAML 1.1 `off` is a boolean; here it is a reasoning level.
            let options = serde_saphyr::options! { strict_booleans: true };
            serde_saphyr::from_str_with_options(text, options).map_err(|error| {
                let line = error.location().and_then(|place| usize::try_from(place.line()).ok()).unwrap_or(1);
                let text = error.without_snippet().to_string();
                (line.max(1), text.lines().next().unwrap_or_default().to_owned())
            })
        }
    }
}

/// `/retry/maxRetries` as people write it.
fn dotted(pointer: &str) -> String {
    let parts = pointer.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~"));
    let key = parts.collect::<Vec<_>>().join(".");
    if key.is_empty() { "the file".to_owned() } else { key }
}

/// The line where a dotted key stands: each of its names is looked for below the one before.
///
/// No format keeps positions for values of any type, so this reads the text; a name that occurs in a comment or in a
/// sibling before its time may mislead it by some lines, never the message itself.
fn line_of(text: &str, key: &str) -> Option<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut at, mut column, mut found) = (0, 0, None);
    for name in key.split('.').filter(|name| name.parse::<usize>().is_err()) {
        let hit = lines.iter().enumerate().skip(at).find_map(|(number, line)| {
            let from = if number == at { column } else { 0 };
            key_at(line, name, from).map(|end| (number, end))
        });
        let Some((number, end)) = hit else { break };
        (at, column, found) = (number, end, Some(number + 1));
    }
    found
}

/// Where `name` ends in a line, when it stands there as a key, at `from` or later.
fn key_at(line: &str, name: &str, from: usize) -> Option<usize> {
    let rest = line.get(from..)?;
    rest.match_indices(name).find_map(|(start, _)| {
        let before = rest.get(..start)?.chars().next_back();
        let after = rest.get(start + name.len()..)?.trim_start_matches(['"', '\'']).trim_start();
        let opens = before.is_none_or(|c| c.is_whitespace() || "\"'{,[.".contains(c));
        (opens && after.starts_with([':', '=', '.', ']'])).then_some(from + start + name.len())
    })
}

#[cfg(test)]
#[path = "file_tests.rs"]
mod tests;
