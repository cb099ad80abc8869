//! What happens, in the words that extensions hear.

use std::path::Path;
use std::sync::Arc;

use crate::outbox::{Event, Outcome};
use crate::proto::extension::{
    self as protocol, CallEndEvent, CallStartEvent, MessageEndEvent, RunEndEvent, RunOutcome, RunStartEvent,
    SessionStartEvent, Subscription,
};
use crate::session::Session;
use crate::tools::ToolSet;

/// What an event is called here, if extensions may hear of it.
pub(super) fn subject(event: &Event) -> Option<Subscription> {
    Some(match event {
        Event::RunStarted => Subscription::RunStart,
        Event::RunEnded { .. } => Subscription::RunEnd,
        Event::MessageEnded(_) => Subscription::MessageEnd,
        Event::CallStarted { .. } => Subscription::CallStart,
        Event::CallEnded { .. } => Subscription::CallEnd,
        _ => return None,
    })
}

/// The event in their words.
pub(super) fn told(event: &Event, tools: &ToolSet) -> Option<protocol::Event> {
    Some(match event {
        Event::RunStarted => RunStartEvent {}.into(),
        Event::RunEnded { outcome, .. } => run_end(outcome).into(),
        Event::MessageEnded(message) => MessageEndEvent { message: message.clone() }.into(),
        Event::CallStarted { id, name, arguments, .. } => CallStartEvent {
            call_id: id.to_string(),
            tool: core_name(tools, name),
            arguments: arguments.as_ref().clone(),
        }
        .into(),
        Event::CallEnded { id, name, result, is_error, .. } => CallEndEvent {
            call_id: id.to_string(),
            tool: core_name(tools, name),
            content: result.content.clone(),
            is_error: *is_error,
        }
        .into(),
        _ => return None,
    })
}

fn run_end(outcome: &Outcome) -> RunEndEvent {
    let (outcome, error) = match outcome {
        Outcome::Done => (RunOutcome::Done, None),
        Outcome::Aborted => (RunOutcome::Aborted, None),
        Outcome::Failed(why) => (RunOutcome::Failed, Some(why.clone())),
    };
    RunEndEvent { outcome, error }
}

/// Extensions know the built-in tools by hostwire's own names.
fn core_name(tools: &ToolSet, shown: &Arc<str>) -> String {
    tools.get(shown).map_or_else(|| shown.to_string(), |tool| tool.definition().name.clone())
}

/// The session as an extension of this name hears of it.
pub(super) fn session_start(session: &Session, name: &str) -> SessionStartEvent {
    let config = session.config();
    SessionStartEvent {
        session_id: session.id().to_string(),
        session_file: config.file.as_deref().map(shown),
        cwd: shown(&config.cwd),
        state: session.kept(name).cloned(),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
