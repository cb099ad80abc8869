//! Where session files lie, and how one is found again.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::base::{clock, paths};

use super::damage::Damage;
use super::error::StoreError;
use super::header::{Header, opening};
use super::lines::lines;

const EXTENSION: &str = "jsonl";

/// No title slot and header are longer than this.
const OPENING_BYTES: u64 = 64 * 1024;

/// Candidates that an error names.
const NAMED: usize = 8;

/// The file of a session that begins at `at_ms`: `2025-11-30T09-00-00-000Z_<id>.jsonl` in `dir`.
pub fn session_path(dir: &Path, id: &str, at_ms: i64) -> PathBuf {
    let time = clock::iso(at_ms).replace([':', '.'], "-");
    dir.join(format!("{time}_{id}.{EXTENSION}"))
}

/// The folder of a workspace's sessions below hostwire's home.
pub fn sessions_dir(home: &Path, workspace: &Path) -> PathBuf {
    let user_home = paths::user_home(&paths::process_variable);
    home.join("sessions").join(paths::encode_workspace(workspace, user_home.as_deref(), &std::env::temp_dir()))
}

/// Removes a session: its transcript, if that was ever written, and what belongs to it.
pub fn remove(transcript: &Path) -> Result<(), StoreError> {
    let gone = |removed: std::io::Result<()>, path: &Path| match removed {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::io("remove", path)(error)),
        _ => Ok(()),
    };
    gone(fs::remove_file(transcript), transcript)?;
    let artifacts = artifacts_dir(transcript);
    gone(fs::remove_dir_all(&artifacts), &artifacts)
}

/// The folder for what belongs to a session: long outputs, transcripts of sub-agents. The transcript's path without
/// its extension; a transcript that has another one gets a longer name, so that folder and file never collide.
pub fn artifacts_dir(transcript: &Path) -> PathBuf {
    if is_session_name(transcript) {
        return transcript.with_extension("");
    }
    let mut name = transcript.file_name().unwrap_or_default().to_owned();
    name.push(".artifacts");
    transcript.with_file_name(name)
}

/// The session of `dir` that was written last; with `cwd` only among those of that folder, because different folders can
/// have one name here.
pub fn latest(dir: &Path, cwd: Option<&Path>) -> Option<PathBuf> {
    let mut files: Vec<(SystemTime, PathBuf)> = session_files(dir)
        .into_iter()
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    // File times are coarse; of two in the same instant the younger session wins, which its name tells.
    files.sort();
    let fits = |header: &Header| cwd.is_none_or(|cwd| header.cwd == cwd);
    files.into_iter().rev().map(|(_, path)| path).find(|path| peek(path).as_ref().is_some_and(fits))
}

/// A session of `dir` by its file (as given, or inside `dir`), its id, or the beginning of its id.
pub fn find(dir: &Path, id_or_path: &str) -> Result<PathBuf, StoreError> {
    let given = Path::new(id_or_path);
    if let Some(path) = [given.to_owned(), dir.join(given)].into_iter().find(|path| path.is_file()) {
        return Ok(std::path::absolute(&path).unwrap_or(path));
    }
    if given.components().count() > 1 || is_session_name(given) {
        return Err(StoreError::Missing { path: given.to_owned() });
    }
    let unknown = || StoreError::Unknown { wanted: id_or_path.to_owned(), dir: dir.to_owned() };
    if id_or_path.is_empty() {
        return Err(unknown());
    }
    let sessions = sessions(dir, id_or_path);
    if let Some((_, path)) = sessions.iter().find(|(id, _)| id == id_or_path) {
        return Ok(path.clone());
    }
    match sessions.as_slice() {
        [] => Err(unknown()),
        [(_, path)] => Ok(path.clone()),
        several => {
            let mut candidates: Vec<String> = several.iter().take(NAMED).map(|(id, _)| id.clone()).collect();
            if several.len() > NAMED {
                candidates.push(format!("and {} more", several.len() - NAMED));
            }
            Err(StoreError::Ambiguous { wanted: id_or_path.to_owned(), candidates })
        }
    }
}

/// Sessions whose id begins with `prefix`. File names tell ids without a file being opened; headers are read only when
/// no name fits, because someone may have renamed a file.
fn sessions(dir: &Path, prefix: &str) -> Vec<(String, PathBuf)> {
    let files = session_files(dir);
    let fits = |id: &str| id.starts_with(prefix);
    let named = files.iter().filter_map(|path| {
        let (_, id) = path.file_stem()?.to_str()?.split_once('_')?;
        fits(id).then(|| (id.to_owned(), path.clone()))
    });
    let named: Vec<_> = named.collect();
    if !named.is_empty() {
        return named;
    }
    let read = files.into_iter().filter_map(|path| {
        let header = peek(&path)?;
        fits(&header.id).then(|| (header.id.as_ref().to_owned(), path))
    });
    read.collect()
}

/// Sorted by name, which is by age.
fn session_files(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(dir) else { return Vec::new() };
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files.filter(|path| is_session_name(path) && path.is_file()).collect();
    files.sort();
    files
}

fn is_session_name(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == EXTENSION)
}

/// The header of a file, if it is a session.
fn peek(path: &Path) -> Option<Header> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(OPENING_BYTES).read_to_end(&mut bytes).ok()?;
    opening(&mut lines(&bytes), &mut Damage::default()).ok().map(|opening| opening.header)
}

#[cfg(test)]
#[path = "places_tests.rs"]
mod tests;
