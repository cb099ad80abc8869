//! The entries of a folder, folders first.

use std::fs;
use std::io;
use std::path::Path;

use crate::tools::fence::left_out;
use crate::tools::truncate::count;

/// Entries of a page when the call says nothing else.
pub const PAGE: u64 = 500;

/// One page of a listing.
#[derive(Debug)]
pub struct Listing {
    pub text: String,
    pub total: u64,
    pub shown: u64,
    /// The entry to go on with.
    pub next: Option<u64>,
    /// Entries that are not among them because rules forbid them.
    pub left_out: u64,
}

/// Lists `folder` from entry `offset` (from 1): `name/` for folders, `name<TAB>bytes` for files, `name -> target` for links.
/// What is forbidden is left out and counted.
pub fn list(folder: &Path, offset: u64, limit: u64, forbidden: impl Fn(&Path) -> bool) -> io::Result<Listing> {
    let (mut entries, mut left_out) = (Vec::new(), 0);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if forbidden(&entry.path()) {
            left_out += 1;
            continue;
        }
        let kind = entry.file_type()?;
        entries.push((!kind.is_dir(), entry.file_name(), kind));
    }
    entries.sort_by(|(one, first, _), (other, second, _)| one.cmp(other).then_with(|| first.cmp(second)));
    let total = count(entries.len());
    let from = offset.max(1) - 1;
    let mut text = String::new();
    let mut shown = 0;
    let page = usize::try_from(from).unwrap_or(usize::MAX)..;
    for (_, name, kind) in
        entries.get(page).unwrap_or_default().iter().take(usize::try_from(limit).unwrap_or(usize::MAX))
    {
        let path = folder.join(name);
        // A name may hold anything, also a line break: one entry stays one line.
        let name = name.to_string_lossy().replace(['\n', '\r'], "\u{fffd}");
        text.push_str(&name);
        if kind.is_dir() {
            text.push('/');
        } else if kind.is_symlink() {
            let target = fs::read_link(&path).unwrap_or_default();
            text.push_str(&format!(" -> {}", target.display()));
        } else {
            let size = path.symlink_metadata().map_or(0, |metadata| metadata.len());
            text.push_str(&format!("\t{size}"));
        }
        text.push('\n');
        shown += 1;
    }
    if total == 0 && left_out == 0 {
        text.push_str("(empty folder)\n");
    }
    let next = (from.saturating_add(shown) < total).then_some(from + shown + 1);
    Ok(Listing { text, total, shown, next, left_out })
}

impl Listing {
    pub fn notice(&self) -> Option<String> {
        let more =
            self.next.map(|next| format!("[{} of {} entries; go on with offset {next}]", self.shown, self.total));
        match (more, left_out(self.left_out)) {
            (Some(more), Some(left_out)) => Some(format!("{more}\n{left_out}")),
            (more, left_out) => more.or(left_out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_then_files_with_sizes_then_nothing_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("zoo")).unwrap();
        fs::write(folder.path().join("b.txt"), "12345").unwrap();
        fs::write(folder.path().join(".a"), "").unwrap();
        std::os::unix::fs::symlink("b.txt", folder.path().join("c")).unwrap();
        let listing = list(folder.path(), 1, PAGE, |_| false).unwrap();
        assert_eq!(listing.text, "zoo/\n.a\t0\nb.txt\t5\nc -> b.txt\n");
        assert_eq!(listing.notice(), None);
    }

    #[test]
    fn a_long_listing_comes_in_pages() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let listing = list(folder.path(), 1, 2, |_| false).unwrap();
        assert_eq!(listing.text, "a\t0\nb\t0\n");
        assert_eq!(listing.notice().unwrap(), "[2 of 3 entries; go on with offset 3]");
        let listing = list(folder.path(), 3, 2, |_| false).unwrap();
        assert_eq!((listing.text.as_str(), listing.next), ("c\t0\n", None));
    }

    #[test]
    fn what_rules_forbid_is_left_out_and_counted() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let listing = list(folder.path(), 1, 1, |path| path.ends_with("b")).unwrap();
        assert_eq!((listing.text.as_str(), listing.total), ("a\t0\n", 2));
        let notice = "[1 of 2 entries; go on with offset 2]\n[1 entry is left out: rules forbid it]";
        assert_eq!(listing.notice().unwrap(), notice);
    }

    #[test]
    fn an_empty_folder_says_so() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(list(folder.path(), 1, PAGE, |_| false).unwrap().text, "(empty folder)\n");
    }
}
