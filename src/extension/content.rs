//! Content as extensions write it, made fit for a model.

use crate::proto::shared::{TextContent, UserBlock, UserContent};
use crate::tools::given;

/// A text is a list of one block.
pub(super) fn blocks(content: UserContent) -> Vec<UserBlock> {
    match content {
        UserContent::Text(text) => vec![UserBlock::Text(TextContent { text, text_signature: None })],
        UserContent::Blocks(blocks) => blocks,
    }
}

/// The same, bounded and with pictures that every provider takes.
pub(super) async fn fit(content: UserContent) -> Vec<UserBlock> {
    given::fit(blocks(content)).await
}

/// The text of it, for people.
pub(super) fn text(content: UserContent) -> String {
    let blocks = blocks(content);
    let texts = blocks.iter().filter_map(|block| match block {
        UserBlock::Text(text) => Some(text.text.as_str()),
        UserBlock::Image(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}
