//! Commands of an extension: which function serves each.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::host::{Given, Ui, UiError};
use crate::outbox::{NoticeLevel, Shown, WidgetPlace as Place};
use crate::proto::extension::{self as c, CommandSpec, ConfirmReply, TextReply};
use crate::session::{Delivery, Input};

use super::extensions::{Starts, World};
use super::keeping;
use super::live::Extension;
use super::reply::Reply;

/// Questions to the user that one extension may have open.
const MOST_ASKS: usize = 32;
/// Bytes of what an extension keeps in a session.
const MOST_STATE: usize = 256 * 1024;

const NO_UI: &str = "The host has no user interface for this";

/// What a handler may touch.
#[derive(Clone)]
pub(super) struct Cx {
    pub extension: Arc<Extension>,
    pub world: Arc<World>,
    /// Fires when an extension wants the process to end.
    pub shutdown: CancellationToken,
    /// Whether the host has aborted, and said nothing since.
    pub quiet: Arc<AtomicBool>,
}

/// The commands of the protocol.
pub(super) struct Commands;

/// A question to the user that is open; it counts until it is dropped.
struct Asking(Arc<Extension>);

impl Asking {
    fn begin(cx: &Cx) -> Option<Self> {
        let asking = &cx.extension.asking;
        if asking.fetch_add(1, Ordering::Relaxed) >= MOST_ASKS {
            asking.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        Some(Self(cx.extension.clone()))
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.asking.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Asks the user beside everything else; the end of the extension takes the question back.
fn ask<C, T, F, A>(cx: &Cx, reply: Reply<C>, asked: A, data: fn(Given<T>) -> C::Data)
where
    C: CommandSpec + 'static,
    C::Data: Send,
    T: Send + 'static,
    F: Future<Output = Result<Given<T>, UiError>> + Send,
    A: FnOnce(Ui, CancellationToken) -> F + Send + 'static,
{
    let Some(asking) = Asking::begin(cx) else { return reply.fail("Too many questions are open") };
    let (ui, token) = (cx.world.host.ui().clone(), cx.extension.gone().clone());
    cx.world.tasks.spawn("question of an extension", async move {
        let given = asked(ui, token).await;
        drop(asking);
        match given {
            Ok(given) => reply.send(data(given)),
            Err(UiError::Unsupported) => reply.fail(NO_UI),
            Err(error) => reply.fail(error.to_string()),
        }
    });
}

fn text(given: Given<String>) -> TextReply {
    let timed_out = (given == Given::TimedOut).then_some(true);
    TextReply { value: given.answer(), timed_out }
}

fn yes_or_no(given: Given<bool>) -> ConfirmReply {
    let timed_out = (given == Given::TimedOut).then_some(true);
    ConfirmReply { confirmed: given.answer().unwrap_or(false), timed_out }
}

fn show<C: CommandSpec<Data = ()>>(cx: &Cx, shown: Shown, reply: Reply<C>) {
    match cx.world.host.asks().show(shown) {
        true => reply.send(()),
        false => reply.fail(NO_UI),
    }
}

fn time(millis: Option<u64>) -> Option<Duration> {
    millis.map(Duration::from_millis)
}

impl c::Handler for Commands {
    type Cx = Cx;
    type Reply<C: CommandSpec> = Reply<C>;

    fn reply<C: CommandSpec>(&self, cx: &Cx, id: Option<String>) -> Reply<C> {
        Reply::new(cx.extension.clone(), id)
    }

    /// The first line is served before anything is dispatched.
    fn hello(&self, _: &Cx, _: c::HelloCommand, reply: Reply<c::HelloCommand>) {
        reply.fail("The first line must be hello, and there is only one");
    }

    // user
    fn select(&self, cx: &Cx, command: c::SelectCommand, reply: Reply<c::SelectCommand>) {
        let c::SelectCommand { title, options, timeout } = command;
        let asked = move |ui: Ui, token| async move { ui.select(title, options, time(timeout), &token).await };
        ask(cx, reply, asked, text);
    }
    fn confirm(&self, cx: &Cx, command: c::ConfirmCommand, reply: Reply<c::ConfirmCommand>) {
        let c::ConfirmCommand { title, message, timeout } = command;
        let asked = move |ui: Ui, token| async move { ui.confirm(title, message, time(timeout), &token).await };
        ask(cx, reply, asked, yes_or_no);
    }
    fn input(&self, cx: &Cx, command: c::InputCommand, reply: Reply<c::InputCommand>) {
        let c::InputCommand { title, placeholder, secret, timeout } = command;
        let asked = move |ui: Ui, token| async move {
            match secret {
                Some(true) => ui.secret(title, placeholder, time(timeout), &token).await,
                _ => ui.input(title, placeholder, time(timeout), &token).await,
            }
        };
        ask(cx, reply, asked, text);
    }
    fn editor(&self, cx: &Cx, command: c::EditorCommand, reply: Reply<c::EditorCommand>) {
        let c::EditorCommand { title, prefill } = command;
        let asked = move |ui: Ui, token| async move { ui.editor(title, prefill, &token).await };
        ask(cx, reply, asked, text);
    }
    fn notify(&self, cx: &Cx, command: c::NotifyCommand, reply: Reply<c::NotifyCommand>) {
        let level = command.level.map(|level| match level {
            c::NotifyLevel::Info => NoticeLevel::Info,
            c::NotifyLevel::Warning => NoticeLevel::Warning,
            c::NotifyLevel::Error => NoticeLevel::Error,
        });
        show(cx, Shown::Notify { message: command.message, level }, reply);
    }
    fn set_status(&self, cx: &Cx, command: c::SetStatusCommand, reply: Reply<c::SetStatusCommand>) {
        show(cx, Shown::Status { key: command.key, text: command.text }, reply);
    }
    fn set_widget(&self, cx: &Cx, command: c::SetWidgetCommand, reply: Reply<c::SetWidgetCommand>) {
        let c::SetWidgetCommand { key, lines, place } = command;
        let place = place.map(|place| match place {
            c::WidgetPlace::Above => Place::AboveEditor,
            c::WidgetPlace::Below => Place::BelowEditor,
        });
        show(cx, Shown::Widget { key, lines, place }, reply);
    }
    fn set_title(&self, cx: &Cx, command: c::SetTitleCommand, reply: Reply<c::SetTitleCommand>) {
        if !cx.world.has_ui {
            return reply.fail(NO_UI);
        }
        cx.world.host.ui().set_title(command.title);
        reply.send(());
    }
    fn set_editor_text(&self, cx: &Cx, command: c::SetEditorTextCommand, reply: Reply<c::SetEditorTextCommand>) {
        show(cx, Shown::EditorText(command.text), reply);
    }

    // session
    fn send_message(&self, cx: &Cx, command: c::SendMessageCommand, reply: Reply<c::SendMessageCommand>) {
        let delivery = match command.delivery {
            Some(c::MessageDelivery::FollowUp) => Delivery::FollowUp,
            Some(c::MessageDelivery::Steer) | None => Delivery::Steer,
        };
        let input = Input { text: command.text, images: Vec::new() };
        if input.is_blank() {
            return reply.fail("The message is empty");
        }
        // Found out here: a command that is answered in the next line has said this before.
        let command = cx.extension.questions.command(command.command_id.as_deref());
        let (starts, host, quiet) = (cx.world.starts, cx.world.host.clone(), cx.quiet.clone());
        cx.world.foreground().call("message of an extension", move |session, fx| {
            // Nobody would wait for a run that began now.
            if host.asks().is_closed() {
                return reply.fail("hostwire is ending");
            }
            if session.is_handing_over() {
                return reply.fail("A handoff is at work");
            }
            if quiet.load(Ordering::Acquire) && !session.is_streaming() {
                return reply.fail("The host has stopped the work, and begins the next");
            }
            if starts == Starts::Never && !session.is_streaming() {
                return reply.fail("No turn is at work, and only the host begins one");
            }
            match session.submit(input, Some(delivery), fx) {
                Ok(_) => {
                    if let Some(began) = command {
                        // The first word counts; who asked may have gone.
                        let _ = began.try_send(());
                    }
                    reply.send(());
                }
                Err(error) => reply.fail(error.to_string()),
            }
        });
    }
    fn get_stats(&self, cx: &Cx, _: c::GetStatsCommand, reply: Reply<c::GetStatsCommand>) {
        cx.world.foreground().call("stats for an extension", move |session, _| reply.send(session.stats()));
    }
    fn set_state(&self, cx: &Cx, command: c::SetStateCommand, reply: Reply<c::SetStateCommand>) {
        if serde_json::to_vec(&command.state).map_or(usize::MAX, |text| text.len()) > MOST_STATE {
            return reply.fail(format!("The state is longer than {MOST_STATE} bytes"));
        }
        let (extension, tasks, handle) = (cx.extension.clone(), cx.world.tasks.clone(), cx.world.foreground());
        cx.world.foreground().call("state of an extension", move |session, fx| {
            keeping::keep(&extension, command.state, (session, fx), handle, &tasks);
            reply.send(());
        });
    }
    fn shutdown(&self, cx: &Cx, _: c::ShutdownCommand, reply: Reply<c::ShutdownCommand>) {
        reply.send(());
        cx.shutdown.cancel();
    }
}
