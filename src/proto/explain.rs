//! Faults in words: where, and what was expected there; never the value itself, which may be large.

use std::fmt;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;
use serde_path_to_error::Segment;

/// No text about a fault is longer than this, whatever the schema lists.
const LONGEST: usize = 300;

/// One fault of a frame: the JSON pointer to it and what was expected there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    pub pointer: String,
    pub text: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{pointer}: {}", self.text)
    }
}

/// A fault that the typed parse found.
pub(super) fn typed_fault(error: &serde_path_to_error::Error<serde_json::Error>) -> Fault {
    let mut pointer = String::new();
    for segment in error.path() {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => push(&mut pointer, key),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    let text = error.inner().to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
    Fault { pointer, text: cut(expectation(text)) }
}

/// The member that the typed parse missed, if that is what it found.
pub(super) fn missing_member(error: &serde_path_to_error::Error<serde_json::Error>) -> Option<String> {
    let text = error.inner().to_string();
    text.strip_prefix("missing field `")?.split('`').next().map(str::to_owned)
}

/// serde's sentence as an expectation, without the value that it quotes.
fn expectation(text: &str) -> String {
    let quoted = |text: &str| text.split('`').nth(1).unwrap_or_default().to_owned();
    // All that serde_json says of an enum that is neither a string nor an object.
    if text == "expected value" {
        return "expected one of the named strings".to_owned();
    }
    if text.starts_with("missing field, ") {
        return text.replacen("missing field, one of", "expected one of the members", 1);
    }
    if text.starts_with("missing field") {
        return format!("expected the member {:?}", quoted(text));
    }
    if text.starts_with("duplicate field") {
        return format!("expected the member {:?} only once", quoted(text));
    }
    let Some((found, expected)) = text.rsplit_once(", expected ") else { return text.to_owned() };
    let expected = match expected {
        "i64" => "an integer".to_owned(),
        "u64" => "an integer of 0 or more".to_owned(),
        "f64" => "a number".to_owned(),
        "unit" => "null".to_owned(),
        other if other.starts_with("struct ") || other.starts_with("internally tagged enum") => "an object".to_owned(),
        other => other.replace("a sequence", "an array").replace("a map", "an object"),
    };
    if found.starts_with("unknown variant") {
        return format!("expected {}", expected.replace('`', "\""));
    }
    let kind = found.split(": ").nth(1).and_then(|rest| rest.split([' ', '`']).next()).unwrap_or_default();
    match kind {
        "" => format!("expected {expected}"),
        "sequence" => format!("expected {expected}, found an array"),
        "map" => format!("expected {expected}, found an object"),
        "floating" => format!("expected {expected}, found a number with a fraction"),
        "null" | "unit" => format!("expected {expected}, found null"),
        "integer" => format!("expected {expected}, found an integer"),
        other => format!("expected {expected}, found a {other}"),
    }
}

/// The faults behind one error of the validator.
pub(super) fn explain(error: &ValidationError<'_>) -> Vec<Fault> {
    let pointer = error.instance_path().to_string();
    let fault = |text: String| vec![Fault { pointer: pointer.clone(), text: cut(text) }];
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let one = |name: &String| {
                let mut pointer = pointer.clone();
                push(&mut pointer, name);
                Fault { pointer: cut(pointer), text: "expected no member of this name".to_owned() }
            };
            unexpected.iter().map(one).collect()
        }
        ValidationErrorKind::Required { property } => fault(format!("expected the member {property}")),
        ValidationErrorKind::Type { kind } => fault(format!("expected {}", types(kind))),
        ValidationErrorKind::Enum { options } => fault(format!("expected one of {}", list(options))),
        ValidationErrorKind::Constant { expected_value } => fault(format!("expected {expected_value}")),
        ValidationErrorKind::Minimum { limit } => fault(format!("expected {limit} or more")),
        ValidationErrorKind::Maximum { limit } => fault(format!("expected {limit} or less")),
        ValidationErrorKind::MinLength { limit } => fault(format!("expected at least {limit} characters")),
        ValidationErrorKind::OneOfNotValid { context } => branches(&pointer, context),
        ValidationErrorKind::OneOfMultipleValid { .. } => fault("expected only one of the alternatives".to_owned()),
        _ => fault(error.masked().to_string()),
    }
}

/// Follows the branch that was meant: the one whose constants fit. Without one, lists what could stand there.
fn branches(pointer: &str, context: &[Vec<ValidationError<'static>>]) -> Vec<Fault> {
    let mut meant = context.iter().filter(|errors| !errors.iter().any(|error| is_other_kind(pointer, error)));
    if let (Some(errors), None) = (meant.next(), meant.next()) {
        return errors.iter().flat_map(explain).collect();
    }
    let mut wanted: Vec<String> = Vec::new();
    for errors in context {
        let kinds = errors.iter().filter(|error| is_other_kind(pointer, error));
        let kinds: Vec<String> = kinds.filter_map(alternative).collect();
        let others = || errors.iter().filter_map(alternative);
        let texts = if kinds.is_empty() { others().collect() } else { kinds };
        for text in texts {
            if !wanted.contains(&text) {
                wanted.push(text);
            }
        }
    }
    let text = match wanted.as_slice() {
        [] => "expected one of the alternatives".to_owned(),
        [only] => format!("expected {only}"),
        several => format!("expected one of {}", several.join(", ")),
    };
    vec![Fault { pointer: pointer.to_owned(), text: cut(text) }]
}

/// Whether the error says that the value was not meant for this branch: another constant, another JSON kind.
fn is_other_kind(pointer: &str, error: &ValidationError<'_>) -> bool {
    let path = error.instance_path().to_string();
    match error.kind() {
        ValidationErrorKind::Constant { .. } => path.rsplit_once('/').is_some_and(|(parent, _)| parent == pointer),
        ValidationErrorKind::Type { .. } => path == pointer,
        _ => false,
    }
}

/// What a branch asks for, in a few words.
fn alternative(error: &ValidationError<'_>) -> Option<String> {
    match error.kind() {
        ValidationErrorKind::Constant { expected_value } => {
            let path = error.instance_path().to_string();
            Some(format!("{}={expected_value}", path.rsplit('/').next().unwrap_or_default()))
        }
        ValidationErrorKind::Required { property } => Some(format!("the member {property}")),
        ValidationErrorKind::Type { kind } => Some(types(kind)),
        _ => None,
    }
}

fn types(kind: &TypeKind) -> String {
    let word = |name: &str| match name {
        "array" => "an array".to_owned(),
        "object" => "an object".to_owned(),
        "integer" => "an integer".to_owned(),
        "null" => "null".to_owned(),
        other => format!("a {other}"),
    };
    match kind {
        TypeKind::Single(one) => word(&one.to_string()),
        TypeKind::Multiple(set) => set.iter().map(|one| word(&one.to_string())).collect::<Vec<_>>().join(" or "),
    }
}

fn list(options: &Value) -> String {
    let words = options.as_array().into_iter().flatten().map(ToString::to_string);
    words.collect::<Vec<_>>().join(", ")
}

fn push(pointer: &mut String, member: &str) {
    pointer.push('/');
    pointer.push_str(&member.replace('~', "~0").replace('/', "~1"));
}

/// Cuts a text that grew with somebody's data.
fn cut(mut text: String) -> String {
    if text.len() > LONGEST {
        let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}
