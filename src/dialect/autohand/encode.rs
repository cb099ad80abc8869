//! The protocol's voice: core events become lines, at once and in order. All that leaves passes through here or an answer.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::base::clock;
use crate::base::ids::AskId;
use crate::outbox::{AutomodeEnd, Event, Fate, NoticeLevel, Outcome, Question, Voice};
use crate::proto::autohand::{
    AgentEndData, AgentEndReason, AutomodeCompleteData, AutomodeTurnData, ErrorData, EventData, FileChangeData,
    MessageEndData, MessageStartData, MessageUpdateData, Outbound, ToolExecutionEndData, ToolExecutionStartData,
    ToolExecutionUpdateData, TurnEndData, TurnEndReason, TurnStartData,
};
use crate::proto::shared::{AgentMessage, AssistantMessage, ContextUsage, StopReason, ToolResultPayload};
use crate::provider::Part;
use crate::wire::writer::Writer;

use super::convert::{self, Fault};
use super::turns::{Purpose, Turn, Turns};
use super::{automode, changes, mcp, permission};

/// Writes the events of the session that speaks.
pub struct AutohandVoice {
    writer: Writer,
    // A leaf lock: sessions speak and handlers look on different tasks; never held across an await.
    turns: Mutex<Turns>,
}

impl AutohandVoice {
    pub fn new(writer: Writer) -> Self {
        Self { writer, turns: Mutex::default() }
    }

    pub(super) fn turns(&self) -> MutexGuard<'_, Turns> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tell(&self, data: impl Into<EventData>) {
        let event = data.into().at(clock::iso(clock::now()));
        self.writer.send(Outbound::Event(event));
    }

    /// A prompt that was accepted and cannot run: its turn begins and fails.
    pub(super) fn fail_turn(&self, instruction: String, why: String) {
        self.turns().expect(Purpose::Prompt { instruction });
        self.run_started();
        self.run_ended(&[], Outcome::Failed(why), None);
    }

    /// A turn begins that does without the model.
    pub(super) fn begin_local(&self, instruction: String) {
        {
            let mut turns = self.turns();
            turns.begin_local();
            turns.expect(Purpose::Prompt { instruction });
        }
        self.run_started();
    }

    /// Such a turn ends; `silent` is said where it printed nothing.
    pub(super) fn end_local(&self, silent: &str, context: Option<ContextUsage>) {
        self.say_local(Some(silent));
        self.end_turn(Outcome::Done, context);
    }

    /// Such a turn goes on with the model.
    pub(super) fn leave_local(&self) {
        self.say_local(None);
    }

    pub(super) fn end_turn(&self, outcome: Outcome, context: Option<ContextUsage>) {
        self.run_ended(&[], outcome, context);
    }

    /// Protocol: what a command printed arrives as one `message_update`.
    fn say_local(&self, silent: Option<&str>) {
        let printed = self.turns().end_local();
        let text = if printed.is_empty() { silent.unwrap_or_default().to_owned() } else { printed };
        if text.is_empty() {
            return;
        }
        let message_id = self.turns().begin_message();
        self.tell(MessageStartData { message_id: message_id.clone() });
        self.tell(MessageUpdateData { delta: text.clone(), message_id: Some(message_id.clone()), thought: None });
        let stop_reason = Some("stop".to_owned());
        self.tell(MessageEndData { message_id, content: text, aborted: None, stop_reason });
    }

    /// The last line.
    pub(super) fn farewell(&self, session: String) {
        let reason = if self.turns().was_cut { AgentEndReason::Aborted } else { AgentEndReason::Completed };
        self.tell(AgentEndData { reason, session_id: Some(session) });
    }

    fn run_started(&self) {
        let Some(turn) = self.turns().begin() else { return };
        match turn.purpose {
            Purpose::Prompt { instruction } => self.tell(TurnStartData { instruction, turn_id: Some(turn.id) }),
        }
    }

    fn run_ended(&self, messages: &[Arc<AgentMessage>], outcome: Outcome, context: Option<ContextUsage>) {
        let ended = {
            let mut turns = self.turns();
            turns.was_cut |= (turns.closing || turns.input_over) && outcome == Outcome::Aborted;
            turns.end()
        };
        if let Outcome::Failed(why) = &outcome {
            let Fault { code, recoverable } = convert::fault(messages);
            // Auto-mode goes on until its breaker says otherwise, and then it says so itself.
            let recoverable = recoverable || ended.is_none();
            self.tell(ErrorData { message: why.clone(), code: Some(code.to_owned()), recoverable: Some(recoverable) });
        }
        let Some(turn) = ended else { return };
        match turn.purpose {
            Purpose::Prompt { .. } => self.tell(turn_end(&turn, outcome, context)),
        }
    }

    fn message_started(&self, message: &AgentMessage) {
        if let AgentMessage::Assistant(_) = message {
            let message_id = self.turns().begin_message();
            self.tell(MessageStartData { message_id });
        }
    }

    fn message_grew(&self, parts: Vec<Part>) {
        let message_id = self.turns().growing();
        for part in parts {
            let (delta, thought) = match part {
                Part::TextDelta { delta, .. } => (delta, None),
                Part::ThinkingDelta { delta, .. } => (String::new(), Some(delta)),
                Part::TextStart { .. }
                | Part::TextEnd { .. }
                | Part::ThinkingStart { .. }
                | Part::ThinkingEnd { .. }
                | Part::CallStart { .. }
                | Part::CallDelta { .. }
                | Part::CallEnd { .. } => continue,
            };
            self.tell(MessageUpdateData { delta, message_id: message_id.clone(), thought });
        }
    }

    fn message_ended(&self, message: &AgentMessage) {
        let AgentMessage::Assistant(reply) = message else { return };
        let Some(message_id) = self.turns().end_message(reply.usage.total_tokens) else { return };
        self.tell(message_end(reply, message_id));
    }

    fn call_progressed(&self, id: &Arc<str>, name: &str, so_far: &ToolResultPayload) {
        let output = self.turns().news(id, convert::text(&so_far.content));
        if !output.is_empty() {
            self.tell(ToolExecutionUpdateData {
                tool_call_id: id.to_string(),
                output,
                stream: Some("stdout".to_owned()),
                tool_name: Some(name.to_owned()),
            });
        }
    }

    fn call_ended(&self, id: &Arc<str>, name: &str, result: &ToolResultPayload, is_error: bool, elapsed: Duration) {
        self.turns().call_ended(id, Some(millis(elapsed)));
        let text = convert::text(&result.content);
        let (output, error) = if is_error { (None, Some(text)) } else { (Some(text), None) };
        self.tell(ToolExecutionEndData {
            tool_name: name.to_owned(),
            tool_call_id: id.to_string(),
            success: !is_error,
            duration: millis(elapsed),
            output,
            error,
        });
    }
}

fn message_end(reply: &AssistantMessage, message_id: String) -> MessageEndData {
    let (stop_reason, aborted) = match reply.stop_reason {
        StopReason::Stop => ("stop", false),
        StopReason::Length => ("length", false),
        StopReason::ToolUse => ("tool_calls", false),
        StopReason::Error => ("error", true),
        StopReason::Aborted => ("aborted", true),
    };
    MessageEndData {
        message_id,
        content: convert::reply_text(reply),
        aborted: aborted.then_some(true),
        stop_reason: Some(stop_reason.to_owned()),
    }
}

fn turn_end(turn: &Turn, outcome: Outcome, context: Option<ContextUsage>) -> TurnEndData {
    let (reason, error) = match outcome {
        Outcome::Done => (TurnEndReason::Completed, None),
        Outcome::Aborted => (TurnEndReason::Aborted, None),
        Outcome::Failed(why) => (TurnEndReason::Error, Some(why)),
    };
    TurnEndData {
        success: reason == TurnEndReason::Completed,
        reason: Some(reason),
        error,
        turn_id: Some(turn.id.clone()),
        duration_ms: Some(millis(turn.elapsed())),
        tokens_used: Some(turn.tokens),
        context_percent: Some(convert::percent_left(context.as_ref())),
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Voice for AutohandVoice {
    fn say(&self, event: Event) {
        match event {
            Event::RunStarted => self.run_started(),
            Event::MessageStarted(message) => self.message_started(&message),
            Event::MessageGrew { parts, .. } => self.message_grew(parts),
            Event::MessageEnded(message) => self.message_ended(&message),
            Event::CallStarted { id, name, arguments, fate: Fate::Runs } => self.tell(ToolExecutionStartData {
                tool_name: name.to_string(),
                tool_call_id: id.to_string(),
                args: arguments,
            }),
            Event::CallProgressed { id, name, so_far, .. } => self.call_progressed(&id, &name, &so_far),
            Event::CallEnded { id, name, result, is_error, elapsed, fate: Fate::Runs } => {
                self.call_ended(&id, &name, &result, is_error, elapsed);
            }
            Event::FileChanged { id, path, action, call_id, diff } => self.tell(FileChangeData {
                path,
                action: changes::action(action),
                change_id: id,
                tool_call_id: Some(call_id),
                diff,
            }),
            Event::AutomodeTurn { number, total, action } => {
                self.tell(AutomodeTurnData { turn: number, total, action });
            }
            Event::AutomodeEnded { turns, end } => {
                let success = end == AutomodeEnd::Completed;
                self.turns().was_cut |= end == AutomodeEnd::Shutdown;
                let (reason, error) = automode::reason(end);
                self.tell(AutomodeCompleteData { turns_completed: turns, success, reason: Some(reason), error });
            }
            Event::RunEnded { messages, outcome, context } => self.run_ended(&messages, outcome, context),
            Event::CommandOutput(text) => self.turns().print(&text),
            // What fails a run is told with the end of the run.
            Event::Notice { level: NoticeLevel::Error, message, source } if source != "model" => {
                self.tell(ErrorData { message, code: Some(source.to_owned()), recoverable: Some(true) });
            }
            // Nobody aborted that turn, so its end alone does not tell why.
            Event::Notice { message, source, .. } if source == "max-time" => {
                self.tell(ErrorData { message, code: Some(source.to_owned()), recoverable: Some(true) });
            }
            Event::ExtensionFailed { path, event, error } => self.tell(ErrorData {
                message: format!("The extension {path} failed at {event}: {error}"),
                code: Some("extension".to_owned()),
                recoverable: Some(true),
            }),
            // Protocol: a call that does not run is not shown.
            Event::CallEnded { id, fate: Fate::Refused, .. } => self.turns().call_ended(&id, None),
            // Protocol: rounds, retries and settings have no event.
            Event::CallStarted { fate: Fate::Refused, .. }
            | Event::RoundStarted
            | Event::RoundEnded { .. }
            | Event::RetryStarted { .. }
            | Event::RetryEnded { .. }
            | Event::CompactionStarted { .. }
            | Event::CompactionEnded { .. }
            | Event::ThinkingChanged { .. }
            | Event::TodosRemembered { .. }
            | Event::TodosCleared
            | Event::RulesMatched { .. }
            | Event::Notice { .. }
            | Event::CommandsChanged { .. }
            | Event::SessionInfo { .. }
            | Event::ConfigChanged { .. }
            | Event::FolderChanged { .. } => {}
        }
    }

    fn ask(&self, id: &AskId, question: Question) -> bool {
        match question {
            Question::Permission(asked) => self.tell(permission::request(id.as_str(), asked)),
            Question::Call { call_id, tool, arguments } => {
                let asked = mcp::invoke(call_id.as_str(), &tool, arguments, &self.turns().host_tools);
                self.tell(asked);
            }
            Question::Read { .. } | Question::Write { .. } | Question::Dialog(_) => return false,
        }
        true
    }

    fn pending(&self) -> usize {
        self.writer.pending()
    }

    fn below(&self, mark: usize) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.writer.below(mark))
    }
}
