//! Tests of [`super`].

use super::*;

fn home(text: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("models.yml"), text).unwrap();
    home
}

#[test]
fn providers_keep_the_order_of_the_file_and_get_the_defaults() {
    let home = home(concat!(
        "providers:\n",
        "  zeta:\n",
        "    api: openai-completions\n",
        "    baseUrl: http://127.0.0.1:8080/v1/\n",
        "    apiKey: ACME_KEY\n",
        "    headers: { X-Team: build }\n",
        "    models:\n",
        "      - id: vendor/coder:free\n",
        "      - { id: deep, reasoning: true, maxTokens: 5, cost: { input: 0.5 }, input: [text, image] }\n",
        "  acme:\n",
        "    baseUrl: http://localhost:1\n",
    ));
    let file = ModelsFile::load(Some(home.path())).unwrap();
    let ids: Vec<_> = file.providers.iter().map(|provider| provider.id.as_str()).collect();
    assert_eq!(ids, ["zeta", "acme"]);
    let zeta = &file.providers[0];
    assert_eq!(zeta.api.as_deref(), Some("openai-completions"));
    assert_eq!(zeta.base_url.as_deref(), Some("http://127.0.0.1:8080/v1"));
    assert_eq!(zeta.api_key.as_ref().unwrap().reveal(), "ACME_KEY");
    assert!(!format!("{zeta:?}").contains("ACME_KEY"));
    let models = zeta.models.as_ref().unwrap();
    assert_eq!(models[0], ConfiguredModel::named("vendor/coder:free"));
    assert_eq!((models[0].context_window, models[0].max_tokens), (128_000, 8192));
    assert_eq!(models[1].thinking.as_ref().unwrap().efforts, [Effort::Low, Effort::Medium, Effort::High]);
    assert_eq!((models[1].max_tokens, models[1].cost.input, models[1].cost.output), (5, 0.5, 0.0));
    assert_eq!(file.providers[1].models, None);
}

#[test]
fn without_a_file_there_are_no_providers() {
    let home = tempfile::tempdir().unwrap();
    assert!(ModelsFile::load(Some(home.path())).unwrap().providers.is_empty());
    assert!(ModelsFile::load(None).unwrap().providers.is_empty());
}

#[test]
fn a_fault_is_told_with_its_line() {
    let home = home("providers:\n  acme:\n    api: telepathy\n");
    let text = ModelsFile::load(Some(home.path())).unwrap_err().to_string();
    assert!(text.contains("models.yml:3: providers.acme.api: expected"), "{text}");
    let home = self::home("providers:\n  acme:\n    models:\n      - name: x\n");
    let text = ModelsFile::load(Some(home.path())).unwrap_err().to_string();
    assert!(text.contains("providers.acme.models.0"), "{text}");
}

#[test]
fn a_changed_file_is_read_again() {
    let home = home("providers:\n  a: {}\n");
    let mut file = ModelsFile::load(Some(home.path())).unwrap();
    assert!(!file.refresh().unwrap());
    std::fs::write(home.path().join("models.yml"), "providers:\n  a: {}\n  bb: {}\n").unwrap();
    assert!(file.refresh().unwrap());
    assert_eq!(file.providers.len(), 2);
    std::fs::write(home.path().join("models.yml"), "providers: 3\n").unwrap();
    assert!(file.refresh().is_err());
    assert_eq!(file.providers.len(), 2);
    assert!(!file.refresh().unwrap());
    std::fs::remove_file(home.path().join("models.yml")).unwrap();
    assert!(file.refresh().unwrap());
    assert!(file.providers.is_empty());
}
