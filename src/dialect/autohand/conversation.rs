//! Commands of the conversation beside the prompt: abort, reset, and looks at what was said.

use crate::dialect::lane::Ticket;
use crate::outbox::{AskKind, AutomodeEnd};
use crate::proto::autohand::{
    AbortCommand, AbortResult, GetHistoryCommand, GetHistoryResult, GetMessagesCommand, GetMessagesResult,
    GetStateCommand, ResetCommand, ResetResult,
};
use crate::store::Whole;

use super::convert::Beside;
use super::desk::Desk;
use super::{ReplyTo, convert, errors, history};

/// Answers first; the end events follow.
pub(super) fn abort(desk: &Desk, _: AbortCommand, reply: ReplyTo<AbortCommand>, ticket: Ticket) {
    let (automode, tasks, home) = (desk.automode.clone(), desk.cx.engine.tasks().clone(), desk.cx.foreground());
    let (voice, extensions) = (desk.voice.clone(), desk.cx.extensions.clone());
    desk.cx.foreground().call("abort", move |session, fx| {
        let works = session.is_streaming() || session.is_compacting() || automode.is_active();
        reply.send(AbortResult { aborted: works || voice.turns().is_local() });
        extensions.host_aborts();
        // It may well not run.
        let _ = automode.cancel(AutomodeEnd::Aborted, home, session.config().artifacts.clone(), &tasks, ticket);
        session.abort(Box::new(|_, _| {}), fx);
    });
}

/// A new session takes the place; modes, decisions and connections stay.
pub(super) fn reset(desk: &Desk, _: ResetCommand, reply: ReplyTo<ResetCommand>) {
    let engine = desk.cx.engine.clone();
    let (automode, voice) = (desk.automode.clone(), desk.voice.clone());
    desk.cx.foreground().call("reset", move |session, _| {
        let works = session.is_streaming() || session.is_compacting() || automode.is_active();
        if works || voice.turns().is_local() {
            return reply.fail(errors::BUSY);
        }
        engine.replace_session(session, None);
        voice.turns().forget_calls();
        automode.forget();
        reply.send(ResetResult { session_id: engine.foreground().id().to_string() });
    });
}

pub(super) fn get_state(desk: &Desk, _: GetStateCommand, reply: ReplyTo<GetStateCommand>) {
    let (permissions, host) = (desk.permissions.clone(), desk.cx.engine.host().clone());
    let (changes, automode, voice) = (desk.changes.clone(), desk.automode.clone(), desk.voice.clone());
    desk.cx.foreground().call("get_state", move |session, _| {
        let pending = host.asks().open_ids(AskKind::Permission);
        let beside = Beside {
            plan_mode: permissions.is_plan(),
            yolo: permissions.yolo().on,
            automode: automode.is_active(),
            pending_permissions: pending.iter().map(|id| id.as_str().to_owned()).collect(),
            pending_changes: changes.pending(),
        };
        let mut view = session.view();
        // A turn without the model is one, too.
        view.is_streaming |= voice.turns().is_local();
        reply.send(convert::state(&view, beside));
    });
}

pub(super) fn get_messages(desk: &Desk, command: GetMessagesCommand, reply: ReplyTo<GetMessagesCommand>) {
    desk.cx.foreground().call("get_messages", move |session, _| {
        reply.send(GetMessagesResult { messages: history::rows(session.messages(), command.limit) });
    });
}

/// Reads the whole transcript, so it waits beside the commands; its answer keeps its place.
pub(super) fn get_history(desk: &Desk, _: GetHistoryCommand, reply: ReplyTo<GetHistoryCommand>) {
    let (engine, durations) = (desk.cx.engine.clone(), desk.voice.turns().durations());
    desk.cx.engine.tasks().spawn("get_history", async move {
        match engine.whole_history().await {
            Ok(Whole { messages, tokens }) => reply.send(GetHistoryResult {
                messages: history::rows(&messages, None),
                tool_calls: history::call_rows(&messages, &durations),
                total_tokens: tokens,
            }),
            Err(error) => reply.fail(error.to_string()),
        }
    });
}
