//! Commands that talk to the model: prompt, steer, follow_up, abort, abort_and_prompt.

use crate::dialect::cx::Cx;
use crate::proto::shared::ImageContent;
use crate::proto::veyyon::{
    AbortAndPromptCommand, AbortCommand, FollowUpCommand, PromptCommand, SteerCommand, StreamingBehavior,
};
use crate::session::{Delivery, Input, SessionError};

use super::{ReplyTo, errors};

pub(super) fn prompt(cx: &Cx, command: PromptCommand, reply: ReplyTo<PromptCommand>) {
    let delivery = command.streaming_behavior.map(|behavior| match behavior {
        StreamingBehavior::Steer => Delivery::Steer,
        StreamingBehavior::FollowUp => Delivery::FollowUp,
    });
    let input = input(command.message, command.images);
    cx.foreground().call("prompt", move |session, fx| match session.submit(input, delivery, fx) {
        Ok(_) => reply.send(None),
        // Protocol: failures after acceptance come as a second response with the same id.
        Err(SessionError::NotReady(why)) => reply.accept(None).fail(why),
        Err(error) => reply.fail(text(&error)),
    });
}

pub(super) fn steer(cx: &Cx, command: SteerCommand, reply: ReplyTo<SteerCommand>) {
    let input = input(command.message, command.images);
    cx.foreground().call("steer", move |session, fx| match session.steer(input, fx) {
        Ok(_) => reply.send(()),
        Err(error) => reply.fail(text(&error)),
    });
}

pub(super) fn follow_up(cx: &Cx, command: FollowUpCommand, reply: ReplyTo<FollowUpCommand>) {
    let input = input(command.message, command.images);
    cx.foreground().call("follow_up", move |session, fx| match session.follow_up(input, fx) {
        Ok(_) => reply.send(()),
        Err(error) => reply.fail(text(&error)),
    });
}

/// Answers when the run has ended, its end events written before. Also ends the host's own shell commands.
pub(super) fn abort(cx: &Cx, _: AbortCommand, reply: ReplyTo<AbortCommand>) {
    cx.engine.shells().stop_all();
    cx.foreground().call("abort", move |session, fx| session.abort(Box::new(move |_, _| reply.send(())), fx));
}

/// Answers at once, then aborts, then prompts; what waits in the queues comes after it.
pub(super) fn abort_and_prompt(cx: &Cx, command: AbortAndPromptCommand, reply: ReplyTo<AbortAndPromptCommand>) {
    let input = input(command.message, command.images);
    if input.is_blank() {
        return reply.fail(errors::BLANK);
    }
    cx.engine.shells().stop_all();
    cx.foreground().call("abort_and_prompt", move |session, fx| {
        let late = reply.accept(());
        session.replace_run(
            input,
            move |refused| {
                if let Some(error) = refused {
                    late.fail(text(&error));
                }
            },
            fx,
        );
    });
}

fn input(text: String, images: Option<Vec<ImageContent>>) -> Input {
    Input { text, images: images.unwrap_or_default() }
}

/// The protocol's words for what the session refuses.
pub(super) fn text(error: &SessionError) -> String {
    match error {
        SessionError::Busy => errors::BUSY.into(),
        SessionError::Blank => errors::BLANK.into(),
        SessionError::EmptyName => errors::EMPTY_NAME.into(),
        SessionError::NotReady(why) => why.clone(),
    }
}
