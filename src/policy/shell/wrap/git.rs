//! What git runs beside itself: settings that name programs, aliases, and subcommands that take a command.

use super::{Command, Doubt, Runs, Word, operands};

/// Settings that name no program; a word with a dot behind it stands for all below it.
const HARMLESS: [&str; 14] = [
    "advice.",
    "branch.",
    "color.",
    "column.",
    "commit.gpgsign",
    "core.abbrev",
    "core.autocrlf",
    "core.quotepath",
    "diff.renames",
    "fetch.prune",
    "init.defaultbranch",
    "log.",
    "safe.directory",
    "user.",
];

pub(super) fn runs(command: &Command) -> Runs {
    let (arguments, operands) = (command.arguments(), operands(command));
    let mut runs = Runs::default();
    let global = arguments.get(..arguments.len() - operands.len()).unwrap_or_default();
    for (number, word) in global.iter().enumerate() {
        match word.text.as_str() {
            "-c" => setting(global.get(number + 1), &mut runs),
            text if text.starts_with("--config-env") || text.starts_with("--exec-path=") => {
                runs.doubts.push(Doubt::Variable(text.to_owned()));
            }
            _ => {}
        }
    }
    let Some((name, rest)) = operands.split_first() else { return runs };
    match name.text.as_str() {
        "rebase" => option(rest, &["-x", "--exec"], &mut runs),
        "difftool" => option(rest, &["-x", "--extcmd"], &mut runs),
        // Only glued to the option is it a value.
        "grep" => {
            let values = rest.iter().filter_map(|word| {
                word.text.strip_prefix("--open-files-in-pager=").or_else(|| word.text.strip_prefix("-O"))
            });
            runs.scripts.extend(values.filter(|line| !line.is_empty()).map(str::to_owned));
        }
        "clone" => option(rest, &["-u", "--upload-pack"], &mut runs),
        "fetch" | "pull" | "push" | "ls-remote" | "archive" => {
            option(rest, &["--upload-pack", "--receive-pack", "--exec"], &mut runs);
        }
        "bisect" if rest.first().is_some_and(|word| word.text == "run") => {
            runs.commands.push(rest.get(1..).unwrap_or_default().to_vec());
        }
        "submodule" => {
            if let Some(at) = rest.iter().position(|word| word.text == "foreach") {
                let line = rest.get(at + 1..).unwrap_or_default().iter().filter(|word| !word.text.starts_with('-'));
                runs.scripts.push(line.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "));
            }
        }
        "filter-branch" => {
            let filters = rest.iter().filter(|word| !word.text.starts_with("--"));
            runs.scripts.extend(filters.map(|word| word.text.clone()));
        }
        "config" => runs.scripts.extend(rest.iter().filter_map(|word| word.text.strip_prefix('!')).map(str::to_owned)),
        _ => {}
    }
    runs
}

/// `name=value` behind `-c`.
fn setting(word: Option<&Word>, runs: &mut Runs) {
    let Some(word) = word else { return };
    let (name, value) = word.text.split_once('=').unwrap_or((&word.text, ""));
    let low = name.to_ascii_lowercase();
    let harmless = |known: &str| if known.ends_with('.') { low.starts_with(known) } else { low == known };
    if HARMLESS.iter().any(|known| harmless(known)) {
        return;
    }
    runs.doubts.push(Doubt::Variable(name.to_owned()));
    // An alias without a mark is a subcommand with its arguments.
    match (value.strip_prefix('!'), low.starts_with("alias.")) {
        (Some(line), _) => runs.scripts.push(line.to_owned()),
        (None, true) => runs.scripts.push(format!("git {value}")),
        (None, false) if value.contains(char::is_alphabetic) => runs.scripts.push(value.to_owned()),
        _ => {}
    }
}

/// Commands that options name: in the next word, or behind `=` or the letter.
fn option(words: &[Word], names: &[&str], runs: &mut Runs) {
    for (number, word) in words.iter().enumerate() {
        if names.contains(&word.text.as_str()) {
            runs.scripts.extend(words.get(number + 1).map(|next| next.text.clone()));
            continue;
        }
        for name in names {
            let Some(rest) = word.text.strip_prefix(name) else { continue };
            let value = if name.starts_with("--") { rest.strip_prefix('=') } else { Some(rest) };
            runs.scripts.extend(value.map(str::to_owned));
        }
    }
}
