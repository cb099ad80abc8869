//! Text into HTML: what means something there is taken away from it.

/// Text for an element's content or a quoted attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // No character of HTML; terminals' colours leave some behind.
            char if char.is_control() && !matches!(char, '\n' | '\t' | '\r') => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
    out
}

/// Prose with its line breaks; what stands between fences becomes a block of code.
pub(super) fn prose(out: &mut String, text: &str) {
    let (mut plain, mut code): (String, Option<String>) = (String::new(), None);
    for line in text.trim_end().split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        match (&mut code, is_fence) {
            (None, true) => {
                paragraph(out, &std::mem::take(&mut plain));
                code = Some(String::new());
            }
            (None, false) => plain.push_str(line),
            (Some(block), true) => {
                pre(out, block);
                code = None;
            }
            (Some(block), false) => block.push_str(line),
        }
    }
    paragraph(out, &plain);
    if let Some(block) = code {
        pre(out, &block);
    }
}

fn paragraph(out: &mut String, text: &str) {
    if !text.trim().is_empty() {
        out.push_str(&format!("<div class=\"text\">{}</div>\n", escaped(text.trim_end())));
    }
}

/// Text as it stands, in a box that scrolls by itself. The first line feed of a `pre` is not shown, so it gets one.
pub(super) fn pre(out: &mut String, text: &str) {
    out.push_str(&format!("<pre>\n{}</pre>\n", escaped(text.trim_end_matches('\n'))));
}

/// A unified diff, each line by what it does.
pub(super) fn diff(out: &mut String, text: &str) {
    out.push_str("<pre class=\"diff\">\n");
    for line in text.lines() {
        let class = match line.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => "file",
            [b'+', ..] => "new",
            [b'-', ..] => "old",
            [b'@', ..] => "at",
            _ => "same",
        };
        out.push_str(&format!("<span class=\"{class}\">{}</span>\n", escaped(line)));
    }
    out.push_str("</pre>\n");
}

/// A picture inside the page. Only kinds that hold no markup, and only what base64 is made of.
pub(super) fn image(out: &mut String, mime_type: &str, data: &str) {
    let is_known = matches!(mime_type, "image/png" | "image/jpeg" | "image/gif" | "image/webp");
    let is_base64 = data.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='));
    if is_known && is_base64 {
        out.push_str(&format!("<img alt=\"Image of the conversation\" src=\"data:{mime_type};base64,{data}\">\n"));
    } else {
        out.push_str(&format!("<div class=\"note\">Image that is not shown: {}</div>\n", escaped(mime_type)));
    }
}

/// A part that is folded until one opens it.
pub(super) fn folded(out: &mut String, class: &str, label: &str, fill: impl FnOnce(&mut String)) {
    out.push_str(&format!("<details class=\"{class}\"><summary>{}</summary>\n", escaped(label)));
    fill(out);
    out.push_str("</details>\n");
}
