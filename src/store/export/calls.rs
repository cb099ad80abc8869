//! A tool call with its result: one box, whose head says what was done.

use serde_json::Value;

use crate::proto::shared::{JsonObject, ToolCallContent, ToolResultMessage, UserBlock};

use super::code;
use super::html::{counted, escaped, image, note, printed, short};

/// Most characters of a call's main argument in its head.
const LABEL: usize = 100;

/// A diff or an error is seen at once, other results when one opens them.
pub(super) fn call(out: &mut String, call: &ToolCallContent, result: Option<&ToolResultMessage>) {
    let about = ["command", "pattern", "path", "url", "question", "description"]
        .iter()
        .find_map(|name| text(&call.arguments, name))
        .unwrap_or_default();
    let failed = result.is_some_and(|result| result.is_error);
    let shown = result.and_then(diff);
    let state = match result {
        None => ("unanswered", "no result".to_owned()),
        Some(_) if failed => ("failed", "failed".to_owned()),
        Some(result) => ("done", size(result, shown)),
    };
    head(out, &Head { name: &call.name, about, state, is_open: failed || shown.is_some() });
    let path = text(&call.arguments, "path").unwrap_or_default();
    arguments(out, call, path, shown.is_some());
    if let Some(result) = result {
        outcome(out, result, path);
    }
    out.push_str("</details>\n");
}

/// A result whose call is not known.
pub(super) fn result(out: &mut String, result: &ToolResultMessage) {
    let state = if result.is_error { ("failed", "failed".to_owned()) } else { ("done", size(result, diff(result))) };
    let is_open = result.is_error || diff(result).is_some();
    head(out, &Head { name: &result.tool_name, about: "", state, is_open });
    outcome(out, result, "");
    out.push_str("</details>\n");
}

struct Head<'a> {
    name: &'a str,
    about: &'a str,
    /// A class, and a word or two.
    state: (&'a str, String),
    is_open: bool,
}

fn head(out: &mut String, head: &Head<'_>) {
    let open = if head.is_open { " open" } else { "" };
    let (class, words) = &head.state;
    out.push_str(&format!("<details class=\"call {class}\"{open}><summary><b>{}</b>", escaped(head.name)));
    let about = short(head.about, LABEL);
    if !about.is_empty() {
        out.push_str(&format!(" <code>{}</code>", escaped(&about)));
    }
    out.push_str(&format!("<span class=\"state\">{}</span></summary>\n", escaped(words)));
}

fn text<'a>(arguments: &'a JsonObject, name: &str) -> Option<&'a str> {
    arguments.get(name)?.as_str()
}

fn diff(result: &ToolResultMessage) -> Option<&str> {
    result.details.as_ref()?.get("diff")?.as_str().filter(|diff| !diff.is_empty())
}

/// How much there is to see.
fn size(result: &ToolResultMessage, diff: Option<&str>) -> String {
    if let Some(diff) = diff {
        let lines =
            |mark: char, head: &str| diff.lines().filter(|l| l.starts_with(mark) && !l.starts_with(head)).count();
        return format!("+{} −{}", lines('+', "+++"), lines('-', "---"));
    }
    let lines = result.content.iter().map(|block| match block {
        UserBlock::Text(text) => text.text.lines().count(),
        UserBlock::Image(_) => 0,
    });
    match lines.sum() {
        0 => String::new(),
        lines => counted(lines, "line", "lines"),
    }
}

/// What the call was to do, in the form that suits its tool.
fn arguments(out: &mut String, call: &ToolCallContent, path: &str, has_diff: bool) {
    let arguments = &call.arguments;
    if let Some(command) = text(arguments, "command") {
        code::block(out, command, "sh");
        return rest(out, arguments, &["command"]);
    }
    if let (Some(content), false) = (text(arguments, "content"), path.is_empty()) {
        code::file(out, content, path);
        return rest(out, arguments, &["path", "content"]);
    }
    if let (Some(edits), false) = (arguments.get("edits").and_then(Value::as_array), path.is_empty()) {
        let part = |edit: &Value, name: &str| edit.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        // The diff of what was done says it better than what was asked for.
        for edit in edits.iter().filter(|_| !has_diff) {
            code::replaced(out, &part(edit, "oldText"), &part(edit, "newText"), path);
        }
        return rest(out, arguments, &["path", "edits"]);
    }
    let is_said_in_head = arguments.len() == 1 && !path.is_empty() && path.len() <= LABEL;
    if !is_said_in_head {
        rest(out, arguments, &[]);
    }
}

/// The arguments that were not shown yet.
fn rest(out: &mut String, arguments: &JsonObject, shown: &[&str]) {
    let rest: JsonObject = arguments
        .iter()
        .filter(|(name, _)| !shown.contains(&name.as_str()))
        .map(|(n, v)| (n.clone(), v.clone()))
        .collect();
    if !rest.is_empty() {
        code::block(out, &serde_json::to_string_pretty(&rest).unwrap_or_default(), "json");
    }
}

fn outcome(out: &mut String, result: &ToolResultMessage, path: &str) {
    let shown = diff(result);
    for block in &result.content {
        match block {
            UserBlock::Text(text) if result.is_error || result.tool_name.is_empty() => printed(out, &text.text),
            UserBlock::Text(text) if shown.is_some() => note(out, "note", &text.text),
            UserBlock::Text(text) if is_read(&result.tool_name) => code::numbered(out, &text.text, path),
            UserBlock::Text(text) => printed(out, &text.text),
            UserBlock::Image(it) => image(out, &it.mime_type, &it.data),
        }
    }
    if let Some(text) = shown {
        code::diff(out, text, Some(path).filter(|path| !path.is_empty()));
    }
    if result.is_error && result.content.is_empty() {
        note(out, "error", "Failed without a word");
    }
}

/// The tool has one name per dialect; a file may have been written under either.
fn is_read(name: &str) -> bool {
    matches!(name, "read" | "read_file")
}
