//! The header of a Markdown file: YAML between two lines of dashes, read leniently.

use std::io;
use std::path::Path;

use serde_json::{Map, Value};

/// The longest file that is read.
const MOST_BYTES: u64 = 256 * 1024;

/// A file, taken apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// `None` when the file has no header.
    pub header: Option<Header>,
    /// The text behind the header, with plain line feeds.
    pub body: String,
    /// What is wrong with the header, and what was made of it.
    pub fault: Option<String>,
}

/// The members of a header.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Header(Map<String, Value>);

/// Reads a Markdown file with a header, within its limit. What is no UTF-8 is shown as U+FFFD.
pub fn read(path: &Path) -> io::Result<Document> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    if metadata.len() > MOST_BYTES {
        return Err(io::Error::other(format!("it is longer than {} KiB", MOST_BYTES / 1024)));
    }
    Ok(parse(&String::from_utf8_lossy(&std::fs::read(path)?)))
}

/// Takes a file apart. A byte order mark and CRLF do not matter.
///
/// A header that is no YAML (mostly because of a colon in a text without quotes) is read line by line: the first colon
/// of a line ends the key, the rest of the line is the value.
pub fn parse(text: &str) -> Document {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let Some((header, body)) = split(&text) else {
        let fault = text.starts_with("---\n").then(|| "the header has no closing `---` line".to_owned());
        return Document { header: None, body: text, fault };
    };
    let (header, fault) = match yaml(header) {
        Ok(members) => (Header(members), None),
        Err(why) => (by_line(header), Some(format!("the header is no YAML ({why}); it was read line by line"))),
    };
    Document { header: Some(header), body: body.to_owned(), fault }
}

/// The text between the first two lines of dashes, and what follows them.
fn split(text: &str) -> Option<(&str, &str)> {
    let rest = text.split_once('\n').filter(|(first, _)| first.trim_end() == "---")?.1;
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return Some((rest.get(..at)?, rest.get(at + line.len()..)?));
        }
        at += line.len();
    }
    None
}

fn yaml(text: &str) -> Result<Map<String, Value>, String> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    let options = serde_saphyr::options! { strict_booleans: true };
    match serde_saphyr::from_str_with_options(text, options) {
        Ok(Value::Object(members)) => Ok(members),
        Ok(Value::Null) => Ok(Map::new()),
        Ok(_) => Err("it has no keys".to_owned()),
        Err(error) => {
            let text = error.without_snippet().to_string();
            Err(text.lines().next().unwrap_or_default().trim().to_owned())
        }
    }
}

fn by_line(text: &str) -> Header {
    let pairs = text.lines().filter(|line| !line.starts_with([' ', '\t', '#', '-'])).filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        let value = value.trim();
        let value = match value {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => Value::String(unquoted(text).to_owned()),
        };
        Some((key.trim().to_owned(), value))
    });
    Header(pairs.filter(|(key, _)| !key.is_empty()).collect())
}

fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}

impl Header {
    /// A text that is not blank, trimmed; numbers and booleans count as what they are written as.
    pub fn text(&self, key: &str) -> Option<String> {
        let text = match self.0.get(key)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    /// Whether any of these keys says yes.
    pub fn is_on(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| self.text(key).is_some_and(|text| text.eq_ignore_ascii_case("true")))
    }

    /// The items of a list, or of a text with blanks or commas between them; what stands in brackets stays together.
    pub fn words(&self, key: &str) -> Vec<String> {
        match self.0.get(key) {
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(Value::as_str)
                .map(str::trim)
                .filter(|item| !item.is_empty())
                .map(str::to_owned)
                .collect(),
            Some(Value::String(text)) => words(text.trim().trim_start_matches('[').trim_end_matches(']')),
            _ => Vec::new(),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (c == ',' || c.is_whitespace()) {
            words.push(String::new());
        } else if let Some(word) = words.last_mut() {
            word.push(c);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(text: &str) -> Header {
        parse(text).header.unwrap()
    }

    #[test]
    fn a_header_is_taken_off_whatever_the_line_endings() {
        for text in
            ["---\nname: a\n---\nBody\n", "\u{feff}---\r\nname: a\r\n---\r\nBody\r\n", "--- \nname: a\n---  \nBody\n"]
        {
            let document = parse(text);
            assert_eq!(document.header.unwrap().text("name").as_deref(), Some("a"), "{text:?}");
            assert_eq!((document.body.as_str(), document.fault), ("Body\n", None), "{text:?}");
        }
    }

    #[test]
    fn a_file_without_a_header_is_all_body() {
        let document = parse("# Title\n---\nBody");
        assert_eq!((document.header, document.fault), (None, None));
        assert_eq!(document.body, "# Title\n---\nBody");
        let open = parse("---\nname: a\nBody");
        assert_eq!(open.header, None);
        assert!(open.fault.unwrap().contains("closing"));
        assert_eq!(parse("---\n---\nBody").header, Some(Header::default()));
    }

    #[test]
    fn a_colon_without_quotes_costs_nothing() {
        let document = parse("---\nname: a\ndescription: Use it so: like this\nhide: true\n---\n");
        let header = document.header.unwrap();
        assert_eq!(header.text("description").as_deref(), Some("Use it so: like this"));
        assert!(header.is_on(&["hide"]) && document.fault.unwrap().contains("line by line"));
        assert_eq!(header.text("name").as_deref(), Some("a"));
    }

    #[test]
    fn values_are_read_as_they_are_meant() {
        let header = header("---\nname: 7\non: \"true\"\nempty: ''\nlist: [a, b]\nmap: {a: 1}\n---\n");
        assert_eq!(header.text("name").as_deref(), Some("7"));
        assert!(header.is_on(&["off", "on"]) && !header.is_on(&["off"]));
        assert_eq!((header.text("empty"), header.text("map"), header.text("list")), (None, None, None));
        assert_eq!(header.words("list"), ["a", "b"]);
    }

    #[test]
    fn words_keep_brackets_together() {
        let header =
            header("---\na: Read, Bash(git add:*, git commit) Write\nb: read_file git_log\nc:\n  - one two\n---\n");
        assert_eq!(header.words("a"), ["Read", "Bash(git add:*, git commit)", "Write"]);
        assert_eq!(header.words("b"), ["read_file", "git_log"]);
        assert_eq!(header.words("c"), ["one two"]);
        assert!(header.words("d").is_empty());
    }
}
