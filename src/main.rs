//! The program: parse arguments, start the runtime, exit code.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use hostwire::auth::Environment;
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
            runtime()?.block_on(server::run(*options))
        }
        Invocation::Refused(exit) => {
            drop(out);
            runtime()?.block_on(server::refuse(&exit));
            Err(exit)
        }
        Invocation::Schema(options) => cli::schema(&options, &mut out).map(|()| 0),
        Invocation::Validate(options) => cli::validate(&options, &mut out),
        Invocation::Completions(shell) => cli::completions(shell, &mut out).map(|()| 0),
        Invocation::Doctor(options) => runtime()?.block_on(cli::doctor(&options, server::build(), &mut out)),
        Invocation::Models(options) => {
            let warnings = runtime()?.block_on(cli::models(&options, server::build(), &mut out))?;
            for warning in warnings {
                let _ = writeln!(std::io::stderr(), "{warning}");
            }
            Ok(0)
        }
    }
}

/// One thread: what a server does between waits is short, and what is long goes to the blocking pool.
fn runtime() -> Result<tokio::runtime::Runtime, Exit> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Exit::failed)
}
