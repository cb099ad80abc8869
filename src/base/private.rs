//! Files and folders that hold what somebody worked on: nobody else on the machine reads them.

use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

/// Makes a folder and those above it; what is there stays as it is.
pub fn folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// How such a file is made, where it is not there; the caller adds how it is written.
pub fn file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a whole file, a new one or anew.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    file().write(true).truncate(true).open(path)?.write_all(content)
}
