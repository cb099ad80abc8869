//! Commands that choose what the model is, how much it thinks and what it must call.

use crate::proto::shared::ThinkingLevel;
use crate::slash::arguments::word_and_rest;
use crate::slash::run::{Stage, Step};

pub(super) fn model(stage: &mut Stage<'_>, arguments: &str) -> Step {
    if arguments.is_empty() {
        let text = match &stage.session.config().model {
            Some(model) => format!("Current model: {}/{}", model.provider, model.id),
            None => "No model is currently selected.".to_owned(),
        };
        stage.print(text);
        return Step::Done;
    }
    let models = stage.engine.models().clone();
    let resolved = models.resolve(None, arguments).ok();
    let found = resolved.and_then(|resolved| {
        let model = models.find(&resolved.model.provider, &resolved.model.id)?;
        Some((model, resolved.thinking))
    });
    let Some((model, wanted)) = found else {
        stage.print(format!(
            "Unknown model: {arguments}. Name one that get_available_models lists, as provider/id or as its id"
        ));
        return Step::Done;
    };
    let level = match wanted {
        Some(level) => models.clamp_thinking(&model, level),
        None => models.thinking_for(&model, stage.session.config().thinking),
    };
    stage.session.set_model(model.clone(), level, stage.fx);
    stage.print(format!("Model set to {}/{}.", model.provider, model.id));
    stage.tell_session();
    stage.tell_config(Some(model), Some(level));
    Step::Done
}

pub(super) fn thinking(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let (models, now) = (stage.engine.models().clone(), stage.session.config().thinking);
    if arguments.is_empty() {
        stage.print(format!("Thinking effort: {now}"));
        return Step::Done;
    }
    let model = stage.session.config().model.clone();
    // Going back to the default is always allowed; `auto` only where there is something to choose from.
    let level = match (arguments, ThinkingLevel::from_wire(arguments)) {
        ("inherit", _) => Ok(None),
        ("auto", _) => check(stage, None).map(|()| None),
        (_, Some(level)) => check(stage, Some(level)).map(|()| Some(level)),
        (other, None) => Err(format!("{other} is no thinking level; known: {}", names().join(", "))),
    };
    match level {
        Ok(level) => {
            let level = level.unwrap_or_else(|| models.default_thinking(model.as_deref()));
            stage.session.set_thinking(level, stage.fx);
            stage.print(format!("Thinking effort set to {level}."));
            stage.tell_config(None, Some(level));
        }
        Err(why) => stage.print(why),
    }
    Step::Done
}

fn check(stage: &Stage<'_>, level: Option<ThinkingLevel>) -> Result<(), String> {
    match &stage.session.config().model {
        Some(model) => stage.engine.models().accepts_thinking(model, level),
        None => Ok(()),
    }
}

fn names() -> Vec<&'static str> {
    ThinkingLevel::ALL.iter().map(|level| level.as_str()).collect()
}

/// The tool is the first word; what follows it is a prompt.
pub(super) fn force(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let (tool, prompt) = word_and_rest(arguments);
    if tool.is_empty() {
        stage.print("Usage: /force:<tool> [prompt]");
        return Step::Done;
    }
    if stage.session.config().tooling.set.get(tool).is_some() && !prompt.is_empty() && stage.session.is_streaming() {
        // The prompt will be refused; the running turn must not get its tool.
        return Step::Prompt(prompt.to_owned());
    }
    if !stage.session.force_tool(tool) {
        let tools = stage.session.config().tooling.set.definitions();
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        stage.print(format!("Unknown tool: {tool}. Tools: {}", names.join(", ")));
        return Step::Done;
    }
    if prompt.is_empty() {
        stage.print(format!("The next reply must call {tool}."));
        return Step::Done;
    }
    Step::Prompt(prompt.to_owned())
}
