//! Rule files: Markdown with a head that says when the rule counts.

use std::path::{Path, PathBuf};

use crate::proto::settings::{RuleHeader, Words};
use crate::proto::shared::Rule;

/// Where rules are looked for, below the home and below the workspace.
const HOME_FOLDER: &str = "rules";
const WORKSPACE_FOLDER: &str = ".hostwire/rules";

/// Most rule files of one folder.
const MOST_FILES: usize = 200;

/// Longest rule file in bytes.
const MOST_BYTES: u64 = 64 * 1024;

/// The rules of a workspace by name, and what was wrong with their files. Of two with one name the workspace's counts.
pub fn rules(home: Option<&Path>, workspace: &Path, disabled: &[String]) -> (Vec<Rule>, Vec<String>) {
    let (mut rules, mut warnings): (Vec<Rule>, Vec<String>) = (Vec::new(), Vec::new());
    let folders = home.map(|home| home.join(HOME_FOLDER)).into_iter().chain([workspace.join(WORKSPACE_FOLDER)]);
    let found: Vec<PathBuf> = folders.flat_map(|folder| files(&folder, &mut warnings)).collect();
    for path in found {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if disabled.contains(&name) {
            continue;
        }
        match read(&path, &name) {
            Ok((rule, remark)) => {
                warnings.extend(remark.map(|remark| format!("{}: {remark}", path.display())));
                rules.retain(|other| other.name != rule.name);
                rules.push(rule);
            }
            Err(why) => warnings.push(format!("{} is not used: {why}", path.display())),
        }
    }
    rules.sort_by(|one, other| one.name.cmp(&other.name));
    (rules, warnings)
}

fn files(folder: &Path, warnings: &mut Vec<String>) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    found.sort();
    if found.len() > MOST_FILES {
        let left = found.len() - MOST_FILES;
        warnings.push(format!("{}: {left} rule files more than {MOST_FILES} are not used", folder.display()));
        found.truncate(MOST_FILES);
    }
    found
}

/// The rule, and what of it does not work.
fn read(path: &Path, name: &str) -> Result<(Rule, Option<String>), String> {
    let metadata = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("it is no file".to_owned());
    }
    if metadata.len() > MOST_BYTES {
        return Err(format!("it is longer than {MOST_BYTES} bytes"));
    }
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    parse(&text, path, name)
}

fn parse(text: &str, path: &Path, name: &str) -> Result<(Rule, Option<String>), String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let (head, content) = split(&text);
    let header = head.map_or(Ok(RuleHeader::default()), header)?;
    let content = content.trim();
    if content.is_empty() {
        return Err("it says nothing".to_owned());
    }
    let ast_condition = header.ast_condition.map(words);
    let remark =
        ast_condition.is_some().then(|| "astCondition is not supported; the rest of the rule works".to_owned());
    let rule = Rule {
        name: name.to_owned(),
        path: path.display().to_string(),
        content: content.to_owned(),
        globs: header.globs.map(globs),
        description: header.description.filter(|text| !text.trim().is_empty()),
        always_apply: header.always_apply,
        condition: header.condition.map(words),
        ast_condition,
        scope: header.scope.map(globs),
        interrupt_mode: header.interrupt_mode,
    };
    Ok((rule, remark))
}

/// The head between two lines of dashes, and the rest.
fn split(text: &str) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else { return (None, text) };
    match rest.split_once("\n---\n").or_else(|| Some((rest.strip_suffix("\n---")?, ""))) {
        Some((head, content)) => (Some(head), content),
        None => match rest.strip_prefix("---\n") {
            Some(content) => (None, content),
            None => (None, text),
        },
    }
}

/// As YAML; a head that is none (a bare `*` or a colon in a sentence) is read line by line.
fn header(head: &str) -> Result<RuleHeader, String> {
    if head.trim().is_empty() {
        return Ok(RuleHeader::default());
    }
    serde_saphyr::from_str::<RuleHeader>(head).or_else(|error| {
        let error = error.without_snippet().to_string();
        by_line(head).ok_or_else(|| format!("its head: {}", error.lines().next().unwrap_or_default()))
    })
}

fn by_line(head: &str) -> Option<RuleHeader> {
    let mut tree = serde_json::Map::new();
    for line in head.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#')) {
        let (key, value) = line.split_once(':').filter(|(key, _)| !key.starts_with(char::is_whitespace))?;
        let value = value.trim().trim_matches(['"', '\'']);
        let value = match value {
            "" => continue,
            "true" => serde_json::Value::Bool(true),
            "false" => serde_json::Value::Bool(false),
            text => serde_json::Value::String(text.to_owned()),
        };
        tree.insert(key.trim().to_owned(), value);
    }
    serde_json::from_value(serde_json::Value::Object(tree)).ok()
}

fn words(words: Words) -> Vec<String> {
    match words {
        Words::Text(text) => vec![text],
        Words::List(list) => list,
    }
}

/// Patterns of files and scopes may also stand in one string, with commas between them (those in braces or in
/// parentheses are part of a pattern).
fn globs(given: Words) -> Vec<String> {
    let Words::Text(text) = given else { return words(given) };
    let (mut globs, mut depth) = (vec![String::new()], 0_u32);
    for c in text.chars() {
        match c {
            ',' if depth == 0 => {
                globs.push(String::new());
                continue;
            }
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if let Some(last) = globs.last_mut() {
            last.push(c);
        }
    }
    globs.iter().map(|glob| glob.trim().to_owned()).filter(|glob| !glob.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Rule {
        parse(text, Path::new("/rules/r.md"), "r").unwrap().0
    }

    #[test]
    fn a_rule_is_its_head_and_its_text() {
        let rule = parsed(
            "---\ndescription: No unwrap\ncondition: ['\\.unwrap\\(', x]\nscope: tool:edit(*.rs)\ninterruptMode: never\n---\n\nReturn an error.\n",
        );
        assert_eq!(rule.content, "Return an error.");
        assert_eq!(rule.condition.unwrap(), ["\\.unwrap\\(", "x"]);
        assert_eq!(rule.scope.unwrap(), ["tool:edit(*.rs)"]);
        assert_eq!(rule.description.unwrap(), "No unwrap");
        assert_eq!(parsed("Just text").condition, None);
        assert_eq!(parsed("---\n---\nText").content, "Text");
    }

    #[test]
    fn a_head_that_is_no_yaml_is_read_line_by_line() {
        let rule =
            parsed("---\ndescription: Use this: always\nglobs: *.ts, src/**/*.{js,jsx}\nalwaysApply: false\n---\nText");
        assert_eq!(rule.globs.unwrap(), ["*.ts", "src/**/*.{js,jsx}"]);
        assert_eq!(rule.description.unwrap(), "Use this: always");
        assert_eq!(rule.always_apply, Some(false));
    }

    #[test]
    fn a_bad_file_is_told_and_costs_only_itself() {
        let home = tempfile::tempdir().unwrap();
        let work = tempfile::tempdir().unwrap();
        let write = |folder: &Path, name: &str, text: &str| {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(folder.join(name), text).unwrap();
        };
        write(&home.path().join("rules"), "a.md", "home");
        write(&home.path().join("rules"), "b.md", "kept");
        write(&home.path().join("rules"), "off.md", "off");
        let there = work.path().join(".hostwire/rules");
        write(&there, "a.md", "workspace");
        write(&there, "bad.md", "---\ninterruptMode: sometimes\n---\ntext");
        write(&there, "ast.md", "---\nastCondition: x\n---\ntext");
        write(&there, "note.txt", "no rule");
        let (rules, warnings) = rules(Some(home.path()), work.path(), &["off".to_owned()]);
        let shown: Vec<_> = rules.iter().map(|rule| (rule.name.as_str(), rule.content.as_str())).collect();
        assert_eq!(shown, [("a", "workspace"), ("ast", "text"), ("b", "kept")]);
        assert_eq!(warnings.len(), 2, "{warnings:?}");
    }

    #[test]
    fn files_beyond_the_limit_are_told() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join(WORKSPACE_FOLDER);
        std::fs::create_dir_all(&folder).unwrap();
        for number in 0..MOST_FILES + 2 {
            std::fs::write(folder.join(format!("r{number:03}.md")), "text").unwrap();
        }
        let (rules, warnings) = rules(None, work.path(), &[]);
        assert_eq!(rules.len(), MOST_FILES);
        assert!(warnings[0].ends_with("2 rule files more than 200 are not used"), "{warnings:?}");
    }
}
