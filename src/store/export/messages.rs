//! One message of each role.

use crate::base::clock;
use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, MentionedFile, ToolCallContent, ToolResultMessage, UserBlock,
    UserContent,
};

use super::html::{diff, escaped, folded, image, pre, prose};

/// Most characters of a call's main argument in its label.
const LABEL: usize = 80;

pub(super) fn write(out: &mut String, message: &AgentMessage) {
    match message {
        AgentMessage::User(it) => article(out, "user", "User", it.timestamp, |out| content(out, &it.content)),
        AgentMessage::Developer(it) => {
            article(out, "aside", "Developer", it.timestamp, |out| content(out, &it.content));
        }
        AgentMessage::Assistant(it) => {
            article(out, "assistant", "Assistant", it.timestamp, |out| reply(out, it));
        }
        AgentMessage::ToolResult(it) => result(out, it),
        AgentMessage::BashExecution(it) => {
            article(out, "aside", "Shell", it.timestamp, |out| ran(out, &it.command, &it.output, it.exit_code));
        }
        AgentMessage::PythonExecution(it) => {
            article(out, "aside", "Python", it.timestamp, |out| ran(out, &it.code, &it.output, it.exit_code));
        }
        // What is kept from people in the conversation is kept from them here.
        AgentMessage::Custom(it) if it.display => {
            article(out, "aside", &it.custom_type, it.timestamp, |out| content(out, &it.content));
        }
        AgentMessage::HookMessage(it) if it.display => {
            article(out, "aside", &it.custom_type, it.timestamp, |out| content(out, &it.content));
        }
        AgentMessage::Custom(_) | AgentMessage::HookMessage(_) => {}
        AgentMessage::FileMention(it) => {
            article(out, "aside", "Files", it.timestamp, |out| it.files.iter().for_each(|file| mentioned(out, file)));
        }
        AgentMessage::BranchSummary(it) => {
            article(out, "aside", "Summary of another branch", it.timestamp, |out| prose(out, &it.summary));
        }
        AgentMessage::CompactionSummary(it) => {
            article(out, "aside", "Summary of what came before", it.timestamp, |out| prose(out, &it.summary));
        }
    }
}

fn article(out: &mut String, class: &str, who: &str, at: i64, fill: impl FnOnce(&mut String)) {
    let time = clock::iso(at);
    out.push_str(&format!("<article class=\"{class}\">\n<h2>{}<time>{time}</time></h2>\n", escaped(who)));
    fill(out);
    out.push_str("</article>\n");
}

fn content(out: &mut String, content: &UserContent) {
    match content {
        UserContent::Text(text) => prose(out, text),
        UserContent::Blocks(blocks) => blocks.iter().for_each(|block| match block {
            UserBlock::Text(text) => prose(out, &text.text),
            UserBlock::Image(it) => image(out, &it.mime_type, &it.data),
        }),
    }
}

fn reply(out: &mut String, reply: &AssistantMessage) {
    for block in &reply.content {
        match block {
            AssistantBlock::Text(text) => prose(out, &text.text),
            AssistantBlock::Thinking(it) => folded(out, "thinking", "Thinking", |out| prose(out, &it.thinking)),
            AssistantBlock::RedactedThinking(_) => out.push_str("<div class=\"note\">Thinking, encrypted</div>\n"),
            AssistantBlock::Fallback(it) => {
                let text = format!("Went on with {} instead of {}", it.to.model, it.from.model);
                out.push_str(&format!("<div class=\"note\">{}</div>\n", escaped(&text)));
            }
            AssistantBlock::ToolCall(it) => call(out, it),
        }
    }
    if let Some(error) = &reply.error_message {
        out.push_str(&format!("<div class=\"error\">{}</div>\n", escaped(error)));
    }
    let usage = &reply.usage;
    let told = format!(
        "{}/{} · {} in, {} from cache, {} out · ${:.4}",
        reply.provider,
        reply.model,
        usage.input + usage.cache_write,
        usage.cache_read,
        usage.output,
        usage.cost.total
    );
    out.push_str(&format!("<footer>{}</footer>\n", escaped(&told)));
}

/// The name and what it is about; the arguments are folded.
fn call(out: &mut String, call: &ToolCallContent) {
    let about = ["path", "command", "pattern", "url", "description"]
        .iter()
        .find_map(|name| call.arguments.get(*name)?.as_str());
    let about = about.unwrap_or_default().lines().next().unwrap_or_default();
    let short: String = about.chars().take(LABEL).collect();
    let cut = if short.len() < about.len() { "…" } else { "" };
    folded(out, "call", format!("Call: {} {short}{cut}", call.name).trim_end(), |out| {
        pre(out, &serde_json::to_string_pretty(&call.arguments).unwrap_or_default());
    });
}

/// A diff or an error is seen at once, other results when one opens them.
fn result(out: &mut String, result: &ToolResultMessage) {
    let shown =
        result.details.as_ref().and_then(|details| details.get("diff")?.as_str()).filter(|diff| !diff.is_empty());
    let (class, word) = if result.is_error { ("result failed", "Failed") } else { ("result", "Result") };
    let open = if shown.is_some() || result.is_error { " open" } else { "" };
    let label = escaped(&format!("{word}: {}", result.tool_name));
    out.push_str(&format!("<details class=\"{class}\"{open}><summary>{label}</summary>\n"));
    for block in &result.content {
        match block {
            UserBlock::Text(text) => pre(out, &text.text),
            UserBlock::Image(it) => image(out, &it.mime_type, &it.data),
        }
    }
    if let Some(text) = shown {
        diff(out, text);
    }
    out.push_str("</details>\n");
}

fn ran(out: &mut String, what: &str, output: &str, code: Option<i64>) {
    pre(out, what);
    pre(out, output);
    if let Some(code) = code.filter(|code| *code != 0) {
        out.push_str(&format!("<div class=\"error\">Exit code {code}</div>\n"));
    }
}

fn mentioned(out: &mut String, file: &MentionedFile) {
    folded(out, "call", &file.path, |out| {
        pre(out, &file.content);
        if let Some(it) = &file.image {
            image(out, &it.mime_type, &it.data);
        }
    });
}
