//! Text into HTML: what means something there is taken away from it.

/// Appends text for an element's content or a quoted attribute.
pub(super) fn push(out: &mut String, text: &str) {
    out.reserve(text.len() + text.len() / 16);
    for char in text.chars() {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            char if is_hostile(char) => out.push('\u{fffd}'),
            char => out.push(char),
        }
    }
}

/// No character of HTML, or one that makes a line read otherwise than it is (the overrides of writing direction).
fn is_hostile(char: char) -> bool {
    let is_override = matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_override || (char.is_control() && !matches!(char, '\n' | '\t' | '\r'))
}

pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    push(&mut out, text);
    out
}

/// `<span class="CLASS">TEXT</span>`.
pub(super) fn span(out: &mut String, class: &str, text: &str) {
    out.push_str("<span class=\"");
    out.push_str(class);
    out.push_str("\">");
    push(out, text);
    out.push_str("</span>");
}

/// A remark of the page itself.
pub(super) fn note(out: &mut String, class: &str, text: &str) {
    out.push_str(&format!("<p class=\"{class}\">{}</p>\n", escaped(text)));
}

/// A box that scrolls by itself. The first line feed of a `pre` is not shown, so it gets one.
pub(super) fn pre(out: &mut String, class: &str, fill: impl FnOnce(&mut String)) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    // With a tab stop, so that a keyboard can scroll it.
    out.push_str(&format!("<pre{class} tabindex=\"0\">\n"));
    fill(out);
    out.push_str("</pre>\n");
}

/// What a program printed, as it stands but for the colours that it meant for a terminal.
pub(super) fn printed(out: &mut String, text: &str) {
    pre(out, "", |out| {
        let mut pieces = text.trim_end_matches('\n').split("\u{1b}[");
        push(out, pieces.next().unwrap_or_default());
        for piece in pieces {
            let end = piece.find(|char: char| !matches!(char, '0'..='?' | ' '..='/'));
            let rest = end.and_then(|end| piece.get(end..)).unwrap_or_default();
            let mut chars = rest.chars();
            let is_sequence = chars.next().is_some_and(|last| matches!(last, '@'..='~'));
            push(out, if is_sequence { chars.as_str() } else { piece });
        }
    });
}

/// A picture inside the page. Only kinds that hold no markup, and only what base64 is made of.
pub(super) fn image(out: &mut String, mime_type: &str, data: &str) {
    let is_known = matches!(mime_type, "image/png" | "image/jpeg" | "image/gif" | "image/webp");
    let is_base64 = data.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='));
    if is_known && is_base64 {
        out.push_str("<img alt=\"Image of the conversation\" src=\"data:");
        out.push_str(mime_type);
        out.push_str(";base64,");
        out.push_str(data);
        out.push_str("\">\n");
    } else {
        note(out, "note", &format!("Image that is not shown: {mime_type}"));
    }
}

/// A part that is folded until one opens it.
pub(super) fn folded(out: &mut String, class: &str, label: &str, fill: impl FnOnce(&mut String)) {
    out.push_str(&format!("<details class=\"{class}\"><summary>{}</summary>\n", escaped(label)));
    fill(out);
    out.push_str("</details>\n");
}

/// Most of a line that a label can hold, on one line.
pub(super) fn short(text: &str, most: usize) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let mut short: String = line.chars().take(most).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

/// `1234567` as `1,234,567`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 message`, `2 messages`.
pub(super) fn counted(number: usize, one: &str, several: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { several })
}
