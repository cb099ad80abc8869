//! Which words get a colour, and that no text is lost or changed by it.

use super::*;

/// Each coloured piece as `class:text`.
fn pieces(code: &str, name: &str) -> Vec<String> {
    let mut lexer = Lexer { rest: code, before: '\n', language: named(name).unwrap() };
    std::iter::from_fn(|| lexer.next()).filter_map(|(class, piece)| Some(format!("{}:{piece}", class?))).collect()
}

#[test]
fn rust_tells_lifetimes_from_characters() {
    assert_eq!(
        pieces(r##"fn a<'x>(b: &'x str) -> Option<char> { '\'' /* c */ } // d"##, "rust"),
        ["k:fn", "t:Option", "s:'\\''", "c:/* c */", "c:// d"]
    );
    assert_eq!(
        pieces("r#\"a \"b\" \"# 'c' 0x1f 1.5 1..2", "rs"),
        ["s:r#\"a \"b\" \"#", "s:'c'", "n:0x1f", "n:1.5", "n:1", "n:2"]
    );
}

#[test]
fn texts_end_where_their_language_says() {
    assert_eq!(pieces("x = '''a\n'b''' # c", "python"), ["s:'''a\n'b'''", "c:# c"]);
    assert_eq!(pieces("'open\nlet a", "js"), ["s:'open", "k:let"], "an open text ends with its line");
    assert_eq!(pieces("`a\n${b}`;f(1)", "ts"), ["s:`a\n${b}`", "f:f", "n:1"]);
    assert_eq!(pieces("echo 'a\\' \"$b\" $HOME a#b # c", "sh"), ["k:echo", "s:'a\\'", "s:\"$b\"", "a:$HOME", "c:# c"]);
}

#[test]
fn names_of_members_are_told_from_values() {
    assert_eq!(pieces(r#"{"a": "b", "c" : true}"#, "json"), [r#"a:"a""#, r#"s:"b""#, r#"a:"c""#, "n:true"]);
    assert_eq!(pieces("a-b: c # d", "yaml"), ["a:a-b", "c:# d"]);
    assert_eq!(pieces("<a-b href=\"c\">d</a-b>", "html"), ["k:a-b", "a:href", "s:\"c\"", "k:a-b"]);
    assert_eq!(pieces("SELECT a FROM b -- c", "sql"), ["k:SELECT", "k:FROM", "c:-- c"]);
}

#[test]
fn no_text_is_lost_whatever_it_is() {
    let odd = [
        "",
        "'",
        "\"\\",
        "'\\",
        "/*",
        "r#\"",
        "é'é'é",
        "\u{1F600}$",
        "1.",
        "a\r\n'b",
        "--[[",
        "<!--",
        "$",
        "'\\u{1F600}'",
    ];
    for name in
        ["rs", "py", "js", "go", "c", "java", "sh", "rb", "php", "lua", "json", "yml", "toml", "sql", "html", "css"]
    {
        for text in odd.iter().flat_map(|one| odd.iter().map(move |other| format!("{one}{other}"))) {
            let mut lexer = Lexer { rest: &text, before: '\n', language: named(name).unwrap() };
            let back: String = std::iter::from_fn(|| lexer.next()).map(|(_, piece)| piece).collect();
            assert_eq!(back, text, "{name}");
        }
    }
}

#[test]
fn a_diff_has_the_colours_of_its_file() {
    let mut out = String::new();
    diff(&mut out, "--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-let a = 1;\n+<b>", None);
    assert!(
        out.contains("<span class=\"hunk\">@@ -1 +1 @@\n</span><span class=\"old\">-<span class=\"k\">let</span>"),
        "{out}"
    );
    assert!(out.contains("<span class=\"new\">+&lt;b&gt;\n</span>"), "{out}");
}
