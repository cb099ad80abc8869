//! Tests of [`super`].

use super::*;

fn credentials(variables: &[(&str, &str)]) -> Credentials {
    Credentials::new(variables.iter().copied().collect(), Stored::default())
}

fn wanted<'a>(configured: Option<&'a str>, variables: &'a [String]) -> Wanted<'a> {
    Wanted { provider: "acme", configured, variables, required: true, login: false }
}

fn key(text: &str) -> Found {
    Found::Key(Secret::new(text))
}

#[test]
fn a_configured_key_is_a_variable_or_itself() {
    let found =
        |configured| credentials(&[("ACME_KEY", "from env"), ("acme", "lower")]).find(&wanted(Some(configured), &[]));
    assert_eq!(found("ACME_KEY"), key("from env"));
    assert_eq!(found("acme"), key("lower"));
    assert_eq!(found("sk-1234"), key("sk-1234"));
    assert_eq!(found("k"), key("k"));
    assert_eq!(found("OTHER_KEY"), Found::Missing { variables: vec!["OTHER_KEY".into()] });
}

#[test]
fn the_usual_variable_counts_when_nothing_is_configured() {
    let usual = ["ACME_API_KEY".to_owned(), "ACME_TOKEN".to_owned()];
    assert_eq!(credentials(&[("ACME_TOKEN", " t\n"), ("ACME_API_KEY", " ")]).find(&wanted(None, &usual)), key("t"));
    assert_eq!(credentials(&[]).find(&wanted(None, &usual)), Found::Missing { variables: usual.to_vec() });
    let keyless = Wanted { required: false, ..wanted(None, &usual) };
    assert_eq!(credentials(&[]).find(&keyless), Found::NotNeeded);
}

#[test]
fn the_key_given_at_the_start_is_for_one_provider_and_wins_there() {
    let mut credentials = credentials(&[("ACME_KEY", "from env")]);
    credentials.give("acme", "given");
    assert_eq!(credentials.find(&wanted(Some("ACME_KEY"), &[])), key("given"));
    let other = Wanted { provider: "other", ..wanted(Some("ACME_KEY"), &[]) };
    assert_eq!(credentials.find(&other), key("from env"));
}

#[test]
fn every_variable_that_holds_a_credential_is_hidden_but_for_those_that_are_passed() {
    let usual = ["OPENAI_API_KEY".to_owned()];
    let providers =
        [wanted(Some("ACME_KEY"), &usual), wanted(Some("sk-literal"), &usual), wanted(Some("PASSED_KEY"), &[])];
    let hidden = credentials(&[]).hidden_variables(providers, &["PASSED_KEY".to_owned()]);
    assert_eq!(hidden, ["ACME_KEY", "OPENAI_API_KEY"]);
}

#[test]
fn a_secret_does_not_show() {
    assert_eq!(format!("{:?}", key("abc")), "Key(Secret([redacted]))");
}

#[test]
fn every_credential_that_is_found_is_known_to_the_log() {
    let secrets = Secrets::new();
    let credentials = credentials(&[("ACME_KEY", "from-the-environment")]).guarded(secrets.clone());
    credentials.find(&wanted(Some("ACME_KEY"), &[]));
    credentials.guard(&["Bearer of-a-header".to_owned()]);
    assert_eq!(secrets.redact("from-the-environment, of-a-header"), "[redacted], [redacted]");
}

#[test]
fn a_stored_login_counts_beside_a_variable_only_where_the_configuration_describes_one() {
    let home = tempfile::tempdir().unwrap();
    let credentials = Credentials::new(Environment::default(), Stored::load(Some(home.path())));
    let tokens = r#"{"acme": {"type": "oauth", "access": "token"}}"#;
    std::fs::write(home.path().join("auth.json"), tokens).unwrap();
    credentials.stored().refresh();
    let asked = wanted(Some("ACME_KEY"), &[]);
    assert_eq!(credentials.find(&asked), Found::Missing { variables: vec!["ACME_KEY".into()] });
    let with_login = Wanted { login: true, ..asked };
    assert_eq!(credentials.find(&with_login), key("token"));
    assert_eq!(credentials.source(&with_login), Some(Source::Login));
    assert_eq!(credentials.source(&wanted(None, &[])), Some(Source::Login));
}
