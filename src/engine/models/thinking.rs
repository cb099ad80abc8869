//! Reasoning levels: what a model offers, and what becomes of a level that it does not.

use crate::proto::shared::{Effort, Model, ThinkingConfig, ThinkingLevel};
use crate::settings::DefaultThinkingLevel;

/// The levels of a model in ascending order; none for a model without efforts.
pub(super) fn choices(model: &Model) -> Vec<ThinkingLevel> {
    let Some(config) = offered(model) else {
        return Vec::new();
    };
    let off = (config.requires_effort != Some(true)).then_some(ThinkingLevel::Off);
    off.into_iter().chain(config.efforts.iter().copied().map(level)).collect()
}

/// The nearest level that the model offers: the next lower one, else its lowest.
pub(super) fn clamp(wanted: ThinkingLevel, model: &Model) -> ThinkingLevel {
    let choices = choices(model);
    let lower =
        choices.iter().copied().filter(|choice| rank(*choice) <= rank(wanted)).max_by_key(|choice| rank(*choice));
    lower.or_else(|| choices.first().copied()).unwrap_or(ThinkingLevel::Off)
}

/// The level after this one: off, the efforts ascending, and off again. `None` for a model without efforts.
pub(super) fn next(now: ThinkingLevel, model: &Model) -> Option<ThinkingLevel> {
    let choices = choices(model);
    let now = clamp(now, model);
    let at = choices.iter().position(|choice| *choice == now)?;
    choices.get((at + 1) % choices.len()).copied()
}

/// Whether the model takes the level, `None` for `auto`; the error is for the host.
pub(super) fn accepts(model: &Model, wanted: Option<ThinkingLevel>) -> Result<(), String> {
    let choices = choices(model);
    if wanted.map_or(!choices.is_empty(), |wanted| choices.contains(&wanted)) {
        return Ok(());
    }
    let wanted = wanted.map_or("auto", ThinkingLevel::as_str);
    let (provider, id) = (&model.provider, &model.id);
    Err(format!("{provider}/{id} does not accept thinking level {wanted}. Accepted: {}", accepted(&choices)))
}

/// The level that the model's own configuration starts with.
pub(super) fn own_default(model: &Model) -> Option<ThinkingLevel> {
    offered(model)?.default_level.map(level)
}

/// What a setting asks for; `None` leaves it to the model.
pub(super) fn configured(setting: DefaultThinkingLevel) -> Option<ThinkingLevel> {
    ThinkingLevel::from_wire(setting.as_str())
}

fn offered(model: &Model) -> Option<&ThinkingConfig> {
    model.thinking.as_ref().filter(|config| model.reasoning && !config.efforts.is_empty())
}

/// Protocol: `auto` stands after `off`, as the command takes it, although no choice of ours is `auto`.
fn accepted(choices: &[ThinkingLevel]) -> String {
    if choices.is_empty() {
        return "none (this model exposes no effort control)".to_owned();
    }
    let mut names: Vec<&str> = choices.iter().map(|choice| choice.as_str()).collect();
    names.insert(usize::from(choices.first() == Some(&ThinkingLevel::Off)), "auto");
    names.join(", ")
}

fn level(effort: Effort) -> ThinkingLevel {
    match effort {
        Effort::Minimal => ThinkingLevel::Minimal,
        Effort::Low => ThinkingLevel::Low,
        Effort::Medium => ThinkingLevel::Medium,
        Effort::High => ThinkingLevel::High,
        Effort::Xhigh => ThinkingLevel::Xhigh,
        Effort::Max => ThinkingLevel::Max,
    }
}

fn rank(level: ThinkingLevel) -> usize {
    ThinkingLevel::ALL.iter().position(|known| *known == level).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::support::{plain, thinker};
    use super::*;

    #[test]
    fn a_model_without_efforts_has_no_choices() {
        let model = plain("m");
        assert!(choices(&model).is_empty());
        assert_eq!(clamp(ThinkingLevel::High, &model), ThinkingLevel::Off);
        assert_eq!(next(ThinkingLevel::Off, &model), None);
        assert_eq!(
            accepts(&model, Some(ThinkingLevel::Off)).unwrap_err(),
            "acme/m does not accept thinking level off. Accepted: none (this model exposes no effort control)"
        );
    }

    #[test]
    fn a_cycle_goes_up_and_back_to_off() {
        let model = thinker("m", &[Effort::Low, Effort::High]);
        let steps = std::iter::successors(Some(ThinkingLevel::Off), |now| next(*now, &model)).take(4);
        let names: Vec<_> = steps.map(ThinkingLevel::as_str).collect();
        assert_eq!(names, ["off", "low", "high", "off"]);
        assert_eq!(next(ThinkingLevel::Max, &model), Some(ThinkingLevel::Off));
    }

    #[test]
    fn a_level_is_clamped_downwards_where_there_is_one() {
        let mut model = thinker("m", &[Effort::Low, Effort::High]);
        assert_eq!(clamp(ThinkingLevel::Medium, &model), ThinkingLevel::Low);
        assert_eq!(clamp(ThinkingLevel::Max, &model), ThinkingLevel::High);
        assert_eq!(clamp(ThinkingLevel::Minimal, &model), ThinkingLevel::Off);
        model.thinking.as_mut().unwrap().requires_effort = Some(true);
        assert_eq!(clamp(ThinkingLevel::Minimal, &model), ThinkingLevel::Low);
        assert_eq!(clamp(ThinkingLevel::Off, &model), ThinkingLevel::Low);
    }

    #[test]
    fn a_refusal_lists_what_is_accepted() {
        let model = thinker("m", &[Effort::Low, Effort::High]);
        assert_eq!(accepts(&model, Some(ThinkingLevel::Low)), Ok(()));
        assert_eq!(accepts(&model, None), Ok(()));
        assert!(accepts(&plain("m"), None).unwrap_err().contains("thinking level auto. Accepted: none"));
        assert_eq!(
            accepts(&model, Some(ThinkingLevel::Max)).unwrap_err(),
            "acme/m does not accept thinking level max. Accepted: off, auto, low, high"
        );
    }
}
