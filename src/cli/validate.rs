//! `hostwire validate`: holds a transcript of frames against the closed schemas, line by line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::auth::Environment;
use crate::proto::frame::{Fault, Validators};

use super::Exit;
use super::arguments::{Direction, ValidateArguments};
use super::options::{absolute, user_home};
use super::schema::bundle;

/// Unions of the published bundle: what goes to the server, and what comes from it.
const INBOUND: [&str; 2] = ["RpcCommand", "RpcControlFrame"];
const OUTBOUND: [&str; 3] = ["RpcResponse", "RpcEvent", "RpcServerFrame"];

/// What to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Absent: standard input.
    pub file: Option<PathBuf>,
    pub dialect: String,
    pub direction: Direction,
}

/// The frames of a protocol, with their validators.
struct Frames {
    frames: Vec<Frame>,
    validators: Validators,
}

/// One frame: its definition and the members whose values tell it from the others.
struct Frame {
    name: &'static str,
    constants: Vec<(String, Value)>,
}

pub(super) fn options(given: ValidateArguments, environment: &Environment, current: &Path) -> ValidateOptions {
    let user_home = user_home(environment);
    let file = given.file.filter(|path| path.as_os_str() != "-");
    ValidateOptions {
        file: file.map(|path| absolute(current, &path, user_home.as_deref())),
        dialect: given.dialect,
        direction: given.direction,
    }
}

/// Checks every line and writes one fault a line; gives the exit code.
pub fn run(options: &ValidateOptions, out: &mut dyn Write) -> Result<u8, Exit> {
    let right = match &options.file {
        None => check(options, &mut io::stdin().lock(), out),
        Some(path) => match std::fs::File::open(path) {
            Ok(mut file) => check(options, &mut file, out),
            Err(error) => Err(Exit::failed(format!("{}: {error}", path.display()))),
        },
    };
    right.map(|right| u8::from(!right))
}

/// Whether all lines are right.
fn check(options: &ValidateOptions, input: &mut dyn Read, out: &mut dyn Write) -> Result<bool, Exit> {
    Frames::of(&options.dialect, options.direction)?.check_all(input, out).map_err(Exit::failed)
}

impl Frames {
    fn of(dialect: &str, direction: Direction) -> Result<Self, Exit> {
        let text = bundle(dialect, true)?.text;
        let parsed: Map<String, Value> = serde_json::from_str(text).map_err(Exit::failed)?;
        let Some(Value::Object(definitions)) = parsed.get("$defs") else {
            return Err(Exit::failed("the published bundle holds no definitions"));
        };
        let unions: &[&[&str]] = match direction {
            Direction::In => &[&INBOUND],
            Direction::Out => &[&OUTBOUND],
            Direction::Both => &[&INBOUND, &OUTBOUND],
        };
        let mut frames = Vec::new();
        for union in unions.iter().copied().flatten() {
            leaves(definitions, union, &mut frames);
        }
        // The validators want names that live as long as the program; this command is all that it does.
        let names: &'static [&'static str] = frames.iter().map(|frame| frame.name).collect::<Vec<_>>().leak();
        Ok(Self { frames, validators: Validators::new(names, text) })
    }

    fn check_all(&self, input: &mut dyn Read, out: &mut dyn Write) -> io::Result<bool> {
        let mut right = true;
        for (number, line) in BufReader::new(input).split(b'\n').enumerate() {
            for fault in self.faults(&line?) {
                right = false;
                writeln!(out, "{}: {fault}", number + 1)?;
            }
        }
        out.flush()?;
        Ok(right)
    }

    fn faults(&self, line: &[u8]) -> Vec<Fault> {
        let fault = |pointer: &str, text: &str| vec![Fault { pointer: pointer.to_owned(), text: text.to_owned() }];
        let Ok(line) = std::str::from_utf8(line) else {
            return fault("", "expected UTF-8");
        };
        if line.trim().is_empty() {
            return Vec::new();
        }
        let value: Value = match serde_json::from_str(line) {
            Ok(value) => value,
            Err(error) => return fault("", &format!("expected JSON: {error}")),
        };
        if !value.is_object() {
            return fault("", "expected a JSON object");
        }
        let Some(kind) = value.get("type").and_then(Value::as_str) else {
            return fault("/type", "expected a string");
        };
        let of_kind: Vec<&Frame> = self.frames.iter().filter(|frame| frame.is(kind)).collect();
        if of_kind.is_empty() {
            return fault("/type", "expected the type of a known frame");
        }
        let meant = of_kind.iter().filter(|frame| frame.wrong_constant(&value).is_none());
        let told: Vec<Vec<Fault>> = meant.map(|frame| self.validators.faults(frame.name, &value)).collect();
        if told.iter().any(Vec::is_empty) {
            return Vec::new();
        }
        told.into_iter().next().unwrap_or_else(|| self.unmatched(&of_kind, &value))
    }

    /// No frame of this type has these constants: tells the member that none of them knows.
    fn unmatched(&self, of_kind: &[&Frame], value: &Value) -> Vec<Fault> {
        let closest = of_kind.iter().min_by_key(|frame| frame.wrong_constants(value).count());
        let member = closest.and_then(|frame| frame.wrong_constant(value)).unwrap_or("type");
        vec![Fault { pointer: format!("/{member}"), text: "expected one of the known values".to_owned() }]
    }
}

impl Frame {
    fn is(&self, kind: &str) -> bool {
        self.constants.iter().any(|(member, value)| member == "type" && value == kind)
    }

    fn wrong_constants<'a>(&'a self, value: &'a Value) -> impl Iterator<Item = &'a str> {
        let wrong = |(member, constant): &&'a (String, Value)| value.get(member) != Some(constant);
        self.constants.iter().filter(wrong).map(|(member, _)| member.as_str())
    }

    fn wrong_constant<'a>(&'a self, value: &'a Value) -> Option<&'a str> {
        self.wrong_constants(value).next()
    }
}

/// The frames behind a definition: its own, or those of the unions in it.
fn leaves(definitions: &Map<String, Value>, name: &str, frames: &mut Vec<Frame>) {
    let Some(definition) = definitions.get(name) else {
        return;
    };
    if let Some(forms) = definition.get("oneOf").and_then(Value::as_array) {
        let names = forms.iter().filter_map(|form| form.get("$ref")?.as_str()?.strip_prefix("#/$defs/"));
        for name in names {
            leaves(definitions, name, frames);
        }
        return;
    }
    let properties = definition.get("properties").and_then(Value::as_object).into_iter().flatten();
    let constants = properties.filter_map(|(member, schema)| Some((member.clone(), schema.get("const")?.clone())));
    let frame = Frame { name: name.to_owned().leak(), constants: constants.collect() };
    if frames.iter().all(|known| known.name != frame.name) {
        frames.push(frame);
    }
}

#[cfg(test)]
#[path = "validate_tests.rs"]
mod tests;
