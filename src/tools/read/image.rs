//! Pictures made fit for a model: real type, whole, within the limits of providers (hazards K34 to K36).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::proto::shared::UserBlock;
use crate::tools::payload;
use crate::tools::truncate::{count, size};

use super::sniff::{Kind, sniff};

/// Largest file that is opened as a picture.
pub const MAX_FILE: u64 = 20 * 1024 * 1024;
/// Most bytes that are sent, before base64: providers refuse above 5 MB after it.
const MAX_SENT: usize = 3_750_000;
/// Longest side that is sent, in pixels.
#[cfg(feature = "images")]
const MAX_SIDE: u32 = 2000;

/// A picture ready to be shown, or the reason why it cannot be.
#[derive(Debug, PartialEq)]
pub struct Picture {
    /// One line for the model.
    pub note: String,
    pub block: Option<UserBlock>,
}

/// Checks and, where it is too large, scales a picture. Slow: call it on a thread of its own.
///
/// A provider that refuses a picture refuses every later request of the session too, so what is not known to be whole
/// and small enough becomes a note.
pub fn prepare(bytes: &[u8], vision: bool) -> Picture {
    let Kind::Image(mime) = sniff(bytes) else {
        return note("This is no image of a type that models take (PNG, JPEG, GIF, WebP)");
    };
    let length = count(bytes.len());
    if length > MAX_FILE {
        return note(format!("The image is too large to show: {} of at most {}", size(length), size(MAX_FILE)));
    }
    match fit(bytes, mime) {
        Err(why) => note(format!("The image ({mime}, {}) cannot be shown: {why}", size(length))),
        Ok(fitted) => {
            let told = format!("Image {mime}, {}{}", fitted.told, size(length));
            if !vision {
                return note(format!("{told}. The current model cannot see images"));
            }
            let (sent, mime) = fitted.bytes.as_ref().map_or((bytes, mime), |(scaled, mime)| (scaled, *mime));
            Picture { note: told, block: Some(payload::image(STANDARD.encode(sent), mime)) }
        }
    }
}

fn note(text: impl Into<String>) -> Picture {
    Picture { note: format!("[{}]", text.into()), block: None }
}

struct Fitted {
    /// New bytes and their type, when the old ones do not fit.
    bytes: Option<(Vec<u8>, &'static str)>,
    /// Size in pixels, for the note.
    told: String,
}

#[cfg(not(feature = "images"))]
fn fit(bytes: &[u8], _mime: &'static str) -> Result<Fitted, String> {
    match bytes.len() <= MAX_SENT {
        true => Ok(Fitted { bytes: None, told: String::new() }),
        false => Err(format!("more than {}, and this build cannot scale images", size(count(MAX_SENT)))),
    }
}

#[cfg(feature = "images")]
fn fit(bytes: &[u8], mime: &'static str) -> Result<Fitted, String> {
    use image::GenericImageView;

    let picture = decode(bytes)?;
    let (width, height) = picture.dimensions();
    if width.max(height) <= MAX_SIDE && bytes.len() <= MAX_SENT {
        return Ok(Fitted { bytes: None, told: format!("{width}x{height}, ") });
    }
    let mut side = MAX_SIDE.min(width.max(height));
    while side >= 64 {
        let scaled = picture.resize(side, side, image::imageops::FilterType::Triangle);
        let (encoded, mime) = encode(&scaled, mime)?;
        if encoded.len() <= MAX_SENT {
            let (new_width, new_height) = scaled.dimensions();
            return Ok(Fitted {
                bytes: Some((encoded, mime)),
                told: format!("{width}x{height} shown as {new_width}x{new_height}, "),
            });
        }
        side = side * 3 / 4;
    }
    Err("it stays too large".to_owned())
}

/// Decodes all of it: a cut or damaged picture fails here and not at the provider. Memory is bounded, whatever the header claims.
#[cfg(feature = "images")]
fn decode(bytes: &[u8]) -> Result<image::DynamicImage, String> {
    let mut reader = image::ImageReader::new(std::io::Cursor::new(bytes));
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(512 * 1024 * 1024);
    limits.max_image_width = Some(32_768);
    limits.max_image_height = Some(32_768);
    reader.limits(limits);
    let reader = reader.with_guessed_format().map_err(|error| error.to_string())?;
    reader.decode().map_err(|error| error.to_string())
}

/// JPEG stays JPEG; what may be transparent or drawn becomes PNG, or JPEG where PNG is too large.
#[cfg(feature = "images")]
fn encode(picture: &image::DynamicImage, mime: &str) -> Result<(Vec<u8>, &'static str), String> {
    use std::io::Cursor;

    let told = |error: image::ImageError| error.to_string();
    if mime != "image/jpeg" {
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, image::ImageFormat::Png).map_err(told)?;
        if out.get_ref().len() <= MAX_SENT {
            return Ok((out.into_inner(), "image/png"));
        }
    }
    let mut out = Cursor::new(Vec::new());
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, 85);
    picture.to_rgb8().write_with_encoder(encoder).map_err(told)?;
    Ok((out.into_inner(), "image/jpeg"))
}

#[cfg(test)]
#[cfg(feature = "images")]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut out = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(width, height).write_to(&mut out, image::ImageFormat::Png).unwrap();
        out.into_inner()
    }

    fn sent(picture: &Picture) -> (Vec<u8>, String) {
        let Some(UserBlock::Image(image)) = &picture.block else { panic!("{picture:?}") };
        (STANDARD.decode(&image.data).unwrap(), image.mime_type.clone())
    }

    #[test]
    fn a_small_picture_goes_as_it_is() {
        let bytes = png(30, 20);
        let picture = prepare(&bytes, true);
        assert_eq!(sent(&picture), (bytes, "image/png".to_owned()));
        assert!(picture.note.starts_with("Image image/png, 30x20, "), "{}", picture.note);
    }

    #[test]
    fn a_picture_with_too_many_pixels_is_scaled() {
        let picture = prepare(&png(2600, 130), true);
        let (bytes, mime) = sent(&picture);
        let scaled = image::load_from_memory(&bytes).unwrap();
        assert_eq!((scaled.width(), scaled.height(), mime.as_str()), (2000, 100, "image/png"));
        assert!(picture.note.contains("2600x130 shown as 2000x100"), "{}", picture.note);
    }

    #[test]
    fn a_cut_picture_becomes_a_note() {
        let bytes = png(300, 300);
        let picture = prepare(&bytes[..bytes.len() / 2], true);
        assert_eq!(picture.block, None);
        assert!(picture.note.starts_with("[The image (image/png"), "{}", picture.note);
    }

    #[test]
    fn a_picture_that_claims_to_be_huge_costs_no_memory() {
        let mut bytes = png(1, 1);
        // Width and height in the header, and its checksum, which is checked after the limits.
        bytes[16..24].copy_from_slice(&[0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0xff, 0xff]);
        assert_eq!(prepare(&bytes, true).block, None);
    }

    #[test]
    fn a_model_that_cannot_see_gets_a_note() {
        let picture = prepare(&png(3, 3), false);
        assert_eq!(picture.block, None);
        assert!(picture.note.ends_with("The current model cannot see images]"));
    }

    #[test]
    fn other_bytes_under_the_name_of_a_picture_become_a_note() {
        assert_eq!(prepare(b"<svg/>", true).block, None);
    }
}
