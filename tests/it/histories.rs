//! Whatever happens to a session, in any order, the next request is one that a provider takes, and the file tells the
//! same story as the process that wrote it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_json::{Value, json};

use crate::support::model::{Gate, text_of};
use crate::support::server::Server;
use crate::support::{Frame, Launch, Model, Reply, Stream, Workspace, requests, sse};

/// What the model does when it is asked for the first time about a prompt; asked again it answers plainly.
#[derive(Debug, Clone, Copy)]
enum Turn {
    Text,
    Thinks,
    OneCall,
    ThreeCalls,
    UnknownTool,
    /// Words, then the connection is gone.
    CutInText,
    /// A call whose arguments never end.
    CutInCall,
    /// A whole call, then the connection is gone.
    CutAfterCall,
    /// The output limit in the middle of a call.
    LengthInCall,
    Empty,
    Overloaded,
    Refused,
    Overflow,
}

/// Where an abort meets the turn.
#[derive(Debug, Clone, Copy)]
enum Point {
    FirstByte,
    Text,
    Call,
    Tool,
}

#[derive(Debug, Clone)]
enum Step {
    Prompt(Turn),
    /// A prompt, and a second message while its answer streams.
    Interrupted(Turn, &'static str),
    Abort(Point),
    /// `kill -9` after so many frames, then the file is opened again.
    Kill(Turn, usize),
    Branch(prop::sample::Index),
    Compact,
    Reopen,
    Bash,
}

fn turn() -> impl Strategy<Value = Turn> {
    prop::sample::select(vec![
        Turn::Text,
        Turn::Thinks,
        Turn::OneCall,
        Turn::ThreeCalls,
        Turn::UnknownTool,
        Turn::CutInText,
        Turn::CutInCall,
        Turn::CutAfterCall,
        Turn::LengthInCall,
        Turn::Empty,
        Turn::Overloaded,
        Turn::Refused,
        Turn::Overflow,
    ])
}

fn step() -> impl Strategy<Value = Step> {
    let point = prop::sample::select(vec![Point::FirstByte, Point::Text, Point::Call, Point::Tool]);
    let delivery = prop::sample::select(vec!["steer", "followUp"]);
    prop_oneof![
        4 => turn().prop_map(Step::Prompt),
        1 => (turn(), delivery).prop_map(|(turn, delivery)| Step::Interrupted(turn, delivery)),
        2 => point.prop_map(Step::Abort),
        2 => (turn(), 1usize..20).prop_map(|(turn, frames)| Step::Kill(turn, frames)),
        2 => any::<prop::sample::Index>().prop_map(Step::Branch),
        2 => Just(Step::Compact),
        1 => Just(Step::Reopen),
        1 => Just(Step::Bash),
    ]
}

#[test]
fn every_history_is_one_that_a_provider_takes() {
    // `PROPTEST_CASES=n` looks longer.
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(16);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 30, ..Config::default() };
    proptest!(config, |(steps in prop::collection::vec(step(), 1..12))| {
        live(&steps);
    });
}

/// The model: what each prompt is to meet, and the gate at which answers to be aborted stand.
#[derive(Clone)]
struct Script {
    plans: Arc<Mutex<HashMap<String, Plan>>>,
}

#[derive(Clone)]
enum Plan {
    Turn(Turn),
    Held(Point, Gate),
}

impl Script {
    fn on(model: &Model) -> Self {
        let script = Self { plans: Arc::default() };
        let plans = script.plans.clone();
        model.rule(move |request| {
            if request.after_tools() {
                return Some(sse::text(&["The tools ", "have spoken."]));
            }
            // Taken out, so that another request about the same prompt gets a plain answer. A message that waited since
            // a run that failed may stand behind the prompt; a request for a summary is about no prompt of ours.
            let said = request.messages().iter().rev().filter(|message| message["role"] == "user");
            let mut plans = plans.lock().unwrap();
            let plan = said.map(|message| text_of(&message["content"])).find_map(|text| plans.remove(text.trim()));
            Some(plan.map_or_else(|| sse::text(&["All ", "is well."]), |plan| answer(&plan)))
        });
        script
    }

    fn plan(&self, prompt: &str, plan: Plan) {
        self.plans.lock().unwrap().insert(prompt.to_owned(), plan);
    }
}

fn answer(plan: &Plan) -> Reply {
    let started = Stream::new().text("Let me ").text("see.");
    let look = ("bash", "{\"command\":\"echo looked\"}");
    match plan {
        Plan::Turn(Turn::Text) => sse::text(&["An ", "answer."]),
        Plan::Turn(Turn::Thinks) => Stream::new().reasoning("Hm.").text("Yes.").finish("stop").done().reply(),
        Plan::Turn(Turn::OneCall) => started.call(0, "call_a", look.0, &[look.1]).finish("tool_calls").done().reply(),
        Plan::Turn(Turn::ThreeCalls) => sse::calls(&[
            ("call_a", "bash", json!({"command": "true"})),
            ("call_b", "read", json!({"path": "nothing-of-that-name"})),
            ("call_c", "bash", json!({"command": "exit 3"})),
        ]),
        Plan::Turn(Turn::UnknownTool) => sse::calls(&[("call_a", "dance", json!({}))]),
        Plan::Turn(Turn::CutInText) => started.cut().reply(),
        Plan::Turn(Turn::CutInCall) => started.call(0, "call_a", look.0, &["{\"comm"]).cut().reply(),
        Plan::Turn(Turn::CutAfterCall) => started.call(0, "call_a", look.0, &[look.1]).cut().reply(),
        Plan::Turn(Turn::LengthInCall) => {
            started.call(0, "call_a", look.0, &["{\"comm"]).finish("length").done().reply()
        }
        Plan::Turn(Turn::Empty) => Stream::new().finish("stop").done().reply(),
        Plan::Turn(Turn::Overloaded) => sse::error(503, "server_error", "The engine is overloaded"),
        Plan::Turn(Turn::Refused) => sse::error(400, "invalid_request_error", "That makes no sense"),
        Plan::Turn(Turn::Overflow) => {
            sse::error(400, "invalid_request_error", "This model's maximum context length is 128000 tokens")
        }
        Plan::Held(Point::FirstByte, gate) => sse::text(&["Late."]).silent_until(gate),
        Plan::Held(Point::Text, gate) => started.hold(gate).finish("stop").done().reply(),
        Plan::Held(Point::Call, gate) => {
            started.call(0, "call_a", look.0, &["{\"comm"]).hold(gate).finish("tool_calls").done().reply()
        }
        Plan::Held(Point::Tool, _) => sse::calls(&[
            ("call_a", "bash", json!({"command": "cat fifo"})),
            ("call_b", "bash", json!({"command": "echo other"})),
        ]),
    }
}

/// One process after another over one home.
struct Life<'a> {
    workspace: &'a Workspace,
    script: Script,
    server: Server,
    /// Makes each prompt another one.
    prompts: usize,
}

fn live(steps: &[Step]) {
    let model = Model::start();
    let workspace = Workspace::on(&model);
    workspace.settings("retry: {baseDelayMs: 1, maxRetries: 2}\n");
    workspace.fifo("fifo");
    let script = Script::on(&model);
    let server = Launch::new(&workspace).start();
    let mut life = Life { workspace: &workspace, script, server, prompts: 0 };
    for step in steps {
        life.step(step);
        requests::assert_sound(&model.requests());
    }
    life.prompt(Plan::Turn(Turn::Text));
    life.server.until_kind("agent_end");
    requests::assert_sound(&model.requests());
    life.reopen();
    assert_eq!(life.server.finish().code, Some(0));
}

impl Life<'_> {
    fn step(&mut self, step: &Step) {
        match step {
            Step::Prompt(turn) => {
                self.prompt(Plan::Turn(*turn));
                self.ended();
            }
            Step::Interrupted(turn, delivery) => self.interrupt(*turn, delivery),
            Step::Abort(point) => self.abort(*point),
            Step::Kill(turn, frames) => self.kill(*turn, *frames),
            Step::Branch(index) => self.branch(index),
            Step::Compact => self.compact(),
            Step::Reopen => self.reopen(),
            Step::Bash => {
                self.server.call(&json!({"id": "b", "type": "bash", "command": "echo by hand"}));
            }
        }
    }

    fn prompt(&mut self, plan: Plan) {
        self.prompts += 1;
        let text = format!("prompt {}", self.prompts);
        self.script.plan(&text, plan);
        self.server.send(&json!({"id": "p", "type": "prompt", "message": text}));
    }

    fn ended(&mut self) -> Vec<Frame> {
        self.server.until_kind("agent_end")
    }

    fn interrupt(&mut self, turn: Turn, delivery: &str) {
        self.prompt(Plan::Turn(turn));
        self.prompts += 1;
        let text = format!("prompt {}", self.prompts);
        // Sent at once: it may find the run at any point, or over; then it is a prompt like any other.
        self.server.send(&json!({"id": "i", "type": "prompt", "message": text, "streamingBehavior": delivery}));
        self.server.until(|frame| frame.is_reply("i"));
        // One run or two. After a failure the second message still waits; the next prompt takes it along.
        while self.server.call(&json!({"id": "s", "type": "get_state"}))["isStreaming"] == true {
            self.server.next();
        }
    }

    fn abort(&mut self, point: Point) {
        let gate = Gate::new();
        self.prompt(Plan::Held(point, gate.clone()));
        match point {
            Point::Tool => drop(self.server.until_kind("tool_execution_start")),
            _ => gate.reached(),
        }
        let reply = self.server.ask(&json!({"id": "a", "type": "abort"}));
        assert_eq!(reply["success"], true, "{reply}");
        gate.open();
    }

    fn kill(&mut self, turn: Turn, frames: usize) {
        let file = self.file();
        self.prompt(Plan::Turn(turn));
        self.server.up_to(frames);
        self.server.kill();
        self.start(&file);
    }

    fn branch(&mut self, index: &prop::sample::Index) {
        let points = self.server.call(&json!({"id": "g", "type": "get_branch_messages"}));
        let points = points["messages"].as_array().unwrap();
        if !points.is_empty() {
            let entry = &index.get(points)["entryId"];
            self.server.call(&json!({"id": "b", "type": "branch", "entryId": entry}));
        }
    }

    fn compact(&mut self) {
        let reply = self.server.ask(&json!({"id": "c", "type": "compact"}));
        let refusals = ["Already compacted", "Nothing to compact (session too small)"];
        assert!(reply["success"] == true || refusals.iter().any(|text| reply["error"] == *text), "{reply}");
    }

    /// Ends the process and opens what it left: the same story.
    fn reopen(&mut self) {
        let (file, before) = (self.file(), self.story());
        assert_eq!(self.server.finish().code, Some(0));
        self.start(&file);
        let after = self.story();
        assert_eq!(before, after, "the file tells another story than the process that wrote it");
    }

    fn start(&mut self, file: &str) {
        let launch = Launch::new(self.workspace);
        let launch = if Path::new(file).exists() { launch.arg("--resume").arg(file) } else { launch };
        self.server = launch.start();
    }

    fn file(&mut self) -> String {
        self.server.call(&json!({"id": "s", "type": "get_state"}))["sessionFile"].as_str().unwrap().to_owned()
    }

    /// What must be the same in the next process. A session that was never written has nothing to tell.
    fn story(&mut self) -> Value {
        let messages = self.server.call(&json!({"id": "m", "type": "get_messages"}));
        let state = self.server.call(&json!({"id": "s", "type": "get_state"}));
        let points = self.server.call(&json!({"id": "g", "type": "get_branch_messages"}));
        let stats = self.server.call(&json!({"id": "t", "type": "get_session_stats"}));
        // Not `contextUsage`: behind a compaction it is an estimate, and one process has seen figures that the next has not.
        let state = ["model", "thinkingLevel", "messageCount", "todoPhases"]
            .map(|name| state.get(name).cloned().unwrap_or_default());
        json!([messages["messages"], state, points, stats["tokens"], stats["totalMessages"]])
    }
}
