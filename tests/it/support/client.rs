//! The host's side of the pipes: sends lines, reads frames against a deadline, remembers both.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::server::Pace;

/// One line that the server wrote.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The line without its LF.
    pub raw: String,
    pub value: Value,
}

impl Frame {
    fn read(line: Vec<u8>) -> Result<Self, String> {
        let mut raw = String::from_utf8(line).map_err(|e| format!("a frame is not UTF-8: {e}"))?;
        if raw.pop() != Some('\n') {
            return Err(format!("the last line has no LF: {raw}"));
        }
        if raw.contains('\r') || raw.starts_with('\u{feff}') {
            return Err(format!("a frame holds a CR or a BOM: {raw}"));
        }
        let value: Value = serde_json::from_str(&raw).map_err(|e| format!("a frame is not JSON: {e}: {raw}"))?;
        if !value["type"].is_string() {
            return Err(format!("a frame has no type: {raw}"));
        }
        Ok(Self { raw, value })
    }

    pub fn kind(&self) -> &str {
        self.value["type"].as_str().unwrap_or_default()
    }

    pub fn is(&self, kind: &str) -> bool {
        self.kind() == kind
    }

    pub fn is_reply(&self, id: &str) -> bool {
        self.is("response") && self.value["id"] == id
    }

    /// The text that a `text_delta` update adds.
    pub fn delta(&self) -> Option<&str> {
        let event = &self.value["assistantMessageEvent"];
        if event["type"] == "text_delta" { event["delta"].as_str() } else { None }
    }

    /// Every member of `pattern` is in this frame, at every depth.
    pub fn has(&self, pattern: &Value) -> bool {
        covers(&self.value, pattern)
    }
}

/// `value` holds all that `pattern` holds; objects may hold more.
pub fn covers(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (Value::Object(value), Value::Object(pattern)) => {
            pattern.iter().all(|(key, wanted)| value.get(key).is_some_and(|found| covers(found, wanted)))
        }
        (Value::Array(value), Value::Array(pattern)) => {
            value.len() == pattern.len() && value.iter().zip(pattern).all(|(v, p)| covers(v, p))
        }
        _ => value == pattern,
    }
}

/// Both directions, abridged: the first lines and the last.
#[derive(Default)]
struct Dialogue {
    first: Vec<String>,
    last: VecDeque<String>,
    dropped: usize,
}

impl Dialogue {
    const KEPT: usize = 120;

    fn note(&mut self, mark: &str, line: &[u8]) {
        let shown = String::from_utf8_lossy(&line[..line.len().min(600)]);
        let cut = if line.len() > 600 { format!("… ({} bytes)", line.len()) } else { String::new() };
        let entry = format!("{mark} {}{cut}", shown.trim_end_matches('\n'));
        if self.first.len() < Self::KEPT {
            return self.first.push(entry);
        }
        self.last.push_back(entry);
        if self.last.len() > Self::KEPT {
            self.last.pop_front();
            self.dropped += 1;
        }
    }
}

/// The host.
pub struct Client {
    stdin: Option<ChildStdin>,
    frames: Receiver<Result<Frame, String>>,
    dialogue: Arc<Mutex<Dialogue>>,
    deadline: Instant,
    bytes_read: Arc<Mutex<u64>>,
}

impl Client {
    pub fn new(stdin: ChildStdin, stdout: ChildStdout, pace: Pace, limit: Duration) -> Self {
        let (sender, frames) = mpsc::channel();
        let dialogue: Arc<Mutex<Dialogue>> = Arc::default();
        let bytes_read = Arc::new(Mutex::new(0));
        let reader = Reader { dialogue: dialogue.clone(), sender, bytes: bytes_read.clone() };
        thread::spawn(move || reader.run(stdout, pace));
        // The watchdog kills the process at the limit; this only catches a reader that is itself stuck.
        let deadline = Instant::now() + limit + Duration::from_secs(5);
        Self { stdin: Some(stdin), frames, dialogue, deadline, bytes_read }
    }

    pub fn send(&mut self, frame: &Value) {
        self.send_line(&frame.to_string());
    }

    pub fn send_line(&mut self, line: &str) {
        self.send_raw(format!("{line}\n").as_bytes());
    }

    pub fn send_raw(&mut self, bytes: &[u8]) {
        if let Err(error) = self.try_send_raw(bytes) {
            panic!("the server does not take input: {error}");
        }
    }

    /// For tests in which the server may be gone already.
    pub fn try_send_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.dialogue.lock().unwrap().note(">", bytes);
        let stdin = self.stdin.as_mut().expect("stdin is closed");
        stdin.write_all(bytes)?;
        stdin.flush()
    }

    /// Writes every byte by itself.
    pub fn send_bytewise(&mut self, bytes: &[u8]) {
        self.dialogue.lock().unwrap().note("> (a byte at a time)", bytes);
        let stdin = self.stdin.as_mut().expect("stdin is closed");
        for byte in bytes {
            stdin.write_all(&[*byte]).and_then(|()| stdin.flush()).expect("the server takes input");
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        if self.stdin.take().is_some() {
            self.dialogue.lock().unwrap().note(">", b"(end of input)");
        }
    }

    /// The next frame; none when the output has ended.
    pub fn poll(&mut self) -> Option<Frame> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.frames.recv_timeout(left) {
            Ok(Ok(frame)) => Some(frame),
            Ok(Err(why)) => panic!("{why}"),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("no frame came in time"),
        }
    }

    pub fn next(&mut self) -> Frame {
        self.poll().expect("another frame, but the output has ended")
    }

    /// The next frame, which must be of this type.
    pub fn expect(&mut self, kind: &str) -> Frame {
        let frame = self.next();
        assert_eq!(frame.kind(), kind, "{}", frame.raw);
        frame
    }

    /// Reads up to the first frame that is wanted, and gives all that was read.
    pub fn until(&mut self, mut wanted: impl FnMut(&Frame) -> bool) -> Vec<Frame> {
        let mut read = Vec::new();
        loop {
            read.push(self.next());
            if read.last().is_some_and(&mut wanted) {
                return read;
            }
        }
    }

    pub fn until_kind(&mut self, kind: &str) -> Vec<Frame> {
        self.until(|frame| frame.is(kind))
    }

    /// So many frames, or fewer when the run ends before.
    pub fn up_to(&mut self, frames: usize) -> Vec<Frame> {
        let mut read: Vec<Frame> = Vec::new();
        while read.len() < frames && !read.last().is_some_and(|frame| frame.is("agent_end")) {
            read.push(self.next());
        }
        read
    }

    /// Reads up to the reply to `id` and gives it; what came before it is passed over.
    pub fn reply(&mut self, id: &str) -> Value {
        self.until(|frame| frame.is_reply(id)).pop().map(|frame| frame.value).unwrap_or_default()
    }

    /// Sends a command and gives its reply, whatever it says.
    pub fn ask(&mut self, command: &Value) -> Value {
        self.send(command);
        self.reply(command["id"].as_str().expect("the command has an id"))
    }

    /// Sends a command that must succeed and gives its data.
    pub fn call(&mut self, command: &Value) -> Value {
        let reply = self.ask(command);
        assert_eq!(reply["success"], true, "{reply}");
        reply["data"].clone()
    }

    /// Sends a prompt and reads to the end of its run.
    pub fn run(&mut self, id: &str, message: &str) -> Vec<Frame> {
        self.send(&serde_json::json!({"id": id, "type": "prompt", "message": message}));
        self.until_kind("agent_end")
    }

    /// Everything up to the end of the output.
    pub fn rest(&mut self) -> Vec<Frame> {
        std::iter::from_fn(|| self.poll()).collect()
    }

    /// How many bytes the server has written, as far as they were read.
    pub fn bytes_read(&self) -> u64 {
        *self.bytes_read.lock().unwrap()
    }

    pub fn dialogue(&self) -> String {
        let dialogue = self.dialogue.lock().unwrap();
        let mut text: String = dialogue.first.iter().map(|line| format!("{line}\n")).collect();
        if dialogue.dropped > 0 {
            text += &format!("… {} lines …\n", dialogue.dropped);
        }
        text.extend(dialogue.last.iter().map(|line| format!("{line}\n")));
        text
    }
}

struct Reader {
    dialogue: Arc<Mutex<Dialogue>>,
    sender: Sender<Result<Frame, String>>,
    bytes: Arc<Mutex<u64>>,
}

impl Reader {
    fn run(self, stdout: ChildStdout, pace: Pace) {
        match pace {
            Pace::Slow { bytes, pause } => self.lines(Paced { inner: stdout, bytes, pause, left: bytes }, None),
            pace => self.lines(stdout, Some(pace)),
        }
    }

    fn lines(self, source: impl Read, pace: Option<Pace>) {
        let mut source = BufReader::new(source);
        let mut count = 0;
        loop {
            match &pace {
                Some(Pace::Gone { after }) if count == *after => return,
                Some(Pace::Stalled { after, gate }) if count == *after => gate.stand(),
                _ => {}
            }
            let mut line = Vec::new();
            match source.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => count += 1,
            }
            *self.bytes.lock().unwrap() += line.len() as u64;
            self.dialogue.lock().unwrap().note("<", &line);
            if self.sender.send(Frame::read(line)).is_err() {
                return;
            }
        }
    }
}

/// A reader that takes so many bytes and then rests.
struct Paced<R> {
    inner: R,
    bytes: usize,
    pause: Duration,
    left: usize,
}

impl<R: Read> Read for Paced<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let (_keep, never) = mpsc::channel::<()>();
            let _ = never.recv_timeout(self.pause);
            self.left = self.bytes;
        }
        let size = buffer.len().min(self.left);
        let read = self.inner.read(&mut buffer[..size])?;
        self.left -= read;
        Ok(read)
    }
}
