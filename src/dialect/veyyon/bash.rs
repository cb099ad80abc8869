//! The host's own shell commands: bash and abort_bash.

use crate::base::clock;
use crate::dialect::cx::Cx;
use crate::proto::shared::BashExecutionMessage;
use crate::proto::veyyon::{AbortBashCommand, BashCommand};

use super::ReplyTo;

/// Starts now, so that an `abort_bash` in the next line finds it; only the waiting is detached.
pub(super) fn bash(cx: &Cx, command: BashCommand, reply: ReplyTo<BashCommand>) {
    let session = cx.foreground();
    let shell = cx.engine.shells().start(&command.command);
    cx.engine.tasks().spawn("bash", async move {
        let result = match shell.await {
            Ok(result) => result,
            Err(why) => return reply.fail(why),
        };
        let note = BashExecutionMessage {
            command: command.command,
            output: result.output.clone(),
            exit_code: result.exit_code,
            cancelled: result.cancelled,
            truncated: result.truncated,
            meta: None,
            exclude_from_context: None,
            timestamp: clock::now(),
        };
        session.call("bash", move |session, fx| {
            session.note_bash(note, fx);
            reply.send(result);
        });
    });
}

/// Ends the shell commands of the host, not those of the model; `abort` ends both.
pub(super) fn abort_bash(cx: &Cx, _: AbortBashCommand, reply: ReplyTo<AbortBashCommand>) {
    cx.engine.shells().stop_all();
    reply.send(());
}
