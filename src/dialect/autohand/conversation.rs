//! Commands of the conversation: prompt, abort, reset, and looks at what was said.

use crate::base::task;
use crate::dialect::lane::Ticket;
use crate::engine::mentions;
use crate::outbox::{AskKind, AutomodeEnd};
use crate::proto::autohand::{
    AbortCommand, AbortResult, GetHistoryCommand, GetHistoryResult, GetMessagesCommand, GetMessagesResult,
    GetStateCommand, Nothing, PromptCommand, PromptImage, PromptSelection, ResetCommand, ResetResult,
};
use crate::proto::shared::ImageContent;
use crate::session::{Input, SessionError, SessionHandle};
use crate::store::Whole;

use super::convert::Beside;
use super::desk::Desk;
use super::turns::Purpose;
use super::{ReplyTo, convert, errors, history};

/// Largest picture, in bytes.
const LARGEST_IMAGE: usize = 10 * 1024 * 1024;

const IMAGE_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Answers when it is accepted; everything after that is told by events, a model that cannot be asked included.
pub(super) fn prompt(desk: &Desk, command: PromptCommand, reply: ReplyTo<PromptCommand>) {
    if command.message.trim().is_empty() {
        return reply.fail(errors::missing("message"));
    }
    let images = match command.images.unwrap_or_default().into_iter().map(image).collect() {
        Ok(images) => images,
        Err(why) => return reply.fail(errors::invalid("images", why)),
    };
    let (files, selection) = command.context.map_or((None, None), |context| (context.files, context.selection));
    let mentions: Vec<String> = command.mentions.into_iter().chain(files).flatten().collect();
    let instruction = command.message.clone();
    let input = Input { text: with_selection(command.message, selection), images };
    if mentions.is_empty() {
        return submit(desk, desk.cx.foreground(), instruction, input, reply);
    }
    // Reading takes its time; what comes behind this command waits for its answer.
    let (desk, session) = (desk.clone(), desk.cx.foreground());
    desk.cx.engine.tasks().clone().spawn("mentions", async move {
        let (cwd, permissions) = (desk.workspace.clone(), desk.permissions.clone());
        let read = move || mentions::attached(&cwd, &mentions, |path| permissions.denies_reading(path));
        // A panic is in the log, and costs the files only.
        let attached = task::blocking("mentions", read).await.unwrap_or_default();
        let input = Input { text: input.text + &attached, ..input };
        submit(&desk, session, instruction, input, reply);
    });
}

fn submit(desk: &Desk, session: SessionHandle, instruction: String, input: Input, reply: ReplyTo<PromptCommand>) {
    let (voice, automode) = (desk.voice.clone(), desk.automode.clone());
    session.call("prompt", move |session, fx| {
        if automode.is_active() || session.is_compacting() {
            return reply.fail(errors::BUSY);
        }
        if voice.turns().closing {
            return reply.fail(errors::SHUTTING_DOWN);
        }
        match session.submit(input, None, fx) {
            Ok(_) => {
                voice.turns().expect(Purpose::Prompt { instruction });
                reply.send(Nothing {});
            }
            Err(SessionError::NotReady(why)) => {
                reply.send(Nothing {});
                voice.fail_turn(instruction, why);
            }
            Err(SessionError::Busy) => reply.fail(errors::BUSY),
            Err(SessionError::Blank | SessionError::EmptyName) => reply.fail(errors::missing("message")),
        }
    });
}

fn image(image: PromptImage) -> Result<ImageContent, &'static str> {
    if !IMAGE_TYPES.contains(&image.mime_type.as_str()) {
        return Err("expected image/png, image/jpeg, image/gif or image/webp");
    }
    if image.data.len() / 4 * 3 > LARGEST_IMAGE {
        return Err("a picture is larger than 10 MiB");
    }
    Ok(ImageContent { data: image.data, mime_type: image.mime_type, detail: None })
}

/// The message with what is selected in the host's editor behind it.
fn with_selection(message: String, selection: Option<PromptSelection>) -> String {
    let Some(selection) = selection else { return message };
    let (file, from, to, text) = (selection.file, selection.start_line, selection.end_line, selection.text);
    format!("{message}\n\nSelected in {file}, lines {from} to {to}:\n```\n{text}\n```")
}

/// Answers first; the end events follow.
pub(super) fn abort(desk: &Desk, _: AbortCommand, reply: ReplyTo<AbortCommand>, ticket: Ticket) {
    let (automode, tasks, home) = (desk.automode.clone(), desk.cx.engine.tasks().clone(), desk.cx.foreground());
    desk.cx.foreground().call("abort", move |session, fx| {
        reply.send(AbortResult { aborted: session.is_streaming() || session.is_compacting() || automode.is_active() });
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
        if session.is_streaming() || session.is_compacting() || automode.is_active() {
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
