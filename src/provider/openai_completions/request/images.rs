//! Images on their way to a model: what they really are, and what becomes of those that cannot be sent.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::proto::shared::ImageContent;
use crate::provider::openai_completions::wire::{DataUrl, ImageUrl, detail};

/// Stands for an image that the model cannot see (hazard K36).
pub(super) const UNSEEN: &str = "[image left out: this model does not see images]";
/// Stands for bytes that no provider takes as an image (hazard K34).
pub(super) const UNKNOWN: &str = "[image left out: its format is none of PNG, JPEG, GIF and WebP]";
/// Stands for an image that every provider would refuse (hazard K35).
pub(super) const TOO_LARGE: &str = "[image left out: it is larger than 20 MB]";

const MOST_BASE64: usize = 20_000_000 / 3 * 4;

/// The image as it is sent, or the words that take its place.
pub(super) fn sent(image: &ImageContent, vision: bool) -> Result<ImageUrl<'_>, &'static str> {
    if !vision {
        return Err(UNSEEN);
    }
    // Some hosts hand over a whole data URL.
    let base64 = match image.data.split_once("base64,") {
        Some((head, data)) if head.starts_with("data:") => data,
        _ => image.data.as_str(),
    }
    .trim();
    if base64.len() > MOST_BASE64 {
        return Err(TOO_LARGE);
    }
    let mime = kind(base64).ok_or(UNKNOWN)?;
    Ok(ImageUrl { url: DataUrl { mime, base64 }, detail: image.detail.map(detail) })
}

/// The type by the first bytes; names and claims are not believed.
fn kind(base64: &str) -> Option<&'static str> {
    let head = base64.get(..16)?;
    let bytes = STANDARD.decode(head).ok()?;
    match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P'] => Some("image/webp"),
        _ => None,
    }
}
