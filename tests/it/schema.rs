//! What is published: `generated/` is what the schemas say now, and each bundle stands alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hostwire::proto::published::{ARTEFACTS, fill_tables};
use serde_json::Value;

use crate::support::root;

/// The files below `folder`, by their path from there.
fn files(folder: &Path, prefix: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{path}/"), found);
        } else {
            found.insert(path, fs::read_to_string(entry.path()).unwrap_or_default());
        }
    }
}

/// `UPDATE_GENERATED=1` rewrites the folder, and takes away what is no longer published.
#[test]
fn generated_holds_what_the_schemas_say_and_nothing_else() {
    let folder = root().join("generated");
    let wanted: BTreeMap<String, String> = ARTEFACTS.iter().map(|a| (a.path.to_owned(), a.text.to_owned())).collect();
    assert_eq!(wanted.len(), ARTEFACTS.len(), "two artefacts have one path");
    let mut found = BTreeMap::new();
    files(&folder, "", &mut found);
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        rewrite(&folder, &wanted, &found);
        return;
    }
    let mut findings = Vec::new();
    for (path, text) in &wanted {
        match found.get(path) {
            None => findings.push(format!("generated/{path} is missing")),
            Some(held) if held != text => {
                findings.push(format!("generated/{path} differs in line {}", first_difference(held, text)));
            }
            Some(_) => {}
        }
    }
    let extra = found.keys().filter(|path| !wanted.contains_key(*path));
    findings.extend(extra.map(|path| format!("generated/{path} is not published")));
    let advice = "UPDATE_GENERATED=1 cargo test --test it generated";
    assert!(findings.is_empty(), "\n{}\n{advice}\n", findings.join("\n"));
}

/// The command tables of the README are the schemas' own; `UPDATE_GENERATED=1` rewrites them, too.
#[test]
fn generated_tables_stand_in_the_readme() {
    let path = root().join("README.md");
    let page = fs::read_to_string(&path).unwrap();
    let filled = fill_tables(&page);
    assert!(page.contains("<!-- commands: veyyon -->"), "the README has no place for the commands");
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        fs::write(&path, filled).unwrap();
        return;
    }
    assert_eq!(page, filled, "UPDATE_GENERATED=1 cargo test --test it generated");
}

fn rewrite(folder: &Path, wanted: &BTreeMap<String, String>, found: &BTreeMap<String, String>) {
    for path in found.keys().filter(|path| !wanted.contains_key(*path)) {
        fs::remove_file(folder.join(path)).unwrap();
    }
    for (path, text) in wanted {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn first_difference(held: &str, wanted: &str) -> usize {
    let line = held.lines().zip(wanted.lines()).position(|(a, b)| a != b);
    line.unwrap_or_else(|| held.lines().count().min(wanted.lines().count())) + 1
}

#[test]
fn every_published_schema_is_json_and_refers_only_to_itself() {
    let mut seen = 0;
    for artefact in ARTEFACTS.iter().filter(|artefact| artefact.path.ends_with(".schema.json")) {
        let path = artefact.path;
        let schema: Value = serde_json::from_str(artefact.text).unwrap_or_else(|e| panic!("{path}: {e}"));
        let mut refs = Vec::new();
        references(&schema, &mut refs);
        for reference in refs {
            let target = reference.strip_prefix('#').and_then(|pointer| schema.pointer(pointer));
            assert!(target.is_some(), "{path}: {reference} leads nowhere in this file");
        }
        seen += 1;
    }
    assert!(seen >= 2, "an open and a strict bundle, not {seen}");
}

fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match value.as_str().filter(|_| name == "$ref") {
                    Some(reference) => found.push(reference),
                    None => references(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}
