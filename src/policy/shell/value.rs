//! What a word becomes: quotes and escapes taken away, and whether anything else would change it.

use tree_sitter::Node;

use super::Word;

/// The value of a node that stands for one word.
pub(super) fn value(node: Node<'_>, source: &str) -> Word {
    let text = text(node, source);
    match node.kind() {
        "word" => plain(text),
        "number" | "variable_name" | "file_descriptor" | "special_variable_name" => {
            Word { text: text.to_owned(), exact: node.named_child_count() == 0 }
        }
        "raw_string" => Word::exact(inside(text, 1, 1)),
        "ansi_c_string" => ansi(inside(text, 2, 1)),
        "string" => quoted(node, source),
        "command_name" => node.named_child(0).map_or_else(Word::default, |child| value(child, source)),
        "concatenation" => concatenation(node, source),
        _ => Word { text: text.to_owned(), exact: false },
    }
}

/// How a node is written.
pub(super) fn text<'a>(node: Node<'_>, source: &'a str) -> &'a str {
    source.get(node.byte_range()).unwrap_or_default()
}

fn inside(text: &str, front: usize, back: usize) -> &str {
    text.get(front..text.len().saturating_sub(back)).unwrap_or_default()
}

/// A word without quotes: a backslash makes the next character itself.
fn plain(text: &str) -> Word {
    let mut word = Word { text: String::with_capacity(text.len()), exact: !text.starts_with('~') };
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\n') => {}
                Some(escaped) => word.text.push(escaped),
                None => word.exact = false,
            },
            _ => {
                word.exact &= !matches!(c, '*' | '?' | '[');
                word.text.push(c);
            }
        }
    }
    // Braces with alternatives become several words; bare ones stand for themselves.
    word.exact &= !(text.contains('{') && (text.contains(',') || text.contains("..")));
    word
}

/// A text in double quotes: only some characters can be escaped, expansions stay as they are written.
fn quoted(node: Node<'_>, source: &str) -> Word {
    let range = node.byte_range();
    // `$"…"` is translated first.
    let front = if text(node, source).starts_with('$') { 2 } else { 1 };
    let (mut at, end) = (range.start + front, range.end.saturating_sub(1));
    let mut word = Word { text: String::new(), exact: front == 1 };
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor).filter(|child| child.kind() != "string_content") {
        unescape(source.get(at..child.start_byte()).unwrap_or_default(), &mut word.text);
        word.text.push_str(text(child, source));
        word.exact = false;
        at = child.end_byte();
    }
    unescape(source.get(at..end).unwrap_or_default(), &mut word.text);
    word
}

fn unescape(text: &str, into: &mut String) {
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\n')) => {
                chars.next();
            }
            ('\\', Some('"' | '\\' | '$' | '`')) => into.extend(chars.next()),
            _ => into.push(c),
        }
    }
}

fn concatenation(node: Node<'_>, source: &str) -> Word {
    let mut word = Word { text: String::new(), exact: true };
    let mut at = node.start_byte();
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        // What lies between the parts belongs to none of them.
        let gap = source.get(at..child.start_byte()).unwrap_or_default();
        let part = value(child, source);
        word.exact &= gap.is_empty() && part.exact && !(child.kind() == "word" && part.text.contains(['{', '}']));
        word.text.push_str(gap);
        word.text.push_str(&part.text);
        at = child.end_byte();
    }
    let rest = source.get(at..node.end_byte()).unwrap_or_default();
    word.exact &= rest.is_empty();
    word.text.push_str(rest);
    word
}

/// The escapes of `$'…'`.
fn ansi(text: &str) -> Word {
    let mut word = Word::exact(String::with_capacity(text.len()));
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            word.text.push(c);
            continue;
        }
        let decoded = match chars.next() {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('a') => Some('\u{7}'),
            Some('b') => Some('\u{8}'),
            Some('e' | 'E') => Some('\u{1b}'),
            Some('f') => Some('\u{c}'),
            Some('v') => Some('\u{b}'),
            Some('x') => number(&mut chars, 16, 2, 0),
            Some('u') => number(&mut chars, 16, 4, 0),
            Some('U') => number(&mut chars, 16, 8, 0),
            Some(digit @ '0'..='7') => number(&mut chars, 8, 2, digit.to_digit(8).unwrap_or_default()),
            Some('c') => None,
            other => other,
        };
        match decoded {
            Some(decoded) => word.text.push(decoded),
            None => word.exact = false,
        }
    }
    word
}

fn number(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, radix: u32, most: usize, begun: u32) -> Option<char> {
    let mut number = begun;
    for _ in 0..most {
        let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
        chars.next();
        number = number.saturating_mul(radix).saturating_add(digit);
    }
    char::from_u32(number)
}
