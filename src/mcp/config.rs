//! What the configuration says of one server, resolved.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::settings::{McpServer, McpTransport};

const TIMEOUT: Duration = Duration::from_secs(30);

/// One server.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    pub name: String,
    pub reach: Reach,
    pub auto_connect: bool,
    /// For the start, and for a call without a sign of progress.
    pub timeout: Duration,
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
}

impl Config {
    /// `variable` looks up our own environment.
    pub fn new(name: &str, server: McpServer, variable: &dyn Fn(&str) -> Option<String>) -> Self {
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
        Self { name: name.to_owned(), reach, auto_connect: server.auto_connect.unwrap_or(true), timeout }
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
    fn defaults_are_those_of_the_schema() {
        let config = config(r#"{"command": "c"}"#);
        assert_eq!((config.auto_connect, config.timeout), (true, Duration::from_secs(30)));
    }
}
