//! Commands that talk to the model: prompt, steer, follow_up, abort, abort_and_prompt.

use crate::dialect::cx::Cx;
use crate::dialect::lane::Holds;
use crate::proto::shared::ImageContent;
use crate::proto::veyyon::{
    AbortAndPromptCommand, AbortCommand, FollowUpCommand, Outbound, PromptAcknowledgement, PromptCommand, PromptResult,
    SteerCommand, StreamingBehavior,
};
use crate::session::{Delivery, Effects, Input, Said, Session, SessionError, Special};
use crate::slash::{Call, Ending, Meaning};

use super::{ReplyTo, errors, extensions, state};

/// Protocol: a skill, then a built-in command, then a command file; anything else is text for the model.
pub(super) fn prompt(cx: &Cx, command: PromptCommand, reply: ReplyTo<PromptCommand>) {
    cx.extensions.host_speaks();
    let delivery = command.streaming_behavior.map(|behavior| match behavior {
        StreamingBehavior::Steer => Delivery::Steer,
        StreamingBehavior::FollowUp => Delivery::FollowUp,
    });
    let images = command.images;
    if !command.message.starts_with('/') {
        return submit(cx, input(command.message, images), delivery, reply);
    }
    state::tell_news(cx);
    match cx.slash.meaning(command.message, &cx.foreground().cwd()) {
        Meaning::Plain(text) => submit(cx, input(text, images), delivery, reply),
        Meaning::Expanded(text) => expanded(cx, input(text, images), delivery, reply),
        Meaning::Skill(skill) => call_skill(cx, skill, images, delivery, reply),
        Meaning::Builtin(call) => run(cx, call, images, reply),
        Meaning::Extension { name, arguments } => extensions::prompt(cx, &name, &arguments, reply),
        Meaning::Failed(why) => reply.fail(why),
    }
}

fn submit(cx: &Cx, input: Input, delivery: Option<Delivery>, reply: ReplyTo<PromptCommand>) {
    cx.foreground().call("prompt", move |session, fx| say(session, input, delivery, None, reply, fx));
}

fn say(
    session: &mut Session,
    said: impl Into<Said>,
    delivery: Option<Delivery>,
    acknowledgement: Option<PromptAcknowledgement>,
    reply: ReplyTo<PromptCommand>,
    fx: &mut Effects,
) {
    match session.submit(said, delivery, fx) {
        Ok(_) => reply.send(acknowledgement),
        // Protocol: failures after acceptance come as a second response with the same id.
        Err(SessionError::NotReady(why)) => reply.accept(None).fail(why),
        Err(error) => reply.fail(text(&error)),
    }
}

/// A file whose text came out blank leaves nothing for the model: it was accepted, and turns out to be local.
fn expanded(cx: &Cx, input: Input, delivery: Option<Delivery>, reply: ReplyTo<PromptCommand>) {
    if !input.is_blank() {
        return submit(cx, input, delivery, reply);
    }
    let id = reply.id().cloned();
    reply.send(None);
    cx.writer.send(Outbound::from(PromptResult { id }));
}

/// Protocol: a skill that is called while a run is active steers, unless the prompt says otherwise.
fn call_skill(
    cx: &Cx,
    mut skill: Special,
    images: Option<Vec<ImageContent>>,
    delivery: Option<Delivery>,
    reply: ReplyTo<PromptCommand>,
) {
    skill.input.images = images.unwrap_or_default();
    let delivery = Some(delivery.unwrap_or(Delivery::Steer));
    let acknowledgement = Some(PromptAcknowledgement { agent_invoked: true });
    cx.foreground().call("skill", move |session, fx| say(session, skill, delivery, acknowledgement, reply, fx));
}

/// Protocol: what a built-in command leaves for the model is a prompt of its own, to which `streamingBehavior` does not
/// apply.
fn run(cx: &Cx, call: Call, images: Option<Vec<ImageContent>>, mut reply: ReplyTo<PromptCommand>) {
    if call.works_on_history() {
        // Like the command that does the same: looks and aborts pass it.
        reply.hold(Holds::History);
    }
    cx.slash.run(call, &cx.engine, move |ending, session, fx| match ending {
        Ending::Local => reply.send(Some(PromptAcknowledgement { agent_invoked: false })),
        Ending::Prompt(text) => say(session, input(text, images), None, None, reply, fx),
    });
}

pub(super) fn steer(cx: &Cx, command: SteerCommand, reply: ReplyTo<SteerCommand>) {
    cx.extensions.host_speaks();
    if let Some((name, _)) = cx.slash.extension_command(&command.message) {
        return reply.fail(errors::not_queued(name));
    }
    let input = match template(cx, command.message, command.images) {
        Ok(input) => input,
        Err(why) => return reply.fail(why),
    };
    cx.foreground().call("steer", move |session, fx| match session.steer(input, fx) {
        Ok(_) => reply.send(()),
        Err(error) => reply.fail(text(&error)),
    });
}

pub(super) fn follow_up(cx: &Cx, command: FollowUpCommand, reply: ReplyTo<FollowUpCommand>) {
    cx.extensions.host_speaks();
    if let Some((name, _)) = cx.slash.extension_command(&command.message) {
        return reply.fail(errors::not_queued(name));
    }
    let input = match template(cx, command.message, command.images) {
        Ok(input) => input,
        Err(why) => return reply.fail(why),
    };
    cx.foreground().call("follow_up", move |session, fx| match session.follow_up(input, fx) {
        Ok(_) => reply.send(()),
        Err(error) => reply.fail(text(&error)),
    });
}

/// Answers when the run has ended, its end events written before. Also ends the host's own shell commands, and a login,
/// whose answer comes before.
pub(super) fn abort(cx: &Cx, _: AbortCommand, reply: ReplyTo<AbortCommand>) {
    cx.engine.shells().stop_all();
    cx.extensions.host_aborts();
    let session = cx.foreground();
    let abort = move || {
        session.call("abort", move |session, fx| session.abort(Box::new(move |_, _| reply.send(())), fx));
    };
    match cx.engine.logins().end() {
        None => abort(),
        Some(over) => {
            // The run is told at once; a login needs a moment to answer.
            cx.foreground().call("cut", |session, fx| session.abort(Box::new(|_, _| {}), fx));
            cx.engine.tasks().spawn("abort", async move {
                over.await;
                abort();
            });
        }
    }
}

/// Answers at once, then aborts, then prompts; what waits in the queues comes after it.
///
/// Protocol: a command of an extension runs when the abort is over; there is no `prompt_result`.
pub(super) fn abort_and_prompt(cx: &Cx, command: AbortAndPromptCommand, reply: ReplyTo<AbortAndPromptCommand>) {
    if cx.slash.extension_command(&command.message).is_some() {
        return extensions::abort_and_prompt(cx, command.message, reply);
    }
    let input = match template(cx, command.message, command.images) {
        Ok(input) => input,
        Err(why) => return reply.fail(why),
    };
    if input.is_blank() {
        return reply.fail(errors::BLANK);
    }
    cx.engine.shells().stop_all();
    cx.extensions.host_aborts();
    cx.extensions.host_speaks();
    drop(cx.engine.logins().end());
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

/// Protocol: command files are expanded everywhere, other slash commands in prompts only. The error says why a file cannot
/// be read.
fn template(cx: &Cx, text: String, images: Option<Vec<ImageContent>>) -> Result<Input, String> {
    let text = if text.starts_with('/') { cx.slash.expanded(text, &cx.foreground().cwd())? } else { text };
    Ok(input(text, images))
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
