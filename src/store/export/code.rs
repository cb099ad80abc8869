//! Code with colours, and differences between two versions of it.
//!
//! The lexer is our own and small on purpose: the libraries that know grammars cost more than the room left in the
//! binary, and it must take any line of a diff by itself. It never fails; what it does not know stays plain.

use super::html::{pre, push, span};
use super::languages::{Language, Text, Trait, named, of_path};

/// Longer code stays plain.
const MOST: usize = 256 * 1024;

/// A block of code in the language with this name.
pub(super) fn block(out: &mut String, code: &str, name: &str) {
    match name {
        "diff" | "patch" => diff(out, code, None),
        name => painted(out, code, named(name)),
    }
}

/// A whole file.
pub(super) fn file(out: &mut String, code: &str, path: &str) {
    painted(out, code, of_path(path));
}

fn painted(out: &mut String, code: &str, language: Option<&Language>) {
    pre(out, "", |out| paint(out, code.trim_end_matches('\n'), language));
}

/// Lines as the read tool numbers them; the numbers stand aside, so that the code can be copied without them.
pub(super) fn numbered(out: &mut String, text: &str, path: &str) {
    let language = of_path(path);
    let cut = |line: &str| {
        let (number, code) = line.split_once('\t')?;
        let is_number = !number.is_empty() && number.trim_start().bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| (number.trim_start().to_owned(), code.to_owned()))
    };
    pre(out, "numbered", |out| {
        for line in text.lines() {
            match cut(line) {
                Some((number, code)) => {
                    out.push_str(&format!("<span class=\"nr\" data-nr=\"{number}\"></span>"));
                    paint(out, &code, language);
                }
                None => push(out, line),
            }
            out.push('\n');
        }
    });
}

/// A unified diff, each line by what it does and in the colours of the file's language.
pub(super) fn diff(out: &mut String, text: &str, path: Option<&str>) {
    let mut language = path.and_then(of_path);
    pre(out, "diff", |out| {
        for line in text.lines() {
            if let (None, Some(name)) = (path, line.strip_prefix("+++ ")) {
                language = of_path(name.split('\t').next().unwrap_or_default());
            }
            changed(out, line, language);
        }
    });
}

/// What an edit takes away and what it puts there.
pub(super) fn replaced(out: &mut String, old: &str, new: &str, path: &str) {
    let language = of_path(path);
    pre(out, "diff", |out| {
        old.lines().for_each(|line| changed(out, &format!("-{line}"), language));
        new.lines().for_each(|line| changed(out, &format!("+{line}"), language));
    });
}

fn changed(out: &mut String, line: &str, language: Option<&Language>) {
    let class = match line.as_bytes() {
        [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => "file",
        [b'+', ..] => "new",
        [b'-', ..] => "old",
        [b'@', ..] => "hunk",
        _ => "same",
    };
    out.push_str(&format!("<span class=\"{class}\">"));
    match (class, line.split_at_checked(1)) {
        ("new" | "old" | "same", Some((mark, code))) => {
            push(out, mark);
            paint(out, code, language);
        }
        _ => push(out, line),
    }
    // The line feed stands inside, for the ground of a changed line reaches over the whole width.
    out.push_str("\n</span>");
}

/// Appends code with its colours, if the language is known.
pub(super) fn paint(out: &mut String, code: &str, language: Option<&Language>) {
    let Some(language) = language.filter(|_| code.len() <= MOST) else { return push(out, code) };
    let mut lexer = Lexer { rest: code, before: '\n', language };
    while let Some((class, piece)) = lexer.next() {
        match class {
            Some(class) => span(out, class, piece),
            None => push(out, piece),
        }
    }
}

struct Lexer<'a, 'l> {
    rest: &'a str,
    /// The character before `rest`.
    before: char,
    language: &'l Language,
}

/// A piece of code and the class of its colour.
type Piece<'a> = (Option<&'static str>, &'a str);

impl<'a> Lexer<'a, '_> {
    fn next(&mut self) -> Option<Piece<'a>> {
        let first = self.rest.chars().next()?;
        let (class, length) = self
            .comment()
            .or_else(|| self.text())
            .or_else(|| self.number(first))
            .or_else(|| self.word(first))
            .unwrap_or((None, first.len_utf8()));
        let (piece, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.before = piece.chars().next_back().unwrap_or(self.before);
        self.rest = rest;
        Some((class, piece))
    }

    fn has(&self, it: Trait) -> bool {
        self.language.traits.contains(&it)
    }

    fn comment(&self) -> Option<(Option<&'static str>, usize)> {
        if let Some((open, close)) = self.language.block
            && let Some(inner) = self.rest.strip_prefix(open)
        {
            let end = inner.find(close).map_or(self.rest.len(), |at| open.len() + at + close.len());
            return Some((Some("c"), end));
        }
        let open = self.language.comments.iter().find(|open| self.rest.starts_with(**open))?;
        // Inside a word a hash is no comment, in a shell at least, and nowhere is it missed.
        if matches!(*open, "#" | ";") && !self.before.is_whitespace() {
            return None;
        }
        Some((Some("c"), self.rest.find('\n').unwrap_or(self.rest.len())))
    }

    fn text(&self) -> Option<(Option<&'static str>, usize)> {
        if self.has(Trait::Lifetimes) && self.rest.starts_with('\'') {
            return character(self.rest).map(|length| (Some("s"), length));
        }
        let text = self.language.texts.iter().find(|text| self.rest.starts_with(text.open))?;
        let length = end_of(self.rest, text);
        let class = if self.is_name(self.rest.get(length..).unwrap_or_default()) { "a" } else { "s" };
        Some((Some(class), length))
    }

    fn number(&self, first: char) -> Option<(Option<&'static str>, usize)> {
        first.is_ascii_digit().then(|| {
            let digits = |(at, char): &(usize, char)| {
                char.is_ascii_alphanumeric()
                    || *char == '_'
                    || (*char == '.'
                        && self.rest.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())))
            };
            (Some("n"), self.rest.char_indices().take_while(digits).map(|(_, char)| char.len_utf8()).sum())
        })
    }

    fn word(&self, first: char) -> Option<(Option<&'static str>, usize)> {
        let is_variable = first == '$' && self.has(Trait::Dollars);
        if !(first.is_alphabetic() || first == '_' || is_variable) {
            return None;
        }
        let dashes = self.has(Trait::Dashes);
        let inside = |char: char| char.is_alphanumeric() || char == '_' || (dashes && char == '-');
        let length =
            self.rest.char_indices().skip(1).find(|(_, char)| !inside(*char)).map_or(self.rest.len(), |(at, _)| at);
        let (word, behind) = self.rest.split_at_checked(length)?;
        Some((self.class_of(word, behind, is_variable), length))
    }

    fn class_of(&self, word: &str, behind: &str, is_variable: bool) -> Option<&'static str> {
        let any_case = self.has(Trait::AnyCase);
        let is = |known: &&str| *known == word || (any_case && known.eq_ignore_ascii_case(word));
        match word {
            _ if is_variable => Some("a"),
            _ if self.language.keywords.iter().any(is) => Some("k"),
            "true" | "false" | "null" | "nil" | "None" | "True" | "False" | "undefined" | "NULL" => Some("n"),
            _ if self.has(Trait::Tags) && matches!(self.before, '<' | '/') => Some("k"),
            _ if self.is_name(behind) => Some("a"),
            _ if !self.has(Trait::Code) => None,
            _ if behind.starts_with(['(', '!']) && !behind.starts_with("!=") => Some("f"),
            _ if word.starts_with(char::is_uppercase) => Some("t"),
            _ => None,
        }
    }

    /// Whether a member's name ended before `behind`.
    fn is_name(&self, behind: &str) -> bool {
        let next = behind.trim_start_matches(' ').chars().next();
        self.language.traits.iter().any(|it| matches!(it, Trait::Names(mark) if next == Some(*mark)))
    }
}

/// Length of a text literal that begins here.
fn end_of(rest: &str, text: &Text) -> usize {
    let mut at = text.open.len();
    while let Some(tail) = rest.get(at..).filter(|tail| !tail.is_empty()) {
        if tail.starts_with(text.close) {
            return at + text.close.len();
        }
        let mut chars = tail.chars();
        match chars.next() {
            Some('\n') if !text.lines => return at,
            Some('\\') if text.escapes => at += 1 + chars.next().map_or(0, char::len_utf8),
            first => at += first.map_or(1, char::len_utf8),
        }
    }
    rest.len()
}

/// Length of a character literal; `None` for a lifetime.
fn character(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    if first == '\\' {
        let end = inner.char_indices().skip(2).take(12).find(|(_, char)| *char == '\'')?.0;
        return Some(end + 2);
    }
    inner.get(first.len_utf8()..)?.starts_with('\'').then(|| first.len_utf8() + 2)
}

#[cfg(test)]
#[path = "code_tests.rs"]
mod tests;
