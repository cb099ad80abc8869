//! What git runs beside itself: settings that name programs, aliases, and subcommands that take a command.

use super::{Command, Doubt, Runs, Word, operands};

/// Settings that name no program; a word with a dot behind it stands for all below it.
const HARMLESS: [&str; 28] = [
    "advice.",
    "branch.",
    "color.",
    "column.",
    "commit.gpgsign",
    "core.abbrev",
    "core.autocrlf",
    "core.eol",
    "core.filemode",
    "core.ignorecase",
    "core.longpaths",
    "core.quotepath",
    "diff.algorithm",
    "diff.colormoved",
    "diff.renames",
    "fetch.prune",
    "http.postbuffer",
    "init.defaultbranch",
    "log.",
    "merge.conflictstyle",
    "pull.ff",
    "pull.rebase",
    "push.autosetupremote",
    "push.default",
    "rebase.autosquash",
    "rebase.autostash",
    "safe.directory",
    "user.",
];

pub(super) fn runs(command: &Command) -> Runs {
    let (arguments, operands) = (command.arguments(), operands(command));
    let mut runs = Runs::default();
    let global = arguments.get(..arguments.len() - operands.len()).unwrap_or_default();
    for (number, word) in global.iter().enumerate() {
        match word.text.as_str() {
            "-c" => given(global.get(number + 1), &mut runs),
            text if text.starts_with("--config-env") || text.starts_with("--exec-path=") => {
                runs.doubts.push(Doubt::Variable(text.to_owned()));
            }
            _ => {}
        }
    }
    let Some((name, rest)) = operands.split_first() else { return runs };
    match name.text.as_str() {
        "init" if rest.iter().any(|word| word.text.starts_with("--template")) => {
            runs.doubts.push(Doubt::Script("git".to_owned()));
        }
        "rebase" => option(rest, &["-x", "--exec"], &mut runs),
        "difftool" => option(rest, &["-x", "--extcmd"], &mut runs),
        // Only glued to the option is it a value.
        "grep" => {
            let values = rest.iter().filter_map(|word| {
                word.text.strip_prefix("--open-files-in-pager=").or_else(|| word.text.strip_prefix("-O"))
            });
            runs.scripts.extend(values.filter(|line| !line.is_empty()).map(str::to_owned));
        }
        "clone" => {
            option(rest, &["-u", "--upload-pack"], &mut runs);
            for (number, word) in rest.iter().enumerate() {
                match word.text.strip_prefix("--config=").or_else(|| word.text.strip_prefix("-c")) {
                    Some("") => given(rest.get(number + 1), &mut runs),
                    Some(text) => given(Some(&Word { text: text.to_owned(), exact: word.exact }), &mut runs),
                    None if word.text == "--config" => given(rest.get(number + 1), &mut runs),
                    None => {}
                }
            }
        }
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
        "config" => config(rest, &mut runs),
        _ => {}
    }
    runs
}

/// Options of `git config` that take the next word.
const CONFIG_VALUED: [&str; 8] = ["-f", "--file", "--blob", "--type", "--default", "--comment", "--value", "--url"];
/// What else it does, as options or as subcommands, than to write a setting.
const CONFIG_READING: [&str; 14] = [
    "--get",
    "--get-all",
    "--get-color",
    "--get-colorbool",
    "--get-regexp",
    "--get-urlmatch",
    "--list",
    "--unset",
    "--unset-all",
    "-l",
    "get",
    "list",
    "remove-section",
    "unset",
];

/// `git config NAME VALUE`: what is written is obeyed by every git after it.
fn config(words: &[Word], runs: &mut Runs) {
    let (mut operands, mut words) = (Vec::new(), words.iter());
    while let Some(word) = words.next() {
        let text = word.text.as_str();
        if CONFIG_READING.contains(&text) && operands.is_empty() {
            return;
        }
        match text {
            "--rename-section" | "rename-section" => runs.doubts.push(Doubt::Script("git config".to_owned())),
            _ if CONFIG_VALUED.contains(&text) => {
                words.next();
            }
            "set" if operands.is_empty() => {}
            "--" => {
                operands.extend(words.by_ref());
            }
            _ if text.starts_with('-') => {}
            _ => operands.push(word),
        }
    }
    // An option that is not known may have taken the first.
    for pair in operands.windows(2) {
        if let [name, value] = pair {
            setting(&name.text, &value.text, runs);
        }
    }
}

/// `name=value` behind `-c`.
fn given(word: Option<&Word>, runs: &mut Runs) {
    let Some(word) = word else { return };
    let (name, value) = word.text.split_once('=').unwrap_or((&word.text, ""));
    setting(name, value, runs);
}

/// A setting gets a value.
fn setting(name: &str, value: &str, runs: &mut Runs) {
    let low = name.to_ascii_lowercase();
    let harmless = |known: &str| if known.ends_with('.') { low.starts_with(known) } else { low == known };
    if HARMLESS.iter().any(|known| harmless(known)) {
        return;
    }
    runs.doubts.push(Doubt::Variable(name.to_owned()));
    if low.starts_with("include") || low == "core.hookspath" || name.contains('$') {
        // Commands come from a file, or the name is known only when it runs.
        runs.doubts.push(Doubt::Script("git".to_owned()));
    }
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
