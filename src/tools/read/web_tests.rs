//! Tests of fetching, against a server of a few lines.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;

use super::*;

/// Answers one connection after the other with the given bytes, then goes.
fn serve(answers: Vec<Vec<u8>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for answer in answers {
            let Ok((mut stream, _)) = listener.accept() else { return };
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let _ = stream.write_all(&answer);
        }
    });
    address
}

fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

async fn fetch(answers: Vec<Vec<u8>>) -> Result<Page, String> {
    let address = serve(answers);
    Fetcher::without_proxy().fetch(&format!("{address}/page")).await
}

#[tokio::test]
async fn redirects_are_followed_and_the_last_address_told() {
    let page = fetch(vec![
        answer("302 Found\r\nLocation: /other", b""),
        answer("200 OK\r\nContent-Type: text/html; charset=utf-8", b"<p>hi</p>"),
    ])
    .await
    .unwrap();
    assert!(page.final_url.ends_with("/other"));
    assert_eq!(page.body, Body::Html("<p>hi</p>".to_owned()));
    assert_eq!(page.content_type.as_deref(), Some("text/html; charset=utf-8"));
}

#[tokio::test]
async fn json_and_text_are_passed_through_and_old_encodings_decoded() {
    let page = fetch(vec![answer("200 OK\r\nContent-Type: application/json", b"{\"a\":1}")]).await.unwrap();
    assert_eq!(page.body, Body::Text("{\"a\":1}".to_owned()));
    let page = fetch(vec![answer("200 OK\r\nContent-Type: text/plain; charset=ISO-8859-1", b"caf\xe9")]).await.unwrap();
    assert_eq!(page.body, Body::Text("café".to_owned()));
}

#[tokio::test]
async fn the_bytes_decide_what_an_answer_is() {
    let page = fetch(vec![answer("200 OK\r\nContent-Type: text/plain", b"\x89PNG\r\n\x1a\nrest")]).await.unwrap();
    assert!(matches!(page.body, Body::Image(_)));
    let page = fetch(vec![answer("200 OK\r\nContent-Type: text/html", b"%PDF-1.7")]).await.unwrap();
    assert_eq!(page.body, Body::Other("a PDF document", 8));
    let page = fetch(vec![answer("200 OK", b"<!DOCTYPE html><p>x")]).await.unwrap();
    assert!(matches!(page.body, Body::Html(_)));
}

#[tokio::test]
async fn a_refusal_tells_status_and_reason() {
    let error = fetch(vec![answer("404 Not Found\r\nContent-Type: text/html", b"<h1>Gone</h1>")]).await.unwrap_err();
    assert!(error.ends_with("/page answered 404 Not Found: Gone"), "{error}");
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_an_error_also_without_a_length() {
    let error = fetch(vec![b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n".to_vec()]).await.unwrap_err();
    assert!(error.ends_with("the answer is larger than 10 MiB"), "{error}");
    let body = [b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".to_vec(), vec![b'x'; 11 << 20]].concat();
    let error = fetch(vec![body]).await.unwrap_err();
    assert!(error.ends_with("the answer is larger than 10 MiB"), "{error}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_clearly() {
    let address = serve(vec![]);
    let error = Fetcher::without_proxy().fetch(&address).await.unwrap_err();
    assert!(error.to_lowercase().contains("refused"), "{error}");
}

#[test]
fn addresses_are_told_from_paths() {
    assert!(is_address("https://a") && is_address("HTTP://a"));
    assert!(!is_address("httpd.conf") && !is_address("ftp://a"));
}
