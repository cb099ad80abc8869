//! Markdown into HTML that can do nothing: markup in it is text, pictures are words, links go only where people go.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::code;
use super::html::{escaped, push, span};

/// Deeper nesting is shown flat: browsers give up on it, and nobody reads it.
const DEEPEST: usize = 20;

pub(super) fn write(out: &mut String, text: &str) {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut page = Page { out, open: Vec::new(), code: None, is_head: false, columns: (Vec::new(), 0) };
    page.out.push_str("<div class=\"prose\">\n");
    for event in Parser::new_ext(text, options) {
        page.take(event);
    }
    page.out.push_str("</div>\n");
}

struct Page<'o> {
    out: &'o mut String,
    /// What ends each element that is open; empty for one that is not shown.
    open: Vec<&'static str>,
    /// Language and text of the block of code that is being read.
    code: Option<(String, String)>,
    is_head: bool,
    /// How the columns of the table are set, and which comes next.
    columns: (Vec<Alignment>, usize),
}

impl Page<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some((_, code)) => code.push_str(&text),
                None => push(self.out, &text),
            },
            Event::Code(text) => self.out.push_str(&format!("<code>{}</code>", escaped(&text))),
            Event::Html(text) | Event::InlineHtml(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                push(self.out, &text);
            }
            Event::FootnoteReference(text) => push(self.out, &format!("[{text}]")),
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("<br>\n"),
            Event::Rule => self.out.push_str("<hr>\n"),
            Event::TaskListMarker(done) => span(self.out, "task", if done { "☑ " } else { "☐ " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        let (begin, end) = self.element(tag);
        let is_shown = self.open.len() < DEEPEST;
        if is_shown {
            self.out.push_str(&begin);
        }
        self.open.push(if is_shown { end } else { "" });
    }

    fn end(&mut self, tag: TagEnd) {
        if let (TagEnd::CodeBlock, Some((language, text))) = (tag, self.code.take()) {
            code::block(self.out, &text, &language);
        }
        if tag == TagEnd::TableHead {
            self.is_head = false;
        }
        self.out.push_str(self.open.pop().unwrap_or_default());
    }

    /// What begins and what ends an element.
    fn element(&mut self, tag: Tag<'_>) -> (String, &'static str) {
        let (begin, end) = match tag {
            Tag::Paragraph => ("<p>", "</p>\n"),
            Tag::Heading { level: HeadingLevel::H1 | HeadingLevel::H2, .. } => ("<h3>", "</h3>\n"),
            Tag::Heading { level: HeadingLevel::H3, .. } => ("<h4>", "</h4>\n"),
            Tag::Heading { .. } => ("<h5>", "</h5>\n"),
            Tag::BlockQuote(_) => ("<blockquote>\n", "</blockquote>\n"),
            Tag::CodeBlock(kind) => {
                self.code = Some((language(&kind), String::new()));
                ("", "")
            }
            Tag::HtmlBlock => ("<p class=\"raw\">", "</p>\n"),
            Tag::List(Some(first)) => return (format!("<ol start=\"{first}\">\n"), "</ol>\n"),
            Tag::List(None) => ("<ul>\n", "</ul>\n"),
            Tag::Item => ("<li>", "</li>\n"),
            Tag::Table(columns) => {
                self.columns = (columns, 0);
                ("<div class=\"wide\" tabindex=\"0\"><table>\n", "</tbody></table></div>\n")
            }
            Tag::TableHead => {
                (self.is_head, self.columns.1) = (true, 0);
                ("<thead><tr>", "</tr></thead>\n<tbody>\n")
            }
            Tag::TableRow => {
                self.columns.1 = 0;
                ("<tr>", "</tr>\n")
            }
            Tag::TableCell => return self.cell(),
            Tag::Emphasis => ("<em>", "</em>"),
            Tag::Strong => ("<strong>", "</strong>"),
            Tag::Strikethrough => ("<del>", "</del>"),
            Tag::Link { dest_url, .. } if is_safe(&dest_url) => return (anchor(&dest_url), "</a>"),
            // Nothing is fetched for the page, so a picture is the way to it.
            Tag::Image { dest_url, .. } if is_safe(&dest_url) => {
                return (format!("{}Image: ", anchor(&dest_url)), "</a>");
            }
            Tag::Image { .. } => ("<span class=\"note\">Image: ", "</span>"),
            _ => ("", ""),
        };
        (begin.to_owned(), end)
    }

    fn cell(&mut self) -> (String, &'static str) {
        let (columns, next) = &mut self.columns;
        let class = match columns.get(*next) {
            Some(Alignment::Right) => " class=\"right\"",
            Some(Alignment::Center) => " class=\"center\"",
            _ => "",
        };
        *next += 1;
        let (name, end) = if self.is_head { ("th", "</th>") } else { ("td", "</td>") };
        (format!("<{name}{class}>"), end)
    }
}

fn language(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Indented => String::new(),
        CodeBlockKind::Fenced(words) => words.split([' ', ',', '{']).next().unwrap_or_default().to_ascii_lowercase(),
    }
}

fn anchor(address: &str) -> String {
    format!("<a href=\"{}\" rel=\"noreferrer noopener\">", escaped(address))
}

/// Only addresses that open a page or a letter; scripts and files are not among them.
fn is_safe(address: &str) -> bool {
    let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    scheme.is_some_and(|scheme| matches!(scheme.as_str(), "http" | "https" | "mailto"))
        && !address.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut out = String::new();
        write(&mut out, text);
        out
    }

    #[test]
    fn what_people_write_is_shown() {
        let page = written(
            "# A\n\n*b* **c** `d<` ~~e~~\n\n- [x] f\n- g\n\n|h|i|\n|-|-:|\n|j|k|\n\n```rust\nfn l() {}\n```\n\n3. m",
        );
        for part in [
            "<h3>A</h3>",
            "<em>b</em> <strong>c</strong> <code>d&lt;</code> <del>e</del>",
            "<li><span class=\"task\">☑ </span>f</li>\n<li>g</li>",
            "<table>\n<thead><tr><th>h</th><th class=\"right\">i</th></tr></thead>\n<tbody>\n<tr><td>j</td><td class=\"right\">k</td></tr>\n</tbody></table>",
            "<span class=\"k\">fn</span> <span class=\"f\">l</span>() {}",
            "<ol start=\"3\">",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }

    #[test]
    fn markup_is_text_and_only_harmless_links_are_links() {
        let page = written(
            "<script>alert(1)</script>\n\na <img src=x onerror=y> [js](javascript:alert(1)) [JS](JavaScript&#58;alert(1)) \
             [data](data:text/html,x) [file](file:///etc/passwd) [local](a.rs) ![pic](https://example.test/p.png) \
             [web](https://example.test/?a=\"b) <javascript:alert(1)>",
        );
        assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
        let links: Vec<_> =
            page.match_indices("href=\"").map(|(at, _)| page[at..].split('"').nth(1).unwrap()).collect();
        assert_eq!(links, ["https://example.test/p.png", "https://example.test/?a=&quot;b"], "{page}");
        for shown in
            ["&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;img src=x onerror=y&gt;", "js", "local", "Image: pic"]
        {
            assert!(page.contains(shown), "{shown}\n{page}");
        }
    }

    #[test]
    fn what_is_opened_is_closed_at_any_depth() {
        for text in [">".repeat(500) + " a", "- ".repeat(500) + "a", "*a **b ".repeat(300), "[".repeat(2000)] {
            let page = written(&text);
            for name in ["blockquote", "ul", "li", "em", "strong", "p"] {
                let begun = page.matches(&format!("<{name}>")).count();
                assert_eq!(begun, page.matches(&format!("</{name}>")).count(), "{name}");
                assert!(begun <= DEEPEST.max(600), "{name}: {begun}");
            }
        }
    }
}
