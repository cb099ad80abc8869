//! The arguments of a call as they read: JSON text with its strings unescaped, taken in piece by piece.
//!
//! Rules are written against code, not against its escaped form; and the file that a call is about counts from the
//! moment at which its name is complete.

use super::watch::is_path;

/// A scanner between two pieces.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    depth: u32,
    in_string: bool,
    escape: Escape,
    /// The first half of a pair that stands for one character.
    high: Option<u16>,
    /// The string that is read, as far as it may be a name or a path of the outermost object.
    held: Option<String>,
    /// The last complete name of the outermost object, while its value is awaited.
    key: Option<String>,
    expects_value: bool,
    path: Option<String>,
}

#[derive(Debug, Default)]
enum Escape {
    #[default]
    None,
    Begun,
    /// Hexadecimal digits so far.
    Unicode(String),
}

/// Names and paths are no longer.
const MOST_HELD: usize = 4096;

impl Spoken {
    /// Appends what `piece` says to `text`.
    pub(super) fn push(&mut self, piece: &str, text: &mut String) {
        for c in piece.chars() {
            match self.in_string {
                true => self.inside(c, text),
                false => self.outside(c, text),
            }
        }
    }

    /// The file that the call is about, once its name is complete.
    pub(super) fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    fn outside(&mut self, c: char, text: &mut String) {
        text.push(c);
        match c {
            '"' => {
                self.in_string = true;
                self.held = (self.depth == 1).then(String::new);
            }
            '{' | '[' => self.depth += 1,
            '}' | ']' => self.depth = self.depth.saturating_sub(1),
            ':' if self.depth == 1 => self.expects_value = true,
            ',' if self.depth == 1 => (self.key, self.expects_value) = (None, false),
            _ => {}
        }
    }

    fn inside(&mut self, c: char, text: &mut String) {
        match std::mem::take(&mut self.escape) {
            Escape::None => match c {
                '"' => {
                    text.push('"');
                    self.end_string();
                }
                '\\' => self.escape = Escape::Begun,
                c => self.say(c, text),
            },
            Escape::Begun => match c {
                'n' => self.say('\n', text),
                't' => self.say('\t', text),
                'r' => self.say('\r', text),
                'b' => self.say('\u{8}', text),
                'f' => self.say('\u{c}', text),
                'u' => self.escape = Escape::Unicode(String::new()),
                c => self.say(c, text),
            },
            Escape::Unicode(mut digits) => {
                digits.push(c);
                if digits.chars().count() < 4 {
                    self.escape = Escape::Unicode(digits);
                } else {
                    self.unit(u16::from_str_radix(&digits, 16).unwrap_or(0xfffd), text);
                }
            }
        }
    }

    /// One of the numbers that JSON escapes characters by; two of them may make one character.
    fn unit(&mut self, unit: u16, text: &mut String) {
        let units = [self.high.take(), Some(unit)].into_iter().flatten();
        for read in char::decode_utf16(units) {
            match read {
                Ok(c) => self.say(c, text),
                Err(half) if half.unpaired_surrogate() == unit && unit < 0xdc00 => self.high = Some(unit),
                Err(_) => self.say(char::REPLACEMENT_CHARACTER, text),
            }
        }
    }

    fn say(&mut self, c: char, text: &mut String) {
        text.push(c);
        if let Some(held) = &mut self.held
            && held.len() < MOST_HELD
        {
            held.push(c);
        }
    }

    fn end_string(&mut self) {
        self.in_string = false;
        let Some(held) = self.held.take() else { return };
        if !self.expects_value {
            self.key = Some(held);
        } else if self.path.is_none() && self.key.as_deref().is_some_and(is_path) {
            self.path = Some(held);
        }
    }
}
