//! What people write, and what is understood.

use super::intent::{Depth, Form, Intent, Reach, Target, Task, Topic, WriteMode, understand};
use super::{phrases, topics};

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn survey(topics: &[Topic]) -> Intent {
    Intent::Survey { overview: false, topics: topics.to_vec() }
}

fn overview(topics: &[Topic]) -> Intent {
    Intent::Survey { overview: true, topics: topics.to_vec() }
}

fn run(command: &str) -> Intent {
    Intent::Run { command: command.to_owned(), folder: None }
}

fn read(path: &str, lines: Option<(u64, u64)>) -> Intent {
    Intent::Read { targets: vec![Target { path: path.to_owned(), lines }] }
}

fn list(under: Option<&str>, depth: Depth) -> Intent {
    Intent::List { under: under.map(str::to_owned), depth }
}

fn find(pattern: &str) -> Intent {
    Intent::Find { pattern: pattern.to_owned(), under: None }
}

fn search(text: &str, under: Option<&str>) -> Intent {
    Intent::Search { text: text.to_owned(), under: under.map(str::to_owned), form: Form::Literal }
}

fn write(path: &str, content: Option<&str>) -> Intent {
    Intent::Write { path: path.to_owned(), content: content.map(str::to_owned), mode: WriteMode::New }
}

fn replace(path: &str, old: &str, new: &str, reach: Reach) -> Intent {
    Intent::Replace { path: path.to_owned(), old: old.to_owned(), new: new.to_owned(), reach }
}

#[track_caller]
fn each(table: &[(&str, Intent)]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(text, wanted)| {
            let got = understand(text);
            (got != [wanted.clone()]).then(|| format!("{text:?}\n   wanted {wanted:?}\n   got    {got:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}

#[test]
fn every_rule_compiles() {
    assert_eq!([phrases::faults(), topics::faults()].concat(), Vec::<String>::new());
}

#[test]
fn questions_about_the_repository_are_understood() {
    each(&[
        ("Summarize this repo", overview(&[])),
        ("summarise the repository please", overview(&[])),
        ("Please summarize this project.", overview(&[])),
        ("Can you give me a summary of this codebase?", overview(&[])),
        ("Give me an overview", overview(&[])),
        ("What is this project?", overview(&[])),
        ("what's this", overview(&[])),
        ("What does this repo do?", overview(&[])),
        ("Tell me about this repository", overview(&[])),
        ("Explain this codebase to me", overview(&[])),
        ("Describe the project", overview(&[])),
        ("tl;dr", overview(&[])),
        ("Walk me through the code", overview(&[])),
        ("Summarize this repo and include risks", overview(&[Topic::Risks])),
        ("Also include risks", survey(&[Topic::Risks])),
        ("and mention the licence", survey(&[Topic::Licence])),
        ("What are the risks and dependencies?", survey(&[Topic::Dependencies, Topic::Risks])),
        ("How do I build it?", survey(&[Topic::Build])),
        ("how do I build and test this?", survey(&[Topic::Build, Topic::Test])),
        ("How do I run the tests?", survey(&[Topic::Test])),
        ("How can I run this?", survey(&[Topic::Run])),
        ("Which languages is it written in?", survey(&[Topic::Languages])),
        ("How big is this repo?", survey(&[Topic::Size])),
        ("how many lines of code are there", survey(&[Topic::Size])),
        ("Where are the entry points?", survey(&[Topic::EntryPoints])),
        ("What license does it have?", survey(&[Topic::Licence])),
        ("Is there a CI pipeline?", survey(&[Topic::Ci])),
        ("What is the structure?", survey(&[Topic::Layout])),
    ]);
}

#[test]
fn listing_and_finding_are_understood() {
    each(&[
        ("list files", list(None, Depth::Folder)),
        ("List files in current directory", list(None, Depth::Folder)),
        ("List the files in src", list(Some("src"), Depth::Folder)),
        ("show me the files in `src/my dir`", list(Some("src/my dir"), Depth::Folder)),
        ("What files are in src/provider?", list(Some("src/provider"), Depth::Folder)),
        ("what's in the tests folder?", list(Some("tests"), Depth::Folder)),
        ("ls", list(None, Depth::Folder)),
        ("ls src", list(Some("src"), Depth::Folder)),
        ("list all files", list(None, Depth::All)),
        ("List all files in the tests directory", list(Some("tests"), Depth::All)),
        ("how many files are there?", list(None, Depth::All)),
        ("List files matching *.rs", find("**/*.rs")),
        ("list *.toml", find("**/*.toml")),
        ("find all Python files", find("**/*.{py,pyi}")),
        ("List the rust files in src", Intent::Find { pattern: "**/*.rs".to_owned(), under: some("src") }),
        ("Find files named main.rs", find("**/main.rs")),
        ("find Cargo.toml", find("**/Cargo.toml")),
        ("find src/*.rs", find("src/*.rs")),
        ("Where is package.json?", find("**/package.json")),
        ("Find a file called config", find("**/*config*")),
        ("locate the file handler.go", find("**/handler.go")),
    ]);
}

#[test]
fn searching_is_understood() {
    each(&[
        ("Search for TODO", Intent::Search { text: "TODO|FIXME".to_owned(), under: None, form: Form::Regex }),
        ("search for \"fn main\"", search("fn main", None)),
        ("Search for fn main in src", search("fn main", Some("src"))),
        ("grep parse_line", search("parse_line", None)),
        ("grep for `a.b(c)` in src/lib.rs", search("a.b(c)", Some("src/lib.rs"))),
        ("search the codebase for Provider", search("Provider", None)),
        ("Search src for Handler", search("Handler", Some("src"))),
        ("Look for timeout in this repo", search("timeout", None)),
        ("Find all uses of parse_config", search("parse_config", None)),
        ("find occurrences of 'hello world' in docs", search("hello world", Some("docs"))),
        ("Where is ToolSet defined?", search("ToolSet", None)),
        ("who calls load_settings?", search("load_settings", None)),
        ("find \"colour\" in README.md", search("colour", Some("README.md"))),
        (
            "search for regex `fn \\w+_all`",
            Intent::Search { text: "fn \\w+_all".to_owned(), under: None, form: Form::Regex },
        ),
        ("How many TODOs are there?", Intent::Search { text: "TODO|FIXME".to_owned(), under: None, form: Form::Regex }),
    ]);
}

#[test]
fn reading_is_understood() {
    each(&[
        ("read src/main.rs", read("src/main.rs", None)),
        ("Show me README.md", read("README.md", None)),
        ("show the README", read("README", None)),
        ("cat Cargo.toml", read("Cargo.toml", None)),
        ("Open the file `docs/my notes.md`", read("docs/my notes.md", None)),
        ("Read src/lib.rs lines 10-20", read("src/lib.rs", Some((10, 20)))),
        ("show lines 5 to 9 of src/lib.rs", read("src/lib.rs", Some((5, 9)))),
        ("read src/lib.rs:3-7", read("src/lib.rs", Some((3, 7)))),
        ("Show me the first 12 lines of go.mod", read("go.mod", Some((1, 12)))),
        ("line 4 of a.txt", read("a.txt", Some((4, 4)))),
        ("What does package.json contain?", read("package.json", None)),
        ("what's in Makefile?", read("Makefile", None)),
        (
            "Explain src/lib.rs",
            Intent::Explain { targets: vec![Target { path: "src/lib.rs".to_owned(), lines: None }] },
        ),
        ("could you print the contents of setup.py please", read("setup.py", None)),
        (
            "Read a.txt and src/b.txt",
            Intent::Read {
                targets: vec![
                    Target { path: "a.txt".to_owned(), lines: None },
                    Target { path: "src/b.txt".to_owned(), lines: None },
                ],
            },
        ),
    ]);
}

#[test]
fn commands_are_understood() {
    each(&[
        ("run ls -la", run("ls -la")),
        ("Run `cargo test -p codegen`", run("cargo test -p codegen")),
        ("Run the command \"echo hi\"", run("echo hi")),
        ("please execute: printf '%s' 'a b'", run("printf '%s' 'a b'")),
        ("execute sleep 1; echo done.", run("sleep 1; echo done.")),
        ("$ git status", run("git status")),
        ("git log --oneline", run("git log --oneline")),
        ("npm test", run("npm test")),
        ("Run `make` in web", Intent::Run { command: "make".to_owned(), folder: some("web") }),
        ("Run this:\n```sh\necho one\necho two\n```", run("echo one\necho two")),
        ("```bash\nls\n```", run("ls")),
        ("Run `date` and tell me the output", run("date")),
        ("run the tests", Intent::RunTask(Task::Test)),
        ("Build the project", Intent::RunTask(Task::Build)),
        ("Do the tests pass?", Intent::RunTask(Task::Test)),
    ]);
}

#[test]
fn writing_is_understood() {
    each(&[
        ("Create hello.txt with hello", write("hello.txt", Some("hello"))),
        ("Create a file called notes.md with the content \"first line\"", write("notes.md", Some("first line"))),
        ("create src/a.ts containing `export const a = 1;`", write("src/a.ts", Some("export const a = 1;"))),
        ("Create a hello.ts file", write("hello.ts", None)),
        ("make an empty file named docs/x.txt", write("docs/x.txt", None)),
        ("Write \"a, b\" to list.csv", write("list.csv", Some("a, b"))),
        ("save hello world in greeting.txt", write("greeting.txt", Some("hello world"))),
        ("Create run.sh with\n```sh\n#!/bin/sh\necho hi\n```", write("run.sh", Some("#!/bin/sh\necho hi\n"))),
        ("Create `my file.txt`:\n```\nx\n```", write("my file.txt", Some("x\n"))),
        ("Create a.txt that says Hello, world.", write("a.txt", Some("Hello, world."))),
        (
            "Overwrite a.txt with \"new\"",
            Intent::Write { path: "a.txt".to_owned(), content: some("new"), mode: WriteMode::Overwrite },
        ),
        ("Replace foo with bar in src/lib.rs", replace("src/lib.rs", "foo", "bar", Reach::One)),
        ("replace all \"a b\" with \"c d\" in x.md", replace("x.md", "a b", "c d", Reach::All)),
        ("Change `1` to `2` in conf/a.toml everywhere", replace("conf/a.toml", "1", "2", Reach::All)),
        ("In README.md replace 'old name' with 'new name'", replace("README.md", "old name", "new name", Reach::One)),
        ("Edit a.txt: change hello to goodbye", replace("a.txt", "hello", "goodbye", Reach::One)),
        ("Replace every occurrence of x1 by y1 in m.py", replace("m.py", "x1", "y1", Reach::All)),
        (
            "In a.rs replace\n```\nlet a = 1;\n```\nwith\n```\nlet a = 2;\n```",
            replace("a.rs", "let a = 1;", "let a = 2;", Reach::One),
        ),
        ("In a.md delete nothing but replace \"x\" with \"\"", Intent::Unknown),
        ("In a.md replace \"x\" with \"\"", replace("a.md", "x", "", Reach::One)),
    ]);
}

#[test]
fn talk_is_told_from_work() {
    each(&[
        ("Hello!", Intent::Greeting),
        ("Good morning", Intent::Greeting),
        ("thanks a lot!", Intent::Thanks),
        ("Who are you?", Intent::Identity),
        ("What model are you?", Intent::Identity),
        ("are you a language model?", Intent::Identity),
        ("help", Intent::Help),
        ("What can you do?", Intent::Help),
        ("How do I configure a provider?", Intent::Help),
        ("", Intent::Help),
        ("Refactor the auth module", Intent::Unknown),
        ("Add unit tests for the auth module", Intent::Unknown),
        ("Review this file", Intent::Unknown),
        ("Fix the risks", Intent::Unknown),
        ("Write a poem about summer", Intent::Unknown),
        ("run a security audit", Intent::Unknown),
        ("What is the capital of France?", Intent::Unknown),
        (
            "Create a file",
            Intent::Incomplete(
                "To create a file I need its name and what goes into it, for example: Create notes.txt with \"first line\".",
            ),
        ),
    ]);
}

#[test]
fn several_steps_in_one_request_come_apart() {
    assert_eq!(understand("Create a.txt with hi, then run cat a.txt"), [write("a.txt", Some("hi")), run("cat a.txt")]);
    assert_eq!(
        understand("1. read a.txt\n2. replace \"x\" with \"y\" in a.txt\n3. run `cat a.txt`"),
        [read("a.txt", None), replace("a.txt", "x", "y", Reach::One), run("cat a.txt")]
    );
    assert_eq!(understand("Create a.txt with \"now and then some\""), [write("a.txt", Some("now and then some"))]);
    assert_eq!(understand("Create a.txt with one\ntwo"), [write("a.txt", Some("one\ntwo"))]);
}
