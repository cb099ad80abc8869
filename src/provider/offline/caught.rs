//! What a rule of `phrases` caught, and the intents that come of it.

use regex::Captures;

use super::intent::{Depth, Form, Intent, Reach, Target, WriteMode};
use super::phrase::{Phrase, looks_like_path, well_known};

/// What a rule caught.
pub struct Parts<'a> {
    pub found: Captures<'a>,
    pub phrase: &'a Phrase,
}

impl Parts<'_> {
    pub fn get(&self, group: &str) -> &str {
        // The rules see small letters; the words are taken from where they were found.
        self.found.name(group).and_then(|part| self.phrase.line.get(part.range())).unwrap_or_default()
    }

    pub fn has(&self, group: &str) -> bool {
        !self.get(group).is_empty()
    }

    pub fn value(&self, group: &str) -> String {
        self.phrase.value(self.get(group))
    }

    pub fn name(&self, group: &str) -> String {
        self.phrase.name(self.get(group))
    }

    /// A group that is a path, by its quotes or by its look.
    pub fn path(&self, group: &str) -> Option<String> {
        let name = self.name(group);
        (self.phrase.is_quoted(self.get(group)) && !name.is_empty() || looks_like_path(&name)).then_some(name)
    }

    /// Where to look: `None` is everywhere.
    pub fn place(&self) -> Option<String> {
        let group = ["place1", "place2", "place3", "path"].into_iter().find(|group| self.has(group))?;
        place(self.name(group), self.phrase.is_quoted(self.get(group)))
    }
}

fn place(name: String, quoted: bool) -> Option<String> {
    let everywhere = [
        ".",
        "./",
        "here",
        "it",
        "this",
        "repo",
        "repository",
        "project",
        "codebase",
        "code",
        "workspace",
        "everything",
        "folder",
        "directory",
        "dir",
        "file",
        "files",
        "root",
        "tree",
        "sources",
        "there",
        "current",
        "all",
    ];
    (quoted || !everywhere.contains(&name.to_lowercase().as_str())).then_some(name)
}

pub fn run(rest: &str, p: &Parts<'_>) -> Option<Intent> {
    let quoted = p.phrase.is_quoted(rest);
    let text = if quoted { p.phrase.value(rest) } else { rest.trim().to_owned() };
    let first = text.split_whitespace().next()?.to_lowercase();
    let prose = [
        "a",
        "an",
        "the",
        "some",
        "all",
        "my",
        "our",
        "it",
        "this",
        "that",
        "these",
        "everything",
        "something",
        "for",
        "away",
        "in",
    ];
    if !quoted && prose.contains(&first.as_str()) {
        return None;
    }
    command(&text).map(|command| Intent::Run { command, folder: None })
}

/// A line that begins like a program's name; a capital letter makes it a sentence.
pub fn bare_command(rest: &str, p: &Parts<'_>) -> Option<Intent> {
    if rest.starts_with(char::is_uppercase) { None } else { run(rest, p) }
}

pub fn command(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

pub fn replace(p: &Parts<'_>) -> Option<Intent> {
    let path = p.path("path")?;
    let reach = if p.has("all") || p.has("every") || p.has("every0") { Reach::All } else { Reach::One };
    let (old, new) = (p.value("a"), p.value("b"));
    // A code block ends with a line break that only both sides together mean.
    let (old, new) = match (old.strip_suffix('\n'), new.strip_suffix('\n')) {
        (Some(old), Some(new)) => (old.to_owned(), new.to_owned()),
        _ => (old, new),
    };
    (!old.is_empty()).then_some(Intent::Replace { path, old, new, reach })
}

pub fn write(p: &Parts<'_>, content: Option<String>) -> Option<Intent> {
    let path = p.path("path")?;
    let mode = match p.get("verb").to_lowercase().as_str() {
        "overwrite" | "rewrite" | "replace" => WriteMode::Overwrite,
        _ => WriteMode::New,
    };
    Some(Intent::Write { path, content, mode })
}

pub fn search_rule(p: &Parts<'_>) -> Option<Intent> {
    let group = if p.has("a") { "a" } else { "b" };
    let form = if p.has("form") { Form::Regex } else { Form::Literal };
    let text = if p.phrase.is_quoted(p.get(group)) { p.value(group) } else { p.name(group) };
    // "Search for files named x" and "look at x" belong to other rules.
    let first = text.split_whitespace().next()?.to_lowercase();
    let many = text.split_whitespace().count();
    if !p.phrase.is_quoted(p.get(group))
        && (matches!(first.as_str(), "files" | "file" | "at" | "into" | "up" | "that" | "whether" | "if") || many > 8)
    {
        return None;
    }
    search(&text, form, p)
}

pub fn search(text: &str, form: Form, p: &Parts<'_>) -> Option<Intent> {
    let text = text.trim_end_matches('\n');
    (!text.trim().is_empty()).then(|| Intent::Search { text: text.to_owned(), under: p.place(), form })
}

pub fn find(p: &Parts<'_>) -> Option<Intent> {
    let group = ["a", "b", "c", "path"].into_iter().find(|group| p.has(group))?;
    let name = p.name(group);
    // One bare word after "find" or "where is" may be anything; after "named" it is a name.
    let certain = group == "a" || group == "b" || p.path(group).is_some();
    let under = if group == "a" { p.place() } else { None };
    certain.then(|| Intent::Find { pattern: glob_for(&name), under })
}

/// The glob that a name in a request means.
pub fn glob_for(name: &str) -> String {
    if let Some(extension) = name.strip_prefix('.').filter(|rest| !rest.contains(['.', '/', '*'])) {
        return format!("**/*.{extension}");
    }
    let name = name.trim_start_matches("./");
    match (name.contains(['*', '?', '{']), name.contains('/')) {
        (_, true) => name.to_owned(),
        (true, false) => format!("**/{name}"),
        (false, false) if looks_like_path(name) && well_known(name).is_none() => format!("**/{name}"),
        (false, false) => format!("**/*{name}*"),
    }
}

/// Whether a path can hardly be a folder's.
pub fn is_file_name(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    well_known(name).is_some() || looks_like_path(name) && last.trim_start_matches('.').contains('.')
}

pub fn list_path(p: &Parts<'_>) -> Option<Intent> {
    let group = ["path", "b", "a"].into_iter().find(|group| p.has(group));
    let Some(group) = group else {
        return Some(Intent::List { under: None, depth: Depth::Folder });
    };
    let name = p.name(group);
    if is_file_name(&name) {
        return if group == "b" { one(name, None) } else { None };
    }
    // "What is in it" is no folder; "what is in src" is.
    let word = group != "b" && group != "a" || p.path(group).is_some() || !name.contains(' ');
    word.then(|| Intent::List { under: place(name, p.phrase.is_quoted(p.get(group))), depth: Depth::Folder })
}

pub fn one(path: String, lines: Option<(u64, u64)>) -> Option<Intent> {
    Some(Intent::Read { targets: vec![Target { path, lines }] })
}

pub fn lines(p: &Parts<'_>) -> Option<(u64, u64)> {
    let from: u64 = p.get("from").parse().ok()?;
    let to = p.get("to").parse().unwrap_or(from);
    Some((from.min(to).max(1), from.max(to).max(1)))
}

pub fn read(p: &Parts<'_>) -> Option<Intent> {
    let rest = p.get("rest");
    if p.phrase.is_quoted(rest) {
        return one(p.value("rest").trim().to_owned(), None);
    }
    let joined = rest.replace(" and ", ", ").replace(" & ", ", ");
    let mut targets = Vec::new();
    for word in joined.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let word = word.strip_prefix("the ").unwrap_or(word);
        let name = p.phrase.name(word);
        let name = name.strip_suffix(" file").unwrap_or(&name);
        if name.contains(char::is_whitespace) && !p.phrase.is_quoted(word) {
            return None;
        }
        targets.push(target(name, p.phrase.is_quoted(word))?);
    }
    match (targets.len(), p.has("verb")) {
        (1..=8, true) => Some(Intent::Explain { targets }),
        (1..=8, false) => Some(Intent::Read { targets }),
        _ => None,
    }
}

/// `src/main.rs`, `src/main.rs:3-9` or `README`.
fn target(name: &str, quoted: bool) -> Option<Target> {
    if let Some((path, range)) = name.rsplit_once(':') {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        if let (Ok(from), Ok(to), true) = (from.parse::<u64>(), to.parse::<u64>(), looks_like_path(path)) {
            return Some(Target { path: path.to_owned(), lines: Some((from.min(to).max(1), from.max(to).max(1))) });
        }
    }
    (quoted || looks_like_path(name) || name.starts_with("http://") || name.starts_with("https://"))
        .then(|| Target { path: name.to_owned(), lines: None })
}
