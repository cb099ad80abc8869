//! Frames out: the one owner of stdout, fed through one buffer, so that the order of sending is the order on the wire.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::fd::Blocking;
use super::gate::Gate;
use crate::proto::frame::{OutboundFrame, Strictness};

/// Longer frames are the thread's: copying them would hold up the caller.
const DIRECT: usize = 32 * 1024;

/// Bytes given to one write, so that progress is seen while a slow host reads a long backlog.
const PIECE: usize = 128 * 1024;

/// A buffer that grew beyond this is given back once it is empty.
const KEPT: usize = 1024 * 1024;

/// The watching thread makes one call.
const WATCH_STACK: usize = 64 * 1024;

/// Bytes that may wait before the reader of stdin is stopped.
pub const HARD_MARK: usize = 64 * 1024 * 1024;

/// The sending end; clones feed the same output.
#[derive(Debug, Clone)]
pub struct Writer {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    // A leaf lock. Frames are serialised under it, which keeps them whole and in order; it is never held across an
    // await, and the thread holds it only to swap buffers.
    state: Mutex<State>,
    /// Wakes the thread.
    work: Condvar,
    /// Bytes sent and not yet taken by the host.
    pending: AtomicUsize,
    /// Told whenever `pending` went down.
    progress: Notify,
    gate: Gate,
    hard_mark: usize,
    strictness: Strictness,
    defect: AtomicBool,
    host_gone: CancellationToken,
    finished: CancellationToken,
}

#[derive(Debug)]
struct State {
    buffer: Vec<u8>,
    /// Writes frames that are not long on the caller's thread when nothing waits. `None` where room cannot be told beforehand.
    direct: Option<Blocking>,
    thread: Thread,
    /// Nothing is taken any more.
    closed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thread {
    Sleeping,
    Busy,
}

impl Writer {
    /// Takes over the standard output.
    pub fn stdout(strictness: Strictness) -> io::Result<Self> {
        let direct = Blocking::stdout()?;
        let direct = direct.tells_room().then_some(direct);
        Self::start(Blocking::stdout()?, direct, strictness, HARD_MARK)
    }

    /// Notices the loss of the host when the system tells it, not only at the next write; a thread that sleeps till then.
    pub fn watch(&self) -> io::Result<()> {
        let (out, shared) = (Blocking::stdout()?, Arc::clone(&self.shared));
        let watch = move || {
            if out.wait_for_loss() {
                shared.host_is_gone(&io::ErrorKind::BrokenPipe.into());
            }
        };
        std::thread::Builder::new().name("host".to_owned()).stack_size(WATCH_STACK).spawn(watch).map(drop)
    }

    fn start(
        out: impl Write + Send + 'static,
        direct: Option<Blocking>,
        strictness: Strictness,
        hard_mark: usize,
    ) -> io::Result<Self> {
        let state = State { buffer: Vec::new(), direct, thread: Thread::Busy, closed: false };
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            work: Condvar::new(),
            pending: AtomicUsize::new(0),
            progress: Notify::new(),
            gate: Gate::new(),
            hard_mark,
            strictness,
            defect: AtomicBool::new(false),
            host_gone: CancellationToken::new(),
            finished: CancellationToken::new(),
        });
        let ours = Arc::clone(&shared);
        std::thread::Builder::new().name("stdout".to_owned()).spawn(move || ours.run(out))?;
        Ok(Self { shared })
    }

    /// Sends a frame: one line, in one piece, behind everything sent before. Never blocks; see [`Writer::below`].
    ///
    /// In strict mode a frame that does not conform is a defect, and its replacement is sent, if it has one.
    pub fn send<F: OutboundFrame>(&self, frame: F) {
        let why = match self.shared.strictness {
            Strictness::Lenient => self.append(&frame).err(),
            Strictness::Strict => self.append_checked(&frame).err(),
        };
        let Some(why) = why else { return };
        self.shared.defect.store(true, Ordering::Relaxed);
        tracing::error!(frame = frame.schema_name(), "a frame was held back: {why}");
        if let Some(replacement) = frame.replacement(&why)
            && let Err(why) = self.append(&replacement)
        {
            tracing::error!(frame = frame.schema_name(), "and so was its replacement: {why}");
        }
    }

    /// Bytes sent and not yet taken by the host.
    pub fn pending(&self) -> usize {
        self.shared.pending.load(Ordering::Acquire)
    }

    /// Waits until at most `mark` bytes are pending, or the host is gone.
    pub async fn below(&self, mark: usize) {
        loop {
            let progress = self.shared.progress.notified();
            if self.pending() <= mark {
                return;
            }
            progress.await;
        }
    }

    /// Closed while more than the hard mark is pending; for the reader of stdin.
    pub fn gate(&self) -> Gate {
        self.shared.gate.clone()
    }

    /// Cancelled when the host takes no more bytes. From then on everything sent is thrown away.
    pub fn host_gone(&self) -> CancellationToken {
        self.shared.host_gone.clone()
    }

    /// Whether a frame had to be held back.
    pub fn has_defect(&self) -> bool {
        self.shared.defect.load(Ordering::Relaxed)
    }

    /// Waits until the host took everything, however long that is, or is gone. What is sent afterwards is thrown away.
    pub async fn finish(&self) {
        self.shared.lock().closed = true;
        self.shared.work.notify_one();
        self.shared.finished.cancelled().await;
    }

    fn append_checked<F: OutboundFrame>(&self, frame: &F) -> Result<(), String> {
        let picture = frame.picture().map_err(|error| error.to_string())?;
        frame.check(&picture)?;
        // Not the picture: a number that a host wrote goes back digit for digit.
        self.append(frame)
    }

    fn append(&self, frame: &impl serde::Serialize) -> Result<(), String> {
        let shared = &*self.shared;
        let mut state = shared.lock();
        if state.closed {
            return Ok(());
        }
        let length = write_line(&mut state.buffer, frame).map_err(|error| error.to_string())?;
        let pending = shared.pending.fetch_add(length, Ordering::AcqRel) + length;
        if pending == length && length <= DIRECT && shared.write_directly(&mut state) {
            return Ok(());
        }
        if pending > shared.hard_mark {
            shared.gate.close();
            // The thread may have opened the gate just before it was closed, and would not do so again.
            shared.open_gate_below_mark(shared.pending.fetch_add(0, Ordering::AcqRel));
        }
        if state.thread == Thread::Sleeping {
            state.thread = Thread::Busy;
            drop(state);
            shared.work.notify_one();
        }
        Ok(())
    }
}

/// Appends `value` as one line; a value that cannot be written, even by a panic, leaves no trace.
fn write_line(buffer: &mut Vec<u8>, value: &impl serde::Serialize) -> serde_json::Result<usize> {
    struct Part<'a> {
        buffer: &'a mut Vec<u8>,
        start: usize,
        whole: bool,
    }
    impl Drop for Part<'_> {
        fn drop(&mut self) {
            if !self.whole {
                self.buffer.truncate(self.start);
            }
        }
    }
    let start = buffer.len();
    let mut part = Part { buffer, start, whole: false };
    serde_json::to_writer(&mut *part.buffer, value)?;
    // Raw JSON that was passed through may be laid out on several lines; inside strings a line end is always escaped.
    if let Some(line) = part.buffer.get_mut(start..)
        && line.contains(&b'\n')
    {
        line.iter_mut().filter(|byte| matches!(**byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    part.buffer.push(b'\n');
    part.whole = true;
    Ok(part.buffer.len() - start)
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the only frame there is straight to the host, which spares two changes of thread. `false`: not all of it,
    /// the thread has to see to the rest, and to any error.
    ///
    /// Nothing pending means that the thread holds no bytes either, so it cannot be overtaken.
    fn write_directly(&self, state: &mut State) -> bool {
        let State { buffer, direct: Some(direct), .. } = state else { return false };
        let Ok(written) = direct.write_if_room(buffer) else { return false };
        buffer.drain(..written);
        self.pending.fetch_sub(written, Ordering::AcqRel);
        self.progress.notify_waiters();
        buffer.is_empty()
    }

    fn open_gate_below_mark(&self, pending: usize) {
        if pending <= self.hard_mark / 2 {
            self.gate.open();
        }
    }

    /// The thread: swaps buffers and writes, until everything is written after the end, or the host is gone.
    fn run(&self, mut out: impl Write) {
        let mut batch = Vec::new();
        while self.next_batch(&mut batch) {
            if let Err(error) = self.write_batch(&mut out, &batch) {
                self.host_is_gone(&error);
                break;
            }
            batch.clear();
            batch.shrink_to(KEPT);
        }
        drop(out);
        self.lock().direct = None;
        self.finished.cancel();
    }

    /// Sleeps until there is something to write. `false`: nothing, and nothing will come.
    fn next_batch(&self, batch: &mut Vec<u8>) -> bool {
        let mut state = self.lock();
        while state.buffer.is_empty() {
            if state.closed {
                return false;
            }
            state.thread = Thread::Sleeping;
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.thread = Thread::Busy;
        std::mem::swap(&mut state.buffer, batch);
        true
    }

    fn write_batch(&self, out: &mut impl Write, mut rest: &[u8]) -> io::Result<()> {
        while !rest.is_empty() {
            let written = out.write(rest.get(..PIECE).unwrap_or(rest))?;
            if written == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            rest = rest.get(written..).unwrap_or_default();
            let pending = self.pending.fetch_sub(written, Ordering::AcqRel) - written;
            self.open_gate_below_mark(pending);
            self.progress.notify_waiters();
        }
        out.flush()
    }

    fn host_is_gone(&self, error: &io::Error) {
        tracing::warn!("the host takes no more output: {error}");
        let mut state = self.lock();
        state.closed = true;
        state.buffer = Vec::new();
        self.pending.store(0, Ordering::Release);
        drop(state);
        self.host_gone.cancel();
        self.gate.open();
        self.progress.notify_waiters();
    }
}

#[cfg(test)]
#[path = "writer_tests.rs"]
mod tests;
