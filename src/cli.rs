//! Arguments: from the command line to what is to be done, with every path absolute.
//!
//! Nothing is printed here and nothing is read from the environment of the process: both belong to `main`.
//!
//! Invariant: what this version cannot do is refused before anything starts.

mod arguments;
mod completions;
mod doctor;
mod models;
mod options;
mod schema;
mod validate;

pub use arguments::{Direction, Mode};
pub use completions::print as completions;
pub use doctor::{DoctorOptions, run as doctor};
pub use models::{ModelsOptions, list as models};
pub use options::{CassetteChoice, ServerOptions, ToolChoice};
pub use schema::{SchemaOptions, print as schema};
pub use validate::{ValidateOptions, run as validate};

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;
use clap_complete::Shell;

use crate::auth::Environment;
use crate::settings::DialectName;
use arguments::{Arguments, Command};

/// What the command line asks for.
#[derive(Debug)]
pub enum Invocation {
    Server(Box<ServerOptions>),
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

/// The protocol that is planned and not there.
const NO_AUTOHAND: &str = "The autohand dialect is not built into this version";

impl Exit {
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
    let parsed = match Arguments::try_parse_from(arguments) {
        Ok(parsed) => parsed,
        // Its hosts pass options that are not ours; the reason why it does not start is another one.
        Err(error) if error.kind() == ErrorKind::UnknownArgument && wants_autohand(arguments, named) => {
            return Err(Exit::failed(NO_AUTOHAND));
        }
        Err(error) => {
            let code = if error.use_stderr() { 2 } else { 0 };
            return Err(Exit { code, text: error.render().to_string() });
        }
    };
    match parsed.command {
        None => {
            options::server(parsed.server, named, environment, current).map(|all| Invocation::Server(Box::new(all)))
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
