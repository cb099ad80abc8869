//! Installing a skill: a folder with a `SKILL.md`, checked, copied and put in its place in one step.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::skill::{Skill, Source};

const FILE: &str = "SKILL.md";
/// Files and bytes of one skill.
const MOST_FILES: usize = 500;
const MOST_BYTES: u64 = 20 * 1024 * 1024;
const LONGEST_NAME: usize = 64;
const LONGEST_DESCRIPTION: usize = 1024;

/// What becomes of a skill of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    Stays,
    Replaced,
}

/// Why a skill was not installed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum InstallError {
    #[error("there is no skill at {0}")]
    NotFound(PathBuf),
    #[error("there is a skill of the name {0}")]
    Exists(String),
    /// The skill is not as it must be; the text says how.
    #[error("{0}")]
    Invalid(String),
    #[error("{0}")]
    Io(#[from] io::Error),
}

/// Copies the skill at `from`, its folder or its file, below `root`, and gives its name. Slow: call it on a thread of its own.
///
/// Links are refused, wherever they lead; so is more than a skill can need.
pub fn install(from: &Path, root: &Path, existing: Existing) -> Result<String, InstallError> {
    let folder = match from.is_dir() {
        true => from.to_owned(),
        false if from.file_name().is_some_and(|name| name == FILE) => from.parent().unwrap_or(from).to_owned(),
        false => return Err(InstallError::NotFound(from.to_owned())),
    };
    let file = folder.join(FILE);
    if !file.is_file() {
        return Err(InstallError::Invalid(format!("{} has no {FILE}", folder.display())));
    }
    let skill = checked(&file)?;
    let target = root.join(&skill.name);
    let is_there = target.symlink_metadata().is_ok();
    if is_there && existing == Existing::Stays {
        return Err(InstallError::Exists(skill.name));
    }
    fs::create_dir_all(root)?;
    let new = tempfile::Builder::new().prefix(".new-").tempdir_in(root)?;
    copy(&folder, new.path(), &mut (0, 0))?;
    if is_there {
        let old = tempfile::Builder::new().prefix(".old-").tempdir_in(root)?;
        fs::rename(&target, old.path().join("skill"))?;
    }
    fs::rename(new.keep(), &target)?;
    Ok(skill.name)
}

fn checked(file: &Path) -> Result<Skill, InstallError> {
    let mut problems = Vec::new();
    let skill = Skill::load(file, Source::User, &mut problems);
    // What discovery would mend is refused here: the author can still be told.
    if let Some(problem) = problems.first() {
        return Err(InstallError::Invalid(problem.text.clone()));
    }
    let skill = skill.ok_or_else(|| InstallError::Invalid("it cannot be read".to_owned()))?;
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if skill.name.len() > LONGEST_NAME || !skill.name.chars().all(fits) {
        return Err(InstallError::Invalid(format!(
            "the name {:?} has other characters than a-z, 0-9 and -",
            skill.name
        )));
    }
    if skill.description.chars().count() > LONGEST_DESCRIPTION {
        return Err(InstallError::Invalid(format!("the description is longer than {LONGEST_DESCRIPTION} characters")));
    }
    Ok(skill)
}

fn copy(from: &Path, to: &Path, sum: &mut (usize, u64)) -> Result<(), InstallError> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            fs::create_dir(&target)?;
            copy(&source, &target, sum)?;
            continue;
        }
        if !kind.is_file() {
            return Err(InstallError::Invalid(format!("{} is a link or no file", source.display())));
        }
        *sum = (sum.0 + 1, sum.1 + entry.metadata()?.len());
        if sum.0 > MOST_FILES || sum.1 > MOST_BYTES {
            return Err(InstallError::Invalid(format!("it has more than {MOST_FILES} files or {MOST_BYTES} bytes")));
        }
        fs::copy(&source, &target)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skill(folder: &Path, name: &str) {
        fs::create_dir_all(folder.join("scripts")).unwrap();
        let text = format!("---\nname: {name}\ndescription: Tests first.\n---\n1. Write a test.\n");
        fs::write(folder.join(FILE), text).unwrap();
        fs::write(folder.join("scripts/run.sh"), "true\n").unwrap();
    }

    #[test]
    fn a_folder_is_copied_whole_and_replaced_only_when_that_is_wanted() {
        let base = tempfile::tempdir().unwrap();
        let (from, root) = (base.path().join("from"), base.path().join("home/skills"));
        skill(&from, "tdd");
        assert_eq!(install(&from, &root, Existing::Stays).unwrap(), "tdd");
        assert!(root.join("tdd/scripts/run.sh").is_file());
        assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::Exists(name)) if name == "tdd"));
        fs::remove_file(from.join("scripts/run.sh")).unwrap();
        assert_eq!(install(&from.join(FILE), &root, Existing::Replaced).unwrap(), "tdd");
        assert!(!root.join("tdd/scripts/run.sh").exists());
        assert_eq!(fs::read_dir(&root).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn what_is_no_skill_or_leads_elsewhere_is_refused() {
        let base = tempfile::tempdir().unwrap();
        let (from, root) = (base.path().join("from"), base.path().join("skills"));
        assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::NotFound(_))));
        fs::create_dir(&from).unwrap();
        assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::Invalid(_))));
        skill(&from, "Not A Name");
        assert!(matches!(install(&from, &root, Existing::Stays), Err(InstallError::Invalid(_))));
        skill(&from, "tdd");
        std::os::unix::fs::symlink("/etc/passwd", from.join("link")).unwrap();
        let refused = install(&from, &root, Existing::Stays).unwrap_err().to_string();
        assert!(refused.contains("is a link"), "{refused}");
        assert_eq!(fs::read_dir(&root).unwrap().count(), 0, "nothing is left");
    }
}
