//! Commands about summaries in the place of history: compact, set_auto_compaction.

use crate::dialect::cx::Cx;
use crate::proto::veyyon::{CompactCommand, SetAutoCompactionCommand};
use crate::session::CompactionError;

use super::{ReplyTo, errors};

/// Answers when the summary is there. What needs the history waits behind it, everything else passes.
pub(super) fn compact(cx: &Cx, command: CompactCommand, reply: ReplyTo<CompactCommand>) {
    cx.foreground().call("compact", move |session, fx| {
        let done = move |result: Result<_, CompactionError>| match result {
            Ok(result) => reply.send(result),
            Err(error) => reply.fail(text(&error)),
        };
        session.compact(command.custom_instructions, Box::new(done), fx);
    });
}

pub(super) fn set_auto_compaction(
    cx: &Cx,
    command: SetAutoCompactionCommand,
    reply: ReplyTo<SetAutoCompactionCommand>,
) {
    cx.foreground().call("set_auto_compaction", move |session, _| {
        session.set_auto_compaction(command.enabled);
        reply.send(());
    });
}

/// The protocol's words for what keeps the session from it.
fn text(error: &CompactionError) -> String {
    match error {
        CompactionError::Running => errors::COMPACTION_RUNNING.into(),
        CompactionError::NoModel => errors::NO_MODEL.into(),
        CompactionError::Already => errors::ALREADY_COMPACTED.into(),
        CompactionError::Nothing => errors::NOTHING_TO_COMPACT.into(),
        CompactionError::Cancelled => errors::COMPACTION_CANCELLED.into(),
        CompactionError::Failed(why) => why.clone(),
    }
}
