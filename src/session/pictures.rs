//! Images of messages, made fit for a model before they are said, as those of files are (hazard K35).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::proto::shared::{ImageContent, UserBlock};
use crate::tools::read::image::prepare;

use super::queues::Input;

/// What becomes of an image.
#[derive(Debug, PartialEq)]
pub enum Fitted {
    /// It goes as it came.
    Kept,
    Scaled(ImageContent),
    /// It cannot be sent; the note says why.
    Refused(String),
}

/// Checks an image, and scales one that is too large. Slow: call it on a thread of its own.
pub(super) fn fit(image: &ImageContent) -> Fitted {
    // Some hosts hand over a whole data URL.
    let base64 = match image.data.split_once("base64,") {
        Some((head, data)) if head.starts_with("data:") => data,
        _ => image.data.as_str(),
    }
    .trim();
    // What this decoder does not take is judged by the provider.
    let Ok(bytes) = STANDARD.decode(base64) else { return Fitted::Kept };
    // Models that cannot see get a placeholder with the request; the picture stays for those that can.
    let picture = prepare(&bytes, true);
    match picture.block {
        Some(UserBlock::Image(fitted)) if fitted.data == base64 => Fitted::Kept,
        Some(UserBlock::Image(fitted)) => Fitted::Scaled(ImageContent { detail: image.detail, ..fitted }),
        _ => Fitted::Refused(picture.note),
    }
}

impl Input {
    /// Takes over what became of its images, in their order; a note stands behind the text.
    pub(super) fn take_fitted(&mut self, fitted: Vec<Fitted>) {
        let mut fitted = fitted.into_iter();
        for image in std::mem::take(&mut self.images) {
            match fitted.next() {
                None | Some(Fitted::Kept) => self.images.push(image),
                Some(Fitted::Scaled(image)) => self.images.push(image),
                Some(Fitted::Refused(note)) => {
                    self.text.push_str(if self.text.is_empty() { "" } else { "\n\n" });
                    self.text.push_str(&note);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

    fn image(data: &str) -> ImageContent {
        ImageContent { data: data.into(), mime_type: "image/png".into(), detail: None }
    }

    #[test]
    fn what_fits_goes_as_it_came() {
        assert_eq!(fit(&image(PNG)), Fitted::Kept);
        assert_eq!(fit(&image(&format!("data:image/png;base64,{PNG}"))), Fitted::Kept);
        assert_eq!(fit(&image("no base64")), Fitted::Kept);
    }

    #[test]
    fn what_is_no_image_becomes_a_note_in_its_message() {
        let fitted = fit(&image("PHN2Zy8+"));
        let Fitted::Refused(note) = &fitted else { panic!("{fitted:?}") };
        let (note, scaled) = (note.clone(), Fitted::Scaled(image("s")));
        let images = ["a", "b", "c", "d"].map(image).to_vec();
        let mut input = Input { text: "See".into(), images };
        input.take_fitted(vec![Fitted::Kept, fitted, scaled]);
        assert_eq!(input.text, format!("See\n\n{note}"));
        assert_eq!(input.images, ["a", "s", "d"].map(image));
    }
}
