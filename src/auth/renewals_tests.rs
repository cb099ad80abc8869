//! Tests of [`super`].

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use tokio::sync::Semaphore;

use super::super::login::{Answer, Post};
use super::*;

type Answers = dyn Fn(usize, &str) -> Result<Answer, String> + Send + Sync;

/// Renews as it is told, and counts.
struct Server {
    asked: AtomicUsize,
    /// A permit for each answer.
    gate: Semaphore,
    answer: Box<Answers>,
}

impl Server {
    fn new(answer: impl Fn(usize, &str) -> Result<Answer, String> + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { asked: AtomicUsize::new(0), gate: Semaphore::new(100), answer: Box::new(answer) })
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Web for Server {
    fn post(&self, post: Post) -> BoxFuture<'_, Result<Answer, String>> {
        assert_eq!(post.url.as_str(), "https://acme.example/token");
        let number = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        async move {
            self.gate.acquire().await.unwrap().forget();
            (self.answer)(number, &post.body)
        }
        .boxed()
    }
}

fn json(status: u16, body: String) -> Result<Answer, String> {
    Ok(Answer { status, body: body.into_bytes() })
}

fn rotating(number: usize, _: &str) -> Result<Answer, String> {
    json(200, format!(r#"{{"access_token":"access-{number}","refresh_token":"refresh-{number}","expires_in":3600}}"#))
}

fn of() -> Renewal {
    Renewal { provider: "acme".into(), name: "Acme".into(), flow: None }
}

fn tokens(expires: i64) -> Tokens {
    Tokens {
        access: Secret::new("access-0"),
        refresh: Some(Secret::new("refresh-0")),
        expires: Some(expires),
        token_url: Some("https://acme.example/token".into()),
        client_id: Some("client".into()),
    }
}

struct Place {
    home: tempfile::TempDir,
    stored: Stored,
}

impl Place {
    fn new(tokens: Tokens) -> Self {
        let home = tempfile::tempdir().unwrap();
        let stored = Stored::load(Some(home.path()));
        stored.save("acme", Held::Login(tokens)).unwrap();
        Self { home, stored }
    }

    fn renewals(&self, server: &Arc<Server>) -> Renewals {
        Renewals::new(self.stored.clone(), Secrets::new(), server.clone())
    }

    /// The same file, as another process sees it.
    fn elsewhere(&self, server: &Arc<Server>) -> Renewals {
        Renewals::new(Stored::load(Some(self.home.path())), Secrets::new(), server.clone())
    }
}

#[tokio::test]
async fn a_token_that_lasts_is_used_as_it_is() {
    let server = Server::new(rotating);
    let place = Place::new(tokens(clock::now() + 3_600_000));
    assert_eq!(place.renewals(&server).token(&of()).await.unwrap().reveal(), "access-0");
    assert_eq!(server.asked(), 0);
}

#[tokio::test]
async fn all_who_wait_share_one_renewal_and_the_next_goes_on_from_it() {
    let server = Server::new(|number, body| {
        assert!(body.contains(&format!("refresh_token=refresh-{}", number - 1)), "{body}");
        assert!(body.contains("client_id=client"), "{body}");
        rotating(number, body)
    });
    let place = Place::new(tokens(clock::now() + 1000));
    let renewals = place.renewals(&server);
    let given = join_all((0..50).map(|_| async { renewals.token(&of()).await.unwrap() })).await;
    assert!(given.iter().all(|token| token.reveal() == "access-1"));
    assert_eq!(server.asked(), 1);
    // Refused all at once, as the old token and as the new one.
    let stale = join_all((0..20).map(|_| async { renewals.after(&of(), Secret::new("access-0")).await })).await;
    assert!(stale.iter().all(|token| token.as_ref().unwrap().reveal() == "access-1"));
    assert_eq!(server.asked(), 1);
    let given = join_all((0..20).map(|_| async { renewals.after(&of(), Secret::new("access-1")).await })).await;
    assert!(given.iter().all(|token| token.as_ref().unwrap().reveal() == "access-2"));
    assert_eq!(server.asked(), 2);
}

#[tokio::test]
async fn a_renewal_that_nobody_waits_for_any_more_is_still_stored() {
    let server = Server::new(rotating);
    server.gate.forget_permits(100);
    let place = Place::new(tokens(0));
    let renewals = place.renewals(&server);
    let of = of();
    let mut waiting = Box::pin(renewals.token(&of));
    while server.asked() == 0 {
        assert!((&mut waiting).now_or_never().is_none());
        tokio::task::yield_now().await;
    }
    drop(waiting);
    server.gate.add_permits(1);
    renewals.settled().await;
    let other = Stored::load(Some(place.home.path()));
    let Some(Held::Login(tokens)) = other.get("acme") else { panic!("no login") };
    assert_eq!(tokens.refresh.unwrap().reveal(), "refresh-1");
}

#[tokio::test]
async fn processes_with_the_same_file_renew_once() {
    let server = Server::new(rotating);
    let place = Place::new(tokens(0));
    let (here, there) = (place.renewals(&server), place.elsewhere(&server));
    let (of, other) = (of(), of());
    let (a, b) = tokio::join!(here.token(&of), there.token(&other));
    assert_eq!((a.unwrap().reveal(), b.unwrap().reveal()), ("access-1", "access-1"));
    assert_eq!(server.asked(), 1);
}

#[tokio::test]
async fn a_refused_renewal_is_told_to_all_and_not_tried_again_until_the_next_login() {
    let server =
        Server::new(|_, _| json(400, r#"{"error":"invalid_grant","error_description":"refresh-0 is dead"}"#.into()));
    let place = Place::new(tokens(0));
    let secrets = Secrets::new();
    secrets.register("refresh-0");
    let renewals = Renewals::new(place.stored.clone(), secrets, server.clone());
    let expected =
        "The login at Acme is over: invalid_grant ([redacted] is dead)\nLog in to it again, or set an API key";
    for given in join_all((0..10).map(|_| async { renewals.token(&of()).await })).await {
        assert_eq!(given.unwrap_err().to_string(), expected);
    }
    assert_eq!(renewals.token(&of()).await.unwrap_err().to_string(), expected);
    assert_eq!(server.asked(), 1);
    place.stored.save("acme", Held::Login(Tokens { access: Secret::new("other"), ..tokens(i64::MAX) })).unwrap();
    assert_eq!(renewals.token(&of()).await.unwrap().reveal(), "other");
}

#[tokio::test]
async fn a_server_that_is_down_is_tried_again() {
    let server = Server::new(|number, body| match number {
        1 => Err("cannot reach it".into()),
        2 => json(503, String::new()),
        _ => rotating(number, body),
    });
    let place = Place::new(tokens(0));
    let renewals = place.renewals(&server);
    let why = renewals.token(&of()).await.unwrap_err();
    assert_eq!(why.to_string(), "The login at Acme could not be renewed: cannot reach it");
    assert!(matches!(renewals.token(&of()).await.unwrap_err(), AuthError::NotNow { .. }));
    assert_eq!(renewals.token(&of()).await.unwrap().reveal(), "access-3");
}

#[tokio::test]
async fn without_a_refresh_token_one_must_log_in_again() {
    let server = Server::new(rotating);
    let place = Place::new(Tokens { refresh: None, ..tokens(0) });
    let why = place.renewals(&server).token(&of()).await.unwrap_err();
    assert!(why.to_string().contains("its token is no longer valid"), "{why}");
    assert_eq!(server.asked(), 0);
}
