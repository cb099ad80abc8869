//! Tests of the read tool.

use super::*;
use crate::proto::shared::UserBlock;
use crate::tools::testing::Bench;

#[tokio::test]
async fn a_file_comes_numbered_with_its_place_in_the_details() {
    let bench = Bench::new();
    let path = bench.file("src/a.rs", "one\ntwo\n");
    let (text, details) = bench.ok(&Read::default(), r#"{"path":"src/a.rs"}"#).await;
    assert_eq!(text, "1\tone\n2\ttwo\n");
    assert_eq!(details["kind"], "file");
    assert_eq!(details["resolvedPath"], path.display().to_string());
    assert_eq!(details["meta"]["source"]["type"], "path");
    assert!(details.get("truncation").is_none());
}

#[tokio::test]
async fn selectors_and_offsets_give_parts() {
    let bench = Bench::new();
    bench.file("a", (1..=1000).map(|n| format!("l{n}\n")).collect::<String>());
    let read = Read::default();
    let (text, details) = bench.ok(&read, r#"{"path":"a"}"#).await;
    assert!(text.ends_with("300\tl300\n\n[lines 1-300 of 1000; go on with offset 301]"), "{text}");
    assert_eq!(details["meta"]["truncation"]["nextOffset"], 301);
    assert_eq!(details["truncation"], details["meta"]["truncation"]);
    let (text, _) = bench.ok(&read, r#"{"path":"a","offset":999,"limit":5}"#).await;
    assert_eq!(text, "999\tl999\n1000\tl1000\n");
    let (text, _) = bench.ok(&read, r#"{"path":"a:2-3:raw"}"#).await;
    assert_eq!(text, "l2\nl3\n\n[lines 2-3 of 1000; go on with offset 4]");
    let (text, _) = bench.ok(&read, r#"{"path":"a:7,999+2"}"#).await;
    assert_eq!(text, "7\tl7\n...\n999\tl999\n1000\tl1000\n");
    let (error, _) = bench.fails(&read, r#"{"path":"a:1001"}"#).await;
    assert_eq!(error, "Line 1001 is past the end: there are 1000 lines");
    let (error, _) = bench.fails(&read, r#"{"path":"a:9-3"}"#).await;
    assert_eq!(error, "Line range `9-3` runs backwards");
}

#[tokio::test]
async fn a_name_that_ends_like_a_selector_is_read_as_a_name() {
    let bench = Bench::new();
    bench.file("log:12", "x\n");
    assert_eq!(bench.ok(&Read::default(), r#"{"path":"log:12"}"#).await.0, "1\tx\n");
}

#[tokio::test]
async fn folders_are_listed() {
    let bench = Bench::new();
    bench.file("b/c", "1234");
    bench.file("a", "1");
    let (text, details) = bench.ok(&Read::default(), r#"{"path":"."}"#).await;
    assert_eq!(text, "b/\na\t1\n");
    assert_eq!((&details["kind"], &details["isDirectory"]), (&"directory".into(), &true.into()));
    let (text, details) = bench.ok(&Read::default(), r#"{"path":".","limit":1}"#).await;
    assert_eq!(text, "b/\n\n[1 of 2 entries; go on with offset 2]");
    assert_eq!(details["meta"]["limits"]["headLimit"]["reached"], 1);
}

#[tokio::test]
async fn what_is_no_text_is_told_and_not_dumped() {
    let bench = Bench::new();
    bench.file("a.txt", b"\x7fELF\x02\x01\0\0");
    let (text, details) = bench.ok(&Read::default(), r#"{"path":"a.txt"}"#).await;
    assert_eq!(text, "(`a.txt` is an ELF program or library, 8 bytes; it has no text to show)");
    assert_eq!(details["kind"], "binary");
    bench.file("empty", "");
    assert_eq!(bench.ok(&Read::default(), r#"{"path":"empty"}"#).await.0, "(empty file)");
    bench.file("blank", "\n\n");
    assert_eq!(bench.ok(&Read::default(), r#"{"path":"blank:raw"}"#).await.0, "(only blank lines)");
    bench.file("wide", b"\xff\xfeh\0i\0");
    assert_eq!(bench.ok(&Read::default(), r#"{"path":"wide"}"#).await.0, "1\thi\n");
    bench.file("old", b"caf\xe9\r\n");
    let (text, details) = bench.ok(&Read::default(), r#"{"path":"old"}"#).await;
    assert_eq!(text, "1\tcaf\u{fffd}\n");
    assert_eq!(details["notes"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_device_or_fifo_is_refused_at_once() {
    let bench = Bench::new();
    let fifo = bench.path().join("fifo");
    nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
    let (error, _) = bench.fails(&Read::default(), r#"{"path":"fifo"}"#).await;
    assert!(error.starts_with("`fifo` is no regular file"), "{error}");
}

/// K34: a PNG under the name of a text file is an image, a text under the name of a PNG is text.
#[tokio::test]
async fn the_bytes_decide_what_a_file_is() {
    let bench = Bench::new();
    bench.file("a.png", "not a picture\n");
    assert_eq!(bench.ok(&Read::default(), r#"{"path":"a.png"}"#).await.0, "1\tnot a picture\n");
    bench.file("note.txt", PIXEL);
    let payload = bench.call(&Read::default(), r#"{"path":"note.txt"}"#).await.unwrap();
    let Some(UserBlock::Image(image)) = payload.content.get(1) else { panic!("{payload:?}") };
    assert_eq!(image.mime_type, "image/png");
}

/// K35: a picture that is too large, or broken, never reaches the provider.
#[tokio::test]
async fn a_picture_that_is_too_large_or_broken_becomes_a_note() {
    let bench = Bench::new();
    let mut bytes = PIXEL.to_vec();
    bytes.resize(21 << 20, 0);
    bench.file("big.png", bytes);
    let payload = bench.call(&Read::default(), r#"{"path":"big.png"}"#).await.unwrap();
    assert_eq!(payload.content.len(), 1);
    assert!(crate::tools::testing::text(&payload).contains("at most 20 MiB"));
    bench.file("cut.png", &PIXEL[..40]);
    assert_eq!(bench.call(&Read::default(), r#"{"path":"cut.png"}"#).await.unwrap().content.len(), 1);
}

/// K36: a model that cannot see gets words.
#[tokio::test]
async fn a_model_without_eyes_gets_a_note() {
    let mut bench = Bench::new();
    bench.cx.vision = false;
    bench.file("a.png", PIXEL);
    let payload = bench.call(&Read::default(), r#"{"path":"a.png"}"#).await.unwrap();
    assert_eq!(payload.content.len(), 1);
    assert!(crate::tools::testing::text(&payload).contains("cannot see images"));
}

/// K33: see also the tests of `files`.
#[tokio::test]
async fn look_alike_names_are_found_also_with_a_selector() {
    let bench = Bench::new();
    bench.file("Notes 9.30\u{202f}AM.txt", "a\nb\n");
    let (text, _) = bench.ok(&Read::default(), r#"{"path":"Notes 9.30 AM.txt:2"}"#).await;
    assert_eq!(text, "2\tb\n");
    let (error, _) = bench.fails(&Read::default(), r#"{"path":"Note.txt"}"#).await;
    assert!(error.starts_with("`Note.txt` does not exist"), "{error}");
}

#[tokio::test]
async fn a_cancelled_read_ends() {
    let bench = Bench::new();
    bench.file("a", "x");
    bench.cx.token.cancel();
    assert_eq!(bench.fails(&Read::default(), r#"{"path":"a"}"#).await.0, payload::CANCELLED);
}

#[test]
fn a_port_is_no_selector() {
    assert_eq!(split_address("http://h:8080").unwrap().0, "http://h:8080");
    assert_eq!(split_address("http://h:8080/a").unwrap().0, "http://h:8080/a");
    let (address, selection) = split_address("http://h:8080/a:20-30").unwrap();
    assert_eq!((address, selection.ranges), ("http://h:8080/a", vec![(20, Some(30))]));
}

#[tokio::test]
async fn a_web_page_comes_as_text_in_pages() {
    use std::io::Write;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let body = format!("<title>T</title>{}", "<p>row</p>".repeat(2));
        let _ = std::io::Read::read(&mut stream, &mut [0; 4096]);
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all((head + &body).as_bytes()).unwrap();
    });
    let read = Read { web: Fetcher::without_proxy(), ..Read::default() };
    let bench = Bench::new();
    let (text, details) = bench.ok(&read, &format!(r#"{{"path":"http://{address}/"}}"#)).await;
    assert_eq!(text, "T\n\nrow\n\nrow\n");
    assert_eq!(details["kind"], "url");
    assert_eq!(details["finalUrl"], format!("http://{address}/"));
    assert_eq!(details["contentType"], "text/html");
    assert_eq!(details["meta"]["source"]["type"], "url");
}

/// One red pixel.
const PIXEL: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00,
    0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00, 0x0c, 0x49,
    0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00, 0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];
