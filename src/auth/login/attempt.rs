//! One login, from the page that is shown to what is to be kept.

use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::flow::{Came, Exchange, Flow};
use super::proof::Proof;
use super::redirect::Redirects;
use super::tokens::{self, Refusal, Web};
use crate::auth::Secret;
use crate::auth::stored::Held;
use crate::base::log::Secrets;

/// How one logs in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Method {
    /// A code comes back from a page.
    Code(std::sync::Arc<Flow>),
    /// A key is made on this page, and pasted.
    Key(String),
}

/// A page to show to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub url: String,
    /// A shorter address that leads to it, for a browser on this machine.
    pub launch_url: Option<String>,
    pub instructions: String,
    pub purpose: Purpose,
}

/// What a page is shown for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The login waits for what is done there.
    Login,
    /// A key is to be had there.
    Key,
}

/// A question for something that is not shown while it is typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paste {
    pub title: String,
    pub placeholder: Option<String>,
    pub limit: Duration,
}

/// Whoever logs in.
pub trait User: Send + Sync {
    fn show(&self, page: Page);
    /// Tells how far it is.
    fn tell(&self, words: String);
    /// Waits for what is pasted; nothing but blanks is as good as a cancel. Dropped, the question is taken back.
    fn paste<'a>(&'a self, paste: Paste, token: &'a CancellationToken) -> BoxFuture<'a, Result<String, LoginError>>;
}

/// Why a login did not come to its end. The texts are for the user.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LoginError {
    #[error("Login cancelled")]
    Cancelled,
    #[error("Login timed out: nothing came back within {} s", .0.as_secs_f64())]
    TimedOut(Duration),
    /// The user can no longer be asked. The text is the protocol's.
    #[error("{0}")]
    Gone(&'static str),
    #[error("{name} did not allow the login: {why}")]
    Refused { name: String, why: String },
    #[error("What was pasted belongs to another login: its state is not that of this one")]
    Strange,
    #[error("{0}")]
    Failed(String),
}

/// What a login needs.
pub struct Attempt<'a> {
    /// The provider, as the user knows it.
    pub name: &'a str,
    pub method: &'a Method,
    pub user: &'a dyn User,
    pub web: &'a dyn Web,
    /// Learns what must not be logged.
    pub secrets: &'a Secrets,
    /// How long the user has.
    pub limit: Duration,
    /// Ends the login.
    pub token: CancellationToken,
}

impl Attempt<'_> {
    /// Runs the login. Dropped, it closes its port and takes its question back.
    pub async fn run(&self) -> Result<Held, LoginError> {
        let login = async {
            match self.method {
                Method::Key(page) => self.key(page).await,
                Method::Code(flow) => self.code(flow).await,
            }
        };
        tokio::select! {
            biased;
            () = self.token.cancelled() => Err(LoginError::Cancelled),
            held = login => held,
        }
    }

    async fn key(&self, page: &str) -> Result<Held, LoginError> {
        let name = self.name;
        self.user.show(Page {
            url: page.to_owned(),
            launch_url: None,
            instructions: format!("Make an API key of {name} on this page and paste it"),
            purpose: Purpose::Key,
        });
        let pasted = self.paste(format!("API key of {name}"), None).await?;
        if !pasted.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(LoginError::Failed(
                "What was pasted is no API key: it holds blanks or other odd characters".into(),
            ));
        }
        Ok(Held::Key(Secret::new(pasted)))
    }

    async fn code(&self, flow: &Flow) -> Result<Held, LoginError> {
        let failed = |why: String| LoginError::Failed(why);
        let proof = Proof::new().ok_or_else(|| failed("This system has no random numbers".into()))?;
        self.secrets.register(&proof.verifier);
        let (redirect_uri, came) = self.answer(flow, &proof).await?;
        let code = match came {
            Came::Code(code) => code,
            Came::Refused { error, description } => {
                let why = description.map_or(error.clone(), |description| format!("{error} ({description})"));
                return Err(LoginError::Refused { name: self.name.to_owned(), why: self.clean(&why) });
            }
        };
        self.secrets.register(&code);
        self.user.tell(format!("Signing in at {}", self.name));
        let given = tokens::exchange(self.web, flow, &code, &redirect_uri, &proof).await;
        given.map_err(|refusal| match refusal {
            Refusal::Final(why) => LoginError::Refused { name: self.name.to_owned(), why: self.clean(&why) },
            Refusal::Passing(why) => failed(format!("{} could not be asked: {}", self.name, self.clean(&why))),
        })
    }

    /// Shows the page and waits for what comes back first, by the browser or by hand. Gives it with the redirect address.
    async fn answer(&self, flow: &Flow, proof: &Proof) -> Result<(String, Came), LoginError> {
        let redirects = match Redirects::open(flow, proof).await {
            Ok(redirects) => Some(redirects),
            Err(error) if flow.redirect.port == 0 => {
                return Err(LoginError::Failed(format!("No port of this machine can be opened: {error}")));
            }
            Err(error) => {
                let port = flow.redirect.port;
                let words = format!(
                    "Port {port} of this machine cannot be opened ({error}): paste the address that the browser ends on"
                );
                self.user.tell(words);
                None
            }
        };
        let redirect_uri = redirects
            .as_ref()
            .map_or_else(|| flow.redirect_uri(flow.redirect.port, proof), |open| open.redirect_uri.clone());
        self.user.show(Page {
            url: flow.page(&redirect_uri, proof),
            launch_url: redirects.as_ref().map(Redirects::launch_url),
            instructions: format!(
                "Allow the login at {} in the browser. If the browser cannot come back to this machine, paste the address that it ends on",
                self.name
            ),
            purpose: Purpose::Login,
        });
        let browser = async {
            match &redirects {
                Some(redirects) => redirects.next().await,
                None => std::future::pending().await,
            }
        };
        let placeholder = match flow.exchange {
            Exchange::Tokens => "code, or the whole address",
            Exchange::Key => "the whole address, or the code in it",
        };
        let came = tokio::select! {
            biased;
            came = browser => came,
            pasted = self.paste(format!("Code of {}", self.name), Some(placeholder.to_owned())) => {
                flow.pasted(&pasted?, proof).map_err(|_| LoginError::Strange)?
            }
        };
        Ok((redirect_uri, came))
    }

    async fn paste(&self, title: String, placeholder: Option<String>) -> Result<String, LoginError> {
        let pasted = self.user.paste(Paste { title, placeholder, limit: self.limit }, &self.token).await?;
        let pasted = pasted.trim();
        if pasted.is_empty() {
            return Err(LoginError::Cancelled);
        }
        self.secrets.register(pasted);
        Ok(pasted.to_owned())
    }

    /// Words of a provider, without the secrets that it may repeat.
    fn clean(&self, words: &str) -> String {
        tokens::told(words, self.secrets)
    }
}
