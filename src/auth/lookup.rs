//! Finds the credential of a provider, and names the variables that credentials come from.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Environment, Held, Stored};
use crate::base::log::Secrets;

/// A secret that never shows in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Arc<str>);

/// What is known about a provider's credential.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    pub provider: &'a str,
    /// As the configuration has it: the name of a variable, or the key itself.
    pub configured: Option<&'a str>,
    /// The provider's usual variables, the first that is set counts.
    pub variables: &'a [String],
    /// Whether the provider refuses requests without one.
    pub required: bool,
    /// Whether the configuration describes how one logs in.
    pub login: bool,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    Key(Secret),
    /// There is none, and the provider needs none.
    NotNeeded,
    /// There is none; one of these variables would be read.
    Missing {
        variables: Vec<String>,
    },
}

/// Where a credential comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// From the command line.
    Given,
    /// It stands in the provider's configuration itself.
    Configuration,
    Variable(String),
    /// A key in `auth.json`.
    Stored,
    /// A login in `auth.json`; its token may have to be renewed before it is sent.
    Login,
}

/// All sources of credentials.
#[derive(Debug, Clone, Default)]
pub struct Credentials {
    environment: Environment,
    stored: Stored,
    /// The key given at the start, with its provider.
    given: Option<(String, Secret)>,
    /// Learns every credential that is found.
    secrets: Secrets,
}

impl Secret {
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The secret itself, for the one place that sends it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret([redacted])")
    }
}

impl Credentials {
    pub fn new(environment: Environment, stored: Stored) -> Self {
        Self { environment, stored, given: None, secrets: Secrets::new() }
    }

    /// From now on the log is told of every credential that is found, and at once of those that are stored.
    pub fn guarded(mut self, secrets: Secrets) -> Self {
        self.stored.guard(secrets.clone());
        self.secrets = secrets;
        self
    }

    /// Values that may be secrets, from wherever they come; of `Bearer KEY` the key alone as well.
    pub fn guard<'a>(&self, values: impl IntoIterator<Item = &'a String>) {
        for value in values {
            self.secrets.register(value);
            if let Some((_, last)) = value.trim().rsplit_once(' ') {
                self.secrets.register(last);
            }
        }
    }

    /// A key for this process only, for one provider.
    pub fn give(&mut self, provider: &str, key: &str) {
        self.given = Some((provider.to_owned(), Secret::new(key)));
    }

    pub fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The file of credentials.
    pub fn stored(&self) -> &Stored {
        &self.stored
    }

    /// What the log must not show.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    pub fn find(&self, wanted: &Wanted<'_>) -> Found {
        match self.look_up(wanted) {
            Ok((key, _)) => {
                self.secrets.register(key.reveal());
                Found::Key(key)
            }
            Err(none) => none,
        }
    }

    /// Where the credential comes from, for people; `None` when there is none.
    pub fn source(&self, wanted: &Wanted<'_>) -> Option<Source> {
        self.look_up(wanted).ok().map(|(_, source)| source)
    }

    fn look_up(&self, wanted: &Wanted<'_>) -> Result<(Secret, Source), Found> {
        let given = self.given.as_ref().filter(|(provider, _)| provider == wanted.provider);
        let given = given.map(|(_, key)| (key.clone(), Source::Given));
        if let Some(found) = given.or_else(|| self.configured(wanted)) {
            return Ok(found);
        }
        let stored = self.stored.get(wanted.provider).map(|held| match held {
            Held::Key(key) => (key, Source::Stored),
            Held::Login(tokens) => (tokens.access, Source::Login),
        });
        if let Some(variable) = wanted.configured.map(str::trim) {
            // The configuration asks for this variable; another key would be a surprise, unless it asks for a login, too.
            let stored = stored.filter(|_| wanted.login);
            return stored.ok_or_else(|| Found::Missing { variables: vec![variable.to_owned()] });
        }
        let usual = || wanted.variables.iter().find_map(|name| self.variable(name));
        stored.or_else(usual).ok_or_else(|| match wanted.required {
            true => Found::Missing { variables: wanted.variables.to_vec() },
            false => Found::NotNeeded,
        })
    }

    fn configured(&self, wanted: &Wanted<'_>) -> Option<(Secret, Source)> {
        let text = wanted.configured?.trim();
        if !self.is_variable(text) {
            return Some((Secret::new(text), Source::Configuration));
        }
        self.variable(text)
    }

    fn variable(&self, name: &str) -> Option<(Secret, Source)> {
        let key = self.environment.get(name)?;
        Some((Secret::new(key.trim()), Source::Variable(name.to_owned())))
    }

    /// Whether a configured key is the name of a variable: it is set, or it is written as only variables are. A name
    /// that is not set must not be sent as a key; the provider's refusal would say nothing about the cause.
    fn is_variable(&self, text: &str) -> bool {
        let mut letters = text.chars();
        let name = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
        name && (self.environment.get(text).is_some()
            || (text.contains('_') && !text.chars().any(|c| c.is_ascii_lowercase())))
    }

    /// Every variable that a credential of these providers is read from, whether set or not, but for those that
    /// children are meant to see (hazard K29).
    pub fn hidden_variables<'a>(
        &self,
        providers: impl IntoIterator<Item = Wanted<'a>>,
        pass: &[String],
    ) -> Vec<String> {
        let mut names = BTreeSet::new();
        for wanted in providers {
            names.extend(wanted.variables.iter().cloned());
            names.extend(wanted.configured.map(str::trim).filter(|text| self.is_variable(text)).map(str::to_owned));
        }
        names.into_iter().filter(|name| !pass.contains(name)).collect()
    }
}

#[cfg(test)]
#[path = "lookup_tests.rs"]
mod tests;
