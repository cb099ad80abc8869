//! A file or folder as a user attaches it to a message: whole, or not at all.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use crate::base::text::count_lines;
use crate::proto::shared::{ImageContent, SkippedReason, UserBlock};
use crate::tools::truncate::count;

use super::sniff::{Kind, SAMPLE, sniff, utf16};
use super::{folder, image};

/// Longest text that is attached; a longer one is for the read tool.
pub const MAX_TEXT: u64 = 256 * 1024;
/// Files of one message.
pub const MOST_FILES: usize = 20;

/// What may still be attached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Room {
    /// Bytes of text.
    text: u64,
    images: u64,
}

impl Default for Room {
    fn default() -> Self {
        Self { text: 512 * 1024, images: 8 }
    }
}

/// What was attached.
#[derive(Debug, Default, PartialEq)]
pub struct Attached {
    /// The text, or the entries of a folder.
    pub content: String,
    pub lines: Option<u64>,
    /// Size of the file.
    pub bytes: Option<u64>,
    pub skipped: Option<SkippedReason>,
    pub image: Option<ImageContent>,
}

/// Reads `path`; nothing when it cannot be read or is neither a file nor a folder. Of a folder's entries those are left
/// out that are `forbidden`. Slow: call it on a thread of its own.
pub fn attach(path: &Path, room: &mut Room, forbidden: impl Fn(&Path) -> bool) -> Option<Attached> {
    let metadata = fs::metadata(path).ok()?;
    if metadata.is_dir() {
        let listing = folder::list(path, 1, folder::PAGE, forbidden).ok()?;
        let content = [Some(listing.text.clone()), listing.notice()].into_iter().flatten().collect::<String>();
        return Some(text(content, None, room));
    }
    if !metadata.is_file() {
        return None;
    }
    let bytes = metadata.len();
    let mut file = File::open(path).ok()?;
    let mut held = Vec::new();
    file.by_ref().take(SAMPLE as u64).read_to_end(&mut held).ok()?;
    let most = match sniff(&held) {
        Kind::Binary(_) => return Some(skipped(SkippedReason::Binary, bytes)),
        Kind::Image(_) => {
            if room.images > 0 {
                image::MAX_FILE
            } else {
                0
            }
        }
        Kind::Text | Kind::Utf16 { .. } => MAX_TEXT.min(room.text),
    };
    if bytes > most {
        return Some(skipped(SkippedReason::TooLarge, bytes));
    }
    // A file that grows meanwhile is read no further.
    file.take(most.saturating_sub(SAMPLE as u64)).read_to_end(&mut held).ok()?;
    Some(match sniff(&held) {
        Kind::Image(_) => picture(&held, bytes, room),
        Kind::Utf16 { little } => text(utf16(&held, little), Some(bytes), room),
        _ => {
            let whole = String::from_utf8_lossy(&held);
            text(whole.strip_prefix('\u{feff}').unwrap_or(&whole).to_owned(), Some(bytes), room)
        }
    })
}

fn skipped(reason: SkippedReason, bytes: u64) -> Attached {
    Attached { bytes: Some(bytes), skipped: Some(reason), ..Attached::default() }
}

fn text(content: String, bytes: Option<u64>, room: &mut Room) -> Attached {
    room.text = room.text.saturating_sub(count(content.len()));
    Attached { lines: Some(count(count_lines(&content))), content, bytes, ..Attached::default() }
}

/// A picture that cannot be shown is as good as any other binary file.
fn picture(held: &[u8], bytes: u64, room: &mut Room) -> Attached {
    match image::prepare(held, true).block {
        Some(UserBlock::Image(image)) => {
            room.images -= 1;
            Attached { bytes: Some(bytes), image: Some(image), ..Attached::default() }
        }
        _ => skipped(SkippedReason::Binary, bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(content: &[u8]) -> Attached {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, content).unwrap();
        attach(&path, &mut Room::default(), |_| false).unwrap()
    }

    #[test]
    fn text_is_whole_with_its_size() {
        let attached = of("\u{feff}one\ntwo".as_bytes());
        assert_eq!((attached.content.as_str(), attached.lines, attached.bytes), ("one\ntwo", Some(2), Some(10)));
        assert_eq!(of(b"\xff\xfeh\0i\0").content, "hi");
        assert_eq!(of(b"").content, "");
    }

    #[test]
    fn what_is_no_text_or_too_long_is_skipped_with_the_reason() {
        assert_eq!(of(b"a\0b"), skipped(SkippedReason::Binary, 3));
        assert_eq!(of(b"\x89PNG\r\n\x1a\n broken"), skipped(SkippedReason::Binary, 15));
        let long = vec![b'a'; MAX_TEXT as usize + 1];
        assert_eq!(of(&long), skipped(SkippedReason::TooLarge, MAX_TEXT + 1));
    }

    #[test]
    fn all_texts_together_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, vec![b'a'; MAX_TEXT as usize]).unwrap();
        let mut room = Room::default();
        let skipped: Vec<bool> =
            (0..3).map(|_| attach(&path, &mut room, |_| false).unwrap().skipped.is_some()).collect();
        assert_eq!(skipped, [false, false, true]);
    }

    #[test]
    fn a_folder_is_its_entries_and_a_pipe_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b.txt"), "12345").unwrap();
        assert_eq!(attach(folder.path(), &mut Room::default(), |_| false).unwrap().content, "b.txt\t5\n");
        assert_eq!(attach(&folder.path().join("none"), &mut Room::default(), |_| false), None);
        assert_eq!(attach(Path::new("/dev/null"), &mut Room::default(), |_| false), None);
    }
}
