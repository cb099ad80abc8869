//! Tests of [`super`].

use super::*;

fn unknown(text: &str) -> Vec<String> {
    unknown_keys("Settings", &serde_json::from_str(text).unwrap())
}

#[test]
fn known_keys_are_silent() {
    let known = r#"{"$schema": "x", "model": "a", "retry": {"enabled": true}, "modelRoles": {"anything": "b"},
        "mcpServers": {"my wiki": {"command": "c", "env": {"ANY": "1"}}}, "todo": {"reminders": {"max": 1}},
        "permissions": {"rules": [{"tool": "bash", "action": "deny"}]}, "ui": {"theme": {"deep": 1}},
        "customProviders": {"mine": {"baseUrl": "u"}}}"#;
    assert_eq!(unknown(known), Vec::<String>::new());
}

#[test]
fn an_unknown_key_is_told_with_the_nearest_known_one() {
    let near = |text: &str| unknown(text).join("\n");
    assert_eq!(near(r#"{"modle": "a"}"#), "unknown key modle; the nearest known key is model");
    assert_eq!(
        near(r#"{"retry": {"maxRetry": 1}}"#),
        "unknown key retry.maxRetry; the nearest known key is retry.maxRetries"
    );
    assert_eq!(
        near(r#"{"keepRecentTokens": 1}"#),
        "unknown key keepRecentTokens; the nearest known key is compaction.keepRecentTokens"
    );
    assert_eq!(
        near(r#"{"mcpServers": {"wiki": {"comand": "x"}}}"#).split(';').next(),
        Some("unknown key mcpServers.wiki.comand")
    );
}

#[test]
fn items_of_lists_are_looked_at_too() {
    let text = r#"{"permissions": {"rules": [{"tool": "a", "action": "deny", "patern": "x"}]}}"#;
    assert_eq!(unknown(text).len(), 1);
    assert!(unknown(text)[0].starts_with("unknown key permissions.rules.0.patern"));
}

#[test]
fn models_have_their_own_keys() {
    let tree = serde_json::from_str(r#"{"providers": {"acme": {"baseURL": "x", "models": [{"id": "m"}]}}}"#).unwrap();
    assert_eq!(
        unknown_keys("ModelsFile", &tree),
        ["unknown key providers.acme.baseURL; the nearest known key is providers.acme.baseUrl"]
    );
    let tree = serde_json::from_str(
        r#"{"providers": {"acme": {"models": [{"id": "m", "contextWindw": 9, "cost": {"inptu": 1}}]}}}"#,
    );
    assert_eq!(
        unknown_keys("ModelsFile", &tree.unwrap()),
        [
            "unknown key providers.acme.models.0.contextWindw; the nearest known key is providers.acme.models.0.contextWindow",
            "unknown key providers.acme.models.0.cost.inptu; the nearest known key is providers.acme.models.0.cost.input",
        ]
    );
}
