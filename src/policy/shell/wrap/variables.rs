//! Variables by which a line changes what its commands run.

use super::{Doubt, Runs, Word, reads_input};

/// Variables whose value is a command that some program runs.
const COMMANDS: [&str; 16] = [
    "BROWSER",
    "EDITOR",
    "GIT_ASKPASS",
    "GIT_EDITOR",
    "GIT_EXTERNAL_DIFF",
    "GIT_PAGER",
    "GIT_PROXY_COMMAND",
    "GIT_SEQUENCE_EDITOR",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "LESSOPEN",
    "MANPAGER",
    "PAGER",
    "PROMPT_COMMAND",
    "RSYNC_RSH",
    "VISUAL",
];

/// Variables that make other programs run, or the same do other things; one with a `_` behind it stands for all that begin so.
const DECIDING: [&str; 30] = [
    "BASHOPTS",
    "BASH_ALIASES",
    "BASH_CMDS",
    "BASH_ENV",
    "BASH_FUNC_",
    "DYLD_",
    "ENV",
    "FPATH",
    "GIT_CONFIG",
    "GIT_CONFIG_",
    "GIT_DIR",
    "GIT_EXEC_PATH",
    "GIT_TEMPLATE_DIR",
    "HOME",
    "JAVA_TOOL_OPTIONS",
    "LD_",
    "MAKEFLAGS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PATH",
    "PERL5LIB",
    "PERL5OPT",
    "PS4",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "RUBYLIB",
    "RUBYOPT",
    "SHELLOPTS",
    "XDG_CONFIG_HOME",
    "ZDOTDIR",
];

pub(in crate::policy::shell) fn holds_a_command(variable: &str) -> bool {
    COMMANDS.contains(&variable)
}

/// Whether a line that sets it may run commands that are not in the line.
pub(in crate::policy::shell) fn decides(variable: &str) -> bool {
    // One element of it, or more behind it.
    let name = variable.split(['[', '+']).next().unwrap_or_default();
    DECIDING.iter().any(|known| if known.ends_with('_') { name.starts_with(known) } else { name == *known })
}

/// `export`, `declare` and their kin. Assignments that the grammar knows are not among the words.
pub(super) fn declared(arguments: &[Word]) -> Runs {
    let mut runs = Runs::default();
    let is_option = |word: &&Word| word.text.starts_with(['-', '+']);
    let has = |letter: char| arguments.iter().filter(is_option).any(|word| word.text.contains(letter));
    if has('n') {
        runs.doubts.push(Doubt::Construct("a name that stands for another"));
    }
    for word in arguments.iter().filter(|word| !is_option(word)) {
        match word.text.split_once('=') {
            Some((name, value)) => {
                runs.doubts.push(Doubt::Variable(name.to_owned()));
                runs.sets.push(name.to_owned());
                if holds_a_command(name) {
                    runs.scripts.push(value.to_owned());
                }
            }
            None if decides(&word.text) => runs.doubts.push(Doubt::Variable(word.text.clone())),
            None => {}
        }
    }
    runs
}

/// Commands that set the variables that they name: `read`, `printf -v` and the like.
pub(super) fn filled(name: &str, arguments: &[Word]) -> Runs {
    let mut runs = Runs::default();
    if name == "printf" && !arguments.first().is_some_and(|first| first.text.starts_with("-v")) {
        return runs;
    }
    for word in arguments {
        let variable = word.text.strip_prefix("-v").unwrap_or(&word.text);
        runs.sets.push(variable.to_owned());
        if decides(variable) {
            runs.doubts.push(Doubt::Variable(variable.to_owned()));
        }
    }
    if matches!(name, "mapfile" | "readarray") && arguments.iter().any(|word| word.text.starts_with("-C")) {
        runs.doubts.push(Doubt::Script(name.to_owned()));
    }
    runs
}

/// Options by which a command of the shell itself runs, or puts in the place of another, what they name.
pub(super) fn shell_builtin(name: &str, arguments: &[Word]) -> Runs {
    let letters: &[char] = match name {
        "compgen" | "complete" => &['C', 'F', 'W'],
        "hash" => &['p'],
        "enable" => &['f'],
        _ => &['x'],
    };
    let found = arguments.iter().any(|word| {
        !word.exact || (word.text.starts_with('-') && word.text.contains(letters)) || reads_input(&word.text)
    });
    let doubts = if found { vec![Doubt::Script(name.to_owned())] } else { Vec::new() };
    Runs { doubts, ..Runs::default() }
}
