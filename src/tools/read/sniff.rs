//! What bytes are, told from the bytes alone: names and claimed types are not believed (hazard K34).

/// Bytes that are looked at.
pub const SAMPLE: usize = 8192;

/// What a file or an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An image that models take; its media type.
    Image(&'static str),
    Text,
    /// Text with two bytes a character.
    Utf16 {
        little: bool,
    },
    /// Anything else, with a name for people.
    Binary(&'static str),
}

/// Looks at the first [`SAMPLE`] bytes.
pub fn sniff(bytes: &[u8]) -> Kind {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    if let Some(kind) = image(sample) {
        return kind;
    }
    if let Some((_, name)) = SIGNATURES.iter().find(|(signature, _)| sample.starts_with(signature)) {
        return Kind::Binary(name);
    }
    if sample.get(4..8) == Some(b"ftyp") {
        return Kind::Binary("HEIC, AVIF or MP4 media");
    }
    match sample {
        [0xff, 0xfe, ..] => Kind::Utf16 { little: true },
        [0xfe, 0xff, ..] => Kind::Utf16 { little: false },
        _ if sample.contains(&0) => Kind::Binary("binary data"),
        _ => Kind::Text,
    }
}

fn image(sample: &[u8]) -> Option<Kind> {
    match sample {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some(Kind::Image("image/png")),
        [0xff, 0xd8, 0xff, ..] => Some(Kind::Image("image/jpeg")),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Kind::Image("image/gif")),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Kind::Image("image/webp")),
        _ => None,
    }
}

const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x7fELF", "an ELF program or library"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O program or library"),
    (b"\xca\xfe\xba\xbe", "a Java class or universal program"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\0\0\x01\0", "an icon"),
    (b"OggS", "Ogg media"),
    (b"ID3", "MP3 audio"),
    (b"fLaC", "FLAC audio"),
];

/// UTF-16 with its mark as text; halves of pairs become replacement characters.
pub fn utf16(bytes: &[u8], little: bool) -> String {
    let units = bytes.as_chunks::<2>().0.iter().skip(1).map(|pair| match little {
        true => u16::from_le_bytes(*pair),
        false => u16::from_be_bytes(*pair),
    });
    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_their_first_bytes() {
        assert_eq!(sniff(b"\x89PNG\r\n\x1a\n...."), Kind::Image("image/png"));
        assert_eq!(sniff(b"\xff\xd8\xff\xe0"), Kind::Image("image/jpeg"));
        assert_eq!(sniff(b"RIFF\0\0\0\0WEBPVP8 "), Kind::Image("image/webp"));
        assert_eq!(sniff(b"RIFF\0\0\0\0WAVEfmt "), Kind::Binary("binary data"));
        assert_eq!(sniff(b"GIF89a"), Kind::Image("image/gif"));
        assert_eq!(sniff(b"%PDF-1.7"), Kind::Binary("a PDF document"));
        assert_eq!(sniff("hello ä".as_bytes()), Kind::Text);
        assert_eq!(sniff(b""), Kind::Text);
        assert_eq!(sniff(b"a\0b"), Kind::Binary("binary data"));
    }

    #[test]
    fn utf16_becomes_text_in_both_orders() {
        assert_eq!(sniff(b"\xff\xfeh\0i\0"), Kind::Utf16 { little: true });
        assert_eq!(utf16(b"\xff\xfeh\0i\0", true), "hi");
        assert_eq!(utf16(b"\xfe\xff\0h\0i", false), "hi");
    }
}
