//! The process of one extension: its pipes, read and written within bounds, and its end.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader};
use tokio::process::{ChildStderr, ChildStdout};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::base::process::{Outcome, Process};
use crate::base::task::BrokeOff;
use crate::base::text::clip;
use crate::proto::extension::{self as protocol, CommandName, ControlFrame, HelloCommand};
use crate::proto::frame::{Decoded, Invalid};

use super::budget::Budget;
use super::handler::Cx;
use super::live::Extension;
use super::reply::Reply;

/// Longest line in bytes.
const LONGEST_LINE: usize = 4 * 1024 * 1024;
/// Lines, and bytes, that an extension may write at once and then in each second.
const LINES: (u32, u32) = (1000, 200);
const BYTES: (u32, u32) = (16 * 1024 * 1024, 1024 * 1024);
/// The same for what it complains about.
const COMPLAINTS: (u32, u32) = (1024 * 1024, 256 * 1024);
/// What is said of who writes more.
const FLOOD: &str = "it writes more than can be read: a flood";
/// Bytes of its complaints that are kept for the word on why it ended.
const KEPT: usize = 2048;
/// Longest line of it in the log.
const LONGEST_COMPLAINT: usize = 1000;
/// Bytes waiting for the host above which an extension is not read further.
const SOFT_MARK: usize = 256 * 1024;
/// How long a program that closed its output gets to end, and one that is told to end.
const GRACE: Duration = Duration::from_millis(500);

/// The first line, with the answer that is owed to it, and the way to let the extension go on.
pub(super) struct Hello {
    pub command: HelloCommand,
    pub reply: Reply<HelloCommand>,
    pub accepted: oneshot::Sender<()>,
}

/// What an extension complains about: the end of it, and the task that reads it.
pub(super) struct Complaints {
    pub words: LastWords,
    pub reading: JoinHandle<Result<(), BrokeOff>>,
}

impl Complaints {
    /// The last line that says something. A child that it left behind may hold the pipe open, so this has an end.
    async fn last(self, extension: &Extension) -> String {
        if !extension.is_leaving() {
            let _ = tokio::time::timeout(GRACE, self.reading).await;
        }
        self.words.line().unwrap_or_default()
    }
}

/// The end of what it complained about. A leaf lock, never held across an await.
#[derive(Clone, Default)]
pub(super) struct LastWords(Arc<Mutex<VecDeque<u8>>>);

impl LastWords {
    fn push(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from = bytes.len().saturating_sub(KEPT);
        kept.extend(bytes.get(from..).unwrap_or_default());
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }

    /// The last line that says something.
    fn line(&self) -> Option<String> {
        let bytes: Vec<u8> = self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        text.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)
    }
}

/// Reads the program until it or the extension ends, then ends both.
pub(super) async fn attend(
    cx: Cx,
    stdout: ChildStdout,
    mut process: Process,
    complaints: Complaints,
    hello: oneshot::Sender<Hello>,
) {
    let extension = cx.extension.clone();
    let closed = tokio::select! {
        biased;
        () = extension.gone().cancelled() => false,
        closed = read(&cx, stdout, hello) => closed,
    };
    if closed && !extension.is_over() {
        let outcome = tokio::time::timeout(GRACE, process.wait()).await.ok();
        judge(&extension, outcome, &complaints.last(&extension).await);
    }
    // Its input is closed; who was refused reads why.
    let _ = tokio::time::timeout(GRACE, process.wait()).await;
    process.stop(GRACE).await;
}

/// Whether it was right for a program to end like this.
fn judge(extension: &Extension, outcome: Option<Outcome>, last_words: &str) {
    let is_idle = extension.offer().is_some() && extension.questions.oldest().is_none();
    // Without whom calls depend on, none runs any more: the host must know why.
    let may_go = is_idle && !extension.must_decide();
    let how = match outcome {
        _ if extension.is_leaving() => return extension.finish(),
        Some(Outcome::Exited(0)) if may_go => return extension.finish(),
        Some(Outcome::Exited(code)) => format!("it ended with code {code}"),
        Some(Outcome::Signaled(signal)) => format!("it was ended by signal {signal}"),
        Some(_) | None => "it closed its output".to_owned(),
    };
    let event = extension.occupation();
    match clip(last_words, LONGEST_COMPLAINT) {
        words if words.is_empty() => extension.fail(event, how),
        words => extension.fail(event, format!("{how}; its last words: {words}")),
    }
}

/// Serves line by line; `true` when the output ended, `false` when the extension failed.
async fn read(cx: &Cx, stdout: ChildStdout, hello: oneshot::Sender<Hello>) -> bool {
    let extension = &cx.extension;
    let mut source = Source::new(stdout);
    let (mut lines, mut progress) = (Budget::new(LINES.0, LINES.1), Budget::new(LINES.0, LINES.1));
    let mut hello = Some(hello);
    loop {
        let line = match source.next().await {
            Ok(Some(line)) => line,
            Ok(None) => return true,
            Err(why) => {
                extension.fail("stdout", why);
                return false;
            }
        };
        if let Some(greeted) = hello.take_if(|_| !line.trim().is_empty()) {
            if !greets(cx, line, greeted).await {
                return false;
            }
        } else if let Err(why) = serve(cx, line, &mut lines, &mut progress) {
            extension.fail("stdout", why);
            return false;
        }
        // What an extension has to say waits for a slow host, too.
        if extension.voice.pending() > SOFT_MARK {
            extension.voice.below(SOFT_MARK / 2).await;
        }
    }
}

/// The first line; completes when it was taken.
async fn greets(cx: &Cx, line: &str, hello: oneshot::Sender<Hello>) -> bool {
    let extension = &cx.extension;
    match protocol::decode(line, extension.strictness) {
        Decoded::Command { id, command: protocol::Command::Hello(command) } => {
            let (accepted, go_on) = oneshot::channel();
            let reply = Reply::new(extension.clone(), id);
            // Without a listener the process ends.
            hello.send(Hello { command, reply, accepted }).is_ok() && go_on.await.is_ok()
        }
        Decoded::Command { .. } | Decoded::Control(_) => {
            extension.fail("hello", "The first line must be hello, and there is only one");
            false
        }
        Decoded::Invalid(invalid) => {
            extension.fail("hello", told(invalid));
            false
        }
    }
}

/// One line. Progress has a budget of its own, so that an answer behind much of it is no flood.
fn serve(cx: &Cx, line: &str, lines: &mut Budget, progress: &mut Budget) -> Result<(), String> {
    if line.trim().is_empty() {
        return if lines.take(1) { Ok(()) } else { Err(FLOOD.to_owned()) };
    }
    match protocol::decode(line, cx.extension.strictness) {
        Decoded::Control(ControlFrame::Progress(told)) => {
            // The surplus is passed over: each replaces the one before.
            if progress.take(1) {
                cx.extension.questions.progress(told);
            }
        }
        _ if !lines.take(1) => return Err(FLOOD.to_owned()),
        Decoded::Command { id, command } => {
            if command.name() == CommandName::Hello {
                return Err("The first line must be hello, and there is only one".to_owned());
            }
            protocol::dispatch(&super::handler::Commands, cx, id, command);
        }
        Decoded::Control(ControlFrame::Answer(answer)) => cx.extension.questions.settle(answer),
        Decoded::Invalid(invalid) => return Err(told(invalid)),
    }
    Ok(())
}

fn told(invalid: Invalid) -> String {
    match invalid {
        Invalid::Json { detail } | Invalid::NoCommand { detail, .. } => {
            format!("it wrote a line that is no frame: {detail}")
        }
        Invalid::Unknown { name, .. } => {
            format!("it wrote a frame of a type that nobody knows: {:?}", clip(&name, 60))
        }
        Invalid::Parameters { name, pointer, text, .. } => {
            let place = if pointer.is_empty() { String::new() } else { format!(" at {pointer}") };
            format!("it wrote a frame {name} that is wrong{place}: {text}")
        }
    }
}

/// Lines out of a pipe, with a bound for each and for how many bytes come.
struct Source {
    pipe: BufReader<ChildStdout>,
    line: Vec<u8>,
    bytes: Budget,
}

impl Source {
    fn new(stdout: ChildStdout) -> Self {
        Self {
            pipe: BufReader::with_capacity(32 * 1024, stdout),
            line: Vec::new(),
            bytes: Budget::new(BYTES.0, BYTES.1),
        }
    }

    /// The next line without its end; `None` at the end of the output.
    async fn next(&mut self) -> Result<Option<&str>, String> {
        self.line.clear();
        loop {
            // An output that cannot be read has ended.
            let chunk = self.pipe.fill_buf().await.unwrap_or_default();
            if chunk.is_empty() && self.line.is_empty() {
                return Ok(None);
            }
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
            if self.line.len() + part.len() > LONGEST_LINE {
                return Err(format!("it wrote a line of more than {LONGEST_LINE} bytes"));
            }
            self.line.extend_from_slice(part);
            let (used, ended) = (part.len() + usize::from(end.is_some()), end.is_some() || chunk.is_empty());
            self.pipe.consume(used);
            if !self.bytes.take(used) {
                return Err(FLOOD.to_owned());
            }
            if ended {
                break;
            }
        }
        match std::str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(line)),
            Err(error) => Err(format!("it wrote a line that is not UTF-8 from byte {}", error.valid_up_to())),
        }
    }
}

/// Reads what an extension complains about for as long as it lives: unread, it would block (hazard K60).
pub(super) async fn drain(extension: Arc<Extension>, mut stderr: ChildStderr, words: LastWords) {
    let mut chunk = vec![0; 8 * 1024];
    let mut budget = Budget::new(COMPLAINTS.0, COMPLAINTS.1);
    while let Ok(count) = stderr.read(&mut chunk).await {
        let Some(bytes) = chunk.get(..count).filter(|bytes| !bytes.is_empty()) else { return };
        words.push(bytes);
        if !budget.take(count) {
            extension.fail("stderr", "it complains without end: a flood");
            return;
        }
        if tracing::enabled!(tracing::Level::INFO) {
            for line in String::from_utf8_lossy(bytes).lines().filter(|line| !line.trim().is_empty()) {
                tracing::info!(extension = %extension.path.display(), "{}", clip(line, LONGEST_COMPLAINT));
            }
        }
    }
}
