//! Tests of [`super`].

use super::super::support::{Setup, TWO};
use super::*;

#[test]
fn a_connection_has_the_key_and_is_opened_once() {
    let registry = Setup::new(TWO).set("ACME_KEY", "k").registry();
    let deep = registry.find("acme", "deep").unwrap();
    let first = registry.connect(&deep).unwrap();
    assert_eq!(first.credential.unwrap().reveal(), "k");
    let second = registry.connect(&deep).unwrap();
    assert!(Arc::ptr_eq(&first.provider, &second.provider));
    let small = registry.find("free", "small").unwrap();
    assert!(registry.connect(&small).unwrap().credential.is_none());
    let offline = registry.find("builtin", "offline").unwrap();
    assert!(registry.connect(&offline).unwrap().credential.is_none());
}

#[test]
fn a_missing_key_is_told_with_the_variable_and_the_entry() {
    let registry = Setup::new(TWO).registry();
    let missing = |text: &str| match registry.connect(&registry.resolve(None, text).unwrap().model) {
        Err(ConnectError::NoKey(why)) => why,
        _ => panic!("the key of {text} is not missing"),
    };
    assert_eq!(
        missing("acme/deep"),
        concat!(
            "No API key found for acme.\n",
            "Set the environment variable ACME_KEY before the start, or providers.acme.apiKey in models.yml, ",
            "or start with --api-key"
        )
    );
    assert!(missing("google/x").contains("GEMINI_API_KEY or GOOGLE_API_KEY"));
}

#[test]
fn a_key_that_appears_in_the_file_is_used() {
    let registry = Setup::new(TWO).registry();
    let deep = registry.resolve(None, "acme/deep").unwrap().model;
    assert!(registry.connect(&deep).is_err());
    registry.setup.write(&TWO.replace("ACME_KEY", "sk-new-key"));
    assert_eq!(registry.connect(&deep).unwrap().credential.unwrap().reveal(), "sk-new-key");
    registry.setup.write("");
    assert!(registry.connect(&deep).err().unwrap().to_string().starts_with("Unknown provider: acme\n"));
}

#[tokio::test]
async fn a_changed_address_counts_for_models_that_are_in_use() {
    use futures_util::StreamExt as _;
    let registry = Setup::new(TWO).set("ACME_KEY", "k").registry();
    let deep = registry.find("acme", "deep").unwrap();
    let address = async || {
        let request = Request {
            model: deep.clone(),
            credential: None,
            system: Arc::from([]),
            messages: Vec::new(),
            tools: Arc::from([]),
            thinking: crate::proto::shared::ThinkingLevel::Off,
            session_id: "s".into(),
            cache_key: None,
            forced_tool: None,
            limits: crate::provider::Limits::default(),
            purpose: crate::provider::Purpose::Answer,
        };
        let mut told = registry.connect(&deep).unwrap().provider.stream(request);
        format!("{:?}", told.next().await)
    };
    assert!(address().await.contains("http://127.0.0.1:9/v1"));
    registry.setup.write(&TWO.replace("127.0.0.1:9", "127.0.0.1:77"));
    assert!(address().await.contains("http://127.0.0.1:77/v1"));
}

#[test]
fn an_api_that_is_not_spoken_is_told() {
    let registry = Setup::new(TWO).set("ANTHROPIC_API_KEY", "k").registry();
    let model = registry.resolve(None, "anthropic/claude").unwrap().model;
    assert_eq!(
        registry.connect(&model).err().unwrap().to_string(),
        "Provider anthropic speaks anthropic-messages, which this version of hostwire does not"
    );
}
