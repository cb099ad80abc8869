//! The conversation as plain text.

use crate::base::text::clip;
use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, FileMentionMessage, ToolResultMessage, UserBlock, UserContent,
};
use crate::slash::run::{Stage, Step};

/// The most that is printed; the rest is in the transcript.
const MOST_BYTES: usize = 1024 * 1024;

pub(super) fn dump(stage: &mut Stage<'_>, _: &str) -> Step {
    let mut text = String::new();
    let messages = stage.session.messages();
    for (at, message) in messages.iter().enumerate() {
        if text.len() > MOST_BYTES {
            text.push_str(&format!("\n[{} more messages; the session's file has them all]\n", messages.len() - at));
            break;
        }
        write(&mut text, message);
    }
    let text = match text.trim() {
        "" => "There are no messages yet.".to_owned(),
        text => text.to_owned(),
    };
    stage.print(text);
    Step::Done
}

fn write(out: &mut String, message: &AgentMessage) {
    match message {
        AgentMessage::User(it) => part(out, "User", &content(&it.content)),
        AgentMessage::Developer(it) => part(out, "Developer", &content(&it.content)),
        AgentMessage::Assistant(it) => part(out, "Assistant", &reply(it)),
        AgentMessage::ToolResult(it) => part(out, &tool(it), &blocks(&it.content)),
        AgentMessage::BashExecution(it) => part(out, &format!("Shell: {}", it.command), &it.output),
        AgentMessage::PythonExecution(it) => part(out, "Python", &format!("{}\n\n{}", it.code, it.output)),
        // What is kept from people is kept from them here.
        AgentMessage::Custom(it) if it.display => part(out, &it.custom_type, &content(&it.content)),
        AgentMessage::HookMessage(it) if it.display => part(out, &it.custom_type, &content(&it.content)),
        AgentMessage::Custom(_) | AgentMessage::HookMessage(_) => {}
        AgentMessage::FileMention(it) => part(out, "Files", &files(it)),
        AgentMessage::BranchSummary(it) => part(out, "Summary of another branch", &it.summary),
        AgentMessage::CompactionSummary(it) => part(out, "Summary of what came before", &it.summary),
    }
}

fn part(out: &mut String, who: &str, text: &str) {
    out.push_str(&format!("## {who}\n\n{}\n\n", clip(text.trim_end(), MOST_BYTES)));
}

fn content(content: &UserContent) -> String {
    match content {
        UserContent::Text(text) => text.clone(),
        UserContent::Blocks(list) => blocks(list),
    }
}

fn blocks(list: &[UserBlock]) -> String {
    let texts = list.iter().map(|block| match block {
        UserBlock::Text(text) => text.text.clone(),
        UserBlock::Image(image) => format!("[image: {}]", image.mime_type),
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn reply(message: &AssistantMessage) -> String {
    let texts = message.content.iter().filter_map(|block| match block {
        AssistantBlock::Text(text) => Some(text.text.clone()),
        AssistantBlock::Thinking(thinking) => Some(format!("[thinking] {}", thinking.thinking)),
        AssistantBlock::ToolCall(call) => {
            let arguments = serde_json::to_string(&call.arguments).unwrap_or_default();
            Some(format!("[call] {} {arguments}", call.name))
        }
        AssistantBlock::RedactedThinking(_) | AssistantBlock::Fallback(_) => None,
    });
    let failure = message.error_message.as_ref().map(|error| format!("[{}] {error}", message.stop_reason));
    texts.chain(failure).collect::<Vec<_>>().join("\n\n")
}

fn tool(result: &ToolResultMessage) -> String {
    format!("{} of {}", if result.is_error { "Failure" } else { "Result" }, result.tool_name)
}

fn files(mention: &FileMentionMessage) -> String {
    mention.files.iter().map(|file| file.path.clone()).collect::<Vec<_>>().join("\n")
}
