//! What prompts mean: skills, built-in commands, files, text.

use std::fs;

use super::*;
use crate::slash::Origin;

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let bench = Self { folder: tempfile::tempdir().unwrap() };
        bench.file(
            "skills/release/SKILL.md",
            "---\nname: release\ndescription: Cuts one\nallowed-tools: bash read\n---\nTag it.\nPush.\n",
        );
        bench.file("commands/fix.md", "---\ndescription: Fixes\n---\nFix $1 for $@[2].\n");
        bench.file("commands/nothing.md", "$1");
        bench
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.folder.path().join(".hostwire").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn slash(&self, skill_commands: bool) -> Slash {
        Slash::new(SlashParts {
            extensions: Default::default(),
            skills: Library::new(Places::default(), Vec::new()),
            places: Places::default(),
            skill_commands,
            names: ToolNames::default(),
            page: "page-",
        })
    }

    fn means(&self, text: &str) -> String {
        said(self.slash(true).meaning(text.to_owned(), self.folder.path()))
    }
}

fn said(meaning: Meaning) -> String {
    match meaning {
        Meaning::Plain(text) => format!("plain {text}"),
        Meaning::Expanded(text) => format!("expanded {text}"),
        Meaning::Skill(special) => format!("skill {}", special.details.unwrap()),
        Meaning::Builtin(call) => format!("builtin {} ({})", call.builtin.name, call.arguments),
        Meaning::Extension { name, arguments } => format!("extension {name} {arguments}"),
        Meaning::Failed(why) => format!("failed {why}"),
    }
}

#[test]
fn a_prompt_is_a_skill_a_builtin_a_file_or_text() {
    let bench = Bench::new();
    let path = bench.folder.path().join(".hostwire/skills/release/SKILL.md");
    let details = |rest: &str| format!("skill {{\"name\":\"release\",\"path\":\"{}\",{rest}}}", path.display());
    assert_eq!(bench.means("/skill:release 1.2  now"), details("\"args\":\"1.2  now\",\"lineCount\":2"));
    assert_eq!(bench.means("/skill:release"), details("\"lineCount\":2"));
    assert_eq!(bench.means("/skill:unknown x"), "plain /skill:unknown x");
    assert_eq!(bench.means("/skill release"), "plain /skill release");
    assert_eq!(bench.means("/models acme/x:high"), "builtin model (acme/x:high)");
    assert_eq!(bench.means("/force:bash /skill:release"), "builtin force (bash /skill:release)");
    assert_eq!(bench.means("/fix 12 'Ann B'"), "expanded Fix 12 for Ann B.");
    assert_eq!(bench.means("/nothing"), "expanded ");
    assert_eq!(bench.means("/settings"), "plain /settings");
    assert_eq!(bench.means("/usr/bin/env is there"), "plain /usr/bin/env is there");
    assert_eq!(bench.means(" /model"), "plain  /model");
    assert_eq!(bench.means("What is /model?"), "plain What is /model?");
}

#[test]
fn without_skill_commands_a_skill_is_text() {
    let bench = Bench::new();
    let slash = bench.slash(false);
    assert_eq!(said(slash.meaning("/skill:release".into(), bench.folder.path())), "plain /skill:release");
    assert!(slash.offered(bench.folder.path()).commands.iter().all(|command| command.origin != Origin::Skill));
}

#[test]
fn a_skill_becomes_a_message_with_its_text_its_limits_and_the_arguments() {
    let bench = Bench::new();
    let meaning = bench.slash(true).meaning("/skill:release 1.2".into(), bench.folder.path());
    let Meaning::Skill(special) = meaning else { panic!("no skill") };
    let folder = bench.folder.path().join(".hostwire/skills/release");
    assert_eq!(
        special.input.text,
        format!(
            "Follow this skill.\n<skill name=\"release\" folder=\"{}\">\nTag it.\nPush.\n</skill>\nUse only these tools for it: bash, read.\n\n1.2",
            folder.display()
        )
    );
    assert_eq!(special.kind, "skill-prompt");
}

#[test]
fn other_messages_expand_files_and_nothing_else() {
    let bench = Bench::new();
    let slash = bench.slash(true);
    let expanded = |text: &str| slash.expanded(text.to_owned(), bench.folder.path()).unwrap();
    assert_eq!(expanded("/fix 7 you"), "Fix 7 for you.");
    bench.file("commands/big.md", &"x".repeat(300 * 1024));
    let why = "The command `/big` cannot be read: it is longer than 256 KiB";
    assert_eq!(bench.means("/big now"), format!("failed {why}"));
    assert_eq!(slash.expanded("/big".to_owned(), bench.folder.path()), Err(why.to_owned()));
    for text in ["/model x", "/skill:release", "/unknown", "plain"] {
        assert_eq!(expanded(text), text);
    }
}

#[test]
fn the_list_is_builtins_skills_files_and_a_change_is_news_once() {
    let bench = Bench::new();
    let (slash, cwd) = (bench.slash(true), bench.folder.path());
    let names: Vec<String> = slash.telling(cwd).commands.iter().map(|command| command.name.clone()).collect();
    assert_eq!(names.first().map(String::as_str), Some("model"));
    assert_eq!(names.iter().rev().take(3).collect::<Vec<_>>(), ["nothing", "fix", "skill:release"]);
    assert!(slash.news(cwd).is_none());
    bench.file("commands/new.md", "New");
    assert!(slash.news(cwd).is_some());
    assert!(slash.news(cwd).is_none());
}
