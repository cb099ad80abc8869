//! Tool schemas: the files under `schema/tools/` as definitions, and the check of a call's arguments.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use jsonschema::Validator;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;

use crate::base::text::cut_bytes;
use crate::proto::shared::{JsonObject, ToolDefinition};

/// Faults that one answer names.
const MAX_FAULTS: usize = 3;
/// Bytes of the reason why a schema is none; it may quote a part of it.
const MOST_WHY: usize = 300;
/// Compiled schemas that are kept; hosts may bring any number of tools.
const KEPT: usize = 256;

/// Makes a definition of a schema file: its description and examples are told beside the schema, the rest is the schema.
pub fn definition(name: &str, file: &str) -> ToolDefinition {
    let mut parameters: JsonObject = serde_json::from_str(file).unwrap_or_default();
    parameters.shift_remove("$schema");
    let description = match parameters.shift_remove("description") {
        Some(Value::String(text)) => text,
        _ => String::new(),
    };
    let examples = match parameters.shift_remove("examples") {
        Some(Value::Array(examples)) => Some(examples),
        _ => None,
    };
    ToolDefinition { name: name.to_owned(), description, parameters, examples }
}

/// Checks the arguments of a call. The error names at most three faults, each with its place, and never quotes a value.
///
/// A null for an optional member counts as absent: models send it, and the tools read it so.
pub fn validate(definition: &ToolDefinition, arguments: &JsonObject) -> Result<(), String> {
    let Some(validator) = validator(definition) else { return Ok(()) };
    check(&validator, &definition.name, &Value::Object(without_nulls(&definition.parameters, arguments)))
}

/// Compiles the schema of a tool that is not ours. References stay inside it: nothing is ever fetched. One whose check could
/// take without end is refused.
pub fn compile(parameters: &JsonObject) -> Result<Validator, String> {
    super::weight::bounded(parameters)?;
    jsonschema::options()
        .with_retriever(Nowhere)
        .build(&Value::Object(parameters.clone()))
        .map_err(|error| cut_bytes(&error.to_string(), MOST_WHY).to_owned())
}

/// As [`validate`], for a compiled schema and arguments as they stand.
pub fn check(validator: &Validator, tool: &str, arguments: &Value) -> Result<(), String> {
    let faults: Vec<String> = validator.iter_errors(arguments).take(MAX_FAULTS).map(|error| fault(&error)).collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(format!("Invalid arguments for {tool}: {}", faults.join("; "))),
    }
}

/// A schema from outside in the form that providers want: an object, with its members told.
pub fn for_providers(mut schema: JsonObject) -> JsonObject {
    schema.insert("type".to_owned(), "object".into());
    schema.entry("properties").or_insert_with(|| Value::Object(JsonObject::new()));
    schema.shift_remove("$schema");
    schema
}

/// The arguments in a form that fits: as they stand, or without nulls, which models like to send for what they leave out.
pub fn fitting(
    validator: &Validator,
    definition: &ToolDefinition,
    arguments: &JsonObject,
) -> Result<JsonObject, String> {
    if validator.is_valid(&Value::Object(arguments.clone())) {
        return Ok(arguments.clone());
    }
    let bare = without_nulls(&definition.parameters, arguments);
    check(validator, &definition.name, &Value::Object(bare.clone()))?;
    Ok(bare)
}

/// Refuses what a schema refers to outside of itself.
struct Nowhere;

impl jsonschema::Retrieve for Nowhere {
    fn retrieve(&self, uri: &jsonschema::Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Err(format!("it refers to {uri}, which is not fetched").into())
    }
}

/// The arguments without the nulls of optional members.
pub fn without_nulls(schema: &JsonObject, arguments: &JsonObject) -> JsonObject {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|required| required == name));
    arguments
        .iter()
        .filter(|(name, value)| !value.is_null() || is_required(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

struct Compiled {
    schema: JsonObject,
    /// `None`: the schema itself is broken, so nothing can be checked.
    validator: Option<Arc<Validator>>,
}

/// By tool name. A leaf lock, held for a look-up or a compilation and never across an await.
static COMPILED: LazyLock<Mutex<HashMap<String, Compiled>>> = LazyLock::new(Mutex::default);

fn validator(definition: &ToolDefinition) -> Option<Arc<Validator>> {
    let mut cache = match COMPILED.lock() {
        Ok(cache) => cache,
        Err(poisoned) => poisoned.into_inner(),
    };
    // Two sessions may have different host tools of one name, so the schema is compared as well.
    if let Some(known) = cache.get(&definition.name).filter(|known| known.schema == definition.parameters) {
        return known.validator.clone();
    }
    let validator = match jsonschema::validator_for(&Value::Object(definition.parameters.clone())) {
        Ok(validator) => Some(Arc::new(validator)),
        Err(error) => {
            tracing::warn!(tool = definition.name, %error, "the schema of a tool is broken; its calls are not checked");
            None
        }
    };
    if cache.len() >= KEPT {
        cache.clear();
    }
    let compiled = Compiled { schema: definition.parameters.clone(), validator: validator.clone() };
    cache.insert(definition.name.clone(), compiled);
    validator
}

fn fault(error: &jsonschema::ValidationError<'_>) -> String {
    let place = error.instance_path().to_string();
    let at = |member: &str| format!("{place}/{member}");
    match error.kind() {
        ValidationErrorKind::Required { property } => match property.as_str() {
            Some(property) => format!("{} is missing", at(property)),
            None => format!("{} lacks a member", shown(&place)),
        },
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let unknown: Vec<String> = unexpected.iter().take(MAX_FAULTS).map(|name| at(name)).collect();
            format!("unknown {}", unknown.join(", "))
        }
        ValidationErrorKind::Type { kind } => {
            format!("{} must be {}, not {}", shown(&place), expected(kind), kind_of(error.instance()))
        }
        ValidationErrorKind::Enum { options } => {
            let options: Vec<String> = options.as_array().into_iter().flatten().map(Value::to_string).collect();
            format!("{} must be one of {}", shown(&place), options.join(", "))
        }
        _ => format!("{}: {}", shown(&place), error.masked_with("the value")),
    }
}

fn shown(place: &str) -> &str {
    if place.is_empty() { "the arguments object" } else { place }
}

fn expected(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(one) => named(&one.to_string()).to_owned(),
        TypeKind::Multiple(several) => {
            several.iter().map(|one| named(&one.to_string()).to_owned()).collect::<Vec<_>>().join(" or ")
        }
    }
}

fn named(kind: &str) -> &str {
    match kind {
        "string" => "a string",
        "boolean" => "true or false",
        "integer" => "an integer",
        "number" => "a number",
        "array" => "an array",
        "object" => "an object",
        other => other,
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
#[path = "schema_tests.rs"]
mod tests;
