//! stdin and stdout as blocking files of our own, whatever mode the host put them in.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileTypeExt as _;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// A pipe that reports room takes so many bytes in one piece (PIPE_BUF on Linux).
const PROMISED: usize = 4096;

/// A descriptor that is read and written without a buffer, waits when it would block, and is not disturbed by signals.
///
/// The mode is never changed: the host may share the open file with others.
#[derive(Debug)]
pub struct Blocking {
    file: File,
}

impl Blocking {
    /// The standard input.
    pub fn stdin() -> io::Result<Self> {
        Ok(Self::new(io::stdin().as_fd().try_clone_to_owned()?))
    }

    /// The standard output.
    pub fn stdout() -> io::Result<Self> {
        Ok(Self::new(io::stdout().as_fd().try_clone_to_owned()?))
    }

    /// Any descriptor.
    pub fn new(fd: OwnedFd) -> Self {
        Self { file: fd.into() }
    }

    /// Writes without waiting when the reader's side has room for all of it; `WouldBlock` when it may have none.
    pub(super) fn write_if_room(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let has_room = match bytes.len() {
            ..=PROMISED => self.poll(PollFlags::POLLOUT, PollTimeout::ZERO)?,
            length => self.is_drained_pipe_for(length),
        };
        if !has_room {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.file.write(bytes)
    }

    /// Whether this is a pipe out of which everything was read, so that all of it is room.
    #[cfg(target_os = "linux")]
    fn is_drained_pipe_for(&self, length: usize) -> bool {
        let capacity = rustix::pipe::fcntl_getpipe_size(&self.file);
        capacity.is_ok_and(|capacity| capacity >= length)
            && rustix::io::ioctl_fionread(&self.file).is_ok_and(|unread| unread == 0)
            // A pipe that nobody reads any more is drained, too; the thread that writes tells of it.
            && self.poll(PollFlags::POLLOUT, PollTimeout::ZERO).unwrap_or(false)
    }

    #[cfg(not(target_os = "linux"))]
    fn is_drained_pipe_for(&self, _length: usize) -> bool {
        false
    }

    /// Whether [`Blocking::write_if_room`] keeps its promise here: for pipes, and on Linux for sockets,
    /// which report room only while most of their buffer is free.
    pub(super) fn tells_room(&self) -> bool {
        self.file.metadata().is_ok_and(|metadata| {
            let kind = metadata.file_type();
            kind.is_fifo() || (cfg!(target_os = "linux") && kind.is_socket())
        })
    }

    /// Sleeps until the other side is gone; `false` where that cannot be told.
    pub(super) fn wait_for_loss(&self) -> bool {
        loop {
            match self.poll(PollFlags::empty(), PollTimeout::NONE) {
                Ok(gone) => return gone,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return false,
            }
        }
    }

    fn poll(&self, wanted: PollFlags, timeout: PollTimeout) -> io::Result<bool> {
        let mut fds = [PollFd::new(self.file.as_fd(), wanted)];
        Ok(poll(&mut fds, timeout)? > 0)
    }

    /// Repeats `attempt` until it is neither interrupted nor refused for lack of data or room.
    fn patiently(
        &mut self,
        wanted: PollFlags,
        mut attempt: impl FnMut(&mut File) -> io::Result<usize>,
    ) -> io::Result<usize> {
        loop {
            match attempt(&mut self.file) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => match self.poll(wanted, PollTimeout::NONE) {
                    Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
                    Ok(_) | Err(_) => {}
                },
                done => return done,
            }
        }
    }
}

impl Read for Blocking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.patiently(PollFlags::POLLIN, |file| file.read(buffer))
    }
}

impl Write for Blocking {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.patiently(PollFlags::POLLOUT, |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
