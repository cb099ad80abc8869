//! What a definition is: a struct, a set of strings, one of the three kinds of union, or another name for something.

use serde_json::{Map, Value};

use crate::names::pascal;

/// The kind of a definition, found by looking at its schema; lint and back ends decide by it.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A scalar, a list, a map, any value, or another definition under a second name.
    Alias,
    /// A closed set of strings, each with its description where the schema has one.
    Strings(Vec<(String, Option<String>)>),
    /// An object with named members.
    Struct(Struct),
    /// Objects told apart by one constant member.
    Tagged(Tagged),
    /// Objects told apart by which member is there.
    ByMember(Vec<MemberVariant>),
    /// Values told apart by their JSON kind (a string or a list).
    ByKind(Vec<KindVariant>),
}

/// An object: its required constants, which are no fields, and the rest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Struct {
    pub constants: Vec<(String, Value)>,
    pub fields: Vec<Field>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub name: String,
    pub schema: Value,
    pub required: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Tagged {
    pub tag: String,
    pub variants: Vec<TagVariant>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TagVariant {
    pub name: String,
    pub value: String,
    pub target: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct MemberVariant {
    pub name: String,
    pub member: String,
    pub target: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct KindVariant {
    pub name: String,
    pub kind: Kind,
    pub schema: Value,
}

/// The JSON kinds that a by-kind union can tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    Flag,
    Number,
    List,
    Object,
}

/// The name behind a resolved reference (`#/$defs/Name`).
pub fn target(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// The schema's members, if it is an object schema with named members.
pub fn properties(schema: &Value) -> Option<&Map<String, Value>> {
    schema.get("properties")?.as_object()
}

/// Whether an object schema requires the member.
pub fn requires(schema: &Value, member: &str) -> bool {
    let list = schema.get("required").and_then(Value::as_array);
    list.is_some_and(|list| list.iter().any(|name| name.as_str() == Some(member)))
}

/// The required members whose value is fixed.
pub fn constants(schema: &Value) -> Vec<(String, Value)> {
    let Some(members) = properties(schema) else { return Vec::new() };
    let constant = |(name, member): (&String, &Value)| {
        let value = member.get("const")?;
        requires(schema, name).then(|| (name.clone(), value.clone()))
    };
    members.iter().filter_map(constant).collect()
}

/// The value and the inner schema of `oneOf: [it, null]`, which is how a reference is made nullable.
pub fn nullable(schema: &Value) -> Option<&Value> {
    let [a, b] = schema.get("oneOf")?.as_array()?.as_slice() else { return None };
    let is_null = |s: &Value| s.get("type").and_then(Value::as_str) == Some("null");
    match (is_null(a), is_null(b)) {
        (false, true) => Some(a),
        (true, false) => Some(b),
        _ => None,
    }
}

/// Whether an object schema has no named members and takes whatever comes.
pub fn is_free_form(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object") && schema.get("properties").is_none()
}

impl Shape {
    /// Finds the shape of a definition; `find` gives the definitions that it refers to.
    pub fn of<'a>(schema: &Value, find: &dyn Fn(&str) -> Option<&'a Value>) -> Result<Self, String> {
        if let Some(members) = properties(schema) {
            return Ok(Self::Struct(structure(schema, members)));
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return strings(values);
        }
        if nullable(schema).is_some() {
            return Ok(Self::Alias);
        }
        match schema.get("oneOf").and_then(Value::as_array) {
            Some(branches) => union(branches, find),
            None => Ok(Self::Alias),
        }
    }
}

fn structure(schema: &Value, members: &Map<String, Value>) -> Struct {
    let constants = constants(schema);
    let fields = members
        .iter()
        .filter(|(name, _)| !constants.iter().any(|(constant, _)| constant == *name))
        .map(|(name, member)| Field { name: name.clone(), schema: member.clone(), required: requires(schema, name) })
        .collect();
    Struct { constants, fields }
}

fn strings(values: &[Value]) -> Result<Shape, String> {
    let all: Option<Vec<_>> = values.iter().map(|value| Some((value.as_str()?.to_owned(), None))).collect();
    all.map(Shape::Strings).ok_or_else(|| "enum may hold strings only".to_owned())
}

fn union<'a>(branches: &[Value], find: &dyn Fn(&str) -> Option<&'a Value>) -> Result<Shape, String> {
    if let Some(all) = branches.iter().map(described_string).collect() {
        return Ok(Shape::Strings(all));
    }
    if let Some(targets) = branches.iter().map(target).collect::<Option<Vec<_>>>() {
        let schemas = targets
            .iter()
            .map(|name| find(name).ok_or_else(|| format!("no definition {name}")))
            .collect::<Result<Vec<_>, _>>()?;
        if schemas.iter().all(|schema| properties(schema).is_some()) {
            return by_tag(&targets, &schemas)
                .or_else(|| by_member(&targets, &schemas))
                .ok_or_else(|| "the branches share no constant member with different values, and no required member tells them apart".to_owned());
        }
    }
    by_kind(branches, find)
}

fn described_string(branch: &Value) -> Option<(String, Option<String>)> {
    let value = branch.get("const")?.as_str()?;
    Some((value.to_owned(), branch.get("description").and_then(Value::as_str).map(str::to_owned)))
}

fn by_tag(targets: &[&str], schemas: &[&Value]) -> Option<Shape> {
    let candidates = constants(schemas.first()?);
    for (tag, _) in candidates {
        let values: Option<Vec<String>> = schemas
            .iter()
            .map(|schema| {
                let (_, value) = constants(schema).into_iter().find(|(name, _)| *name == tag)?;
                value.as_str().map(str::to_owned)
            })
            .collect();
        let Some(values) = values else { continue };
        let distinct =
            values.iter().enumerate().all(|(i, value)| !values.iter().skip(i + 1).any(|other| other == value));
        if distinct {
            let variant = |(value, target): (&String, &&str)| TagVariant {
                name: pascal(value),
                value: value.clone(),
                target: (*target).to_owned(),
            };
            let variants = values.iter().zip(targets).map(variant).collect();
            return Some(Shape::Tagged(Tagged { tag, variants }));
        }
    }
    None
}

fn by_member(targets: &[&str], schemas: &[&Value]) -> Option<Shape> {
    let mut variants = Vec::new();
    for (i, schema) in schemas.iter().enumerate() {
        let own = properties(schema)?.keys().find(|name| {
            let elsewhere = |(j, other): (usize, &&Value)| {
                j != i && properties(other).is_some_and(|members| members.contains_key(name.as_str()))
            };
            requires(schema, name) && !schemas.iter().enumerate().any(elsewhere)
        })?;
        let target = targets.get(i)?;
        variants.push(MemberVariant { name: pascal(own), member: own.clone(), target: (*target).to_owned() });
    }
    Some(Shape::ByMember(variants))
}

fn by_kind<'a>(branches: &[Value], find: &dyn Fn(&str) -> Option<&'a Value>) -> Result<Shape, String> {
    let mut variants: Vec<KindVariant> = Vec::new();
    for branch in branches {
        let (name, kind) = kind_of(branch, find)?;
        if variants.iter().any(|variant| variant.kind == kind) {
            return Err("two branches of the union have the same JSON kind".to_owned());
        }
        variants.push(KindVariant { name, kind, schema: branch.clone() });
    }
    Ok(Shape::ByKind(variants))
}

fn kind_of<'a>(branch: &Value, find: &dyn Fn(&str) -> Option<&'a Value>) -> Result<(String, Kind), String> {
    let name = target(branch);
    let schema = name.and_then(find).unwrap_or(branch);
    let (word, kind) = match schema.get("type").and_then(Value::as_str) {
        Some("string") => ("Text", Kind::Text),
        Some("boolean") => ("Flag", Kind::Flag),
        Some("integer" | "number") => ("Number", Kind::Number),
        Some("array") => ("List", Kind::List),
        Some("object") => ("Object", Kind::Object),
        _ => return Err("a union is of references to objects, or of values of different JSON kinds".to_owned()),
    };
    let items = schema.get("items").and_then(target);
    let word = match (name, items) {
        (Some(name), _) => name.to_owned(),
        (None, Some(item)) if item.ends_with("Block") => "Blocks".to_owned(),
        _ => word.to_owned(),
    };
    Ok((word, kind))
}
