//! Values that may be secrets, as they may be shown.

/// What stands for a secret.
pub const MASK: &str = "***";
/// What ends an address in a text.
const ENDS: &str = "\"'()<>`,|{}[]";
/// Parts of names of variables and headers whose values are not shown.
const MARKS: [&str; 8] = ["key", "token", "secret", "password", "credential", "auth", "bearer", "cookie"];

/// The value, or the mask when its name or its own look says that it is a secret.
pub fn value(name: &str, value: &str) -> String {
    if is_secret(name) { MASK.to_owned() } else { text(value) }
}

/// Whether a variable or a header of this name holds a secret.
pub fn is_secret(name: &str) -> bool {
    let name = name.to_lowercase();
    MARKS.iter().any(|mark| name.contains(mark))
}

/// What [`arguments`] would mask.
pub fn secret_arguments(given: &[String]) -> Vec<String> {
    let masked = arguments(given);
    let changed = given.iter().zip(&masked).filter(|(given, masked)| given != masked);
    let secrets =
        changed.flat_map(|(given, masked)| match masked.strip_suffix(MASK).filter(|_| !masked.contains("://")) {
            Some(lead) => vec![given.strip_prefix(lead).unwrap_or(given).to_owned()],
            None => secrets_of_url(given),
        });
    secrets.collect()
}

/// An argument of a command: what follows `--token=` and its like is masked, and so is what follows in its own word.
pub fn arguments(arguments: &[String]) -> Vec<String> {
    let is_secret = |name: &str| name.starts_with('-') && is_secret(name);
    let mut hide_next = false;
    let masked = arguments.iter().map(|argument| {
        if std::mem::take(&mut hide_next) && !argument.starts_with('-') {
            return MASK.to_owned();
        }
        match argument.split_once('=') {
            Some((name, _)) if is_secret(name) => format!("{name}={MASK}"),
            _ => {
                hide_next = is_secret(argument);
                text(argument)
            }
        }
    });
    masked.collect()
}

/// A text with the addresses in it masked.
pub fn text(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("://") {
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        let (before, behind) = rest.split_at(at);
        let start = before.trim_end_matches(is_scheme).len();
        let end = behind.find(|c: char| c.is_whitespace() || ENDS.contains(c)).unwrap_or(behind.len());
        // What closes a sentence is none of the address.
        let end = behind.get(..end).unwrap_or(behind).trim_end_matches(['.', ':', ';', '!']).len().max("://".len());
        let (lead, address) = rest.get(..at + end).unwrap_or(rest).split_at(start);
        out.push_str(lead);
        out.push_str(&url(address));
        rest = rest.get(at + end..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// What would let somebody in by this address: the part before the host, its password alone, the values of its query. As
/// they are written, and decoded.
pub fn secrets_of_url(text: &str) -> Vec<String> {
    let Some((_, rest)) = text.split_once("://") else { return Vec::new() };
    let rest = rest.split_once('#').map_or(rest, |(rest, _)| rest);
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let host = place.split_once('/').map_or(place, |(host, _)| host);
    let user = host.rsplit_once('@').map_or("", |(user, _)| user);
    let values = query.split('&').filter_map(|pair| pair.split_once('=')).map(|(_, value)| value);
    let parts = user.split(':').chain(values).filter(|part| !part.is_empty());
    parts.flat_map(|part| [part.to_owned(), decoded(part)]).collect()
}

/// A part of an address with its percent signs resolved.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let hex = behind.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.filter(|_| *first == b'%').and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = behind.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An address without what stands before its host and without the values of its query.
pub fn url(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else { return text.to_owned() };
    let (rest, fragment) = rest.split_once('#').map_or((rest, ""), |(rest, _)| (rest, "#"));
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
    let fragment = if fragment.is_empty() { "" } else { "#***" };
    format!("{scheme}://{host}{path}{query}{fragment}")
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
        assert_eq!(url("https://a.test/cb#access=1"), "https://a.test/cb#***");
        let given = ["--ro", "--api-key", "x", "--token=y", "--auth", "--verbose"].map(str::to_owned);
        assert_eq!(arguments(&given), ["--ro", "--api-key", "***", "--token=***", "--auth", "--verbose"]);
    }

    #[test]
    fn addresses_within_a_text_are_found() {
        assert_eq!(
            text("cannot send (https://u:p@a.test/x?key=1) or http://b.test?k=2: refused"),
            "cannot send (https://***@a.test/x?key=***) or http://b.test?k=***: refused"
        );
        assert_eq!(text("no address: //x ://."), "no address: //x ://.");
        assert_eq!(value("X-Upstream", "see https://u:p@a.test"), "see https://***@a.test");
    }

    #[test]
    fn the_secrets_of_an_address_are_told() {
        let secrets = secrets_of_url("https://us%40er:pa%20ss@a.test:80/x?key=a%2Fb&c&d=#f=g");
        assert_eq!(secrets, ["us%40er", "us@er", "pa%20ss", "pa ss", "a%2Fb", "a/b"]);
        assert!(secrets_of_url("https://a.test/x").is_empty() && secrets_of_url("text").is_empty());
    }
}
