//! Addresses that the host serves: which schemes, reading, writing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::outbox::Question;

use super::Host;
use super::asks::{Answer, Unanswered, Wait};

/// Schemes that mean something else already, or may come to.
const RESERVED: [&str; 6] = ["http", "https", "file", "skill", "memory", "artifact"];

/// A scheme that the host serves, as it says so.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scheme {
    /// Without `://`; lower case once it is registered.
    pub name: String,
    /// What is to be found there, for the model.
    pub description: Option<String>,
    pub writable: bool,
    /// What such an address holds never changes.
    pub immutable: bool,
}

/// Why a set of schemes is not registered. The set before stays.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemeRefused {
    #[error("a scheme is empty")]
    Empty,
    #[error("the scheme {raw} holds what a scheme cannot")]
    Characters { raw: String },
    #[error("the scheme {name} is not free")]
    Reserved { name: String },
}

/// The schemes of the host, for the whole process. Clones share them.
#[derive(Clone, Default)]
pub struct Uris {
    // A leaf lock, held for a look or a replacement: commands write on one task, calls read on others.
    schemes: Arc<Mutex<Arc<[Scheme]>>>,
}

/// An address of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// With its scheme in lower case.
    pub url: String,
    pub scheme: Scheme,
}

/// What the host says of an address.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UriAnswer {
    pub content: Option<String>,
    pub content_type: Option<String>,
    pub notes: Vec<String>,
    pub immutable: Option<bool>,
    pub failed: bool,
    pub error: Option<String>,
}

/// What was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    pub text: String,
    pub content_type: String,
    pub notes: Vec<String>,
    pub immutable: bool,
}

/// Why an address was not read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UriError {
    /// The host says no, or the call was cut; the text is for the model.
    #[error("{0}")]
    Failed(String),
    /// The input ended; the text is the protocol's.
    #[error("{0}")]
    Gone(&'static str),
}

impl Uris {
    /// Registers exactly these schemes and gives their names, in the order of first mention; of two that differ in case
    /// only, the last counts. One that is refused leaves everything as it was.
    pub fn replace(&self, wanted: Vec<Scheme>) -> Result<Vec<String>, SchemeRefused> {
        let mut schemes: Vec<Scheme> = Vec::with_capacity(wanted.len());
        for scheme in wanted {
            let scheme = normal(scheme)?;
            match schemes.iter_mut().find(|known| known.name == scheme.name) {
                Some(known) => *known = scheme,
                None => schemes.push(scheme),
            }
        }
        let names = schemes.iter().map(|scheme| scheme.name.clone()).collect();
        *self.lock() = schemes.into();
        Ok(names)
    }

    /// The schemes that are registered.
    pub fn schemes(&self) -> Arc<[Scheme]> {
        self.lock().clone()
    }

    /// The path as an address of the host, if its scheme is registered.
    pub fn find(&self, path: &str) -> Option<Address> {
        let (scheme, rest) = path.trim().split_once("://")?;
        let name = scheme.to_ascii_lowercase();
        let scheme = self.lock().iter().find(|known| known.name == name)?.clone();
        Some(Address { url: format!("{name}://{rest}"), scheme })
    }

    fn lock(&self) -> MutexGuard<'_, Arc<[Scheme]>> {
        self.schemes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn normal(scheme: Scheme) -> Result<Scheme, SchemeRefused> {
    let name = scheme.name.trim().to_lowercase();
    if name.is_empty() {
        return Err(SchemeRefused::Empty);
    }
    let mut letters = name.chars();
    let begins = letters.next().is_some_and(|first| first.is_ascii_lowercase());
    if !begins || !letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '+' | '.' | '-')) {
        return Err(SchemeRefused::Characters { raw: scheme.name });
    }
    if RESERVED.contains(&name.as_str()) {
        return Err(SchemeRefused::Reserved { name });
    }
    let description = scheme.description.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    Ok(Scheme { name, description, ..scheme })
}

impl Host {
    /// Reads an address of the host.
    pub async fn read(&self, address: &Address, token: &CancellationToken) -> Result<Content, UriError> {
        let (url, texts) = (&address.url, self.texts());
        let answer = self.address(Question::Read { url: url.clone() }, token, texts.read_aborted).await?;
        if answer.failed {
            return Err(refusal(answer, (texts.read_failed)(url)));
        }
        Ok(Content {
            text: answer.content.unwrap_or_default(),
            content_type: answer.content_type.unwrap_or_else(|| "text/plain".to_owned()),
            notes: answer.notes,
            immutable: answer.immutable.unwrap_or(address.scheme.immutable),
        })
    }

    /// Replaces the content of an address of the host. Whoever calls has seen that it may be written.
    pub async fn write(&self, address: &Address, content: String, token: &CancellationToken) -> Result<(), UriError> {
        let (url, texts) = (&address.url, self.texts());
        let question = Question::Write { url: url.clone(), content };
        let answer = self.address(question, token, texts.write_aborted).await?;
        if answer.failed { Err(refusal(answer, (texts.write_failed)(url))) } else { Ok(()) }
    }

    async fn address(
        &self,
        question: Question,
        token: &CancellationToken,
        aborted: fn(&str) -> String,
    ) -> Result<UriAnswer, UriError> {
        let url = match &question {
            Question::Read { url } | Question::Write { url, .. } => url.clone(),
            Question::Call { .. } | Question::Dialog(_) | Question::Permission(_) => String::new(),
        };
        match self.asks().ask(question, Wait::on(token)).await {
            Ok(Answer::Uri(answer)) => Ok(answer),
            Err(Unanswered::Gone) => Err(UriError::Gone(self.texts().uri_gone)),
            Err(Unanswered::Aborted) => Err(UriError::Failed(aborted(&url))),
            Ok(_) | Err(Unanswered::TimedOut | Unanswered::Unsupported) => {
                Err(UriError::Failed(format!("The host cannot be asked for {url}")))
            }
        }
    }
}

fn refusal(answer: UriAnswer, otherwise: String) -> UriError {
    let filled = |text: &String| !text.trim().is_empty();
    UriError::Failed(answer.error.filter(filled).or(answer.content.filter(filled)).unwrap_or(otherwise))
}

#[cfg(test)]
#[path = "uris_tests.rs"]
mod tests;
