//! What is denied whatever the settings say.

use super::glob::{Case, PathGlob, fits};
use super::rules::{Mention, Subject};
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
        Subject::Shell(shell) => disaster(&shell.line)
            .or_else(|| secret_line(level, &shell.line))
            .or_else(|| linked_secret(level, &shell.files)),
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
    let secret = words.chain(targets).chain(&line.values).find(|word| names_secret(word));
    secret
        .map(|word| format!("{} names a file of secrets", word.text))
        .or_else(|| line.commands.iter().find_map(|command| secret_in_code(command, line)))
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
            .map_or(!command.assigns, |first| first.text.starts_with('-') && first.text.contains(['p', 'x'])),
        "compgen" => command.arguments().iter().any(|word| word.text.starts_with('-') && word.text.contains('e')),
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
    // In a variable, or in a text that is read.
    let brings = |text: &str| {
        let names = DOWNLOADING.iter().any(|name| text.contains(name));
        names && (text.contains("$(") || text.contains('`'))
    };
    let is_kept =
        line.values.iter().any(|word| !word.exact && brings(&word.text)) || line.texts.iter().any(|text| brings(text));
    let runs = line.commands.iter().find(|command| {
        let name = command.base_name();
        let runs = is_shell(name) || INTERPRETERS.contains(&name);
        let unknown = command.arguments().iter().any(|word| !word.exact && word.text.contains('$'));
        let reads = command.arguments().is_empty() || line.doubts.contains(&Doubt::Script(name.to_owned()));
        runs && (command.piped || command.arguments().iter().any(made) || (is_kept && (unknown || reads)))
    });
    runs.map(|command| format!("`{}` would run what is downloaded", command.base_name()))
}

/// A word that leads to a file of secrets through a link.
fn linked_secret(level: Builtin, files: &[Mention]) -> Option<String> {
    let found = files.iter().find(|file| level >= Builtin::Secrets && is_secret(&file.place.absolute))?;
    Some(secret_file(&found.place.shown))
}

/// Code in the line that an interpreter runs, and that names a file of secrets.
fn secret_in_code(command: &Command, line: &Line) -> Option<String> {
    let name = command.base_name();
    if !INTERPRETERS.iter().chain(&["awk", "gawk", "mawk", "sed", "ed"]).any(|known| *known == name) {
        return None;
    }
    let marks = |c: char| c.is_whitespace() || "'\"`()[]{}<>;,+".contains(c);
    let words = command.arguments().iter().chain(&line.values).map(|word| word.text.as_str());
    let texts = words.chain(line.texts.iter().map(String::as_str));
    let found = texts.flat_map(|text| text.split(marks)).find(|token| token.contains('.') && is_secret(token))?;
    Some(format!("`{name}` would read {found}, a file of secrets"))
}

/// Files and folders that say what is run, by us or by others: writing them is as good as running.
const POWERFUL: [&str; 4] = [".hostwire", ".autohand", ".git", ".mcp.json"];

/// Whether what is written here may be run later without a question.
pub(super) fn gives_power(path: &str) -> bool {
    path.split('/').any(|part| POWERFUL.iter().any(|known| part.eq_ignore_ascii_case(known)))
}

/// Whether a word of a command names a file of secrets, also behind `=`, `@` or `:`, or as one of its alternatives.
fn names_secret(word: &Word) -> bool {
    parts(word).flat_map(|part| part.split(['=', '@', ':', ','])).any(is_secret)
        || (!word.exact && alternatives(&word.text).iter().any(|path| is_secret(path)))
}

/// Most texts that the braces of a word stand for here.
const MOST_ALTERNATIVES: usize = 64;

/// What a word with braces becomes: `.{env,x}` is `.env` and `.x`.
fn alternatives(text: &str) -> Vec<String> {
    let mut made = vec![text.to_owned()];
    loop {
        let mut next = Vec::new();
        for text in &made {
            let split = text.split_once('{').and_then(|(head, rest)| Some((head, rest.split_once('}')?)));
            match split {
                Some((head, (inside, tail))) if inside.contains(',') => {
                    next.extend(inside.split(',').map(|one| format!("{head}{one}{tail}")));
                }
                _ => next.push(text.clone()),
            }
        }
        if next.len() == made.len() || next.len() > MOST_ALTERNATIVES {
            return made;
        }
        made = next;
    }
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
        let glob = PathGlob::new(last, Case::Ignored);
        let takes = |name: &str| fits(last, name, Case::Ignored) || glob.as_ref().is_some_and(|glob| glob.fits(name));
        [".env", ".npmrc", ".netrc", ".pgpass", ".git-credentials", "id_rsa", "id_ed25519"].into_iter().any(takes)
    };
    let environment = path.starts_with("/proc/") && last == "environ";
    known
        || hidden
        || environment
        || SECRET_FOLDERS.contains(&last)
        || parts.any(|folder| SECRET_FOLDERS.contains(&folder))
}

#[cfg(test)]
#[path = "builtin_tests.rs"]
mod tests;
