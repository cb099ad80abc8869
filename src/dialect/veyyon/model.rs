//! Commands that choose the model.

use crate::dialect::cx::Cx;
use crate::engine::models::Unselected;
use crate::proto::veyyon::{
    CycleModelCommand, CycleModelResult, GetAvailableModelsCommand, GetAvailableModelsResult, SetModelCommand,
};

use super::{ReplyTo, errors};

pub(super) fn set_model(cx: &Cx, command: SetModelCommand, reply: ReplyTo<SetModelCommand>) {
    let models = cx.engine.models().clone();
    cx.foreground().call("set_model", move |session, fx| {
        let (provider, id) = (&command.provider, &command.model_id);
        let model = match models.select(provider, id) {
            Ok(model) => model,
            Err(Unselected::Unknown) => return reply.fail(errors::model_not_found(provider, id)),
            Err(Unselected::NoKey) => return reply.fail(errors::no_key_for_model(provider, id)),
        };
        let thinking = models.thinking_for(&model, session.config().thinking);
        reply.send(model.as_ref().clone());
        session.set_model(model, thinking, fx);
    });
}

pub(super) fn cycle_model(cx: &Cx, _: CycleModelCommand, reply: ReplyTo<CycleModelCommand>) {
    let models = cx.engine.models().clone();
    cx.foreground().call("cycle_model", move |session, fx| {
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

/// Providers without a list are asked for it, within a few seconds; serial, as the protocol has it.
pub(super) fn get_available_models(cx: &Cx, _: GetAvailableModelsCommand, reply: ReplyTo<GetAvailableModelsCommand>) {
    let models = cx.engine.models().clone();
    cx.engine.tasks().spawn("get_available_models", async move {
        models.refresh().await;
        let models = models.available().iter().map(|model| model.as_ref().clone()).collect();
        reply.send(GetAvailableModelsResult { models });
    });
}
