//! The short way through the events that make up nearly all of a stream: one piece of text, of thinking or of arguments.
//!
//! It looks only for that, at a fraction of what a parser costs, and gives up on anything else; then the event is
//! parsed. Invariant: what it reads, the parser would have read the same way.

use std::borrow::Cow;

/// The one thing that an ordinary event says.
#[derive(Debug, PartialEq)]
pub(super) struct Piece<'a> {
    pub id: &'a str,
    pub thinking: Option<(&'static str, Cow<'a, str>)>,
    pub content: Option<Cow<'a, str>>,
    /// The number of a call and more of its arguments.
    pub arguments: Option<(u64, Cow<'a, str>)>,
}

/// Reads an ordinary event; nothing when it is not one.
pub(super) fn skim(data: &str) -> Option<Piece<'_>> {
    let mut piece = Piece { id: "", thinking: None, content: None, arguments: None };
    let mut text = Walker { text: data, at: 0 };
    let mut chosen = false;
    let mut members = text.open(b'{')?;
    while let Some(key) = text.member(&mut members)? {
        match key {
            "id" => piece.id = text.plain_string()?,
            "choices" => {
                text.choices(&mut piece)?;
                chosen = true;
            }
            "usage" | "error" => text.null()?,
            _ => text.skip()?,
        }
    }
    (chosen && text.is_at_end()).then_some(piece)
}

const STOPS_STRING: u8 = 1;
const IN_TOKEN: u8 = 2;
const SPACE: u8 = 4;

/// The classes of each byte. A look-up takes a fifth of what comparisons take, and this is where the time goes.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' => SPACE,
            b'\n' | b'\r' | b'\t' => SPACE | STOPS_STRING,
            b'"' | b'\\' | 0..0x20 => STOPS_STRING,
            b'0'..=b'9' | b'a'..=b'z' | b'-' | b'+' | b'.' | b'E' => IN_TOKEN,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

struct Walker<'a> {
    text: &'a str,
    at: usize,
}

/// Where in an object or list the walker is.
struct Members {
    first: bool,
}

/// A string between its quotes.
struct Raw<'a> {
    text: &'a str,
    escaped: bool,
}

impl<'a> Walker<'a> {
    /// A list of exactly one choice that does not end the reply.
    fn choices(&mut self, piece: &mut Piece<'a>) -> Option<()> {
        self.open(b'[')?;
        let mut members = self.open(b'{')?;
        while let Some(key) = self.member(&mut members)? {
            match key {
                "index" => self.expect("0")?,
                "delta" => self.delta(piece)?,
                "finish_reason" => self.nothing()?,
                "message" | "usage" | "error" => self.null()?,
                _ => self.skip()?,
            }
        }
        self.close(b']')
    }

    fn delta(&mut self, piece: &mut Piece<'a>) -> Option<()> {
        let mut members = self.open(b'{')?;
        while let Some(key) = self.member(&mut members)? {
            match key {
                "content" => {
                    if let Some(text) = self.text_or_null()? {
                        piece.content = Some(text);
                    }
                }
                "reasoning_content" => self.thinking("reasoning_content", piece)?,
                "reasoning" => self.thinking("reasoning", piece)?,
                "reasoning_text" => self.thinking("reasoning_text", piece)?,
                "thinking" => self.thinking("thinking", piece)?,
                "tool_calls" => self.calls(piece)?,
                "reasoning_details" | "refusal" | "function_call" => self.nothing()?,
                _ => self.skip()?,
            }
        }
        Some(())
    }

    fn thinking(&mut self, member: &'static str, piece: &mut Piece<'a>) -> Option<()> {
        if let Some(text) = self.text_or_null()?.filter(|text| !text.is_empty()) {
            if piece.thinking.is_some() {
                return None;
            }
            piece.thinking = Some((member, text));
        }
        Some(())
    }

    /// More arguments of one numbered call, or no calls.
    fn calls(&mut self, piece: &mut Piece<'a>) -> Option<()> {
        if self.peek()? != b'[' {
            return self.null();
        }
        self.open(b'[')?;
        if self.peek()? == b']' {
            return self.close(b']');
        }
        let mut index = None;
        let mut arguments = None;
        let mut members = self.open(b'{')?;
        while let Some(key) = self.member(&mut members)? {
            match key {
                "index" => index = self.token()?.parse().ok(),
                "id" => self.nothing()?,
                "function" => {
                    let mut members = self.open(b'{')?;
                    while let Some(key) = self.member(&mut members)? {
                        match key {
                            "name" => self.nothing()?,
                            "arguments" => arguments = self.text_or_null()?,
                            _ => self.skip()?,
                        }
                    }
                }
                "extra_content" => self.null()?,
                _ => self.skip()?,
            }
        }
        piece.arguments = Some((index?, arguments?));
        self.close(b']')
    }

    fn open(&mut self, bracket: u8) -> Option<Members> {
        self.close(bracket)?;
        Some(Members { first: true })
    }

    /// Takes one byte that must be there.
    fn close(&mut self, bracket: u8) -> Option<()> {
        (self.peek()? == bracket).then(|| self.at += 1)
    }

    /// The next key of an object, with the walker before its value; inner nothing at the object's end.
    fn member(&mut self, members: &mut Members) -> Option<Option<&'a str>> {
        match self.peek()? {
            b'}' => {
                self.at += 1;
                return Some(None);
            }
            b',' if !members.first => {
                self.at += 1;
                self.peek()?;
            }
            _ if members.first => {}
            _ => return None,
        }
        members.first = false;
        let key = self.plain_string()?;
        self.close(b':')?;
        Some(Some(key))
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.at)?;
            if !is(byte, SPACE) {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    fn is_at_end(&mut self) -> bool {
        self.peek().is_none()
    }

    fn raw_string(&mut self) -> Option<Raw<'a>> {
        self.close(b'"')?;
        let start = self.at;
        let mut escaped = false;
        let mut rest = self.text.as_bytes().get(start..)?;
        loop {
            let length = rest.iter().position(|byte| is(*byte, STOPS_STRING))?;
            match rest.get(length..)? {
                [b'"', tail @ ..] => {
                    rest = tail;
                    break;
                }
                [b'\\', _, tail @ ..] => {
                    escaped = true;
                    rest = tail;
                }
                _ => return None,
            }
        }
        self.at = self.text.len() - rest.len();
        let text = self.text.get(start..self.at - 1)?;
        Some(Raw { text, escaped })
    }

    /// A string without escapes.
    fn plain_string(&mut self) -> Option<&'a str> {
        self.raw_string().filter(|raw| !raw.escaped).map(|raw| raw.text)
    }

    /// A string of any kind; inner nothing for null.
    fn text_or_null(&mut self) -> Option<Option<Cow<'a, str>>> {
        if self.peek()? != b'"' {
            return self.null().map(|()| None);
        }
        let start = self.at;
        let raw = self.raw_string()?;
        if !raw.escaped {
            return Some(Some(Cow::Borrowed(raw.text)));
        }
        let quoted = self.text.get(start..self.at)?;
        serde_json::from_str(quoted).ok().map(|text: String| Some(Cow::Owned(text)))
    }

    /// A number or a word.
    fn token(&mut self) -> Option<&'a str> {
        self.peek()?;
        let start = self.at;
        let rest = self.text.as_bytes().get(start..)?;
        let length = rest.iter().position(|byte| !is(*byte, IN_TOKEN))?;
        self.at = start + length;
        self.text.get(start..self.at).filter(|token| !token.is_empty())
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        (self.token()? == token).then_some(())
    }

    fn null(&mut self) -> Option<()> {
        self.expect("null")
    }

    /// Null, an empty string or an empty list.
    fn nothing(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.plain_string().filter(|text| text.is_empty()).map(|_| ()),
            b'[' => {
                self.at += 1;
                self.close(b']')
            }
            _ => self.null(),
        }
    }

    /// Passes over any value that is well-formed enough: only strings and numbers, words and lists or objects of them.
    fn skip(&mut self) -> Option<()> {
        match self.peek()? {
            b'"' => self.raw_string().map(|_| ()),
            // Nothing that is nested is common enough to be worth a second parser.
            b'{' | b'[' => self.skip_empty(),
            byte => {
                let token = self.token()?;
                let good = match byte {
                    b'1'..=b'9' if token.bytes().all(|byte| byte.is_ascii_digit()) => true,
                    b'0'..=b'9' | b'-' => serde_json::from_str::<serde_json::Number>(token).is_ok(),
                    _ => matches!(token, "null" | "true" | "false"),
                };
                good.then_some(())
            }
        }
    }

    fn skip_empty(&mut self) -> Option<()> {
        let closing = if self.peek()? == b'{' { b'}' } else { b']' };
        self.at += 1;
        self.close(closing)
    }
}
