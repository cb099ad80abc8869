//! Files that options and small programs among the arguments write, and what such programs run.

use super::{Command, Doubt, Runs, Word, operands, reads_input};

/// Options before a file that is written.
const OUTPUT: &[(&str, &[&str])] = &[
    ("curl", &["-o", "--output", "-D", "--dump-header", "-c", "--cookie-jar", "--trace", "--trace-ascii", "--stderr"]),
    ("find", &["-fprint", "-fprint0", "-fprintf", "-fls"]),
    ("git", &["--output"]),
    ("sort", &["-o", "--output"]),
    ("tree", &["-o"]),
    ("wget", &["-O", "--output-document", "-o", "--output-file", "-a", "--append-output"]),
];
const NOT_PLAIN: &str = "a program of sed that is not plain";
/// Subcommands of git that have a short one.
const ARCHIVING: [&str; 2] = ["archive", "format-patch"];

/// Adds what the options of a command write, and what its program does.
pub(super) fn add(command: &Command, runs: &mut Runs) {
    let (name, arguments) = (command.base_name(), command.arguments());
    if let Some((_, options)) = OUTPUT.iter().find(|(known, _)| *known == name) {
        written(arguments, options, &mut runs.writes);
    }
    match name {
        "git" if operands(command).first().is_some_and(|first| ARCHIVING.contains(&first.text.as_str())) => {
            written(arguments, &["-o"], &mut runs.writes);
        }
        "sed" | "gsed" => sed(arguments, runs),
        "awk" | "gawk" | "mawk" | "nawk" if arguments.iter().any(|word| awk_runs(&word.text)) => {
            runs.doubts.push(Doubt::Script(name.to_owned()));
        }
        _ => {}
    }
    runs.writes.retain(|word| word.text != "-");
}

fn written(arguments: &[Word], options: &[&str], writes: &mut Vec<Word>) {
    for (number, word) in arguments.iter().enumerate() {
        let next = arguments.get(number + 1).cloned();
        if options.contains(&word.text.as_str()) {
            writes.extend(next);
            continue;
        }
        for option in options {
            let glued = match option.strip_prefix("--") {
                // Long options can be shortened.
                Some(long) => word.text.strip_prefix("--").and_then(|text| {
                    let (name, value) = text.split_once('=').unwrap_or((text, ""));
                    (!name.is_empty() && long.starts_with(name)).then_some(value)
                }),
                None if option.len() == 2 => bundled(&word.text, option.trim_start_matches('-')),
                None => None,
            };
            match glued {
                Some("") => writes.extend(next.clone()),
                Some(value) => writes.push(Word { text: value.to_owned(), exact: word.exact }),
                None => {}
            }
        }
    }
}

/// What stands behind a letter in a word of short options.
fn bundled<'a>(word: &'a str, letter: &str) -> Option<&'a str> {
    let letters = word.strip_prefix('-').filter(|letters| !letters.starts_with('-'))?;
    let (before, value) = letters.split_once(letter)?;
    before.chars().all(|c| c.is_ascii_alphabetic()).then_some(value)
}

/// Whether a program of awk may run commands or write files.
fn awk_runs(program: &str) -> bool {
    let pipes = program.replace("||", "").contains('|') && program.contains("print");
    let indirect = program.split('@').skip(1).any(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '_'));
    let writes = program.contains("print") && program.contains('>');
    pipes || indirect || writes || program.contains("system") || program.contains("getline")
}

/// The programs among the arguments of sed.
fn sed(arguments: &[Word], runs: &mut Runs) {
    let (mut programs, mut operand, mut words) = (Vec::new(), None, arguments.iter());
    while let Some(word) = words.next() {
        let Some((option, value)) = sed_option(&word.text) else {
            if !word.text.starts_with('-') && operand.is_none() {
                operand = Some((word.text.as_str(), word.exact));
            }
            continue;
        };
        let value = match value {
            "" => words.next().map(|next| (next.text.as_str(), next.exact)),
            value => Some((value, word.exact)),
        };
        match option {
            'e' => programs.extend(value),
            'f' => {
                programs.push(("", true));
                if value.is_some_and(|(file, _)| reads_input(file)) {
                    runs.doubts.push(Doubt::Script("sed".to_owned()));
                }
            }
            _ => {}
        }
    }
    let programs = if programs.is_empty() { operand.into_iter().collect() } else { programs };
    for (program, exact) in programs {
        if !exact && program.starts_with(['$', '`']) {
            runs.doubts.push(Doubt::Script("sed".to_owned()));
        }
        let mut at = program;
        while !at.is_empty() {
            at = sed_command(at, runs);
        }
    }
}

/// The letter of an option of sed that takes a value, and the value if it stands in the same word.
fn sed_option(text: &str) -> Option<(char, &str)> {
    let letters = text.strip_prefix('-')?;
    if let Some(long) = letters.strip_prefix('-') {
        // Long options can be shortened.
        let (name, value) = long.split_once('=').unwrap_or((long, ""));
        let known = ["expression", "file", "line-length"].iter().any(|known| known.starts_with(name));
        return name.chars().next().filter(|_| known).map(|letter| (letter, value));
    }
    // The ending of `-i` takes the rest of the word.
    let at = letters.find(['e', 'f', 'l', 'i'])?;
    let mut rest = letters.get(at..).unwrap_or_default().chars();
    let letter = rest.next().filter(|letter| *letter != 'i')?;
    Some((letter, rest.as_str()))
}

/// Reads one command of sed; gives what stands behind it.
fn sed_command<'a>(program: &'a str, runs: &mut Runs) -> &'a str {
    let program = program.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}'));
    let program = behind_address(program);
    let mut chars = program.chars();
    let Some(command) = chars.next() else { return "" };
    let rest = chars.as_str();
    let (line, behind) = rest.split_once('\n').unwrap_or((rest, ""));
    match command {
        's' | 'y' => {
            let mut chars = rest.chars();
            let Some(mark) = chars.next() else { return "" };
            let flags = behind_mark(behind_mark(chars.as_str(), mark), mark);
            if command == 'y' {
                return flags;
            }
            let end = flags.find([';', '\n', '}', 'w']).unwrap_or(flags.len());
            let (flags, rest) = flags.split_at(end);
            if flags.contains('e') {
                runs.doubts.push(Doubt::Script("sed".to_owned()));
            }
            if !flags.chars().all(|c| c.is_ascii_digit() || "gpiImMe \t".contains(c)) {
                // The marks may be where another sed does not see them.
                runs.doubts.push(Doubt::Construct(NOT_PLAIN));
            }
            match rest.strip_prefix('w') {
                Some(file) => to_file(file, runs),
                None => rest,
            }
        }
        'w' | 'W' => to_file(rest, runs),
        'e' => {
            runs.doubts.push(Doubt::Script("sed".to_owned()));
            runs.scripts.push(line.trim().to_owned());
            behind
        }
        'a' | 'i' | 'c' => {
            let mut behind = rest;
            while let Some((line, more)) = behind.split_once('\n') {
                behind = more;
                if !line.ends_with('\\') {
                    return behind;
                }
            }
            ""
        }
        'r' | 'R' | '#' => behind,
        ':' | 'b' | 't' | 'T' | 'q' | 'Q' | 'l' | 'L' => rest.trim_start_matches(|c| !matches!(c, ';' | '\n' | '}')),
        'p' | 'P' | 'd' | 'D' | 'h' | 'H' | 'g' | 'G' | 'x' | 'n' | 'N' | '=' | 'z' | 'F' | 'v' => rest,
        _ => {
            runs.doubts.push(Doubt::Construct(NOT_PLAIN));
            ""
        }
    }
}

fn to_file<'a>(rest: &'a str, runs: &mut Runs) -> &'a str {
    let (file, behind) = rest.split_once('\n').unwrap_or((rest, ""));
    runs.writes.push(Word { text: file.trim().to_owned(), exact: !file.contains('$') });
    behind
}

/// What stands behind the addresses of a command: numbers, and texts between marks.
fn behind_address(mut program: &str) -> &str {
    loop {
        program = program.trim_start_matches(|c: char| c.is_ascii_digit() || " \t$,~+!IM".contains(c));
        let mut chars = program.chars();
        program = match chars.next() {
            Some('/') => behind_mark(chars.as_str(), '/'),
            Some('\\') => match chars.next() {
                Some(mark) => behind_mark(chars.as_str(), mark),
                None => return "",
            },
            _ => return program,
        };
    }
}

/// What stands behind the next mark that no backslash precedes.
fn behind_mark(text: &str, mark: char) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == mark && !escaped {
            return text.get(at + c.len_utf8()..).unwrap_or_default();
        }
        escaped = c == '\\' && !escaped;
    }
    ""
}
