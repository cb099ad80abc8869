//! Commands that set how much the model thinks.

use crate::dialect::cx::Cx;
use crate::proto::shared::ThinkingLevel;
use crate::proto::veyyon::{
    CycleThinkingLevelCommand, CycleThinkingLevelResult, SetThinkingLevelCommand, ThinkingChoice,
};

use super::ReplyTo;

pub(super) fn set_thinking_level(cx: &Cx, command: SetThinkingLevelCommand, reply: ReplyTo<SetThinkingLevelCommand>) {
    let models = cx.engine.models().clone();
    cx.foreground().call("set_thinking_level", move |session, fx| {
        let model = session.config().model.clone();
        let wanted = level(command.level);
        // Protocol: `inherit` is always taken, and anything while there is no model.
        if let (Some(model), true) = (&model, command.level != ThinkingChoice::Inherit)
            && let Err(why) = models.accepts_thinking(model, wanted)
        {
            return reply.fail(why);
        }
        // `inherit` and `auto` go back to what the configuration and the model say.
        let level = wanted.unwrap_or_else(|| models.default_thinking(model.as_deref()));
        reply.send(());
        session.set_thinking(level, fx);
    });
}

pub(super) fn cycle_thinking_level(cx: &Cx, _: CycleThinkingLevelCommand, reply: ReplyTo<CycleThinkingLevelCommand>) {
    let models = cx.engine.models().clone();
    cx.foreground().call("cycle_thinking_level", move |session, fx| {
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
