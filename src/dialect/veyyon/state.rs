//! Commands that look at the session or set its plan.

use crate::dialect::cx::Cx;
use crate::proto::veyyon::{
    AvailableCommandsUpdate, GetAvailableCommandsCommand, GetAvailableCommandsResult, GetStateCommand, SetTodosCommand,
    SetTodosResult,
};

use super::{ReplyTo, convert};

pub(super) fn get_state(cx: &Cx, _: GetStateCommand, reply: ReplyTo<GetStateCommand>) {
    cx.foreground().call("get_state", move |session, _| reply.send(convert::state(session.view())));
}

/// This version serves no slash command; the list says so.
pub(super) fn get_available_commands(
    _: &Cx,
    _: GetAvailableCommandsCommand,
    reply: ReplyTo<GetAvailableCommandsCommand>,
) {
    reply.send(GetAvailableCommandsResult { commands: Vec::new() });
}

pub(super) fn commands_update() -> AvailableCommandsUpdate {
    AvailableCommandsUpdate { commands: Vec::new() }
}

pub(super) fn set_todos(cx: &Cx, command: SetTodosCommand, reply: ReplyTo<SetTodosCommand>) {
    cx.foreground().call("set_todos", move |session, _| {
        reply.send(SetTodosResult { todo_phases: session.set_todos(command.phases) });
    });
}
