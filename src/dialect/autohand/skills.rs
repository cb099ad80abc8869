//! Commands on skills.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::task::BrokeOff;
use crate::base::{paths, task};
use crate::proto::autohand::{
    GetSkillsRegistryCommand, InstallSkillCommand, InstallSkillResult, SkillRow, SkillScope, SkillsRegistry,
};
use crate::skills::{Content, Existing, FetchError, InstallError, Npm, Package, Skill, Target, install, install_all};

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
    let Some(from) = From::read(&source, desk) else { return reply.fail(errors::unsupported_source(&source)) };
    let target = match command.scope.unwrap_or(SkillScope::User) {
        SkillScope::Project => Some(Target::Within { base: desk.workspace.clone(), below: PROJECT_FOLDER.into() }),
        SkillScope::User => desk.home.as_ref().map(|home| Target::Folder(home.join("skills"))),
    };
    let Some(target) = target else {
        return reply.fail(errors::invalid_skill("there is no home folder to keep it in"));
    };
    let existing = if command.force == Some(true) { Existing::Replaced } else { Existing::Stays };
    let (npm, closing) = (desk.npm.clone(), desk.closing.clone());
    desk.cx.engine.tasks().spawn("install_skill", async move {
        let installed = tokio::select! {
            installed = installed(from, npm, target, existing) => installed,
            () = closing.cancelled() => return reply.fail(errors::SHUTTING_DOWN),
        };
        match installed {
            Ok(names) => {
                let name = names.first().cloned().unwrap_or_default();
                let skills = (names.len() > 1).then_some(names);
                reply.send(InstallSkillResult { name, installed: true, skills });
            }
            Err(error) => reply.fail(error.text(&source)),
        }
    });
}

/// Where a skill is to come from.
enum From {
    Path(PathBuf),
    Package(Package),
}

impl From {
    fn read(source: &str, desk: &Desk) -> Option<Self> {
        match source.strip_prefix("npm:") {
            Some(package) => Package::parse(package).map(Self::Package),
            None => local(source, &desk.workspace, desk.user_home.as_deref()).map(Self::Path),
        }
    }
}

enum Failed {
    Fetch(FetchError),
    Install(InstallError),
    /// A defect of ours, which is in the log.
    BrokeOff(BrokeOff),
}

/// The names of what was installed.
async fn installed(from: From, npm: Arc<Npm>, target: Target, existing: Existing) -> Result<Vec<String>, Failed> {
    let done = match from {
        From::Path(path) => {
            task::blocking("install_skill", move || install(&path, &target, existing).map(|name| vec![name])).await
        }
        From::Package(package) => {
            let fetched = npm.fetch(&package).await.map_err(Failed::Fetch)?;
            task::blocking("install_skill", move || install_all(&fetched.skills, &target, existing)).await
        }
    };
    done.map_err(Failed::BrokeOff)?.map_err(Failed::Install)
}

impl Failed {
    fn text(&self, source: &str) -> String {
        match self {
            Self::Fetch(FetchError::NotFound(_)) | Self::Install(InstallError::NotFound(_)) => {
                errors::skill_not_found(source)
            }
            Self::Fetch(FetchError::Failed(why)) => errors::fetch_failed(why),
            Self::Fetch(FetchError::Unusable(why)) => errors::invalid_skill(why),
            Self::Install(InstallError::Exists(name)) => errors::skill_exists(name),
            Self::Install(error) => errors::invalid_skill(&error.to_string()),
            Self::BrokeOff(error) => errors::invalid_skill(&error.to_string()),
        }
    }
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
