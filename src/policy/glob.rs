//! Wildcards of rules: of texts, where `*` is any run of characters and `?` is one, and of paths.

use globset::{GlobBuilder, GlobMatcher};

/// How letters are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Matters,
    Ignored,
}

/// Whether the pattern fits the whole text. Takes time in the product of the lengths at worst.
pub(super) fn fits(pattern: &str, text: &str, case: Case) -> bool {
    if pattern.is_ascii() && text.is_ascii() {
        let same = |want: &u8, is: &u8| match case {
            Case::Matters => want == is,
            Case::Ignored => want.eq_ignore_ascii_case(is),
        };
        return run(pattern.as_bytes(), text.as_bytes(), &b'*', &b'?', same);
    }
    let fold = |text: &str| match case {
        Case::Matters => text.chars().collect::<Vec<char>>(),
        Case::Ignored => text.to_lowercase().chars().collect(),
    };
    run(&fold(pattern), &fold(text), &'*', &'?', |want, is| want == is)
}

fn run<T: PartialEq>(pattern: &[T], text: &[T], star: &T, any: &T, same: impl Fn(&T, &T) -> bool) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where to go on when the run of the last star has to become longer.
    let mut retry: Option<(usize, usize)> = None;
    while let Some(is) = text.get(t) {
        match pattern.get(p) {
            Some(want) if want == star => {
                retry = Some((p + 1, t));
                p += 1;
            }
            Some(want) if want == any || same(want, is) => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some((after_star, from)) = retry else { return false };
                retry = Some((after_star, from + 1));
                (p, t) = (after_star, from + 1);
            }
        }
    }
    pattern.iter().skip(p).all(|rest| rest == star)
}

/// A pattern as paths understand it: `*` and `**` cross folders, `**/` may be nothing, `{a,b}` and `[ab]` stand for one of
/// theirs.
#[derive(Debug, Clone)]
pub(super) struct PathGlob {
    place: GlobMatcher,
    below: GlobMatcher,
    /// The folder, where the pattern means all in one.
    folder: Option<GlobMatcher>,
}

impl PathGlob {
    /// `None` for what is no such pattern; it then stands for itself.
    pub fn new(pattern: &str, case: Case) -> Option<Self> {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let pattern = if pattern.len() > 1 { pattern.trim_end_matches('/') } else { pattern };
        let build = |pattern: &str| {
            let mut builder = GlobBuilder::new(pattern);
            builder.case_insensitive(case == Case::Ignored).literal_separator(false);
            builder.build().ok().map(|glob| glob.compile_matcher())
        };
        let folder = pattern.strip_suffix("/**").or_else(|| pattern.strip_suffix("/*"));
        Some(Self {
            place: build(pattern)?,
            below: build(&format!("{}/**", pattern.trim_end_matches('/')))?,
            folder: folder.filter(|folder| !folder.is_empty()).and_then(build),
        })
    }

    /// Whether it means this file or folder.
    pub fn fits(&self, path: &str) -> bool {
        self.place.is_match(path)
    }

    /// Whether it means this file or folder, a folder that it lies in, or all that is in it.
    pub fn covers(&self, path: &str) -> bool {
        let is_folder = self.folder.as_ref().is_some_and(|folder| folder.is_match(path));
        is_folder || self.place.is_match(path) || self.below.is_match(path)
    }
}

impl PartialEq for PathGlob {
    fn eq(&self, other: &Self) -> bool {
        self.place.glob() == other.place.glob()
    }
}

impl Eq for PathGlob {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks_are_anchored() {
        for pattern in ["npm test", "npm *", "*", "n?m t*t", "**t"] {
            assert!(fits(pattern, "npm test", Case::Matters), "{pattern}");
        }
        for pattern in ["npm", "NPM *", "pm *", "npm tes", "npm test?", ""] {
            assert!(!fits(pattern, "npm test", Case::Matters), "{pattern}");
        }
        assert!(fits("NPM *", "npm test", Case::Ignored) && fits("GRÜN*", "grün!", Case::Ignored));
    }

    #[test]
    fn paths_have_globs_and_folders_cover_what_they_hold() {
        let glob = |pattern| PathGlob::new(pattern, Case::Ignored).unwrap();
        for pattern in ["docs/*", "docs/**", "**/b.md", "./docs/a/b.md", "*.md", "docs/{a,x}/[ab].md", "DOCS/*.MD"] {
            assert!(glob(pattern).fits("docs/a/b.md"), "{pattern}");
        }
        for pattern in ["docs", "b.md", "doc?/*.txt", "docs/{x,y}/*", "a/b.md"] {
            assert!(!glob(pattern).fits("docs/a/b.md"), "{pattern}");
        }
        assert!(glob("**/b.md").fits("b.md"));
        assert!(
            glob("docs").covers("docs/a/b.md") && glob("docs/").covers("docs") && glob("**/a").covers("docs/a/b.md")
        );
        // Who takes the folder has what is in it.
        assert!(glob("docs/*").covers("docs") && glob("docs/**").covers("docs") && !glob("docs/*.md").covers("docs"));
        assert!(!glob("docs").covers("docs2/a") && !PathGlob::new("docs/*", Case::Matters).unwrap().fits("Docs/a"));
        assert!(PathGlob::new("a[", Case::Matters).is_none());
    }
}
