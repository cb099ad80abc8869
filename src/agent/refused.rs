//! Images that the provider refused are not sent to the model again, so that the session lives (hazard K35).
//!
//! The refusal stands in the history as a failed reply, so nothing has to be remembered beside it: a resumed session, a
//! branch and a session in the background know it too.

use std::sync::Arc;

use crate::proto::shared::{
    AgentMessage, AssistantMessage, DeveloperMessage, Model, StopReason, ToolResultMessage, UserBlock, UserContent,
    UserMessage,
};

use super::context::text_block;

/// Stands for an image that was refused.
const LEFT_OUT: &str = "[image left out: the provider refused it]";

/// Words of a refusal that is about an image.
const IMAGE_WORDS: &[&str] = &["image", "picture", "vision", "multimodal", "pixel", "media type", "media_type", "mime"];

/// Words of a refusal that may be about an image.
const SIZE_WORDS: &[&str] = &["size", "too large", "too big"];

/// Words of a refusal that is about the window.
const WINDOW_WORDS: &[&str] = &["token", "context"];

/// How many messages at the beginning of the history `model` refused for their images.
pub(super) fn refused(history: &[Arc<AgentMessage>], model: &Model) -> usize {
    let refusal = |message: &Arc<AgentMessage>| match message.as_ref() {
        AgentMessage::Assistant(reply) => {
            reply.provider == model.provider && reply.model == model.id && refuses_images(reply)
        }
        _ => false,
    };
    history.iter().rposition(refusal).unwrap_or(0)
}

fn refuses_images(reply: &AssistantMessage) -> bool {
    let status = reply.error_status.is_some_and(|status| {
        // The key, the rate and the time have nothing to do with what was asked.
        (400..500).contains(&status) && !matches!(status, 401 | 403 | 408 | 429)
    });
    let text = reply.error_message.as_deref().unwrap_or_default();
    // Before the colon stands the name of the provider.
    let said = text.split_once(": ").map_or(text, |(_, said)| said);
    status && reply.stop_reason == StopReason::Error && speaks_of_images(said)
}

fn speaks_of_images(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    has(IMAGE_WORDS) || (has(SIZE_WORDS) && !has(WINDOW_WORDS))
}

/// Puts words in the place of the images of messages that are ready to be sent.
pub(super) fn leave_out(messages: &mut [Arc<AgentMessage>]) {
    for message in messages {
        if let Some(without) = without_images(message) {
            *message = Arc::new(without);
        }
    }
}

/// `None` when there are none.
fn without_images(message: &AgentMessage) -> Option<AgentMessage> {
    Some(match message {
        AgentMessage::User(user) => {
            AgentMessage::User(UserMessage { content: content(&user.content)?, ..user.clone() })
        }
        AgentMessage::Developer(told) => {
            AgentMessage::Developer(DeveloperMessage { content: content(&told.content)?, ..told.clone() })
        }
        AgentMessage::ToolResult(result) => {
            AgentMessage::ToolResult(ToolResultMessage { content: blocks(&result.content)?, ..result.clone() })
        }
        _ => return None,
    })
}

fn content(content: &UserContent) -> Option<UserContent> {
    match content {
        UserContent::Text(_) => None,
        UserContent::Blocks(all) => blocks(all).map(UserContent::Blocks),
    }
}

fn blocks(blocks: &[UserBlock]) -> Option<Vec<UserBlock>> {
    let replaced = |block: &UserBlock| match block {
        UserBlock::Image(_) => text_block(LEFT_OUT),
        UserBlock::Text(_) => block.clone(),
    };
    let has_image = blocks.iter().any(|block| matches!(block, UserBlock::Image(_)));
    has_image.then(|| blocks.iter().map(replaced).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_about_images_by_its_words() {
        for text in [
            "image exceeds the maximum allowed size",
            "messages.0.content.1: Could not process image",
            "Unsupported media type",
            "At most 2000 pixels a side",
            "Request Entity Too Large",
        ] {
            assert!(speaks_of_images(text), "{text}");
        }
        for text in
            ["", "the request exceeds the available context size", "too large: 9000 tokens", "tools.0.name: unknown"]
        {
            assert!(!speaks_of_images(text), "{text}");
        }
    }
}
