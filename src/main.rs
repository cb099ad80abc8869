//! The program: parse arguments, start the runtime, exit code.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use hostwire::auth::Environment;
use hostwire::base::task;
use hostwire::cli::{self, Exit, Invocation};
use hostwire::server;

#[expect(clippy::disallowed_methods, reason = "the edge: from here inward paths are absolute")]
fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let outcome = std::env::current_dir()
        .map_err(|error| Exit::failed(format!("the working folder cannot be used: {error}")))
        .and_then(|current| cli::parse(&arguments, &Environment::of_process(), &current))
        .and_then(invoke);
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(Exit { code, text }) => {
            // A closed pipe leaves nobody to tell.
            let _ = match code {
                0 => std::io::stdout().write_all(text.as_bytes()),
                _ => std::io::stderr().write_all(text.as_bytes()),
            };
            ExitCode::from(code)
        }
    }
}

fn invoke(invocation: Invocation) -> Result<u8, Exit> {
    let mut out = std::io::stdout().lock();
    match invocation {
        Invocation::Server(options) => {
            drop(out);
            wait(server::run(*options))?
        }
        Invocation::Refused(exit) => {
            drop(out);
            wait(server::refuse(&exit))?;
            Err(exit)
        }
        Invocation::Schema(options) => cli::schema(&options, &mut out).map(|()| 0),
        Invocation::Validate(options) => cli::validate(&options, &mut out),
        Invocation::Completions(shell) => cli::completions(shell, &mut out).map(|()| 0),
        Invocation::Doctor(options) => wait(cli::doctor(&options, server::build(), &mut out))?,
        Invocation::Models(options) => {
            let warnings = wait(cli::models(&options, server::build(), &mut out))??;
            for warning in warnings {
                let _ = writeln!(std::io::stderr(), "{warning}");
            }
            Ok(0)
        }
    }
}

fn wait<F: Future>(work: F) -> Result<F::Output, Exit> {
    task::wait(work).map_err(Exit::failed)
}
