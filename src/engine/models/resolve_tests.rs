//! Tests of [`super`].

use super::super::support::{Setup, TWO};
use super::*;

fn resolve(provider: Option<&str>, text: &str) -> Result<String, String> {
    let registry = Setup::new(TWO).set("ACME_KEY", "k").registry();
    let Resolved { model, thinking } = registry.resolve(provider, text)?;
    let level = thinking.map(|level| format!(" {level}")).unwrap_or_default();
    Ok(format!("{}|{}{level}", model.provider, model.id))
}

#[test]
fn an_exact_known_id_comes_first_whatever_is_in_it() {
    assert_eq!(resolve(None, "vendor/coder:free").unwrap(), "acme|vendor/coder:free");
    assert_eq!(resolve(None, "deep:high").unwrap(), "free|deep:high");
    assert_eq!(resolve(Some("acme"), "deep:high").unwrap(), "acme|deep high");
    assert_eq!(resolve(None, "offline").unwrap(), "builtin|offline");
}

#[test]
fn a_provider_before_the_id_and_a_level_after_it_are_understood() {
    assert_eq!(resolve(None, "acme/vendor/coder:free").unwrap(), "acme|vendor/coder:free");
    assert_eq!(resolve(None, "acme/deep:low").unwrap(), "acme|deep low");
    assert_eq!(resolve(None, "vendor/coder:free:max").unwrap(), "acme|vendor/coder:free max");
    assert_eq!(resolve(Some("acme"), "acme/deep").unwrap(), "acme|deep");
    assert_eq!(resolve(None, "deep").unwrap(), "acme|deep");
}

#[test]
fn an_unlisted_id_is_taken_as_it_stands_for_a_known_provider() {
    assert_eq!(resolve(Some("openai"), "gpt-x").unwrap(), "openai|gpt-x");
    assert_eq!(resolve(None, "openai/ft:gpt-x:me").unwrap(), "openai|ft:gpt-x:me");
    assert_eq!(resolve(Some("openrouter"), "vendor/x").unwrap(), "openrouter|vendor/x");
    assert_eq!(resolve(Some("openrouter"), "openrouter/auto").unwrap(), "openrouter|auto");
    assert_eq!(resolve(None, "acme/new:high").unwrap(), "acme|new high");
}

#[test]
fn what_does_not_exist_is_an_error_on_its_first_line() {
    let first = |provider, text| resolve(provider, text).unwrap_err().lines().next().unwrap().to_owned();
    assert_eq!(first(Some("nope"), "deep"), "Unknown provider: nope");
    assert_eq!(first(None, "nope/deep-2"), "Unknown provider: nope");
    assert_eq!(first(None, "nothing"), "Unknown model: nothing");
    assert_eq!(first(None, "builtin/other"), "Unknown model: builtin/other");
    assert_eq!(first(None, "acme/"), "Unknown model: acme/");
}

#[test]
fn a_model_that_was_taken_is_known_from_then_on() {
    let registry = Setup::new(TWO).set("OPENAI_API_KEY", "k").registry();
    registry.resolve(None, "openai/gpt-x").unwrap();
    assert!(registry.available().iter().any(|model| model.id == "gpt-x"));
    assert_eq!(registry.resolve(None, "gpt-x").unwrap().model.provider, "openai");
}
