//! Runs the cases of `tests/golden`: what goes in, what must come out, in order; `tests/golden/README.md` has the form.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use similar::TextDiff;

use super::client::{Client, Frame, covers};
use super::model::Model;
use super::oauth::{self, Oauth};
use super::redact::Redactor;
use super::server::{Launch, Server};
use super::sse;
use super::workspace::Workspace;

/// Runs every case of a dialect, a few at a time, and fails with the differences of all.
pub fn run_all(dialect: &str, only: Option<&str>) {
    let folder = super::root().join("tests/golden").join(dialect);
    let mut cases: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|e| e == "jsonl"));
    cases.retain(|path| only.is_none_or(|only| path.file_stem().is_some_and(|s| s == only)));
    cases.sort();
    assert!(only.is_some() || !cases.is_empty(), "{} holds no case", folder.display());
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let (queue, failures) = (Mutex::new(cases.iter()), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(path) = queue.lock().unwrap().next() else {
                        return;
                    };
                    if let Err(why) = check(path, update, Launch::bare) {
                        failures.lock().unwrap().push(format!("=== {}\n{why}", path.display()));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let count = failures.len();
    assert!(
        count == 0,
        "{count} of {} cases fail (UPDATE_GOLDEN=1 rewrites them)\n\n{}",
        cases.len(),
        failures.join("\n")
    );
}

/// Runs one case and compares, or rewrites, its file.
pub fn check(path: &Path, update: bool, launch: impl Fn(&Workspace) -> Launch) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut case = Case::parse(&text)?;
    let dialect = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    case.usual = match dialect.as_str() {
        "veyyon" => "--mode rpc --strict".into(),
        other => format!("--mode rpc --dialect {other} --strict"),
    };
    if let Some(missing) = case.all("needs").find(|program| !super::has(program)) {
        super::skipped(&format!("the case {} needs {missing}", path.display()));
        return Ok(());
    }
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Run::start(&case, launch)?.play(&case)));
    let played = outcome.map_err(|panic| panic_text(&*panic))??;
    if played.faults.is_empty() && (played.text == text) {
        return Ok(());
    }
    if played.faults.is_empty() && update {
        return fs::write(path, played.text).map_err(|e| e.to_string());
    }
    let diff = TextDiff::from_lines(text.as_str(), played.text.as_str());
    let diff = diff.unified_diff().context_radius(3).header("expected", "came").to_string();
    Err(format!("{}{diff}\n--- stderr ---\n{}", played.faults.concat(), played.stderr))
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&t| t.to_owned())).unwrap_or_else(|| "a panic".into())
}

/// What a line of the file means.
enum Line {
    /// Kept as it is: comments, settings, blank lines.
    Text(String),
    Send(String),
    /// Read up to the frame that holds these members.
    Until(String, Value),
    /// Close stdin if it is open, and read to the end.
    End,
    Act(String, Vec<String>),
}

#[derive(Default)]
struct Case {
    settings: Vec<(String, String)>,
    lines: Vec<Line>,
    /// The arguments of a case that says nothing of them.
    usual: String,
}

impl Case {
    fn parse(text: &str) -> Result<Self, String> {
        let mut case = Self::default();
        for (number, line) in text.lines().enumerate() {
            let at = |why: String| format!("line {}: {why}\n", number + 1);
            if let Some(setting) = line.strip_prefix("#!") {
                let (key, value) = setting.split_once(':').ok_or_else(|| at("a setting has a colon".into()))?;
                case.settings.push((key.trim().into(), value.trim().into()));
            }
            case.lines.push(match line.split_at_checked(2).unwrap_or((line, "")) {
                ("< ", _) => continue,
                ("> ", rest) => Line::Send(rest.into()),
                (">", "") => Line::Send(String::new()),
                ("= ", "end") => Line::End,
                ("= ", rest) => Line::Until(rest.into(), serde_json::from_str(rest).map_err(|e| at(e.to_string()))?),
                ("! ", rest) => Line::Act(rest.into(), rest.split_whitespace().map(str::to_owned).collect()),
                _ if line.is_empty() || line.starts_with('#') => Line::Text(line.into()),
                _ => return Err(at("begins with none of `#`, `>`, `<`, `=`, `!`".into())),
            });
        }
        if !case.lines.iter().any(|line| matches!(line, Line::End)) {
            case.lines.push(Line::End);
        }
        Ok(case)
    }

    fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.settings.iter().filter(move |(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    fn one<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }
}

struct Played {
    text: String,
    faults: Vec<String>,
    stderr: String,
}

struct Run {
    server: Server,
    model: Model,
    workspace: Workspace,
    redactor: Redactor,
    text: String,
    faults: Vec<String>,
    /// The page that a login showed last, and the short address that leads to it.
    page: Option<(String, Option<String>)>,
}

const SETTINGS: &[&str] = &[
    "args",
    "model",
    "mock",
    "file",
    "fifo",
    "settings",
    "keep",
    "hide",
    "calls",
    "anywhere",
    "exit",
    "requests",
    "git",
    "env",
    "provider",
    "extension",
    "needs",
];

impl Run {
    fn start(case: &Case, launch: impl Fn(&Workspace) -> Launch) -> Result<Self, String> {
        if let Some((key, _)) = case.settings.iter().find(|(key, _)| !SETTINGS.contains(&key.as_str())) {
            return Err(format!("no setting is called `{key}`\n"));
        }
        let (workspace, model) = (Workspace::new(), Model::start());
        for script in case.all("model") {
            let text = fs::read_to_string(super::root().join(script)).map_err(|e| format!("{script}: {e}\n"))?;
            model.reply(sse::script(&text, &model).map_err(|e| format!("{script}: {e}\n"))?);
        }
        if case.one("model").is_some() {
            let extra = case.all("mock").map(|line| format!("        {line}\n")).collect::<String>();
            workspace.provider(&model.base_url(), &extra);
        }
        if case.one("provider").is_some() {
            let oauth = Oauth::on(&model);
            let lines = case.all("provider").map(|line| {
                let line = line.replace("<model>", &model.address().to_string()).replace("<oauth>", &oauth.members());
                format!("  {line}\n")
            });
            let yaml = format!("providers:\n{}", lines.collect::<String>());
            fs::write(workspace.home().join("models.yml"), yaml).map_err(|e| e.to_string())?;
        }
        for file in case.all("file") {
            let (path, content) = file.split_once('=').ok_or("file: PATH=CONTENT\n")?;
            let quoted = serde_json::from_str::<String>(content).ok();
            workspace.file(path, quoted.as_deref().unwrap_or(content));
        }
        for extension in case.all("extension") {
            workspace.extension(&super::root().join(extension));
        }
        case.all("fifo").for_each(|name| drop(workspace.fifo(name)));
        case.all("settings").for_each(|yaml| workspace.settings(yaml));
        if case.one("git").is_some() {
            workspace.git();
        }
        let args = case.one("args").unwrap_or(&case.usual);
        let mut launch = launch(&workspace).args(args.split_whitespace()).limit(Duration::from_secs(20));
        for (name, value) in case.all("env").filter_map(|env| env.split_once('=')) {
            launch = launch.env(name, value);
        }
        let redactor = redactor(&workspace, &model, case);
        let (server, text, faults, page) = (launch.spawn(), String::new(), Vec::new(), None);
        Ok(Self { server, model, workspace, redactor, text, faults, page })
    }

    fn play(mut self, case: &Case) -> Result<Played, String> {
        for line in &case.lines {
            match line {
                Line::Text(text) => self.note(text),
                Line::Send(text) => {
                    self.note(&format!("> {text}"));
                    if let Err(error) = self.server.try_send_raw(format!("{text}\n").as_bytes()) {
                        self.faults.push(format!("the server did not take `{text}`: {error}\n"));
                    }
                }
                Line::Act(text, words) => {
                    self.note(&format!("! {text}"));
                    self.act(words)?;
                }
                Line::Until(text, pattern) => {
                    self.note(&format!("= {text}"));
                    let (read, found) = read_until(&mut self.server, pattern);
                    self.write(&read, case);
                    if !found {
                        self.faults.push(format!("never came: {text}\n"));
                        break;
                    }
                }
                Line::End => {
                    self.note("= end");
                    self.server.close();
                    let read = self.server.rest();
                    self.write(&read, case);
                }
            }
        }
        self.conclude(case)
    }

    fn conclude(mut self, case: &Case) -> Result<Played, String> {
        if !self.faults.is_empty() {
            self.server.kill();
        }
        let code = self.server.wait().code();
        let wanted = case.one("exit").map_or(Ok(0), str::parse).map_err(|e| format!("exit: {e}\n"))?;
        if code != Some(wanted) && self.faults.is_empty() {
            self.faults.push(format!("the exit code is {code:?}, not {wanted}\n"));
        }
        let asked = self.model.requests().len();
        let wanted = case.one("requests").map_or(Ok(case.all("model").count()), str::parse);
        let wanted = wanted.map_err(|e| format!("requests: {e}\n"))?;
        if asked != wanted && self.faults.is_empty() {
            self.faults.push(format!("the model was asked {asked} times, not {wanted}\n"));
        }
        Ok(Played { text: self.text, faults: self.faults, stderr: self.server.stderr() })
    }

    fn note(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn act(&mut self, words: &[String]) -> Result<(), String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words[..] {
            ["open", gate] => self.model.gate(gate).open(),
            ["reached", gate] => self.model.gate(gate).reached(),
            ["asked", count] => drop(self.model.asked(count.parse().map_err(|e| format!("asked: {e}\n"))?)),
            ["write", path, ref text @ ..] => {
                let (path, text) = (self.workspace.path().join(path), text.join(" "));
                // Opening a pipe for writing waits for its reader, and that may be a call that never starts.
                thread::spawn(move || fs::write(path, text));
            }
            ["browse", ref changes @ ..] => {
                oauth::browse(&oauth::altered(&self.page()?.0, changes), |_| false);
            }
            // The browser is on another machine, which the way back does not lead to.
            ["allow"] => {
                oauth::browse(&self.page()?.0, |next| !next.as_str().contains("/oauth/"));
            }
            ["launch"] => {
                let launch = self.page()?.1.ok_or("no launchUrl was shown\n")?;
                oauth::browse(&launch, |_| false);
            }
            ["auth"] => {
                let text = fs::read_to_string(self.workspace.home().join("auth.json"));
                let text = text.map_err(|e| format!("auth.json: {e}\n"))?;
                let entries = serde_json::from_str(&text).map_err(|e| format!("auth.json: {e}\n"))?;
                let entries = self.redactor.value(&entries);
                self.note(&format!("< auth.json {entries}"));
            }
            ["close"] => self.server.close(),
            ["term"] => self.server.signal(nix::sys::signal::Signal::SIGTERM),
            _ => return Err(format!("no action is called `{}`\n", words.join(" "))),
        }
        Ok(())
    }

    fn page(&self) -> Result<(String, Option<String>), String> {
        self.page.clone().ok_or_else(|| "no page was shown\n".into())
    }

    fn write(&mut self, frames: &[Frame], case: &Case) {
        for shown in frames.iter().filter(|frame| frame.value["method"] == "open_url") {
            let text = |name: &str| shown.value[name].as_str().map(str::to_owned);
            self.page = text("url").map(|url| (url, text("launchUrl")));
        }
        let keep_updates = case.all("keep").any(|kept| kept == "tool_execution_update");
        let anywhere: Vec<Value> = case.all("anywhere").filter_map(|text| serde_json::from_str(text).ok()).collect();
        let frames = frames.iter().filter(|frame| keep_updates || !frame.is("tool_execution_update"));
        let (moved, kept): (Vec<&Frame>, Vec<&Frame>) =
            frames.partition(|f| anywhere.iter().any(|p| covers(&f.value, p)));
        let mut values: Vec<Value> = kept.into_iter().map(|frame| frame.value.clone()).collect();
        join_deltas(&mut values);
        if case.one("calls") == Some("sorted") {
            sort_calls(&mut values);
        }
        values.extend(moved.into_iter().map(|frame| frame.value.clone()));
        for value in &values {
            let line = format!("< {}", self.redactor.value(value));
            self.note(&line);
        }
    }
}

fn redactor(workspace: &Workspace, model: &Model, case: &Case) -> Redactor {
    let mut redactor = Redactor::new();
    redactor.place(workspace.path().display().to_string(), "workspace");
    redactor.place(workspace.home().display().to_string(), "home");
    redactor.place(workspace.temp().display().to_string(), "temp");
    redactor.place(workspace.base().display().to_string(), "base");
    redactor.place(workspace.base().file_name().unwrap_or_default().to_string_lossy(), "base");
    redactor.place(model.address().to_string(), "model");
    case.all("keep").for_each(|member| redactor.keep(member));
    case.all("hide").for_each(|member| redactor.hide(member));
    redactor
}

/// Frames up to and with the wanted one; false when the output ended before.
fn read_until(client: &mut Client, pattern: &Value) -> (Vec<Frame>, bool) {
    let mut read = Vec::new();
    while let Some(frame) = client.poll() {
        let found = frame.has(pattern);
        read.push(frame);
        if found {
            return (read, true);
        }
    }
    (read, false)
}

/// The server may join neighbouring deltas of one block as it likes; here they always are.
fn join_deltas(values: &mut Vec<Value>) {
    values.dedup_by(|next, kept| {
        let (Some(more), Some(_)) = (delta(next), delta(kept)) else {
            return false;
        };
        let place = if kept["data"].is_object() { "data" } else { "assistantMessageEvent" };
        let (a, b) = (&next[place], &kept[place]);
        let same = |member: &str| a[member] == b[member];
        if !same("type")
            || !same("contentIndex")
            || !same("messageId")
            || !a["thought"].is_null()
            || !b["thought"].is_null()
        {
            return false;
        }
        let joined = delta(kept).unwrap_or_default() + &more;
        kept[place]["delta"] = joined.into();
        true
    });
}

/// Calls that run side by side end in any order; here they end in the order of their ids, each with its message.
fn sort_calls(values: &mut [Value]) {
    let id = |value: &Value| {
        let message = &value["message"];
        let ends = value["type"] == "tool_execution_end" || message["role"] == "toolResult";
        let own = if value["data"].is_object() { &value["data"] } else { value };
        let id = if message.is_null() { &own["toolCallId"] } else { &message["toolCallId"] };
        ends.then(|| id.as_str().unwrap_or_default().to_owned())
    };
    for group in values.chunk_by_mut(|a, b| id(a).is_some() && id(b).is_some()) {
        group.sort_by_key(id);
    }
    for value in values.iter_mut().filter(|value| value["type"] == "turn_end") {
        if let Some(results) = value["toolResults"].as_array_mut() {
            results.sort_by_key(|result| result["toolCallId"].as_str().unwrap_or_default().to_owned());
        }
    }
}

fn delta(frame: &Value) -> Option<String> {
    let delta = frame["assistantMessageEvent"]["delta"].as_str().or(frame["data"]["delta"].as_str());
    delta.map(str::to_owned)
}
