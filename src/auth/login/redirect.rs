//! The port of this machine that a code comes back to, for as long as it is waited for.

use std::net::Ipv4Addr;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::flow::{Came, Flow};
use super::proof::{Proof, random};

/// Browsers open connections ahead of need; more than these at a time wait.
const MOST_CONNECTIONS: usize = 16;
/// The head of a request, in bytes; a longer one is refused.
const MOST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 100;
/// How long a connection may take for its request.
const REQUEST_TIME: Duration = Duration::from_secs(10);
/// After a connection could not be taken.
const PAUSE: Duration = Duration::from_millis(200);

/// The open port; it is closed when this is dropped.
pub(super) struct Redirects<'a> {
    listener: TcpListener,
    flow: &'a Flow,
    proof: &'a Proof,
    pub port: u16,
    pub redirect_uri: String,
    /// The page where the user allows the login.
    pub page: String,
    launch_path: String,
}

/// What a request is answered with.
struct Told {
    status: &'static str,
    /// Where the browser is sent on to.
    location: Option<String>,
    text: &'static str,
}

impl<'a> Redirects<'a> {
    /// Opens the port that the flow asks for.
    pub(super) async fn open(flow: &'a Flow, proof: &'a Proof) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, flow.redirect.port)).await?;
        let port = listener.local_addr()?.port();
        let redirect_uri = flow.redirect_uri(port, proof);
        let page = flow.page(&redirect_uri, proof);
        // Nobody else on this machine is to learn the state from the short address.
        let launch_path =
            format!("/login/{}", random::<9>().ok_or_else(|| std::io::Error::other("no random numbers"))?);
        Ok(Self { listener, flow, proof, port, redirect_uri, page, launch_path })
    }

    /// A short address on this machine that leads to the page.
    pub(super) fn launch_url(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.launch_path)
    }

    /// Waits until the browser comes back with an answer to this login. What else comes is told so and has no effect.
    pub(super) async fn next(&self) -> Came {
        let mut open = FuturesUnordered::new();
        loop {
            tokio::select! {
                accepted = self.listener.accept(), if open.len() < MOST_CONNECTIONS => match accepted {
                    Ok((stream, _)) => open.push(tokio::time::timeout(REQUEST_TIME, self.serve(stream))),
                    Err(error) => {
                        tracing::debug!("a connection of the browser failed: {error}");
                        tokio::time::sleep(PAUSE).await;
                    }
                },
                Some(served) = open.next() => if let Ok(Some(came)) = served {
                    return came;
                },
            }
        }
    }

    /// Answers one request; gives what it brought, if that is about this login.
    async fn serve(&self, mut stream: TcpStream) -> Option<Came> {
        let (told, came) = match head(&mut stream).await? {
            Head::Request { is_get: true, target } => self.route(&target),
            Head::Request { is_get: false, .. } => (Told::new("405 Method Not Allowed", WRONG), None),
            Head::Odd => (Told::new("400 Bad Request", WRONG), None),
        };
        // The answer counts, whether or not the browser waits for its page.
        let _ = stream.write_all(told.response().as_bytes()).await;
        let _ = stream.shutdown().await;
        came
    }

    fn route(&self, target: &str) -> (Told, Option<Came>) {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        if path == self.launch_path {
            let location = Some(self.page.clone());
            return (Told { location, ..Told::new("302 Found", "Going on to the provider.") }, None);
        }
        if path != self.flow.path(self.proof) {
            return (Told::new("404 Not Found", WRONG), None);
        }
        match self.flow.came(query, self.proof) {
            Ok(came @ Came::Code(_)) => (Told::new("200 OK", DONE), Some(came)),
            Ok(came @ Came::Refused { .. }) => (Told::new("200 OK", REFUSED), Some(came)),
            Err(_) => (Told::new("400 Bad Request", STRANGE), None),
        }
    }
}

const DONE: &str = "The login was handed to hostwire. This window can be closed.";
const REFUSED: &str = "The provider did not allow the login. This window can be closed.";
const STRANGE: &str =
    "This is no answer to the login that waits here. Start again from the address that hostwire shows.";
const WRONG: &str = "There is nothing here.";

impl Told {
    fn new(status: &'static str, text: &'static str) -> Self {
        Self { status, location: None, text }
    }

    /// Nothing of the request is repeated, so nothing has to be escaped.
    fn response(&self) -> String {
        let body = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>hostwire</title>\n<p>{}</p>\n</html>\n",
            self.text
        );
        let location = self.location.as_ref().map(|url| format!("Location: {url}\r\n")).unwrap_or_default();
        let Self { status, .. } = self;
        let length = body.len();
        format!(
            "HTTP/1.1 {status}\r\n{location}Content-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\n\
             Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
             Content-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n{body}"
        )
    }
}

enum Head {
    Request { is_get: bool, target: String },
    Odd,
}

/// Reads the head of a request; `None` when the browser hung up before its end.
async fn head(stream: &mut TcpStream) -> Option<Head> {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 2048];
        let read = stream.read(&mut piece).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(piece.get(..read)?);
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&bytes) {
            Ok(httparse::Status::Complete(_)) => {
                let target = request.path.unwrap_or_default().to_owned();
                return Some(Head::Request { is_get: request.method == Some("GET"), target });
            }
            Ok(httparse::Status::Partial) if bytes.len() < MOST_HEAD => {}
            Ok(httparse::Status::Partial) | Err(_) => return Some(Head::Odd),
        }
    }
}

#[cfg(test)]
#[path = "redirect_tests.rs"]
mod tests;
