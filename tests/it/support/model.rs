//! A model server on the loopback that does exactly what a test says, byte by byte.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long anything here waits for the other side before it calls the test failed.
const PATIENCE: Duration = Duration::from_secs(25);

/// A point in a reply where the server waits until the test lets it go on.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<GateState>, Condvar)>);

#[derive(Default)]
struct GateState {
    open: bool,
    reached: bool,
}

impl Gate {
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets every reply that waits here, now or later, go on.
    pub fn open(&self) {
        self.0.0.lock().unwrap().open = true;
        self.0.1.notify_all();
    }

    /// Waits until a reply stands at the gate: all bytes before it are written by then.
    pub fn reached(&self) {
        let (state, _) = self.0.1.wait_timeout_while(self.0.0.lock().unwrap(), PATIENCE, |s| !s.reached).unwrap();
        assert!(state.reached, "no reply came to the gate");
    }

    /// Stands at the gate until it is open.
    pub fn stand(&self) {
        let mut state = self.0.0.lock().unwrap();
        state.reached = true;
        self.0.1.notify_all();
        drop(self.0.1.wait_timeout_while(state, PATIENCE, |s| !s.open).unwrap());
    }
}

/// One thing the server does while it answers.
#[derive(Clone)]
pub enum Step {
    /// Written in one piece, as one chunk where the body is chunked.
    Bytes(Vec<u8>),
    /// Waits for the test.
    Hold(Gate),
    /// Closes the connection here, whatever was promised.
    Cut,
    /// Announces a longer chunk than it writes, then closes.
    Tear(Vec<u8>),
}

/// How the end of the body is told.
#[derive(Clone, Copy, PartialEq)]
pub enum Framing {
    Chunked,
    Length,
    Close,
}

/// A whole HTTP response, as a list of steps.
#[derive(Clone)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub framing: Framing,
    /// Held before the status line is written.
    pub before: Option<Gate>,
    pub steps: Vec<Step>,
}

impl Reply {
    pub fn sse(steps: Vec<Step>) -> Self {
        let headers = vec![("content-type".into(), "text/event-stream".into())];
        Self { status: 200, headers, framing: Framing::Chunked, before: None, steps }
    }

    /// A body that is not a stream, such as an error.
    pub fn json(status: u16, body: &Value) -> Self {
        let headers = vec![("content-type".into(), "application/json".into())];
        let steps = vec![Step::Bytes(body.to_string().into_bytes())];
        Self { status, headers, framing: Framing::Length, before: None, steps }
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(n, _)| !n.eq_ignore_ascii_case(name));
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn status(mut self, status: u16) -> Self {
        self.status = status;
        self
    }

    pub fn framing(mut self, framing: Framing) -> Self {
        self.framing = framing;
        self
    }

    /// Says nothing at all, not even a status, before the gate opens.
    pub fn silent_until(mut self, gate: &Gate) -> Self {
        self.before = Some(gate.clone());
        self
    }

    /// Cuts every write into pieces of at most `size` bytes.
    pub fn split(mut self, size: usize) -> Self {
        self.steps = (self.steps.into_iter())
            .flat_map(|step| match step {
                Step::Bytes(bytes) => bytes.chunks(size).map(|c| Step::Bytes(c.to_vec())).collect(),
                other => vec![other],
            })
            .collect();
        self
    }

    /// Ends every line with CR LF.
    pub fn crlf(mut self) -> Self {
        for step in &mut self.steps {
            if let Step::Bytes(bytes) = step {
                *bytes = String::from_utf8(bytes.clone()).unwrap().replace('\n', "\r\n").into_bytes();
            }
        }
        self
    }

    /// Puts a byte order mark in front of the body.
    pub fn bom(mut self) -> Self {
        self.steps.insert(0, Step::Bytes("\u{feff}".into()));
        self
    }
}

/// What the program under test asked for.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    /// The body as it came.
    pub text: String,
    pub body: Value,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
    }

    pub fn messages(&self) -> &[Value] {
        self.body["messages"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The roles of the conversation, in order.
    pub fn roles(&self) -> Vec<&str> {
        self.messages().iter().map(|m| m["role"].as_str().unwrap_or("?")).collect()
    }

    /// The text of the last message of that role.
    pub fn last(&self, role: &str) -> Option<String> {
        self.messages().iter().rev().find(|m| m["role"] == role).map(|m| text_of(&m["content"]))
    }

    pub fn last_user(&self) -> String {
        self.last("user").unwrap_or_default()
    }

    /// The model has just been given tool results.
    pub fn after_tools(&self) -> bool {
        self.roles().last() == Some(&"tool")
    }
}

/// The text of a message's content, be it a string or a list of parts.
pub fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|p| p["text"].as_str()).collect(),
        _ => String::new(),
    }
}

type Rule = Box<dyn Fn(&Request) -> Option<Reply> + Send>;

#[derive(Default)]
struct State {
    queue: VecDeque<Reply>,
    rules: Vec<Rule>,
    requests: Vec<Request>,
    unscripted: Vec<String>,
    gates: HashMap<String, Gate>,
    hangups: usize,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// The server; it answers as long as the test lives.
#[derive(Clone)]
pub struct Model {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Model {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let model = Self { address: listener.local_addr().unwrap(), shared: Arc::default() };
        let shared = model.shared.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = shared.clone();
                thread::spawn(move || converse(&stream, &shared));
            }
        });
        model
    }

    /// A server with these replies, in order.
    pub fn with(replies: impl IntoIterator<Item = Reply>) -> Self {
        let model = Self::start();
        replies.into_iter().for_each(|reply| model.reply(reply));
        model
    }

    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers the next request that no rule answers.
    pub fn reply(&self, reply: Reply) {
        self.state().queue.push_back(reply);
    }

    /// Asked before the queue, for every request.
    pub fn rule(&self, rule: impl Fn(&Request) -> Option<Reply> + Send + 'static) {
        self.state().rules.push(Box::new(rule));
    }

    /// Asked before all other rules so far.
    pub fn first(&self, rule: impl Fn(&Request) -> Option<Reply> + Send + 'static) {
        self.state().rules.insert(0, Box::new(rule));
    }

    /// Answers every request whose last user message contains `needle`.
    pub fn when(&self, needle: &str, reply: Reply) {
        let needle = needle.to_owned();
        self.rule(move |request| request.last_user().contains(&needle).then(|| reply.clone()));
    }

    /// The gate of that name, as scripts in files use it.
    pub fn gate(&self, name: &str) -> Gate {
        self.state().gates.entry(name.into()).or_default().clone()
    }

    pub fn requests(&self) -> Vec<Request> {
        self.state().requests.clone()
    }

    /// Waits until `count` requests have come, and gives them.
    pub fn asked(&self, count: usize) -> Vec<Request> {
        let state = self.until("requests", |state| state.requests.len() >= count);
        state.requests.clone()
    }

    /// Waits until the program has given up `count` replies before their end.
    pub fn hung_up(&self, count: usize) {
        drop(self.until("given up replies", |state| state.hangups >= count));
    }

    /// Fails when something was asked that no script foresaw, or a reply was never fetched.
    pub fn assert_spent(&self) {
        let state = self.state();
        assert!(state.unscripted.is_empty(), "requests that no script foresaw: {:#?}", state.unscripted);
        assert!(state.queue.is_empty(), "{} scripted replies were never asked for", state.queue.len());
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap()
    }

    fn until(&self, what: &str, mut done: impl FnMut(&State) -> bool) -> MutexGuard<'_, State> {
        let end = Instant::now() + PATIENCE;
        let mut state = self.state();
        while !done(&state) {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited in vain for {what}; {} requests so far", state.requests.len());
            state = self.shared.changed.wait_timeout(state, left).unwrap().0;
        }
        state
    }
}

/// Serves one connection until either side closes it.
fn converse(stream: &TcpStream, shared: &Arc<Shared>) {
    drop(stream.set_nodelay(true));
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader) {
        let reply = choose(request, shared);
        let watch = watch_for_hangup(stream, shared);
        let written = write_reply(stream, &reply);
        if written.is_err() {
            give_up(&watch, shared);
        }
        *watch.lock().unwrap() = false;
        let kept = written.unwrap_or(false);
        if !kept {
            drop(stream.shutdown(Shutdown::Both));
            return;
        }
    }
}

fn choose(request: Request, shared: &Shared) -> Reply {
    let mut state = shared.state.lock().unwrap();
    let chosen = state.rules.iter().find_map(|rule| rule(&request));
    let chosen = match chosen {
        None if request.path.ends_with("/chat/completions") => state.queue.pop_front(),
        other => other,
    };
    let reply = chosen.unwrap_or_else(|| {
        state.unscripted.push(format!("{} {} {}", request.method, request.path, request.body));
        let status = if request.method == "POST" { 400 } else { 404 };
        Reply::json(status, &serde_json::json!({"error": {"message": "the test has no reply for this"}}))
    });
    state.requests.push(request);
    shared.changed.notify_all();
    reply
}

/// Counts the reply as given up when the other side closes while it is being written.
fn watch_for_hangup(stream: &TcpStream, shared: &Arc<Shared>) -> Arc<Mutex<bool>> {
    let busy = Arc::new(Mutex::new(true));
    if let Ok(stream) = stream.try_clone() {
        let (busy, shared) = (busy.clone(), shared.clone());
        thread::spawn(move || {
            if !matches!(stream.peek(&mut [0]), Ok(1..)) {
                give_up(&busy, &shared);
            }
        });
    }
    busy
}

/// Counts a reply that is being written, once, whether the reading or the writing noticed first.
fn give_up(busy: &Mutex<bool>, shared: &Shared) {
    if std::mem::take(&mut *busy.lock().unwrap()) {
        shared.state.lock().unwrap().hangups += 1;
        shared.changed.notify_all();
    }
}

fn read_request(reader: &mut impl BufRead) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    let mut request = Request { method, path, headers, text: String::new(), body: Value::Null };
    let length = request.header("content-length").and_then(|v| v.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    request.text = String::from_utf8_lossy(&body).into_owned();
    request.body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Some(request)
}

/// True when the connection can carry another request.
fn write_reply(mut out: &TcpStream, reply: &Reply) -> std::io::Result<bool> {
    if let Some(gate) = &reply.before {
        gate.stand();
    }
    let mut head = format!("HTTP/1.1 {} scripted\r\n", reply.status);
    for (name, value) in &reply.headers {
        head += &format!("{name}: {value}\r\n");
    }
    head += &match reply.framing {
        Framing::Chunked => "transfer-encoding: chunked\r\n\r\n".into(),
        Framing::Close => "connection: close\r\n\r\n".into(),
        Framing::Length => format!("content-length: {}\r\n\r\n", length(&reply.steps)),
    };
    out.write_all(head.as_bytes())?;
    let chunked = reply.framing == Framing::Chunked;
    for step in &reply.steps {
        match step {
            Step::Bytes(bytes) if bytes.is_empty() => {}
            Step::Bytes(bytes) if chunked => out.write_all(&chunk(bytes, bytes.len()))?,
            Step::Bytes(bytes) => out.write_all(bytes)?,
            Step::Hold(gate) => gate.stand(),
            Step::Cut => return Ok(false),
            Step::Tear(bytes) => {
                let torn = chunk(bytes, bytes.len() + 100);
                out.write_all(&torn[..torn.len() - 2])?;
                return Ok(false);
            }
        }
    }
    if chunked {
        out.write_all(b"0\r\n\r\n")?;
    }
    Ok(reply.framing != Framing::Close)
}

fn chunk(bytes: &[u8], announced: usize) -> Vec<u8> {
    [format!("{announced:x}\r\n").as_bytes(), bytes, b"\r\n"].concat()
}

fn length(steps: &[Step]) -> usize {
    steps.iter().map(|step| if let Step::Bytes(bytes) = step { bytes.len() } else { 0 }).sum()
}
