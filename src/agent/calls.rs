//! The calls of one reply: prepare, run, finish, each with exactly one result.

use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use serde_json::Value;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::base::clock;
use crate::base::ids::CallId;
use crate::outbox::Fate;
use crate::proto::shared::{
    AgentMessage, AssistantBlock, JsonObject, StopReason, TodoPhase, ToolCallContent, ToolResultMessage,
    ToolResultPayload,
};
use crate::tools::{Announce, Concurrency, Fence, Gate, GateCall, Passage, Progress, Tool, ToolCx, ToolError};

use super::context::text_block;
use super::round::Reply;
use super::run::{RoundPlan, RunCx, RunEvent};
use super::texts;

/// How long calls may take to stop once they are told to (hazard K27: two seconds for the whole abort).
const STOP_GRACE: Duration = Duration::from_millis(1800);

/// Serves the calls of the reply and closes the round. Tells whether the model must see results.
pub(super) async fn serve(cx: &RunCx, plan: &RoundPlan, reply: &Reply) -> Served {
    let mut batch = Batch { cx, plan, reply, results: Vec::new(), todos: plan.todos.clone(), fatal: None };
    let calls: Vec<ToolCallContent> = reply
        .assistant
        .content
        .iter()
        .filter_map(|block| match block {
            AssistantBlock::ToolCall(call) => Some(call.clone()),
            _ => None,
        })
        .collect();
    let called = !calls.is_empty();
    match reply.assistant.stop_reason {
        StopReason::Stop | StopReason::ToolUse => batch.run(calls).await,
        StopReason::Length => {
            batch.refuse(calls, texts::LENGTH_REACHED.into(), synthetic("assistant_stop_length")).await
        }
        StopReason::Aborted => {
            let reason = reply.assistant.error_message.as_deref().unwrap_or(cx.reason());
            let text = texts::message_aborted(reason);
            batch.refuse(calls, text, synthetic("assistant_stop_aborted")).await;
        }
        StopReason::Error => {
            let why = reply.failure_text();
            let mut details = synthetic("assistant_stop_error");
            details.insert("upstreamError".to_owned(), Value::String(why.clone()));
            batch.refuse(calls, texts::message_failed(&why), details).await;
        }
    }
    cx.tell(RunEvent::RoundEnded { message: reply.message.clone(), results: batch.results }).await;
    Served { called, fatal: batch.fatal }
}

/// What became of the calls.
pub(super) struct Served {
    pub called: bool,
    /// A tool that says the run cannot go on.
    pub fatal: Option<String>,
}

struct Batch<'a> {
    cx: &'a RunCx,
    plan: &'a RoundPlan,
    reply: &'a Reply,
    results: Vec<Arc<AgentMessage>>,
    /// The todo list as the calls so far left it.
    todos: Arc<[TodoPhase]>,
    fatal: Option<String>,
}

/// Why calls that have not returned get no time any more.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    Steered,
    Aborted,
    /// A tool said that the run cannot go on, so what else the reply asked for is not done either.
    Ended,
}

/// The word that a call began; said once.
#[derive(Clone)]
struct Announcement {
    id: Arc<str>,
    name: Arc<str>,
    arguments: Arc<JsonObject>,
    /// What became of the call, and when; set when the word is said.
    said: Arc<OnceLock<(Fate, Instant)>>,
    events: mpsc::Sender<(u64, RunEvent)>,
    run: u64,
}

impl Announcement {
    /// Waits until the session has said everything that the run told it so far.
    async fn caught_up(&self) {
        let (said, heard) = oneshot::channel();
        // No word comes when nobody listens.
        let _ = self.events.send((self.run, RunEvent::CatchUp(said))).await;
        let _ = heard.await;
    }

    async fn say(&self, fate: Fate) {
        if self.said.set((fate, Instant::now())).is_err() {
            return;
        }
        let (id, name, arguments) = (self.id.clone(), self.name.clone(), self.arguments.clone());
        let (said, heard) = oneshot::channel();
        let event = RunEvent::CallStarted { id, name, arguments, fate, said };
        // What the call asks of the host must not come before the word that it began. No word comes when nobody listens.
        let _ = self.events.send((self.run, event)).await;
        let _ = heard.await;
    }
}

type Running = FuturesUnordered<BoxFuture<'static, (usize, Result<ToolResultPayload, ToolError>)>>;

impl Batch<'_> {
    async fn run(&mut self, calls: Vec<ToolCallContent>) {
        let mut waiting: VecDeque<ToolCallContent> = calls.into();
        let mut started: HashMap<usize, Announcement> = HashMap::new();
        let mut running: Running = FuturesUnordered::new();
        let (slots, stop) = (Slots::default(), self.cx.token.child_token());
        let (mut exclusive, mut cut) = (false, None);
        let mut give_up = tokio::time::Instant::now();
        let mut number = 0;
        loop {
            if cut != Some(Cut::Aborted) && self.cx.token.is_cancelled() {
                cut = Some(Cut::Aborted);
                give_up = tokio::time::Instant::now() + STOP_GRACE;
            }
            while cut.is_none() && !exclusive {
                let Some(call) = waiting.front() else { break };
                let prepared = self.prepare(call);
                let alone =
                    matches!(&prepared, Ok((tool, _)) if tool.concurrency(&call.arguments) == Concurrency::Exclusive);
                if alone && !running.is_empty() {
                    break;
                }
                let Some(call) = waiting.pop_front() else { break };
                number += 1;
                let begun = self.taken_up(&call);
                match prepared {
                    Ok((tool, arguments)) => {
                        exclusive = alone;
                        if self.plan.gate.announce() == Announce::First {
                            begun.say(Fate::Runs).await;
                        }
                        let guarded = Guarded {
                            gate: self.plan.gate.clone(),
                            announcement: begun.clone(),
                            tool,
                            cx: self.tool_cx(&call, &stop, &slots, number),
                            arguments,
                        };
                        running.push(guarded.start(number));
                        started.insert(number, begun);
                    }
                    Err(text) => {
                        self.end(begun, told(&text, None), true).await;
                        steered(self.cx, &stop, &mut cut, &mut give_up);
                    }
                }
            }
            if running.is_empty() {
                break;
            }
            tokio::select! {
                biased;
                Some((number, result)) = running.next() => {
                    slots.forget(number);
                    if let Some(begun) = started.remove(&number) {
                        self.finish(begun, result, cut).await;
                    }
                    exclusive = false;
                    if self.fatal.is_some() && cut.is_none() {
                        cut = Some(Cut::Ended);
                        give_up = tokio::time::Instant::now() + STOP_GRACE;
                        stop.cancel();
                    }
                    steered(self.cx, &stop, &mut cut, &mut give_up);
                }
                () = self.cx.token.cancelled(), if cut != Some(Cut::Aborted) => {}
                // Progress waits for a slow host; the calls themselves, and what ends them, do not.
                (number, so_far) = async {
                    self.cx.outbox.ready().await;
                    slots.next().await
                } => self.progressed(started.get(&number), so_far).await,
                () = tokio::time::sleep_until(give_up), if cut.is_some() => break,
            }
        }
        drop(running);
        self.cut_short(started, waiting, cut).await;
    }

    /// Finds the tool and checks the arguments; the error is for the model.
    fn prepare(&self, call: &ToolCallContent) -> Result<(Arc<dyn Tool>, JsonObject), String> {
        if let Some((_, why)) = self.reply.broken_calls.iter().find(|(id, _)| *id == call.id) {
            return Err(why.clone());
        }
        let Some(tool) = self.plan.tools.get(&call.name) else { return Err(texts::unknown_tool(&call.name)) };
        tool.check(&call.arguments)?;
        Ok((tool, call.arguments.clone()))
    }

    fn taken_up(&self, call: &ToolCallContent) -> Announcement {
        Announcement {
            id: call.id.as_str().into(),
            name: call.name.as_str().into(),
            arguments: Arc::new(call.arguments.clone()),
            said: Arc::default(),
            events: self.cx.events.clone(),
            run: self.cx.number,
        }
    }

    fn tool_cx(&self, call: &ToolCallContent, stop: &CancellationToken, slots: &Slots, number: usize) -> ToolCx {
        let slots = slots.clone();
        ToolCx {
            token: stop.child_token(),
            call_id: CallId::from(call.id.as_str()),
            cwd: self.plan.cwd.clone(),
            artifacts: self.plan.artifacts.clone(),
            vision: self.plan.request.model.input.contains(&crate::proto::shared::InputKind::Image),
            todos: self.todos.clone(),
            settings: self.plan.settings.clone(),
            host: self.plan.host.clone(),
            changes: self.plan.changes.clone(),
            progress: Progress::new(move |so_far| slots.put(number, so_far)),
            // The gate says.
            fence: Fence::default(),
        }
    }

    async fn progressed(&self, begun: Option<&Announcement>, so_far: ToolResultPayload) {
        let Some(Announcement { id, name, arguments, .. }) = begun.cloned() else { return };
        self.cx.tell(RunEvent::CallProgressed { id, name, arguments, so_far }).await;
    }

    /// The changes of files that a call made are told before its end.
    async fn changed(&self, begun: &Announcement) {
        for change in self.plan.changes.take_fresh(&begun.id) {
            self.cx.tell(RunEvent::FileChanged(change)).await;
        }
    }

    /// A call came back by itself: its real result stands, unless it only reports that it was cut for a steer.
    async fn finish(&mut self, begun: Announcement, result: Result<ToolResultPayload, ToolError>, cut: Option<Cut>) {
        match result {
            Ok(payload) => {
                // Two calls on the list in one reply build on each other.
                if let Some(phases) = self.plan.tools.todos_after(&begun.name, &payload) {
                    self.todos = phases.into();
                }
                let is_error = payload.is_error == Some(true);
                self.end(begun, payload, is_error).await;
            }
            Err(ToolError::Tell { text, .. }) if cut == Some(Cut::Steered) => {
                self.end(begun, told(&texts::stopped_by_steering(&text), Some(no_details())), true).await;
            }
            Err(ToolError::Tell { text, details }) => self.end(begun, told(&text, details), true).await,
            Err(ToolError::Fatal(text)) => {
                self.end(begun, told(&text, None), true).await;
                self.fatal = Some(text);
            }
        }
    }

    async fn cut_short(
        &mut self,
        running: HashMap<usize, Announcement>,
        waiting: VecDeque<ToolCallContent>,
        cut: Option<Cut>,
    ) {
        let mut left: Vec<_> = running.into_iter().collect();
        left.sort_by_key(|(number, _)| *number);
        for (_, begun) in left {
            let late = texts::did_not_stop(&begun.name);
            let text = match cut {
                Some(Cut::Steered) => texts::stopped_by_steering(&late),
                _ => late,
            };
            self.end(begun, told(&text, Some(no_details())), true).await;
        }
        for call in waiting {
            let text = match cut {
                Some(Cut::Steered) => texts::SKIPPED_BY_STEERING.to_owned(),
                Some(Cut::Ended) => texts::aborted_before_start(self.fatal.as_deref().unwrap_or_default()),
                Some(Cut::Aborted) | None => texts::aborted_before_start(self.cx.reason()),
            };
            let begun = self.taken_up(&call);
            self.end(begun, told(&text, Some(no_details())), true).await;
        }
    }

    /// None of the calls runs, and each is told why.
    async fn refuse(&mut self, calls: Vec<ToolCallContent>, text: String, details: JsonObject) {
        for call in calls {
            let begun = self.taken_up(&call);
            self.end(begun, told(&text, Some(Value::Object(details.clone()))), true).await;
        }
    }

    async fn end(&mut self, begun: Announcement, mut result: ToolResultPayload, is_error: bool) {
        if result.content.is_empty() {
            result.content.push(text_block("(no output)"));
        }
        let remarks = self.reply.remarks.get(begun.id.as_ref()).map(Vec::as_slice).unwrap_or_default();
        result.content.splice(0..0, remarks.iter().map(|remark| text_block(remark)));
        self.changed(&begun).await;
        // A call that never ran has not been announced yet.
        begun.say(Fate::Refused).await;
        let Announcement { id, name, said, .. } = begun;
        let message = Arc::new(AgentMessage::ToolResult(ToolResultMessage {
            tool_call_id: id.to_string(),
            tool_name: name.to_string(),
            content: result.content.clone(),
            is_error,
            timestamp: clock::now(),
            details: result.details.clone(),
            useless: result.useless,
            pruned_at: None,
            attribution: None,
            metrics: None,
        }));
        self.results.push(message.clone());
        result.is_error = is_error.then_some(true);
        let (fate, at) = said.get().copied().unwrap_or((Fate::Refused, Instant::now()));
        let elapsed = at.elapsed();
        self.cx.tell(RunEvent::CallEnded { id, name, result, message, elapsed, fate }).await;
    }
}

/// Looked at after each call that ended: a waiting message cuts the calls that have not.
fn steered(cx: &RunCx, stop: &CancellationToken, cut: &mut Option<Cut>, give_up: &mut tokio::time::Instant) {
    if cut.is_none() && *cx.steered.borrow() {
        *cut = Some(Cut::Steered);
        *give_up = tokio::time::Instant::now() + STOP_GRACE;
        stop.cancel();
    }
}

/// A call on its way through the gate.
struct Guarded {
    gate: Arc<dyn Gate>,
    announcement: Announcement,
    tool: Arc<dyn Tool>,
    cx: ToolCx,
    arguments: JsonObject,
}

impl Guarded {
    fn start(self, number: usize) -> BoxFuture<'static, (usize, Result<ToolResultPayload, ToolError>)> {
        async move {
            let name = self.announcement.name.clone();
            let result = AssertUnwindSafe(self.run()).catch_unwind().await;
            (number, result.unwrap_or_else(|_| Err(ToolError::tell(texts::panicked(&name)))))
        }
        .boxed()
    }

    async fn run(self) -> Result<ToolResultPayload, ToolError> {
        let Self { gate, mut announcement, tool, cx, arguments } = self;
        // What the gate asks of the host must not come before what the run has said.
        if gate.announce() == Announce::Passed {
            announcement.caught_up().await;
        }
        let call = GateCall {
            id: &cx.call_id,
            name: &announcement.name,
            tool: tool.as_ref(),
            arguments: &arguments,
            cwd: &cx.cwd,
        };
        let Passage { arguments, fence } = gate.pass(call, &cx.token).await?;
        // The gate may have changed them.
        announcement.arguments = Arc::new(arguments.clone());
        announcement.say(Fate::Runs).await;
        let cx = ToolCx { fence, ..cx };
        if !gate.reviews() {
            return tool.run(cx, arguments).await;
        }
        let (id, cwd, token) = (cx.call_id.clone(), cx.cwd.clone(), cx.token.clone());
        let payload = match tool.run(cx, arguments.clone()).await {
            // What was cut is told as it is.
            result if token.is_cancelled() => return result,
            Ok(payload) => payload,
            Err(ToolError::Tell { text, details }) => told(&text, details),
            Err(fatal) => return Err(fatal),
        };
        let call =
            GateCall { id: &id, name: &announcement.name, tool: tool.as_ref(), arguments: &arguments, cwd: &cwd };
        Ok(gate.review(call, payload, &token).await)
    }
}

fn told(text: &str, details: Option<Value>) -> ToolResultPayload {
    ToolResultPayload { content: vec![text_block(text)], details, is_error: Some(true), useless: None }
}

/// Details of a result that no tool produced.
fn synthetic(source: &str) -> JsonObject {
    JsonObject::from_iter([
        ("__synthetic".to_owned(), Value::Bool(true)),
        ("source".to_owned(), Value::String(source.to_owned())),
        ("executed".to_owned(), Value::Bool(false)),
    ])
}

/// Details of a result whose text says all.
fn no_details() -> Value {
    Value::Object(JsonObject::new())
}

/// The newest progress of each running call: a slow session sees fewer updates, never old ones.
#[derive(Clone, Default)]
struct Slots {
    // A leaf lock: taken for a map operation, never across an await.
    latest: Arc<Mutex<HashMap<usize, ToolResultPayload>>>,
    fresh: Arc<Notify>,
}

impl Slots {
    fn put(&self, number: usize, so_far: ToolResultPayload) {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).insert(number, so_far);
        self.fresh.notify_one();
    }

    fn forget(&self, number: usize) {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    }

    async fn next(&self) -> (usize, ToolResultPayload) {
        loop {
            let taken = {
                let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
                let number = latest.keys().min().copied();
                number.and_then(|number| latest.remove(&number).map(|so_far| (number, so_far)))
            };
            match taken {
                Some(update) => return update,
                None => self.fresh.notified().await,
            }
        }
    }
}
