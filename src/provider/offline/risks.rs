//! What may go wrong with a repository, as far as counting shows it.

use super::facts::Facts;
use super::measure::{LARGE_BYTES, LONG_LINES};
use super::summary::{bytes, counted, number};
use super::{languages, manifests};

/// Most files that one finding names.
const MOST: usize = 5;

/// Findings, then what was looked at and is in order.
pub fn tell(facts: &Facts) -> String {
    let (found, fine) = findings(facts);
    let mut lines = Vec::new();
    if found.is_empty() {
        lines.push("**Risks:** none of those that can be counted.".to_owned());
    } else {
        lines.push("**Risks** that can be counted:".to_owned());
        lines.extend(found.iter().map(|finding| format!("- {finding}")));
    }
    if !fine.is_empty() {
        lines.push(format!("Looked at and in order: {}.", fine.join(", ")));
    }
    lines.push("Risks in the logic of the code need a reader; I only count.".to_owned());
    lines.join("\n")
}

fn findings(facts: &Facts) -> (Vec<String>, Vec<String>) {
    let mut found = Vec::new();
    let mut fine = Vec::new();
    let listing = &facts.listing;
    let mut judge = |fault: Option<String>, good: String| match fault {
        Some(fault) => found.push(fault),
        None => fine.push(good),
    };
    let tests = listing.tests();
    judge(
        (tests == 0).then(|| "No tests: no file is one by its name or folder.".to_owned()),
        counted(tests, "test file", "test files"),
    );
    judge(listing.ci().is_empty().then(|| "No CI: nothing runs the tests on a change.".to_owned()), "CI".to_owned());
    judge(facts.readme.is_none().then(|| "No README at the top.".to_owned()), "a README".to_owned());
    let licence = facts.licence.is_some() || facts.licence_name().is_some();
    judge(
        (!licence).then(|| "No licence: neither a file nor a line in a manifest.".to_owned()),
        "a licence".to_owned(),
    );
    judge((!listing.has(".gitignore")).then(|| "No `.gitignore` at the top.".to_owned()), "a `.gitignore`".to_owned());
    if facts.manifests.iter().any(|manifest| !manifest.dependencies.is_empty()) {
        judge(unlocked(facts), "pinned dependencies".to_owned());
    }
    judge(secrets(facts), "no file that is named like a secret".to_owned());
    judge(foreign(facts), "no copied or generated folders".to_owned());
    if let Some(measures) = &facts.measures {
        let large = named(measures.large.iter().map(|(size, path)| (bytes(*size), path.as_str())));
        let limit = bytes(LARGE_BYTES);
        judge(large.map(|files| format!("Large files, above {limit}: {files}.")), format!("no file above {limit}"));
        let code = |path: &str| languages::of(path).is_some_and(languages::is_code);
        let long = measures
            .long
            .iter()
            .filter(|(_, path)| code(path))
            .map(|(lines, path)| (format!("{} lines", number(*lines)), path.as_str()));
        judge(
            named(long).map(|files| format!("Long source files, above {} lines: {files}.", number(LONG_LINES))),
            format!("no source file above {} lines", number(LONG_LINES)),
        );
    }
    if let Some(notes) = facts.notes {
        let least = if notes.more { "at least " } else { "" };
        let text = format!("Open notes: {least}{} with TODO, FIXME or XXX.", counted(notes.lines, "line", "lines"));
        judge((notes.lines > 0).then_some(text), "no open notes (TODO, FIXME, XXX)".to_owned());
    }
    (found, fine)
}

fn named<'a>(files: impl Iterator<Item = (String, &'a str)>) -> Option<String> {
    let all: Vec<String> = files.map(|(figure, path)| format!("`{path}` ({figure})")).collect();
    let rest = all.len().saturating_sub(MOST);
    let shown = all.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    (!all.is_empty()).then(|| if rest > 0 { format!("{shown} and {rest} more") } else { shown })
}

/// Manifests with dependencies whose tool would write a lock file, and none is there.
fn unlocked(facts: &Facts) -> Option<String> {
    let without: Vec<String> = facts
        .manifests
        .iter()
        .filter(|manifest| !manifest.dependencies.is_empty() && !manifest.path.contains('/'))
        .filter_map(|manifest| {
            let locks: &[&str] = match manifests::kind(&manifest.path)? {
                manifests::Kind::Cargo => &["Cargo.lock"],
                manifests::Kind::Npm => &["package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock"],
                manifests::Kind::Python => &["poetry.lock", "uv.lock", "Pipfile.lock", "requirements.txt"],
                manifests::Kind::Go => &["go.sum"],
                _ => return None,
            };
            (!locks.iter().any(|lock| facts.listing.has(lock))).then(|| format!("`{}`", manifest.path))
        })
        .collect();
    (!without.is_empty())
        .then(|| format!("No lock file beside {}: each install may give other versions.", without.join(", ")))
}

fn secrets(facts: &Facts) -> Option<String> {
    let suspicious = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        matches!(name, ".env" | "id_rsa" | "id_ed25519" | "credentials.json" | ".npmrc" | ".pypirc")
            || name.ends_with(".pem")
            || name.ends_with(".p12")
    };
    let files: Vec<String> =
        facts.listing.own().filter(suspicious).take(MOST).map(|path| format!("`{path}`")).collect();
    (!files.is_empty()).then(|| format!("Named like secrets, and not ignored: {}.", files.join(", ")))
}

fn foreign(facts: &Facts) -> Option<String> {
    let folders: Vec<String> = facts
        .listing
        .foreign()
        .iter()
        .map(|(folder, files)| format!("`{folder}/` ({})", counted(*files, "file", "files")))
        .collect();
    (!folders.is_empty()).then(|| format!("Copied or generated content is kept here: {}.", folders.join(", ")))
}
