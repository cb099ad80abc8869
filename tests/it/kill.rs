//! `kill -9` at any frame of a run: the session opens again, holds what the host was told, and goes on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::support::server::Server;
use crate::support::{Frame, Launch, Model, Request, Stream, Workspace, requests, sse};

const SESSIONS: u64 = 5;
const ROUNDS: u64 = 10;

/// `HOSTWIRE_SEED=n` repeats a run.
#[test]
fn fifty_kills_lose_nothing_that_the_host_was_told() {
    let given = std::env::var("HOSTWIRE_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = given.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as u64);
    println!("HOSTWIRE_SEED={seed}");
    let sessions: Vec<_> = (0..SESSIONS).map(|i| thread::spawn(move || kill_often(Numbers(seed + i)))).collect();
    let failed = sessions.into_iter().map(thread::JoinHandle::join).filter(Result::is_err).count();
    assert_eq!(failed, 0, "sessions failed with HOSTWIRE_SEED={seed}");
}

/// A small generator: the numbers need no quality, only a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed >> 33) % limit as u64).unwrap()
    }
}

/// Text, a call, and text again; or only text for a prompt that asks for no more.
fn script(model: &Model) {
    let calls = AtomicUsize::new(0);
    model.rule(move |request: &Request| {
        let stream = Stream::new().text("Let me ").text("look at it.");
        Some(if request.after_tools() {
            sse::text(&["It is ", "as it ", "should be."])
        } else if request.last_user().contains("look") {
            let id = format!("call_{}", calls.fetch_add(1, Ordering::SeqCst));
            stream
                .call(0, &id, "bash", &["{\"command\":", "\"echo looked\"}"])
                .finish("tool_calls")
                .usage(9, 9)
                .done()
                .reply()
        } else {
            sse::text(&["Yes."])
        })
    });
}

fn kill_often(mut numbers: Numbers) {
    let model = Model::start();
    script(&model);
    let workspace = Workspace::on(&model);
    let mut server = Launch::new(&workspace).start();
    let whole = server.run("whole", "Have a look");
    let mut told = told(&whole);
    assert_eq!(told.len(), 4, "the prompt, the call, its result, the answer");
    for round in 0..ROUNDS {
        let limit = 1 + numbers.below(whole.len());
        told.extend(kill_after(&mut server, limit));
        server = Launch::new(&workspace).arg("--continue").start();
        let held = server.call(&json!({"id": "m", "type": "get_messages"}));
        let held: Vec<Value> = held["messages"].as_array().unwrap().iter().map(essence).collect();
        for message in &told {
            assert!(
                held.contains(message),
                "round {round}, killed after frame {limit}: lost {message}\nheld: {held:#?}"
            );
        }
        let next = server.run("next", "Can we go on?");
        let end = next.last().unwrap();
        let answer = end.value["messages"].as_array().and_then(|all| all.last()).unwrap();
        assert_eq!(answer["stopReason"], "stop", "round {round}, killed after frame {limit}: {}", end.raw);
        told.extend(self::told(&next));
    }
    assert_eq!(workspace.sessions().len(), 1, "the session was not continued");
    requests::assert_sound(&model.requests());
    assert_eq!(server.finish().code, Some(0));
}

/// Prompts, reads so many frames, kills, and gives the messages whose end was among them.
fn kill_after(server: &mut Server, frames: usize) -> Vec<Value> {
    server.send(&json!({"id": "killed", "type": "prompt", "message": "Have another look"}));
    let read = server.up_to(frames);
    server.kill();
    told(&read)
}

fn told(frames: &[Frame]) -> Vec<Value> {
    frames.iter().filter(|frame| frame.is("message_end")).map(|frame| essence(&frame.value["message"])).collect()
}

/// What of a message must be the same when it is read back.
fn essence(message: &Value) -> Value {
    let mut essence = json!({});
    for name in ["role", "content", "timestamp", "stopReason", "toolCallId", "isError"] {
        if let Some(value) = message.get(name) {
            essence[name] = value.clone();
        }
    }
    essence
}
