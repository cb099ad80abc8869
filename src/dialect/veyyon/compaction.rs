//! Commands about writing the conversation down: compact, set_auto_compaction, handoff.

use crate::dialect::cx::Cx;
use crate::proto::veyyon::{CompactCommand, HandoffCommand, HandoffResult, SetAutoCompactionCommand};
use crate::session::{CompactionError, HandoffError, Session};

use super::{ReplyTo, errors};

/// Answers when the summary is there. What needs the history waits behind it, everything else passes.
pub(super) fn compact(cx: &Cx, command: CompactCommand, reply: ReplyTo<CompactCommand>) {
    cx.foreground().call("compact", move |session, fx| {
        let done = move |result: Result<_, CompactionError>| match result {
            Ok(result) => reply.send(result),
            Err(error) => reply.fail(why_not_compacted(&error)),
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

/// Answers when the new session stands in the place of the old one and is stored; null when the model wrote nothing.
pub(super) fn handoff(cx: &Cx, command: HandoffCommand, reply: ReplyTo<HandoffCommand>) {
    let engine = cx.engine.clone();
    cx.foreground().call("handoff", move |session, fx| {
        let done = Box::new(move |session: &mut Session, result: Result<_, HandoffError>| match result {
            Ok(Some(estate)) => {
                engine.hand_over(session, estate, move || reply.send(Some(HandoffResult { saved_path: None })));
            }
            Ok(None) => reply.send(None),
            Err(error) => reply.fail(why_not_handed_off(&error)),
        });
        session.hand_off(command.custom_instructions, done, fx);
    });
}

/// The protocol's words for what keeps the session from it.
fn why_not_compacted(error: &CompactionError) -> String {
    match error {
        CompactionError::Running => errors::COMPACTION_RUNNING.into(),
        CompactionError::HandingOff => errors::COMPACT_DURING_HANDOFF.into(),
        CompactionError::NoModel => errors::NO_MODEL.into(),
        CompactionError::Already => errors::ALREADY_COMPACTED.into(),
        CompactionError::Nothing => errors::NOTHING_TO_COMPACT.into(),
        CompactionError::Cancelled => errors::COMPACTION_CANCELLED.into(),
        CompactionError::Failed(why) => why.clone(),
    }
}

fn why_not_handed_off(error: &HandoffError) -> String {
    match error {
        HandoffError::Busy => errors::HANDOFF_BUSY.into(),
        HandoffError::Nothing => errors::NOTHING_TO_HAND_OFF.into(),
        HandoffError::NoModel => errors::NO_MODEL_FOR_HANDOFF.into(),
        HandoffError::NoKey(provider) => errors::no_key(provider),
        HandoffError::Cancelled => errors::HANDOFF_CANCELLED.into(),
        HandoffError::Failed(why) => why.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_texts_are_the_protocols() {
        let compaction = [
            (CompactionError::Running, "Compaction already in progress"),
            (CompactionError::NoModel, "No model selected"),
            (CompactionError::Already, "Already compacted"),
            (CompactionError::Nothing, "Nothing to compact (session too small)"),
            (CompactionError::Cancelled, "Compaction cancelled"),
            (CompactionError::Failed("acme answered 500".into()), "acme answered 500"),
        ];
        for (error, text) in compaction {
            assert_eq!(why_not_compacted(&error), text);
        }
        let handoff = [
            (HandoffError::Busy, "Cannot hand off while a response is in progress"),
            (HandoffError::Nothing, "Nothing to hand off (no messages yet)"),
            (HandoffError::NoModel, "No model selected for handoff"),
            (HandoffError::NoKey("acme".into()), "No API key for acme"),
            (HandoffError::Cancelled, "Handoff cancelled"),
        ];
        for (error, text) in handoff {
            assert_eq!(why_not_handed_off(&error), text);
        }
    }
}
