//! Where things lie: the home folder, the session folder of a workspace, absolute and readable paths.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// What a lookup of an environment variable answers; passed in, so that tests need no environment.
pub type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The environment of this process, as a [`Variable`].
pub fn process_variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// hostwire's home: `HOSTWIRE_HOME`, else the dialect's own variable, else `~/.hostwire`.
///
/// Relative values are taken from `cwd`. `None` when the user has no home folder and no variable names one.
pub fn home(variable: Variable<'_>, dialect_variable: &str, cwd: &Path) -> Option<PathBuf> {
    let named = ["HOSTWIRE_HOME", dialect_variable].into_iter().find_map(|name| filled(variable, name));
    match named {
        Some(path) => Some(absolute_in(cwd, Path::new(&path), user_home(variable).as_deref())),
        None => user_home(variable).map(|home| home.join(".hostwire")),
    }
}

/// The user's home folder: `HOME`, else what the system knows.
pub fn user_home(variable: Variable<'_>) -> Option<PathBuf> {
    filled(variable, "HOME").map(PathBuf::from).or_else(std::env::home_dir).filter(|path| path.is_absolute())
}

fn filled(variable: Variable<'_>, name: &str) -> Option<OsString> {
    variable(name).filter(|value| !value.is_empty())
}

/// The folder name under `<home>/sessions/` that stands for `workspace`.
///
/// Below the user's home: `-` and the relative path; below the temporary folder: `-tmp-` and the relative path;
/// elsewhere the whole path between double dashes. Separators become dashes.
pub fn encode_workspace(workspace: &Path, user_home: Option<&Path>, temporary: &Path) -> String {
    if let Some(rest) = user_home.and_then(|home| workspace.strip_prefix(home).ok()) {
        return format!("-{}", dashed(rest));
    }
    if let Ok(rest) = workspace.strip_prefix(temporary) {
        let rest = dashed(rest);
        return if rest.is_empty() { "-tmp".to_owned() } else { format!("-tmp-{rest}") };
    }
    let rest = workspace.strip_prefix("/").unwrap_or(workspace);
    format!("--{}--", dashed(rest))
}

fn dashed(path: &Path) -> String {
    path.to_string_lossy().replace(['/', '\\', ':'], "-")
}

/// `path` seen from `base`, with a leading `~` expanded and `.` and `..` resolved by name alone.
///
/// Nothing is asked of the disk, so the path need not exist and links are not followed.
pub fn absolute(base: &Path, path: impl AsRef<Path>) -> PathBuf {
    absolute_in(base, path.as_ref(), user_home(&process_variable).as_deref())
}

fn absolute_in(base: &Path, path: &Path, user_home: Option<&Path>) -> PathBuf {
    let expanded = expand_home(path, user_home);
    normal(&base.join(expanded))
}

/// Replaces a leading `~` component by the user's home folder. `~name` and `~` elsewhere stay as they are.
pub fn expand_home(path: &Path, user_home: Option<&Path>) -> PathBuf {
    match (path.strip_prefix("~"), user_home) {
        // Joining an empty path would add a separator at the end.
        (Ok(rest), Some(home)) if rest.as_os_str().is_empty() => home.to_owned(),
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// Whether two paths name one file, also through links; what is not there is told by its name.
pub fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Resolves `.` and `..` by name; `..` at the root stays at the root.
pub fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() && !path.has_root() {
                    out.push("..");
                }
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(part),
        }
    }
    out
}

/// How `path` is shown to people and models: relative to `base` when it lies below it, `.` for `base` itself, else as it is.
pub fn display_relative(base: &Path, path: &Path) -> String {
    match path.strip_prefix(base) {
        Ok(rest) if rest.as_os_str().is_empty() => ".".to_owned(),
        Ok(rest) => rest.display().to_string(),
        Err(_) => path.display().to_string(),
    }
}

/// Whether a file can be written at `path` at once: nothing is there yet, or a plain file is. Opening a pipe without a
/// reader would wait for ever.
pub fn writable(path: &Path) -> std::io::Result<()> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, "something that is no plain file is there"))
        }
        _ => Ok(()),
    }
}

/// The nearest folder at or above `folder` that holds a `.git` (a folder, or the file of a worktree or submodule).
pub fn repository_root(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().find(|candidate| candidate.join(".git").exists()).map(Path::to_owned)
}

#[cfg(test)]
#[path = "paths_tests.rs"]
mod tests;
