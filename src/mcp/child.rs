//! A server that is our child: its pipes, its stderr, its end.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::base::process::{Children, Launch, Process};
use crate::base::task::{BrokeOff, Tasks};

use super::config::{Config, Reach};

/// Bytes of stderr that are kept for the word on why a server ended.
const KEPT: usize = 2048;
/// Longest line that goes to the log whole.
const LONGEST_LINE: usize = 1000;
/// What a child gets to end by itself.
const GRACE: Duration = Duration::from_secs(1);
/// How long the rest of its complaints is read when it has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A started server.
pub(super) struct Child {
    pub stdin: ChildStdin,
    pub stdout: ChildStdout,
    pub end: End,
}

/// What is left to do when the connection is over.
pub(super) struct End {
    process: Process,
    words: LastWords,
    drained: JoinHandle<Result<(), BrokeOff>>,
    /// Cancelled when it has to be ended, because it does not do its part.
    pub cut: CancellationToken,
}

/// The end of what a server complained about. A leaf lock, never held across an await.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<VecDeque<u8>>>);

impl Child {
    /// Starts the program without the variables that hostwire reads credentials from (hazard K29).
    pub(super) fn start(
        config: &Config,
        cwd: &Path,
        hidden: &[String],
        children: &Children,
        tasks: &Tasks,
    ) -> Result<Self, String> {
        let Reach::Child { command, args, env } = &config.reach else {
            return Err("it is not a program".to_owned());
        };
        let mut launch = Launch::program(command.clone(), args.clone(), cwd);
        for name in hidden {
            launch = launch.without(name);
        }
        for (name, value) in env {
            launch = launch.env(name, value);
        }
        let piped = children.piped(&launch).map_err(|error| error.to_string())?;
        let words = LastWords::default();
        let drained = drain(config.name.clone(), piped.stderr, words.clone());
        let drained = tasks.spawn("stderr of an MCP server", drained);
        let end = End { process: piped.process, words, drained, cut: CancellationToken::new() };
        Ok(Self { stdin: piped.stdin, stdout: piped.stdout, end })
    }
}

impl End {
    /// Ends the program, if it has not ended, and gives its last words.
    pub(super) async fn finish(mut self) -> String {
        self.process.stop(GRACE).await;
        // What it wrote last may still lie in the pipe; somebody else may hold the other end.
        let _ = timeout(LAST_WORDS, self.drained).await;
        self.words.text()
    }
}

impl LastWords {
    /// The last line that says something.
    pub(super) fn text(&self) -> String {
        let bytes: Vec<u8> = self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
        last.unwrap_or_default().to_owned()
    }

    fn push(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from = bytes.len().saturating_sub(KEPT);
        kept.extend(bytes.get(from..).unwrap_or_default());
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}

/// Reads what a server complains about for as long as it lives: unread, it would block (hazard K60).
async fn drain(name: String, mut stderr: ChildStderr, words: LastWords) {
    let mut chunk = vec![0; 8 * 1024];
    let mut since_pause = 0;
    while let Ok(count) = stderr.read(&mut chunk).await {
        let Some(bytes) = chunk.get(..count).filter(|bytes| !bytes.is_empty()) else { return };
        words.push(bytes);
        if tracing::enabled!(tracing::Level::DEBUG) {
            for line in String::from_utf8_lossy(bytes).lines().filter(|line| !line.trim().is_empty()) {
                tracing::debug!(server = name, "{}", crate::base::text::clip(line, LONGEST_LINE));
            }
        }
        since_pause += count;
        if since_pause >= 1 << 20 {
            // A server that complains without end must not keep the others from their turn.
            since_pause = 0;
            tokio::task::yield_now().await;
        }
    }
}
