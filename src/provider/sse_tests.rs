//! The event reader against every way to cut a stream.

use proptest::prelude::*;

use super::*;

/// Events as owned values: name and data.
fn read(pieces: &[&[u8]]) -> Vec<(String, String)> {
    let mut sse = Sse::new(1 << 20);
    let mut events = Vec::new();
    let mut tell = |event: Event<'_>| {
        events.push((event.name.to_owned(), String::from_utf8_lossy(event.data).into_owned()));
    };
    for piece in pieces {
        sse.feed(piece, &mut tell).unwrap();
    }
    sse.finish(&mut tell);
    events
}

fn data(pieces: &[&[u8]]) -> Vec<String> {
    read(pieces).into_iter().map(|(_, data)| data).collect()
}

#[test]
fn events_are_told_with_name_and_data() {
    let stream = b"event: ping\ndata: {\"a\":1}\n\ndata:two\n\n";
    assert_eq!(read(&[stream]), [("ping".into(), "{\"a\":1}".into()), (String::new(), "two".into())]);
}

#[test]
fn every_line_end_and_both_halves_of_a_crlf_are_understood() {
    for end in ["\n", "\r", "\r\n"] {
        let stream = format!("data: one{end}data: two{end}{end}data: three{end}{end}");
        let bytes = stream.as_bytes();
        for cut in 0..=bytes.len() {
            assert_eq!(data(&[&bytes[..cut], &bytes[cut..]]), ["one\ntwo", "three"], "{end:?} cut at {cut}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(data(&single), ["one\ntwo", "three"], "{end:?} byte by byte");
    }
}

#[test]
fn comments_ids_and_unknown_fields_are_nothing() {
    let stream = b": keep-alive\n\n:\n\nid: 4\nretry: 10\ndatabase: x\ndata: y\n\n";
    assert_eq!(data(&[stream]), ["y"]);
}

#[test]
fn one_space_after_the_colon_goes_and_no_more() {
    assert_eq!(data(&[b"data:  two\n\ndata\n\ndata:\n\ndata: \n\n"]), [" two", "", "", ""]);
}

#[test]
fn a_byte_order_mark_is_dropped_also_in_pieces() {
    let stream = b"\xEF\xBB\xBFdata: x\n\n";
    for cut in 0..=stream.len() {
        assert_eq!(data(&[&stream[..cut], &stream[cut..]]), ["x"], "cut at {cut}");
    }
    assert_eq!(data(&[b"\xEF", b"\xBBdata: x\n\ndata: y\n\n"]), ["y"], "half a mark is a strange first line");
}

#[test]
fn a_body_may_end_without_its_last_line_ends() {
    assert_eq!(data(&[b"data: a\n\ndata: [DONE]"]), ["a", "[DONE]"]);
    assert_eq!(data(&[b"data: a\n\ndata: [DONE]\n"]), ["a", "[DONE]"]);
    assert_eq!(data(&[b"data: a\n\n: bye"]), ["a"]);
}

#[test]
fn an_event_beyond_the_limit_is_refused_however_it_comes() {
    let long = format!("data: {}\n\n", "x".repeat(100));
    let lines = "data: 0123456789\n".repeat(10);
    for stream in [long.as_str(), lines.as_str()] {
        for size in [1, 7, 1000] {
            let mut sse = Sse::new(64);
            let mut tell = |_: Event<'_>| {};
            let refused = stream.as_bytes().chunks(size).any(|piece| sse.feed(piece, &mut tell).is_err());
            assert!(refused, "{size}");
        }
    }
    let mut sse = Sse::new(64);
    let mut count = 0;
    for _ in 0..1000 {
        sse.feed(b": comment\ndata: small\n\n", &mut |_| count += 1).unwrap();
    }
    assert_eq!(count, 1000, "the limit is for one event, not for the stream");
}

#[test]
fn the_end_of_a_line_is_found_at_every_distance() {
    for length in 0..100 {
        for end in [b'\n', b'\r'] {
            let mut bytes = vec![b'x'; length];
            assert_eq!(line_end(&bytes), None);
            bytes.push(end);
            bytes.extend_from_slice(b"yy\n");
            assert_eq!(line_end(&bytes), Some(length));
        }
    }
}

proptest! {
    #[test]
    fn the_same_events_come_out_of_every_split(
        lines in prop::collection::vec(
            ("(data: ?|data|event: ?|: |id: |:|)", "[a-z\u{e4}\u{1f980} :]{0,40}", "(\n|\r|\r\n)", any::<bool>()),
            0..20,
        ),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12),
    ) {
        let mut stream = Vec::new();
        for (field, value, end, blank) in &lines {
            stream.extend_from_slice(field.as_bytes());
            stream.extend_from_slice(value.as_bytes());
            stream.extend_from_slice(end.as_bytes());
            if *blank {
                stream.extend_from_slice(end.as_bytes());
            }
        }
        let expected = read(&[&stream]);
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(stream.len() + 1)).collect();
        at.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for cut in at {
            pieces.push(&stream[from..cut]);
            from = cut;
        }
        pieces.push(&stream[from..]);
        prop_assert_eq!(read(&pieces), expected.clone());
        let single: Vec<&[u8]> = stream.chunks(1).collect();
        prop_assert_eq!(read(&single), expected);
    }
}
