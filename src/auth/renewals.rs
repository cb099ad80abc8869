//! Renews the tokens of logins: once for all who wait, in this process and in others that use the same file.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared};
use reqwest::Url;

use super::login::{Flow, Refusal, Web, refresh, told};
use super::{AuthError, Held, Secret, Stored, Tokens};
use crate::base::clock;
use crate::base::log::Secrets;
use crate::base::task::{self, Tasks};

/// A token that ends so soon is renewed before it is sent.
const AHEAD: Duration = Duration::from_secs(60);

/// Whose tokens are wanted.
#[derive(Debug, Clone)]
pub struct Renewal {
    pub provider: String,
    /// The provider, as the user knows it.
    pub name: String,
    /// For tokens that do not say where they came from.
    pub flow: Option<Arc<Flow>>,
}

/// The renewals of a process. Cheap to clone.
#[derive(Clone)]
pub struct Renewals {
    inner: Arc<Inner>,
}

struct Inner {
    stored: Stored,
    secrets: Secrets,
    web: Arc<dyn Web>,
    /// A renewal that has begun goes on when nobody waits any more: the provider may take the old token no longer.
    tasks: Tasks,
    // A leaf lock around what runs; never held across an await.
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: BTreeMap<String, Running>,
    /// Access tokens that are known to be dead, with the reason: asking again would only bring it again.
    dead: BTreeMap<String, (Secret, AuthError)>,
}

type Running = Shared<BoxFuture<'static, Result<Secret, AuthError>>>;

impl Renewals {
    pub fn new(stored: Stored, secrets: Secrets, web: Arc<dyn Web>) -> Self {
        let (tasks, state) = (Tasks::new(), Mutex::default());
        Self { inner: Arc::new(Inner { stored, secrets, web, tasks, state }) }
    }

    /// A token that can be sent now.
    pub async fn token(&self, of: &Renewal) -> Result<Secret, AuthError> {
        let Some(tokens) = self.inner.tokens(&of.provider) else { return Err(of.nothing_stored()) };
        if tokens.is_fresh() { Ok(tokens.access) } else { self.renew(of, tokens.access).await }
    }

    /// A token that can be sent after the provider refused this one.
    pub async fn after(&self, of: &Renewal, refused: Secret) -> Result<Secret, AuthError> {
        self.renew(of, refused).await
    }

    /// Completes when nothing is being renewed.
    pub async fn settled(&self) {
        self.inner.tasks.finished().await;
    }

    async fn renew(&self, of: &Renewal, stale: Secret) -> Result<Secret, AuthError> {
        let running = {
            let mut state = self.inner.state();
            match self.inner.tokens(&of.provider) {
                // Somebody else was faster.
                Some(tokens) if tokens.access != stale && tokens.is_alive() => return Ok(tokens.access),
                _ => {}
            }
            if let Some((dead, why)) = state.dead.get(&of.provider)
                && *dead == stale
                && self.inner.tokens(&of.provider).is_some_and(|tokens| tokens.access == stale)
            {
                return Err(why.clone());
            }
            match state.running.get(&of.provider) {
                Some(running) => running.clone(),
                None => {
                    let running = self.begin(of.clone(), stale);
                    state.running.insert(of.provider.clone(), running.clone());
                    running
                }
            }
        };
        running.await
    }

    fn begin(&self, of: Renewal, stale: Secret) -> Running {
        let (inner, name) = (self.inner.clone(), of.name.clone());
        let work = self.inner.tasks.spawn("renew tokens", async move {
            let renewed = inner.renew(&of, &stale).await;
            let mut state = inner.state();
            state.running.remove(&of.provider);
            match &renewed {
                Err(why @ AuthError::LoggedOut { .. }) => {
                    state.dead.insert(of.provider.clone(), (stale, why.clone()));
                }
                _ => drop(state.dead.remove(&of.provider)),
            }
            renewed
        });
        let broken = move || AuthError::NotNow { name, why: "the server failed inside".to_owned() };
        async move { work.await.ok().and_then(Result::ok).unwrap_or_else(|| Err(broken())) }.boxed().shared()
    }
}

impl Inner {
    async fn renew(&self, of: &Renewal, stale: &Secret) -> Result<Secret, AuthError> {
        // Another process that renews at the same time is waited for, and then its tokens are there.
        let stored = self.stored.clone();
        let locked = task::blocking("lock renewal", move || {
            let lock = stored.lock_renewal();
            stored.refresh();
            lock
        });
        let _lock = locked.await.ok().flatten();
        let Some(tokens) = self.tokens(&of.provider) else { return Err(of.nothing_stored()) };
        if tokens.access != *stale && tokens.is_alive() {
            return Ok(tokens.access);
        }
        let Some(token) = &tokens.refresh else { return Err(of.logged_out("its token is no longer valid")) };
        let url = match &tokens.token_url {
            Some(url) => Url::parse(url).ok(),
            None => of.flow.as_ref().map(|flow| flow.token_url.clone()),
        };
        let Some(url) = url else { return Err(of.logged_out("nothing says where its token is renewed")) };
        let client = tokens.client_id.clone().or_else(|| of.flow.as_ref().and_then(|flow| flow.client_id.clone()));
        let renewed = refresh(self.web.as_ref(), &url, client.as_deref(), token).await;
        let renewed = renewed.map_err(|refusal| match refusal {
            Refusal::Final(why) => of.logged_out(&told(&why, &self.secrets)),
            Refusal::Passing(why) => AuthError::NotNow { name: of.name.clone(), why: told(&why, &self.secrets) },
        })?;
        let access = renewed.access.clone();
        let (stored, provider) = (self.stored.clone(), of.provider.clone());
        // A defect there is in the log; the token is good all the same.
        let _ = task::blocking("store tokens", move || stored.renewed(&provider, renewed)).await;
        Ok(access)
    }

    fn tokens(&self, provider: &str) -> Option<Tokens> {
        match self.stored.get(provider)? {
            Held::Login(tokens) => Some(tokens),
            Held::Key(_) => None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Renewal {
    fn logged_out(&self, why: &str) -> AuthError {
        AuthError::LoggedOut { name: self.name.clone(), why: why.to_owned() }
    }

    fn nothing_stored(&self) -> AuthError {
        self.logged_out("it is no longer stored")
    }
}

impl Tokens {
    /// Whether the token can be sent, as far as this machine's clock knows.
    fn is_fresh(&self) -> bool {
        self.lasts(AHEAD)
    }

    /// Whether it can be sent now, if not for long.
    fn is_alive(&self) -> bool {
        self.lasts(Duration::ZERO)
    }

    fn lasts(&self, time: Duration) -> bool {
        let ahead = i64::try_from(time.as_millis()).unwrap_or_default();
        self.expires.is_none_or(|end| end > clock::now().saturating_add(ahead))
    }
}

#[cfg(test)]
#[path = "renewals_tests.rs"]
mod tests;
