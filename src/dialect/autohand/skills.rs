//! Commands on skills.

use std::path::{Path, PathBuf};

use crate::base::{paths, task};
use crate::proto::autohand::{
    GetSkillsRegistryCommand, InstallSkillCommand, InstallSkillResult, SkillRow, SkillScope, SkillsRegistry,
};
use crate::skills::{Content, Existing, InstallError, Skill, install};

use super::desk::Desk;
use super::{ReplyTo, errors};

/// Where skills of this protocol lie in a workspace.
pub const PROJECT_FOLDER: &str = ".autohand/skills";

pub(super) fn get_skills_registry(desk: &Desk, _: GetSkillsRegistryCommand, reply: ReplyTo<GetSkillsRegistryCommand>) {
    let (skills, cwd) = (desk.skills.clone(), desk.workspace.clone());
    desk.cx.engine.tasks().spawn("get_skills_registry", async move {
        let rows = task::blocking("get_skills_registry", move || {
            let mut rows: Vec<SkillRow> = skills.at(&cwd).all().iter().map(row).collect();
            rows.sort_by(|a, b| a.name.cmp(&b.name));
            rows
        });
        // A panic drops the reply, which then fails.
        if let Ok(skills) = rows.await {
            reply.send(SkillsRegistry { skills });
        }
    });
}

fn row(skill: &Skill) -> SkillRow {
    SkillRow {
        name: skill.name.clone(),
        description: skill.description.clone(),
        source: skill.source.label(),
        path: match &skill.content {
            Content::File(path) => Some(path.display().to_string()),
            Content::Embedded(_) => None,
        },
    }
}

/// Owns its answer: other commands go on meanwhile.
pub(super) fn install_skill(desk: &Desk, command: InstallSkillCommand, reply: ReplyTo<InstallSkillCommand>) {
    let source = command.source.trim().to_owned();
    if source.is_empty() {
        return reply.fail(errors::missing("source"));
    }
    let Some(from) = local(&source, &desk.workspace, desk.user_home.as_deref()) else {
        return reply.fail(match source.starts_with("npm:") {
            true => errors::fetch_failed("packages of a registry are not fetched by this version"),
            false => errors::unsupported_source(&source),
        });
    };
    let root = match command.scope.unwrap_or(SkillScope::User) {
        SkillScope::Project => Some(desk.workspace.join(PROJECT_FOLDER)),
        SkillScope::User => desk.home.as_ref().map(|home| home.join("skills")),
    };
    let Some(root) = root else { return reply.fail(errors::invalid_skill("there is no home folder to keep it in")) };
    let existing = if command.force == Some(true) { Existing::Replaced } else { Existing::Stays };
    desk.cx.engine.tasks().spawn("install_skill", async move {
        // A panic drops the reply, which then fails.
        let Ok(installed) = task::blocking("install_skill", move || install(&from, &root, existing)).await else {
            return;
        };
        match installed {
            Ok(name) => reply.send(InstallSkillResult { name, installed: true }),
            Err(error) => reply.fail(text(&source, &error)),
        }
    });
}

/// The path in a source that names one.
fn local(source: &str, workspace: &Path, user_home: Option<&Path>) -> Option<PathBuf> {
    let path = match source.strip_prefix("file:") {
        Some(path) => path.strip_prefix("//").unwrap_or(path),
        None if source.starts_with(['/', '.', '~']) => source,
        None if !source.contains(':') && workspace.join(source).exists() => source,
        None => return None,
    };
    Some(paths::normal(&workspace.join(paths::expand_home(Path::new(path), user_home))))
}

fn text(source: &str, error: &InstallError) -> String {
    match error {
        InstallError::NotFound(_) => errors::skill_not_found(source),
        InstallError::Exists(name) => errors::skill_exists(name),
        InstallError::Invalid(_) | InstallError::Io(_) => errors::invalid_skill(&error.to_string()),
    }
}
