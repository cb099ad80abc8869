//! A folder for one test: a workspace, a home of hostwire, and nothing of the developer's.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::model::Model;

/// Temporary; gone when dropped.
pub struct Workspace {
    base: PathBuf,
    _folder: TempDir,
}

impl Workspace {
    pub fn new() -> Self {
        let folder = TempDir::with_prefix("hostwire-it-").unwrap();
        let base = folder.path().canonicalize().unwrap();
        for name in ["work", "home", "user", "temp"] {
            fs::create_dir(base.join(name)).unwrap();
        }
        Self { base, _folder: folder }
    }

    /// A workspace whose `mock` provider is the given server.
    pub fn on(model: &Model) -> Self {
        let workspace = Self::new();
        workspace.models(model);
        workspace
    }

    /// The folder that the server works in.
    pub fn path(&self) -> PathBuf {
        self.base.join("work")
    }

    /// hostwire's home.
    pub fn home(&self) -> PathBuf {
        self.base.join("home")
    }

    /// What `HOME` says.
    pub fn user(&self) -> PathBuf {
        self.base.join("user")
    }

    /// What `TMPDIR` says.
    pub fn temp(&self) -> PathBuf {
        self.base.join("temp")
    }

    /// The folder that holds all of these.
    pub fn base(&self) -> &Path {
        &self.base
    }

    pub fn file(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
    }

    /// A pipe with a name: a command that reads it waits until the test writes.
    pub fn fifo(&self, name: &str) -> PathBuf {
        let path = self.path().join(name);
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::from_bits_truncate(0o600)).unwrap();
        path
    }

    /// A program in the workspace.
    pub fn script(&self, path: &str, content: &str) -> PathBuf {
        let path = self.file(path, content);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// An extension in hostwire's home.
    pub fn extension(&self, program: &Path) {
        self.extension_named(program, &program.file_name().unwrap().to_string_lossy());
    }

    /// The same under another name.
    pub fn extension_named(&self, program: &Path, name: &str) {
        let path = self.home().join("extensions").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(program, &path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Makes the workspace a git repository with one commit of all that is in it.
    pub fn git(&self) {
        for args in
            [&["init", "--quiet"][..], &["add", "--all"], &["commit", "--quiet", "--allow-empty", "-m", "start"]]
        {
            let mut command = Command::new("git");
            command.args(["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "init.defaultBranch=main"]);
            command.env("HOME", self.user()).env("GIT_CONFIG_NOSYSTEM", "1");
            let done = command.args(args).current_dir(self.path()).status().unwrap();
            assert!(done.success(), "git {args:?}");
        }
    }

    /// Points the provider `mock`, model `mock-model`, at the server.
    pub fn models(&self, model: &Model) {
        self.provider(&model.base_url(), "");
    }

    /// The same for any address, with further lines for the model.
    pub fn provider(&self, base_url: &str, extra: &str) {
        let yaml = format!(
            "providers:\n  mock:\n    api: openai-completions\n    baseUrl: {base_url}\n    apiKey: test-key\n    models:\n      - id: mock-model\n        name: Mock\n{extra}"
        );
        fs::write(self.home().join("models.yml"), yaml).unwrap();
    }

    /// The settings in hostwire's home.
    pub fn settings(&self, yaml: &str) {
        fs::write(self.home().join("config.yml"), yaml).unwrap();
    }

    /// The session files of this home, oldest first.
    pub fn sessions(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        collect(&self.home().join("sessions"), &mut found);
        found.retain(|path| path.extension().is_some_and(|e| e == "jsonl"));
        found.sort();
        found
    }

    /// The entries of the only session file.
    pub fn transcript(&self) -> Vec<Value> {
        let sessions = self.sessions();
        assert_eq!(sessions.len(), 1, "{sessions:?}");
        let text = fs::read_to_string(&sessions[0]).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }
}

/// The reading end of a pipe that a process and its children hold open: it ends when the last of them does.
pub struct Lifeline {
    lines: mpsc::Receiver<()>,
}

impl Lifeline {
    pub fn new(fifo: PathBuf) -> Self {
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            // The end of the thread, which drops the sender, is the end of the last holder.
            let lines = BufReader::new(fs::File::open(fifo)?).lines();
            lines.for_each(|_| sender.send(()).unwrap_or_default());
            Ok::<(), std::io::Error>(())
        });
        Self { lines }
    }

    /// Waits until a holder has written a line.
    pub fn lives(&self) {
        assert_eq!(self.lines.recv_timeout(Duration::from_secs(20)), Ok(()), "nobody took up the line");
    }

    /// Waits until no process holds the other end any more.
    pub fn ends(&self) {
        let end = self.lines.recv_timeout(Duration::from_secs(5));
        assert_eq!(end, Err(mpsc::RecvTimeoutError::Disconnected), "a process still runs");
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => collect(&path, found),
            path => found.push(path),
        }
    }
}
