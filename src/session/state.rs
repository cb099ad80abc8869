//! The conversation as a plain struct: what may be asked of it, and what each answer sets off.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::base::clock;
use crate::base::ids::SessionId;
use crate::host::Host;
use crate::outbox::{Event, Outcome};
use crate::proto::kept::Kept;
use crate::proto::shared::{
    AgentMessage, BashExecutionMessage, InterruptMode, Model, QueueMode, ThinkingLevel, TodoPhase, ToolDefinition,
};
use crate::provider::{Credential, Ending, Limits, MessageBuilder, Provider};
use crate::store::{Body, Changes, Loaded};
use crate::tools::{Gate, ToolSet, ToolSettings};

use super::added::Added;
use super::budget::Budget;
use super::compaction::Compactions;
use super::cut::CompactionPolicy;
use super::effects::{Continuation, Effect, Effects};
use super::handoff::Handoff;
use super::log::Log;
use super::queues::{Delivery, Queue, Said};
use super::reminders::ReminderPolicy;
use super::retry::{Retry, RetryPolicy};
use super::rules::Rules;
use super::stats::estimate;

/// Words for the message that a user's abort cuts.
pub const INTERRUPTED: &str = "Interrupted by user";

/// How the session reaches a model. The engine implements it.
pub trait Models: Send + Sync {
    /// What is needed to ask this model, or why it cannot be asked.
    fn connect(&self, model: &Model) -> Result<Connection, ConnectError>;
}

/// Why a model cannot be asked; the texts are for the host.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ConnectError {
    #[error("{0}")]
    NoKey(String),
    #[error("{0}")]
    Other(String),
}

/// A provider that is ready to be asked.
#[derive(Clone)]
pub struct Connection {
    pub provider: Arc<dyn Provider>,
    pub credential: Option<Credential>,
    pub limits: Limits,
}

/// The tools with what they need.
#[derive(Clone)]
pub struct Tooling {
    pub set: ToolSet,
    pub settings: Arc<ToolSettings>,
    pub host: Host,
    /// What each call must pass before it runs.
    pub gate: Arc<dyn Gate>,
    /// The ledger that changes of files are entered in.
    pub changes: Changes,
}

impl Tooling {
    /// What the model is offered now.
    pub fn offered(&self) -> Kept<[ToolDefinition]> {
        self.set.offered(|tool| self.gate.hides(tool))
    }
}

/// What a session is opened with.
pub struct SessionConfig {
    pub id: SessionId,
    pub cwd: PathBuf,
    /// Where the transcript is, or will be; `None` keeps the session in memory.
    pub file: Option<PathBuf>,
    /// Where long outputs of tools go.
    pub artifacts: PathBuf,
    pub models: Arc<dyn Models>,
    pub model: Option<Arc<Model>>,
    pub thinking: ThinkingLevel,
    pub tooling: Tooling,
    pub system_prompt: Kept<[String]>,
    pub cache_key: Option<Arc<str>>,
    /// The id that providers see instead of the session's own.
    pub provider_session: Option<Arc<str>>,
    pub steering_mode: QueueMode,
    pub follow_up_mode: QueueMode,
    pub interrupt_mode: InterruptMode,
    pub auto_compaction: bool,
    pub retry: RetryPolicy,
    pub reminders: ReminderPolicy,
    pub rules: Arc<Rules>,
    /// The longest that a run may take, from its first request until it is idle.
    pub max_time: Option<Duration>,
    pub compaction: CompactionPolicy,
}

/// Why the session refused.
#[derive(Debug, thiserror::Error, PartialEq)]
pub enum SessionError {
    /// A run is active and the input does not say how it should wait.
    #[error("a run is active")]
    Busy,
    /// Nothing that could be sent.
    #[error("the message is empty")]
    Blank,
    /// Accepted, but it cannot run; the text says why.
    #[error("{0}")]
    NotReady(String),
    /// A name with no visible character.
    #[error("the name is empty")]
    EmptyName,
}

/// What became of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// A run was started for it.
    Started,
    /// It waits in a queue.
    Queued,
}

/// One conversation.
pub struct Session {
    pub(super) config: SessionConfig,
    pub(super) name: Option<String>,
    pub(super) messages: Vec<Arc<AgentMessage>>,
    pub(super) log: Log,
    /// Whether the transcript has its first entries; until then nothing is written.
    pub(super) recorded: bool,
    pub(super) steering: Queue,
    pub(super) follow_up: Queue,
    pub(super) todos: Arc<[TodoPhase]>,
    /// What extensions keep here, by their names.
    pub(super) kept: BTreeMap<String, Value>,
    pub(super) run: Option<ActiveRun>,
    pub(super) runs: u64,
    /// What goes on when the session is idle.
    waiters: Vec<Continuation>,
    /// The user cut the last run: follow-ups wait for the next prompt.
    interrupted: bool,
    /// What the session says by itself.
    pub(super) added: Added,
    pub(super) compactions: Compactions,
    /// A document for another session is being written.
    pub(super) handoff: Option<Handoff>,
    /// About how many tokens the messages take.
    pub(super) estimated: u64,
    pub(super) forced: Option<Forced>,
    /// Shell results that wait for the next prompt because a run is active.
    pub(super) later: Vec<Arc<AgentMessage>>,
    last_run: Option<LastRun>,
}

/// A run that is over, for whoever waited for it.
#[derive(Debug, Clone)]
pub struct LastRun {
    pub outcome: Outcome,
    /// Everything that was said in it, in the order of the saying: also what was asked for again, or put aside since.
    pub said: Vec<Arc<AgentMessage>>,
}

/// A tool that the next reply must call.
pub(super) struct Forced {
    tool: Arc<str>,
    /// A request asked for it; it does not outlive the run of that request.
    asked: bool,
}

/// A run as its session sees it.
pub(super) struct ActiveRun {
    pub number: u64,
    pub token: CancellationToken,
    pub abort_reason: Arc<OnceLock<String>>,
    pub steered: watch::Sender<bool>,
    /// Input that the first round begins with.
    pub pending: Vec<Said>,
    /// Where in the history what this run produced begins.
    pub from: usize,
    /// Where the results of the round that is served begin.
    pub results_from: usize,
    pub retry: Retry,
    /// The time it has, if that is limited.
    pub budget: Option<Budget>,
    /// What it produced and a compaction put aside.
    pub earlier: Vec<Arc<AgentMessage>>,
    /// Everything that was said in it.
    pub said: Vec<Arc<AgentMessage>>,
    /// Compactions in a row because there was no room for a reply.
    pub misfits: u32,
}

impl Session {
    pub fn new(config: SessionConfig) -> Self {
        Self {
            steering: Queue::new(config.steering_mode),
            follow_up: Queue::new(config.follow_up_mode),
            config,
            name: None,
            messages: Vec::new(),
            log: Log::default(),
            recorded: false,
            kept: BTreeMap::new(),
            todos: Arc::new([]),
            run: None,
            runs: 0,
            waiters: Vec::new(),
            interrupted: false,
            added: Added::default(),
            forced: None,
            later: Vec::new(),
            last_run: None,
            compactions: Compactions::default(),
            handoff: None,
            estimated: 0,
        }
    }

    /// Goes on from a transcript. An open turn (the process died in it) is closed as aborted (hazard K23).
    pub fn resumed(config: SessionConfig, mut loaded: Loaded, fx: &mut Effects) -> Self {
        let mut session = Self::new(config);
        session.log = Log::resumed(&mut loaded);
        session.estimated = loaded.messages.iter().map(estimate).sum();
        session.compactions.figures_from = loaded.summarised;
        session.compactions.overhead = loaded.overhead;
        session.messages = loaded.messages;
        session.name = loaded.title;
        session.recorded = true;
        session.kept = loaded.kept;
        session.todos = loaded.todos.unwrap_or_default().into();
        session.remember_rules(loaded.rules);
        if loaded.open_turn {
            session.close_open_turn(fx);
        }
        session
    }

    // ---- input

    /// Takes in a prompt. While a run is active it needs a delivery.
    pub fn submit(
        &mut self,
        input: impl Into<Said>,
        delivery: Option<Delivery>,
        fx: &mut Effects,
    ) -> Result<Accepted, SessionError> {
        let input = input.into();
        if input.is_blank() {
            return Err(SessionError::Blank);
        }
        match (self.is_streaming(), delivery) {
            (true, None) => return Err(SessionError::Busy),
            (true, Some(delivery)) => {
                self.enqueue(input, delivery);
                return Ok(Accepted::Queued);
            }
            (false, _) => {}
        }
        self.ready().map_err(SessionError::NotReady)?;
        self.interrupted = false;
        self.record_opening(fx);
        self.clears_finished_list(fx);
        self.start(vec![input], fx);
        Ok(Accepted::Started)
    }

    /// Steers: joins the active run at its next safe point. Idle with a history it starts a run by itself; with an
    /// empty one it waits for the first prompt.
    pub fn steer(&mut self, input: impl Into<Said>, fx: &mut Effects) -> Result<Accepted, SessionError> {
        let input = input.into();
        if input.is_blank() {
            return Err(SessionError::Blank);
        }
        let start = !self.is_streaming() && !self.messages.is_empty();
        self.queue(input, Delivery::Steer, start, fx)
    }

    /// Follows up: waits for the end of the run. Idle it starts a run only when the last word is the model's and the
    /// user has not just interrupted it.
    pub fn follow_up(&mut self, input: impl Into<Said>, fx: &mut Effects) -> Result<Accepted, SessionError> {
        let input = input.into();
        if input.is_blank() {
            return Err(SessionError::Blank);
        }
        let models_word = matches!(
            self.messages.last().map(AsRef::as_ref),
            Some(AgentMessage::Assistant(_) | AgentMessage::ToolResult(_))
        );
        let start = !self.is_streaming() && models_word && !self.interrupted;
        self.queue(input, Delivery::FollowUp, start, fx)
    }

    fn queue(
        &mut self,
        input: Said,
        delivery: Delivery,
        start: bool,
        fx: &mut Effects,
    ) -> Result<Accepted, SessionError> {
        if !start {
            self.enqueue(input, delivery);
            return Ok(Accepted::Queued);
        }
        // A message that is refused is not kept.
        self.ready().map_err(SessionError::NotReady)?;
        self.enqueue(input, delivery);
        self.interrupted = false;
        self.record_opening(fx);
        self.start(Vec::new(), fx);
        Ok(Accepted::Started)
    }

    pub(super) fn enqueue(&mut self, input: Said, delivery: Delivery) {
        match delivery {
            Delivery::Steer => self.steering.push(input),
            Delivery::FollowUp => self.follow_up.push(input),
        }
        self.tell_run_of_steering();
    }

    /// Calls are cut for a waiting message only in the immediate mode.
    pub(super) fn tell_run_of_steering(&self) {
        if let Some(run) = &self.run {
            let cuts = self.config.interrupt_mode == InterruptMode::Immediate && !self.steering.is_empty();
            run.steered.send_replace(cuts);
        }
    }

    pub(super) fn ready(&self) -> Result<Connection, String> {
        let Some(model) = &self.config.model else {
            return Err(
                "No model selected. Choose one with set_model, start with --model, or list one in models.yml".into()
            );
        };
        self.config.models.connect(model).map_err(|why| why.to_string())
    }

    // ---- ends

    /// Ends the active run; `then` goes on when the session is idle, at once when it already is. What waits in the
    /// queues stays there, and nothing starts by itself.
    pub fn abort(&mut self, then: Continuation, fx: &mut Effects) {
        self.abort_because(INTERRUPTED, then, fx);
    }

    /// The same, with other words for the message that is cut.
    pub fn abort_because(&mut self, reason: &str, then: Continuation, fx: &mut Effects) {
        self.end_writing(fx);
        self.abort_run_because(reason, then, fx);
    }

    /// Ends the run and leaves alone what was asked for and waits for that.
    pub(super) fn abort_run(&mut self, then: Continuation, fx: &mut Effects) {
        self.abort_run_because(INTERRUPTED, then, fx);
    }

    /// Ends what was asked for and needs the whole history: a compaction, a handoff.
    pub fn end_writing(&mut self, fx: &mut Effects) {
        self.end_asked_compaction(fx);
        self.end_handoff(fx);
    }

    fn abort_run_because(&mut self, reason: &str, then: Continuation, fx: &mut Effects) {
        let Some(run) = &self.run else {
            fx.push(Effect::Then(then));
            return;
        };
        // The first reason stands: a second abort of the same run says nothing new.
        let _ = run.abort_reason.set(reason.to_owned());
        self.interrupted = true;
        fx.push(Effect::Cancel(run.token.clone()));
        // Whoever waited before may have started another run; that one is ended too.
        let reason = reason.to_owned();
        self.waiters.push(Box::new(move |session, fx| session.abort_run_because(&reason, then, fx)));
        // A run that only waits has no task that would end it.
        self.end_wait(Outcome::Aborted, fx);
        self.end_own_compaction(fx);
        self.ends_reading(fx);
    }

    /// The active run has been told to end and has not yet.
    pub(super) fn is_cut(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.token.is_cancelled())
    }

    /// Ends the active run and starts one for `input`, before anything that waits in the queues. `settled` is told when
    /// that is done, with the reason if the input was refused after all.
    pub fn replace_run(
        &mut self,
        input: impl Into<Said>,
        settled: impl FnOnce(Option<SessionError>) + Send + 'static,
        fx: &mut Effects,
    ) {
        let input = input.into();
        self.abort(Box::new(move |session, fx| settled(session.submit(input, None, fx).err())), fx);
    }

    /// Goes on when the session is idle, at once when it already is.
    pub fn when_idle(&mut self, then: Continuation, fx: &mut Effects) {
        if self.is_streaming() {
            self.waiters.push(Box::new(move |session, fx| session.when_idle(then, fx)));
        } else {
            fx.push(Effect::Then(then));
        }
    }

    /// The run is over: its end goes out, then whoever waited goes on.
    pub(super) fn finish_run(&mut self, outcome: Outcome, fx: &mut Effects) {
        let Some(run) = self.run.take() else { return };
        self.forget_forced();
        self.leaves_cut_reply();
        let mut messages = run.earlier;
        messages.extend(self.messages.get(run.from..).unwrap_or_default().iter().cloned());
        self.last_run = Some(LastRun { outcome: outcome.clone(), said: run.said });
        self.record_later(fx);
        if let Some(event) = run.retry.failed(&outcome) {
            fx.emit(event);
        }
        let answered = matches!(self.messages.last().map(AsRef::as_ref), Some(AgentMessage::Assistant(_)));
        if outcome != Outcome::Done && self.recorded && !answered {
            self.persist(Body::TurnEnded, fx);
        }
        let context = self.context_usage();
        fx.emit(Event::RunEnded { messages, outcome, context });
        for then in self.waiters.drain(..) {
            fx.push(Effect::Then(then));
        }
    }

    // ---- settings of the conversation

    /// Takes effect with the next request to a model.
    pub fn set_model(&mut self, model: Arc<Model>, thinking: ThinkingLevel, fx: &mut Effects) {
        self.config.model = Some(model.clone());
        if self.recorded {
            let body = Body::Model { provider: model.provider.clone(), model: model.id.clone() };
            self.persist(body, fx);
        }
        self.set_thinking(thinking, fx);
    }

    /// Emits and records only a change.
    pub fn set_thinking(&mut self, level: ThinkingLevel, fx: &mut Effects) {
        if self.config.thinking == level {
            return;
        }
        self.config.thinking = level;
        if self.recorded {
            self.persist(Body::Thinking { level }, fx);
        }
        fx.emit(Event::ThinkingChanged { level });
    }

    pub fn set_steering_mode(&mut self, mode: QueueMode) {
        self.steering.mode = mode;
        self.config.steering_mode = mode;
    }

    pub fn set_follow_up_mode(&mut self, mode: QueueMode) {
        self.follow_up.mode = mode;
        self.config.follow_up_mode = mode;
    }

    pub fn set_interrupt_mode(&mut self, mode: InterruptMode) {
        self.config.interrupt_mode = mode;
        self.tell_run_of_steering();
    }

    /// Trims and records the name.
    pub fn set_name(&mut self, name: &str, fx: &mut Effects) -> Result<(), SessionError> {
        let name = name.trim();
        if name.is_empty() {
            return Err(SessionError::EmptyName);
        }
        let previous = self.name.replace(name.to_owned());
        if self.recorded {
            self.persist(Body::Title { title: name.to_owned(), previous }, fx);
        }
        Ok(())
    }

    /// Forgets what waits in the queues.
    pub fn drop_queued(&mut self) {
        self.steering.clear();
        self.follow_up.clear();
        self.tell_run_of_steering();
    }

    /// Replaces the whole todo list; statuses stay as they were sent.
    pub fn set_todos(&mut self, phases: Vec<TodoPhase>) -> Vec<TodoPhase> {
        self.todos = phases.into();
        self.added.list_is_hosts = true;
        self.todos.to_vec()
    }

    /// The same by the user's hand, which makes a list of the model no list of the host.
    pub fn edit_todos(&mut self, phases: Vec<TodoPhase>) {
        self.todos = phases.into();
    }

    /// The next reply must call this tool, named as the model sees it; tells whether there is such a tool.
    pub fn force_tool(&mut self, tool: &str) -> bool {
        let there = self.config.tooling.set.get(tool).is_some();
        if there {
            self.forced = Some(Forced { tool: tool.into(), asked: false });
        }
        there
    }

    /// The tool that this request asks for.
    pub(super) fn forced_tool(&mut self) -> Option<Arc<str>> {
        let forced = self.forced.as_mut()?;
        forced.asked = true;
        Some(forced.tool.clone())
    }

    /// A tool that was asked for needs no asking again.
    pub(super) fn forget_forced(&mut self) {
        self.forced = self.forced.take().filter(|forced| !forced.asked);
    }

    /// Works in another folder from the next request on, with the system prompt and the rules that fit it.
    pub fn set_folder(&mut self, cwd: PathBuf, system_prompt: Arc<[String]>, rules: Arc<Rules>, fx: &mut Effects) {
        let previous = std::mem::replace(&mut self.config.cwd, cwd.clone());
        self.config.system_prompt = system_prompt.into();
        self.replace_rules(rules);
        fx.emit(Event::FolderChanged { previous, cwd });
    }

    /// Providers that route or cache by session see a new one from now on.
    pub fn set_provider_session(&mut self, id: impl Into<Arc<str>>) {
        self.config.provider_session = Some(id.into());
    }

    pub fn todos(&self) -> &Arc<[TodoPhase]> {
        &self.todos
    }

    // ---- the host's own shell commands

    /// Notes what the host ran; the model sees it with the next prompt.
    pub fn note_bash(&mut self, message: BashExecutionMessage, fx: &mut Effects) {
        let message = Arc::new(AgentMessage::BashExecution(message));
        if self.is_streaming() {
            self.later.push(message);
        } else {
            self.record_opening(fx);
            self.record(message, fx);
        }
    }

    // ---- looks

    pub fn is_streaming(&self) -> bool {
        self.run.is_some()
    }

    pub fn id(&self) -> &SessionId {
        &self.config.id
    }

    pub fn config(&self) -> &SessionConfig {
        &self.config
    }

    pub fn messages(&self) -> &[Arc<AgentMessage>] {
        &self.messages
    }

    /// The entry of the transcript that the next one follows.
    pub fn leaf(&self) -> Option<Arc<str>> {
        self.log.leaf()
    }

    pub(super) fn forget_last_run(&mut self) {
        self.last_run = None;
    }

    /// The run that ended last, until the next one begins.
    pub fn last_run(&self) -> Option<&LastRun> {
        self.last_run.as_ref()
    }

    // ---- records

    pub(super) fn persist(&mut self, body: Body, fx: &mut Effects) {
        let entry = self.log.entry(body);
        fx.push(Effect::Persist(entry));
    }

    /// Adds a message to history and transcript, without telling the host.
    pub(super) fn record(&mut self, message: Arc<AgentMessage>, fx: &mut Effects) {
        self.persist(Body::Message(message.clone()), fx);
        self.estimated += estimate(&message);
        if let Some(run) = &mut self.run {
            run.said.push(message.clone());
        }
        self.messages.push(message);
        self.added.rules.message_came();
    }

    /// What the conversation goes on with; in a new transcript its first entries.
    pub(super) fn record_opening(&mut self, fx: &mut Effects) {
        // Of a transcript that is gone on with, only what is no longer true.
        for body in self.log.missing(self.config.model.as_deref(), self.config.thinking) {
            self.persist(body, fx);
        }
        if std::mem::replace(&mut self.recorded, true) {
            return;
        }
        if let Some(title) = self.name.clone() {
            self.persist(Body::Title { title, previous: None }, fx);
        }
        for (name, data) in self.kept.clone() {
            self.persist(Body::Kept { name, data }, fx);
        }
    }

    fn record_later(&mut self, fx: &mut Effects) {
        for message in std::mem::take(&mut self.later) {
            self.record(message, fx);
        }
    }

    fn close_open_turn(&mut self, fx: &mut Effects) {
        let Some(model) = self.config.model.clone() else { return };
        let ending = Ending::Aborted("The process ended before the turn did".into());
        let finished = MessageBuilder::new(&model, clock::now()).finish(ending, &mut Vec::new());
        self.record(Arc::new(AgentMessage::Assistant(finished.message)), fx);
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({})", self.config.id)
    }
}
