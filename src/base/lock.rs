//! A lock that one process at a time holds, for files that several of them rewrite.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// Between two looks.
const POLL: Duration = Duration::from_millis(5);

/// Held until it is dropped, or its process is gone.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock on this file, for no longer than `patience`. Blocks.
    ///
    /// The file is made when it is not there, for its owner only, and stays: whoever took it away would leave two
    /// processes with a lock each.
    pub fn take(path: &Path, patience: Duration) -> std::io::Result<Self> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path)?;
        match wait(&file, patience) {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(std::io::Error::new(ErrorKind::TimedOut, "another process holds this lock"))
            }
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Locks an open file or folder, and waits for no longer than `patience`. Blocks.
///
/// # Errors
/// `WouldBlock` when somebody else holds it to the end; some file systems have no locks.
pub fn wait(file: &File, patience: Duration) -> Result<(), TryLockError> {
    let end = Instant::now() + patience;
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if Instant::now() < end => std::thread::sleep(POLL.min(patience)),
            tried => return tried,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_once_and_free_when_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.lock");
        let held = Lock::take(&path, Duration::ZERO).unwrap();
        assert_eq!(Lock::take(&path, Duration::ZERO).unwrap_err().to_string(), "another process holds this lock");
        drop(held);
        Lock::take(&path, Duration::ZERO).unwrap();
    }
}
