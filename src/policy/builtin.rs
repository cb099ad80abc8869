//! What is denied whatever the settings say.

use super::glob::{Case, fits};
use super::rules::Subject;
use super::shell::{Command, Doubt, Line, Word, is_shell};

/// How much is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Builtin {
    /// What destroys the machine: deleting the root or a home folder, overwriting disks, fork bombs.
    Disasters,
    /// And what gives secrets or power away: files of keys and credentials, other users' rights, dumps of the environment,
    /// downloads that are run unseen.
    Secrets,
}

/// Folders whose recursive deletion ends a system or a user's work.
const ROOTS: [&str; 22] = [
    "/",
    "~",
    "$HOME",
    "${HOME}",
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/home",
    "/lib",
    "/lib64",
    "/opt",
    "/proc",
    "/root",
    "/sbin",
    "/sys",
    "/usr",
    "/var",
    "/Users",
    "/System",
    "/Library",
    "/Applications",
];

/// Files of secrets; the last part of a path is compared.
const SECRETS: [&str; 21] = [
    ".env",
    ".env.*",
    ".envrc",
    ".npmrc",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".pypirc",
    ".git-credentials",
    "id_rsa*",
    "id_dsa*",
    "id_ecdsa*",
    "id_ed25519*",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.keystore",
    ".htpasswd",
    "credentials.json",
    "auth.json",
];
/// What looks like one and is meant to be shared.
const SHARED: [&str; 5] = [".env.example", ".env.sample", ".env.template", ".env.dist", "*.pub"];
/// Folders all of which is secret.
const SECRET_FOLDERS: [&str; 3] = [".ssh", ".gnupg", ".aws"];

const ELEVATING: [&str; 6] = ["sudo", "doas", "pkexec", "su", "runuser", "sudoedit"];
const DOWNLOADING: [&str; 5] = ["curl", "wget", "fetch", "aria2c", "http"];
const INTERPRETERS: [&str; 10] = ["python", "python3", "perl", "ruby", "node", "php", "eval", "source", ".", "pwsh"];
const STOPPING: [&str; 4] = ["shutdown", "reboot", "halt", "poweroff"];

/// Why a call must not run, if it must not.
pub(super) fn denies(level: Builtin, subject: &Subject) -> Option<String> {
    match subject {
        Subject::Shell { line, .. } => disaster(line).or_else(|| secret_line(level, line)),
        Subject::Paths(paths) if level >= Builtin::Secrets => {
            paths.iter().find(|path| is_secret(&path.absolute)).map(|path| secret_file(&path.shown))
        }
        _ => None,
    }
}

fn secret_file(shown: &str) -> String {
    format!("{shown} is a file of secrets")
}

fn disaster(line: &Line) -> Option<String> {
    let command = line.commands.iter().find_map(destroys);
    let redirect = line.redirects.iter().find(|redirect| redirect.writes && is_disk(&redirect.target.text));
    command
        .or_else(|| redirect.map(|redirect| format!("it overwrites the disk {}", redirect.target.text)))
        .or_else(|| fork_bomb(line))
}

fn destroys(command: &Command) -> Option<String> {
    let (name, arguments) = (command.base_name(), command.arguments());
    let has = |wanted: &dyn Fn(&str) -> bool| arguments.iter().flat_map(parts).any(wanted);
    let recursive = has(&|word| {
        word == "--recursive" || (word.starts_with('-') && !word.starts_with("--") && word.contains(['r', 'R']))
    });
    let root = arguments.iter().flat_map(parts).find(|word| is_root(word));
    let hits = match name {
        "rm" | "chmod" | "chown" | "chgrp" => recursive && root.is_some(),
        "find" => root.is_some() && has(&|word| word == "-delete"),
        "dd" => has(&|word| word.strip_prefix("of=").is_some_and(is_disk)),
        "shred" | "wipefs" | "tee" | "cp" => has(&is_disk),
        _ => name == "mkfs" || name.starts_with("mkfs."),
    };
    hits.then(|| match root {
        Some(root) => format!("`{name}` would change or delete all of {root}"),
        None => format!("`{name}` would overwrite a disk"),
    })
}

/// The alternatives of a word with braces; the word itself otherwise.
fn parts(word: &Word) -> impl Iterator<Item = &str> {
    let split = !word.exact && word.text.contains('{') && word.text.contains(',') && !word.text.starts_with("${");
    let whole = (!split).then_some(word.text.as_str());
    let alternatives = split.then(|| word.text.split(['{', ',', '}'])).into_iter().flatten();
    whole.into_iter().chain(alternatives.filter(|part| !part.is_empty()))
}

fn is_root(word: &str) -> bool {
    // `/`, `//`, `/.`, `/*`, `/./`, `/usr/../..` and the like.
    let word = word.trim_end_matches('*');
    let normal = normal(word);
    ROOTS.contains(&normal.as_str())
}

/// The path without empty parts, dots and what double dots take back.
fn normal(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            part => kept.push(part),
        }
    }
    let start = if path.starts_with('/') { "/" } else { "" };
    format!("{start}{}", kept.join("/"))
}

fn is_disk(path: &str) -> bool {
    let path = normal(path);
    let Some(device) = path.strip_prefix("/dev/") else { return false };
    ["sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "mapper/", "dm-"]
        .iter()
        .any(|prefix| device.starts_with(prefix))
}

/// A function that pipes into itself.
fn fork_bomb(line: &Line) -> Option<String> {
    line.doubts.iter().find_map(|doubt| match doubt {
        Doubt::Function(name) if line.commands.iter().any(|command| command.piped && command.name() == name) => {
            Some(format!("the function {name} starts itself without end"))
        }
        _ => None,
    })
}

fn secret_line(level: Builtin, line: &Line) -> Option<String> {
    if level < Builtin::Secrets {
        return None;
    }
    let words = line.commands.iter().flat_map(|command| command.words.iter());
    let targets = line.redirects.iter().map(|redirect| &redirect.target);
    let secret = words.chain(targets).find(|word| names_secret(&word.text));
    secret
        .map(|word| format!("{} names a file of secrets", word.text))
        .or_else(|| line.commands.iter().find_map(gives_away))
        .or_else(|| unseen_download(line))
}

fn gives_away(command: &Command) -> Option<String> {
    let name = command.base_name();
    let dumps = match name {
        "printenv" => true,
        "env" => !command.transparent,
        "set" => command.arguments().is_empty(),
        "export" | "declare" | "typeset" => command
            .arguments()
            .first()
            .is_some_and(|first| first.text.starts_with('-') && first.text.contains(['p', 'x'])),
        _ => false,
    };
    if ELEVATING.contains(&name) {
        return Some(format!("`{name}` runs commands with other rights"));
    }
    if STOPPING.contains(&name) {
        return Some(format!("`{name}` stops the machine"));
    }
    dumps.then(|| format!("`{name}` shows the environment, where secrets are"))
}

/// What a download brings is run without anybody having seen it.
fn unseen_download(line: &Line) -> Option<String> {
    if !line.commands.iter().any(|command| DOWNLOADING.contains(&command.base_name())) {
        return None;
    }
    let made = |word: &Word| !word.exact && ["$(", "`", "<("].iter().any(|mark| word.text.contains(mark));
    let runs = line.commands.iter().find(|command| {
        let name = command.base_name();
        let runs = is_shell(name) || INTERPRETERS.contains(&name);
        runs && (command.piped || command.arguments().iter().any(made))
    });
    runs.map(|command| format!("`{}` would run what is downloaded", command.base_name()))
}

/// Whether a word of a command names a file of secrets, also behind `=`, `@` or `:`.
fn names_secret(word: &str) -> bool {
    word.split(['=', '@', ':', ',']).any(is_secret)
}

fn is_secret(path: &str) -> bool {
    let path = normal(path);
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or_default();
    if SHARED.iter().any(|pattern| fits(pattern, last, Case::Ignored)) {
        return false;
    }
    let known = SECRETS.iter().any(|pattern| fits(pattern, last, Case::Ignored));
    let hidden = last.starts_with(['.', 'i']) && last.contains(['*', '?', '[']) && {
        // A pattern of files that takes in one of them.
        [".env", ".npmrc", ".netrc", "id_rsa", "id_ed25519"].iter().any(|name| fits(last, name, Case::Ignored))
    };
    known || hidden || SECRET_FOLDERS.contains(&last) || parts.any(|folder| SECRET_FOLDERS.contains(&folder))
}

#[cfg(test)]
#[path = "builtin_tests.rs"]
mod tests;
