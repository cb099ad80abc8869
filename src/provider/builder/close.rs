//! How blocks end.

use crate::proto::shared::{AssistantBlock, RedactedThinkingContent};

use super::{Block, Part, text_block, thinking_block};

/// The stream went on to something else: the block ends, but for a call that is not whole yet.
pub(super) fn leave(block: &mut Block, index: u64, parts: &mut Vec<Part>) {
    match block {
        Block::Text { text, open } if *open => {
            *open = false;
            parts.push(Part::TextEnd { index, content: text.clone() });
        }
        Block::Thinking { text, open, .. } if *open => {
            *open = false;
            parts.push(Part::ThinkingEnd { index, content: text.clone() });
        }
        Block::Call(call) if call.is_whole() && !call.ended => {
            // Arguments that look whole and are not are judged when the message ends.
            let (content, wrong) = call.complete(false);
            if wrong.is_none() {
                call.ended = true;
                parts.push(Part::CallEnd { index, call: content });
            }
        }
        _ => {}
    }
}

/// The reply is over: ends every open block and gives the content, with the calls that cannot run. When the reply
/// failed or was stopped (`done` is false), calls that are not whole are dropped: to run half a call is unsafe.
pub(super) fn blocks(
    blocks: Vec<Block>,
    done: bool,
    cut: bool,
    parts: &mut Vec<Part>,
) -> (Vec<AssistantBlock>, Vec<(String, String)>) {
    let mut content = Vec::with_capacity(blocks.len());
    let mut broken = Vec::new();
    for (at, mut block) in blocks.into_iter().enumerate() {
        let index = at as u64;
        leave(&mut block, index, parts);
        match block {
            Block::Text { text, .. } => content.push(text_block(text)),
            Block::Thinking { text, signature, .. } => content.push(thinking_block(text, signature)),
            Block::Redacted(data) => content.push(AssistantBlock::RedactedThinking(RedactedThinkingContent { data })),
            Block::Call(call) => {
                let (complete, wrong) = call.complete(cut);
                if !call.ended {
                    if !done {
                        continue;
                    }
                    parts.push(Part::CallEnd { index, call: complete.clone() });
                }
                broken.extend(wrong.map(|why| (call.id().to_owned(), why)));
                content.push(AssistantBlock::ToolCall(complete));
            }
        }
    }
    (content, broken)
}
