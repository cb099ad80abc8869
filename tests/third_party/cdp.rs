//! A headless Chromium, driven by its debugging protocol over two pipes.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use nix::sys::stat::Mode;
use serde_json::{Value, json};

/// One page of a browser of its own; the browser ends with it.
pub struct Tab {
    child: Child,
    to: File,
    from: BufReader<File>,
    session: Option<String>,
    last: u64,
    /// What the browser told of the page since it was opened.
    pub events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Tab {
    pub fn open(program: &Path) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let pipe = |name: &str| -> PathBuf {
            let path = profile.path().join(name);
            nix::unistd::mkfifo(&path, Mode::from_bits_truncate(0o600)).unwrap();
            path
        };
        let (to, from) = (pipe("to"), pipe("from"));
        // The shell gives the pipes the numbers that the browser looks for; the limit ends a browser that hangs.
        let mut command = Command::new("timeout");
        command.args(["120", "sh", "-c", "exec 3<\"$1\" 4>\"$2\"; shift 2; exec \"$@\"", "sh"]).args([&to, &from]);
        command.arg(program).arg(format!("--user-data-dir={}", profile.path().join("profile").display()));
        command.args(["--remote-debugging-pipe", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"]);
        command.args([
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let to = File::options().write(true).open(to).unwrap();
        let from = BufReader::new(File::open(from).unwrap());
        let mut tab = Self { child, to, from, session: None, last: 0, events: Vec::new(), _profile: profile };
        let target = tab.call("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let session = tab.call("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        tab.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Network", "Runtime", "Log"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab.events.clear();
        tab
    }

    /// Calls a method and gives its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut request = json!({"id": self.last, "method": method, "params": params});
        if let Some(session) = &self.session {
            request["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{request}\0").as_bytes()).unwrap();
        loop {
            let message = self.next();
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    /// Opens an address and waits until it has loaded.
    pub fn load(&mut self, address: &str) {
        let loaded = |event: &Value| event["method"] == "Page.loadEventFired";
        let before = self.events.iter().filter(|event| loaded(event)).count();
        self.call("Page.navigate", json!({"url": address}));
        while self.events.iter().filter(|event| loaded(event)).count() == before {
            self.next();
        }
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let answer = self.call("Runtime.evaluate", json!({"expression": expression, "returnByValue": true}));
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    pub fn told(&self, method: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["method"] == method).collect()
    }

    fn next(&mut self) -> Value {
        let mut message = Vec::new();
        self.from.read_until(0, &mut message).unwrap();
        assert_eq!(message.pop(), Some(0), "the browser has ended");
        let message: Value = serde_json::from_slice(&message).unwrap();
        if !message["method"].is_null() {
            self.events.push(message.clone());
        }
        message
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
