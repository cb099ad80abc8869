//! Commands that set how much the model thinks.

use crate::proto::autohand::{
    CycleThinkingLevelCommand, CycleThinkingLevelResult, Nothing, SetThinkingLevelCommand, ThinkingChoice,
};
use crate::proto::shared::ThinkingLevel;

use super::ReplyTo;
use super::desk::Desk;

pub(super) fn set_thinking_level(
    desk: &Desk,
    command: SetThinkingLevelCommand,
    reply: ReplyTo<SetThinkingLevelCommand>,
) {
    let models = desk.cx.engine.models().clone();
    desk.cx.foreground().call("set_thinking_level", move |session, fx| {
        let model = session.config().model.clone();
        let wanted = level(command.level);
        if let (Some(model), true) = (&model, command.level != ThinkingChoice::Inherit)
            && let Err(why) = models.accepts_thinking(model, wanted)
        {
            return reply.fail(why);
        }
        // `inherit` and `auto` go back to what the configuration and the model say.
        let level = wanted.unwrap_or_else(|| models.default_thinking(model.as_deref()));
        reply.send(Nothing {});
        session.set_thinking(level, fx);
    });
}

pub(super) fn cycle_thinking_level(
    desk: &Desk,
    _: CycleThinkingLevelCommand,
    reply: ReplyTo<CycleThinkingLevelCommand>,
) {
    let models = desk.cx.engine.models().clone();
    desk.cx.foreground().call("cycle_thinking_level", move |session, fx| {
        let now = session.config().thinking;
        let next = session.config().model.as_deref().and_then(|model| models.next_thinking(model, now));
        let Some(level) = next else { return reply.send(None) };
        reply.send(Some(CycleThinkingLevelResult { level }));
        session.set_thinking(level, fx);
    });
}

fn level(choice: ThinkingChoice) -> Option<ThinkingLevel> {
    Some(match choice {
        ThinkingChoice::Inherit | ThinkingChoice::Auto => return None,
        ThinkingChoice::Off => ThinkingLevel::Off,
        ThinkingChoice::Minimal => ThinkingLevel::Minimal,
        ThinkingChoice::Low => ThinkingLevel::Low,
        ThinkingChoice::Medium => ThinkingLevel::Medium,
        ThinkingChoice::High => ThinkingLevel::High,
        ThinkingChoice::Xhigh => ThinkingLevel::Xhigh,
        ThinkingChoice::Max => ThinkingLevel::Max,
    })
}
