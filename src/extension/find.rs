//! Where extensions lie: programs in the folder of the home, in that of the workspace, and those that are named.

use std::fs;
use std::io::{self, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// The folder below hostwire's home, and below the workspace's own.
const FOLDER: &str = "extensions";
/// The workspace's own folder.
const WORKSPACE: &str = ".hostwire";
/// The program of an extension that is a folder.
const PROGRAM: &str = "extension";
/// Programs that are started at most.
const MOST: usize = 64;

/// Where to look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// hostwire's home.
    pub home: Option<PathBuf>,
    /// The workspace.
    pub workspace: Option<PathBuf>,
    /// Files or folders that were named, absolute.
    pub given: Vec<PathBuf>,
}

/// An extension before it is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What hosts know it by.
    pub path: PathBuf,
    /// The program, or why there is none.
    pub program: Result<PathBuf, String>,
}

impl Places {
    /// Those that were named, then the home's, then the workspace's, each folder by name; a program that was found twice
    /// is started once.
    pub fn find(&self) -> Vec<Found> {
        let home = self.home.as_deref().map(|home| home.join(FOLDER));
        let workspace = self.workspace.as_deref().map(|workspace| workspace.join(WORKSPACE).join(FOLDER));
        let folders = home.iter().chain(&workspace).flat_map(|folder| below(folder));
        let mut all: Vec<Found> = Vec::new();
        for found in self.given.iter().map(|path| named(path)).chain(folders) {
            let known = all.iter().any(|one| same(&one.path, &found.path));
            if known {
                continue;
            }
            if all.len() < MOST {
                all.push(found);
            } else {
                tracing::warn!("{} is not started: there are {MOST} extensions already", found.path.display());
            }
        }
        all
    }
}

fn same(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Somebody wants this one, so what is wrong with it is told.
fn named(path: &Path) -> Found {
    let program = if path.is_dir() { path.join(PROGRAM) } else { path.to_owned() };
    let program = match fs::metadata(&program) {
        Ok(file) if file.is_file() && is_executable(&file) => Ok(program),
        Ok(file) if file.is_file() => Err("it is not executable".to_owned()),
        Ok(_) => Err("it is no program".to_owned()),
        Err(_) if path.is_dir() => Err(format!("there is no program {PROGRAM} in it")),
        Err(error) => Err(error.to_string()),
    };
    Found { path: path.to_owned(), program }
}

/// The programs of a folder. Other files may lie beside them; a script that cannot be executed is told in the log.
fn below(folder: &Path) -> Vec<Found> {
    let unreadable = |error: io::Error| tracing::warn!("extensions in {} are left out: {error}", folder.display());
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            unreadable(error);
            return Vec::new();
        }
    };
    let entries = entries.filter_map(|entry| entry.map_err(unreadable).ok());
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| !is_hidden(path)).collect();
    paths.sort();
    let found = paths.into_iter().map(|path| named(&path));
    found
        .filter(|found| {
            if found.program.is_err() && is_script(&found.path) {
                tracing::warn!("{} is no extension: it is not executable", found.path.display());
            }
            found.program.is_ok()
        })
        .collect()
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || name.ends_with('~')
}

fn is_executable(file: &fs::Metadata) -> bool {
    file.permissions().mode() & 0o111 != 0
}

fn is_script(path: &Path) -> bool {
    let mut start = [0; 2];
    path.is_file() && fs::File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok()) && start == *b"#!"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(path: &Path, mode: u32) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn programs_are_found_in_their_order_and_once() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        program(&at("home/extensions/b.sh"), 0o755);
        program(&at("home/extensions/a/extension"), 0o755);
        program(&at("home/extensions/.hidden"), 0o755);
        program(&at("home/extensions/plain.sh"), 0o644);
        fs::write(at("home/extensions/README.md"), "Notes").unwrap();
        program(&at("work/.hostwire/extensions/c"), 0o700);
        let places = Places {
            home: Some(at("home")),
            workspace: Some(at("work")),
            given: vec![at("home/extensions/b.sh"), at("gone"), at("home/extensions/plain.sh")],
        };
        let found = places.find();
        let names: Vec<_> = found.iter().map(|found| found.path.file_name().unwrap().to_str().unwrap()).collect();
        assert_eq!(names, ["b.sh", "gone", "plain.sh", "a", "c"]);
        assert_eq!(found[3].program, Ok(at("home/extensions/a/extension")));
        assert_eq!(found[2].program, Err("it is not executable".to_owned()));
        assert!(found[1].program.is_err());
        assert_eq!(Places { home: Some(at("nowhere")), ..Places::default() }.find(), []);
    }

    #[test]
    fn no_more_are_started_than_there_is_room_for() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..=MOST {
            program(&folder.path().join(format!("home/extensions/{number:03}")), 0o755);
        }
        // A folder that is none.
        fs::create_dir(folder.path().join(".hostwire")).unwrap();
        fs::write(folder.path().join(".hostwire/extensions"), "").unwrap();
        let (home, workspace) = (Some(folder.path().join("home")), Some(folder.path().to_owned()));
        let found = Places { home, workspace, given: Vec::new() }.find();
        assert_eq!(found.len(), MOST);
        assert!(found[MOST - 1].path.ends_with("063"));
    }
}
