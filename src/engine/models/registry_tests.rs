//! Tests of [`super`].

use super::super::support::{Setup, TWO};
use super::*;

fn names(models: &[Arc<Model>]) -> Vec<String> {
    models.iter().map(|model| format!("{}/{}", model.provider, model.id)).collect()
}

#[test]
fn models_with_credentials_are_available_in_the_order_of_the_file() {
    let without = Setup::new(TWO).registry();
    assert_eq!(names(&without.available()), ["free/small", "free/deep:high", "builtin/offline"]);
    let with = Setup::new(TWO).set("ACME_KEY", "k").registry();
    assert_eq!(
        names(&with.available()),
        ["acme/vendor/coder:free", "acme/deep", "free/small", "free/deep:high", "builtin/offline"]
    );
}

#[test]
fn the_embedded_model_is_what_the_contract_says() {
    let model = Setup::new("").registry().find("builtin", "offline").unwrap();
    assert_eq!(model.api, "builtin-offline");
    assert_eq!((model.context_window, model.max_tokens, model.reasoning), (128_000, 8192, false));
    assert_eq!(model.cost.input, 0.0);
}

#[test]
fn configured_headers_do_not_show_in_a_model() {
    let registry = Setup::new(TWO).set("ACME_KEY", "k").registry();
    assert_eq!(registry.find("acme", "deep").unwrap().headers, None);
}

#[test]
fn enabled_models_filter_what_can_be_chosen() {
    let mut setup = Setup::new(TWO).set("ACME_KEY", "k");
    setup.settings.enabled_models = Some(vec!["acme/*".into(), "small".into()]);
    let registry = setup.registry();
    assert_eq!(names(&registry.available()), ["acme/vendor/coder:free", "acme/deep", "free/small"]);
    assert!(registry.find("free", "deep:high").is_none());
}

#[test]
fn a_model_is_found_by_exact_provider_and_id() {
    let registry = Setup::new(TWO).set("OPENAI_API_KEY", "k").registry();
    assert!(registry.find("free", "small").is_some());
    assert!(registry.find("free", "smal").is_none());
    assert!(registry.find("acme", "deep").is_none(), "without a key");
    assert!(registry.find("nope", "deep").is_none());
    assert!(registry.find("openai", "any-id").is_some(), "this provider keeps its list");
    assert!(registry.find("groq", "any-id").is_none(), "without a key");
    assert!(registry.find("openai", "").is_none());
}

#[test]
fn a_cycle_goes_through_all_available_models() {
    let registry = Setup::new(TWO).registry();
    let small = registry.find("free", "small").unwrap();
    let next = registry.next(Some(&small)).unwrap();
    assert_eq!((next.model.id.as_str(), next.is_scoped, next.thinking), ("deep:high", false, None));
    let offline = registry.find("builtin", "offline").unwrap();
    assert_eq!(registry.next(Some(&offline)).unwrap().model.id, "small");
    assert_eq!(registry.next(None).unwrap().model.id, "small");
    assert!(Setup::new("").registry().next(None).is_none());
}

#[test]
fn a_scope_gives_order_and_levels() {
    let setup = Setup::new(TWO).set("ACME_KEY", "k").scope(&["free/*", "acme/deep:low", "nothing"]);
    let registry = setup.registry();
    let small = registry.find("free", "small").unwrap();
    let second = registry.next(Some(&small)).unwrap();
    assert_eq!((second.model.id.as_str(), second.is_scoped), ("deep:high", true));
    let third = registry.next(Some(&second.model)).unwrap();
    assert_eq!((third.model.id.as_str(), third.thinking), ("deep", Some(ThinkingLevel::Low)));
    assert_eq!(registry.next(Some(&third.model)).unwrap().model.id, "small");
    assert!(Setup::new(TWO).scope(&["small"]).registry().next(None).is_none());
}

#[test]
fn a_changed_models_file_takes_effect_and_a_broken_one_does_not() {
    let registry = Setup::new(TWO).registry();
    registry.setup.write(&TWO.replace("small", "smaller"));
    assert!(registry.find("free", "smaller").is_some());
    registry.setup.write("providers: 1\n");
    assert!(registry.find("free", "smaller").is_some());
    registry.setup.write("providers:\n  other: {}\n");
    assert!(registry.find("free", "smaller").is_some());
}

#[test]
fn an_unknown_provider_needs_api_and_address() {
    let fails = |text: &str| Setup::new(text).try_registry().err().unwrap();
    assert!(fails("providers:\n  mine: {}\n").contains("providers.mine.api is missing"));
    assert!(fails("providers:\n  mine: { api: openai-completions }\n").contains("providers.mine.baseUrl is missing"));
    assert!(Setup::new("providers:\n  openai: { headers: { X-A: b } }\n").try_registry().is_ok());
}

#[test]
fn a_model_that_lacks_only_a_key_is_told_from_one_that_is_unknown() {
    let registry = Setup::new(TWO).registry();
    assert_eq!(registry.select("free", "small").unwrap().id, "small");
    assert_eq!(registry.select("acme", "deep"), Err(Unselected::NoKey));
    assert_eq!(registry.select("openai", "any"), Err(Unselected::NoKey), "its list is not known");
    for (provider, id) in [("acme", "other"), ("acme", ""), ("free", "other"), ("nobody", "small"), ("openai", "")] {
        assert_eq!(registry.select(provider, id), Err(Unselected::Unknown), "{provider}/{id}");
    }
}

#[test]
fn a_changed_file_moves_the_variables_that_are_hidden() {
    let registry = Setup::new(TWO).registry();
    registry.setup.write(&TWO.replace("ACME_KEY", "ACME_OTHER_KEY"));
    let hidden = registry.hidden_variables(&[]);
    assert!(hidden.contains(&"ACME_OTHER_KEY".to_owned()), "{hidden:?}");
}

#[test]
fn the_variables_of_credentials_are_known() {
    let hidden = Setup::new(TWO).registry().hidden_variables(&["GROQ_API_KEY".to_owned()]);
    for name in ["ACME_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"] {
        assert!(hidden.iter().any(|hidden| hidden == name), "{name}");
    }
    assert!(!hidden.iter().any(|hidden| hidden == "GROQ_API_KEY"));
}

#[test]
fn the_level_nobody_chose_is_the_settings_then_the_models_then_high() {
    let mut setup = Setup::new(TWO).set("ACME_KEY", "k");
    let registry = setup.try_registry().unwrap();
    let deep = registry.find("acme", "deep").unwrap();
    assert_eq!(registry.default_thinking(Some(&deep)), ThinkingLevel::High);
    let mut own = deep.as_ref().clone();
    own.thinking.as_mut().unwrap().default_level = Some(crate::proto::shared::Effort::Low);
    assert_eq!(registry.default_thinking(Some(&own)), ThinkingLevel::Low);
    assert_eq!(registry.thinking_for(&own, ThinkingLevel::High), ThinkingLevel::Low);
    assert_eq!(registry.thinking_for(&deep, ThinkingLevel::Max), ThinkingLevel::High);
    setup.settings.default_thinking_level = Some(DefaultThinkingLevel::Medium);
    assert_eq!(setup.registry().default_thinking(Some(&own)), ThinkingLevel::Medium);
}
