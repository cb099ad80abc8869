//! JSON that is still arriving: how far it is, and the best object that can be read from its beginning.

use serde_json::Value;

use crate::proto::shared::JsonObject;

/// Deeper values are cut off in a preview; the whole text is parsed by serde_json with its own limit.
const MAX_DEPTH: usize = 64;

/// Follows a JSON text byte by byte, at a few instructions a byte, to know when one whole object has arrived.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    depth: u32,
    in_string: bool,
    escaped: bool,
    complete: bool,
}

impl Progress {
    /// Takes in the next piece.
    pub fn feed(&mut self, piece: &str) {
        for byte in piece.bytes() {
            if self.in_string {
                match byte {
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => {
                    self.complete = false;
                    self.depth = self.depth.saturating_add(1);
                }
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.complete = self.depth == 0;
                }
                _ => {}
            }
        }
    }

    /// Whether a whole object (or list) has arrived and nothing was opened after it.
    pub fn is_complete(&self) -> bool {
        self.complete
    }
}

/// The members that can be read from the beginning of an object's text; strings that are cut are given as far as they go.
pub fn object_so_far(text: &str) -> JsonObject {
    let mut reader = Reader { rest: text };
    match reader.value(MAX_DEPTH) {
        Some(Value::Object(object)) => object,
        _ => JsonObject::new(),
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// The next value as far as it goes, or nothing when none can be told yet.
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.skip_space();
        match self.peek()? {
            '{' if depth > 0 => Some(Value::Object(self.object(depth - 1))),
            '[' if depth > 0 => Some(Value::Array(self.list(depth - 1))),
            '"' => self.string().map(Value::String),
            '{' | '[' => {
                self.rest = "";
                None
            }
            _ => self.scalar(),
        }
    }

    fn object(&mut self, depth: usize) -> JsonObject {
        let mut object = JsonObject::new();
        self.take();
        loop {
            self.skip_space();
            if self.peek() != Some('"') {
                break;
            }
            let Some(key) = self.whole_string() else { break };
            self.skip_space();
            if self.peek() != Some(':') {
                break;
            }
            self.take();
            let Some(value) = self.value(depth) else { break };
            object.insert(key, value);
            self.skip_space();
            if self.peek() != Some(',') {
                break;
            }
            self.take();
        }
        self.close('}');
        object
    }

    fn list(&mut self, depth: usize) -> Vec<Value> {
        let mut list = Vec::new();
        self.take();
        while let Some(value) = self.value(depth) {
            list.push(value);
            self.skip_space();
            if self.peek() != Some(',') {
                break;
            }
            self.take();
        }
        self.close(']');
        list
    }

    /// Takes the closing bracket; anything else means that the text ends (or goes wrong) here.
    fn close(&mut self, bracket: char) {
        self.skip_space();
        if self.peek() == Some(bracket) {
            self.take();
        } else {
            self.rest = "";
        }
    }

    /// A string that has its closing quote.
    fn whole_string(&mut self) -> Option<String> {
        let length = closing_quote(self.rest)?;
        let (text, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        serde_json::from_str(text).ok()
    }

    /// A string, also one that is cut: its beginning without a cut escape.
    fn string(&mut self) -> Option<String> {
        if closing_quote(self.rest).is_some() {
            return self.whole_string();
        }
        let mut cut = std::mem::take(&mut self.rest).to_owned();
        // At most one escape (12 bytes for a surrogate pair) stands half at the end.
        for _ in 0..=12 {
            cut.push('"');
            if let Ok(text) = serde_json::from_str(&cut) {
                return Some(text);
            }
            cut.pop();
            cut.pop();
        }
        None
    }

    /// A number or word that is followed by something; one at the very end may still grow.
    fn scalar(&mut self) -> Option<Value> {
        let length = self.rest.find([',', '}', ']', ' ', '\n', '\r', '\t'])?;
        let (text, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        serde_json::from_str(text).ok()
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
    }
}

/// How long the string at the beginning of `text` is, with both quotes.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn so_far(text: &str) -> String {
        serde_json::to_string(&object_so_far(text)).unwrap()
    }

    #[test]
    fn a_beginning_gives_the_members_that_are_there() {
        for (text, expected) in [
            ("", "{}"),
            ("{", "{}"),
            ("{\"pa", "{}"),
            ("{\"path\"", "{}"),
            ("{\"path\":", "{}"),
            ("{\"path\":\"", "{\"path\":\"\"}"),
            ("{\"path\":\"src/ma", "{\"path\":\"src/ma\"}"),
            ("{\"path\":\"a\\", "{\"path\":\"a\"}"),
            ("{\"path\":\"a\\u00", "{\"path\":\"a\"}"),
            ("{\"path\":\"a\\ud83e\\u", "{\"path\":\"a\"}"),
            ("{\"path\":\"a\",\"limit\":1", "{\"path\":\"a\"}"),
            ("{\"path\":\"a\",\"limit\":12,", "{\"path\":\"a\",\"limit\":12}"),
            ("{\"a\":tr", "{}"),
            ("{\"a\":true}", "{\"a\":true}"),
            ("{\"a\":[1,{\"b\":\"c", "{\"a\":[1,{\"b\":\"c\"}]}"),
            ("{\"a\":[1,2],\"b\":{}}", "{\"a\":[1,2],\"b\":{}}"),
            ("[1,2]", "{}"),
            ("{\"a\":}", "{}"),
        ] {
            assert_eq!(so_far(text), expected, "{text}");
        }
    }

    #[test]
    fn every_beginning_of_an_object_can_be_read_and_the_whole_is_the_object() {
        let text =
            r#"{"edits":[{"oldText":"a\"b\\","newText":"\u00e4 🦀\n"},{"n":-1.5e3,"t":true,"z":null}],"path":"x"}"#;
        for (at, _) in text.char_indices() {
            object_so_far(&text[..at]);
        }
        let whole: JsonObject = serde_json::from_str(text).unwrap();
        assert_eq!(object_so_far(text), whole);
    }

    #[test]
    fn depth_is_bounded() {
        let text = "{\"a\":".repeat(100_000);
        object_so_far(&text);
        object_so_far(&format!("{{\"a\":{}", "[".repeat(100_000)));
    }

    #[test]
    fn progress_knows_when_the_object_is_whole() {
        let text = r#" {"a":"}\"{","b":[{}]} "#;
        let mut progress = Progress::default();
        let mut whole_at = None;
        for (at, letter) in text.char_indices() {
            progress.feed(&letter.to_string());
            if progress.is_complete() && whole_at.is_none() {
                whole_at = Some(at);
            }
        }
        assert_eq!(whole_at, Some(text.len() - 2));
    }
}
