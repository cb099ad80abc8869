//! The skills that count in a folder, found again when a file changed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::find::{Found, Places};
use super::skill::{Problem, ProblemKind, Skill};

/// Folders whose skills are remembered.
const REMEMBERED: usize = 8;

/// All skills of one folder.
#[derive(Debug, Default, PartialEq)]
pub struct Skills {
    skills: Vec<Skill>,
    problems: Vec<Problem>,
}

/// Where skills are looked up. Cheap to clone; the default one is empty.
#[derive(Debug, Clone, Default)]
pub struct Library {
    shelf: Option<Arc<Shelf>>,
}

#[derive(Debug)]
struct Shelf {
    places: Places,
    builtin: Vec<Skill>,
    // A leaf lock around a small cache; tools and commands look skills up on different threads.
    known: Mutex<Vec<Known>>,
}

#[derive(Debug)]
struct Known {
    cwd: PathBuf,
    found: Vec<Found>,
    skills: Arc<Skills>,
}

impl Library {
    /// `builtin` skills are the weakest: any file of the same name stands in for one.
    pub fn new(places: Places, builtin: Vec<Skill>) -> Self {
        Self { shelf: Some(Arc::new(Shelf { places, builtin, known: Mutex::default() })) }
    }

    /// The skills that count in `cwd` now. The folders are looked through each time, the files are read only when one of
    /// them changed. Problems go to the log once.
    pub fn at(&self, cwd: &Path) -> Arc<Skills> {
        let Some(shelf) = &self.shelf else { return Arc::default() };
        let found = shelf.places.skills(cwd);
        let mut known = shelf.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|known| known.cwd == cwd);
        let before = at.map(|at| known.remove(at));
        if let Some(before) = before.as_ref().filter(|before| before.found == found) {
            let skills = before.skills.clone();
            known.push(Known { cwd: cwd.to_owned(), found, skills: skills.clone() });
            return skills;
        }
        let skills = Arc::new(Skills::load(&shelf.builtin, &found));
        skills.tell(before.as_ref().map(|before| before.skills.problems.as_slice()).unwrap_or_default());
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        known.push(Known { cwd: cwd.to_owned(), found, skills: skills.clone() });
        skills
    }
}

impl Skills {
    /// Reads what was found; of two with one name the later one wins.
    pub(super) fn load(builtin: &[Skill], found: &[Found]) -> Self {
        let (mut skills, mut problems) = (builtin.to_vec(), Vec::new());
        for Found { path, source, .. } in found {
            let Some(skill) = Skill::load(path, source.clone(), &mut problems) else { continue };
            if let Some(other) = skills.iter().position(|other| other.name == skill.name) {
                let other = skills.remove(other);
                let text = format!("the skill `{}` is taken from {}", skill.name, path.display());
                problems.push(Problem { path: other.place().into(), text, kind: ProblemKind::Shadowed });
            }
            skills.push(skill);
        }
        skills.sort_by(|one, other| one.name.cmp(&other.name));
        Self { skills, problems }
    }

    /// Logs what was not known before.
    fn tell(&self, before: &[Problem]) {
        for problem in self.problems.iter().filter(|problem| !before.contains(problem)) {
            match problem.kind {
                ProblemKind::Lost => tracing::warn!("a skill cannot be used: {problem}"),
                ProblemKind::Mended => tracing::warn!("a skill is used, but its file should be mended: {problem}"),
                ProblemKind::Shadowed => tracing::debug!("{problem}"),
            }
        }
    }

    /// By name.
    pub fn get(&self, name: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| skill.name == name)
    }

    /// In the order of their names.
    pub fn all(&self) -> &[Skill] {
        &self.skills
    }

    /// What is wrong with the files, for people.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

#[cfg(test)]
#[path = "library_tests.rs"]
mod tests;
