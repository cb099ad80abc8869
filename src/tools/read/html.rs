//! A web page as text a model can read.

use std::collections::HashMap;

/// Longest text of a page for which a plain conversion may replace what looks like the article.
const SHORT: usize = 400;

/// Pages beyond these are not searched for an article: with depth the work grows by its square, and a page of nothing
/// but nested elements would keep a processor busy for minutes.
const DEEPEST: usize = 256;
const LONGEST: usize = 3 * 1024 * 1024;

/// The readable part of a page as Markdown, or all of its text where no article is found. Slow for large pages.
pub fn readable(html: &str, address: &str) -> String {
    let is_sane = html.len() <= LONGEST && depth(html) <= DEEPEST;
    let article = is_sane.then(|| article(html, address)).flatten().filter(|text| text.trim().len() >= SHORT);
    article.unwrap_or_else(|| plain(html))
}

/// How deep elements are nested at most, as far as counting tags can tell.
fn depth(html: &str) -> usize {
    // By name: a parser ignores the end of what is not open.
    let mut open: HashMap<String, usize> = HashMap::new();
    let (mut depth, mut deepest) = (0_usize, 0);
    for tag in html.split('<').skip(1) {
        let name = tag.strip_prefix('/').unwrap_or(tag);
        let end = name.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(name.len());
        let name = name.get(..end).unwrap_or("").to_ascii_lowercase();
        if name.is_empty() || UNNESTED.contains(&name.as_str()) {
            continue;
        }
        let open = open.entry(name).or_default();
        if !tag.starts_with('/') {
            *open += 1;
            depth += 1;
            deepest = deepest.max(depth);
        } else if *open > 0 {
            *open -= 1;
            depth -= 1;
        }
    }
    deepest
}

/// Elements that end by themselves, so that pages leave their ends out.
const UNNESTED: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "p", "li",
    "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup", "colgroup", "html", "head", "body",
];

#[cfg(feature = "web")]
fn article(html: &str, address: &str) -> Option<String> {
    use dom_smoothie::{Config, Readability, TextMode};

    // A page with more elements than this is taken as plain text instead of being scored for minutes.
    let config = Config { text_mode: TextMode::Markdown, max_elements_to_parse: 100_000, ..Config::default() };
    let mut page = Readability::new(html, Some(address), Some(config)).ok()?;
    let article = page.parse().ok()?;
    let text = article.text_content.trim();
    let title = article.title.trim();
    Some(if title.is_empty() { format!("{text}\n") } else { format!("# {title}\n\n{text}\n") })
}

#[cfg(not(feature = "web"))]
fn article(_html: &str, _address: &str) -> Option<String> {
    None
}

/// All text outside of scripts and styles; block elements become line breaks.
pub fn plain(html: &str) -> String {
    let mut out = Text::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push(rest.get(..at).unwrap_or(""));
        let tag = rest.get(at..).unwrap_or("");
        rest = after_tag(tag, &mut out);
    }
    out.push(rest);
    out.finish()
}

/// Handles one tag at the start of `text` and gives what follows it.
fn after_tag<'a>(text: &'a str, out: &mut Text) -> &'a str {
    if text.starts_with("<!--") {
        return text.find("-->").and_then(|end| text.get(end + 3..)).unwrap_or("");
    }
    let inner = text.get(1..).unwrap_or("");
    let name_end = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '/').unwrap_or(inner.len());
    let name = inner.get(..name_end).unwrap_or("").trim_start_matches('/').to_ascii_lowercase();
    if name.is_empty() && !inner.starts_with(['!', '?', '/']) {
        // A bare `<` is text.
        out.push("<");
        return inner;
    }
    let Some(after) = text.find('>').and_then(|end| text.get(end + 1..)) else { return "" };
    if matches!(name.as_str(), "script" | "style" | "noscript" | "template" | "svg") && !inner.starts_with('/') {
        let close = find_ignoring_case(after, &format!("</{name}"));
        let after = close.and_then(|at| after.get(at..)).unwrap_or("");
        return after.find('>').and_then(|end| after.get(end + 1..)).unwrap_or("");
    }
    match name.as_str() {
        "li" if !inner.starts_with('/') => out.break_line("- "),
        "td" | "th" => out.push(" "),
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "ul" | "ol" | "table" | "pre" | "blockquote" | "title" => {
            out.break_line("");
            out.blank_line();
        }
        "br" | "div" | "tr" | "li" | "section" | "article" | "header" | "footer" | "dt" | "dd" | "hr" => {
            out.break_line("")
        }
        _ => {}
    }
    after
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// Text with its white space collapsed as a browser would.
#[derive(Default)]
struct Text {
    out: String,
    space: bool,
}

impl Text {
    fn push(&mut self, html: &str) {
        let text = decode(html);
        for letter in text.chars() {
            if letter.is_whitespace() {
                self.space = true;
                continue;
            }
            if self.space && !self.out.is_empty() && !self.out.ends_with(['\n', ' ']) {
                self.out.push(' ');
            }
            self.space = false;
            self.out.push(letter);
        }
    }

    fn break_line(&mut self, lead: &str) {
        self.space = false;
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.push_str(lead);
    }

    fn blank_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn finish(self) -> String {
        format!("{}\n", self.out.trim())
    }
}

/// Replaces the character references that pages really use; unknown ones stay as they are.
fn decode(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('&') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let reference = rest.get(at + 1..).unwrap_or("");
        let end = reference.bytes().take(12).position(|byte| byte == b';');
        let letter = end.and_then(|end| reference.get(..end)).and_then(character);
        match (letter, end) {
            (Some(letter), Some(end)) => {
                out.push(letter);
                rest = reference.get(end + 1..).unwrap_or("");
            }
            _ => {
                out.push('&');
                rest = reference;
            }
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        return code.ok().and_then(char::from_u32);
    }
    let known = [
        ("amp", '&'),
        ("lt", '<'),
        ("gt", '>'),
        ("quot", '"'),
        ("apos", '\''),
        ("nbsp", ' '),
        ("mdash", '—'),
        ("ndash", '–'),
        ("hellip", '…'),
        ("copy", '©'),
        ("rsquo", '’'),
        ("lsquo", '‘'),
        ("ldquo", '“'),
        ("rdquo", '”'),
    ];
    known.iter().find(|(known, _)| *known == name).map(|(_, letter)| *letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_go_blocks_break_lines_and_references_are_decoded() {
        let html = "<html><head><title>T &amp; U</title><style>p{}</style></head><body><script>if (a<b) {}</script>\
                    <h1>Head</h1><p>One\n two&nbsp;&#8212; 1 < 2</p><ul><li>a<li>b</ul><!-- no --><SCRIPT>x</SCRIPT>end</body>";
        assert_eq!(plain(html), "T & U\n\nHead\n\nOne two — 1 < 2\n\n- a\n- b\n\nend\n");
    }

    #[test]
    fn broken_pages_do_not_break_the_reader() {
        for html in ["<", "<p", "a<!-- b", "<script>x", "&#xfffffff; &", "</", "ä<ü>"] {
            plain(html);
        }
    }

    #[cfg(feature = "web")]
    #[test]
    fn an_article_is_found_without_its_surroundings() {
        let paragraph = "<p>Sentence with enough words, and commas, to count as text of an article. ".repeat(8);
        let html = format!(
            "<html><head><title>Title</title></head><body><nav><a href=/x>Menu</a></nav><article><h2>Part</h2>{paragraph}\
             <p>See <a href=\"/doc\">the document</a>.</p></article><footer>Imprint</footer></body></html>"
        );
        let text = readable(&html, "http://example.test/a/b");
        assert!(text.starts_with("# Title\n"), "{text}");
        assert!(text.contains("http://example.test/doc") && !text.contains("Menu"), "{text}");
    }

    #[test]
    fn a_page_nested_beyond_all_measure_is_read_in_no_time() {
        let words = "<p>Sentence with enough words, and commas, to count as text. ".repeat(20);
        for tag in ["<div>", "<b>", "<blockquote class=x>", "<div></b>"] {
            let html = format!("{}{words}", tag.repeat(100_000));
            assert!(readable(&html, "http://example.test/").contains("enough words"), "{tag}");
        }
    }

    #[test]
    fn a_short_page_is_given_whole() {
        assert_eq!(readable("<p>ok</p>", "http://example.test/"), "ok\n");
    }
}
