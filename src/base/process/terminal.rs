//! A terminal of its own for a command that wants one; nobody sits at it.

use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::process::Stdio;

use nix::fcntl::{FcntlArg, FdFlag, OFlag, fcntl};
use nix::pty::{OpenptyResult, Winsize, openpty};
use nix::unistd::{ttyname, write};

/// Lines and columns, as much as a result shows well.
const SIZE: Winsize = Winsize { ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };

/// Ends of input that wait for readers, so that one who asks the person at the terminal hears at once that there is none.
const NOBODY: [u8; 16] = [0x04; 16];

/// Both ends of a terminal.
pub(super) struct Terminal {
    /// Where its output is read; does not block.
    pub output: OwnedFd,
    /// The child's end. While any such is open, the other does not tell the end of the output.
    pub inner: OwnedFd,
    /// Its name in the file system.
    pub path: PathBuf,
}

impl Terminal {
    pub(super) fn open() -> io::Result<Self> {
        let OpenptyResult { master: output, slave: inner } = openpty(&SIZE, None)?;
        for end in [&output, &inner] {
            // A child that held the outer end would keep its own terminal from ever being closed.
            fcntl(end, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
        }
        let flags = OFlag::from_bits_retain(fcntl(&output, FcntlArg::F_GETFL)?);
        fcntl(&output, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
        write(output.as_fd(), &NOBODY)?;
        let path = ttyname(&inner)?;
        Ok(Self { output, inner, path })
    }

    /// The child's end once more, for one of its three streams.
    pub(super) fn stream(&self) -> io::Result<Stdio> {
        Ok(self.inner.try_clone()?.into())
    }
}
