//! What is started: program, folder and environment, prepared so that nothing can wait for a person.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tokio::process::Command;

/// Carries the id of the command to all its descendants, so that they are found when they left the process group.
pub(super) const MARK: &str = "HOSTWIRE_RUN";

/// Longer commands do not fit one argument on Linux (128 KiB) and go through a file.
const LONGEST_ARGUMENT: usize = 100 * 1024;

/// Set unless the environment has them already. `false` as an editor lets a commit or a rebase fail visibly
/// instead of keeping what was there; the pagers and prompts would otherwise wait for a key.
const UNATTENDED: [(&str, &str); 13] = [
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_PAGER", "cat"),
    ("PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("SYSTEMD_PAGER", "cat"),
    ("EDITOR", "false"),
    ("VISUAL", "false"),
    ("SSH_ASKPASS", "false"),
    ("SSH_ASKPASS_REQUIRE", "force"),
    ("GCM_INTERACTIVE", "never"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("PIP_NO_INPUT", "1"),
    ("NO_COLOR", "1"),
];

/// A child could not be started.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// The folder to start in is missing, or is no folder.
    #[error("cannot run in {}: no such folder", .0.display())]
    Folder(PathBuf),
    /// There is no such program.
    #[error("program not found: {0}")]
    Program(String),
    /// Anything else that the system refused.
    #[error("cannot start a process: {0}")]
    Start(#[from] io::Error),
}

/// A program with its arguments, folder and environment.
#[derive(Debug, Clone)]
pub struct Launch {
    what: What,
    cwd: PathBuf,
    set: Vec<(OsString, OsString)>,
    removed: Vec<OsString>,
}

#[derive(Debug, Clone)]
enum What {
    Shell(String),
    Program { program: OsString, arguments: Vec<OsString> },
}

/// The command to spawn, and the script file that must live as long as it runs.
pub(super) struct Prepared {
    pub(super) command: Command,
    pub(super) script: Option<tempfile::TempPath>,
}

impl Launch {
    /// `command` for bash, or for sh where there is no bash.
    pub fn shell(command: impl Into<String>, cwd: impl Into<PathBuf>) -> Self {
        Self::new(What::Shell(command.into()), cwd.into())
    }

    /// A program without a shell. A name without a slash is looked up in `PATH`.
    pub fn program<A: Into<OsString>>(
        program: impl Into<OsString>,
        arguments: impl IntoIterator<Item = A>,
        cwd: impl Into<PathBuf>,
    ) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self::new(What::Program { program: program.into(), arguments }, cwd.into())
    }

    fn new(what: What, cwd: PathBuf) -> Self {
        Self { what, cwd, set: Vec::new(), removed: Vec::new() }
    }

    /// Sets a variable for the child. It wins over what is inherited, over [`Launch::without`] and over the defaults.
    #[must_use]
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.set.push((name.into(), value.into()));
        self
    }

    /// Keeps a variable of this process from the child.
    #[must_use]
    pub fn without(mut self, name: impl Into<OsString>) -> Self {
        self.removed.push(name.into());
        self
    }

    /// For a child whose streams are this terminal. A shell opens it by its name first: so the terminal becomes the one
    /// that controls its session, as for a person.
    pub(super) fn in_terminal(mut self, terminal: &Path) -> Self {
        if let What::Shell(text) = &mut self.what {
            *text = format!(": <{}; {text}", terminal.display());
        }
        self.set.insert(0, ("TERM".into(), "xterm-256color".into()));
        self
    }

    /// The folder in which the child starts.
    pub fn cwd(&self) -> &Path {
        &self.cwd
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that starts children")]
    pub(super) fn prepare(&self, mark: &str) -> Result<Prepared, ProcessError> {
        if !self.cwd.is_dir() {
            return Err(ProcessError::Folder(self.cwd.clone()));
        }
        let (mut command, script) = match &self.what {
            What::Program { program, arguments } => {
                let mut command = Command::new(program);
                command.args(arguments);
                (command, None)
            }
            What::Shell(text) => shell_command(text)?,
        };
        command.current_dir(&self.cwd);
        self.environment(&mut command);
        command.env(MARK, mark);
        Ok(Prepared { command, script })
    }

    fn environment(&self, command: &mut Command) {
        let given = |name: &str| {
            let name = OsStr::new(name);
            let inherited = !self.removed.iter().any(|other| other == name) && std::env::var_os(name).is_some();
            inherited || self.set.iter().any(|(other, _)| other == name)
        };
        for name in &self.removed {
            command.env_remove(name);
        }
        for (name, value) in UNATTENDED {
            if !given(name) {
                command.env(name, value);
            }
        }
        if !given("GIT_ASKPASS") && !given("SSH_ASKPASS") {
            command.env("GIT_ASKPASS", "false");
        }
        // Git asks GIT_EDITOR first, then its configuration: without this an editor from there would be opened.
        // A person's own choice of editor in the environment stands.
        let editor_chosen = given("EDITOR") || given("VISUAL");
        for name in ["GIT_EDITOR", "GIT_SEQUENCE_EDITOR"] {
            if !editor_chosen && !given(name) && !given("GIT_EDITOR") {
                command.env(name, "false");
            }
        }
        command.env("TERM", "dumb");
        command.envs(self.set.iter().map(|(name, value)| (name, value)));
    }

    /// How the child is named in errors.
    pub(super) fn label(&self) -> String {
        match &self.what {
            What::Shell(_) => "sh".to_owned(),
            What::Program { program, .. } => program.to_string_lossy().into_owned(),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "goes to `prepare`, which sets up the child")]
fn shell_command(text: &str) -> io::Result<(Command, Option<tempfile::TempPath>)> {
    let mut command = Command::new(find_shell());
    if text.len() <= LONGEST_ARGUMENT {
        command.arg("-c").arg(text);
        return Ok((command, None));
    }
    let mut script = tempfile::NamedTempFile::new()?;
    script.write_all(text.as_bytes())?;
    let path = script.into_temp_path();
    command.arg(&path);
    Ok((command, Some(path)))
}

fn find_shell() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/bin"), PathBuf::from("/usr/bin")])
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join("bash"))
        .find(|candidate| candidate.is_file())
        .unwrap_or_else(|| PathBuf::from("/bin/sh"))
}
