//! Values that may be secrets, as they may be shown.

const MASK: &str = "***";
/// Parts of names of variables and headers whose values are not shown.
const MARKS: [&str; 8] = ["key", "token", "secret", "password", "credential", "auth", "bearer", "cookie"];

/// The value, or the mask when its name or its own look says that it is a secret.
pub(super) fn value(name: &str, value: &str) -> String {
    let name = name.to_lowercase();
    if MARKS.iter().any(|mark| name.contains(mark)) { MASK.to_owned() } else { url(value) }
}

/// An argument of a command: what follows `--token=` and its like is masked, and so is what follows in its own word.
pub(super) fn arguments(arguments: &[String]) -> Vec<String> {
    let is_secret = |name: &str| name.starts_with('-') && MARKS.iter().any(|mark| name.to_lowercase().contains(mark));
    let mut hide_next = false;
    let masked = arguments.iter().map(|argument| {
        if std::mem::take(&mut hide_next) && !argument.starts_with('-') {
            return MASK.to_owned();
        }
        match argument.split_once('=') {
            Some((name, _)) if is_secret(name) => format!("{name}={MASK}"),
            _ => {
                hide_next = is_secret(argument);
                url(argument)
            }
        }
    });
    masked.collect()
}

/// An address without its password and without the values of its query.
pub(super) fn url(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
    let (host, path) = place.split_once('/').map_or((place, None), |(host, path)| (host, Some(path)));
    let host = host.rsplit_once('@').map_or(host.to_owned(), |(_, host)| format!("{MASK}@{host}"));
    let path = path.map_or(String::new(), |path| format!("/{path}"));
    let query = query.map_or(String::new(), |query| {
        let names = query.split('&').map(|pair| match pair.split_once('=') {
            Some((name, _)) => format!("{name}={MASK}"),
            None => pair.to_owned(),
        });
        format!("?{}", names.collect::<Vec<_>>().join("&"))
    });
    format!("{scheme}://{host}{path}{query}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_secrets() {
        assert_eq!(value("WIKI_TOKEN", "x"), "***");
        assert_eq!(value("Authorization", "Bearer x"), "***");
        assert_eq!(value("X-Api-Key", "x"), "***");
        assert_eq!(value("X-Team", "build"), "build");
    }

    #[test]
    fn addresses_and_arguments_lose_theirs() {
        assert_eq!(url("https://u:p@a.test/x?key=1&b"), "https://***@a.test/x?key=***&b");
        assert_eq!(url("https://a.test/mcp"), "https://a.test/mcp");
        let given = ["--ro", "--api-key", "x", "--token=y", "--auth", "--verbose"].map(str::to_owned);
        assert_eq!(arguments(&given), ["--ro", "--api-key", "***", "--token=***", "--auth", "--verbose"]);
    }
}
