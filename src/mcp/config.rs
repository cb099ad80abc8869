//! What the configuration says of one server, resolved.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use crate::base::mask;
use crate::base::text::clip;
use crate::settings::{McpServer, McpTransport};

const TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes of a complaint that are shown.
const MOST_WORDS: usize = 2000;
/// Shorter ones would black out half of a text; in their own places they are masked all the same.
const SHORTEST_SECRET: usize = 6;

/// One server.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    pub name: String,
    pub reach: Reach,
    pub auto_connect: bool,
    /// For the start, and for a call without a sign of progress.
    pub timeout: Duration,
    /// What must not be shown, wherever it turns up: values that their names, places or variables tell to be secrets.
    pub secrets: Vec<String>,
}

/// How a server is reached.
#[derive(Debug, Clone, PartialEq)]
pub enum Reach {
    Child {
        command: String,
        args: Vec<String>,
        env: BTreeMap<String, String>,
    },
    Http {
        url: String,
        headers: BTreeMap<String, String>,
    },
    /// Not at all; the text says why.
    Unserved(String),
}

impl Reach {
    /// The word for it in configurations.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Child { .. } => "stdio",
            Self::Http { .. } => "http",
            Self::Unserved(_) => "sse",
        }
    }

    fn secrets(&self) -> Vec<String> {
        let of_values = |map: &BTreeMap<String, String>| -> Vec<String> {
            let secret = |(name, value): (&String, &String)| match mask::is_secret(name) {
                // A header names its kind before the secret itself.
                true => vec![value.clone(), value.split_whitespace().last().unwrap_or_default().to_owned()],
                false => mask::secrets_of_url(value),
            };
            map.iter().flat_map(secret).collect()
        };
        match self {
            Self::Child { args, env, .. } => {
                let mut secrets = of_values(env);
                secrets.extend(mask::secret_arguments(args));
                secrets
            }
            Self::Http { url, headers } => {
                let mut secrets = of_values(headers);
                secrets.extend(mask::secrets_of_url(url));
                secrets
            }
            Self::Unserved(_) => Vec::new(),
        }
    }
}

impl Config {
    /// `variable` looks up our own environment.
    pub fn new(name: &str, server: McpServer, variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let filled = RefCell::new(Vec::new());
        let variable = &|name: &str| {
            let value = variable(name)?;
            if mask::is_secret(name) {
                filled.borrow_mut().push(value.clone());
            }
            Some(value)
        };
        let transport = server.transport.or(server.type_);
        let timeout = server.timeout.filter(|ms| *ms > 0).map_or(TIMEOUT, Duration::from_millis);
        let values = |map: Option<_>| resolved(map, variable);
        let reach = match (transport, server.command, server.url) {
            (Some(McpTransport::Sse), ..) => Reach::Unserved("the transport sse is not served; use http".to_owned()),
            (Some(McpTransport::Http), _, Some(url)) | (None, None, Some(url)) => Reach::Http {
                url: expand(&url, variable),
                headers: values(server.headers.map(|map| map.into_iter().collect())),
            },
            (Some(McpTransport::Http), _, None) => Reach::Unserved("it has no url".to_owned()),
            (_, Some(command), _) => Reach::Child {
                command: expand(&command, variable),
                args: server.args.into_iter().flatten().map(|text| expand(&text, variable)).collect(),
                env: values(server.env.map(|map| map.into_iter().collect())),
            },
            (_, None, _) => Reach::Unserved("it has neither a command nor a url".to_owned()),
        };
        let auto_connect = server.auto_connect.unwrap_or(true);
        let mut secrets = reach.secrets();
        secrets.extend(filled.into_inner());
        // The longest first, so that one within another leaves no remains of the outer one.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        secrets.dedup();
        Self { name: name.to_owned(), reach, auto_connect, timeout, secrets }
    }

    /// A text about this server, without its secrets.
    pub(super) fn masked(&self, text: &str) -> String {
        let mut text = mask::text(text);
        for secret in self.secrets.iter().filter(|secret| secret.len() >= SHORTEST_SECRET) {
            if text.contains(secret.as_str()) {
                text = text.replace(secret.as_str(), mask::MASK);
            }
        }
        text
    }

    /// What a server or a library says about it, as it may be shown: without secrets, and no longer than one reads.
    pub(super) fn words(&self, why: &str) -> String {
        self.masked(&clip(why, MOST_WORDS))
    }

    /// How it is reached, as it may be shown.
    pub(super) fn shown(&self) -> Reach {
        let values = |map: &BTreeMap<String, String>| -> BTreeMap<String, String> {
            map.iter().map(|(name, value)| (name.clone(), self.masked(&mask::value(name, value)))).collect()
        };
        match &self.reach {
            Reach::Child { command, args, env } => Reach::Child {
                command: self.masked(command),
                args: mask::arguments(args).iter().map(|argument| self.masked(argument)).collect(),
                env: values(env),
            },
            Reach::Http { url, headers } => Reach::Http { url: self.masked(&mask::url(url)), headers: values(headers) },
            Reach::Unserved(why) => Reach::Unserved(why.clone()),
        }
    }
}

fn resolved(
    map: Option<BTreeMap<String, String>>,
    variable: &dyn Fn(&str) -> Option<String>,
) -> BTreeMap<String, String> {
    let value = |name: &str, text: &str| match variable(name) {
        Some(own) if name == text => own,
        _ => expand(text, variable),
    };
    map.into_iter().flatten().map(|(name, text)| (name.clone(), value(&name, &text))).collect()
}

/// `${NAME}` and `${NAME:-default}`; a variable that is not set is empty.
fn expand(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("${") {
        let Some((inner, behind)) = after.split_once('}') else { break };
        let (name, default) = inner.split_once(":-").unwrap_or((inner, ""));
        out.push_str(before);
        out.push_str(&variable(name).filter(|value| !value.is_empty()).unwrap_or_else(|| default.to_owned()));
        rest = behind;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Config {
        let variable = |name: &str| (name == "TOKEN").then(|| "t".to_owned());
        Config::new("wiki", serde_json::from_str(text).unwrap(), &variable)
    }

    #[test]
    fn the_transport_follows_from_what_is_given() {
        assert_eq!(config(r#"{"command": "wiki-mcp"}"#).reach.word(), "stdio");
        assert_eq!(config(r#"{"url": "http://127.0.0.1/mcp"}"#).reach.word(), "http");
        assert_eq!(config(r#"{"type": "http", "url": "http://127.0.0.1/mcp"}"#).reach.word(), "http");
        assert!(matches!(config(r#"{"transport": "sse", "url": "http://a"}"#).reach, Reach::Unserved(_)));
        assert_eq!(config("{}").reach, Reach::Unserved("it has neither a command nor a url".into()));
    }

    #[test]
    fn variables_of_our_own_environment_are_filled_in() {
        let Reach::Child { env, args, .. } = config(
            r#"{"command": "c", "args": ["${TOKEN}", "${X:-d}", "${X}", "${"],
                "env": {"TOKEN": "TOKEN", "B": "b ${TOKEN}", "C": "TOKEN"}}"#,
        )
        .reach
        else {
            panic!()
        };
        assert_eq!(args, ["t", "d", "", "${"]);
        assert_eq!(
            env.into_iter().collect::<Vec<_>>(),
            [
                ("B".to_owned(), "b t".to_owned()),
                ("C".to_owned(), "TOKEN".to_owned()),
                ("TOKEN".to_owned(), "t".to_owned()),
            ]
        );
    }

    #[test]
    fn what_is_secret_is_masked_wherever_it_turns_up() {
        let shown = config(
            r#"{"command": "c", "args": ["${LONG_TOKEN:-x}", "--key", "argument-secret", "https://u:url-secret@a.test"],
                "env": {"API_KEY": "variable-secret"}}"#,
        );
        let text = "argument-secret, url-secret, variable-secret at https://other:word@b.test/?k=v";
        assert_eq!(shown.masked(text), "***, ***, *** at https://***@b.test/?k=***");
        let Reach::Child { args, env, .. } = shown.shown() else { panic!() };
        assert_eq!(args, ["x", "--key", "***", "https://***@a.test"]);
        assert_eq!(env["API_KEY"], "***");
        let variable = |name: &str| (name == "LONG_TOKEN").then(|| "from-outside".to_owned());
        let server = serde_json::from_str(r#"{"command": "c", "args": ["--ro=${LONG_TOKEN}"]}"#).unwrap();
        let Reach::Child { args, .. } = Config::new("wiki", server, &variable).shown() else { panic!() };
        assert_eq!(args, ["--ro=***"]);
        let http =
            config(r#"{"url": "http://a.test/?k=short1", "headers": {"Authorization": "Bearer header-secret"}}"#);
        assert_eq!(
            http.masked("refused header-secret (http://a.test/?k=short1)"),
            "refused *** (http://a.test/?k=***)"
        );
    }

    #[test]
    fn defaults_are_those_of_the_schema() {
        let config = config(r#"{"command": "c"}"#);
        assert_eq!((config.auto_connect, config.timeout), (true, Duration::from_secs(30)));
    }
}
