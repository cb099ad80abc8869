//! Schemes are registered all or nothing; addresses are asked for by their normal form.

use futures_util::FutureExt;

use super::*;
use crate::host::Surface;
use crate::host::testing::{Said, host};

fn scheme(name: &str) -> Scheme {
    Scheme { name: name.into(), ..Scheme::default() }
}

#[test]
fn schemes_are_trimmed_lowered_and_listed_once() {
    let uris = Uris::default();
    let wanted = vec![scheme(" DB "), scheme("notes"), Scheme { writable: true, ..scheme("db") }];
    assert_eq!(uris.replace(wanted).unwrap(), ["db", "notes"]);
    let address = uris.find("DB://Users/42").unwrap();
    assert_eq!(address.url, "db://Users/42");
    assert!(address.scheme.writable, "of two that differ in case only, the last counts");
    for path in ["src/lib.rs", "db:/users", "http://a", "other://a", "://a"] {
        assert_eq!(uris.find(path), None, "{path}");
    }
}

#[test]
fn one_bad_scheme_leaves_the_old_set_in_place() {
    let uris = Uris::default();
    uris.replace(vec![scheme("db")]).unwrap();
    let refused = |name: &str| uris.replace(vec![scheme("fine"), scheme(name)]).unwrap_err();
    assert_eq!(refused("  "), SchemeRefused::Empty);
    for raw in ["1db", "d b", "db:", "+db", "dü"] {
        assert_eq!(refused(raw), SchemeRefused::Characters { raw: raw.into() });
    }
    assert_eq!(refused("HTTPS"), SchemeRefused::Reserved { name: "https".into() });
    assert_eq!(refused("skill"), SchemeRefused::Reserved { name: "skill".into() });
    assert!(uris.find("db://a").is_some() && uris.find("fine://a").is_none());
    assert_eq!(uris.replace(vec![scheme("git+ssh"), scheme("a.b-2")]).unwrap(), ["git+ssh", "a.b-2"]);
    assert_eq!(uris.replace(vec![]).unwrap(), [""; 0]);
    assert!(uris.schemes().is_empty());
}

async fn read(answer: UriAnswer) -> Result<Content, UriError> {
    let (host, _ear) = host(Surface::default());
    host.uris().replace(vec![Scheme { immutable: true, ..scheme("db") }]).unwrap();
    let (address, token) = (host.uris().find("db://a").unwrap(), CancellationToken::new());
    let mut read = Box::pin(host.read(&address, &token));
    assert!((&mut read).now_or_never().is_none());
    assert!(host.asks().settle("uri_1", Answer::Uri(answer)));
    read.await
}

#[tokio::test]
async fn what_a_read_leaves_out_has_a_default() {
    let content = read(UriAnswer::default()).await.unwrap();
    let text_plain = "text/plain".to_owned();
    assert_eq!(content, Content { text: "".into(), content_type: text_plain, notes: vec![], immutable: true });
    let content = read(UriAnswer { immutable: Some(false), ..UriAnswer::default() }).await.unwrap();
    assert!(!content.immutable);
}

#[tokio::test]
async fn a_failure_tells_its_error_or_else_its_content_or_else_a_sentence() {
    let failed = UriAnswer { failed: true, ..UriAnswer::default() };
    let told = |text: &str| Err(UriError::Failed(text.into()));
    let both = UriAnswer { error: Some("row 42 not found".into()), content: Some("x".into()), ..failed.clone() };
    assert_eq!(read(both).await, told("row 42 not found"));
    assert_eq!(read(UriAnswer { content: Some("no such row".into()), ..failed.clone() }).await, told("no such row"));
    assert_eq!(read(failed).await, told("Reading db://a failed"));
}

#[tokio::test]
async fn a_write_sends_the_whole_content_and_ignores_what_comes_back() {
    let (host, ear) = host(Surface::default());
    host.uris().replace(vec![Scheme { writable: true, ..scheme("db") }]).unwrap();
    let (address, token) = (host.uris().find("db://a").unwrap(), CancellationToken::new());
    let mut write = Box::pin(host.write(&address, String::new(), &token));
    assert!((&mut write).now_or_never().is_none());
    let question = Question::Write { url: "db://a".into(), content: String::new() };
    assert_eq!(ear.heard(), [Said::Asked("uri_1".into(), question)]);
    let answer = UriAnswer { content: Some("ignored".into()), ..UriAnswer::default() };
    assert!(host.asks().settle("uri_1", Answer::Uri(answer)));
    assert_eq!(write.await, Ok(()));
    token.cancel();
    let write = host.write(&address, "x".into(), &token);
    assert_eq!(write.await, Err(UriError::Failed("Writing db://a was cut".into())));
    host.asks().close();
    let token = CancellationToken::new();
    assert_eq!(host.write(&address, "x".into(), &token).await, Err(UriError::Gone(host.texts().uri_gone)));
}
