//! Where grep and glob look: lists of places, patterns, and the walk that leaves out what is ignored.

use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use ignore::{Walk, WalkBuilder};

use crate::base::paths::{absolute, normal};

use super::Fence;

/// What a walk leaves out.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// Names that begin with a dot are visited.
    pub hidden: bool,
    /// What `.gitignore` and `.ignore` files name is left out.
    pub gitignore: bool,
}

/// All files and folders below `root`, by name, so that the same tree always gives the same order.
///
/// `.gitignore` counts outside of repositories too. The user's own ignore file does not: two users see the same.
pub fn walk(root: &Path, filter: Filter) -> Walk {
    WalkBuilder::new(root)
        .hidden(!filter.hidden)
        .git_ignore(filter.gitignore)
        .git_exclude(filter.gitignore)
        .ignore(filter.gitignore)
        .parents(filter.gitignore)
        .git_global(false)
        .require_git(false)
        .follow_links(false)
        .sort_by_file_name(std::ffi::OsStr::cmp)
        .filter_entry(|entry| entry.depth() == 0 || entry.file_name() != ".git")
        .build()
}

/// Which files of a walk a call may come upon.
pub struct Bounds<'a> {
    fence: &'a Fence,
    root: &'a Path,
    /// Where the walk really is.
    place: PathBuf,
}

impl<'a> Bounds<'a> {
    pub fn new(fence: &'a Fence, root: &'a Path) -> Self {
        Self { fence, root, place: root.canonicalize().unwrap_or_else(|_| root.to_owned()) }
    }

    /// Whether rules keep the call from this file or folder, under its name or where it really is.
    pub fn forbid(&self, path: &Path) -> bool {
        self.fence.forbids(path)
            || (self.place != self.root && self.fence.forbids(&self.place.join(relative(self.root, path))))
    }
}

/// The items of a `;` list. A text that names something as a whole is one item: names may hold a `;`.
pub fn items<'a>(cwd: &Path, list: &'a str) -> Vec<&'a str> {
    if list.contains(';') && absolute(cwd, list).symlink_metadata().is_ok() {
        return vec![list];
    }
    list.split(';').map(str::trim).filter(|item| !item.is_empty()).collect()
}

/// Whether a text has signs of a glob.
pub fn is_glob(text: &str) -> bool {
    text.contains(['*', '?', '[', '{'])
}

/// A pattern for paths below a folder.
#[derive(Debug, Clone)]
pub struct Pattern {
    matcher: GlobMatcher,
    /// Without a slash a pattern is about names, at any depth.
    by_name: bool,
    /// Ends with a slash: folders only.
    pub folders_only: bool,
    /// Its last part says more than "anything", so that folders are found by it too.
    pub names_folders: bool,
}

impl Pattern {
    /// A pattern as it was given: `*.rs` is about names, `src/*.rs` and `./*.rs` about paths.
    pub fn new(glob: &str) -> Result<Self, String> {
        let by_name = !glob.trim_end_matches('/').contains('/');
        Ok(Self { by_name, ..Self::of_path(glob.strip_prefix("./").unwrap_or(glob))? })
    }

    /// What is left of a pattern whose folder was split off: always about paths.
    pub fn of_path(glob: &str) -> Result<Self, String> {
        let bare = glob.trim_end_matches('/');
        let last = bare.rsplit('/').next().unwrap_or(bare);
        let matcher = GlobBuilder::new(bare)
            .literal_separator(true)
            .build()
            .map_err(|error| format!("`{glob}` is no glob: {}", error.kind()))?
            .compile_matcher();
        let names_folders = !last.chars().all(|letter| matches!(letter, '*' | '?' | '.'));
        Ok(Self { matcher, by_name: false, folders_only: glob.ends_with('/'), names_folders })
    }

    /// Whether a path, relative to the folder that the pattern is about, fits.
    pub fn fits(&self, path: &Path) -> bool {
        match (self.by_name, path.file_name()) {
            (true, Some(name)) => self.matcher.is_match(name),
            _ => self.matcher.is_match(path),
        }
    }
}

/// Splits a glob into the folder that all of its matches lie in and the pattern below it: `src/**/*.rs` is `src` and
/// `**/*.rs`.
pub fn split_base(folder: &Path, glob: &str) -> Result<(PathBuf, Pattern), String> {
    let (base, rest) = split(folder, glob);
    if Path::new(rest).components().any(|part| part == Component::ParentDir) {
        return Err(format!("`{glob}` has `..` after a sign of a glob; give the folder as path"));
    }
    let pattern = if rest == glob { Pattern::new(rest) } else { Pattern::of_path(rest) };
    Ok((base, pattern?))
}

fn split<'a>(folder: &Path, glob: &'a str) -> (PathBuf, &'a str) {
    let first_sign = glob.find(['*', '?', '[', '{', '\\']).unwrap_or(glob.len());
    let slash = glob.get(..first_sign).and_then(|literal| literal.rfind('/'));
    match slash {
        Some(at) => {
            // `/` alone is the root, not an empty name.
            let base = glob.get(..at.max(1)).unwrap_or("/");
            (absolute(folder, base), glob.get(at + 1..).unwrap_or(""))
        }
        None => (normal(folder), glob),
    }
}

/// A path as it is shown: below `cwd` relative to it, with `/` at the end of folders.
pub fn shown(cwd: &Path, path: &Path, is_folder: bool) -> String {
    let mut text = crate::base::paths::display_relative(cwd, path);
    if is_folder {
        text.push('/');
    }
    // One path is one line, whatever its name holds.
    if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], "\u{fffd}") } else { text }
}

/// `path` seen from `base`, for matching; empty when they are the same.
pub fn relative<'a>(base: &Path, path: &'a Path) -> &'a Path {
    path.strip_prefix(base).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_is_split_where_its_signs_begin() {
        let folder = Path::new("/w");
        for (glob, base, rest) in [
            ("*.rs", "/w", "*.rs"),
            ("src/**/*.rs", "/w/src", "**/*.rs"),
            ("./src/a*/b", "/w/src", "a*/b"),
            ("../x/*.c", "/x", "*.c"),
            ("/etc/*.conf", "/etc", "*.conf"),
            ("/*", "/", "*"),
            ("Cargo.toml", "/w", "Cargo.toml"),
            ("a/{b,c}/d", "/w/a", "{b,c}/d"),
        ] {
            assert_eq!(split(folder, glob), (PathBuf::from(base), rest), "{glob}");
        }
    }

    #[test]
    fn a_pattern_without_a_slash_is_about_names_at_any_depth() {
        let pattern = Pattern::new("*.rs").unwrap();
        assert!(pattern.fits(Path::new("a.rs")) && pattern.fits(Path::new("a/b/c.rs")));
        assert!(!Pattern::new("./*.rs").unwrap().fits(Path::new("a/b.rs")));
        assert!(split_base(Path::new("/w"), "*/../x").is_err());
        let pattern = Pattern::new("a/*.rs").unwrap();
        assert!(pattern.fits(Path::new("a/b.rs")) && !pattern.fits(Path::new("a/b/c.rs")));
        let pattern = Pattern::new("**/b/*.{rs,ts}").unwrap();
        assert!(pattern.fits(Path::new("b/c.ts")) && pattern.fits(Path::new("a/b/c.rs")));
        assert!(Pattern::new("a[").unwrap_err().starts_with("`a[` is no glob"));
    }

    #[test]
    fn folders_are_found_by_patterns_that_name_something() {
        let names = |glob| Pattern::new(glob).unwrap().names_folders;
        assert!(names("src*") && names("**/tests") && !names("**/*") && !names("*"));
        assert!(Pattern::new("*/").unwrap().folders_only);
    }

    #[test]
    fn lists_are_split_unless_the_whole_is_a_name() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(items(folder.path(), "a; b;;c"), ["a", "b", "c"]);
        std::fs::write(folder.path().join("a;b"), "").unwrap();
        assert_eq!(items(folder.path(), "a;b"), ["a;b"]);
    }
}
