//! One run: rounds until the session says stop.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::host::Host;
use crate::outbox::{Fate, Outbox, Outcome};
use crate::proto::shared::{AgentMessage, AssistantMessage, JsonObject, StopReason, TodoPhase, ToolResultPayload};
use crate::provider::{Failure, Part, Provider, Request};
use crate::store::{Changes, FileChange};
use crate::tools::{Gate, ToolSet, ToolSettings};

use super::watch::{Matches, Watch};
use super::{calls, round};

/// What a run tells its session. Few kinds, so that one can see all that can happen.
pub enum RunEvent {
    /// What next? The session appends what waits in its queues and answers with the plan of the next round.
    Next {
        after: RoundOutcome,
        reply: oneshot::Sender<Next>,
    },
    MessageStarted(Arc<AgentMessage>),
    MessageGrew {
        parts: Vec<Part>,
        so_far: Option<Arc<AssistantMessage>>,
    },
    MessageEnded {
        message: Arc<AgentMessage>,
        failure: Option<Failure>,
    },
    /// What the model writes matched rules that watch it.
    RulesMatched(Matches),
    CallStarted {
        id: Arc<str>,
        name: Arc<str>,
        arguments: Arc<JsonObject>,
        fate: Fate,
        /// Sent when the host has been told.
        said: oneshot::Sender<()>,
    },
    CallProgressed {
        id: Arc<str>,
        name: Arc<str>,
        arguments: Arc<JsonObject>,
        so_far: ToolResultPayload,
    },
    CallEnded {
        id: Arc<str>,
        name: Arc<str>,
        result: ToolResultPayload,
        message: Arc<AgentMessage>,
        elapsed: Duration,
        fate: Fate,
    },
    /// Sent back when everything before it has been said.
    CatchUp(oneshot::Sender<()>),
    /// A call changed a file; comes before the call's end.
    FileChanged(FileChange),
    /// Results in the order in which the calls finished.
    RoundEnded {
        message: Arc<AgentMessage>,
        results: Vec<Arc<AgentMessage>>,
    },
    Ended(Outcome),
}

/// How the round before ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundOutcome {
    /// There was none yet.
    None,
    /// The model answered and called nothing.
    Answered,
    /// Calls were made (or told why not) and the model must see their results.
    Called,
    /// Rules cut the reply.
    Cut,
}

/// The session's answer to [`RunEvent::Next`].
pub enum Next {
    Round(Box<RoundPlan>),
    /// Nothing more to do; the session has already ended the run.
    Stop,
    /// The model cannot be asked any more.
    Fail(String),
}

/// All that one round needs. The session makes a fresh one for each round, so a changed model or tool set takes effect
/// with the next request and never in the middle of one.
pub struct RoundPlan {
    pub request: Request,
    pub provider: Arc<dyn Provider>,
    pub tools: ToolSet,
    pub cwd: PathBuf,
    pub artifacts: PathBuf,
    pub todos: Arc<[TodoPhase]>,
    /// Looks at the reply while it is written.
    pub watch: Option<Watch>,
    pub settings: Arc<ToolSettings>,
    pub host: Host,
    pub changes: Changes,
    /// What each call must pass before it runs.
    pub gate: Arc<dyn Gate>,
}

/// What a host wants to see of a growing message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Updates {
    /// Each delta, without the message so far.
    Delta,
    /// The message so far, at most once in the given time.
    Snapshot(Duration),
}

/// The run's own handles.
pub struct RunCx {
    /// Fires when the run must end.
    pub token: CancellationToken,
    /// Small on purpose: a session that is behind slows the run.
    pub events: mpsc::Sender<(u64, RunEvent)>,
    /// Which run this is; goes with every event.
    pub number: u64,
    /// True while a steering message waits that may cut calls short.
    pub steered: watch::Receiver<bool>,
    pub outbox: Outbox,
    pub updates: Updates,
    /// Why the token fired, in words for the message that is cut; set before it fires.
    pub abort_reason: Arc<OnceLock<String>>,
}

impl RunCx {
    pub(super) async fn tell(&self, event: RunEvent) {
        // A session that is gone has cancelled the token; there is nobody left to tell.
        let _ = self.events.send((self.number, event)).await;
    }

    pub(super) fn reason(&self) -> &str {
        self.abort_reason.get().map_or("Request was aborted", String::as_str)
    }
}

/// Runs until the session says stop, the model fails or the token fires.
pub async fn run(cx: RunCx) {
    let outcome = rounds(&cx).await;
    cx.tell(RunEvent::Ended(outcome)).await;
}

async fn rounds(cx: &RunCx) -> Outcome {
    let mut after = RoundOutcome::None;
    loop {
        if cx.token.is_cancelled() && after != RoundOutcome::None {
            return Outcome::Aborted;
        }
        let (reply, next) = oneshot::channel();
        cx.tell(RunEvent::Next { after, reply }).await;
        let mut plan = match next.await {
            Ok(Next::Round(plan)) => plan,
            Ok(Next::Stop) => return Outcome::Done,
            Ok(Next::Fail(why)) => return Outcome::Failed(why),
            Err(_) => return Outcome::Aborted,
        };
        let reply = round::stream(cx, &mut plan).await;
        let served = calls::serve(cx, &plan, &reply).await;
        match reply.assistant.stop_reason {
            StopReason::Error => return Outcome::Failed(reply.failure_text()),
            StopReason::Aborted if reply.cut => after = RoundOutcome::Cut,
            StopReason::Aborted => return Outcome::Aborted,
            // Whoever was asked is not there any more; that is nobody's failure, and the call's result has the words.
            _ if served.fatal.is_some() => return Outcome::Aborted,
            _ if served.called => after = RoundOutcome::Called,
            _ => after = RoundOutcome::Answered,
        }
    }
}
