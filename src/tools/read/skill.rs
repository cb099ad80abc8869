//! Skills by name: `skill://<name>`, and `skill://<name>/<file>` for what lies beside one.

use std::path::Path;

use crate::base::paths;
use crate::proto::shared::{OutputSourceKind, ToolResultPayload};
use crate::proto::tools::ReadArguments;
use crate::skills::{Content, Skill, Skills};
use crate::tools::subject::real;
use crate::tools::{Fence, ToolCx, ToolError, payload};

use super::selector::{self, Selection};
use super::{Details, local, page_of};

/// Skills that an error lists at most.
const LISTED: usize = 20;

/// What follows the scheme, if the path is a skill's.
pub(super) fn named(path: &str) -> Option<&str> {
    path.strip_prefix("skill://")
}

pub(super) fn read(cx: &ToolCx, arguments: &ReadArguments, named: &str) -> Result<ToolResultPayload, ToolError> {
    let skills = cx.settings.skills.at(&cx.cwd);
    let (name, rest) = named.split_once('/').map_or((named, ""), |(name, rest)| (name, rest));
    // A name may well end like a selector, so the whole is tried first.
    let (skill, selected) = match (skills.get(name), selector::split(name).map_err(ToolError::tell)?) {
        (Some(skill), _) => (Some(skill), None),
        (None, Some((name, selection))) => (skills.get(name), Some((name.len(), selection))),
        (None, None) => (None, None),
    };
    let skill = skill.ok_or_else(|| ToolError::tell(unknown(name, &skills)))?;
    match &skill.content {
        Content::File(file) => {
            // What follows the name is a selector already, or begins with the file's name.
            let selector = selected.and_then(|(at, _)| name.get(at..)).unwrap_or_default();
            let path = if rest.is_empty() { file.display().to_string() } else { beside(skill, rest)? };
            let (bare, _) = selector::split(&path).map_err(ToolError::tell)?.unwrap_or((&path, Selection::default()));
            let meant = [Path::new(bare), Path::new(&path)];
            if meant.iter().any(|path| cx.fence.forbids(path) || cx.fence.forbids(&real(path))) {
                return Err(ToolError::tell(format!("`skill://{named}` was not read: rules forbid it")));
            }
            // A skill's files are judged by its name.
            let cx = ToolCx { fence: Fence::default(), ..cx.clone() };
            local(&cx, &ReadArguments { path: format!("{path}{selector}"), ..arguments.clone() })
        }
        Content::Embedded(text) if rest.is_empty() => {
            let mut details = Details::new("skill");
            details.meta.source = Some(payload::source(OutputSourceKind::Internal, skill.place()));
            let selection = selected.map_or_else(Selection::default, |(_, selection)| selection);
            page_of(cx, text.as_bytes(), selection, arguments, details)
        }
        Content::Embedded(_) => Err(ToolError::tell(format!("The skill `{name}` has no files beside it"))),
    }
}

/// A file of the skill's folder; nothing outside it has such a name.
fn beside(skill: &Skill, file: &str) -> Result<String, ToolError> {
    let folder = skill.folder().unwrap_or(Path::new("/"));
    let path = paths::normal(&folder.join(file.trim_start_matches('/')));
    match path.starts_with(folder) && real(&path).starts_with(real(folder)) {
        true => Ok(path.display().to_string()),
        false => Err(ToolError::tell(format!("`{file}` is outside the folder of the skill `{}`", skill.name))),
    }
}

fn unknown(name: &str, skills: &Skills) -> String {
    let names: Vec<&str> = skills.all().iter().map(|skill| skill.name.as_str()).take(LISTED).collect();
    match names.is_empty() {
        true => format!("There is no skill `{name}`, and no other one either"),
        false => format!("There is no skill `{name}`; there are: {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::skills::{Library, Places, Skill};
    use crate::tools::ToolSettings;
    use crate::tools::read::Read;
    use crate::tools::testing::Bench;

    fn bench() -> Bench {
        let mut bench = Bench::new();
        bench.file(".hostwire/skills/release/SKILL.md", "---\nname: release\ndescription: Cut one\n---\nTag it.\n");
        bench.file(".hostwire/skills/release/notes/list.md", "one\ntwo\nthree\n");
        let builtin = Skill::embedded("---\nname: commit\ndescription: Commits\n---\nCommit it.\n").unwrap();
        let skills = Library::new(Places::default(), vec![builtin]);
        bench.cx.settings = Arc::new(ToolSettings { skills, ..ToolSettings::default() });
        bench
    }

    #[tokio::test]
    async fn a_skill_and_what_lies_beside_it_are_read_by_name() {
        let (bench, read) = (bench(), Read::default());
        let (text, details) = bench.ok(&read, r#"{"path":"skill://release"}"#).await;
        assert!(text.ends_with("5\tTag it.\n"), "{text}");
        assert!(details["resolvedPath"].as_str().unwrap().ends_with("release/SKILL.md"));
        assert_eq!(bench.ok(&read, r#"{"path":"skill://release:5:raw"}"#).await.0, "Tag it.\n");
        let (text, _) = bench.ok(&read, r#"{"path":"skill://release/notes/list.md:2-2"}"#).await;
        assert!(text.starts_with("2\ttwo\n"), "{text}");
        let (text, details) = bench.ok(&read, r#"{"path":"skill://commit:5"}"#).await;
        assert_eq!((text.as_str(), &details["meta"]["source"]["value"]), ("5\tCommit it.\n", &"skill://commit".into()));
    }

    #[tokio::test]
    async fn what_is_no_skill_or_outside_of_one_is_refused() {
        let (bench, read) = (bench(), Read::default());
        let (error, _) = bench.fails(&read, r#"{"path":"skill://nothing"}"#).await;
        assert_eq!(error, "There is no skill `nothing`; there are: commit, release");
        let (error, _) = bench.fails(&read, r#"{"path":"skill://release/../../config.yml"}"#).await;
        assert_eq!(error, "`../../config.yml` is outside the folder of the skill `release`");
        let (error, _) = bench.fails(&read, r#"{"path":"skill://commit/x"}"#).await;
        assert!(error.contains("no files"), "{error}");
    }
}
