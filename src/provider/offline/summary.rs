//! The prose about a repository: every figure in it was counted, every command was read or is its tool's convention.

use super::facts::Facts;
use super::intent::{Task, Topic};
use super::manifests::Manifest;

/// Most folders, entry points and the like that one line names.
const MOST: usize = 12;

/// The whole picture.
pub fn overview(facts: &Facts) -> String {
    let mut lines = vec![heading(facts), String::new()];
    let all = [
        Topic::Size,
        Topic::Languages,
        Topic::Layout,
        Topic::EntryPoints,
        Topic::Build,
        Topic::Run,
        Topic::Test,
        Topic::Ci,
        Topic::Dependencies,
        Topic::Licence,
    ];
    lines.extend(all.into_iter().filter_map(|topic| line(facts, topic)).map(|line| format!("- {line}")));
    lines.push(String::new());
    lines.push(
        "I counted and read this with the tools of this session; I am hostwire's offline planner and have not understood the code. \
         Ask for risks, or for a file by its name."
            .to_owned(),
    );
    lines.join("\n")
}

/// One side of it, also where there is nothing to tell.
pub fn topic(facts: &Facts, topic: Topic) -> String {
    line(facts, topic).unwrap_or_else(|| {
        match topic {
            Topic::EntryPoints => "I found no entry point by the conventions that I know.",
            Topic::Dependencies => "No manifest here names a dependency.",
            Topic::Build => "I found no manifest or README line that says how to build this.",
            Topic::Run => "I found nothing that says how to run this.",
            Topic::Test => "I found no manifest or README line that says how to test this.",
            Topic::Ci => "**CI:** none found.",
            Topic::Licence => "**Licence:** none found, neither a file nor a line in a manifest.",
            Topic::Languages => "I know no language for the files here.",
            Topic::Layout => "All files lie at the top; there are no folders.",
            Topic::Size | Topic::Risks => "There is nothing to count here.",
        }
        .to_owned()
    })
}

fn heading(facts: &Facts) -> String {
    let name = facts.name().map_or_else(|| "This workspace".to_owned(), |name| format!("**{name}**"));
    match facts.description() {
        Some((text, source)) => format!("{name}: {} ({source})", text.trim_end_matches('.')),
        None if facts.listing.total == 0 => format!("{name} holds no files."),
        None => format!("{name}: nothing here describes it in a sentence."),
    }
}

fn line(facts: &Facts, topic: Topic) -> Option<String> {
    match topic {
        Topic::Layout => layout(facts),
        Topic::Size => Some(size(facts)),
        Topic::Languages => languages(facts),
        Topic::EntryPoints => entries(facts),
        Topic::Dependencies => dependencies(facts),
        Topic::Build => told("Build", &commands(facts, Some(Task::Build))),
        Topic::Test => tests(facts),
        Topic::Run => told("Run", &commands(facts, None)),
        Topic::Ci => {
            let files = facts.listing.ci();
            (!files.is_empty()).then(|| format!("**CI:** {}", joined(files.iter().map(|path| format!("`{path}`")))))
        }
        Topic::Licence => match (facts.licence_name(), &facts.licence) {
            (Some((name, source)), Some((file, _))) if source != file => {
                Some(format!("**Licence:** {name} ({source}), text in `{file}`"))
            }
            (Some((name, source)), _) => Some(format!("**Licence:** {name} ({source})")),
            (None, Some((file, _))) => Some(format!("**Licence:** own text in `{file}`")),
            (None, None) => None,
        },
        Topic::Risks => None,
    }
}

fn size(facts: &Facts) -> String {
    let listing = &facts.listing;
    let mut text = format!("**Size:** {}", counted(listing.total, "file", "files"));
    let foreign = listing.foreign();
    let own = listing.own().count() as u64;
    if let Some(sums) = facts.sums() {
        let which = if own == listing.total { "" } else { " of its own" };
        text.push_str(&format!("; {} and {}{which}", counted(sums.lines, "line", "lines"), bytes(sums.bytes)));
    }
    if own < listing.total && !listing.capped() {
        let folders = foreign.iter().map(|(folder, files)| format!("{files} in `{folder}/`"));
        let locks = listing.total - own - foreign.values().sum::<u64>();
        let locks = (locks > 0).then(|| counted(locks, "lock file", "lock files"));
        text.push_str(&format!("; not counted below: {}", joined(folders.chain(locks))));
    }
    if listing.capped() {
        text.push_str(&format!(
            "; the listing stopped at {}, so the figures below are of those only",
            number(listing.files.len() as u64)
        ));
    }
    if !listing.ignored.is_empty() {
        let names = listing.ignored.iter().take(MOST).map(|name| format!("`{name}`"));
        text.push_str(&format!("; ignored or empty: {}", joined(names)));
    }
    text
}

fn languages(facts: &Facts) -> Option<String> {
    let rows = facts.languages();
    let told = rows.iter().map(|(language, files, sums)| match sums {
        Some(sums) => {
            format!(
                "{language} {} ({}, {})",
                counted(*files, "file", "files"),
                counted(sums.lines, "line", "lines"),
                bytes(sums.bytes)
            )
        }
        None => format!("{language} {}", counted(*files, "file", "files")),
    });
    (!rows.is_empty()).then(|| format!("**Languages:** {}", joined(told)))
}

fn layout(facts: &Facts) -> Option<String> {
    let folders = facts.listing.folders();
    if folders.is_empty() {
        return None;
    }
    let told = folders.iter().take(MOST).map(|(name, files)| format!("`{name}/` {}", number(*files)));
    let rest = folders.len().saturating_sub(MOST);
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    Some(format!("**Folders** (with files): {}{more}", joined(told)))
}

fn entries(facts: &Facts) -> Option<String> {
    let all: Vec<String> = facts
        .manifests
        .iter()
        .flat_map(|manifest| &manifest.entries)
        .map(|entry| {
            let built = if facts.listing.has(&entry.path) { "" } else { ", not in the listing" };
            format!("`{}` ({}{built})", entry.path, entry.what)
        })
        .collect();
    (!all.is_empty()).then(|| format!("**Entry points:** {}", joined(all.into_iter().take(MOST))))
}

fn dependencies(facts: &Facts) -> Option<String> {
    let told: Vec<String> = facts
        .manifests
        .iter()
        .filter(|manifest| !manifest.dependencies.is_empty())
        .map(|manifest| {
            let names = manifest.dependencies.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
            let more = if manifest.dependencies.len() > MOST { ", …" } else { "" };
            format!("{} in {} ({names}{more})", number(manifest.dependencies.len() as u64), manifest.path)
        })
        .collect();
    (!told.is_empty()).then(|| format!("**Dependencies:** {}", told.join("; ")))
}

fn tests(facts: &Facts) -> Option<String> {
    let files = facts.listing.tests();
    let commands = told("Test", &commands(facts, Some(Task::Test)));
    match (commands, files) {
        (Some(line), 0) => Some(format!("{line}; no test files found by name or folder")),
        (Some(line), files) => Some(format!("{line}; {}", counted(files, "test file", "test files"))),
        (None, 0) => None,
        (None, files) => {
            Some(format!("**Test:** {}, but nothing says how to run them", counted(files, "test file", "test files")))
        }
    }
}

fn told(what: &str, commands: &[(String, String)]) -> Option<String> {
    let list = commands.iter().map(|(command, source)| format!("`{command}` ({source})"));
    (!commands.is_empty()).then(|| format!("**{what}:** {}", joined(list.take(MOST))))
}

/// Commands for a task (`None`: to run the program) with their source: the README's first, as they stand there.
pub fn commands(facts: &Facts, task: Option<Task>) -> Vec<(String, String)> {
    let mut list = readme_commands(facts, task);
    let mut add = |command: String, source: &str| {
        if !list.iter().any(|(known, _)| *known == command) {
            list.push((command, source.to_owned()));
        }
    };
    for manifest in facts.manifests.iter().filter(|manifest| !parent_covers(facts, manifest)) {
        let own = match task {
            Some(Task::Build) => &manifest.build,
            Some(Task::Test) => &manifest.test,
            None => &manifest.run,
        };
        for command in own {
            add(in_folder(manifest, command), &manifest.path);
        }
    }
    let scripts: &[&str] = match task {
        Some(Task::Build) => &["build.sh", "scripts/build.sh", "script/build"],
        Some(Task::Test) => &["test.sh", "scripts/test.sh", "script/test"],
        None => &["run.sh", "scripts/run.sh"],
    };
    for script in scripts.iter().filter(|script| facts.listing.has(script)) {
        add(format!("./{script}"), "script");
    }
    if list.is_empty() && task == Some(Task::Test) {
        let customs = facts
            .manifests
            .iter()
            .filter_map(|manifest| Some((in_folder(manifest, manifest.test_custom?), manifest.path.clone())));
        list.extend(customs);
    }
    list
}

fn readme_commands(facts: &Facts, task: Option<Task>) -> Vec<(String, String)> {
    let words: &[&str] = match task {
        Some(Task::Build) => &["build", "compile", "install"],
        Some(Task::Test) => &["test", "tests", "pytest", "unittest", "ctest", "tox", "vitest", "jest"],
        None => &["run", "start", "serve"],
    };
    let Some(readme) = &facts.readme else { return Vec::new() };
    let fits = |command: &&String| {
        let parts: Vec<&str> = command.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        let other = match task {
            Some(Task::Test) => false,
            Some(Task::Build) => parts.contains(&"test"),
            None => parts.iter().any(|part| matches!(*part, "test" | "build")),
        };
        !other && words.iter().any(|word| parts.contains(word))
    };
    readme.commands.iter().filter(fits).take(3).map(|command| (command.clone(), readme.path.clone())).collect()
}

fn in_folder(manifest: &Manifest, command: &str) -> String {
    match manifest.path.rsplit_once('/') {
        Some((folder, _)) => format!("cd {folder} && {command}"),
        None => command.to_owned(),
    }
}

/// A Cargo workspace at the root builds and tests its members, too.
fn parent_covers(facts: &Facts, manifest: &Manifest) -> bool {
    manifest.path.ends_with("/Cargo.toml")
        && facts
            .manifests
            .iter()
            .any(|root| root.path == "Cargo.toml" && root.build.iter().any(|command| command.ends_with("--workspace")))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// "is 1 file", "are 3 files".
pub fn are(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", if count == 1 { "is" } else { "are" }, counted(count, one, many))
}

pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

/// With commas between thousands.
pub fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

pub fn bytes(count: u64) -> String {
    match count {
        0..1024 => format!("{count} B"),
        1024..1_048_576 => format!("{:.1} KiB", count as f64 / 1024.0),
        _ => format!("{:.1} MiB", count as f64 / 1_048_576.0),
    }
}
