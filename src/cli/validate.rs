//! `hostwire validate`: holds a transcript of frames against the closed schemas, line by line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

use crate::auth::Environment;
use crate::proto::frame::{self, Fault};
use crate::proto::published;

use super::Exit;
use super::arguments::{Direction, ValidateArguments};
use super::options::{absolute, user_home};
use super::schema::bundle;

/// What to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Absent: standard input.
    pub file: Option<PathBuf>,
    pub dialect: String,
    pub direction: Direction,
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
    // An unknown dialect is told before the first line is read.
    bundle(&options.dialect, true)?;
    let direction = match options.direction {
        Direction::In => frame::Direction::In,
        Direction::Out => frame::Direction::Out,
        Direction::Both => frame::Direction::Both,
    };
    let mut right = true;
    for (number, line) in BufReader::new(input).split(b'\n').enumerate() {
        let line = line.map_err(Exit::failed)?;
        for fault in faults(&options.dialect, &line, direction) {
            right = false;
            writeln!(out, "{}: {fault}", number + 1).map_err(Exit::failed)?;
        }
    }
    out.flush().map_err(Exit::failed)?;
    Ok(right)
}

fn faults(dialect: &str, line: &[u8], direction: frame::Direction) -> Vec<Fault> {
    let whole = |text: String| vec![Fault { pointer: String::new(), text }];
    let line = match std::str::from_utf8(line) {
        Ok(line) if line.trim().is_empty() => return Vec::new(),
        Ok(line) => line.trim_end_matches('\r'),
        Err(_) => return whole("expected UTF-8".to_owned()),
    };
    match serde_json::from_str::<IgnoredAny>(line) {
        Ok(_) => published::validate(dialect, line, direction).unwrap_or_default(),
        Err(error) => whole(format!("expected JSON: {error}")),
    }
}

#[cfg(test)]
#[path = "validate_tests.rs"]
mod tests;
