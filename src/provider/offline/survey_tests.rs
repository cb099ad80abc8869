//! Summaries of the fixture repositories, over tools that are played by this file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::calls::{Call, Called, Capability, Toolbox};
use super::measure::Measures;
use super::plan::{self, Ask, Conversation};

const ALL: [&str; 6] = ["read", "write", "edit", "bash", "grep", "glob"];

/// A folder, and tools that look into it.
struct World {
    root: PathBuf,
    tools: Vec<&'static str>,
    /// Every call made, in order.
    made: Vec<Call>,
    conversation: Conversation,
}

impl World {
    fn new(fixture: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(fixture);
        Self { root, tools: ALL.to_vec(), made: Vec::new(), conversation: Conversation::default() }
    }

    /// One turn: the last text.
    fn ask(&mut self, text: &str) -> String {
        let toolbox = Toolbox::new(self.tools.iter().copied());
        self.conversation.asks = vec![Ask { text: text.to_owned(), from: self.conversation.calls.len() }];
        for _ in 0..10 {
            let reply = plan::next(&self.conversation, &toolbox);
            if reply.calls.is_empty() {
                return reply.text;
            }
            for call in reply.calls {
                let result = self.run(&call, &toolbox);
                self.made.push(call);
                self.conversation.calls.push(result);
            }
        }
        panic!("no answer after ten rounds: {:?}", self.made);
    }

    fn run(&self, call: &Call, toolbox: &Toolbox) -> Called {
        let argument = |name: &str| call.arguments.get(name).and_then(|value| value.as_str()).unwrap_or_default();
        let (text, details) = match call.capability {
            Capability::Glob => {
                let files = self.files();
                (files.join("\n"), json!({"fileCount": files.len(), "files": files}))
            }
            Capability::Read if argument("path") == "." => (self.folder(), json!({"kind": "directory"})),
            Capability::Read => {
                let path = self.root.join(argument("path").trim_end_matches(":raw"));
                (std::fs::read_to_string(path).unwrap(), json!({"kind": "file"}))
            }
            Capability::Bash => (self.measure(), json!({"exitCode": 0})),
            Capability::Grep => {
                let found: usize = self.files().iter().map(|path| self.notes(path)).sum();
                (String::new(), json!({"matchCount": found}))
            }
            other => panic!("{other:?} is not played"),
        };
        Called {
            tool: toolbox.name(call.capability).unwrap().to_owned(),
            arguments: call.arguments.clone(),
            text,
            details: Some(details),
            failed: false,
        }
    }

    fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        walk(&self.root, "", &mut files);
        files.sort();
        files
    }

    fn text(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.join(path)).unwrap()
    }

    fn notes(&self, path: &str) -> usize {
        self.text(path).lines().filter(|line| line.contains("TODO") || line.contains("FIXME")).count()
    }

    fn folder(&self) -> String {
        let mut names: Vec<String> =
            self.files().iter().map(|path| path.split('/').next().unwrap().to_owned()).collect();
        names.dedup();
        names.push("target/".to_owned());
        names.join("\n")
    }

    fn measure(&self) -> String {
        let mut kinds: BTreeMap<String, (usize, usize, usize)> = BTreeMap::new();
        for path in self.files() {
            let text = self.text(&path);
            let sums = kinds.entry(super::languages::kind(&path)).or_default();
            *sums = (sums.0 + 1, sums.1 + text.matches('\n').count(), sums.2 + text.len());
        }
        kinds.iter().map(|(kind, (files, lines, bytes))| format!("kind {files} {lines} {bytes} {kind}\n")).collect()
    }
}

fn walk(root: &Path, below: &str, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(root.join(below)).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type().unwrap().is_dir() {
            walk(root, &path, files);
        } else {
            files.push(path);
        }
    }
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

#[test]
fn a_typescript_project_is_summarised() {
    let mut world = World::new("tagcount");
    let text = world.ask("Summarize this repo");
    has(
        &text,
        &[
            "**tagcount**: Counts the hashtags in a folder of Markdown notes (package.json)",
            "**Size:** 10 files",
            "TypeScript 5 files (",
            "`src/` 4, `test/` 1",
            "`dist/cli.js` (command `tagcount`, not in the listing)",
            "`src/index.ts` (source)",
            "**Build:** `npm install` (README.md), `npm run build` (README.md), `./build.sh` (script)",
            "**Test:** `npm test` (README.md); 1 test file",
            "**Licence:** MIT (package.json)",
            "3 in package.json (picocolors, @types/node, typescript)",
            "ignored or empty: `target/`",
        ],
    );
    let rounds: Vec<Capability> = world.made.iter().map(|call| call.capability).collect();
    assert_eq!(rounds, [Capability::Glob, Capability::Read, Capability::Read, Capability::Read, Capability::Bash]);
}

#[test]
fn a_python_project_is_summarised() {
    let text = World::new("ledgerline").ask("What is this project?");
    has(
        &text,
        &[
            "**ledgerline**: Reads a plain-text ledger and prints the balance of each account (pyproject.toml)",
            "Python 7 files (",
            "`src/ledgerline/cli.py` (command `ledgerline`)",
            "`src/ledgerline/__main__.py` (main module)",
            "`pip install -e .` (pyproject.toml)",
            "`./scripts/build.sh` (script)",
            "**Test:** `PYTHONPATH=src python3 -m unittest discover -s tests` (README.md); 2 test files",
            "**CI:** `.github/workflows/test.yml`",
            "**Licence:** Apache-2.0 (pyproject.toml)",
        ],
    );
}

#[test]
fn a_go_project_is_summarised() {
    let text = World::new("relayd").ask("Summarise the repository");
    has(
        &text,
        &[
            "**relayd**: relayd accepts lines on a TCP port",
            "Go 3 files (",
            "Makefile 1 file (",
            "`cmd/relayd/main.go` (command `relayd`)",
            "**Build:** `make build` (README.md), `go build ./...` (go.mod)",
            "**Run:** `go run ./cmd/relayd` (go.mod)",
            "**Test:** `make test` (Makefile), `go test ./...` (go.mod); 1 test file",
        ],
    );
    assert!(!text.contains("Licence"), "{text}");
}

#[test]
fn risks_after_a_summary_use_its_facts() {
    let mut world = World::new("relayd");
    world.ask("Summarize this repo");
    let before = world.made.len();
    let text = world.ask("Also include risks");
    has(
        &text,
        &["No licence", "No CI", "Looked at and in order: 1 test file, a README, a `.gitignore`", "no open notes"],
    );
    let new: Vec<Capability> = world.made.iter().skip(before).map(|call| call.capability).collect();
    assert_eq!(new, [Capability::Grep]);
}

#[test]
fn a_change_makes_the_facts_of_a_summary_old() {
    let mut world = World::new("tagcount");
    world.ask("Summarize this repo");
    world.conversation.calls.push(Called { tool: "write".to_owned(), ..Called::default() });
    let before = world.made.len();
    has(&world.ask("How many lines of code are there?"), &["**Size:** 10 files"]);
    assert_eq!(world.made.get(before).map(|call| call.capability), Some(Capability::Glob));
}

#[test]
fn without_a_shell_the_summary_counts_files_only() {
    let mut world = World::new("relayd");
    world.tools = vec!["fff_find", "read_file"];
    let text = world.ask("Summarize this repo");
    has(&text, &["**Languages:** Go 3 files, Makefile 1 file, Markdown 1 file"]);
    world.tools = vec!["read_file"];
    world.conversation = Conversation::default();
    has(&world.ask("Summarize this repo"), &["the tool that finds files (`glob`)"]);
}

#[test]
fn the_tests_are_run_as_the_readme_says() {
    let mut world = World::new("ledgerline");
    let text = world.ask("run the tests");
    has(&text, &["`PYTHONPATH=src python3 -m unittest discover -s tests` ended with exit code 0"]);
}

#[test]
fn figures_that_disagree_with_the_listing_are_left_out() {
    let measures =
        super::measure::read("kind 3 90 1800 .go\nwc: x: Permission denied\nlarge 300000 ./a b.bin\nkind x\n");
    let wanted = Measures {
        kinds: BTreeMap::from([(".go".to_owned(), super::measure::Sums { files: 3, lines: 90, bytes: 1800 })]),
        large: vec![(300_000, "a b.bin".to_owned())],
        long: Vec::new(),
    };
    assert_eq!(measures, Some(wanted.clone()));
    let files: Vec<String> = ["a.go", "b.go", "c.go", "d.go"].map(str::to_owned).to_vec();
    let listing = super::facts::Listing { total: 4, files, ignored: Vec::new() };
    let facts = super::facts::Facts { listing, measures: Some(wanted), ..Default::default() };
    assert_eq!(facts.languages(), [("Go", 4, None)]);
}
