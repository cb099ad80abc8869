//! `hostwire completions`: a script for a shell, made from the definition of the options.

use std::io::Write;

use clap::CommandFactory as _;
use clap_complete::{Shell, generate};

use super::Exit;
use super::arguments::Arguments;

/// Prints the script.
pub fn print(shell: Shell, out: &mut dyn Write) -> Result<(), Exit> {
    // Into a buffer first: the generator takes a closed pipe for an impossible thing.
    let mut script = Vec::new();
    generate(shell, &mut Arguments::command(), "hostwire", &mut script);
    out.write_all(&script).and_then(|()| out.flush()).map_err(Exit::failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_gets_a_script_that_knows_options_and_commands() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Elvish, Shell::PowerShell] {
            let mut out = Vec::new();
            print(shell, &mut out).unwrap();
            let script = String::from_utf8(out).unwrap();
            for word in ["message-updates", "doctor", "hostwire"] {
                assert!(script.contains(word), "{word} is not in the script for {shell}");
            }
        }
    }
}
