//! The register of child processes: starts them, knows what runs, ends what is left.

use std::collections::HashMap;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use process_wrap::tokio::{ChildWrapper, CommandWrap, ProcessSession};
use tokio::net::unix::pipe;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};

use super::launch::{Launch, Prepared, ProcessError};
use super::running::{Capture, Outcome, Running};
use super::terminal::Terminal;
use super::tree::{self, Target};
use crate::base::ids::new_token;

/// All child processes of one owner; clones share the register. Its last clone gone, running children keep their own guards.
#[derive(Debug, Clone)]
pub struct Children {
    register: Arc<Register>,
}

#[derive(Debug)]
struct Register {
    /// The beginning of the mark of every child of this owner.
    mark: String,
    started: AtomicU64,
    /// Leaders by number. A leaf lock, held for a lookup only.
    leaders: Mutex<HashMap<u64, i32>>,
}

impl Default for Children {
    fn default() -> Self {
        Self::new()
    }
}

impl Children {
    /// An empty register.
    pub fn new() -> Self {
        let mark = format!("{}.", new_token());
        let register = Register { mark, started: AtomicU64::new(0), leaders: Mutex::default() };
        Self { register: Arc::new(register) }
    }

    /// Starts a command whose stdout and stderr are captured in the order in which they were written.
    ///
    /// Dropping the result, or the future of its `wait`, kills what runs.
    pub fn start(&self, launch: &Launch, capture: Capture) -> Result<Running, ProcessError> {
        // One pipe for both: two could not tell which line came first.
        let (reader, writer) = io::pipe()?;
        let second = writer.try_clone()?;
        let process = self.spawn(launch, Stdio::null(), writer.into(), second.into())?;
        Running::new(process, pipe::Receiver::from_owned_fd(reader.into())?, capture)
    }

    /// As [`Children::start`], in a terminal of the command's own. Nobody types there: who reads is told so.
    pub fn start_in_terminal(&self, launch: &Launch, capture: Capture) -> Result<Running, ProcessError> {
        let terminal = Terminal::open()?;
        let launch = launch.clone().in_terminal(&terminal.path);
        let process = self.spawn(&launch, terminal.stream()?, terminal.stream()?, terminal.stream()?)?;
        // No pipe, but read like one.
        let running = Running::new(process, pipe::Receiver::from_owned_fd_unchecked(terminal.output)?, capture)?;
        Ok(running.holding(terminal.inner))
    }

    /// Starts a program to talk with, over its stdin and stdout.
    pub fn piped(&self, launch: &Launch) -> Result<Piped, ProcessError> {
        let mut process = self.spawn(launch, Stdio::piped(), Stdio::piped(), Stdio::piped())?;
        let child = &mut process.child;
        let ends = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(stderr)) = ends else {
            return Err(ProcessError::Start(io::Error::other("a pipe of the child is missing")));
        };
        Ok(Piped { stdin, stdout, stderr, process })
    }

    /// How many children are running.
    pub fn count(&self) -> usize {
        self.register.lock().len()
    }

    /// Ends every child ever started here and all that they left behind, also what had left its session.
    ///
    /// With a `grace` of zero the hard signal follows the gentle one at once.
    pub async fn stop_all(&self, grace: Duration) {
        if self.register.started.load(Ordering::Relaxed) == 0 {
            return;
        }
        let leaders = self.register.lock().values().copied().collect();
        tree::stop(&Target { leaders, mark: self.register.mark.clone() }, grace).await;
    }

    fn spawn(&self, launch: &Launch, stdin: Stdio, out: Stdio, err: Stdio) -> Result<Process, ProcessError> {
        let number = self.register.started.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}{number}.", self.register.mark);
        let Prepared { mut command, script } = launch.prepare(&mark)?;
        command.stdin(stdin).stdout(out).stderr(err);
        let child = CommandWrap::from(command).wrap(ProcessSession).spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ProcessError::Program(launch.label()),
            _ => ProcessError::Start(error),
        })?;
        let leader = child.id().and_then(|id| i32::try_from(id).ok());
        let leader = leader.ok_or_else(|| io::Error::other("the child has no process id"))?;
        self.register.lock().insert(number, leader);
        let group = Group { register: Arc::clone(&self.register), number, leader, mark, armed: true, reaped: None };
        // The wrapper's own wait reaps by group, which would take the status of children started elsewhere in it.
        Ok(Process { child: child.into_inner(), group, _script: script })
    }
}

impl Register {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, i32>> {
        self.leaders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A started program with its pipes.
#[derive(Debug)]
pub struct Piped {
    /// What it reads.
    pub stdin: ChildStdin,
    /// What it says.
    pub stdout: ChildStdout,
    /// What it complains about; must be read, or it may block.
    pub stderr: ChildStderr,
    /// The program itself; dropping it kills the program and all it started.
    pub process: Process,
}

/// A started program.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    group: Group,
    _script: Option<tempfile::TempPath>,
}

impl Process {
    /// The process id of the program, which also leads its session.
    pub fn id(&self) -> i32 {
        self.group.leader
    }

    /// Waits for the program to exit; may be called again.
    pub async fn wait(&mut self) -> Outcome {
        match self.child.wait().await {
            Ok(status) => {
                self.group.leader_is_reaped();
                outcome(status)
            }
            Err(error) => {
                tracing::error!(pid = self.group.leader, "cannot learn how a child ended: {error}");
                Outcome::Exited(-1)
            }
        }
    }

    /// Ends the program and all it started: SIGTERM, `grace`, SIGKILL.
    pub async fn stop(&mut self, grace: Duration) {
        let target = self.group.target();
        // Waiting at the same time reaps the program as soon as it goes.
        tokio::join!(tree::stop(&target, grace), self.wait());
    }

    /// Lets what the program left running live on, until [`Children::stop_all`].
    pub(super) fn release(mut self) {
        self.group.armed = false;
    }
}

fn outcome(status: ExitStatus) -> Outcome {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => Outcome::Exited(code),
        (None, Some(signal)) => Outcome::Signaled(signal),
        (None, None) => Outcome::Exited(-1),
    }
}

/// The guard of a session of processes: kills it when dropped.
#[derive(Debug)]
struct Group {
    register: Arc<Register>,
    number: u64,
    leader: i32,
    mark: String,
    armed: bool,
    reaped: Option<Instant>,
}

/// For so long after its end a leader's number stands for nobody else: numbers are given out in a circle.
const NUMBER_IS_SAFE: Duration = Duration::from_secs(1);

impl Group {
    fn target(&self) -> Target {
        let stale = self.reaped.is_some_and(|reaped| reaped.elapsed() > NUMBER_IS_SAFE);
        let leaders = if stale { Vec::new() } else { vec![self.leader] };
        Target { leaders, mark: self.mark.clone() }
    }

    fn leader_is_reaped(&mut self) {
        self.reaped.get_or_insert_with(Instant::now);
        // What it left behind is found by its mark. Without /proc the number is the only way back to it.
        if cfg!(target_os = "linux") {
            self.register.lock().remove(&self.number);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.armed {
            tree::kill_now(&self.target());
        }
        if self.armed || cfg!(target_os = "linux") {
            self.register.lock().remove(&self.number);
        }
    }
}
