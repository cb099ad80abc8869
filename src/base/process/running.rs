//! One captured command, from its start to its outcome.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::GRACE;
use super::capture::{Buffer, Captured, SpillPath, Tail};
use super::children::Process;
use super::launch::ProcessError;

/// After the shell has exited, output is read until none came for this long ...
const QUIET: Duration = Duration::from_millis(100);
/// ... or for this long in all: a background child may never be quiet.
const AFTERMATH: Duration = Duration::from_millis(150);

const CHUNK: usize = 64 * 1024;

/// How a command is captured.
pub struct Capture {
    /// Bytes kept from the beginning of its output.
    pub head: usize,
    /// Bytes kept from the end.
    pub tail: usize,
    /// Time until it is ended; `None` for no limit. A zero ends it at once.
    pub timeout: Option<Duration>,
    /// Time between the gentle and the hard signal.
    pub grace: Duration,
    /// Names the file for the full output; called once, when the output does not fit into `head` and `tail`.
    pub spill: Option<SpillPath>,
    /// Bytes that the file may take.
    pub spill_limit: u64,
}

impl Default for Capture {
    fn default() -> Self {
        Self { head: 25 * 1024, tail: 25 * 1024, timeout: None, grace: GRACE, spill: None, spill_limit: 1 << 30 }
    }
}

impl Capture {
    /// The usual limits, and the full output in the file that `path` names.
    pub fn spilling(path: impl FnOnce() -> Option<std::path::PathBuf> + Send + 'static) -> Self {
        Self { spill: Some(Box::new(path)), ..Self::default() }
    }
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// By itself, with this code.
    Exited(i32),
    /// By a signal that was not ours.
    Signaled(i32),
    /// Ended by us, its time being over.
    TimedOut,
    /// Ended by us, because it was asked for.
    Aborted,
}

/// A command that has ended.
#[derive(Debug)]
pub struct Finished {
    /// How.
    pub outcome: Outcome,
    /// What it said.
    pub output: Captured,
    /// How long it took.
    pub elapsed: Duration,
}

/// A view of a running command; cheap to clone.
#[derive(Debug, Clone)]
pub struct Live {
    shared: Arc<Shared>,
    progress: watch::Receiver<Progress>,
}

/// A command that runs. Dropping it kills the command and all it started.
#[derive(Debug)]
pub struct Running {
    process: Process,
    shared: Arc<Shared>,
    progress: watch::Receiver<Progress>,
    started: Instant,
    timeout: Option<Duration>,
    grace: Duration,
    /// The child's end of its terminal, open as long as the shell runs: a shell that closes its own three streams would
    /// otherwise be the last to have the terminal open, and be hung up with it.
    terminal: Option<OwnedFd>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    bytes: u64,
    ended: bool,
}

/// Between the reading task and the others. A leaf lock, never held across an await.
struct Shared {
    /// `None` once the result was taken: what still comes is read and thrown away.
    buffer: Mutex<Option<Buffer>>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared")
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Option<Buffer>> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Running {
    pub(super) fn new(process: Process, receiver: pipe::Receiver, capture: Capture) -> Result<Self, ProcessError> {
        let buffer = Buffer::new(capture.head, capture.tail, capture.spill, capture.spill_limit);
        let shared = Arc::new(Shared { buffer: Mutex::new(Some(buffer)) });
        let (sender, progress) = watch::channel(Progress::default());
        // Not tracked: it ends with the last process that can write, which nobody waits for.
        #[expect(clippy::disallowed_methods, reason = "tracked, it would hold back the end of the process")]
        tokio::spawn(read_output(receiver, Arc::clone(&shared), sender));
        let started = Instant::now();
        Ok(Self { process, shared, progress, started, timeout: capture.timeout, grace: capture.grace, terminal: None })
    }

    /// Keeps the child's end of its terminal open until the shell has exited.
    pub(super) fn holding(self, terminal: OwnedFd) -> Self {
        Self { terminal: Some(terminal), ..self }
    }

    /// The process id of the shell.
    pub fn id(&self) -> i32 {
        self.process.id()
    }

    /// A view for showing progress.
    pub fn live(&self) -> Live {
        Live { shared: Arc::clone(&self.shared), progress: self.progress.clone() }
    }

    /// Waits for the end of the command, which comes with the exit of the shell, its timeout, or `token`.
    ///
    /// Children that it left in the background live on, unless `token` is cancelled before this returns.
    pub async fn wait(mut self, token: &CancellationToken) -> Finished {
        let outcome = self.outcome(token).await;
        // From here on output ends with the last of those that the command left behind.
        self.terminal = None;
        let was_ended = matches!(outcome, Outcome::TimedOut | Outcome::Aborted);
        let cancelled_late = tokio::select! {
            () = self.drained() => false,
            () = token.cancelled(), if !was_ended => true,
        };
        if cancelled_late {
            self.process.stop(self.grace).await;
            self.drained().await;
        }
        let buffer = self.shared.lock().take();
        let output = buffer.unwrap_or_else(|| Buffer::new(0, 0, None, 0)).finish();
        let elapsed = self.started.elapsed();
        self.process.release();
        Finished { outcome, output, elapsed }
    }

    async fn outcome(&mut self, token: &CancellationToken) -> Outcome {
        let timeout = self.timeout;
        let deadline = async {
            match timeout {
                Some(timeout) => tokio::time::sleep_until(self.started + timeout).await,
                None => std::future::pending().await,
            }
        };
        let reason = tokio::select! {
            biased;
            outcome = self.process.wait() => return outcome,
            () = token.cancelled() => Outcome::Aborted,
            () = deadline => Outcome::TimedOut,
        };
        self.process.stop(self.grace).await;
        reason
    }

    /// Returns when all output is read, or enough time has passed without any.
    async fn drained(&mut self) {
        let end = Instant::now() + AFTERMATH;
        while !self.progress.borrow_and_update().ended {
            let pause = (Instant::now() + QUIET).min(end);
            match tokio::time::timeout_at(pause, self.progress.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return,
            }
        }
    }
}

impl Live {
    /// Waits until there is more than at the last call. `false`: no more will come.
    pub async fn changed(&mut self) -> bool {
        self.progress.changed().await.is_ok() && !self.progress.borrow_and_update().ended
    }

    /// Bytes of output so far.
    pub fn total_bytes(&self) -> u64 {
        self.progress.borrow().bytes
    }

    /// The last `bytes` bytes of output so far; costs no more than these. `None` once the command has ended.
    pub fn tail_snapshot(&self, bytes: usize) -> Option<Tail> {
        self.shared.lock().as_ref().map(|buffer| buffer.tail(bytes))
    }
}

/// Reads until nobody can write any more, also after the result was taken: a background child that finds its pipe
/// closed would die of it.
async fn read_output(mut receiver: pipe::Receiver, shared: Arc<Shared>, progress: watch::Sender<Progress>) {
    let mut chunk = vec![0; CHUNK];
    let mut since_pause = 0;
    loop {
        match receiver.read(&mut chunk).await {
            Ok(0) => break,
            Ok(count) => {
                if let (Some(buffer), Some(bytes)) = (shared.lock().as_mut(), chunk.get(..count)) {
                    buffer.push(bytes);
                }
                progress.send_modify(|progress| progress.bytes += count as u64);
                since_pause += count;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // How Linux tells that nobody has the terminal open any more.
            Err(error) if error.raw_os_error() == Some(nix::errno::Errno::EIO as i32) => break,
            Err(error) => {
                tracing::warn!("cannot read the output of a child: {error}");
                break;
            }
        }
        if since_pause >= 16 * CHUNK {
            // A child that writes without end must not keep the others from their turn.
            since_pause = 0;
            tokio::task::yield_now().await;
        }
    }
    progress.send_modify(|progress| progress.ended = true);
}

#[cfg(test)]
#[path = "running_tests.rs"]
mod tests;
