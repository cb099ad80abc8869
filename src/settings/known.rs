//! What the published schema knows: the keys that exist, and what a value should have been.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::file::Tree;
use crate::proto::frame::Validators;

/// The published schema of the configuration.
const BUNDLE: &str = include_str!(concat!(env!("OUT_DIR"), "/published/settings/settings.schema.json"));
static VALIDATORS: Validators = Validators::new(&["Settings", "ModelsFile"], BUNDLE);

/// A place in the schema of the configuration.
#[derive(Clone, Copy)]
pub(super) struct Known(&'static Value);

impl Known {
    /// The definition of this name.
    pub fn root(name: &str) -> Option<Self> {
        definitions().get(name).map(Self)
    }

    /// The first fault of a value: JSON pointer and expectation.
    pub fn fault(name: &'static str, value: &Value) -> Option<(String, String)> {
        VALIDATORS.faults(name, value).into_iter().next().map(|fault| (fault.pointer, fault.text))
    }

    /// The place of a member that the schema names.
    pub fn member(self, name: &str) -> Option<Self> {
        self.properties()?.get(name).and_then(|value| Self(value).resolved())
    }

    /// The place of a member with a name of the user's choice.
    pub fn any(self) -> Option<Self> {
        self.0.get("additionalProperties").filter(|value| value.is_object()).and_then(|value| Self(value).resolved())
    }

    /// The place of an item of a list.
    fn item(self) -> Option<Self> {
        self.0.get("items").and_then(|value| Self(value).resolved())
    }

    /// Whether it has members, of whatever names.
    pub fn has_members(self) -> bool {
        self.properties().is_some() || self.any().is_some()
    }

    /// Whether its values are words of a closed list, numbers or switches: nothing that could be a secret.
    pub fn is_plain(self) -> bool {
        let kind = self.0.get("type").and_then(Value::as_str);
        self.0.get("enum").is_some() || matches!(kind, Some("boolean" | "integer" | "number"))
    }

    fn properties(self) -> Option<&'static Map<String, Value>> {
        self.0.get("properties").and_then(Value::as_object)
    }

    /// Follows references (published ones with a description stand in an `allOf` of one); of several forms the one with
    /// members.
    fn resolved(self) -> Option<Self> {
        if let Some(reference) = self.0.get("$ref").and_then(Value::as_str) {
            return Self::root(reference.strip_prefix("#/$defs/")?)?.resolved();
        }
        if let Some(only) = self.0.get("allOf").and_then(|all| all.get(0)) {
            return Self(only).resolved();
        }
        let Some(forms) = self.0.get("oneOf").and_then(Value::as_array) else {
            return Some(self);
        };
        forms.iter().filter_map(|form| Self(form).resolved()).find(|form| form.has_members())
    }
}

/// One warning for each key that the schema does not know, with the nearest one that it does.
pub(super) fn unknown_keys(name: &str, tree: &Tree) -> Vec<String> {
    let Some(root) = Known::root(name) else {
        return Vec::new();
    };
    let mut unknown = Vec::new();
    walk(root, tree, "", &mut unknown);
    let all = if unknown.is_empty() { Vec::new() } else { paths(root) };
    let told = unknown.iter().map(|(key, place)| match sibling(key, *place).as_ref().or_else(|| nearest(key, &all)) {
        Some(known) => format!("unknown key {key}; the nearest known key is {known}"),
        None => format!("unknown key {key}"),
    });
    told.collect()
}

/// Alike enough to be what was meant, from 0 to 1.
const ALIKE: f64 = 0.6;

/// The key beside it that was meant, where one looks like it: so names below those of the user's choice are found too.
fn sibling(key: &str, place: Known) -> Option<String> {
    let (prefix, last) = key.rsplit_once('.').unwrap_or(("", key));
    let likeness = |name: &String| strsim::normalized_damerau_levenshtein(&last.to_lowercase(), &name.to_lowercase());
    let names = place.properties().into_iter().flat_map(Map::keys);
    let best = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|name| likeness(name) >= ALIKE)?;
    Some(join(prefix, best))
}

fn walk(place: Known, tree: &Tree, prefix: &str, unknown: &mut Vec<(String, Known)>) {
    for (key, value) in tree {
        let path = join(prefix, key);
        match place.member(key).or_else(|| place.any()) {
            Some(inner) => walk_value(inner, value, &path, unknown),
            // Editors take the address of a schema from this member.
            None if prefix.is_empty() && key == "$schema" => {}
            None if place.has_members() => unknown.push((path, place)),
            None => {}
        }
    }
}

fn walk_value(place: Known, value: &Value, path: &str, unknown: &mut Vec<(String, Known)>) {
    match value {
        Value::Object(tree) => walk(place, tree, path, unknown),
        Value::Array(items) => {
            let Some(inner) = place.item() else { return };
            for (index, item) in items.iter().enumerate() {
                walk_value(inner, item, &format!("{path}.{index}"), unknown);
            }
        }
        _ => {}
    }
}

/// Every known key with its way from the top; names of the user's choice are not in it.
fn paths(root: Known) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(root, String::new())];
    while let Some((place, prefix)) = open.pop() {
        for name in place.properties().into_iter().flat_map(Map::keys) {
            let path = join(&prefix, name);
            // Deeper than any key of ours: a guard should a definition ever contain itself.
            if let Some(inner) = place.member(name).filter(|_| path.matches('.').count() < 6) {
                open.push((inner, path.clone()));
            }
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The known key that looks most like it: as a whole, or by its last name when that is known elsewhere.
fn nearest<'a>(key: &str, all: &'a [String]) -> Option<&'a String> {
    let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let likeness = |known: &String| {
        let whole = strsim::jaro_winkler(&key.to_lowercase(), &known.to_lowercase());
        let name = strsim::normalized_damerau_levenshtein(&last(key).to_lowercase(), &last(known).to_lowercase());
        whole + 2.0 * name
    };
    all.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

/// Every key that a tree sets, down to where the schema knows no members, with its value and its place.
pub(super) fn leaves(root: &str, tree: &Tree) -> Vec<(String, Value, Option<Known>)> {
    let mut found = Vec::new();
    let mut open: Vec<(Option<Known>, String, &Tree)> = vec![(Known::root(root), String::new(), tree)];
    while let Some((place, prefix, tree)) = open.pop() {
        for (key, value) in tree {
            let inner = place.and_then(|place| place.member(key).or_else(|| place.any()));
            match (value, inner) {
                (Value::Object(below), Some(inner)) if inner.has_members() => {
                    open.push((Some(inner), join(&prefix, key), below));
                }
                _ => found.push((join(&prefix, key), value.clone(), inner)),
            }
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

fn join(prefix: &str, key: &str) -> String {
    if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }
}

fn definitions() -> &'static Map<String, Value> {
    static DEFINITIONS: OnceLock<Map<String, Value>> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let bundle: Option<Map<String, Value>> = serde_json::from_str(BUNDLE).ok();
        match bundle.and_then(|mut bundle| bundle.remove("$defs")) {
            Some(Value::Object(definitions)) => definitions,
            _ => Map::new(),
        }
    })
}

#[cfg(test)]
#[path = "known_tests.rs"]
mod tests;
