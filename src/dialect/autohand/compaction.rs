//! Commands that make room in the context: compact, set_auto_compaction.

use crate::proto::autohand::{CompactCommand, Nothing, SetAutoCompactionCommand};
use crate::session::CompactionError;

use super::desk::Desk;
use super::{ReplyTo, errors};

/// Answers when the summary is there; other commands are served meanwhile, and prompts are refused.
pub(super) fn compact(desk: &Desk, command: CompactCommand, reply: ReplyTo<CompactCommand>) {
    let automode = desk.automode.clone();
    desk.cx.foreground().call("compact", move |session, fx| {
        if session.is_streaming() || automode.is_active() {
            return reply.fail(errors::BUSY);
        }
        let done = move |result: Result<_, CompactionError>| match result {
            Ok(result) => reply.send(result),
            Err(error) => reply.fail(text(&error)),
        };
        session.compact(command.custom_instructions, Box::new(done), fx);
    });
}

pub(super) fn set_auto_compaction(
    desk: &Desk,
    command: SetAutoCompactionCommand,
    reply: ReplyTo<SetAutoCompactionCommand>,
) {
    desk.cx.foreground().call("set_auto_compaction", move |session, _| {
        session.set_auto_compaction(command.enabled);
        reply.send(Nothing {});
    });
}

/// The protocol's words for what keeps the session from it.
fn text(error: &CompactionError) -> String {
    match error {
        CompactionError::Running => errors::COMPACTION_RUNNING.into(),
        CompactionError::HandingOff => errors::BUSY.into(),
        CompactionError::NoModel => errors::NO_MODEL.into(),
        CompactionError::Already => errors::ALREADY_COMPACTED.into(),
        CompactionError::Nothing => errors::NOTHING_TO_COMPACT.into(),
        CompactionError::Cancelled => errors::COMPACTION_CANCELLED.into(),
        CompactionError::Failed(why) => why.clone(),
    }
}
