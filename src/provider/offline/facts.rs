//! What is known of a repository, all of it counted or read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use super::calls::Called;
use super::languages;
use super::manifests::Manifest;
use super::measure::{Measures, Sums};

/// Everything that was found out.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub listing: Listing,
    pub readme: Option<Readme>,
    pub manifests: Vec<Manifest>,
    /// The file and the licence that its text names.
    pub licence: Option<(String, Option<&'static str>)>,
    pub measures: Option<Measures>,
    /// Lines with an open note, where that was asked for.
    pub notes: Option<Notes>,
}

/// What a search for open notes found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notes {
    pub lines: u64,
    /// The search stopped before the end.
    pub more: bool,
}

/// The files that are not ignored.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    pub files: Vec<String>,
    /// How many there are; more than `files` when the listing was cut.
    pub total: u64,
    /// Names at the top that hold no listed file.
    pub ignored: Vec<String>,
}

impl Listing {
    pub fn new(all: &Called, folder: Option<&Called>) -> Self {
        let listed = all.files();
        // A path that others lie below is a folder.
        let folders: BTreeSet<String> = listed.iter().flat_map(|path| ancestors(path)).map(str::to_owned).collect();
        let shown = all.detail("files").and_then(Value::as_array).map_or(listed.len(), Vec::len) as u64;
        let files: Vec<String> = listed
            .into_iter()
            .filter(|path| !folders.contains(path) && path != ".git" && !path.starts_with(".git/"))
            .collect();
        let hidden = all.count("fileCount").unwrap_or(shown).saturating_sub(shown);
        let total = files.len() as u64 + hidden;
        let tops: BTreeSet<&str> = files.iter().filter_map(|path| path.split('/').next()).collect();
        let entries = folder.filter(|result| !result.failed).map_or("", |result| result.text.as_str());
        let ignored = entries
            .lines()
            .filter_map(|line| line.split('\t').next())
            .filter(|name| {
                let bare = name.trim_end_matches('/');
                let plain = !bare.is_empty() && !bare.contains(['/', ' ', '[', '(']);
                plain && bare != ".git" && hidden == 0 && !tops.contains(bare)
            })
            .map(str::to_owned)
            .collect();
        Self { files, total, ignored }
    }

    pub fn capped(&self) -> bool {
        self.total > self.files.len() as u64
    }

    /// The files that are the project's own work: no foreign folders, no lock files.
    pub fn own(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .map(String::as_str)
            .filter(|path| languages::foreign_folder(path).is_none() && !languages::is_lock_file(path))
    }

    /// Foreign folders with the number of files below each.
    pub fn foreign(&self) -> BTreeMap<&str, u64> {
        let mut folders = BTreeMap::new();
        for folder in self.files.iter().filter_map(|path| languages::foreign_folder(path)) {
            *folders.entry(folder).or_default() += 1;
        }
        folders
    }

    /// Folders at the top with the number of files below each, the fullest first.
    pub fn folders(&self) -> Vec<(&str, u64)> {
        let mut folders: BTreeMap<&str, u64> = BTreeMap::new();
        for (top, _) in self.files.iter().filter_map(|path| path.split_once('/')) {
            *folders.entry(top).or_default() += 1;
        }
        let mut list: Vec<_> = folders.into_iter().collect();
        list.sort_by_key(|(name, files)| (std::cmp::Reverse(*files), *name));
        list
    }

    pub fn has(&self, path: &str) -> bool {
        self.files.iter().any(|file| file == path)
    }

    pub fn tests(&self) -> u64 {
        self.own().filter(|path| is_test(path)).count() as u64
    }

    /// Files that tell a build service what to do.
    pub fn ci(&self) -> Vec<&str> {
        let known = [
            ".gitlab-ci.yml",
            ".travis.yml",
            ".circleci/config.yml",
            "azure-pipelines.yml",
            "Jenkinsfile",
            ".ci/run",
            ".drone.yml",
            "appveyor.yml",
        ];
        self.files
            .iter()
            .map(String::as_str)
            .filter(|path| {
                let workflow = path.starts_with(".github/workflows/") || path.starts_with(".forgejo/workflows/");
                known.contains(path) || workflow && (path.ends_with(".yml") || path.ends_with(".yaml"))
            })
            .collect()
    }
}

fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..at))
}

/// Whether a file holds tests, by its folder or name.
pub fn is_test(path: &str) -> bool {
    if !languages::of(path).is_some_and(languages::is_code) {
        return false;
    }
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or(name);
    folders.split('/').any(|folder| matches!(folder, "tests" | "test" | "__tests__" | "spec"))
        || name.contains(".test.")
        || name.contains(".spec.")
        || stem.starts_with("test_")
        || ["_test", "_tests", "Test", "Tests"].iter().any(|ending| stem.ends_with(ending))
        || stem == "tests"
}

impl Facts {
    /// Languages with their files, and lines and bytes where the counts of both sources agree.
    pub fn languages(&self) -> Vec<(&'static str, u64, Option<Sums>)> {
        let mut by_kind: BTreeMap<String, (u64, BTreeSet<Option<&'static str>>)> = BTreeMap::new();
        for path in self.listing.own() {
            let entry = by_kind.entry(languages::kind(path)).or_default();
            entry.0 += 1;
            entry.1.insert(languages::of(path));
        }
        let sums = |language: &'static str| {
            let mut total = Sums::default();
            for (kind, (files, owners)) in by_kind.iter().filter(|(_, (_, owners))| owners.contains(&Some(language))) {
                let counted = self.measures.as_ref()?.kinds.get(kind)?;
                if counted.files != *files || owners.len() != 1 {
                    return None;
                }
                total += *counted;
            }
            Some(total)
        };
        languages::count(self.listing.own())
            .into_iter()
            .map(|(language, files)| (language, files, sums(language)))
            .collect()
    }

    /// Lines and bytes of all own files, where both sources agree on their number.
    pub fn sums(&self) -> Option<Sums> {
        let mut listed: BTreeMap<String, u64> = BTreeMap::new();
        for path in self.listing.own() {
            *listed.entry(languages::kind(path)).or_default() += 1;
        }
        let mut total = Sums::default();
        // Kinds that were measured and not listed are ignored files.
        for (kind, files) in &listed {
            total += *self.measures.as_ref()?.kinds.get(kind).filter(|sums| sums.files == *files)?;
        }
        Some(total)
    }

    pub fn name(&self) -> Option<&str> {
        let named = self
            .manifests
            .iter()
            .filter(|manifest| !manifest.path.contains('/'))
            .find_map(|manifest| manifest.name.as_deref());
        named.or_else(|| self.readme.as_ref()?.title.as_deref())
    }

    /// One line on what the project is, and where it stands.
    pub fn description(&self) -> Option<(&str, &str)> {
        let root = self.manifests.iter().filter(|manifest| !manifest.path.contains('/'));
        let told = root.filter_map(|manifest| Some((manifest.description.as_deref()?, manifest.path.as_str()))).next();
        told.or_else(|| {
            self.readme.as_ref().and_then(|readme| Some((readme.description.as_deref()?, readme.path.as_str())))
        })
    }

    /// The licence and where it was read.
    pub fn licence_name(&self) -> Option<(&str, &str)> {
        let root = self.manifests.iter().filter(|manifest| !manifest.path.contains('/'));
        let told = root.filter_map(|manifest| Some((manifest.licence.as_deref()?, manifest.path.as_str()))).next();
        told.or_else(|| self.licence.as_ref().and_then(|(path, name)| Some(((*name)?, path.as_str()))))
    }
}

/// What a README says at its top.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Readme {
    pub path: String,
    pub title: Option<String>,
    pub description: Option<String>,
    /// Lines of its shell blocks.
    pub commands: Vec<String>,
}

impl Readme {
    pub fn new(path: &str, text: &str) -> Self {
        let mut readme = Self { path: path.to_owned(), ..Self::default() };
        let mut shell = None;
        let mut paragraph = String::new();
        for line in text.lines() {
            let bare = line.trim();
            if let Some(rest) = bare.strip_prefix("```") {
                shell = match shell {
                    Some(_) => None,
                    None => Some(matches!(rest.trim(), "" | "sh" | "bash" | "shell" | "console" | "zsh")),
                };
            } else if let Some(in_shell) = shell {
                let command = bare.strip_prefix("$ ").unwrap_or(bare);
                let command = command.split(" #").next().unwrap_or(command).trim();
                if in_shell && command.starts_with(|c: char| c.is_ascii_alphabetic() || c == '.') {
                    readme.commands.push(command.to_owned());
                }
            } else if let Some(title) = bare.strip_prefix("# ") {
                readme.title.get_or_insert_with(|| title.trim().to_owned());
            } else if readme.description.is_none() {
                let prose = !bare.is_empty() && !bare.starts_with(['#', '!', '<', '[', '|', '>', '-', '*', '=']);
                if prose {
                    paragraph.push_str(if paragraph.is_empty() { "" } else { " " });
                    paragraph.push_str(bare);
                } else if !paragraph.is_empty() {
                    readme.description = Some(first_sentence(&paragraph));
                }
            }
        }
        if readme.description.is_none() && !paragraph.is_empty() {
            readme.description = Some(first_sentence(&paragraph));
        }
        readme
    }
}

fn first_sentence(paragraph: &str) -> String {
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    let sentence: String = paragraph.get(..end).unwrap_or(paragraph).chars().take(240).collect();
    sentence
}

static LICENCES: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    let table = [
        (r"(?i)\bmit license\b|permission is hereby granted, free of charge", "MIT"),
        (r"(?is)apache license.{0,40}version 2\.0", "Apache-2.0"),
        (r"(?is)gnu affero general public license.{0,40}version 3", "AGPL-3.0"),
        (r"(?is)gnu lesser general public license.{0,40}version 3", "LGPL-3.0"),
        (r"(?is)gnu general public license.{0,40}version 3", "GPL-3.0"),
        (r"(?is)gnu general public license.{0,40}version 2", "GPL-2.0"),
        (r"(?i)mozilla public license,? version 2\.0|mozilla public license 2\.0", "MPL-2.0"),
        (r"(?i)\bbsd 3-clause\b", "BSD-3-Clause"),
        (r"(?i)\bbsd 2-clause\b", "BSD-2-Clause"),
        (r"(?i)\bisc license\b", "ISC"),
        (r"(?i)this is free and unencumbered software", "Unlicense"),
    ];
    table.into_iter().filter_map(|(pattern, name)| Some((Regex::new(pattern).ok()?, name))).collect()
});

/// The licence that a text names.
pub fn licence_of(text: &str) -> Option<&'static str> {
    LICENCES.iter().find(|(pattern, _)| pattern.is_match(text)).map(|(_, name)| *name)
}
