//! Prompts that call a slash command of an extension.

use crate::dialect::cx::Cx;
use crate::proto::veyyon::{AbortAndPromptCommand, CommandOutput, Outbound, PromptCommand, PromptResult};
use crate::session::{Effects, Session};

use super::ReplyTo;

/// What is said when the command is done and no work came of it.
enum Local {
    Result { id: Option<String> },
    Nothing,
}

/// Protocol: the command runs at once, also while work runs; `prompt_result` says that it stayed local.
pub(super) fn prompt(cx: &Cx, name: &str, arguments: &str, reply: ReplyTo<PromptCommand>) {
    let id = reply.id().cloned();
    reply.send(None);
    run(cx, name, arguments, Local::Result { id });
}

/// Protocol: the answer, then the abort, then the command; there is no `prompt_result`.
pub(super) fn abort_and_prompt(cx: &Cx, message: String, reply: ReplyTo<AbortAndPromptCommand>) {
    cx.engine.shells().stop_all();
    cx.extensions.host_aborts();
    cx.extensions.host_speaks();
    let later = cx.clone();
    cx.foreground().call("abort_and_prompt", move |session, fx| {
        reply.send(());
        let then = move |_: &mut Session, _: &mut Effects| {
            if let Some((name, arguments)) = later.slash.extension_command(&message) {
                run(&later, name, arguments, Local::Nothing);
            }
        };
        session.abort(Box::new(then), fx);
    });
}

fn run(cx: &Cx, name: &str, arguments: &str, local: Local) {
    let (ended, writer) = (cx.extensions.run_command(name, arguments, &cx.foreground().cwd()), cx.writer.clone());
    cx.engine.tasks().spawn("extension command", async move {
        let end = match ended {
            Some(ended) => ended.await,
            // The extension ended in this moment.
            None => Default::default(),
        };
        if let Some(text) = end.text {
            writer.send(Outbound::from(CommandOutput { text }));
        }
        if let (false, Local::Result { id }) = (end.invoked, local) {
            writer.send(Outbound::from(PromptResult { id }));
        }
    });
}
