//! The HTTP clients, built when the first request needs them.
//!
//! Reading the system's certificates takes longer than all the rest of a start, so nothing here happens before a
//! request, and a request to a plain server on this machine never reads them. Requests to this machine bypass every
//! proxy (hazard K49); all others follow the system's proxy settings, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.
//! Certificates come from the system, or from `SSL_CERT_FILE` and `SSL_CERT_DIR` when those are set.

use std::error::Error as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Response, Url};

use super::{Credential, Failure, FailureKind};
use crate::base::net::is_loopback;

/// How long a connection may take to stand.
const CONNECT: Duration = Duration::from_secs(30);

/// Clients by the route that a request takes; each keeps its connections for the next request.
#[derive(Debug, Default)]
pub struct Http {
    /// To this machine.
    loopback: OnceLock<Result<Client, String>>,
    /// To this machine, encrypted.
    loopback_tls: OnceLock<Result<Client, String>>,
    /// To everywhere else.
    outside: OnceLock<Result<Client, String>>,
    /// To everywhere else, encrypted.
    outside_tls: OnceLock<Result<Client, String>>,
    /// The last request was answered, so that its connection may be kept, and may be closed by now.
    kept: AtomicBool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proxies {
    None,
    System,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Roots {
    None,
    System,
}

impl Http {
    /// The clients that everything in the process shares.
    pub fn shared() -> Arc<Self> {
        static SHARED: OnceLock<Arc<Http>> = OnceLock::new();
        SHARED.get_or_init(Arc::default).clone()
    }

    /// Posts a body and waits for the head of the response, whatever its status.
    pub async fn post(&self, url: Url, headers: HeaderMap, body: Vec<u8>) -> Result<Response, Failure> {
        let client = self.client(&url)?;
        let body = Bytes::from(body);
        let send = || client.post(url.clone()).headers(headers.clone()).body(body.clone()).send();
        let mut sent = send().await;
        // A server may close a kept connection while the request is on its way. Nothing was answered, so it is sent
        // once more, on a connection that then is a new one.
        if self.kept.load(Ordering::Relaxed) && sent.as_ref().is_err_and(is_cut_off) {
            sent = send().await;
        }
        self.kept.store(sent.is_ok(), Ordering::Relaxed);
        sent.map_err(|error| broken(&format!("cannot reach {}", place(&url)), error))
    }

    /// Asks for something that is not streamed.
    pub async fn get(&self, url: Url, headers: HeaderMap) -> Result<Response, Failure> {
        let client = self.client(&url)?;
        let sent = client.get(url.clone()).headers(headers).send().await;
        sent.map_err(|error| broken(&format!("cannot reach {}", place(&url)), error))
    }

    fn client(&self, url: &Url) -> Result<&Client, Failure> {
        let built = match (is_loopback(url), url.scheme()) {
            (true, "https") => self.loopback_tls.get_or_init(|| build(Proxies::None, Roots::System)),
            (true, _) => self.loopback.get_or_init(|| build(Proxies::None, Roots::None)),
            (false, "https") => self.outside_tls.get_or_init(|| build(Proxies::System, Roots::System)),
            // A proxy may be spoken to in TLS, so the certificates are wanted here too, but they are no condition.
            (false, _) => self
                .outside
                .get_or_init(|| build(Proxies::System, Roots::System).or_else(|_| build(Proxies::System, Roots::None))),
        };
        built.as_ref().map_err(|why| {
            let message =
                format!("cannot set up encrypted connections: {why} (SSL_CERT_FILE can name a file of certificates)");
            Failure { kind: FailureKind::Network, message, status: None, retry_after: None }
        })
    }
}

fn build(proxies: Proxies, roots: Roots) -> Result<Client, String> {
    // Somebody else may have chosen a provider for the process already; that one serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut client = Client::builder()
        .user_agent(concat!("hostwire/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT)
        .tcp_nodelay(true)
        .tcp_keepalive(Duration::from_secs(30))
        // A POST that is sent on as a GET, or with its key to another host, helps nobody.
        .redirect(reqwest::redirect::Policy::none());
    if proxies == Proxies::None {
        client = client.no_proxy();
    }
    if roots == Roots::None {
        client = client.tls_certs_only([]);
    }
    client.build().map_err(|error| chain(&error))
}

/// The address of an endpoint below a configured base; the base may be the endpoint itself. A base without any path
/// gets the version that all servers of this kind have.
pub fn endpoint(base: &str, path: &str) -> Result<Url, Failure> {
    let bad = |why: String| Failure {
        kind: FailureKind::BadRequest,
        message: format!("the base URL of this provider cannot be used: {why}"),
        status: None,
        retry_after: None,
    };
    let mut url = Url::parse(base.trim()).map_err(|error| bad(error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(bad("it must begin with http:// or https://".to_owned()));
    }
    let own = url.path().trim_end_matches('/').to_owned();
    if own.is_empty() {
        url.set_path(&format!("/v1/{path}"));
    } else if !own.ends_with(&format!("/{path}")) {
        url.set_path(&format!("{own}/{path}"));
    }
    Ok(url)
}

/// The usual headers: the key as a bearer token, then what the configuration adds (it may replace the key).
pub fn headers<'a>(
    credential: Option<&Credential>,
    extra: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    if let Some(credential) = credential {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", credential.reveal().trim()))
            .map_err(|_| unsendable("the API key"))?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
    }
    for (name, value) in extra {
        let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| unsendable("the name of a configured header"))?;
        // What is configured may well be a secret.
        let mut value = HeaderValue::from_str(value).map_err(|_| unsendable(&format!("the header {name}")))?;
        value.set_sensitive(true);
        headers.insert(key, value);
    }
    Ok(headers)
}

fn unsendable(what: &str) -> Failure {
    let message = format!("{what} contains characters that cannot be sent");
    Failure { kind: FailureKind::BadRequest, message, status: None, retry_after: None }
}

/// A failure of the connection, with the cause that the library hides behind general words.
pub fn broken(what: &str, error: reqwest::Error) -> Failure {
    let kind = if error.is_timeout() { FailureKind::Timeout } else { FailureKind::Network };
    let error = error.without_url();
    Failure { kind, message: format!("{what}: {}", chain(&error)), status: None, retry_after: None }
}

/// The connection ended before the first byte of an answer.
fn is_cut_off(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_incomplete_message) {
            return true;
        }
        cause = inner.source();
    }
    false
}

/// The innermost causes of an error, without repetition.
fn chain(error: &reqwest::Error) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let text = inner.to_string();
        if texts.last() != Some(&text) {
            texts.push(text);
        }
        cause = inner.source();
    }
    match texts.len() {
        0 => error.to_string(),
        // The outer ones say "client error (Connect)" and the like.
        length => texts.split_off(length.saturating_sub(2)).join(": "),
    }
}

/// Scheme, host and port: an address may carry a password or a key.
fn place(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{}://{host}:{port}", url.scheme()),
        None => format!("{}://{host}", url.scheme()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    #[test]
    fn an_endpoint_stands_below_its_base() {
        for (base, expected) in [
            ("http://h:1/v1", "http://h:1/v1/chat/completions"),
            ("http://h:1/v1/", "http://h:1/v1/chat/completions"),
            ("http://h:1", "http://h:1/v1/chat/completions"),
            ("http://h/api/v1/chat/completions", "http://h/api/v1/chat/completions"),
            ("https://h/v1?version=2", "https://h/v1/chat/completions?version=2"),
        ] {
            assert_eq!(endpoint(base, "chat/completions").unwrap().as_str(), expected);
        }
        for wrong in ["", "h/v1", "file:///v1", "ftp://h/v1"] {
            assert_eq!(endpoint(wrong, "models").unwrap_err().kind, FailureKind::BadRequest, "{wrong}");
        }
    }

    #[test]
    fn secrets_are_marked_and_a_configured_header_wins() {
        let key = Credential::new("k1");
        let extra = [("X-Team", "build"), ("authorization", "Basic abc")];
        let headers = headers(Some(&key), extra.into_iter()).unwrap();
        assert_eq!(headers.get("authorization").unwrap(), "Basic abc");
        assert!(headers.values().all(HeaderValue::is_sensitive));
        assert!(!format!("{headers:?}").contains("abc"));
        assert!(super::headers(Some(&Credential::new("a\nb")), std::iter::empty()).is_err());
    }

    /// Reads one request: its head, and two bytes of body.
    async fn request(stream: &mut TcpStream) -> bool {
        let (mut seen, mut byte) = (Vec::new(), [0]);
        while !seen.ends_with(b"\r\n\r\n{}") {
            if stream.read(&mut byte).await.unwrap_or(0) == 0 {
                return false;
            }
            seen.push(byte[0]);
        }
        true
    }

    #[tokio::test]
    async fn a_kept_connection_that_the_server_closed_costs_no_failure() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = url(&format!("http://{}/v1", listener.local_addr().expect("an address")));
        let server = tokio::spawn(async move {
            const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
            let (mut first, _) = listener.accept().await.expect("a client");
            assert!(request(&mut first).await);
            first.write_all(ANSWER).await.expect("an answer");
            // The second request comes on the same connection and is never answered there.
            assert!(request(&mut first).await);
            drop(first);
            let (mut second, _) = listener.accept().await.expect("the client again");
            assert!(request(&mut second).await);
            second.write_all(ANSWER).await.expect("an answer");
        });
        let http = Http::default();
        for _ in 0..2 {
            let response = http.post(address.clone(), HeaderMap::new(), b"{}".to_vec()).await.expect("an answer");
            assert_eq!(response.bytes().await.expect("a body").as_ref(), b"ok");
        }
        server.await.expect("the server saw what it should");
    }

    #[test]
    fn an_address_is_told_without_what_it_may_hide() {
        assert_eq!(place(&url("https://user:secret@h:9/v1?key=secret")), "https://h:9");
    }
}
