//! What the published schema knows: the keys that exist, and what a value should have been.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::file::Tree;
use crate::proto::frame::Validators;

/// The published schema of the configuration.
const BUNDLE: &str = include_str!(concat!(env!("OUT_DIR"), "/published/settings/settings.schema.json"));
static VALIDATORS: Validators = Validators::new(&["Settings", "ModelsFile"], BUNDLE);

/// The part of a schema that tells keys. Read at every start, so it leaves the rest where it is: texts stay in the
/// binary, descriptions and examples are passed over.
#[derive(Default, serde::Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Schema<'a> {
    #[serde(borrow, rename = "$ref")]
    reference: Option<&'a str>,
    #[serde(borrow)]
    all_of: Vec<Schema<'a>>,
    #[serde(borrow)]
    one_of: Vec<Schema<'a>>,
    #[serde(borrow)]
    properties: Option<BTreeMap<&'a str, Schema<'a>>>,
    #[serde(borrow)]
    additional_properties: Maybe<Box<Schema<'a>>>,
    #[serde(borrow)]
    items: Option<Box<Schema<'a>>>,
    #[serde(rename = "enum")]
    words: Option<IgnoredAny>,
    #[serde(borrow, rename = "type")]
    kind: Maybe<&'a str>,
}

/// What it holds, unless it is written in the form that says nothing here: a switch, or a list of types.
struct Maybe<T>(Option<T>);

impl<T> Default for Maybe<T> {
    fn default() -> Self {
        Self(None)
    }
}

struct MaybeVisitor<T>(PhantomData<T>);

impl<'de: 'a, 'a> Visitor<'de> for MaybeVisitor<Box<Schema<'a>>> {
    type Value = Maybe<Box<Schema<'a>>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a schema or a switch")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Maybe(None))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Box::deserialize(MapAccessDeserializer::new(map)).map(|schema| Maybe(Some(schema)))
    }
}

impl<'de: 'a, 'a> Visitor<'de> for MaybeVisitor<&'a str> {
    type Value = Maybe<&'a str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a type or a list of types")
    }

    fn visit_borrowed_str<E>(self, kind: &'de str) -> Result<Self::Value, E> {
        Ok(Maybe(Some(kind)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut kinds: A) -> Result<Self::Value, A::Error> {
        while kinds.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Maybe(None))
    }
}

impl<'de, T> Deserialize<'de> for Maybe<T>
where
    MaybeVisitor<T>: Visitor<'de, Value = Self>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MaybeVisitor(PhantomData))
    }
}

/// A place in the schema of the configuration.
#[derive(Clone, Copy)]
pub(super) struct Known(&'static Schema<'static>);

impl Known {
    /// The definition of this name.
    pub fn root(name: &str) -> Option<Self> {
        definitions().get(name).map(|definition| Self(definition.schema()))
    }

    /// The first fault of a value: JSON pointer and expectation.
    pub fn fault(name: &'static str, value: &Value) -> Option<(String, String)> {
        VALIDATORS.faults(name, value).into_iter().next().map(|fault| (fault.pointer, fault.text))
    }

    /// The place of a member that the schema names.
    pub fn member(self, name: &str) -> Option<Self> {
        self.0.properties.as_ref()?.get(name).and_then(|schema| Self(schema).resolved())
    }

    /// The place of a member with a name of the user's choice.
    pub fn any(self) -> Option<Self> {
        self.0.additional_properties.0.as_ref().and_then(|schema| Self(schema).resolved())
    }

    /// The place of an item of a list.
    fn item(self) -> Option<Self> {
        self.0.items.as_ref().and_then(|schema| Self(schema).resolved())
    }

    /// Whether it has members, of whatever names.
    pub fn has_members(self) -> bool {
        self.0.properties.is_some() || self.any().is_some()
    }

    /// Whether its values are words of a closed list, numbers or switches: nothing that could be a secret.
    pub fn is_plain(self) -> bool {
        self.0.words.is_some() || matches!(self.0.kind.0, Some("boolean" | "integer" | "number"))
    }

    /// The names of the members that the schema names.
    fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.properties.iter().flat_map(BTreeMap::keys).copied()
    }

    /// Follows references (published ones with a description stand in an `allOf` of one); of several forms the one with
    /// members.
    fn resolved(self) -> Option<Self> {
        if let Some(reference) = self.0.reference {
            return Self::root(reference.strip_prefix("#/$defs/")?)?.resolved();
        }
        if let Some(only) = self.0.all_of.first() {
            return Self(only).resolved();
        }
        if self.0.one_of.is_empty() {
            return Some(self);
        }
        self.0.one_of.iter().filter_map(|form| Self(form).resolved()).find(|form| form.has_members())
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
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&last.to_lowercase(), &name.to_lowercase());
    let best =
        place.names().max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|name| likeness(name) >= ALIKE)?;
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
        for name in place.names() {
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
    // As a rule nothing is configured; then the schema need not be read.
    if tree.is_empty() {
        return found;
    }
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

/// A definition that is read when it is asked for.
struct Definition {
    text: &'static RawValue,
    schema: OnceLock<Schema<'static>>,
}

impl Definition {
    fn schema(&self) -> &Schema<'static> {
        // Tests of the keys fail if one cannot be read.
        self.schema.get_or_init(|| serde_json::from_str(self.text.get()).unwrap_or_default())
    }
}

fn definitions() -> &'static BTreeMap<&'static str, Definition> {
    #[derive(serde::Deserialize)]
    struct Bundle<'a> {
        #[serde(borrow, rename = "$defs")]
        definitions: BTreeMap<&'a str, &'a RawValue>,
    }
    static DEFINITIONS: OnceLock<BTreeMap<&'static str, Definition>> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let bundle = serde_json::from_str::<Bundle<'static>>(BUNDLE).map(|bundle| bundle.definitions);
        let unread = |(name, text)| (name, Definition { text, schema: OnceLock::new() });
        bundle.unwrap_or_default().into_iter().map(unread).collect()
    })
}

#[cfg(test)]
#[path = "known_tests.rs"]
mod tests;
