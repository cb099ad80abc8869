//! Where skills and command files are looked for.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::skill::Source;

/// The file that makes a folder a skill.
const FILE: &str = "SKILL.md";
/// How deep below a root a skill may lie.
const DEPTH: usize = 3;
/// Folders that one look enters at most: a root may be a link to something large.
const MOST_FOLDERS: usize = 2000;
/// Files that one look finds at most.
const MOST_FILES: usize = 500;

/// Folders of the user that other agents share. Weakest first.
const SHARED: [&str; 4] = [".codex/skills", ".claude/skills", ".agent/skills", ".agents/skills"];
/// The same of a workspace.
const SHARED_PROJECT: [&str; 3] = [".claude/skills", ".agent/skills", ".agents/skills"];

/// The folders that count, for whichever workspace. All paths are absolute.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Places {
    /// The user's home folder, for what other agents keep there.
    pub user_home: Option<PathBuf>,
    /// hostwire's own home.
    pub home: Option<PathBuf>,
    /// Folders of a workspace besides the usual ones, weakest first, relative to it.
    pub project: Vec<&'static str>,
    /// Folders of plugins that an option names.
    pub plugins: Vec<PathBuf>,
    /// Skills that an option names: a folder of skills, a skill's folder, or its file.
    pub given: Vec<PathBuf>,
}

/// A file that was found, and how it looked.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub path: PathBuf,
    pub source: Source,
    pub(super) modified: Option<SystemTime>,
    pub(super) bytes: u64,
}

impl Places {
    /// The skills that count in a workspace, weakest first: of two with one name the later one wins.
    pub(super) fn skills(&self, cwd: &Path) -> Vec<Found> {
        let mut look = Look::default();
        for folder in self.user_home.iter().flat_map(|home| SHARED.map(|shared| home.join(shared))) {
            look.skills(&folder, &Source::User);
        }
        if let Some(home) = &self.home {
            look.skills(&home.join("skills"), &Source::User);
        }
        let project = SHARED_PROJECT.iter().chain(&self.project).chain(&[".hostwire/skills"]);
        for folder in project.map(|folder| cwd.join(folder)) {
            look.skills(&folder, &Source::Project);
        }
        for (plugin, source) in self.plugins() {
            look.skills(&plugin.join("skills"), &source);
        }
        for path in &self.given {
            if path.is_dir() {
                look.skills(path, &Source::User);
            } else {
                // Also what is not there: somebody named it, and is told.
                look.note(path, &Source::User);
            }
        }
        look.found
    }

    /// Command files that count in a workspace, strongest first.
    pub fn commands(&self, cwd: &Path) -> Vec<Found> {
        let mut look = Look::default();
        look.markdown(&cwd.join(".hostwire/commands"), &Source::Project);
        if let Some(home) = &self.home {
            look.markdown(&home.join("commands"), &Source::User);
        }
        for (plugin, source) in self.plugins() {
            look.markdown(&plugin.join("commands"), &source);
        }
        look.found
    }

    /// Plugins of the home folder, then those that an option names.
    fn plugins(&self) -> Vec<(PathBuf, Source)> {
        let own = self.home.iter().flat_map(|home| names(&home.join("plugins")));
        own.chain(self.plugins.iter().cloned())
            .map(|folder| {
                let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                (folder, Source::Plugin(name))
            })
            .collect()
    }
}

#[derive(Default)]
struct Look {
    found: Vec<Found>,
    folders: usize,
    /// Folders of the root that is looked through, by their real paths.
    entered: HashSet<PathBuf>,
}

impl Look {
    /// Skills at or below a folder. Below a skill there are no others.
    ///
    /// A folder is entered once, however many links lead to it: the skills of a folder that is linked into itself are
    /// there once.
    fn skills(&mut self, folder: &Path, source: &Source) {
        self.entered.clear();
        self.descend(folder, source, DEPTH);
    }

    fn descend(&mut self, folder: &Path, source: &Source, depth: usize) {
        let Ok(real) = folder.canonicalize() else { return };
        if !self.entered.insert(real) {
            return;
        }
        let file = folder.join(FILE);
        if self.take(&file, source) || depth == 0 || self.folders >= MOST_FOLDERS {
            return;
        }
        self.folders += 1;
        let inner = names(folder).into_iter().filter(|inner| is_worth_a_look(inner) && inner.is_dir());
        // What is here itself is known by its own path, not by that of a link.
        let (links, own): (Vec<_>, Vec<_>) = inner.partition(|inner| inner.is_symlink());
        for inner in own.into_iter().chain(links) {
            self.descend(&inner, source, depth - 1);
        }
    }

    fn markdown(&mut self, folder: &Path, source: &Source) {
        for path in names(folder) {
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("md")) {
                self.take(&path, source);
            }
        }
    }

    /// Whether something of this name is there. A link into nothing is, so that it is told of.
    fn take(&mut self, path: &Path, source: &Source) -> bool {
        let is_there = path.symlink_metadata().is_ok();
        if is_there {
            self.note(path, source);
        }
        is_there
    }

    fn note(&mut self, path: &Path, source: &Source) {
        let there = path.metadata().ok();
        let modified = there.as_ref().and_then(|metadata| metadata.modified().ok());
        let bytes = there.map_or(0, |metadata| metadata.len());
        if self.found.len() < MOST_FILES && self.found.iter().all(|found| found.path != path) {
            self.found.push(Found { path: path.to_owned(), source: source.clone(), modified, bytes });
        }
    }
}

/// What is in a folder, by name; nothing when there is none.
fn names(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST_FOLDERS).flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn is_worth_a_look(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && name != "node_modules"
}
