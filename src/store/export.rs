//! A conversation as one HTML file that needs nothing else: no scripts, no requests, whatever its content says.

mod calls;
mod code;
mod html;
mod languages;
mod markdown;
mod messages;
mod outline;
mod page;

use std::fs::File;
use std::io::{BufWriter, Error, ErrorKind, Write};
use std::path::Path;

use crate::base::paths;

use super::damage::Damage;
use super::error::StoreError;
use super::load::{title, tree};
use super::snapshot::Snapshot;

use outline::Outline;
use page::Page;

/// Writes all branches of a transcript to `to`: the last one from its first message on, also what a compaction put
/// aside, with the others where they leave it.
///
/// One entry at a time goes to the file, so that memory holds the transcript and one message.
pub fn export_html(of: Snapshot, to: &Path) -> Result<(), StoreError> {
    let path = of.path().to_owned();
    let failed = || StoreError::io("write", to);
    if paths::is_same(&path, to) {
        return Err(failed()(Error::new(ErrorKind::AlreadyExists, "it is the session file itself")));
    }
    let bytes = of.read()?;
    let mut damage = Damage::default();
    let (opening, tree) = tree(&bytes, &mut damage).map_err(|why| StoreError::NotASession { path, why })?;
    let title = title(&tree, opening.slot, &opening.header);
    let outline = Outline::of(&tree);
    paths::writable(to).map_err(failed())?;
    let mut out = BufWriter::new(File::create(to).map_err(failed())?);
    let page = Page { header: &opening.header, title: title.as_deref(), tree: &tree, outline: &outline, damage };
    page.write(&mut out).and_then(|()| out.flush()).map_err(failed())
}

#[cfg(test)]
#[path = "export_tests.rs"]
mod tests;
