//! Half surrogate pairs in JSON text: a server that cuts its text between them writes what no parser takes.

/// What stands for a half: the replacement character.
const REPLACEMENT: &str = "\\ufffd";

/// The text with each half pair replaced; nothing when it has none. Half a character cannot be shown, and to lose the
/// rest of the reply for it would help nobody.
pub(super) fn mended(json: &str) -> Option<String> {
    let mut out = String::new();
    let (mut kept, mut at) = (0, 0);
    while let Some(found) = json.get(at..).and_then(|rest| rest.find('\\')) {
        let start = at + found;
        at = start + escape_length(json, start);
        let Some(unit) = unit(json, start) else { continue };
        match unit {
            // A high half and its low one.
            0xd800..0xdc00 if matches!(self::unit(json, at), Some(0xdc00..0xe000)) => at += escape_length(json, at),
            0xd800..0xe000 => {
                out.push_str(json.get(kept..start)?);
                out.push_str(REPLACEMENT);
                kept = at;
            }
            _ => {}
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_str(json.get(kept..)?);
    Some(out)
}

/// The code unit that is escaped here.
fn unit(json: &str, start: usize) -> Option<u16> {
    let digits = json.get(start..)?.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

/// Bytes of the escape that begins here; one that is none ends behind its backslash.
fn escape_length(json: &str, start: usize) -> usize {
    match json.as_bytes().get(start + 1) {
        Some(b'u') if unit(json, start).is_some() => 6,
        Some(byte) if byte.is_ascii() => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_give_way_and_all_else_stays() {
        let cases = [
            (r#""a\ud83d""#, Some(r#""a\ufffd""#)),
            (r#""\ude00b""#, Some(r#""\ufffdb""#)),
            (r#""\ud83d\ud83d\ude00\udfff""#, Some(r#""\ufffd\ud83d\ude00\ufffd""#)),
            (r#""\uD83D\n\uDE00""#, Some(r#""\ufffd\n\ufffd""#)),
            (r#""\ud83d\ude00""#, None),
            (r#""\\ud83d""#, None),
            (r#""\u00e4 \ud8""#, None),
            ("\"\\\u{e4}\"", None),
            ("\\", None),
        ];
        for (json, expected) in cases {
            assert_eq!(mended(json).as_deref(), expected, "{json}");
        }
    }
}
