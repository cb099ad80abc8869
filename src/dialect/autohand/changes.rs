//! File changes: how they are told, and the host's decisions on them.

use crate::base::task;
use crate::outbox::FileAction;
use crate::proto::autohand::{ChangeDecision as Wire, ChangesDecisionCommand, ChangesDecisionResult, FileChangeAction};
use crate::store::{ChangeDecision, ChangeError};

use super::desk::Desk;
use super::{ReplyTo, errors};

pub(super) fn action(action: FileAction) -> FileChangeAction {
    match action {
        FileAction::Created => FileChangeAction::Created,
        FileAction::Modified => FileChangeAction::Modified,
        FileAction::Deleted => FileChangeAction::Deleted,
    }
}

/// Reads and writes files, so it waits beside the commands; its answer keeps its place.
pub(super) fn changes_decision(desk: &Desk, command: ChangesDecisionCommand, reply: ReplyTo<ChangesDecisionCommand>) {
    let changes = desk.changes.clone();
    desk.cx.engine.tasks().spawn("changes_decision", async move {
        let decision = match command.decision {
            Wire::Accept => ChangeDecision::Accept,
            Wire::Reject => ChangeDecision::Reject,
        };
        let id = command.change_id.clone();
        // A panic drops the reply, which then fails.
        let Ok(decided) = task::blocking("changes_decision", move || changes.decide(&id, decision)).await else {
            return;
        };
        match decided {
            Ok(path) => {
                reply.send(ChangesDecisionResult { applied: true, path: Some(path), decision: Some(command.decision) })
            }
            Err(error) => reply.fail(text(&command.change_id, &error)),
        }
    });
}

fn text(id: &str, error: &ChangeError) -> String {
    match error {
        ChangeError::Unknown => errors::unknown_change(id),
        ChangeError::Decided => errors::change_decided(id),
        ChangeError::Conflict { path } => errors::change_conflicts(path),
        ChangeError::Io { .. } => error.to_string(),
    }
}
