//! Which providers one can log in to, how, and what a login changes.

use tokio::time::Instant;

use crate::auth::{AuthError, Found, Held, Method, Renewal, Source};
use crate::base::log::Secrets;
use crate::base::task;
use crate::provider::FailureKind;

use super::catalog::{Origin, ProviderSpec};
use super::connect::unspoken;
use super::discover::{self, Listing, Question};
use super::registry::{Inner, ModelRegistry};

/// A provider, as one who wants to log in sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoginOffer {
    pub id: String,
    pub name: String,
    /// A login works and has an effect.
    pub available: bool,
    /// `auth.json` has a credential.
    pub authenticated: bool,
}

/// Why one cannot log in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoLogin {
    Unknown,
    /// Nothing is known that could be shown to the user.
    NoPage,
    /// It would have no effect; the text says why.
    Useless(String),
    /// Another login is under way.
    Running,
}

/// What the list of a provider's models brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relisted {
    /// The provider keeps no list, or has given it.
    Fine,
    /// It refuses the credential.
    Refused(String),
    /// There is none for another reason; nothing is known of the credential.
    Unknown(String),
}

impl ModelRegistry {
    /// All providers that have something to log in to, in the order of lists.
    pub fn login_offers(&self) -> Vec<LoginOffer> {
        let inner = self.lock();
        let offer = |spec: &ProviderSpec| LoginOffer {
            id: spec.id.clone(),
            name: spec.name.clone(),
            available: self.method(&inner, spec).is_ok(),
            authenticated: inner.credentials.stored().get(&spec.id).is_some(),
        };
        inner.specs.iter().filter(|spec| has_account(spec)).map(offer).collect()
    }

    /// How one logs in to a provider, and what people call it.
    pub fn login_method(&self, provider: &str) -> Result<(String, Method), NoLogin> {
        let inner = self.lock();
        let spec = inner.spec(provider).filter(|spec| has_account(spec)).ok_or(NoLogin::Unknown)?;
        Ok((spec.name.clone(), self.method(&inner, spec)?))
    }

    fn method(&self, inner: &Inner, spec: &ProviderSpec) -> Result<Method, NoLogin> {
        if !self.speaks(spec) {
            return Err(NoLogin::Useless(unspoken(spec)));
        }
        let source = inner.credentials.source(&spec.wanted());
        let is_set = matches!(source, Some(Source::Configuration | Source::Variable(_)));
        if spec.key.is_some() && (spec.flow.is_none() || is_set) {
            let place = if spec.origin == Origin::File { "models.yml" } else { "the settings" };
            return Err(NoLogin::Useless(format!(
                "Provider {} has its key from {place} (apiKey), which goes before a login; take it out there to log in",
                spec.id
            )));
        }
        let code = spec.flow.clone().map(Method::Code);
        code.or_else(|| spec.key_url.clone().map(Method::Key)).ok_or(NoLogin::NoPage)
    }

    /// Keeps what a login gave. From now on the provider is asked with it.
    pub async fn keep(&self, provider: &str, held: Held) -> Result<(), AuthError> {
        let (stored, id) = (self.lock().credentials.stored().clone(), provider.to_owned());
        let saved = task::blocking("store a login", move || stored.save(&id, held)).await;
        self.lock().lists.remove(provider);
        saved.unwrap_or_else(|_| {
            Err(AuthError::NotNow { name: provider.to_owned(), why: "the server failed inside".into() })
        })
    }

    /// Whether a provider keeps the list of its models.
    pub fn keeps_list(&self, provider: &str) -> bool {
        self.lock().spec(provider).is_some_and(|spec| spec.models.is_none())
    }

    /// Asks one provider for its models again.
    pub async fn relist(&self, provider: &str) -> Relisted {
        let question = {
            let inner = self.lock();
            let spec = inner.spec(provider).filter(|spec| spec.models.is_none());
            spec.and_then(|spec| self.question(&inner, spec))
        };
        let Some(question) = question else { return Relisted::Fine };
        let (spec, answer) = discover::answer(question, &self.renewals).await;
        let (listing, relisted) = match answer {
            Ok(models) => (Listing { models, failure: None, asked: Instant::now() }, Relisted::Fine),
            Err(failure) => {
                // It may repeat the key that it refuses.
                let why = self.secrets().redact(&failure.message).into_owned();
                let relisted = if failure.kind == FailureKind::Auth {
                    Relisted::Refused(why.clone())
                } else {
                    Relisted::Unknown(why.clone())
                };
                (Listing { models: Vec::new(), failure: Some(why), asked: Instant::now() }, relisted)
            }
        };
        self.lock().lists.insert(spec.id, listing);
        relisted
    }

    /// What the log must not show.
    pub fn secrets(&self) -> Secrets {
        self.lock().credentials.secrets().clone()
    }

    /// Waits for what is being renewed.
    pub async fn renewed(&self) {
        self.renewals.settled().await;
    }

    // ---- for the other files of this room

    /// A question to a provider that keeps its list; `None` when its credential is missing.
    pub(super) fn question(&self, inner: &Inner, spec: &ProviderSpec) -> Option<Question> {
        let key = match inner.credentials.find(&spec.wanted()) {
            Found::Key(secret) => Some(secret),
            Found::NotNeeded => None,
            Found::Missing { .. } => return None,
        };
        let renewal = self.renewal(inner, spec);
        Some(Question { spec: spec.clone(), key, renewal })
    }

    /// Whose tokens are renewed, where a login authenticates.
    pub(super) fn renewal(&self, inner: &Inner, spec: &ProviderSpec) -> Option<Renewal> {
        let is_login = inner.credentials.source(&spec.wanted()) == Some(Source::Login);
        is_login.then(|| Renewal { provider: spec.id.clone(), name: spec.name.clone(), flow: spec.flow.clone() })
    }
}

/// Programs on this machine know no accounts, unless somebody describes one.
fn has_account(spec: &ProviderSpec) -> bool {
    !matches!(spec.origin, Origin::Local | Origin::Builtin)
}
