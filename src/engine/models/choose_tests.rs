//! Tests of [`super`].

use super::super::support::{Setup, TWO};
use super::*;

fn initial(setup: &Setup) -> Initial {
    Initial {
        registry: Arc::new(setup.try_registry().unwrap()),
        provider: None,
        model: None,
        thinking: None,
        api_key: None,
        configured: setup.settings.initial_model(),
        preferred: None,
        unknown: Unknown::Fails,
    }
}

fn chosen(initial: &Initial, resumed: Option<(&str, &str)>) -> String {
    let (model, level) = initial.choose(resumed, None).unwrap();
    format!("{}/{} {level}", model.provider, model.id)
}

#[test]
fn the_first_model_is_the_options_the_sessions_the_settings_the_files_or_the_embedded_one() {
    let mut setup = Setup::new(TWO).set("OPENAI_API_KEY", "k");
    assert_eq!(chosen(&initial(&setup), None), "acme/vendor/coder:free off");
    setup.settings.model = Some("free/small".into());
    assert_eq!(chosen(&initial(&setup), None), "free/small off");
    assert_eq!(chosen(&initial(&setup), Some(("acme", "deep"))), "acme/deep high");
    assert_eq!(chosen(&initial(&setup), Some(("gone", "deep"))), "free/small off");
    let option = Initial { model: Some("acme/deep:low".into()), ..initial(&setup) };
    assert_eq!(chosen(&option, Some(("free", "small"))), "acme/deep low");
    let bare = Setup::new("").set("OPENAI_API_KEY", "k");
    assert_eq!(chosen(&initial(&bare), None), "builtin/offline off");
}

#[test]
fn a_provider_alone_means_its_first_model() {
    let setup = Setup::new(TWO);
    let of = |provider: &str| Initial { provider: Some(provider.into()), ..initial(&setup) }.choose(None, None);
    assert_eq!(of("free").unwrap().0.id, "small");
    assert!(of("nope").unwrap_err().to_string().starts_with("Unknown provider: nope\n"));
    assert!(of("openai").unwrap_err().to_string().contains("--model"));
}

#[test]
fn the_settings_may_name_provider_and_model_apart() {
    let mut setup = Setup::new(TWO);
    setup.settings.provider = Some("openrouter".into());
    setup.settings.model = Some("vendor/x".into());
    assert_eq!(chosen(&initial(&setup), None), "openrouter/vendor/x off");
    setup.settings.model = Some("nope/x".into());
    setup.settings.provider = None;
    assert!(initial(&setup).choose(None, None).is_err());
}

#[test]
fn the_level_is_the_options_the_models_suffix_or_the_sessions() {
    let setup = Setup::new(TWO);
    let level = |thinking, model: &str, session| {
        let initial = Initial { thinking, model: Some(model.into()), ..initial(&setup) };
        initial.choose(None, session).unwrap().1
    };
    let low = Some(ThinkingLevel::Low);
    assert_eq!(level(Some(DefaultThinkingLevel::Off), "acme/deep:high", low), ThinkingLevel::Off);
    assert_eq!(level(None, "acme/deep:medium", low), ThinkingLevel::Medium);
    assert_eq!(level(None, "acme/deep", low), ThinkingLevel::Low);
    assert_eq!(level(Some(DefaultThinkingLevel::Auto), "acme/deep", low), ThinkingLevel::High);
    assert_eq!(level(Some(DefaultThinkingLevel::Max), "acme/deep", None), ThinkingLevel::High);
}

#[test]
fn a_key_given_at_the_start_is_for_the_chosen_provider() {
    use crate::session::Models;
    let setup = Setup::new(TWO);
    let initial = Initial { api_key: Some(Secret::new("given")), model: Some("acme/deep".into()), ..initial(&setup) };
    let (model, _) = initial.choose(None, None).unwrap();
    assert_eq!(initial.registry.connect(&model).unwrap().credential.unwrap().reveal(), "given");
}

#[test]
fn a_model_that_cannot_be_found_may_wait_for_its_first_question() {
    let setup = Setup::new(TWO);
    let waits = |provider: Option<&str>, model: Option<&str>| Initial {
        provider: provider.map(str::to_owned),
        model: model.map(str::to_owned),
        unknown: Unknown::Waits,
        ..initial(&setup)
    };
    for (provider, model, named) in [
        (Some("nobody"), Some("x/y:free"), ("nobody", "x/y:free")),
        (None, Some("nobody/x"), ("nobody", "nobody/x")),
        (Some("nobody"), None, ("nobody", "")),
    ] {
        let initial = waits(provider, model);
        let (chosen, _) = initial.choose(None, None).unwrap();
        assert_eq!((chosen.provider.as_str(), chosen.id.as_str()), named);
        assert!(initial.registry.connect(&chosen).is_err());
    }
}
