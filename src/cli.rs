//! Arguments: from the command line to what is to be done, with every path absolute.
//!
//! Nothing is printed here and nothing is read from the environment of the process: both belong to `main`.
//!
//! Invariant: what this version cannot do is refused before anything starts.

mod arguments;
mod autohand;
mod completions;
mod doctor;
mod models;
mod options;
mod schema;
mod validate;

pub use arguments::{Direction, Mode};
pub use autohand::{AutohandOptions, PermissionMode};
pub use completions::print as completions;
pub use doctor::{DoctorOptions, run as doctor};
pub use models::{ModelsOptions, list as models};
pub use options::{CassetteChoice, ServerOptions, ToolChoice};
pub use schema::{SchemaOptions, print as schema};
pub use validate::{ValidateOptions, run as validate};

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap_complete::Shell;

use crate::auth::Environment;
use crate::settings::DialectName;
use arguments::{Arguments, Command};
use autohand::Translated;

/// What the command line asks for.
#[derive(Debug)]
pub enum Invocation {
    Server(Box<ServerOptions>),
    /// A server that cannot start, and whose protocol tells that to the host.
    Refused(Exit),
    Schema(SchemaOptions),
    Validate(ValidateOptions),
    Models(ModelsOptions),
    Doctor(DoctorOptions),
    Completions(Shell),
}

/// The end before anything started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// 0 when what was printed is what was asked for.
    pub code: u8,
    /// Ends with a line feed. Goes to standard output when the code is 0, else to standard error.
    pub text: String,
}

impl Exit {
    /// The text without what stands around it on a terminal.
    pub fn reason(&self) -> &str {
        let text = self.text.trim_end();
        text.strip_prefix("Error: ").or_else(|| text.strip_prefix("error: ")).unwrap_or(text)
    }

    /// A start that failed.
    pub fn failed(text: impl std::fmt::Display) -> Self {
        Self { code: 1, text: format!("Error: {text}\n") }
    }

    fn usage(text: impl std::fmt::Display) -> Self {
        Self { code: 2, text: format!("error: {text}\n\nFor more information, try '--help'.\n") }
    }
}

/// Reads the command line. `arguments` begin with the name that the program was started under.
pub fn parse(arguments: &[OsString], environment: &Environment, current: &Path) -> Result<Invocation, Exit> {
    let named = arguments.first().and_then(|name| dialect_of_name(Path::new(name)));
    let (parsed, autohand, notes) = if wants_autohand(arguments, named) {
        let Translated { arguments, options, mut notes } = autohand::translate(arguments)?;
        (lenient(arguments, &mut notes)?, options, notes)
    } else {
        let parsed = Arguments::try_parse_from(arguments).map_err(|error| unparsed(&error))?;
        (parsed, AutohandOptions::default(), Vec::new())
    };
    match parsed.command {
        None => {
            let told = wants_autohand(arguments, named) && parsed.server.mode.is_some();
            match options::server(parsed.server, named, autohand, environment, current) {
                Ok(mut options) => {
                    options.notes.splice(0..0, notes);
                    Ok(Invocation::Server(Box::new(options)))
                }
                Err(exit) if told => Ok(Invocation::Refused(exit)),
                Err(exit) => Err(exit),
            }
        }
        Some(Command::Schema(arguments)) => schema::options(arguments, environment, current).map(Invocation::Schema),
        Some(Command::Validate(arguments)) => {
            Ok(Invocation::Validate(validate::options(arguments, environment, current)))
        }
        Some(Command::Models(arguments)) => models::options(arguments, environment, current).map(Invocation::Models),
        Some(Command::Doctor(arguments)) => doctor::options(arguments, environment, current).map(Invocation::Doctor),
        Some(Command::Completions { shell }) => Ok(Invocation::Completions(shell)),
    }
}

/// Reads the command line without the options that nobody knows; each is told.
fn lenient(mut arguments: Vec<OsString>, notes: &mut Vec<String>) -> Result<Arguments, Exit> {
    loop {
        let error = match Arguments::try_parse_from(&arguments) {
            Ok(mut parsed) => {
                let (files, words) = parsed.server.messages.into_iter().partition(|word| word.starts_with('@'));
                parsed.server.messages = files;
                let words: Vec<String> = words;
                notes.extend(words.iter().map(|word| format!("the argument {word} is not known and changes nothing")));
                return Ok(parsed);
            }
            Err(error) => error,
        };
        let unknown = match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::String(name)) if error.kind() == ErrorKind::UnknownArgument => name.clone(),
            _ => return Err(unparsed(&error)),
        };
        let is_it = |argument: &OsString| {
            argument
                .to_str()
                .is_some_and(|text| text == unknown || text.split_once('=').is_some_and(|(n, _)| n == unknown))
        };
        let Some(at) = arguments.iter().position(is_it) else { return Err(unparsed(&error)) };
        arguments.remove(at);
        notes.push(format!("the option {unknown} is not known and changes nothing"));
    }
}

fn unparsed(error: &clap::Error) -> Exit {
    let code = if error.use_stderr() { 2 } else { 0 };
    Exit { code, text: error.render().to_string() }
}

/// A link to the binary chooses a protocol by its name.
fn dialect_of_name(program: &Path) -> Option<DialectName> {
    DialectName::from_wire(program.file_stem()?.to_str()?)
}

fn wants_autohand(arguments: &[OsString], named: Option<DialectName>) -> bool {
    let mut words = arguments.iter().filter_map(|argument| argument.to_str());
    while let Some(word) = words.next() {
        let value = if word == "--dialect" { words.next() } else { word.strip_prefix("--dialect=") };
        if let Some(value) = value {
            return value == DialectName::Autohand.as_str();
        }
    }
    named == Some(DialectName::Autohand)
}

#[cfg(test)]
#[path = "cli/cli_tests.rs"]
mod tests;
