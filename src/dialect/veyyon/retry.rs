//! Commands about asking the model again: set_auto_retry, abort_retry.

use crate::dialect::cx::Cx;
use crate::proto::veyyon::{AbortRetryCommand, SetAutoRetryCommand};

use super::ReplyTo;

/// Answers first; the end of the wait and of the run follows.
pub(super) fn abort_retry(cx: &Cx, _: AbortRetryCommand, reply: ReplyTo<AbortRetryCommand>) {
    cx.foreground().call("abort_retry", move |session, fx| {
        reply.send(());
        session.abort_retry(fx);
    });
}

pub(super) fn set_auto_retry(cx: &Cx, command: SetAutoRetryCommand, reply: ReplyTo<SetAutoRetryCommand>) {
    cx.foreground().call("set_auto_retry", move |session, _| {
        session.set_auto_retry(command.enabled);
        reply.send(());
    });
}
