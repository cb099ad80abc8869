//! How one provider's login goes: its addresses, its client, and what it sends the user back with.

use std::collections::BTreeMap;

use reqwest::Url;

use super::proof::Proof;
use crate::base::net::is_loopback;

/// A login by an authorization code, for a client without a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    pub authorize_url: Url,
    pub token_url: Url,
    pub client_id: Option<String>,
    pub scopes: Vec<String>,
    /// Further parameters of the page's address.
    pub parameters: BTreeMap<String, String>,
    pub redirect: Redirect,
    pub exchange: Exchange,
}

/// Where the code comes back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// As it stands in the address; the port is opened on 127.0.0.1 in any case.
    pub host: String,
    /// 0: a free one.
    pub port: u16,
    /// Begins with a slash.
    pub path: String,
}

/// What the code is exchanged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exchange {
    /// Tokens, by the rules of OAuth 2.
    Tokens,
    /// A key that stays. Such pages know no state, so it is a part of the redirect path.
    Key,
}

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Came {
    Code(String),
    Refused { error: String, description: Option<String> },
}

/// What came back belongs to another login, or to none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strange;

impl Default for Redirect {
    fn default() -> Self {
        Self { host: "127.0.0.1".to_owned(), port: 0, path: "/callback".to_owned() }
    }
}

impl Flow {
    /// What is wrong with the description, by the name of the member.
    pub fn fault(&self) -> Option<(&'static str, &'static str)> {
        let safe = |url: &Url| url.scheme() == "https" || (url.scheme() == "http" && is_loopback(url));
        let address = "must begin with https:// (or http:// on this machine)";
        match self {
            _ if !safe(&self.authorize_url) => Some(("authorizeUrl", address)),
            _ if !safe(&self.token_url) => Some(("tokenUrl", address)),
            Self { client_id: None, exchange: Exchange::Tokens, .. } => Some(("clientId", "is missing")),
            _ if !["127.0.0.1", "localhost"].contains(&self.redirect.host.as_str()) => {
                Some(("redirectHost", "must be 127.0.0.1 or localhost"))
            }
            _ if !self.redirect.path.starts_with('/') || self.redirect.path.contains(['?', '#']) => {
                Some(("redirectPath", "must begin with a slash and have no query"))
            }
            _ => None,
        }
    }

    /// The path that the code of this login comes back to.
    pub(super) fn path(&self, proof: &Proof) -> String {
        match self.exchange {
            Exchange::Tokens => self.redirect.path.clone(),
            Exchange::Key => format!("{}/{}", self.redirect.path.trim_end_matches('/'), proof.state),
        }
    }

    pub(super) fn redirect_uri(&self, port: u16, proof: &Proof) -> String {
        format!("http://{}:{port}{}", self.redirect.host, self.path(proof))
    }

    /// The page where the user allows this login.
    pub(super) fn page(&self, redirect_uri: &str, proof: &Proof) -> String {
        let mut url = self.authorize_url.clone();
        {
            let mut query = url.query_pairs_mut();
            match self.exchange {
                Exchange::Tokens => {
                    query.append_pair("response_type", "code");
                    query.append_pair("redirect_uri", redirect_uri);
                    query.append_pair("state", &proof.state);
                }
                Exchange::Key => {
                    query.append_pair("callback_url", redirect_uri);
                }
            }
            if let Some(id) = &self.client_id {
                query.append_pair("client_id", id);
            }
            if !self.scopes.is_empty() {
                query.append_pair("scope", &self.scopes.join(" "));
            }
            query.append_pair("code_challenge", &proof.challenge());
            query.append_pair("code_challenge_method", "S256");
            query.extend_pairs(&self.parameters);
        }
        url.into()
    }

    /// What a query that came to the redirect path says.
    pub(super) fn came(&self, query: &str, proof: &Proof) -> Result<Came, Strange> {
        let pairs = pairs(query);
        let get = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let state = get("state");
        let is_ours = self.exchange == Exchange::Key || state.as_ref() == Some(&proof.state);
        match (get("error"), get("code").filter(|code| !code.is_empty())) {
            // Some providers forget the state of a refusal; one with another state is not about this login.
            (Some(error), _) if is_ours || state.is_none() => {
                Ok(Came::Refused { error, description: get("error_description") })
            }
            (None, Some(code)) if is_ours => Ok(Came::Code(code)),
            _ => Err(Strange),
        }
    }

    /// What the user pasted: the address that the browser ended on, its query, a code with the state behind a `#`, or the
    /// code alone. Whatever has a state must have this login's.
    pub(super) fn pasted(&self, text: &str, proof: &Proof) -> Result<Came, Strange> {
        let text = text.trim();
        if let Ok(url) = Url::parse(text)
            && matches!(url.scheme(), "http" | "https")
        {
            let elsewhere = self.exchange == Exchange::Key && url.path() != self.path(proof);
            return if elsewhere { Err(Strange) } else { self.came(url.query().unwrap_or_default(), proof) };
        }
        let query = text.trim_start_matches('?');
        if query.starts_with("code=") || query.contains("&code=") || query.starts_with("error=") {
            return self.came(query, proof);
        }
        match text.split_once('#') {
            Some((code, state)) if state == proof.state => Ok(Came::Code(code.to_owned())),
            Some(_) => Err(Strange),
            None => Ok(Came::Code(text.to_owned())),
        }
    }
}

/// A query, decoded.
fn pairs(query: &str) -> Vec<(String, String)> {
    let Ok(mut url) = Url::parse("http://localhost/") else { return Vec::new() };
    url.set_query(Some(query));
    url.query_pairs().into_owned().collect()
}

/// Members as the body of a form.
pub(super) fn form(members: &[(&str, &str)]) -> String {
    let Ok(mut url) = Url::parse("http://localhost/") else { return String::new() };
    url.query_pairs_mut().extend_pairs(members);
    url.query().unwrap_or_default().to_owned()
}

#[cfg(test)]
#[path = "flow_tests.rs"]
mod tests;
