//! The core's own events; neither dialect's words.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::proto::shared::{
    AgentMessage, AssistantMessage, CompactionResult, ContextUsage, JsonObject, Model, Rule, ThinkingLevel, TodoItem,
    ToolResultPayload,
};

use super::Part;

/// Something that happened and that a host may want to know.
#[derive(Debug, Clone)]
pub enum Event {
    /// Input was accepted and work begins.
    RunStarted,
    /// The model is about to be asked.
    RoundStarted,
    /// A message appears; an assistant message appears with its first content.
    MessageStarted(Arc<AgentMessage>),
    /// The assistant message grew. `so_far` is there only when snapshots are wanted.
    MessageGrew {
        parts: Vec<Part>,
        so_far: Option<Arc<AssistantMessage>>,
    },
    /// The message is final.
    MessageEnded(Arc<AgentMessage>),
    CallStarted {
        id: Arc<str>,
        name: Arc<str>,
        arguments: Arc<JsonObject>,
        fate: Fate,
    },
    /// Replaces the update before.
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
        is_error: bool,
        elapsed: Duration,
        fate: Fate,
    },
    /// A call changed a file.
    FileChanged {
        /// Names the change for whoever decides on it.
        id: String,
        /// From the workspace, if it lies in it.
        path: String,
        action: FileAction,
        call_id: String,
        /// As a unified diff, where it is text and not too long.
        diff: Option<String>,
    },
    /// The reply and its calls are complete; results in the order in which the calls finished.
    RoundEnded {
        message: Arc<AgentMessage>,
        results: Vec<Arc<AgentMessage>>,
    },
    /// Nothing more will run; `messages` is what this run produced, in history order.
    RunEnded {
        messages: Vec<Arc<AgentMessage>>,
        outcome: Outcome,
        /// How full the model's window is now, where its size is known.
        context: Option<ContextUsage>,
    },
    /// A request failed and is made again after the wait; the run stays active.
    RetryStarted {
        /// Which repetition comes next, from 1.
        attempt: u64,
        most: u64,
        delay: Duration,
        error: String,
    },
    /// A repetition succeeded, or there will be none any more.
    RetryEnded {
        success: bool,
        attempt: u64,
        error: Option<String>,
    },
    /// The model stopped with open tasks and is made to go on; the run stays active.
    TodosRemembered {
        open: Vec<TodoItem>,
        /// Which reminder this is, from 1.
        attempt: u64,
        most: u64,
    },
    /// What the model writes matched these rules.
    RulesMatched {
        rules: Vec<Rule>,
    },
    /// A task list on which nothing is open was put away.
    TodosCleared,
    /// History is about to be replaced by a summary, without being asked for.
    CompactionStarted {
        reason: CompactionReason,
    },
    /// That is over; `will_retry` says that the request which did not fit is made again.
    CompactionEnded {
        result: Option<Box<CompactionResult>>,
        aborted: bool,
        will_retry: bool,
        error: Option<String>,
        /// There was nothing to summarise.
        skipped: bool,
    },
    /// The thinking level in force changed.
    ThinkingChanged {
        level: ThinkingLevel,
    },
    /// Something that the user should know and that stops nothing.
    Notice {
        level: NoticeLevel,
        message: String,
        source: &'static str,
    },
    /// An extension failed at something; the work goes on.
    ExtensionFailed {
        /// Names the extension for people.
        path: String,
        /// What it failed at.
        event: String,
        error: String,
    },
    /// Auto-mode has completed a turn.
    AutomodeTurn {
        /// From 1.
        number: u64,
        /// Most turns.
        total: u64,
        /// What it did, in a few words.
        action: String,
    },
    /// Auto-mode is over.
    AutomodeEnded {
        /// Turns that were completed.
        turns: u64,
        end: AutomodeEnd,
    },
    /// The commands on offer changed (or the session did); they depend on the folder.
    CommandsChanged {
        cwd: PathBuf,
    },
    /// A slash command has something to say.
    CommandOutput(String),
    /// A slash command gave the session another name, or another model.
    SessionInfo {
        id: Arc<str>,
        title: Option<String>,
    },
    /// A slash command changed what the session works with; what did not change is absent.
    ConfigChanged {
        model: Option<Arc<Model>>,
        thinking: Option<ThinkingLevel>,
    },
    /// The session works in another folder.
    FolderChanged {
        previous: PathBuf,
        cwd: PathBuf,
    },
}

/// Why auto-mode ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AutomodeEnd {
    /// The model declared the task finished.
    Completed,
    MaxTurns,
    MaxRuntime,
    MaxCost,
    /// The turns brought nothing forward.
    CircuitBreaker,
    /// The host ended it.
    Cancelled,
    /// An abort.
    Aborted,
    /// The process ends; a later one may go on.
    Shutdown,
    /// No further turn would mend this.
    Error(String),
}

/// What happened to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileAction {
    Created,
    Modified,
    Deleted,
}

/// What becomes of a call of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Its tool runs.
    Runs,
    /// It is answered without running: it cannot be, or may not be, or its turn never came.
    Refused,
}

/// How a run ended. Aborted is an outcome, not an error.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    Done,
    Aborted,
    Failed(String),
}

/// Why history is compacted by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompactionReason {
    /// It grew over the limit.
    Threshold,
    /// A request did not fit the model's context.
    Overflow,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeLevel {
    Info,
    Warning,
    Error,
}
