//! Shells in a line, and what they read.

use super::{Doubt, Runs, Word, script};

/// Options of shells that take no value and matter to nobody.
const HARMLESS: [&str; 5] = ["norc", "noprofile", "login", "posix", "noediting"];
/// Options that take the next word.
const VALUED: [&str; 3] = ["rcfile", "init-file", "emulate"];

/// What stands before the operands of a shell.
struct Options<'a> {
    /// The first operand is a text to run.
    is_text: bool,
    /// What it reads is run, whatever the operands.
    reads: bool,
    /// It does nothing but run the text.
    harmless: bool,
    /// Not all of them are known.
    unknown: bool,
    operands: &'a [Word],
}

/// A shell runs its `-c` text, a file, or what it reads.
pub(super) fn shell(name: &str, arguments: &[Word], stdin: Option<&str>) -> Runs {
    let options = options(name, arguments);
    let mut runs = match options.operands.first() {
        // Whoever runs it may put names of files there: `find -exec sh -c 'rm {}'`.
        Some(text) if options.is_text && text.text.contains("{}") => {
            script(name, &Word { exact: false, ..text.clone() }, options.harmless)
        }
        Some(text) if options.is_text => script(name, text, options.harmless),
        Some(file) if !options.reads => file_or_input(name, file, stdin),
        _ => input(name, stdin),
    };
    if options.unknown {
        runs.doubts.push(Doubt::Script(name.to_owned()));
    }
    runs
}

/// `. FILE`.
pub(super) fn sourced(name: &str, arguments: &[Word], stdin: Option<&str>) -> Runs {
    match arguments.iter().find(|word| word.text != "--") {
        Some(file) => file_or_input(name, file, stdin),
        None => Runs::default(),
    }
}

fn file_or_input(name: &str, file: &Word, stdin: Option<&str>) -> Runs {
    if reads_input(&file.text) {
        return input(name, stdin);
    }
    // What begins with an expansion can be an option, or be made by a command.
    let is_path =
        file.exact || file.text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '/' | '~' | '_'));
    let doubts = if is_path { Vec::new() } else { vec![Doubt::Script(name.to_owned())] };
    Runs { doubts, ..Runs::default() }
}

fn input(name: &str, stdin: Option<&str>) -> Runs {
    Runs {
        doubts: vec![Doubt::Script(name.to_owned())],
        scripts: stdin.map(str::to_owned).into_iter().collect(),
        ..Runs::default()
    }
}

/// Whether a name of a file means what the command reads.
pub(super) fn reads_input(text: &str) -> bool {
    text == "-" || text.contains("dev/stdin") || text.contains("/fd/")
}

fn options<'a>(name: &str, arguments: &'a [Word]) -> Options<'a> {
    let mut options = Options { is_text: false, reads: false, harmless: true, unknown: false, operands: arguments };
    while let Some((first, rest)) = options.operands.split_first() {
        let text = first.text.as_str();
        let Some(letters) = text.strip_prefix(['-', '+']).filter(|letters| !letters.is_empty()) else { break };
        options.unknown |= !first.exact || (name == "fish" && text != "-c");
        options.operands = rest;
        if text == "--" {
            break;
        }
        // A long option may stand behind one dash.
        let long = letters.trim_start_matches('-');
        if HARMLESS.contains(&long) {
            continue;
        }
        if VALUED.contains(&long) {
            options.harmless = false;
            options.operands = rest.get(1..).unwrap_or_default();
        } else if letters.starts_with('-') {
            options.harmless = false;
            options.unknown = true;
        } else {
            // Letters come in bundles: `-lc`, `-euo pipefail`.
            options.is_text |= letters.contains('c');
            options.reads |= letters.contains('s');
            options.harmless &= !letters.contains(['i', 's']);
            let values = letters.chars().filter(|c| matches!(c, 'o' | 'O')).count();
            options.operands = rest.get(values..).unwrap_or_default();
        }
    }
    options
}
