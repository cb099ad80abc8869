//! A transcript as it stands at one moment, to be read away from the task that owns it.

use std::fs::{self, File, Metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::load::{Loaded, load};

/// So many bytes of a file, and what is not in it yet. Files only grow, so it stays what it is while others append.
#[derive(Debug)]
pub struct Snapshot {
    pub(super) path: PathBuf,
    /// Bytes of the file that belong to it; `None` when nothing is on disk.
    pub(super) length: Option<u64>,
    /// What follows them.
    pub(super) tail: Vec<u8>,
}

impl Snapshot {
    /// Of a file that this process does not write.
    pub fn of_file(path: &Path) -> Result<Self, StoreError> {
        let length = inspect(path)?.len();
        Ok(Self { path: path.to_owned(), length: Some(length), tail: Vec::new() })
    }

    /// How many bytes it has.
    pub fn size(&self) -> u64 {
        self.length.unwrap_or_default() + self.tail.len() as u64
    }

    /// Where the file is; empty for a session in memory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All of it. Takes as long as the disk does.
    pub fn read(self) -> Result<Vec<u8>, StoreError> {
        let Some(length) = self.length else { return Ok(self.tail) };
        let mut bytes = Vec::with_capacity(usize::try_from(self.size()).unwrap_or_default() + 1);
        let file = File::open(&self.path).map_err(|error| missing(&self.path, error))?;
        file.take(length).read_to_end(&mut bytes).map_err(StoreError::io("read", &self.path))?;
        bytes.extend_from_slice(&self.tail);
        Ok(bytes)
    }

    /// What it says.
    pub fn load(self) -> Result<Loaded, StoreError> {
        let path = self.path.clone();
        load(&self.read()?).map_err(|why| StoreError::NotASession { path, why })
    }
}

/// Looks at a file before it is opened: the opening of a pipe would wait for ever, and an empty file may be another
/// process's session in the making.
pub(super) fn inspect(path: &Path) -> Result<Metadata, StoreError> {
    let refused = |why: &str| StoreError::NotASession { path: path.to_owned(), why: why.to_owned() };
    let metadata = fs::metadata(path).map_err(|error| missing(path, error))?;
    if !metadata.is_file() {
        return Err(refused("it is not a regular file"));
    }
    if metadata.len() == 0 {
        return Err(refused("it is empty"));
    }
    Ok(metadata)
}

pub(super) fn missing(path: &Path, error: std::io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => StoreError::Missing { path: path.to_owned() },
        _ => StoreError::io("open", path)(error),
    }
}
