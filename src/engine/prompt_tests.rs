//! Tests of [`super`].

use std::sync::{Arc, OnceLock};

use super::*;
use crate::skills::{Library, Places};

static NO_SKILLS: OnceLock<Arc<Skills>> = OnceLock::new();

fn workspace(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn tool(name: &str, description: &str) -> ToolDefinition {
    serde_json::from_value(serde_json::json!({"name": name, "description": description, "parameters": {}})).unwrap()
}

fn parts<'a>(cwd: &'a Path, tools: &'a [ToolDefinition]) -> PromptParts<'a> {
    PromptParts {
        cwd,
        home: None,
        system: "linux",
        date: "2025-11-30",
        tools,
        replaced: None,
        appended: None,
        with_context: true,
        skills: NO_SKILLS.get_or_init(Arc::default),
    }
}

#[test]
fn the_prompt_names_tools_rules_and_place_and_stays_short() {
    let folder = workspace(&[("src/x", "")]);
    let tools = [tool("read", "Reads a file. With lines and ranges."), tool("bash", "Runs a shell command.\nMore.")];
    let blocks = system_prompt(&parts(folder.path(), &tools));
    let all = blocks.join("\n\n");
    assert!(all.contains("- read: Reads a file\n- bash: Runs a shell command"));
    assert!(
        all.contains(&format!(
            "Working folder: {}\nOperating system: linux\nDate: 2025-11-30",
            folder.path().display()
        ))
    );
    assert!(all.len() < 2560, "{} bytes", all.len());
    assert!(blocks[0].starts_with("You are hostwire"));
}

#[test]
fn context_files_come_from_the_repository_root_down_with_the_nearest_last() {
    let folder = workspace(&[
        ("AGENTS.md", "outside"),
        ("repo/.git/HEAD", ""),
        ("repo/AGENTS.md", "root rules\n"),
        ("repo/CLAUDE.md", "root notes"),
        ("repo/a/b/AGENTS.md", "near rules"),
        ("home/AGENTS.md", "mine"),
    ]);
    let cwd = folder.path().join("repo/a/b");
    let texts: Vec<_> =
        context_files(&cwd, Some(&folder.path().join("home"))).into_iter().map(|file| file.text).collect();
    assert_eq!(texts, ["mine", "root rules", "root notes", "near rules"]);
    let block = context(&context_files(&cwd, None), &cwd).unwrap();
    assert!(block.contains("<instructions file=\"AGENTS.md\">\nnear rules\n</instructions>"), "{block}");
}

#[test]
fn without_a_repository_only_the_working_folder_counts() {
    let folder = workspace(&[("AGENTS.md", "above"), ("work/CLAUDE.md", "here")]);
    let files = context_files(&folder.path().join("work"), None);
    assert_eq!(files.iter().map(|file| file.text.as_str()).collect::<Vec<_>>(), ["here"]);
}

#[test]
fn the_same_text_is_shown_once() {
    let folder = workspace(&[("AGENTS.md", "same\n"), ("CLAUDE.md", "same"), ("x/AGENTS.md", "\u{feff} \n")]);
    assert_eq!(context_files(folder.path(), Some(folder.path())).len(), 1);
    assert_eq!(context_files(&folder.path().join("x"), None).len(), 0);
}

#[test]
fn a_long_file_is_cut_at_a_line_and_says_so() {
    let long = "0123456789abcdef\n".repeat(4000);
    let folder = workspace(&[("AGENTS.md", &long)]);
    let text = context_files(folder.path(), None).remove(0).text;
    assert!(text.len() < MOST_CONTEXT_BYTES + 300);
    let (_, notice) = text.rsplit_once('\n').unwrap();
    assert!(notice.starts_with("[cut here: ") && notice.contains("AGENTS.md"), "{notice}");
}

#[test]
fn options_replace_and_extend() {
    let folder = workspace(&[("AGENTS.md", "rules")]);
    let tools = [tool("read", "Reads.")];
    let replaced =
        PromptParts { replaced: Some("Only this."), appended: Some("And this."), ..parts(folder.path(), &tools) };
    let blocks = system_prompt(&replaced);
    assert_eq!(&blocks[..2], ["Only this.", "And this."]);
    assert!(!blocks.join("").contains("Your tools"));
    let bare = PromptParts { with_context: false, ..parts(folder.path(), &tools) };
    assert!(!system_prompt(&bare).join("").contains("<instructions"));
}

#[test]
fn skills_are_named_to_a_model_that_can_read_them_unless_hidden() {
    let folder = workspace(&[
        (
            ".hostwire/skills/release/SKILL.md",
            "---\nname: release\ndescription: Cuts one\nallowed-tools: bash\n---\nDo.",
        ),
        (".hostwire/skills/quiet/SKILL.md", "---\nname: quiet\ndescription: Q\nhide: true\n---\nDo."),
        (".hostwire/skills/mine/SKILL.md", "---\nname: mine\ndescription: M\ndisableModelInvocation: true\n---\nDo."),
    ]);
    let skills = Library::new(Places::default(), Vec::new()).at(folder.path());
    let tools = [tool("read", "Reads a file.")];
    let blocks = system_prompt(&PromptParts { skills: &skills, ..parts(folder.path(), &tools) });
    let block = blocks.iter().find(|block| block.starts_with("Skills are")).unwrap();
    assert!(block.ends_with("work by it:\n- release: Cuts one (only with these tools: bash)"), "{block}");
    let blocks = system_prompt(&PromptParts { skills: &skills, ..parts(folder.path(), &[]) });
    assert!(!blocks.concat().contains("release"));
}

#[test]
fn a_long_list_of_skills_is_cut_and_says_so() {
    let long = "x".repeat(1000);
    let names: Vec<String> = (0..40).map(|n| format!(".hostwire/skills/s{n:02}/SKILL.md")).collect();
    let texts: Vec<String> = (0..40).map(|n| format!("---\nname: s{n:02}\ndescription: {long}\n---\nDo.")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    let folder = workspace(&files);
    let skills = Library::new(Places::default(), Vec::new()).at(folder.path());
    let tools = [tool("read", "Reads a file.")];
    let all = system_prompt(&PromptParts { skills: &skills, ..parts(folder.path(), &tools) }).concat();
    assert!(all.contains("- s00") && !all.contains("- s39") && all.contains("more, which are not listed"), "{all}");
}
