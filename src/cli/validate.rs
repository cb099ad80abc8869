//! `hostwire validate`: holds a transcript of frames against the closed schemas, line by line.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Map, Value};

use crate::auth::Environment;
use crate::proto::frame::{Fault, explain};

use super::arguments::{Direction, ValidateArguments};
use super::options::{absolute, user_home};
use super::schema::bundle;
use super::Exit;

/// What to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidateOptions {
    /// Absent: standard input.
    pub file: Option<PathBuf>,
    pub dialect: String,
    pub direction: Direction,
}
