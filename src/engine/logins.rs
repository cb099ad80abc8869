//! Logins on behalf of the user behind the host: one at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::auth::{Attempt, LoginError, Method, Page, Paste, Purpose, User};
use crate::host::{Given, Host, Ui, UiError};
use crate::outbox::{NoticeLevel, UrlPurpose};

use super::models::{LoginOffer, LoginWeb, ModelRegistry, NoLogin, Relisted};

/// All logins of the process. Cheap to clone.
#[derive(Clone)]
pub struct Logins {
    models: Arc<ModelRegistry>,
    host: Host,
    /// How long the user has.
    limit: Duration,
    // A leaf lock around the login that was begun last.
    last: Arc<Mutex<Option<Begun>>>,
}

/// A login that was begun.
#[derive(Clone)]
struct Begun {
    /// Ends it.
    token: CancellationToken,
    /// Fires when it is over.
    over: CancellationToken,
}

/// A login that is under way, until this is dropped.
pub struct Login {
    logins: Logins,
    provider: String,
    name: String,
    method: Method,
    token: CancellationToken,
    _over: DropGuard,
}

impl Logins {
    pub fn new(models: Arc<ModelRegistry>, host: Host, limit: Duration) -> Self {
        Self { models, host, limit, last: Arc::default() }
    }

    /// The providers that one can log in to.
    pub fn offers(&self) -> Vec<LoginOffer> {
        self.models.login_offers()
    }

    /// Takes the place of the one login; nothing is shown yet.
    pub fn begin(&self, provider: &str) -> Result<Login, NoLogin> {
        let (name, method) = self.models.login_method(provider)?;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_some_and(Begun::is_running) {
            return Err(NoLogin::Running);
        }
        let (token, over) = (CancellationToken::new(), CancellationToken::new());
        *last = Some(Begun { token: token.clone(), over: over.clone() });
        let (logins, provider, _over) = (self.clone(), provider.to_owned(), over.drop_guard());
        Ok(Login { logins, provider, name, method, token, _over })
    }

    /// Ends the login that is under way, if there is one; what is given completes when its answer is there.
    pub fn end(&self) -> Option<impl Future<Output = ()> + Send + 'static> {
        let begun = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let begun = begun.filter(Begun::is_running)?;
        begun.token.cancel();
        Some(begun.over.cancelled_owned())
    }
}

impl Begun {
    fn is_running(&self) -> bool {
        !self.over.is_cancelled()
    }
}

impl Login {
    /// Logs in. When it is done the credential is kept; the user is told when the provider's models cannot be used with it.
    pub async fn run(&self) -> Result<(), LoginError> {
        let Logins { models, host, limit, .. } = &self.logins;
        let (user, secrets) = (HostUser(host.ui()), models.secrets());
        let attempt = Attempt {
            name: &self.name,
            method: &self.method,
            user: &user,
            web: &LoginWeb,
            secrets: &secrets,
            limit: *limit,
            token: self.token.clone(),
        };
        let held = attempt.run().await?;
        let kept = models.keep(&self.provider, held).await;
        kept.map_err(|error| LoginError::Failed(format!("The login worked, but cannot be stored: {error}")))?;
        if models.keeps_list(&self.provider) {
            user.tell(format!("Looking up the models of {}", self.name));
            // The login is done: whoever ends it now only does without the list.
            let relisted = self.token.run_until_cancelled(models.relist(&self.provider)).await;
            let warning = match relisted {
                Some(Relisted::Refused(why)) => why,
                Some(Relisted::Unknown(why)) => format!("The models of {} could not be listed: {why}", self.name),
                Some(Relisted::Fine) | None => return Ok(()),
            };
            host.ui().notify(warning, Some(NoticeLevel::Warning));
        }
        Ok(())
    }
}

/// The user behind the host's dialogs.
struct HostUser<'a>(&'a Ui);

impl User for HostUser<'_> {
    fn show(&self, page: Page) {
        let purpose = match page.purpose {
            Purpose::Login => UrlPurpose::Login,
            Purpose::Key => UrlPurpose::Key,
        };
        if !self.0.open_url(page.url, page.launch_url, Some(page.instructions), purpose) {
            tracing::debug!("the host cannot show the page of a login");
        }
    }

    fn tell(&self, words: String) {
        self.0.notify(words, Some(NoticeLevel::Info));
    }

    fn paste<'a>(&'a self, paste: Paste, token: &'a CancellationToken) -> BoxFuture<'a, Result<String, LoginError>> {
        let Paste { title, placeholder, limit } = paste;
        async move {
            match self.0.secret(title, placeholder, Some(limit), token).await {
                Ok(Given::Answer(text)) => Ok(text),
                Ok(Given::Cancelled) | Err(UiError::Aborted) => Err(LoginError::Cancelled),
                Ok(Given::TimedOut) => Err(LoginError::TimedOut(limit)),
                Err(UiError::Gone(text)) => Err(LoginError::Gone(text)),
                Err(why @ UiError::Unsupported) => Err(LoginError::Failed(why.to_string())),
            }
        }
        .boxed()
    }
}
