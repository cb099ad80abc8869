//! Commands that set how queued messages come in.

use crate::dialect::cx::Cx;
use crate::proto::veyyon::{SetFollowUpModeCommand, SetInterruptModeCommand, SetSteeringModeCommand};

use super::ReplyTo;

pub(super) fn set_steering_mode(cx: &Cx, command: SetSteeringModeCommand, reply: ReplyTo<SetSteeringModeCommand>) {
    cx.foreground().call("set_steering_mode", move |session, _| {
        session.set_steering_mode(command.mode);
        reply.send(());
    });
}

pub(super) fn set_follow_up_mode(cx: &Cx, command: SetFollowUpModeCommand, reply: ReplyTo<SetFollowUpModeCommand>) {
    cx.foreground().call("set_follow_up_mode", move |session, _| {
        session.set_follow_up_mode(command.mode);
        reply.send(());
    });
}

pub(super) fn set_interrupt_mode(cx: &Cx, command: SetInterruptModeCommand, reply: ReplyTo<SetInterruptModeCommand>) {
    cx.foreground().call("set_interrupt_mode", move |session, _| {
        session.set_interrupt_mode(command.mode);
        reply.send(());
    });
}
