//! How much to think, in the words of each server.

use std::borrow::Cow;

use crate::proto::shared::{Effort, Model, ThinkingLevel};
use crate::provider::Request;
use crate::provider::openai_completions::compat::{Compat, ThinkingFormat};
use crate::provider::openai_completions::wire::{Body, NestedReasoning, Toggle};

/// Writes the level of thinking into the request. A model that does not think is told nothing.
pub(super) fn say<'a>(body: &mut Body<'a>, request: &'a Request, compat: &Compat) {
    let model = request.model.as_ref();
    if !model.reasoning {
        return;
    }
    let effort = effort(request.thinking, model);
    match compat.thinking {
        ThinkingFormat::Effort => body.reasoning_effort = effort.or_else(|| said_off(model)),
        ThinkingFormat::Nested => {
            let enabled = effort.is_none().then_some(false);
            body.reasoning = Some(NestedReasoning { effort, enabled });
        }
        ThinkingFormat::Toggle => {
            body.thinking = Some(Toggle { r#type: if effort.is_some() { "enabled" } else { "disabled" } });
        }
        ThinkingFormat::Flag => body.enable_thinking = Some(effort.is_some()),
        ThinkingFormat::Silent => {}
    }
}

/// The word for a level; nothing when thinking is off.
fn effort(level: ThinkingLevel, model: &Model) -> Option<Cow<'_, str>> {
    let wanted = match level {
        ThinkingLevel::Off => return None,
        ThinkingLevel::Minimal => Effort::Minimal,
        ThinkingLevel::Low => Effort::Low,
        ThinkingLevel::Medium => Effort::Medium,
        ThinkingLevel::High => Effort::High,
        ThinkingLevel::Xhigh => Effort::Xhigh,
        ThinkingLevel::Max => Effort::Max,
    };
    let Some(config) = &model.thinking else {
        // All that servers have in common.
        return Some(Cow::Borrowed(match wanted {
            Effort::Minimal | Effort::Low => "low",
            Effort::Medium => "medium",
            Effort::High | Effort::Xhigh | Effort::Max => "high",
        }));
    };
    let taken =
        config.efforts.iter().filter(|effort| rank(**effort) <= rank(wanted)).max_by_key(|effort| rank(**effort));
    let taken = taken.or_else(|| config.efforts.iter().min_by_key(|effort| rank(**effort))).copied().unwrap_or(wanted);
    let mapped = config.effort_map.as_ref().and_then(|map| map.get(word(taken)));
    Some(Cow::Borrowed(mapped.map_or(word(taken), String::as_str)))
}

/// Models that think unless told not to need a word for "off".
fn said_off(model: &Model) -> Option<Cow<'_, str>> {
    let config = model.thinking.as_ref()?;
    let mapped = config.effort_map.as_ref().and_then(|map| map.get("off"));
    match mapped {
        Some(mapped) => Some(Cow::Borrowed(mapped)),
        None => (config.suppress_when_off == Some(true)).then_some(Cow::Borrowed("none")),
    }
}

fn rank(effort: Effort) -> u8 {
    match effort {
        Effort::Minimal => 0,
        Effort::Low => 1,
        Effort::Medium => 2,
        Effort::High => 3,
        Effort::Xhigh => 4,
        Effort::Max => 5,
    }
}

fn word(effort: Effort) -> &'static str {
    match effort {
        Effort::Minimal => "minimal",
        Effort::Low => "low",
        Effort::Medium => "medium",
        Effort::High => "high",
        Effort::Xhigh => "xhigh",
        Effort::Max => "max",
    }
}
