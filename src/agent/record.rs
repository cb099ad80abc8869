//! A conversation written out as plain text, for a model that writes about it and takes no part in it.

use std::sync::Arc;

use crate::proto::shared::{AgentMessage, AssistantBlock, UserBlock, UserContent};

/// What a single result, or the arguments of a single call, may take of the record.
const MOST_PIECE: usize = 2000;

/// The whole record; long results are shortened in their middle.
pub(super) fn record(messages: &[Arc<AgentMessage>]) -> String {
    let mut text = String::new();
    for said in messages.iter().filter_map(|message| said(message)) {
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(&said);
    }
    text
}

/// The middle goes first: the beginning says what is wanted, the end where the work stands. A third of what stays is
/// from the beginning. The remark on what is missing comes on top of the limit.
pub(super) fn shortened(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let (head, tail) = (text.floor_char_boundary(limit / 3), text.len() - (limit - limit / 3));
    let (head, tail) = (text.get(..head).unwrap_or_default(), text.get(text.ceil_char_boundary(tail)..));
    let tail = tail.unwrap_or_default();
    format!("{head}\n[{} bytes left out]\n{tail}", text.len() - head.len() - tail.len())
}

fn said(message: &AgentMessage) -> Option<String> {
    let (who, text) = match message {
        AgentMessage::User(user) => ("user".to_owned(), content(&user.content)),
        AgentMessage::Developer(developer) => ("system".to_owned(), content(&developer.content)),
        AgentMessage::Custom(custom) => (custom.custom_type.clone(), content(&custom.content)),
        AgentMessage::HookMessage(hook) => (hook.custom_type.clone(), content(&hook.content)),
        AgentMessage::Assistant(reply) => {
            ("agent".to_owned(), reply.content.iter().filter_map(block).collect::<Vec<_>>().join("\n"))
        }
        AgentMessage::ToolResult(result) => {
            let failed = if result.is_error { ", failed" } else { "" };
            let text = shortened(&blocks(&result.content), MOST_PIECE);
            (format!("result of {}{failed}", result.tool_name), if text.is_empty() { "(empty)".into() } else { text })
        }
        AgentMessage::BashExecution(run) => ("user ran".to_owned(), execution(&run.command, &run.output)),
        AgentMessage::PythonExecution(run) => ("user ran".to_owned(), execution(&run.code, &run.output)),
        AgentMessage::FileMention(mention) => {
            let paths: Vec<&str> = mention.files.iter().map(|file| file.path.as_str()).collect();
            ("user attached".to_owned(), paths.join("\n"))
        }
        AgentMessage::BranchSummary(summary) => ("summary of a branch".to_owned(), summary.summary.clone()),
        AgentMessage::CompactionSummary(summary) => ("earlier notes".to_owned(), summary.summary.clone()),
    };
    (!text.trim().is_empty()).then(|| format!("[{who}]\n{text}"))
}

fn execution(what: &str, output: &str) -> String {
    format!("{}\n{}", shortened(what, MOST_PIECE), shortened(output, MOST_PIECE))
}

/// Thinking is left out: what counted of it was said or done.
fn block(block: &AssistantBlock) -> Option<String> {
    match block {
        AssistantBlock::Text(text) => Some(text.text.clone()),
        AssistantBlock::ToolCall(call) => {
            let arguments = serde_json::to_string(&call.arguments).unwrap_or_default();
            Some(format!("calls {} {}", call.name, shortened(&arguments, MOST_PIECE)))
        }
        AssistantBlock::Thinking(_) | AssistantBlock::RedactedThinking(_) | AssistantBlock::Fallback(_) => None,
    }
}

fn content(content: &UserContent) -> String {
    match content {
        UserContent::Text(text) => text.clone(),
        UserContent::Blocks(list) => blocks(list),
    }
}

fn blocks(blocks: &[UserBlock]) -> String {
    let texts: Vec<&str> = blocks
        .iter()
        .map(|block| match block {
            UserBlock::Text(text) => text.text.as_str(),
            UserBlock::Image(_) => "(an image)",
        })
        .collect();
    texts.join("\n")
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
