//! Looks at the disk for one shell line, which may cost only so much: the line is judged while everybody else waits.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use globset::{Glob, GlobMatcher};

/// Most looks for one line: paths that are resolved, folders that are opened.
const MOST_LOOKS: usize = 4096;
/// Most entries of folders that are read for one line, or held against a glob.
const MOST_ENTRIES: usize = 65_536;
/// Looks that preparing a glob counts as.
const GLOB_LOOKS: usize = 8;
/// Longest glob within one name; no name is longer.
const LONGEST_GLOB: usize = 255;
/// Parts of a path that one look resolves.
const PARTS_A_LOOK: usize = 16;
/// Work on one name (its bytes times those of the glob) that counts as one entry more.
const WORK_AN_ENTRY: usize = 1024;

/// The disk as one line sees it: each folder is read once. `None` of any look is that the line has used up its share.
pub(super) struct Disk {
    looks: Left,
    entries: Left,
    folders: HashMap<PathBuf, Rc<[Entry]>>,
    /// `None` is no glob.
    globs: HashMap<String, Option<Rc<GlobMatcher>>>,
    /// Entries that were read.
    #[cfg(test)]
    pub read: usize,
}

struct Entry {
    name: OsString,
    /// Whether a path can go on behind it.
    leads_on: bool,
}

/// What is left of a share.
struct Left(usize);

impl Left {
    fn take(&mut self, cost: usize) -> Option<()> {
        // Once short, always short.
        let left = self.0.checked_sub(cost);
        self.0 = left.unwrap_or(0);
        left.map(drop)
    }
}

impl Disk {
    pub fn new() -> Self {
        Self {
            looks: Left(MOST_LOOKS),
            entries: Left(MOST_ENTRIES),
            folders: HashMap::new(),
            globs: HashMap::new(),
            #[cfg(test)]
            read: 0,
        }
    }

    /// The path, or what its signs of a glob find. Each path that is given back is paid for as one to resolve.
    pub fn meant(&mut self, path: &Path, exact: bool) -> Option<Vec<PathBuf>> {
        let price = 1 + path.components().count() / PARTS_A_LOOK;
        if exact || !is_glob(&path.to_string_lossy()) {
            self.looks.take(price)?;
            return Some(vec![path.to_owned()]);
        }
        let mut found = vec![PathBuf::from("/")];
        let mut parts = path.components().skip(1).peekable();
        while let Some(part) = parts.next() {
            let name = part.as_os_str().to_string_lossy();
            if !is_glob(&name) {
                found.iter_mut().for_each(|path| path.push(part));
                continue;
            }
            let Some(glob) = self.glob(&name)? else {
                self.looks.take(price)?;
                return Some(vec![path.to_owned()]);
            };
            let is_last = parts.peek().is_none();
            let mut next = Vec::new();
            for folder in &found {
                for entry in self.folder(folder)?.iter().filter(|entry| is_last || entry.leads_on) {
                    self.entries.take(1 + name.len() * entry.name.len() / WORK_AN_ENTRY)?;
                    if glob.is_match(&entry.name) {
                        self.looks.take(price)?;
                        next.push(folder.join(&entry.name));
                    }
                }
            }
            found = next;
        }
        Some(found)
    }

    fn folder(&mut self, folder: &Path) -> Option<Rc<[Entry]>> {
        self.looks.take(1)?;
        if let Some(known) = self.folders.get(folder) {
            return Some(known.clone());
        }
        let mut entries = Vec::new();
        // What cannot be read has no entries, for the shell neither.
        for entry in folder.read_dir().into_iter().flatten().flatten() {
            self.entries.take(1)?;
            #[cfg(test)]
            {
                self.read += 1;
            }
            let leads_on = !entry.file_type().is_ok_and(|kind| kind.is_file());
            entries.push(Entry { name: entry.file_name(), leads_on });
        }
        let entries: Rc<[Entry]> = entries.into();
        self.folders.insert(folder.to_owned(), entries.clone());
        Some(entries)
    }

    fn glob(&mut self, text: &str) -> Option<Option<Rc<GlobMatcher>>> {
        if let Some(known) = self.globs.get(text) {
            return Some(known.clone());
        }
        if text.len() > LONGEST_GLOB {
            return None;
        }
        self.looks.take(GLOB_LOOKS)?;
        let glob = Glob::new(text).ok().map(|glob| Rc::new(glob.compile_matcher()));
        self.globs.insert(text.to_owned(), glob.clone());
        Some(glob)
    }
}

/// Whether there are signs of a glob in it.
fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(count: usize) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        (0..count).for_each(|number| std::fs::write(folder.path().join(format!("f{number}")), "").unwrap());
        folder
    }

    #[test]
    fn a_folder_is_read_once_and_all_that_fits_is_found() {
        let folder = folder_of(600);
        let mut disk = Disk::new();
        for end in 0..9 {
            let found = disk.meant(&folder.path().join(format!("*{end}")), false).unwrap();
            assert_eq!(found.len(), 60);
        }
        assert_eq!(disk.meant(&folder.path().join("f*"), false).unwrap().len(), 600);
        assert_eq!(disk.meant(&folder.path().join("f*"), true).unwrap().len(), 1);
        assert_eq!(disk.meant(&folder.path().join("*/x"), false).unwrap(), [""; 0].map(PathBuf::from));
        assert_eq!(disk.read, 600);
    }

    #[test]
    fn globs_that_find_nothing_are_paid_for() {
        let folder = folder_of(1000);
        let mut disk = Disk::new();
        let looked = (0..).take_while(|at| disk.meant(&folder.path().join(format!("*zz{at}")), false).is_some());
        assert_eq!(looked.count(), MOST_ENTRIES / 1000 - 1);
        assert_eq!((disk.read, disk.entries.0), (1000, 0));
        let folder = folder_of(0);
        let mut disk = Disk::new();
        let looked = (0..).take_while(|at| disk.meant(&folder.path().join(format!("*zz{at}")), false).is_some());
        assert_eq!(looked.count(), MOST_LOOKS / (GLOB_LOOKS + 1));
    }

    #[test]
    fn a_folder_that_is_too_large_is_not_read_to_its_end() {
        let folder = folder_of(9);
        let mut disk = Disk { entries: Left(5), ..Disk::new() };
        assert_eq!(disk.meant(&folder.path().join("*"), false), None);
        assert_eq!(disk.read, 5);
        assert_eq!(disk.meant(&folder.path().join("*"), false), None);
        assert_eq!(disk.read, 5);
    }

    #[test]
    fn long_globs_and_deep_paths_cost_more() {
        let folder = folder_of(1);
        assert_eq!(Disk::new().meant(&folder.path().join("*".repeat(LONGEST_GLOB + 1)), false), None);
        let mut disk = Disk::new();
        let deep = Path::new("/").join("a/".repeat(PARTS_A_LOOK * 127));
        let looked = std::iter::from_fn(|| disk.meant(&deep, true));
        assert_eq!(looked.count(), MOST_LOOKS / 128);
    }
}
