//! Commands that look at the session or set its plan.

use crate::dialect::cx::Cx;
use crate::proto::shared::TodoPhase;
use crate::proto::veyyon::{
    AvailableCommandsUpdate, GetAvailableCommandsCommand, GetAvailableCommandsResult, GetStateCommand, Outbound,
    SetTodosCommand, SetTodosResult,
};
use crate::slash::Offered;

use super::{ReplyTo, convert, errors};

pub(super) fn get_state(cx: &Cx, _: GetStateCommand, reply: ReplyTo<GetStateCommand>) {
    cx.foreground().call("get_state", move |session, _| reply.send(convert::state(session.view())));
}

/// Looks at the folders again; a list that is not the one told last is told to all readers of frames, too.
pub(super) fn get_available_commands(
    cx: &Cx,
    _: GetAvailableCommandsCommand,
    reply: ReplyTo<GetAvailableCommandsCommand>,
) {
    tell_news(cx);
    let offered = cx.slash.offered(&cx.foreground().cwd());
    reply.send(GetAvailableCommandsResult { commands: offered.commands.iter().map(convert::command).collect() });
}

/// Says that the list of commands changed, if it did.
pub(super) fn tell_news(cx: &Cx) {
    if let Some(offered) = cx.slash.news(&cx.foreground().cwd()) {
        cx.writer.send(Outbound::from(commands_update(&offered)));
    }
}

pub(super) fn commands_update(offered: &Offered) -> AvailableCommandsUpdate {
    AvailableCommandsUpdate { commands: offered.commands.iter().map(convert::command).collect() }
}

/// A phase without a name or a task without a text could neither be shown nor be named by the todo tool.
fn blank(phases: &[TodoPhase]) -> Option<String> {
    phases.iter().enumerate().find_map(|(at, phase)| {
        match phase.tasks.iter().position(|task| is_blank(&task.content)) {
            _ if is_blank(&phase.name) => Some(errors::phase_without_name(at)),
            Some(task) => Some(errors::task_without_content(at, task)),
            None => None,
        }
    })
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

pub(super) fn set_todos(cx: &Cx, command: SetTodosCommand, reply: ReplyTo<SetTodosCommand>) {
    if let Some(why) = blank(&command.phases) {
        return reply.fail(why);
    }
    cx.foreground().call("set_todos", move |session, _| {
        reply.send(SetTodosResult { todo_phases: session.set_todos(command.phases) });
    });
}
