//! Rules of the house that no compiler checks: who may import whom, sizes, names, headers, and lists that must agree.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use crate::support::root;

/// The floor of each room; a room imports rooms on lower floors only.
const FLOORS: &[(&str, u8)] = &[
    ("base", 0),
    ("proto", 0),
    ("wire", 1),
    ("outbox", 1),
    ("policy", 1),
    ("store", 1),
    ("auth", 1),
    ("settings", 1),
    ("provider", 2),
    ("host", 2),
    ("skills", 2),
    ("mcp", 2),
    ("tools", 3),
    ("agent", 4),
    ("session", 5),
    ("subagent", 6),
    ("extension", 6),
    ("automode", 6),
    ("engine", 7),
    ("slash", 8),
    ("dialect", 9),
    ("cli", 10),
    ("server", 11),
    ("main", 12),
];

/// Imports that break the rule and why they may: file, imported room, reason.
const FLOOR_EXCEPTIONS: &[(&str, &str, &str)] = &[];

/// The generated modules that only one room may name: module, folder or file below `src`.
const PRIVATE_MODULES: &[(&str, &str)] = &[
    ("veyyon", "dialect/veyyon"),
    ("autohand", "dialect/autohand"),
    ("tools", "tools"),
    ("transcript", "store"),
    ("cassette", "provider/cassette"),
    ("settings", "settings"),
    ("auth", "auth"),
    ("extension", "extension"),
];

/// Files that may be longer, and why.
const LONG_FILES: &[(&str, &str)] = &[];

const BANNED_WORDS: &[&str] =
    &["manager", "helper", "helpers", "util", "utils", "service", "processor", "common", "misc"];

/// A hand-written Rust file.
struct Source {
    /// From the repository's root.
    path: String,
    text: String,
}

impl Source {
    /// The path below `src`, without which the rules on rooms do not apply.
    fn in_src(&self) -> Option<&str> {
        self.path.strip_prefix("src/")
    }

    /// A file of tests by its name, or declared below `#[cfg(test)]` by its room.
    fn is_test(&self) -> bool {
        let stem = self.path.trim_end_matches(".rs");
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let declaration = format!("mod {name};");
        let declares = |text: &str| {
            let mut pairs = text.split("#[cfg(test)]").skip(1);
            pairs.any(|rest| rest.trim_start().lines().next().is_some_and(|line| line.ends_with(&declaration)))
        };
        self.path.starts_with("tests/")
            || stem.ends_with("_tests")
            || name == "tests"
            || [format!("{folder}/mod.rs"), format!("{folder}.rs"), format!("{folder}/lib.rs")]
                .iter()
                .filter_map(|parent| SOURCES.iter().find(|source| source.path == *parent))
                .any(|parent| declares(&parent.text))
    }

    /// The lines with their numbers up to the test module at the end of the file.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines: Vec<&str> = self.text.lines().collect();
        let tests = lines.windows(2).position(|pair| {
            pair[0].trim_start().starts_with("#[cfg(test)]")
                && pair[1].trim_start().starts_with("mod ")
                && pair[1].ends_with('{')
        });
        let end = tests.unwrap_or(lines.len());
        lines.into_iter().take(end).enumerate().map(|(i, line)| (i + 1, line)).collect::<Vec<_>>().into_iter()
    }
}

/// Every hand-written Rust file, in a stable order.
static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut paths = vec![root().join("build.rs")];
    for folder in ["src", "codegen/src", "codegen/tests", "tests", "benches"] {
        collect(&root().join(folder), &mut paths);
    }
    paths.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    // What the generator is expected to print is not written by hand.
    paths.retain(|path| !path.components().any(|part| part.as_os_str() == "cases"));
    paths.sort();
    let source = |path: &PathBuf| Source {
        path: path.strip_prefix(root()).unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(path).unwrap(),
    };
    paths.iter().map(source).collect()
});

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => collect(&path, paths),
            path => paths.push(path),
        }
    }
}

/// Fails with all findings at once, each `file:line: rule`.
#[track_caller]
fn report(findings: Vec<String>) {
    assert!(findings.is_empty(), "\n{}\n", findings.join("\n"));
}

fn floor(room: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == room).map(|(_, floor)| *floor)
}

/// A path that a file names from the crate's root: its line and its first two segments.
#[derive(Debug, PartialEq)]
struct Named {
    line: usize,
    room: String,
    inner: Option<String>,
}

/// Finds `crate::a::b`, also in groups and over several lines, and `super` chains that leave the room.
fn named(text: &str, depth: usize) -> Vec<Named> {
    let code = blank_comments(text);
    let up = format!("(?:super::){{{depth},}}");
    let start = Regex::new(&format!(r"(?:\bcrate::|\bhostwire::|{up})")).unwrap();
    let mut found = Vec::new();
    for hit in start.find_iter(&code) {
        let line = code[..hit.start()].matches('\n').count() + 1;
        for path in tree(&code[hit.end()..]) {
            let mut segments = path.split("::");
            let room = segments.next().unwrap_or_default().to_owned();
            if !room.is_empty() && room != "self" {
                found.push(Named { line, room, inner: segments.next().map(str::to_owned) });
            }
        }
    }
    found
}

/// The paths of a use tree that begins here: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn tree(text: &str) -> Vec<String> {
    let text = text.trim_start();
    let Some(group) = text.strip_prefix('{') else {
        let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
        let (segment, rest) = text.split_at(end);
        return match rest.strip_prefix("::") {
            Some(rest) => tree(rest).into_iter().map(|path| format!("{segment}::{path}")).collect(),
            None => vec![segment.to_owned()],
        };
    };
    let mut paths = Vec::new();
    let (mut level, mut begin) = (0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => level += 1,
            '}' if level > 0 => level -= 1,
            ',' | '}' if level == 0 => {
                if !group[begin..at].trim().is_empty() {
                    paths.extend(tree(&group[begin..at]));
                }
                begin = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    paths
}

/// Comments become spaces; line breaks stay.
fn blank_comments(text: &str) -> String {
    let blanked = text.lines().map(|line| match line.find("//") {
        // A `//` inside a text is almost always part of an address.
        Some(at) if !line[..at].ends_with(':') => &line[..at],
        _ => line,
    });
    blanked.collect::<Vec<_>>().join("\n")
}

/// How many `super::` lead from a module of this file to the crate's root; tests stand below the file that they try.
fn depth(in_src: &str) -> usize {
    let folders = in_src.matches('/').count();
    if in_src.ends_with("/mod.rs") { folders } else { folders + 1 + usize::from(in_src.ends_with("_tests.rs")) }
}

fn room_of(in_src: &str) -> &str {
    let first = in_src.split('/').next().unwrap_or(in_src);
    first.trim_end_matches(".rs").trim_end_matches("_tests")
}

#[test]
fn rooms_import_lower_floors_only() {
    let mut findings = Vec::new();
    for source in SOURCES.iter() {
        let Some(in_src) = source.in_src().filter(|path| *path != "lib.rs") else {
            continue;
        };
        let from = room_of(in_src);
        let Some(from_floor) = floor(from) else {
            findings.push(format!("{}: the room `{from}` has no floor in tests/it/tidy.rs", source.path));
            continue;
        };
        for named in named(&source.text, depth(in_src)).iter().filter(|named| named.room != from) {
            let at = format!("{}:{}", source.path, named.line);
            let excepted = FLOOR_EXCEPTIONS.iter().any(|(file, room, _)| *file == source.path && *room == named.room);
            match floor(&named.room) {
                None => findings.push(format!("{at}: `{}` is no room of the house", named.room)),
                Some(to) if to >= from_floor && !excepted => findings.push(format!(
                    "{at}: `{from}` is on floor {from_floor} and imports `{}` of floor {to}; only lower floors may be imported",
                    named.room
                )),
                Some(_) => {}
            }
        }
    }
    report(findings);
}

#[test]
fn generated_modules_are_named_only_where_they_belong() {
    let mut findings = Vec::new();
    for source in SOURCES.iter() {
        let Some(in_src) = source.in_src() else {
            continue;
        };
        for named in named(&source.text, depth(in_src)).iter().filter(|named| named.room == "proto") {
            let Some((module, owner)) =
                PRIVATE_MODULES.iter().find(|(module, _)| named.inner.as_deref() == Some(module))
            else {
                continue;
            };
            let inside = in_src.starts_with(&format!("{owner}/"))
                || in_src == format!("{owner}.rs")
                || room_of(in_src) == "proto";
            if !inside {
                findings.push(format!("{}:{}: `proto::{module}` is only for src/{owner}", source.path, named.line));
            }
        }
    }
    report(findings);
}

#[test]
fn files_are_short_and_doors_are_thin() {
    let mut findings = Vec::new();
    for source in SOURCES.iter().filter(|source| !LONG_FILES.iter().any(|(path, _)| *path == source.path)) {
        let lines = source.text.lines().count();
        let most = match source.path.as_str() {
            "src/main.rs" | "build.rs" => 60,
            path if path.starts_with("src/") && path.ends_with("/mod.rs") => 80,
            _ => 800,
        };
        if lines > most {
            findings.push(format!("{}: {lines} lines, at most {most}", source.path));
        }
    }
    if let Ok(text) = fs::read_to_string(root().join("ARCHITECTURE.md")) {
        let lines = text.lines().count();
        if lines > 300 {
            findings.push(format!("ARCHITECTURE.md: {lines} lines, at most 300"));
        }
    }
    report(findings);
}

#[test]
fn files_open_with_a_sentence_and_have_a_name() {
    let mut findings = Vec::new();
    for source in SOURCES.iter() {
        let first = source.text.lines().next().unwrap_or_default();
        if !first.starts_with("//! ") {
            findings.push(format!("{}:1: a file opens with one `//!` sentence", source.path));
        }
        let parts = source.path.trim_end_matches(".rs").split(['/', '_', '-']);
        for word in parts.filter(|part| BANNED_WORDS.contains(part)) {
            findings.push(format!("{}: `{word}` says nothing; name the thing", source.path));
        }
    }
    report(findings);
}

#[test]
fn json_is_written_by_hand_only_where_the_form_is_not_ours() {
    let mut findings = Vec::new();
    for source in SOURCES.iter().filter(|source| !source.is_test()) {
        let Some(in_src) = source.in_src() else {
            continue;
        };
        if ["provider", "mcp"].contains(&room_of(in_src)) {
            continue;
        }
        for (number, _) in source.code().filter(|(_, line)| line.contains("json!(")) {
            findings.push(format!(
                "{}:{number}: `json!` is for src/provider, src/mcp and tests; a schema gives a type",
                source.path
            ));
        }
    }
    report(findings);
}

#[test]
fn only_the_writer_and_the_command_line_touch_stdout() {
    let touches = Regex::new(r"\b(println|print)!|\bio::stdout\b|(^|[^.])\bstdout\(\)").unwrap();
    let mut findings = Vec::new();
    for source in SOURCES.iter().filter(|source| !source.is_test()) {
        let Some(in_src) = source.in_src() else {
            continue;
        };
        if ["wire", "cli", "main"].contains(&room_of(in_src)) {
            continue;
        }
        for (number, line) in source.code() {
            let code = blank_comments(line);
            if touches.is_match(&code) {
                findings.push(format!("{}:{number}: stdout belongs to wire::writer", source.path));
            }
        }
    }
    report(findings);
}

#[test]
fn tests_do_not_sleep() {
    let sleeps = Regex::new(r"\b(thread|time)::sleep\b|\bsleep\(Duration").unwrap();
    let mut findings = Vec::new();
    for source in SOURCES.iter().filter(|source| source.is_test()) {
        for (number, line) in source.text.lines().enumerate().filter(|(_, line)| sleeps.is_match(line)) {
            if !line.contains("Regex::new") {
                findings.push(format!("{}:{}: wait for a frame, a file or a gate", source.path, number + 1));
            }
        }
    }
    report(findings);
}

/// What `line` captures in each of these lines, as room and purpose.
fn rooms_in<'a>(lines: impl Iterator<Item = &'a str>, line: &str) -> BTreeSet<(String, String)> {
    let line = Regex::new(line).unwrap();
    let found = lines.filter_map(|text| line.captures(text));
    found.map(|found| (found["room"].to_owned(), found["purpose"].to_owned())).collect()
}

#[test]
fn the_map_in_lib_rs_is_the_one_in_architecture_md() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let map = rooms_in(lib.lines(), r"^//! - \[`(?<room>[a-z_]+)`\] - (?<purpose>.+)\.$");
    let table = rooms_in(page.lines(), r"^\| \d+ \| `(?<room>[a-z_]+)` \| (?<purpose>.+) \|$");
    assert_eq!(map, table, "src/lib.rs (left) and the table of ARCHITECTURE.md (right)");
    let modules = rooms_in(lib.lines(), r"^pub mod (?<purpose>(?<room>[a-z_]+));");
    let rooms = |of: &BTreeSet<(String, String)>| of.iter().map(|(room, _)| room.clone()).collect::<Vec<_>>();
    assert_eq!(rooms(&map), rooms(&modules), "the map (left) and the modules (right) of src/lib.rs");
    for (room, floor) in rooms_in(page.lines(), r"^\| (?<purpose>\d+) \| `(?<room>[a-z_]+)` \|") {
        assert_eq!(self::floor(&room).map(|f| f.to_string()), Some(floor), "the floor of `{room}` in ARCHITECTURE.md");
    }
}

/// The commands of a dialect, as its schema files name them.
fn commands(dialect: &str) -> BTreeSet<String> {
    let mut files = Vec::new();
    collect(&root().join("schema").join(dialect).join("commands"), &mut files);
    files.iter().filter_map(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned()).collect()
}

#[test]
fn every_command_has_a_golden() {
    for (dialect, count) in [("veyyon", 41), ("autohand", 30)] {
        every_command_of(dialect, count);
    }
}

fn every_command_of(dialect: &str, count: usize) {
    let commands = commands(dialect);
    assert_eq!(commands.len(), count, "{commands:?}");
    let mut goldens = Vec::new();
    collect(&root().join("tests/golden").join(dialect), &mut goldens);
    let sent = Regex::new(r#"^> .*"type": ?"([a-z_]+)""#).unwrap();
    let texts: Vec<String> = goldens.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let used: BTreeSet<String> =
        lines.filter_map(|line| sent.captures(line)).map(|found| found[1].to_owned()).collect();
    let missing: Vec<&String> = commands.difference(&used).collect();
    assert!(missing.is_empty(), "no case in tests/golden/{dialect} sends {missing:?}");
}

#[test]
fn every_golden_is_in_the_table() {
    let readme = fs::read_to_string(root().join("tests/golden/README.md")).unwrap();
    let mut goldens = Vec::new();
    for dialect in ["veyyon", "autohand"] {
        collect(&root().join("tests/golden").join(dialect), &mut goldens);
    }
    let mut findings = Vec::new();
    for path in &goldens {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(path).unwrap();
        let shows = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
        if !readme.contains(&format!("| `{name}` | {shows} |")) {
            findings.push(format!("tests/golden/README.md lacks the row | `{name}` | {shows} |"));
        }
    }
    assert_eq!(readme.lines().filter(|line| line.starts_with("| `") && line.ends_with(". |")).count(), goldens.len());
    report(findings);
}

#[test]
fn the_reader_of_imports_sees_groups_lines_and_supers() {
    let text = "use crate::base::clock;\n// use crate::server;\nuse crate::{\n    proto::{shared::Usage, veyyon},\n    wire,\n};\nfn f() { crate::outbox::send(\"http://crate\"); super::super::store::open(); super::near() }\n";
    let rooms: Vec<String> = named(text, depth("tools/read.rs"))
        .into_iter()
        .map(|n| format!("{} {} {}", n.line, n.room, n.inner.unwrap_or_default()))
        .collect();
    assert_eq!(rooms, ["1 base clock", "3 proto shared", "3 proto veyyon", "3 wire ", "7 outbox send", "7 store open"]);
}
