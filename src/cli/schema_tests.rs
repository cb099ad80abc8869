//! Tests of [`super`].

use super::*;

fn printed(options: SchemaOptions) -> String {
    let mut out = Vec::new();
    print(&options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn names_are_listed_a_line_each() {
    let all = printed(SchemaOptions::List { dialect: None });
    let veyyon = printed(SchemaOptions::List { dialect: Some("veyyon".into()) });
    for name in ["prompt", "agent_end", "Model"] {
        assert!(veyyon.lines().any(|line| line == name), "{name}");
    }
    assert!(all.lines().any(|line| line == "settings"));
    assert!(!veyyon.lines().any(|line| line == "settings"));
}

#[test]
fn one_definition_is_shown_with_what_it_refers_to() {
    let shown: Value =
        serde_json::from_str(&printed(SchemaOptions::Show { name: "ModelsFile".into(), dialect: None })).unwrap();
    assert_eq!(shown["title"], "ModelsFile");
    assert!(shown["$defs"]["ProviderEntry"].is_object());
    assert!(shown["$defs"]["InputKind"].is_object());
    assert!(shown["$defs"].get("Settings").is_none());
    let by_type = printed(SchemaOptions::Show { name: "prompt".into(), dialect: Some("veyyon".into()) });
    assert!(by_type.contains("\"PromptCommand\""));
    let by_definition = printed(SchemaOptions::Show { name: "PromptCommand".into(), dialect: Some("veyyon".into()) });
    assert_eq!(by_definition, by_type);
}

#[test]
fn a_name_that_nothing_has_is_told_with_the_nearest() {
    let options = SchemaOptions::Show { name: "PromtCommand".into(), dialect: None };
    let exit = print(&options, &mut Vec::new()).unwrap_err();
    assert_eq!(exit.text, "Error: Unknown schema: PromtCommand. The nearest known one is PromptCommand\n");
}

#[test]
fn a_bundle_is_printed_as_it_is_published() {
    let open = printed(SchemaOptions::Bundle { dialect: "veyyon".into(), strict: false });
    let strict = printed(SchemaOptions::Bundle { dialect: "veyyon".into(), strict: true });
    assert!(open.len() < strict.len());
    assert!(serde_json::from_str::<Value>(&strict).is_ok());
}

#[test]
fn everything_is_written_into_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    print(&SchemaOptions::Out(folder.path().join("new")), &mut Vec::new()).unwrap();
    for artefact in ARTEFACTS {
        assert_eq!(std::fs::read_to_string(folder.path().join("new").join(artefact.path)).unwrap(), artefact.text);
    }
}
