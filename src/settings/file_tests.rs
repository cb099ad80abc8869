//! Tests of [`super`].

use super::*;
use crate::settings::Settings;

fn read(name: &str, text: &str) -> Result<Settings, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let settings = File::read(&path).and_then(|file| file.typed::<Settings>("Settings"));
    settings.map_err(|error| error.to_string().replace(folder.path().to_str().unwrap(), ""))
}

#[test]
fn the_three_formats_say_the_same() {
    let yaml = read("c.yml", "model: acme/x\nretry:\n  maxRetries: 3\n").unwrap();
    let json = read("c.json", r#"{"model": "acme/x", "retry": {"maxRetries": 3}}"#).unwrap();
    let toml = read("c.toml", "model = \"acme/x\"\n[retry]\nmaxRetries = 3\n").unwrap();
    assert_eq!(yaml.retry.as_ref().unwrap().max_retries, Some(3));
    assert_eq!(yaml, json);
    assert_eq!(yaml, toml);
}

#[test]
fn off_is_a_reasoning_level_in_yaml_and_no_boolean() {
    let settings = read("c.yml", "defaultThinkingLevel: off\nretry: { enabled: true }\n").unwrap();
    assert_eq!(settings.default_thinking_level.unwrap().as_str(), "off");
    assert_eq!(settings.retry.unwrap().enabled, Some(true));
}

#[test]
fn an_empty_file_sets_nothing() {
    for (name, text) in [("c.yml", ""), ("c.yml", "# later\n"), ("c.json", " \n"), ("c.toml", "\u{feff}")] {
        assert_eq!(read(name, text), Ok(Settings::default()), "{name} {text:?}");
    }
}

#[test]
fn a_fault_of_syntax_names_file_and_line() {
    assert!(read("c.yml", "model: x\nretry: [1\n").unwrap_err().starts_with("/c.yml:"));
    let json = read("c.json", "{\n  \"model\": ,\n}").unwrap_err();
    assert!(json.starts_with("/c.json:2: expected"), "{json}");
    let toml = read("c.toml", "model = \"x\"\nretry = \n").unwrap_err();
    assert!(toml.starts_with("/c.toml:2: "), "{toml}");
    assert_eq!(read("c.json", "[]").unwrap_err(), "/c.json:1: expected keys with values");
}

#[test]
fn a_value_of_the_wrong_form_is_told_with_line_key_and_expectation() {
    let yaml = read("c.yml", "model: acme/x\n\nretry:\n  enabled: true\n  maxRetries: many\n").unwrap_err();
    assert!(yaml.starts_with("/c.yml:5: retry.maxRetries: expected an integer"), "{yaml}");
    let json = read("c.json", "{\n \"rpc\": {\"strict\": false,\n  \"messageUpdates\": \"all\"}\n}").unwrap_err();
    assert!(json.starts_with("/c.json:3: rpc.messageUpdates: expected"), "{json}");
    assert!(json.contains("\"snapshot\""), "{json}");
    let toml = read("c.toml", "[retry]\nmaxRetries = -1\n").unwrap_err();
    assert!(toml.starts_with("/c.toml:2: retry.maxRetries: expected"), "{toml}");
}

#[test]
fn an_extension_chooses_the_format() {
    assert_eq!(read("c.ini", "").unwrap_err(), "/c.ini: expected a file name that ends in .yml, .yaml, .json or .toml");
}

#[test]
fn a_line_is_found_by_the_names_of_its_key() {
    let text = "retry: {maxRetries: x}\ncompaction:\n  \"enabled\": 3\nbash.passEnv: 1\n";
    assert_eq!(line_of(text, "retry.maxRetries"), Some(1));
    assert_eq!(line_of(text, "compaction.enabled"), Some(3));
    assert_eq!(line_of(text, "bash.passEnv"), Some(4));
    assert_eq!(line_of(text, "nowhere"), None);
}
