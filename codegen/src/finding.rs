//! One thing that is wrong with a schema file, and where.

use std::fmt;

/// A fault in a schema file: the file, the JSON pointer in it, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub file: String,
    pub pointer: String,
    pub text: String,
}

impl Finding {
    pub fn new(file: &str, pointer: &str, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), pointer: pointer.to_owned(), text: text.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{}: {pointer}: {}", self.file, self.text)
    }
}
