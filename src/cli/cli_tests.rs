//! Tests of [`super`].

use std::time::Duration;

use super::*;
use crate::engine::Opening;
use crate::extension::Given;
use crate::settings::{ApprovalMode, MessageUpdates, Settings};

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn parse_as(&self, program: &str, words: &[&str]) -> Result<Invocation, Exit> {
        let arguments: Vec<OsString> = std::iter::once(&program).chain(words).map(OsString::from).collect();
        let home = self.folder.path().join("me").display().to_string();
        let environment = [("HOME", home)].into_iter().collect();
        parse(&arguments, &environment, self.folder.path())
    }

    fn parse(&self, words: &[&str]) -> Result<Invocation, Exit> {
        self.parse_as("/usr/bin/hostwire", words)
    }

    fn server(&self, words: &[&str]) -> ServerOptions {
        let words: Vec<&str> = ["--mode", "rpc"].iter().chain(words).copied().collect();
        match self.parse(&words).unwrap() {
            Invocation::Server(options) => *options,
            other => panic!("{other:?}"),
        }
    }

    fn fails(&self, words: &[&str]) -> Exit {
        let words: Vec<&str> = ["--mode", "rpc"].iter().chain(words).copied().collect();
        self.parse(&words).unwrap_err()
    }
}

#[test]
fn commands_may_have_terminals_in_plain_rpc_unless_it_is_forbidden() {
    let place = Place::new();
    assert!(place.server(&[]).terminals);
    assert!(!place.server(&["--no-pty"]).terminals);
    let Invocation::Server(options) = place.parse(&["--mode", "rpc-ui"]).unwrap() else { panic!("a server") };
    assert!(!options.terminals);
}

#[test]
fn nothing_but_the_mode_leaves_all_to_the_settings() {
    let place = Place::new();
    let options = place.server(&[]);
    assert_eq!(options.mode, Mode::Rpc);
    assert_eq!(options.cwd, place.folder.path());
    assert_eq!(options.home, Some(place.folder.path().join("me/.hostwire")));
    assert_eq!((options.opening, options.tools), (Opening::Fresh, ToolChoice::All));
    let settings = Settings::default();
    let options = place.server(&[]);
    assert_eq!(options.dialect(&settings), DialectName::Veyyon);
    assert_eq!(options.eof_grace(&settings), Duration::from_secs(5));
    assert_eq!(options.message_updates(&settings), MessageUpdates::Delta);
    assert!(!options.strict(&settings));
}

#[test]
fn every_option_that_a_host_may_pass_is_taken() {
    let place = Place::new();
    std::fs::create_dir(place.folder.path().join("work")).unwrap();
    let options = place.server(&[
        "--provider",
        "acme",
        "--model",
        "x:high",
        "--models",
        "a,b:low",
        "--models",
        "c",
        "--api-key",
        "-k",
        "--thinking",
        "xhigh",
        "--system-prompt",
        "- be brief",
        "--append-system-prompt",
        "more",
        "--session-dir",
        "s",
        "--no-session",
        "--provider-session-id",
        "p",
        "--prompt-cache-key",
        "q",
        "--tools",
        "read, bash",
        "--no-skills",
        "--no-rules",
        "--no-extensions",
        "--no-lsp",
        "--no-pty",
        "--no-title",
        "--no-title",
        "--hook",
        "h",
        "--skills",
        "s",
        "--plugin-dir",
        "d",
        "--config",
        "one.yml",
        "--config",
        "~/two.yml",
        "--cwd",
        "work",
        "--profile",
        "me",
        "--approval-mode",
        "yolo",
        "--auto-approve",
        "--yolo",
        "--dangerously-skip-permissions",
        "--compaction-model",
        "m",
        "--smol",
        "m",
        "--slow",
        "m",
        "--plan",
        "m",
        "--strict",
        "--eof-grace",
        "0.5",
        "--message-updates",
        "snapshot",
        "--log",
        "debug",
        "--dialect",
        "veyyon",
    ]);
    let folder = place.folder.path();
    assert_eq!(options.cwd, folder.join("work"));
    assert_eq!(options.overlays, [folder.join("work/one.yml"), folder.join("me/two.yml")]);
    assert_eq!(options.session_dir, Some(folder.join("work/s")));
    assert_eq!(options.models, ["a", "b:low", "c"]);
    assert_eq!(options.tools, ToolChoice::Only(vec!["read".into(), "bash".into()]));
    assert_eq!(options.api_key.as_ref().unwrap().reveal(), "-k");
    assert!(!format!("{options:?}").contains("-k\""));
    assert_eq!(options.approval, Some(ApprovalMode::Yolo));
    assert_eq!(options.eof_grace, Some(Duration::from_millis(500)));
    assert_eq!(options.notes.len(), 6);
    assert!(options.ephemeral && options.strict && !options.skills);
}

#[test]
fn what_a_client_passes_by_default_is_taken() {
    let place = Place::new();
    let words = [
        "--provider",
        "p",
        "--model",
        "m",
        "--session-dir",
        "/tmp/x",
        "--thinking",
        "low",
        "--no-tools",
        "--no-session",
        "--no-skills",
        "--no-rules",
        "--no-title",
    ];
    assert_eq!(place.server(&words).tools, ToolChoice::None);
}

#[test]
fn a_session_is_continued_or_resumed_by_id_or_path() {
    let place = Place::new();
    assert_eq!(place.server(&["--continue"]).opening, Opening::Continue);
    assert_eq!(place.server(&["-c"]).opening, Opening::Continue);
    assert_eq!(place.server(&["--resume", "0193"]).opening, Opening::Resume("0193".into()));
    let path = place.folder.path().join("a.jsonl").display().to_string();
    assert_eq!(place.server(&["--session", "a.jsonl"]).opening, Opening::Resume(path.clone()));
    assert_eq!(place.server(&["-r", "./b/../a.jsonl"]).opening, Opening::Resume(path.clone()));
    assert_eq!(place.server(&["--fork", "a.jsonl"]).opening, Opening::Fork(path));
    assert_eq!(place.server(&["--fork", "0193"]).opening, Opening::Fork("0193".into()));
}

#[test]
fn a_prompt_may_be_a_file() {
    let place = Place::new();
    std::fs::write(place.folder.path().join("p.md"), "from a file").unwrap();
    let options = place.server(&["--system-prompt", "p.md", "--append-system-prompt", "q.md"]);
    assert_eq!(options.system_prompt.as_deref(), Some("from a file"));
    assert_eq!(options.append_system_prompt.as_deref(), Some("q.md"));
}

#[test]
fn file_arguments_are_refused_in_the_words_of_the_protocol() {
    let exit = Place::new().fails(&["--no-title", "@notes.md"]);
    assert_eq!(exit, Exit { code: 1, text: "Error: @file arguments are not supported in RPC mode\n".into() });
    assert_eq!(Place::new().fails(&["hello"]).code, 2);
}

#[test]
fn unknown_options_and_bad_values_exit_with_2() {
    let place = Place::new();
    let unknown = place.fails(&["--no-such-thing"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.text.contains("--no-such-thing"), "{}", unknown.text);
    for words in [
        &["--thinking", "lots"][..],
        &["--eof-grace", "-1"],
        &["--message-updates", "all"],
        &["--dialect", "klingon"],
        &["--approval-mode", "no"],
        &["--no-tools", "--tools", "read"],
        &["--continue", "--resume", "x"],
        &["--fork", "x", "--resume", "x"],
        &["--fork", "x", "--continue"],
        &["--model"],
        &["--max-time", "0"],
        &["--record", "a", "--replay", "b"],
    ] {
        assert_eq!(place.fails(words).code, 2, "{words:?}");
    }
    assert_eq!(place.parse(&["--mode", "tui"]).unwrap_err().code, 2);
    let bare = place.parse(&[]).unwrap_err();
    assert!(bare.code == 2 && bare.text.contains("--mode rpc"), "{}", bare.text);
}

#[test]
fn help_and_version_are_no_faults() {
    let place = Place::new();
    let version = place.parse(&["--version"]).unwrap_err();
    assert_eq!((version.code, version.text), (0, format!("hostwire {}\n", env!("CARGO_PKG_VERSION"))));
    let help = place.parse(&["--help"]).unwrap_err();
    assert!(help.code == 0 && help.text.contains("--message-updates"));
}

#[test]
fn extensions_are_named_from_the_workspace_and_flags_have_values() {
    let place = Place::new();
    let options =
        place.server(&["--extension", "e", "-e", "/x", "--extension-flag", "loud", "--extension-flag", "w=a=b"]);
    assert_eq!(options.extension_paths, [place.folder.path().join("e"), "/x".into()]);
    let flag = |name: &str, value: Option<&str>| Given { name: name.into(), value: value.map(str::to_owned) };
    assert_eq!(options.extension_flags, [flag("loud", None), flag("w", Some("a=b"))]);
    assert!(options.extensions && !place.server(&["--no-extensions"]).extensions);
}

#[test]
fn each_name_of_a_mode_is_taken_and_bypasses_ask_nothing() {
    let place = Place::new();
    for (name, mode) in [
        ("plan", ApprovalMode::Plan),
        ("ask", ApprovalMode::Ask),
        ("always-ask", ApprovalMode::AlwaysAsk),
        ("auto-edit", ApprovalMode::AutoEdit),
        ("write", ApprovalMode::Write),
        ("yolo", ApprovalMode::Yolo),
    ] {
        let options = place.server(&["--approval-mode", name]);
        assert_eq!((options.approval, options.bypass), (Some(mode), false), "{name}");
    }
    for bypass in ["--yolo", "--auto-approve", "--dangerously-skip-permissions"] {
        assert!(place.server(&[bypass]).bypass, "{bypass}");
    }
}

#[test]
fn the_dialect_is_named_by_option_program_or_settings() {
    let place = Place::new();
    let of = |program: &str, arguments: &[&str]| match place.parse_as(program, arguments).unwrap() {
        Invocation::Server(options) => options.dialect(&Settings::default()),
        other => panic!("{other:?}"),
    };
    assert_eq!(of("hostwire", &["--mode", "rpc", "--dialect", "autohand"]), DialectName::Autohand);
    assert_eq!(of("/opt/autohand", &["--mode", "rpc"]), DialectName::Autohand);
    assert_eq!(of("/opt/autohand", &["--mode", "rpc", "--dialect", "veyyon"]), DialectName::Veyyon);
    assert_eq!(of("hostwire", &["--mode", "rpc"]), DialectName::Veyyon);
    let settings = Settings { dialect: Some(DialectName::Autohand), ..Settings::default() };
    assert_eq!(place.server(&[]).dialect(&settings), DialectName::Autohand);
    assert_eq!(place.server(&["--dialect", "veyyon"]).dialect(&settings), DialectName::Veyyon);
}

#[test]
fn hosts_of_the_other_dialect_may_say_more_than_we_know() {
    let place = Place::new();
    let arguments = ["--mode", "rpc", "--weird", "--odd=1", "value", "--path", ".", "--yolo", "--ephemeral"];
    let Invocation::Server(options) = place.parse_as("/opt/autohand", &arguments).unwrap() else { panic!("a server") };
    assert!(options.ephemeral && options.autohand.yolo == Some(None) && options.approval.is_none());
    let notes = options.notes.join("\n");
    assert!(notes.contains("--weird is not known") && notes.contains("--odd is not known"), "{notes}");
    assert!(notes.contains("the argument value is not known"), "{notes}");
    let refused = place.parse_as("/opt/autohand", &["--mode", "rpc", "--path", "nowhere"]).unwrap();
    let Invocation::Refused(exit) = refused else { panic!("{refused:?}") };
    assert!(exit.code == 1 && exit.reason().contains("nowhere cannot be worked in"));
    let refused = place.parse_as("/opt/autohand", &["--mode", "rpc", "@file"]).unwrap();
    assert!(matches!(refused, Invocation::Refused(exit) if exit.reason().starts_with("@file arguments")));
}

#[test]
fn a_folder_that_cannot_be_worked_in_fails() {
    let exit = Place::new().fails(&["--cwd", "nowhere"]);
    assert!(exit.code == 1 && exit.text.contains("nowhere cannot be worked in"), "{}", exit.text);
}

#[test]
fn commands_have_their_own_options() {
    let place = Place::new();
    let folder = place.folder.path();
    assert!(matches!(place.parse(&["schema", "list"]), Ok(Invocation::Schema(SchemaOptions::List { dialect: None }))));
    match place.parse(&["schema", "--out", "generated"]).unwrap() {
        Invocation::Schema(options) => {
            assert_eq!(options, SchemaOptions::Out(folder.join("generated")))
        }
        other => panic!("{other:?}"),
    }
    match place.parse(&["validate", "--direction", "in", "t.jsonl"]).unwrap() {
        Invocation::Validate(options) => {
            assert_eq!((options.file, options.direction), (Some(folder.join("t.jsonl")), Direction::In));
        }
        other => panic!("{other:?}"),
    }
    match place.parse(&["models", "--config", "x.yml"]).unwrap() {
        Invocation::Models(options) => assert_eq!(options.layers.overlays, [folder.join("x.yml")]),
        other => panic!("{other:?}"),
    }
    assert_eq!(place.parse(&["schema"]).unwrap_err().code, 2);
    assert_eq!(place.parse(&["nonsense"]).unwrap_err().code, 2);
}
