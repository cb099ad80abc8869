//! What a call may open once it passed the gate: what was judged, and on its way what no rule forbids.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::policy::{Place, Subject};

use super::subject::real;

/// The bounds of one call; the default one has none. What was judged is what is opened: a link that somebody puts in the
/// way afterwards leads nowhere.
#[derive(Clone, Default)]
pub struct Fence {
    inner: Option<Arc<Inner>>,
}

struct Inner {
    cwd: PathBuf,
    judged: Vec<String>,
    forbids: Box<dyn Fn(&Path) -> bool + Send + Sync>,
}

impl Fence {
    /// For a call about this, in this folder. `forbids` says of a file or folder whether rules keep the tool from it.
    pub fn new(subject: &Subject, cwd: &Path, forbids: impl Fn(&Path) -> bool + Send + Sync + 'static) -> Self {
        let places = match subject {
            Subject::Paths(places) => places.as_slice(),
            Subject::Shell(_) | Subject::Text(_) | Subject::Nothing => &[],
        };
        let judged = places.iter().map(|Place { absolute, .. }| absolute.clone()).collect();
        Self { inner: Some(Arc::new(Inner { cwd: cwd.to_owned(), judged, forbids: Box::new(forbids) })) }
    }

    /// The path to open for `path`, without links below the working folder; the error is for the model.
    pub fn place(&self, path: &Path) -> Result<PathBuf, String> {
        let Some(inner) = &self.inner else { return Ok(path.to_owned()) };
        let place = real(path);
        if !inner.judged.iter().any(|judged| Path::new(judged) == place) {
            return Err(format!(
                "`{}` leads to {}, which this call was not allowed for",
                path.display(),
                place.display()
            ));
        }
        Ok(match place.strip_prefix(real(&inner.cwd)) {
            Ok(rest) => inner.cwd.join(rest),
            Err(_) => place,
        })
    }

    /// Whether rules keep the tool from a file or folder that it comes upon, under this name; no link is followed.
    pub fn forbids(&self, path: &Path) -> bool {
        self.inner.as_ref().is_some_and(|inner| (inner.forbids)(path))
    }

    /// Whether there are any bounds.
    pub fn is_closed(&self) -> bool {
        self.inner.is_some()
    }
}

/// What is said of entries that rules keep the tool from.
pub(super) fn left_out(count: u64) -> Option<String> {
    match count {
        0 => None,
        1 => Some("[1 entry is left out: rules forbid it]".to_owned()),
        more => Some(format!("[{more} entries are left out: rules forbid them]")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::subject::of_file;

    #[test]
    fn what_was_judged_is_opened_and_nothing_that_a_later_link_leads_to() {
        let folder = tempfile::tempdir().unwrap();
        let cwd = folder.path();
        std::fs::write(cwd.join("a"), "").unwrap();
        let subject = of_file(&real(&cwd.join("new")), cwd, &real(cwd));
        let fence = Fence::new(&subject, cwd, |path| path.ends_with("a"));
        assert_eq!(fence.place(&cwd.join("new")), Ok(cwd.join("new")));
        std::os::unix::fs::symlink("a", cwd.join("new")).unwrap();
        assert!(fence.place(&cwd.join("new")).unwrap_err().contains("was not allowed for"));
        assert!(fence.forbids(&cwd.join("a")) && !fence.forbids(&cwd.join("b")));
        assert_eq!(Fence::default().place(Path::new("/x")), Ok("/x".into()));
    }
}
