//! The protocol's voice: core events become frames, at once and in order.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::base::ids::AskId;
use crate::outbox::{AskKind, Event, Question, Shown, Voice};
use crate::proto::shared::{AgentMessage, AssistantMessage};
use crate::proto::veyyon::{
    self as veyyon, AgentEndEvent, AgentStartEvent, AutoCompactionEndEvent, CommandOutput, CompactionAction,
    CwdChangedEvent, ExtensionError, MessageEndEvent, MessageStartEvent, MessageUpdateEvent, NoticeEvent, Outbound,
    PartialAssistantMessage, SessionInfoUpdate, ThinkingLevelChangedEvent, TodoAutoClearEvent, TodoReminderEvent,
    ToolExecutionEndEvent, ToolExecutionStartEvent, ToolExecutionUpdateEvent, TtsrTriggeredEvent, TurnEndEvent,
    TurnStartEvent,
};
use crate::provider::Part;
use crate::slash::Slash;
use crate::wire::writer::Writer;

use super::{asks, convert, state};

/// Writes the frames of session events.
pub struct VeyyonVoice {
    writer: Writer,
    slash: Slash,
}

impl VeyyonVoice {
    pub fn new(writer: Writer, slash: Slash) -> Self {
        Self { writer, slash }
    }

    fn event(&self, event: impl Into<veyyon::Event>) {
        self.writer.send(Outbound::Event(event.into()));
    }

    fn frame(&self, frame: impl Into<Outbound>) {
        self.writer.send(frame.into());
    }

    fn grew(&self, parts: Vec<Part>, so_far: Option<Arc<AssistantMessage>>) {
        for part in parts {
            let message = so_far.as_deref().map_or_else(PartialAssistantMessage::default, convert::so_far);
            let assistant_message_event = convert::part(part, message.clone());
            self.event(MessageUpdateEvent { assistant_message_event, message });
        }
    }

    fn round_ended(&self, message: &AgentMessage, results: &[Arc<AgentMessage>]) {
        let AgentMessage::Assistant(message) = message else { return };
        let tool_results = results
            .iter()
            .filter_map(|result| match result.as_ref() {
                AgentMessage::ToolResult(result) => Some(result.clone()),
                _ => None,
            })
            .collect();
        self.event(TurnEndEvent { message: message.clone(), tool_results });
    }
}

impl Voice for VeyyonVoice {
    fn say(&self, event: Event) {
        match event {
            Event::RunStarted => self.event(AgentStartEvent {}),
            Event::RoundStarted => self.event(TurnStartEvent {}),
            Event::MessageStarted(message) => self.event(MessageStartEvent { message }),
            Event::MessageGrew { parts, so_far } => self.grew(parts, so_far),
            Event::MessageEnded(message) => self.event(MessageEndEvent { message }),
            Event::CallStarted { id, name, arguments, .. } => self.event(ToolExecutionStartEvent {
                tool_call_id: id.to_string(),
                tool_name: name.to_string(),
                args: arguments,
                intent: None,
            }),
            Event::CallProgressed { id, name, arguments, so_far } => self.event(ToolExecutionUpdateEvent {
                tool_call_id: id.to_string(),
                tool_name: name.to_string(),
                args: arguments,
                partial_result: so_far,
            }),
            Event::CallEnded { id, name, result, is_error, .. } => self.event(ToolExecutionEndEvent {
                tool_call_id: id.to_string(),
                tool_name: name.to_string(),
                result,
                is_error,
            }),
            Event::RoundEnded { message, results } => self.round_ended(&message, &results),
            Event::RunEnded { messages, .. } => {
                self.event(AgentEndEvent { messages, telemetry: None, coverage: None });
            }
            Event::RetryStarted { attempt, most, delay, error } => {
                self.event(convert::retry_start(attempt, most, delay, error));
            }
            Event::RetryEnded { success, attempt, error } => self.event(convert::retry_end(success, attempt, error)),
            Event::TodosRemembered { open, attempt, most } => {
                self.event(TodoReminderEvent { todos: open, attempt, max_attempts: most });
            }
            Event::RulesMatched { rules } => self.event(TtsrTriggeredEvent { rules }),
            Event::TodosCleared => self.event(TodoAutoClearEvent {}),
            Event::CompactionStarted { reason } => self.event(convert::compaction_start(reason)),
            Event::CompactionEnded { result, aborted, will_retry, error, skipped } => {
                self.event(AutoCompactionEndEvent {
                    action: CompactionAction::ContextFull,
                    result: result.map(|result| *result),
                    aborted,
                    will_retry,
                    error_message: error,
                    skipped: skipped.then_some(true),
                });
            }
            Event::ThinkingChanged { level } => {
                self.event(ThinkingLevelChangedEvent { thinking_level: Some(level), configured: None, resolved: None });
            }
            Event::Notice { level, message, source } => {
                self.event(NoticeEvent { level: asks::notice(level), message, source: Some(source.to_owned()) });
            }
            // Protocol: it has no word for changes of files, and no auto-mode.
            Event::FileChanged { .. } | Event::AutomodeTurn { .. } | Event::AutomodeEnded { .. } => {}
            Event::ExtensionFailed { path, event, error } => {
                self.frame(ExtensionError { extension_path: path, event, error });
            }
            Event::CommandsChanged { cwd } => self.frame(state::commands_update(&self.slash.telling(&cwd))),
            Event::CommandOutput(text) => self.frame(CommandOutput { text }),
            Event::SessionInfo { id, title } => self.frame(SessionInfoUpdate { title, session_id: id.to_string() }),
            Event::ConfigChanged { model, thinking } => self.frame(convert::config(model.as_deref(), thinking)),
            Event::FolderChanged { previous, cwd } => {
                self.event(CwdChangedEvent { previous: previous.display().to_string(), cwd: cwd.display().to_string() })
            }
        }
    }

    fn ask(&self, id: &AskId, question: Question) -> bool {
        let Some(frame) = asks::question(id, question) else { return false };
        self.writer.send(frame);
        true
    }

    fn withdraw(&self, id: &AskId, target: &AskId, kind: AskKind) {
        self.writer.send(asks::withdrawal(id, target, kind));
    }

    fn show(&self, id: &AskId, shown: Shown) -> bool {
        self.writer.send(asks::shown(id, shown));
        true
    }

    fn pending(&self) -> usize {
        self.writer.pending()
    }

    fn below(&self, mark: usize) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.writer.below(mark))
    }
}
