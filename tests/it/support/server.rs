//! Starts the real binary in a world of its own, and ends it whatever happens.

use std::io::{self, Read};
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::client::{Client, Frame};
use super::model::Gate;
use super::workspace::Workspace;

/// How the host reads what the server writes.
#[derive(Clone)]
pub enum Pace {
    /// As fast as it comes.
    Fast,
    /// So many bytes, then a pause.
    Slow { bytes: usize, pause: Duration },
    /// So many frames, then nothing until the gate opens.
    Stalled { after: usize, gate: Gate },
    /// So many frames, then the pipe is closed.
    Gone { after: usize },
}

/// What a server is started with.
pub struct Launch {
    program: PathBuf,
    args: Vec<String>,
    env: Vec<(String, String)>,
    cwd: PathBuf,
    limit: Duration,
    pace: Pace,
}

impl Launch {
    /// The server of the veyyon dialect, strict in both directions.
    pub fn new(workspace: &Workspace) -> Self {
        Self::bare(workspace).args(["--mode", "rpc", "--strict"])
    }

    /// The same without `--strict`.
    pub fn lenient(workspace: &Workspace) -> Self {
        Self::bare(workspace).args(["--mode", "rpc"])
    }

    /// The binary without arguments.
    pub fn bare(workspace: &Workspace) -> Self {
        let env = vec![
            ("PATH".into(), std::env::var("PATH").unwrap_or_default()),
            ("HOSTWIRE_HOME".into(), workspace.home().display().to_string()),
            ("HOME".into(), workspace.user().display().to_string()),
            ("TMPDIR".into(), workspace.temp().display().to_string()),
        ];
        Self {
            program: env!("CARGO_BIN_EXE_hostwire").into(),
            args: Vec::new(),
            env,
            cwd: workspace.path().to_owned(),
            limit: Duration::from_secs(30),
            pace: Pace::Fast,
        }
    }

    pub fn program(mut self, program: impl Into<PathBuf>) -> Self {
        self.program = program.into();
        self
    }

    pub fn arg(self, arg: impl Into<String>) -> Self {
        self.args([arg.into()])
    }

    pub fn args<S: Into<String>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// The time after which the process is killed and the test fails.
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    pub fn pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Starts the process and reads nothing yet.
    pub fn spawn(self) -> Server {
        let mut command = Command::new(&self.program);
        command.args(&self.args).env_clear().envs(self.env).current_dir(&self.cwd);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|e| panic!("{}: {e}", self.program.display()));
        let (stderr, stderr_end) = collect(child.stderr.take().unwrap());
        let client = Client::new(child.stdin.take().unwrap(), child.stdout.take().unwrap(), self.pace, self.limit);
        let mut server =
            Server { child, client, stderr, stderr_end, status: None, alive: None, expired: Arc::default() };
        server.watch(self.limit);
        server
    }

    /// Starts the process and reads the two frames that it begins with.
    pub fn start(self) -> Server {
        let mut server = self.spawn();
        server.expect("ready");
        server.expect("available_commands_update");
        server
    }
}

/// A running process and the host's end of its pipes.
pub struct Server {
    child: Child,
    client: Client,
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Disconnects at the end of stderr.
    stderr_end: mpsc::Receiver<()>,
    status: Option<ExitStatus>,
    alive: Option<mpsc::Sender<()>>,
    expired: Arc<AtomicBool>,
}

/// What was left when the process had ended.
pub struct Ended {
    pub code: Option<i32>,
    pub frames: Vec<Frame>,
    pub stderr: String,
}

impl Server {
    /// Kills the process when its time is up; every wait of the test ends with it.
    fn watch(&mut self, limit: Duration) {
        let (alive, gone) = mpsc::channel();
        self.alive = Some(alive);
        let (pid, expired) = (self.pid(), self.expired.clone());
        thread::spawn(move || {
            if gone.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                expired.store(true, Ordering::SeqCst);
                let _ = kill(pid, Signal::SIGKILL);
            }
        });
    }

    pub fn pid(&self) -> Pid {
        Pid::from_raw(i32::try_from(self.child.id()).unwrap())
    }

    pub fn signal(&self, signal: Signal) {
        kill(self.pid(), signal).unwrap();
    }

    /// Ends the process at once and leaves no zombie.
    pub fn kill(&mut self) {
        drop(self.child.kill());
        self.wait();
    }

    /// Waits for the process to end by itself.
    pub fn wait(&mut self) -> ExitStatus {
        if let Some(status) = self.status {
            return status;
        }
        let status = self.child.wait().unwrap();
        self.status = Some(status);
        self.alive = None;
        assert!(!self.expired.load(Ordering::SeqCst), "the process had to be killed: its time was up");
        status
    }

    /// Closes stdin, reads what comes, waits for the end.
    pub fn finish(&mut self) -> Ended {
        self.client.close();
        self.ended()
    }

    /// Reads what comes and waits for the end, without closing stdin.
    pub fn ended(&mut self) -> Ended {
        let frames = self.client.rest();
        let code = self.wait().code();
        // What was written before the end is read to its end; a child that holds the pipe must not stop the test.
        let _ = self.stderr_end.recv_timeout(Duration::from_secs(5));
        Ended { code, frames, stderr: self.stderr() }
    }

    /// What the process has said on stderr so far.
    pub fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.stderr.lock().unwrap()).into_owned()
    }

    /// The most memory the process has ever held, in KiB, as Linux counts it.
    pub fn peak_memory(&self) -> Option<u64> {
        self.measure("VmHWM:")
    }

    /// The memory it holds now, in KiB, without the pages of the binary, which is large when it is built for tests.
    pub fn memory(&self) -> Option<u64> {
        self.measure("RssAnon:")
    }

    fn measure(&self, what: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with(what))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl DerefMut for Server {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.status.is_none() {
            drop(self.child.kill());
            drop(self.child.wait());
        }
        if thread::panicking() {
            eprintln!("--- dialogue ---\n{}--- stderr ---\n{}---", self.client.dialogue(), self.stderr());
        }
    }
}

fn collect(mut from: impl Read + Send + 'static) -> (Arc<Mutex<Vec<u8>>>, mpsc::Receiver<()>) {
    let text = Arc::new(Mutex::new(Vec::new()));
    let into = text.clone();
    let (end, ended) = mpsc::channel();
    thread::spawn(move || -> io::Result<()> {
        let _end: mpsc::Sender<()> = end;
        let mut buffer = [0; 4096];
        loop {
            match from.read(&mut buffer)? {
                0 => return Ok(()),
                n => into.lock().unwrap().extend_from_slice(&buffer[..n]),
            }
        }
    });
    (text, ended)
}
