//! Installing skills: folders with a `SKILL.md`, checked, copied and put in their places in one step.

use std::fs::{self, File, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use crate::base::lock;

use super::skill::{Skill, Source};

/// The file that makes a folder a skill.
pub(super) const FILE: &str = "SKILL.md";
/// Files and bytes of one installation.
const MOST_FILES: usize = 500;
const MOST_BYTES: u64 = 20 * 1024 * 1024;
/// Folders within folders.
const DEEPEST: usize = 32;
const LONGEST_NAME: usize = 64;
const LONGEST_DESCRIPTION: usize = 1024;
/// Folders beside the skills while they are installed. What has these names and no owner is left from a crash.
const NEW: &str = ".new-";
const OLD: &str = ".old-";
/// How long another installation into the same folder is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What becomes of a skill of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    Stays,
    Replaced,
}

/// The folder that skills are installed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// This one.
    Folder(PathBuf),
    /// One below a folder that must not be left, not by links either: what is in there may be somebody else's work.
    Within { base: PathBuf, below: PathBuf },
}

/// What is installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// A skill's folder.
    pub folder: PathBuf,
    /// Its name when its file says none; without one such a skill is refused.
    pub unnamed: Option<String>,
}

/// Why nothing was installed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    #[error("there is no skill at {0}")]
    NotFound(PathBuf),
    #[error("there is a skill of the name {0}")]
    Exists(String),
    /// A skill is not as it must be; the text says how.
    #[error("{0}")]
    Invalid(String),
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Copies the skill at `from`, its folder or its file, and gives its name. Slow: call it on a thread of its own.
pub fn install(from: &Path, target: &Target, existing: Existing) -> Result<String, InstallError> {
    let folder = match from.is_dir() {
        true => from.to_owned(),
        false if from.file_name().is_some_and(|name| name == FILE) => from.parent().unwrap_or(from).to_owned(),
        false => return Err(InstallError::NotFound(from.to_owned())),
    };
    if !folder.join(FILE).is_file() {
        return Err(InstallError::Invalid(format!("{} has no {FILE}", folder.display())));
    }
    let names = install_all(&[Wanted { folder, unnamed: None }], target, existing)?;
    names.into_iter().next().ok_or_else(|| InstallError::Invalid("it is no skill".to_owned()))
}

/// Copies all of these skills or none, and gives their names in the same order. Slow: call it on a thread of its own.
///
/// Links are refused, wherever they lead; so is more than a skill can need. Installations into one folder wait for each
/// other, also those of other processes. One that is killed leaves the skills that were there, or the next one brings
/// them back.
pub fn install_all(wanted: &[Wanted], target: &Target, existing: Existing) -> Result<Vec<String>, InstallError> {
    let mut names = Vec::with_capacity(wanted.len());
    for skill in wanted {
        let name = checked(skill)?;
        if names.contains(&name) {
            return Err(InstallError::Invalid(format!("two skills have the name {name}")));
        }
        names.push(name);
    }
    let root = target.open()?;
    let _alone = alone(&root)?;
    tidy(&root);
    if let Some(name) = names.iter().find(|name| existing == Existing::Stays && is_there(&root.join(name))) {
        return Err(InstallError::Exists(name.clone()));
    }
    let new = staging(&root, NEW)?;
    let mut budget = Budget { files: MOST_FILES, bytes: MOST_BYTES };
    for (skill, name) in wanted.iter().zip(&names) {
        let place = new.path().join(name);
        fs::create_dir(&place)?;
        copy(&skill.folder, &place, &root, DEEPEST, &mut budget)?;
    }
    put(&root, &new, &names)?;
    Ok(names)
}

impl Target {
    /// The folder itself, made when it is not there.
    fn open(&self) -> Result<PathBuf, InstallError> {
        let (base, below) = match self {
            Self::Folder(root) => {
                fs::create_dir_all(root)?;
                return Ok(root.clone());
            }
            Self::Within { base, below } => (base.canonicalize()?, below),
        };
        let mut root = base.clone();
        for part in below {
            root.push(part);
            match fs::create_dir(&root) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
                _ => {}
            }
            // Before anything is made below it.
            let real = root.canonicalize()?;
            if !real.starts_with(&base) {
                let text = format!("{} leads out of {}", root.display(), base.display());
                return Err(InstallError::Invalid(text));
            }
        }
        Ok(root)
    }
}

/// The name of a skill that is as it must be.
fn checked(wanted: &Wanted) -> Result<String, InstallError> {
    let mut problems = Vec::new();
    let skill = Skill::load(&wanted.folder.join(FILE), Source::User, &mut problems);
    let stated = skill.as_ref().filter(|skill| skill.named).map(|skill| skill.name.clone());
    let name = match (&skill, stated, &wanted.unnamed) {
        (Some(_), None, Some(name)) => {
            problems.retain(|problem| !problem.text.starts_with(super::skill::NO_NAME));
            name.clone()
        }
        (Some(skill), ..) => skill.name.clone(),
        (None, ..) => String::new(),
    };
    // What discovery would mend is refused here: the author can still be told.
    if let Some(problem) = problems.first() {
        return Err(InstallError::Invalid(problem.text.clone()));
    }
    let skill = skill.ok_or_else(|| InstallError::Invalid("it cannot be read".to_owned()))?;
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(fits) {
        return Err(InstallError::Invalid(format!("the name {name:?} has other characters than a-z, 0-9 and -")));
    }
    if skill.description.chars().count() > LONGEST_DESCRIPTION {
        return Err(InstallError::Invalid(format!("the description is longer than {LONGEST_DESCRIPTION} characters")));
    }
    Ok(name)
}

/// Held while a folder is changed; the system lets go of it when the process ends, however it ends.
fn alone(root: &Path) -> Result<Option<File>, InstallError> {
    let folder = File::open(root)?;
    match lock::wait(&folder, PATIENCE) {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::WouldBlock) => {
            Err(InstallError::Invalid(format!("another installation into {} does not end", root.display())))
        }
        // Some file systems have no locks on folders.
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Brings back what a killed installation took away, and removes what it left.
fn tidy(root: &Path) {
    for entry in fs::read_dir(root).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let is_left = |prefix: &str| name.to_string_lossy().starts_with(prefix) && path.is_dir() && !path.is_symlink();
        if is_left(OLD) {
            for old in fs::read_dir(&path).into_iter().flatten().flatten() {
                let place = root.join(old.file_name());
                if !is_there(&place) && fs::rename(old.path(), &place).is_ok() {
                    tracing::warn!("{} is back, which an installation that broke off had taken away", place.display());
                }
            }
        }
        if (is_left(OLD) || is_left(NEW))
            && let Err(error) = fs::remove_dir_all(&path)
        {
            tracing::warn!("{}, left by an installation that broke off, stays: {error}", path.display());
        }
    }
}

/// Puts what is ready in its place; when one does not go, everything is as it was.
fn put(root: &Path, new: &TempDir, names: &[String]) -> Result<(), InstallError> {
    let old = staging(root, OLD)?;
    let mut done = Vec::new();
    for name in names {
        let place = root.join(name);
        let aside = is_there(&place).then(|| old.path().join(name));
        let moved = match &aside {
            Some(aside) => fs::rename(&place, aside),
            None => Ok(()),
        };
        done.push((place.clone(), new.path().join(name), aside.filter(|_| moved.is_ok())));
        if let Err(error) = moved.and_then(|()| fs::rename(new.path().join(name), &place)) {
            for (place, new, aside) in done.into_iter().rev() {
                // What fails here, the next installation finds and mends.
                let _ = if is_there(&place) && !is_there(&new) { fs::rename(&place, new) } else { Ok(()) };
                let _ = aside.map(|aside| fs::rename(aside, &place));
            }
            return Err(error.into());
        }
    }
    Ok(())
}

fn staging(root: &Path, prefix: &str) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix(prefix).tempdir_in(root)
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

struct Budget {
    files: usize,
    bytes: u64,
}

impl Budget {
    fn take(&mut self, bytes: u64) -> Result<(), InstallError> {
        let left = self.files.checked_sub(1).zip(self.bytes.checked_sub(bytes));
        let Some((files, bytes)) = left else {
            return Err(InstallError::Invalid(format!("it has more than {MOST_FILES} files or {MOST_BYTES} bytes")));
        };
        *self = Self { files, bytes };
        Ok(())
    }
}

/// Copies what is in a folder, but for a repository's own data and for the folder that is installed into.
fn copy(from: &Path, to: &Path, root: &Path, deepest: usize, budget: &mut Budget) -> Result<(), InstallError> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if entry.file_name() == ".git" || crate::base::paths::is_same(&source, root) {
                continue;
            }
            let Some(deeper) = deepest.checked_sub(1) else {
                return Err(InstallError::Invalid(format!("it has more than {DEEPEST} folders within each other")));
            };
            budget.take(0)?;
            fs::create_dir(&target)?;
            copy(&source, &target, root, deeper, budget)?;
            continue;
        }
        if !kind.is_file() {
            return Err(InstallError::Invalid(format!("{} is a link or no file", source.display())));
        }
        budget.take(entry.metadata()?.len())?;
        fs::copy(&source, &target)?;
        // Whose program it is, and whether it may be changed, was true of the other place.
        let mode = entry.metadata()?.permissions().mode();
        fs::set_permissions(&target, Permissions::from_mode(if mode & 0o111 == 0 { 0o644 } else { 0o755 }))?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "install_tests.rs"]
mod tests;
