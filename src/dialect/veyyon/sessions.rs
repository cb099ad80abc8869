//! Commands that look at the conversation or begin another.

use std::path::PathBuf;

use crate::dialect::cx::Cx;
use crate::engine::EngineError;
use crate::proto::veyyon::{
    BranchCommand, BranchMessage, BranchResult, ExportHtmlCommand, ExportHtmlResult, GetBranchMessagesCommand,
    GetBranchMessagesResult, GetLastAssistantTextCommand, GetLastAssistantTextResult, GetMessagesCommand,
    GetMessagesResult, GetSessionStatsCommand, NewSessionCommand, SessionChange, SetSessionNameCommand,
    SwitchSessionCommand,
};
use crate::store::{BranchPoint, StoreError};

use super::{PAGE, ReplyTo, background, errors, prompting};

/// A running turn is ended first: its end events, then the command list, then the answer. With `background` it goes on out
/// of sight.
pub(super) fn new_session(cx: &Cx, command: NewSessionCommand, reply: ReplyTo<NewSessionCommand>) {
    let background = command.background == Some(true);
    if background && command.parent_session.is_some() {
        return reply.fail(errors::BACKGROUND_WITH_PARENT);
    }
    let (engine, home) = (cx.engine.clone(), cx.foreground());
    let parent = command.parent_session.map(PathBuf::from);
    cx.foreground().call("new_session", move |session, fx| {
        if background && session.is_streaming() {
            return background::answer(engine.detach(session, home).map(Some), reply);
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

/// What cannot be opened is refused before anything is ended.
pub(super) fn switch_session(cx: &Cx, command: SwitchSessionCommand, reply: ReplyTo<SwitchSessionCommand>) {
    let engine = cx.engine.clone();
    cx.engine.tasks().spawn("switch_session", async move {
        background::answer(engine.switch(command.session_path.as_ref()).await, reply);
    });
}

pub(super) fn branch(cx: &Cx, command: BranchCommand, reply: ReplyTo<BranchCommand>) {
    let engine = cx.engine.clone();
    cx.engine.tasks().spawn("branch", async move {
        match engine.branch(command.entry_id).await {
            Ok(text) => reply.send(BranchResult { text, cancelled: false }),
            Err(error) => reply.fail(text(&error)),
        }
    });
}

pub(super) fn get_branch_messages(cx: &Cx, _: GetBranchMessagesCommand, reply: ReplyTo<GetBranchMessagesCommand>) {
    let engine = cx.engine.clone();
    cx.engine.tasks().spawn("get_branch_messages", async move {
        match engine.branch_points().await {
            Ok(points) => {
                let message =
                    |point: BranchPoint| BranchMessage { entry_id: point.id.as_ref().into(), text: point.text };
                reply.send(GetBranchMessagesResult { messages: points.into_iter().map(message).collect() });
            }
            Err(error) => reply.fail(text(&error)),
        }
    });
}

/// Owns its answer: other commands go on meanwhile.
pub(super) fn export_html(cx: &Cx, command: ExportHtmlCommand, reply: ReplyTo<ExportHtmlCommand>) {
    let engine = cx.engine.clone();
    cx.engine.tasks().spawn("export_html", async move {
        match engine.export(command.output_path, PAGE).await {
            Ok(path) => reply.send(ExportHtmlResult { path: path.display().to_string() }),
            Err(error) => reply.fail(text(&error)),
        }
    });
}

/// The protocol's words for a session change that is refused.
pub(super) fn text(error: &EngineError) -> String {
    match error {
        EngineError::Store(StoreError::NoBranchPoint { .. }) => errors::NOT_A_BRANCH_POINT.into(),
        EngineError::InMemory => errors::EXPORT_IN_MEMORY.into(),
        error => error.to_string(),
    }
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
    let ui = cx.engine.host().ui().clone();
    cx.foreground().call("set_session_name", move |session, fx| match session.set_name(&command.name, fx) {
        Ok(()) => {
            reply.send(());
            ui.set_title(command.name.trim());
        }
        Err(error) => reply.fail(prompting::text(&error)),
    });
}
