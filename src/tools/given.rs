//! Content that programs outside give for a model: bounded, without blank parts, with pictures that are whole.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::base::text::{Limits, head};
use crate::proto::shared::{TextContent, UserBlock};

use super::payload;
use super::read::image;

/// Bytes of text that one result may put before the model.
const MOST_TEXT: usize = 256 * 1024;

/// Makes content valid for every provider; decoding pictures happens on a thread of its own.
pub async fn fit(content: Vec<UserBlock>) -> Vec<UserBlock> {
    if content.iter().all(|block| matches!(block, UserBlock::Text(_))) {
        return fitting(content);
    }
    payload::to_the_end(move || Ok(fitting(content))).await.unwrap_or_default()
}

fn fitting(content: Vec<UserBlock>) -> Vec<UserBlock> {
    let mut room = MOST_TEXT;
    let block = |block| match block {
        UserBlock::Text(text) => within(text.text, &mut room),
        UserBlock::Image(picture) => Some(shown(&picture.data)),
    };
    content.into_iter().filter_map(block).collect()
}

/// The text as far as there is room for it; providers refuse blank parts (hazard K47).
fn within(text: String, room: &mut usize) -> Option<UserBlock> {
    if *room == 0 || text.trim().is_empty() {
        return None;
    }
    let cut = head(text, Limits { lines: usize::MAX, bytes: *room });
    *room = room.saturating_sub(cut.shown_bytes);
    if !cut.is_cut() {
        return Some(block(cut.text));
    }
    *room = 0;
    Some(block(format!("{}\n\n[There was more than {} KiB of text; the rest is left out]", cut.text, MOST_TEXT / 1024)))
}

fn block(text: String) -> UserBlock {
    UserBlock::Text(TextContent { text, text_signature: None })
}

/// The picture by its bytes, small enough to be sent, or a note why not (hazards K34, K35).
fn shown(data: &str) -> UserBlock {
    let Ok(bytes) = STANDARD.decode(data.trim()) else {
        return payload::text("[There was an image that is not base64]");
    };
    let picture = image::prepare(&bytes, true);
    picture.block.unwrap_or_else(|| payload::text(picture.note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn blank_parts_go_and_long_ones_are_cut() {
        let content = vec![block("  ".into()), block("x".repeat(MOST_TEXT + 1)), block("never".into())];
        let fitted = fit(content).await;
        assert_eq!(fitted.len(), 1);
        let UserBlock::Text(text) = &fitted[0] else { panic!() };
        assert!(text.text.ends_with("[There was more than 256 KiB of text; the rest is left out]"));
    }

    #[tokio::test]
    async fn a_picture_that_is_none_becomes_a_note() {
        let fitted = fit(vec![payload::image("%".into(), "image/png")]).await;
        assert_eq!(fitted, [payload::text("[There was an image that is not base64]")]);
    }
}
