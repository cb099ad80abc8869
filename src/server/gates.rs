//! What calls must pass: from options and settings to the gate of the process.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::{Exit, PermissionMode, ServerOptions};
use crate::dialect::veyyon;
use crate::engine::permissions::{self, Asker, Chosen};
use crate::engine::{Memory, Permissions};
use crate::host::Host;
use crate::policy::{Approval, Builtin, ModeOfRules};
use crate::settings::{DialectName, Settings};
use crate::store;
use crate::tools::subject::real;

/// Folders of skills in the user's home, which the model may read without being asked about.
const SKILL_FOLDERS: [&str; 4] = [".codex/skills", ".claude/skills", ".agent/skills", ".agents/skills"];

/// The gate. `scratch` is the folder for outputs that are too long to be shown.
pub(super) fn permissions(
    options: &ServerOptions,
    settings: &Settings,
    dialect: DialectName,
    host: Host,
    scratch: &Path,
) -> Result<Permissions, Exit> {
    match dialect {
        DialectName::Veyyon => dialogs(options, settings, host),
        DialectName::Autohand => requests(options, settings, host, scratch),
    }
}

fn dialogs(options: &ServerOptions, settings: &Settings, host: Host) -> Result<Permissions, Exit> {
    let chosen =
        Chosen { mode: options.approval, bypass: options.bypass, default: Approval::Yolo, builtin: Builtin::Disasters };
    let policy = permissions::policy(settings, chosen).map_err(Exit::failed)?;
    let asker = Asker::Dialog(veyyon::APPROVAL_WORDS);
    Ok(Permissions::new(policy, host, asker, settings.approval_timeout(), Memory::default()))
}

fn requests(options: &ServerOptions, settings: &Settings, host: Host, scratch: &Path) -> Result<Permissions, Exit> {
    let flags = &options.autohand;
    let chosen = Chosen { mode: options.approval, bypass: false, default: Approval::Ask, builtin: Builtin::Secrets };
    let mut policy = permissions::policy(settings, chosen).map_err(Exit::failed)?;
    if flags.permission_mode == Some(PermissionMode::Restricted) {
        policy.fallback = ModeOfRules::Restricted;
    }
    policy.roots = as_texts(roots(options));
    policy.readable = as_texts(readable(options).chain([scratch.to_owned()]));
    let memory = match options.ephemeral {
        true => Memory::default(),
        false => Memory::of(&options.cwd, options.home.as_deref()),
    };
    let remembers = settings.permissions.as_ref().and_then(|permissions| permissions.remember_session);
    let memory = Memory { forgets: remembers == Some(false), ..memory };
    let permissions = Permissions::new(policy, host, Asker::Request, settings.approval_timeout(), memory);
    if let Some(pattern) = &flags.yolo {
        let lasts = flags.yolo_timeout.map(Duration::from_secs);
        let (patterns, except) = yolo_patterns(pattern.as_deref());
        permissions.yolo_except(&patterns, &except, lasts).map_err(|why| Exit::failed(format!("--yolo: {why}")))?;
    }
    Ok(permissions)
}

/// The folders that are worked in: the workspace, then those that options add.
pub(super) fn roots(options: &ServerOptions) -> impl Iterator<Item = PathBuf> {
    std::iter::once(options.cwd.clone()).chain(options.autohand.folders.clone())
}

/// Folders beside these that the model is told of, and so may read: skills, and outputs that were too long.
fn readable(options: &ServerOptions) -> impl Iterator<Item = PathBuf> {
    let places = options.places();
    let user = places.user_home.into_iter().flat_map(|home| SKILL_FOLDERS.map(|folder| home.join(folder)));
    let home = places.home.iter().flat_map(|home| ["skills", "plugins"].map(|folder| home.join(folder)));
    let home: Vec<PathBuf> = home.collect();
    let kept = options.home.as_deref().map(|home| store::sessions_dir(home, &options.cwd));
    let sessions = options.session_dir.clone().or(kept);
    user.chain(home).chain(places.plugins).chain(places.given).chain(sessions)
}

/// Under their names, and where they really are.
fn as_texts(folders: impl Iterator<Item = PathBuf>) -> Vec<String> {
    let mut texts: Vec<String> =
        folders.flat_map(|folder| [real(&folder), folder]).map(|folder| folder.display().to_string()).collect();
    texts.dedup();
    texts
}

/// What the value of `--yolo` lets pass and what it leaves out: `allow:` and tools, `deny:` and tools, or a pattern.
fn yolo_patterns(text: Option<&str>) -> (Vec<String>, Vec<String>) {
    let list = |tools: &str| tools.split(',').map(|tool| tool.trim().to_owned()).collect();
    match text {
        None | Some("*" | "allow:*") => (Vec::new(), Vec::new()),
        Some(text) => match (text.strip_prefix("allow:"), text.strip_prefix("deny:")) {
            (Some(tools), _) => (list(tools), Vec::new()),
            (_, Some(tools)) => (Vec::new(), list(tools)),
            (None, None) => (vec![text.to_owned()], Vec::new()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_of_yolo_says_what_passes_and_what_does_not() {
        let of = |text| {
            let (patterns, except) = yolo_patterns(text);
            (patterns.join("|"), except.join("|"))
        };
        let both = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        assert_eq!(of(None), both("", ""));
        assert_eq!(of(Some("allow:*")), both("", ""));
        assert_eq!(of(Some("allow:read_file, run_command")), both("read_file|run_command", ""));
        assert_eq!(of(Some("deny:write_file,rm *")), both("", "write_file|rm *"));
        assert_eq!(of(Some("git *")), both("git *", ""));
        assert_eq!(yolo_patterns(Some("deny:")).1, [""], "an empty pattern, which fails the start");
    }
}
