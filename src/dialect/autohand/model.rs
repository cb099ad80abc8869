//! Commands that choose the model.

use crate::proto::autohand::{
    CycleModelCommand, CycleModelResult, GetAvailableModelsCommand, GetAvailableModelsResult, SetModelCommand,
};

use super::desk::Desk;
use super::{ReplyTo, errors};

pub(super) fn set_model(desk: &Desk, command: SetModelCommand, reply: ReplyTo<SetModelCommand>) {
    let models = desk.cx.engine.models().clone();
    desk.cx.foreground().call("set_model", move |session, fx| {
        let Some(model) = models.find(&command.provider, &command.model_id) else {
            return reply.fail(errors::model_not_found(&command.provider, &command.model_id));
        };
        let thinking = models.thinking_for(&model, session.config().thinking);
        reply.send(model.as_ref().clone());
        session.set_model(model, thinking, fx);
    });
}

pub(super) fn cycle_model(desk: &Desk, _: CycleModelCommand, reply: ReplyTo<CycleModelCommand>) {
    let models = desk.cx.engine.models().clone();
    desk.cx.foreground().call("cycle_model", move |session, fx| {
        let Some(next) = models.next(session.config().model.as_deref()) else { return reply.send(None) };
        let wanted = next.thinking.unwrap_or(session.config().thinking);
        let thinking = models.thinking_for(&next.model, wanted);
        reply.send(Some(CycleModelResult {
            model: next.model.as_ref().clone(),
            thinking_level: Some(thinking),
            is_scoped: next.is_scoped,
        }));
        session.set_model(next.model, thinking, fx);
    });
}

/// Providers without a list are asked for it, within a few seconds.
pub(super) fn get_available_models(
    desk: &Desk,
    _: GetAvailableModelsCommand,
    reply: ReplyTo<GetAvailableModelsCommand>,
) {
    let models = desk.cx.engine.models().clone();
    desk.cx.engine.tasks().spawn("get_available_models", async move {
        models.refresh().await;
        let models = models.available().iter().map(|model| model.as_ref().clone()).collect();
        reply.send(GetAvailableModelsResult { models });
    });
}
