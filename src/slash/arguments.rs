//! What follows a command, taken apart the way a shell does it: words, with quotes around those that hold blanks.

/// The command's name and the rest of the line. The first blank or colon ends the name.
pub(super) fn name_and_rest(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('/')?;
    let end = text.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(text.len());
    let (name, rest) = text.split_at_checked(end)?;
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    (!name.is_empty()).then(|| (name, rest.trim()))
}

/// The first word and the rest.
pub(super) fn word_and_rest(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// Words, without the quotes around them. A backslash is a character like others (paths may have some), and a quote
/// that is not closed reaches to the end.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            // Quotes alone are an empty word; inside a word an apostrophe is most likely one.
            None if c == '"' || (c == '\'' && word.is_none()) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_or_a_colon_ends_the_name() {
        assert_eq!(name_and_rest("/model acme/mini-2"), Some(("model", "acme/mini-2")));
        assert_eq!(name_and_rest("/force:bash now"), Some(("force", "bash now")));
        assert_eq!(name_and_rest("/todo\nlist"), Some(("todo", "list")));
        assert_eq!(name_and_rest("/help"), Some(("help", "")));
        assert_eq!(name_and_rest("/a/b c"), Some(("a/b", "c")));
        assert_eq!((name_and_rest("/"), name_and_rest("/ x"), name_and_rest("model")), (None, None, None));
    }

    #[test]
    fn words_keep_what_is_quoted_together() {
        assert_eq!(words(r#"one "two three" 'fo ur' "" x"y z""#), ["one", "two three", "fo ur", "", "xy z"]);
        assert_eq!(words(r"C:\dir don't"), [r"C:\dir", "don't"]);
        assert_eq!(words("a \"b c"), ["a", "b c"]);
        assert!(words("  ").is_empty());
    }
}
