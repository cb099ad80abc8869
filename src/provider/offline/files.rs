//! Looking at files: list, find, search, read.

use super::calls::{Call, Called, Capability, Step, View};
use super::intent::{Depth, Form, Target};
use super::phrase::well_known;
use super::speech::{block, refused};
use super::summary::counted;

/// Most paths that an answer shows.
const SHOWN_PATHS: usize = 100;
/// Most lines of a result that an answer repeats; the whole is in the tool's own result.
const SHOWN_LINES: usize = 80;

pub fn list(view: &View<'_>, under: Option<&str>, depth: Depth) -> Step {
    let place = under.unwrap_or(".");
    let shown = if place == "." { "this folder".to_owned() } else { format!("`{place}`") };
    if depth == Depth::All || !view.toolbox.has(Capability::Read) {
        let pattern = if depth == Depth::All { "**/*" } else { "./*" };
        return by_name(view, pattern, under, &format!("the files in {shown}"));
    }
    let call = Call::read(place);
    let Some(result) = view.result(&call) else {
        return Step::call(view, format!("I will list {shown}."), call);
    };
    if result.failed {
        return Step::Done(refused(&format!("list {shown}"), result));
    }
    let names: Vec<&str> = result.text.lines().filter_map(|line| line.split('\t').next()).collect();
    let folders = names.iter().filter(|name| name.ends_with('/')).count() as u64;
    let files = result.text.lines().filter(|line| line.contains('\t')).count() as u64;
    Step::Done(format!(
        "{} and {} in {shown}:\n\n{}",
        counted(folders, "folder", "folders"),
        counted(files, "file", "files"),
        block(&result.text, SHOWN_PATHS)
    ))
}

pub fn find(view: &View<'_>, pattern: &str, under: Option<&str>) -> Step {
    by_name(view, pattern, under, &format!("files that match `{pattern}`"))
}

fn by_name(view: &View<'_>, pattern: &str, under: Option<&str>, what: &str) -> Step {
    let mut call = Call::glob(pattern, 1000);
    if let Some(under) = under {
        call = call.with("path", under);
    }
    let Some(result) = view.result(&call) else {
        return Step::call(view, format!("I will look for {what}."), call);
    };
    if result.failed {
        return Step::Done(refused(&format!("look for {what}"), result));
    }
    let files = result.files();
    if files.is_empty() {
        return Step::Done(format!("I looked for {what} and found none (ignored files are left out)."));
    }
    let total = result.count("fileCount").unwrap_or(files.len() as u64);
    let first = if total > SHOWN_PATHS as u64 { format!(", the first {SHOWN_PATHS} of them") } else { String::new() };
    Step::Done(format!(
        "I looked for {what} and found {}{first}:\n\n{}",
        counted(total, "file", "files"),
        block(&files.join("\n"), SHOWN_PATHS)
    ))
}

pub fn search(view: &View<'_>, text: &str, under: Option<&str>, form: Form) -> Step {
    let mut call = Call::new(Capability::Grep, [("pattern", text.into())]);
    if form == Form::Literal {
        call = call.with("literal", true);
    }
    if let Some(under) = under {
        call = call.with("path", under);
    }
    let place = under.map(|under| format!(" in `{under}`")).unwrap_or_default();
    let Some(result) = view.result(&call) else {
        return Step::call(view, format!("I will search for `{text}`{place}."), call);
    };
    if result.failed {
        return Step::Done(refused(&format!("search for `{text}`{place}"), result));
    }
    let matches =
        result.count("matchCount").unwrap_or_else(|| result.text.lines().filter(|line| is_match(line)).count() as u64);
    if matches == 0 {
        return Step::Done(format!("`{text}` does not occur{place} (ignored files are left out)."));
    }
    let files =
        result.count("fileCount").map(|files| format!(" in {}", counted(files, "file", "files"))).unwrap_or_default();
    let least = if result.detail("fileLimitReached").is_some() { "At least " } else { "" };
    Step::Done(format!(
        "{least}{} of `{text}`{place}{files}:\n\n{}",
        counted(matches, "match", "matches"),
        block(&result.text, SHOWN_LINES)
    ))
}

/// `12:text`, as a matching line is shown.
fn is_match(line: &str) -> bool {
    line.split_once(':').is_some_and(|(number, _)| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

pub fn read(view: &View<'_>, targets: &[Target]) -> Step {
    let mut calls = Vec::new();
    let mut told = Vec::new();
    for target in targets {
        match read_one(view, target) {
            Step::Calls { calls: more, .. } => calls.extend(more),
            Step::Done(text) => told.push(text),
        }
    }
    if calls.is_empty() {
        return Step::Done(told.join("\n\n"));
    }
    let names: Vec<String> = targets.iter().map(|target| format!("`{}`", target.path)).collect();
    Step::Calls { say: format!("I will read {}.", names.join(", ")), calls }
}

fn read_one(view: &View<'_>, target: &Target) -> Step {
    if !view.toolbox.has(Capability::Read) {
        return Step::Done(Capability::Read.lack().to_owned());
    }
    if let Some(name) = well_known(&target.path).filter(|_| view.toolbox.has(Capability::Glob)) {
        return by_bare_name(view, target, name);
    }
    let call = document(&target.path, target);
    match view.result(&call) {
        None => Step::Calls { say: String::new(), calls: vec![call] },
        Some(result) if result.failed => elsewhere(view, target, result),
        Some(result) => Step::Done(content(&target.path, target, result)),
    }
}

fn document(path: &str, target: &Target) -> Call {
    match target.lines {
        Some((from, to)) => Call::read(path).with("offset", from).with("limit", to - from + 1),
        None => Call::read(path),
    }
}

/// "The README" is whatever it is called here.
fn by_bare_name(view: &View<'_>, target: &Target, name: &str) -> Step {
    let first = |name: &str| {
        name.chars().next().map(|c| format!("[{}{}]", c.to_uppercase(), c.to_lowercase())).unwrap_or_default()
    };
    let rest = name.get(1..).unwrap_or_default();
    let call = Call::glob(&format!("./{}{{{rest},{}}}*", first(name), rest.to_lowercase()), 20);
    let Some(found) = view.result(&call) else {
        return Step::Calls { say: String::new(), calls: vec![call] };
    };
    let mut files: Vec<String> = found.files().into_iter().filter(|path| !path.contains('/')).collect();
    files.sort_by_key(|path| (path.len(), path.clone()));
    let Some(path) = files.first() else {
        return Step::Done(format!("There is no `{name}` at the top of this workspace."));
    };
    let call = document(path, target);
    match view.result(&call) {
        None => Step::Calls { say: String::new(), calls: vec![call] },
        Some(result) if result.failed => Step::Done(refused(&format!("read `{path}`"), result)),
        Some(result) => Step::Done(content(path, target, result)),
    }
}

/// A path that does not exist may be the name of a file somewhere below.
fn elsewhere(view: &View<'_>, target: &Target, failure: &Called) -> Step {
    let told = refused(&format!("read `{}`", target.path), failure);
    let name = target.path.rsplit('/').next().unwrap_or(&target.path);
    if target.path.contains("://") || name.contains(['*', '?', '[', '{']) || !view.toolbox.has(Capability::Glob) {
        return Step::Done(told);
    }
    let call = Call::glob(&format!("**/{name}"), 20);
    let Some(found) = view.result(&call) else {
        return Step::Calls { say: String::new(), calls: vec![call] };
    };
    let files = found.files();
    match files.as_slice() {
        [] => Step::Done(told),
        [only] => {
            let call = document(only, target);
            match view.result(&call) {
                None => Step::Calls { say: String::new(), calls: vec![call] },
                Some(result) if result.failed => Step::Done(told),
                Some(result) => {
                    Step::Done(format!("There is no `{}`, but this:\n\n{}", target.path, content(only, target, result)))
                }
            }
        }
        many => Step::Done(format!(
            "There is no `{}`. Files of that name:\n\n{}",
            target.path,
            block(&many.join("\n"), SHOWN_PATHS)
        )),
    }
}

fn content(path: &str, target: &Target, result: &Called) -> String {
    let lines = target.lines.map(|(from, to)| format!(", lines {from} to {to}")).unwrap_or_default();
    if result.text.trim().is_empty() {
        return format!("`{path}`{lines} has no text to show.");
    }
    format!("`{path}`{lines}:\n\n{}", block(&result.text, SHOWN_LINES))
}
