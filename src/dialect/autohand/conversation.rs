//! Commands of the conversation beside the prompt: abort, reset, and looks at what was said.

use crate::outbox::{AskKind, AutomodeEnd};
use crate::proto::autohand::{
    AbortCommand, AbortResult, GetHistoryCommand, GetHistoryResult, GetMessagesCommand, GetMessagesResult,
    GetStateCommand, ResetCommand, ResetResult,
};

use super::convert::Beside;
use super::desk::Desk;
use super::{ReplyTo, convert, errors};

/// Answers first; the end events follow.
pub(super) fn abort(desk: &Desk, _: AbortCommand, reply: ReplyTo<AbortCommand>) {
    let automode = desk.automode.clone();
    desk.cx.foreground().call("abort", move |session, fx| {
        reply.send(AbortResult { aborted: session.is_streaming() || session.is_compacting() || automode.is_active() });
        // It may well not run.
        let _ = automode.stop(AutomodeEnd::Aborted);
        session.abort(Box::new(|_, _| {}), fx);
    });
}

/// A new session takes the place; modes, decisions and connections stay.
pub(super) fn reset(desk: &Desk, _: ResetCommand, reply: ReplyTo<ResetCommand>) {
    let engine = desk.cx.engine.clone();
    let automode = desk.automode.clone();
    desk.cx.foreground().call("reset", move |session, _| {
        if session.is_streaming() || session.is_compacting() || automode.is_active() {
            return reply.fail(errors::BUSY);
        }
        engine.replace_session(session, None);
        reply.send(ResetResult { session_id: engine.foreground().id().to_string() });
    });
}

pub(super) fn get_state(desk: &Desk, _: GetStateCommand, reply: ReplyTo<GetStateCommand>) {
    let (permissions, host) = (desk.permissions.clone(), desk.cx.engine.host().clone());
    let (changes, automode) = (desk.changes.clone(), desk.automode.clone());
    desk.cx.foreground().call("get_state", move |session, _| {
        let pending = host.asks().open_ids(AskKind::Permission);
        let beside = Beside {
            plan_mode: permissions.is_plan(),
            yolo: permissions.yolo().on,
            automode: automode.is_active(),
            pending_permissions: pending.iter().map(|id| id.as_str().to_owned()).collect(),
            pending_changes: changes.pending(),
        };
        reply.send(convert::state(&session.view(), beside));
    });
}

pub(super) fn get_messages(desk: &Desk, command: GetMessagesCommand, reply: ReplyTo<GetMessagesCommand>) {
    desk.cx.foreground().call("get_messages", move |session, _| {
        reply.send(GetMessagesResult { messages: convert::rows(session.messages(), command.limit) });
    });
}

pub(super) fn get_history(desk: &Desk, _: GetHistoryCommand, reply: ReplyTo<GetHistoryCommand>) {
    desk.cx.foreground().call("get_history", move |session, _| {
        reply.send(GetHistoryResult {
            messages: convert::rows(session.messages(), None),
            tool_calls: convert::call_rows(session.messages()),
            total_tokens: session.stats().tokens.total,
        });
    });
}
