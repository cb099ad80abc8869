//! Tests of [`super`].

use super::*;

fn home(text: &str, mode: u32) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("auth.json");
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    home
}

fn load(text: &str, mode: u32) -> Stored {
    Stored::load(Some(home(text, mode).path()))
}

fn key(text: &str) -> Option<Held> {
    Some(Held::Key(Secret::new(text)))
}

fn tokens(access: &str) -> Tokens {
    Tokens {
        access: Secret::new(access),
        refresh: Some(Secret::new("refresh-token")),
        expires: Some(1_764_493_200_000),
        token_url: Some("https://acme.example/token".into()),
        client_id: Some("client".into()),
    }
}

#[test]
fn keys_and_logins_are_read_in_all_their_forms() {
    let stored = load(
        r#"{"a": "k1", "b": {"type": "apiKey", "key": "k2"}, "c": {"type": "api_key", "key": "k3"},
            "d": {"type": "oauth", "access": "t", "expires": 5}, "e": {"type": "later", "x": 1}, "f": 7, "g": " "}"#,
        0o600,
    );
    assert_eq!([stored.get("a"), stored.get("b"), stored.get("c")], [key("k1"), key("k2"), key("k3")]);
    let bare = Tokens { refresh: None, expires: Some(5), token_url: None, client_id: None, ..tokens("t") };
    assert_eq!(stored.get("d"), Some(Held::Login(bare)));
    assert!(["e", "f", "g"].iter().all(|id| stored.get(id).is_none()));
    assert!(stored.warnings().is_empty());
}

#[test]
fn a_file_that_others_can_read_gets_a_warning() {
    let stored = load(r#"{"a": "k1"}"#, 0o644);
    assert!(stored.get("a").is_some());
    assert!(stored.warnings()[0].contains("auth.json: others can read"), "{:?}", stored.warnings());
}

#[test]
fn a_broken_file_is_told_without_its_content() {
    let stored = load("{\n\"a\": \"sk-secret", 0o600);
    assert!(stored.get("a").is_none());
    assert!(stored.warnings()[0].contains("line 2") && !stored.warnings()[0].contains("sk-"));
    assert_eq!(stored.broken().as_ref(), stored.warnings().first());
}

#[test]
fn no_file_is_no_credential() {
    assert!(Stored::load(None).warnings().is_empty());
}

#[test]
fn what_is_saved_is_there_for_others_and_known_to_the_log() {
    let home = home(r#"{"a": "k1", "odd": {"type": "later"}}"#, 0o600);
    let (stored, other) = (Stored::load(Some(home.path())), Stored::load(Some(home.path())));
    let secrets = Secrets::new();
    stored.guard(secrets.clone());
    stored.save("acme", Held::Login(tokens("access-token"))).unwrap();
    assert_eq!(other.get("acme"), None);
    other.refresh();
    assert_eq!(other.get("acme"), Some(Held::Login(tokens("access-token"))));
    assert_eq!(other.get("a"), key("k1"));
    assert_eq!(secrets.redact("access-token refresh-token"), "[redacted] [redacted]");
    let text = std::fs::read_to_string(home.path().join("auth.json")).unwrap();
    assert!(text.contains("later"), "{text}");
}

#[test]
fn without_a_file_or_where_nothing_is_to_be_written_it_stays_in_the_process() {
    let home = home(r#"{"acme": {"type": "oauth", "access": "old"}}"#, 0o600);
    let path = home.path().join("auth.json");
    let before = std::fs::read_to_string(&path).unwrap();
    let stored = Stored::load(Some(home.path()));
    stored.keep_in_memory();
    stored.save("b", Held::Key(Secret::new("k"))).unwrap();
    assert_eq!(stored.get("b"), key("k"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    // A login that came from the file is renewed there, or the file would hold a dead one.
    stored.renewed("acme", tokens("new"));
    assert!(std::fs::read_to_string(&path).unwrap().contains("\"new\""));
    let nowhere = Stored::load(None);
    nowhere.save("b", Held::Key(Secret::new("k"))).unwrap();
    assert_eq!(nowhere.get("b"), key("k"));
}

#[test]
fn a_file_that_becomes_unreadable_changes_nothing() {
    let home = home(r#"{"a": "k1"}"#, 0o600);
    let stored = Stored::load(Some(home.path()));
    std::fs::write(home.path().join("auth.json"), "{").unwrap();
    stored.refresh();
    assert_eq!(stored.get("a"), key("k1"));
    assert!(stored.broken().is_some());
}
