//! The host's own shell commands: bash and abort_bash.

use crate::base::clock;
use crate::dialect::cx::Cx;
use crate::proto::shared::{BashExecutionMessage, BashResult};
use crate::proto::veyyon::{AbortBashCommand, BashCommand};

use super::ReplyTo;

/// Starts now, so that an `abort_bash` in the next line finds it; only the waiting is detached.
pub(super) fn bash(cx: &Cx, command: BashCommand, reply: ReplyTo<BashCommand>) {
    let (shell, tasks, home) = (cx.engine.shells().register(), cx.engine.tasks().clone(), cx.foreground());
    cx.foreground().call("bash", move |session, _| {
        let (cwd, artifacts) = (session.config().cwd.clone(), session.config().artifacts.clone());
        tasks.spawn("bash", async move {
            match shell.run(&command.command, cwd, artifacts).await {
                Ok(result) => home.call("bash result", move |session, fx| {
                    session.note_bash(note(command.command, &result), fx);
                    reply.send(result);
                }),
                Err(why) => reply.fail(why),
            }
        });
    });
}

fn note(command: String, result: &BashResult) -> BashExecutionMessage {
    BashExecutionMessage {
        command,
        output: result.output.clone(),
        exit_code: result.exit_code,
        cancelled: result.cancelled,
        truncated: result.truncated,
        meta: None,
        exclude_from_context: None,
        timestamp: clock::now(),
    }
}

/// Ends the shell commands of the host, not those of the model; `abort` ends both.
pub(super) fn abort_bash(cx: &Cx, _: AbortBashCommand, reply: ReplyTo<AbortBashCommand>) {
    cx.engine.shells().stop_all();
    reply.send(());
}
