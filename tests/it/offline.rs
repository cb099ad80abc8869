//! The embedded default through the real process: summaries against figures counted here, and work on files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use regex::Regex;
use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{Frame, Launch, Workspace, root};

/// A copy of a fixture repository.
fn fixture(name: &str) -> Workspace {
    let workspace = Workspace::new();
    let from = root().join("tests/fixtures").join(name);
    for path in files(&from) {
        copy(&from, &path, &workspace);
    }
    workspace
}

/// Files below a folder, by their path from it, sorted.
fn files(folder: &Path) -> Vec<String> {
    fn walk(root: &Path, below: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(root.join(below)).unwrap() {
            let entry = entry.unwrap();
            let path = below.join(entry.file_name());
            match entry.file_type().unwrap().is_dir() {
                true => walk(root, &path, found),
                false => found.push(path.to_str().unwrap().to_owned()),
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, Path::new(""), &mut found);
    found.sort();
    found
}

fn copy(from: &Path, path: &str, workspace: &Workspace) {
    let to = workspace.path().join(path);
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(from.join(path), to).unwrap();
}

/// Files, lines and bytes, by the end of the name.
fn count(folder: &Path, paths: &[String], ends: &[&str]) -> (u64, u64, u64) {
    let mut sums = (0, 0, 0);
    for path in paths.iter().filter(|path| ends.iter().any(|end| path.ends_with(end))) {
        let bytes = fs::read(folder.join(path)).unwrap();
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        sums = (sums.0 + 1, sums.1 + lines as u64, sums.2 + bytes.len() as u64);
    }
    sums
}

fn answer(frames: &[Frame]) -> String {
    let end = frames.iter().rfind(|frame| frame.is("message_end") && frame.value["message"]["role"] == "assistant");
    let blocks = end.unwrap().value["message"]["content"].as_array().unwrap().clone();
    blocks.iter().filter_map(|block| block["text"].as_str()).collect()
}

fn of<'a>(frames: &'a [Frame], kind: &str) -> Vec<&'a Value> {
    frames.iter().filter(|frame| frame.is(kind)).map(|frame| &frame.value).collect()
}

/// The number that a pattern's group caught.
#[track_caller]
fn figure(text: &str, pattern: &str) -> u64 {
    let found = Regex::new(pattern).unwrap().captures(text).unwrap_or_else(|| panic!("no {pattern} in\n{text}"));
    found[1].replace(',', "").parse().unwrap()
}

#[track_caller]
fn says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

/// The size as people read it.
fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

/// One language's line in a summary has these figures.
#[track_caller]
fn language(text: &str, name: &str, (files, lines, bytes): (u64, u64, u64)) {
    assert!(files > 0, "no {name} was counted");
    let name = regex::escape(name);
    assert_eq!(figure(text, &format!(r"{name} ([\d,]+) files?\b")), files, "{name} files in\n{text}");
    assert_eq!(figure(text, &format!(r"{name} [\d,]+ files? \(([\d,]+) lines?,")), lines, "{name} lines in\n{text}");
    let shown = Regex::new(&format!(r"{name} [\d,]+ files? \([\d,]+ lines?, ([^)]+)\)")).unwrap();
    assert_eq!(&shown.captures(text).unwrap()[1], size(bytes), "{name} bytes in\n{text}");
}

/// A turn with real tool calls, streamed; gives the answer.
#[track_caller]
fn summary(workspace: &Workspace) -> String {
    let mut server = Launch::new(workspace).start();
    let frames = server.run("1", "Summarize this repo");
    assert!(frames.iter().any(|frame| frame.is_reply("1") && frame.value["success"] == true));
    let calls = of(&frames, "tool_execution_end");
    assert!(calls.len() >= 4, "{} calls", calls.len());
    for call in calls {
        assert_eq!(call["isError"], false, "{call}");
    }
    let deltas: Vec<&str> = frames.iter().filter_map(Frame::delta).collect();
    let text = answer(&frames);
    assert!(deltas.len() > 20, "{} deltas", deltas.len());
    assert!(deltas.concat().ends_with(&text), "the deltas are the answer");
    assert_eq!(of(&frames, "agent_end").len(), 1);
    let ended = server.finish();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    text
}

#[test]
fn a_typescript_repository_is_summarised_with_true_figures() {
    let workspace = fixture("tagcount");
    let from = root().join("tests/fixtures/tagcount");
    // What is ignored must not be counted.
    workspace.file("node_modules/left/index.ts", "export {};\n");
    workspace.file("dist/cli.js", "1;\n");
    workspace.file("src/debug.log", "x\n");
    let paths = files(&from);
    let text = summary(&workspace);
    assert_eq!(figure(&text, r"\*\*Size:\*\* ([\d,]+) files"), paths.len() as u64, "{text}");
    assert_eq!(figure(&text, r"files; ([\d,]+) lines"), count(&from, &paths, &[""]).1, "{text}");
    language(&text, "TypeScript", count(&from, &paths, &[".ts"]));
    language(&text, "JSON", count(&from, &paths, &[".json"]));
    language(&text, "Markdown", count(&from, &paths, &[".md"]));
    says(
        &text,
        &[
            "**tagcount**",
            "`npm run build`",
            "**Test:** `npm test`",
            "1 test file",
            "command `tagcount`",
            "`src/index.ts`",
            "MIT",
            "`node_modules/`",
        ],
    );
    assert!(!text.contains("JavaScript"), "{text}");
}

#[test]
fn a_python_repository_is_summarised_with_true_figures() {
    let workspace = fixture("ledgerline");
    let from = root().join("tests/fixtures/ledgerline");
    workspace.file("src/ledgerline/__pycache__/cli.cpython-311.pyc", "x");
    workspace.file(".venv/lib/site.py", "import os\n");
    let paths = files(&from);
    let text = summary(&workspace);
    assert_eq!(figure(&text, r"\*\*Size:\*\* ([\d,]+) files"), paths.len() as u64, "{text}");
    language(&text, "Python", count(&from, &paths, &[".py"]));
    language(&text, "Shell", count(&from, &paths, &[".sh"]));
    language(&text, "TOML", count(&from, &paths, &[".toml"]));
    let tests = paths.iter().filter(|path| path.starts_with("tests/")).count() as u64;
    assert_eq!(figure(&text, r"([\d,]+) test files"), tests);
    says(
        &text,
        &[
            "**ledgerline**",
            "`pip install -e .`",
            "**Test:** `PYTHONPATH=src python3 -m unittest discover -s tests` (README.md)",
            "`src/ledgerline/cli.py` (command `ledgerline`)",
            "`src/ledgerline/__main__.py`",
            "**CI:** `.github/workflows/test.yml`",
            "Apache-2.0",
        ],
    );
}

#[test]
fn a_go_repository_is_summarised_with_true_figures() {
    let workspace = fixture("relayd");
    let from = root().join("tests/fixtures/relayd");
    workspace.file("relayd", "a binary\n");
    let paths = files(&from);
    let text = summary(&workspace);
    assert_eq!(figure(&text, r"\*\*Size:\*\* ([\d,]+) files"), paths.len() as u64, "{text}");
    language(&text, "Go", count(&from, &paths, &[".go"]));
    says(
        &text,
        &["`make build` (README.md)", "`make test` (Makefile)", "`go test ./...` (go.mod)", "`cmd/relayd/main.go`"],
    );
}

/// The files of this checkout: what git knows or would know, else all but what builds leave behind.
fn checkout() -> Vec<String> {
    let list = Command::new("git")
        .args(["ls-files", "-co", "--exclude-standard"])
        .current_dir(root())
        .output()
        .ok()
        .filter(|output| output.status.success());
    let paths: Vec<String> = match list {
        Some(output) => String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect(),
        None => {
            let built = |path: &String| path.starts_with("target/") || path.starts_with(".git/");
            files(&root()).into_iter().filter(|path| !built(path)).collect()
        }
    };
    paths.into_iter().filter(|path| root().join(path).is_file()).collect()
}

#[test]
fn this_repository_is_summarised_with_true_figures() {
    let workspace = Workspace::new();
    let paths = checkout();
    for path in &paths {
        copy(&root(), path, &workspace);
    }
    workspace.file("target/debug/made.rs", "fn made() {}\n");
    let text = summary(&workspace);
    assert_eq!(figure(&text, r"\*\*Size:\*\* ([\d,]+) files"), paths.len() as u64, "{text}");
    let generated: Vec<&String> = paths.iter().filter(|path| path.starts_with("generated/")).collect();
    // `third_party` is somebody else's only at the top; here it is a folder of tests.
    let own: Vec<String> = paths.iter().filter(|path| !path.starts_with("generated/")).cloned().collect();
    language(&text, "Rust", count(&root(), &own, &[".rs"]));
    language(&text, "Markdown", count(&root(), &own, &[".md"]));
    if !generated.is_empty() {
        assert_eq!(figure(&text, r"([\d,]+) in `generated/`"), generated.len() as u64, "{text}");
    }
    let mut folders: BTreeMap<&str, u64> = BTreeMap::new();
    for (folder, _) in paths.iter().filter_map(|path| path.split_once('/')) {
        *folders.entry(folder).or_default() += 1;
    }
    for (folder, number) in folders {
        assert_eq!(figure(&text, &format!(r"`{}/` ([\d,]+)", regex::escape(folder))), number, "{folder} in\n{text}");
    }
    says(
        &text,
        &["**hostwire**", "cargo build", "cargo test", "`src/main.rs` (binary `hostwire`)", "**Licence:** MIT"],
    );
}

/// Prompts one after the other, with the answer to each.
fn turn(server: &mut Server, prompt: &str) -> String {
    answer(&server.run("p", prompt))
}

#[test]
fn files_are_created_changed_read_and_run() {
    let workspace = Workspace::new();
    let mut server = Launch::new(&workspace).start();
    says(&turn(&mut server, "Create notes/hello.txt with hello world"), &["`notes/hello.txt` is written (11 bytes)"]);
    assert_eq!(workspace.read("notes/hello.txt"), "hello world");
    says(&turn(&mut server, "Create notes/hello.txt with something else"), &["exists already"]);
    assert_eq!(workspace.read("notes/hello.txt"), "hello world");
    turn(&mut server, "Replace \"world\" with \"moon\" in notes/hello.txt");
    assert_eq!(workspace.read("notes/hello.txt"), "hello moon");
    turn(&mut server, "Create run.sh with:\n```sh\necho \"ran: $(cat notes/hello.txt)\"\n```");
    says(&turn(&mut server, "Run `sh run.sh`"), &["exit code 0", "ran: hello moon"]);
    says(&turn(&mut server, "Run `exit 3`"), &["exit code 3"]);
    says(&turn(&mut server, "read hello.txt"), &["`notes/hello.txt`", "hello moon"]);
    says(&turn(&mut server, "Search for moon"), &["1 match", "in 1 file", "notes/hello.txt"]);
    says(&turn(&mut server, "List all files"), &["found 2 files", "notes/hello.txt", "run.sh"]);
    says(&turn(&mut server, "list files"), &["1 folder and 1 file", "notes/"]);
    says(&turn(&mut server, "find *.sh"), &["1 file", "run.sh"]);
    says(&turn(&mut server, "Replace \"sun\" with \"moon\" in notes/hello.txt"), &["I could not replace"]);
    says(
        &turn(&mut server, "Overwrite run.sh with \"x\", then run `cat run.sh`"),
        &["`run.sh` is written", "exit code 0"],
    );
    says(&turn(&mut server, "Refactor the auth module"), &["not a language model", "models.yml"]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn risks_are_added_to_a_summary_without_looking_again() {
    let workspace = fixture("relayd");
    let mut server = Launch::new(&workspace).start();
    server.run("1", "Summarize this repo");
    let frames = server.run("2", "Also include risks");
    let names: Vec<&Value> = of(&frames, "tool_execution_start").iter().map(|call| &call["toolName"]).collect();
    assert_eq!(names, ["grep"]);
    says(&answer(&frames), &["No licence", "No CI"]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_steer_is_answered_with_the_request_it_interrupts() {
    let workspace = fixture("relayd");
    let fifo = workspace.fifo("wait");
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "1", "type": "prompt", "message": "Run `cat wait`"}));
    server.until_kind("tool_execution_start");
    server.call(&json!({"id": "2", "type": "steer", "message": "What license does it have?"}));
    fs::write(fifo, "through\n").unwrap();
    let frames = server.until_kind("agent_end");
    let text = answer(&frames);
    says(&text, &["`cat wait` ended with exit code 0", "through", "**Licence:** none found"]);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_repository_is_tested_as_its_readme_says() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: python3 is not here, the tests of the Python fixture were not run");
        return;
    }
    let workspace = fixture("ledgerline");
    let mut server = Launch::new(&workspace).limit(Duration::from_secs(60)).start();
    let frames = server.run("1", "Run the tests");
    says(&answer(&frames), &["unittest discover -s tests` ended with exit code 0", "Ran 4 tests"]);
    assert_eq!(server.finish().code, Some(0));
}
