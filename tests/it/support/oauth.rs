//! An authorization server beside the model, which checks what the standard wants checked, and a browser to visit it with.

use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Url;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use super::model::{Gate, Model, Reply, Request};

/// The client that the server knows.
pub const CLIENT: &str = "hostwire-test";

/// The server. Clones share it.
#[derive(Clone)]
pub struct Oauth {
    model: Model,
    state: Arc<Mutex<Grants>>,
}

#[derive(Default)]
struct Grants {
    /// Codes that were not exchanged yet.
    codes: HashMap<String, Code>,
    drawn: usize,
    access: HashSet<String>,
    refresh: HashSet<String>,
    granted: usize,
    renewals: usize,
    /// Held before a renewal is answered.
    gate: Option<Gate>,
}

/// What a code was given for.
struct Code {
    challenge: String,
    redirect: String,
}

impl Oauth {
    /// Serves `/oauth/…` on the model's server, and refuses requests to the model with a token that is not good.
    pub fn on(model: &Model) -> Self {
        let oauth = Self { model: model.clone(), state: Arc::default() };
        let state = oauth.state.clone();
        model.rule(move |request| state.lock().unwrap().answer(request));
        oauth
    }

    /// The members of `oauth` in `models.yml`.
    pub fn members(&self) -> String {
        let place = self.model.address();
        format!(
            "authorizeUrl: 'http://{place}/oauth/authorize', tokenUrl: 'http://{place}/oauth/token', clientId: {CLIENT}"
        )
    }

    /// From now on access tokens that were given before are refused.
    pub fn expire(&self) {
        self.state().access.clear();
    }

    /// From now on no token that was given before is good for anything.
    pub fn revoke(&self) {
        let mut state = self.state();
        state.access.clear();
        state.refresh.clear();
    }

    /// How often tokens were asked to be renewed.
    pub fn renewals(&self) -> usize {
        self.state().renewals
    }

    /// Holds every answer to a renewal before this gate.
    pub fn hold_renewals(&self, gate: &Gate) {
        self.state().gate = Some(gate.clone());
    }

    fn state(&self) -> MutexGuard<'_, Grants> {
        self.state.lock().unwrap()
    }
}

impl Grants {
    fn answer(&mut self, request: &Request) -> Option<Reply> {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        match path {
            "/oauth/authorize" => Some(self.authorize(&pairs(query))),
            "/oauth/auth" => Some(self.auth(&pairs(query))),
            "/oauth/token" => Some(self.token(request)),
            "/oauth/keys" => Some(self.key(request)),
            "/v1/models" => {
                let list = json!({"data": [{"id": "listed"}]});
                Some(self.refusal(request).unwrap_or_else(|| Reply::json(200, &list)))
            }
            _ => self.refusal(request),
        }
    }

    /// The page that a user allows a login on: it does so at once, or not, as its address says.
    fn authorize(&mut self, asked: &HashMap<String, String>) -> Reply {
        let is = |name: &str, value: &str| asked.get(name).is_some_and(|found| found == value);
        let get = |name: &str| asked.get(name).cloned().unwrap_or_default();
        let redirect = get("redirect_uri");
        let fits = is("response_type", "code")
            && is("client_id", CLIENT)
            && is("code_challenge_method", "S256")
            && get("code_challenge").len() == 43
            && get("state").len() >= 16
            && redirect.starts_with("http://127.0.0.1:")
            && redirect.ends_with("/callback");
        if !fits {
            return Reply::json(400, &json!({"error": "invalid_request", "asked": asked}));
        }
        let mut target = Url::parse(&redirect).unwrap();
        if asked.contains_key("deny") {
            target
                .query_pairs_mut()
                .append_pair("error", "access_denied")
                .append_pair("error_description", "Not today");
        } else {
            let code = self.draw(get("code_challenge"), redirect);
            target.query_pairs_mut().append_pair("code", &code);
        }
        target.query_pairs_mut().append_pair("state", &get("state"));
        found(target)
    }

    /// The same for a code that a key is given for.
    fn auth(&mut self, asked: &HashMap<String, String>) -> Reply {
        let get = |name: &str| asked.get(name).cloned().unwrap_or_default();
        let mut target = Url::parse(&get("callback_url")).unwrap();
        assert_eq!(get("code_challenge_method"), "S256");
        let code = self.draw(get("code_challenge"), String::new());
        target.query_pairs_mut().append_pair("code", &code);
        found(target)
    }

    fn draw(&mut self, challenge: String, redirect: String) -> String {
        self.drawn += 1;
        let code = format!("code-{}", self.drawn);
        self.codes.insert(code.clone(), Code { challenge, redirect });
        code
    }

    fn token(&mut self, request: &Request) -> Reply {
        assert_eq!(request.header("content-type"), Some("application/x-www-form-urlencoded"));
        let form = pairs(&request.text);
        let get = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
        if get("client_id") != CLIENT {
            return refused("invalid_client", "no such client");
        }
        match get("grant_type") {
            "authorization_code" => match self.codes.remove(get("code")) {
                None => refused("invalid_grant", "no such code"),
                Some(code) if code.challenge != challenge(get("code_verifier")) => {
                    refused("invalid_grant", "the verifier does not fit the challenge")
                }
                Some(code) if code.redirect != get("redirect_uri") => refused("invalid_grant", "another redirect"),
                Some(_) => self.grant(),
            },
            "refresh_token" => {
                self.renewals += 1;
                let gate = self.gate.clone();
                let reply = match self.refresh.remove(get("refresh_token")) {
                    true => self.grant(),
                    false => refused("invalid_grant", "the refresh token is not known"),
                };
                gate.map_or(reply.clone(), |gate| reply.silent_until(&gate))
            }
            other => refused("unsupported_grant_type", other),
        }
    }

    fn grant(&mut self) -> Reply {
        self.granted += 1;
        let (access, refresh) = (format!("access-token-{}", self.granted), format!("refresh-token-{}", self.granted));
        self.access.insert(access.clone());
        self.refresh.insert(refresh.clone());
        let body =
            json!({"access_token": access, "token_type": "Bearer", "expires_in": 3600, "refresh_token": refresh});
        Reply::json(200, &body)
    }

    fn key(&mut self, request: &Request) -> Reply {
        let get = |name: &str| request.body[name].as_str().unwrap_or_default();
        let code = self.codes.remove(get("code"));
        let fits = code.is_some_and(|code| code.challenge == challenge(get("code_verifier")));
        match fits && get("code_challenge_method") == "S256" {
            true => Reply::json(200, &json!({"key": "exchanged-key", "user_id": "u1"})),
            false => Reply::json(403, &json!({"error": {"message": "Invalid code or code_verifier", "code": 403}})),
        }
    }

    /// The refusal of a token that is not good any more; other credentials are the model script's business.
    fn refusal(&self, request: &Request) -> Option<Reply> {
        let token = request.header("authorization")?.strip_prefix("Bearer ")?;
        let is_bad = token == "bad-key" || token.starts_with("access-token") && !self.access.contains(token);
        let error = json!({"error": {"message": format!("The token {token} is not valid"), "code": 401}});
        is_bad.then(|| Reply::json(401, &error))
    }
}

fn challenge(verifier: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()))
}

fn refused(error: &str, description: &str) -> Reply {
    Reply::json(400, &json!({"error": error, "error_description": description}))
}

fn found(target: Url) -> Reply {
    Reply::json(302, &Value::Null).header("location", target.as_str())
}

fn pairs(query: &str) -> HashMap<String, String> {
    let mut url = Url::parse("http://localhost/").unwrap();
    url.set_query(Some(query));
    url.query_pairs().into_owned().collect()
}

/// What a browser shows in the end.
#[derive(Debug)]
pub struct Shown {
    pub url: String,
    pub status: u16,
    pub text: String,
}

/// Visits an address and goes where it leads, but not to an address that `stop` holds for.
pub fn browse(url: &str, stop: impl Fn(&Url) -> bool) -> Shown {
    let mut url = Url::parse(url).unwrap();
    for _ in 0..5 {
        let (status, location, text) = get(&url);
        let Some(next) = location.map(|next| url.join(&next).unwrap()) else {
            return Shown { url: url.into(), status, text };
        };
        if stop(&next) {
            return Shown { url: next.into(), status, text };
        }
        url = next;
    }
    panic!("{url} leads round and round")
}

/// The address with other parameters; one without a value is taken out.
pub fn altered(url: &str, changes: &[&str]) -> String {
    let mut url = Url::parse(url).unwrap();
    let changes: HashMap<&str, &str> = changes.iter().filter_map(|change| change.split_once('=')).collect();
    let mut kept: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    kept.retain(|(name, _)| !changes.contains_key(name.as_str()));
    let new = changes.iter().filter(|(_, value)| !value.is_empty());
    kept.extend(new.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    url.query_pairs_mut().clear().extend_pairs(kept);
    url.into()
}

fn get(url: &Url) -> (u16, Option<String>, String) {
    assert_eq!(url.scheme(), "http", "{url}");
    let place = (url.host_str().unwrap(), url.port().unwrap());
    let mut stream = TcpStream::connect(place).unwrap_or_else(|error| panic!("{url}: {error}"));
    let target = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
    write!(stream, "GET {target} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", place.0).unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{url}: {line}"));
    let (mut location, mut length) = (None, 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        match line.trim_end().split_once(": ") {
            Some((name, value)) if name.eq_ignore_ascii_case("location") => location = Some(value.to_owned()),
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().unwrap(),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    (status, location, String::from_utf8(body).unwrap())
}
