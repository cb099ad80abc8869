//! Commands that look at the conversation or begin another.

use std::path::PathBuf;

use crate::dialect::cx::Cx;
use crate::proto::veyyon::{
    GetLastAssistantTextCommand, GetLastAssistantTextResult, GetMessagesCommand, GetMessagesResult,
    GetSessionStatsCommand, NewSessionCommand, SessionChange, SetSessionNameCommand,
};

use super::{ReplyTo, errors, prompting};

/// A running turn is ended first: its end events, then the command list, then the answer.
pub(super) fn new_session(cx: &Cx, command: NewSessionCommand, reply: ReplyTo<NewSessionCommand>) {
    let background = command.background == Some(true);
    if background && command.parent_session.is_some() {
        return reply.fail(errors::BACKGROUND_WITH_PARENT);
    }
    let engine = cx.engine.clone();
    let parent = command.parent_session.map(PathBuf::from);
    cx.foreground().call("new_session", move |session, fx| {
        if background && session.is_streaming() {
            return reply.fail(errors::BACKGROUND_NOT_SERVED);
        }
        session.abort(
            Box::new(move |session, _| {
                engine.replace_session(session, parent);
                reply.send(SessionChange { cancelled: false, background: None });
            }),
            fx,
        );
    });
}

pub(super) fn get_session_stats(cx: &Cx, _: GetSessionStatsCommand, reply: ReplyTo<GetSessionStatsCommand>) {
    cx.foreground().call("get_session_stats", move |session, _| reply.send(session.stats()));
}

pub(super) fn get_messages(cx: &Cx, _: GetMessagesCommand, reply: ReplyTo<GetMessagesCommand>) {
    cx.foreground().call("get_messages", move |session, _| {
        reply.send(GetMessagesResult { messages: session.messages().to_vec() });
    });
}

pub(super) fn get_last_assistant_text(
    cx: &Cx,
    _: GetLastAssistantTextCommand,
    reply: ReplyTo<GetLastAssistantTextCommand>,
) {
    cx.foreground().call("get_last_assistant_text", move |session, _| {
        reply.send(GetLastAssistantTextResult { text: session.last_reply_text() });
    });
}

pub(super) fn set_session_name(cx: &Cx, command: SetSessionNameCommand, reply: ReplyTo<SetSessionNameCommand>) {
    cx.foreground().call("set_session_name", move |session, fx| match session.set_name(&command.name, fx) {
        Ok(()) => reply.send(()),
        Err(error) => reply.fail(prompting::text(&error)),
    });
}
