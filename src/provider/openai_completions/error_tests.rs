//! Error bodies as servers of many makes send them, and what becomes of them.

use serde_json::json;

use super::*;

fn kind(status: u16, body: &str) -> FailureKind {
    from_response("acme", status, body.as_bytes(), None).kind
}

#[test]
fn the_status_decides_when_nothing_else_is_known() {
    use FailureKind as Kind;
    for (status, expected) in [
        (302, Kind::BadRequest),
        (400, Kind::BadRequest),
        (401, Kind::Auth),
        (402, Kind::BadRequest),
        (403, Kind::Auth),
        (404, Kind::BadRequest),
        (408, Kind::Timeout),
        (413, Kind::Overflow),
        (422, Kind::BadRequest),
        (429, Kind::RateLimit),
        (500, Kind::Server),
        (502, Kind::Server),
        (503, Kind::Overloaded),
        (504, Kind::Timeout),
        (529, Kind::Overloaded),
    ] {
        assert_eq!(kind(status, "something went wrong"), expected, "{status}");
    }
}

#[test]
fn a_rate_limit_is_never_taken_for_an_overflow() {
    assert_eq!(kind(429, r#"{"error":{"message":"too many tokens per minute"}}"#), FailureKind::RateLimit);
    let large = r#"{"error":{"message":"Request too large on tokens per minute: limit 6000, requested 8000","code":"rate_limit_exceeded"}}"#;
    assert_eq!(kind(413, large), FailureKind::RateLimit);
    assert_eq!(kind(400, r#"{"message":"rate limit: maximum context length of the tier"}"#), FailureKind::RateLimit);
}

#[test]
fn an_overflow_is_known_by_code_and_by_wording() {
    for body in [
        r#"{"error":{"message":"no","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
        r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
        r#"{"object":"error","message":"This model's maximum context length is 4096 tokens","type":"BadRequestError","code":400}"#,
        r#"{"error":"prompt is too long: 9 > 8"}"#,
        r#"{"detail":[{"msg":"The input token count (9) exceeds the maximum"}]}"#,
        "",
    ] {
        assert_eq!(kind(400, body), FailureKind::Overflow, "{body}");
    }
    assert_eq!(kind(500, r#"{"error":{"message":"context length exceeded"}}"#), FailureKind::Overflow);
}

#[test]
fn content_and_credentials_are_told_apart() {
    assert_eq!(kind(400, r#"{"error":{"code":"content_filter","message":"blocked"}}"#), FailureKind::ContentFilter);
    assert_eq!(kind(403, r#"{"error":{"message":"Your input was flagged","code":403}}"#), FailureKind::ContentFilter);
    assert_eq!(kind(400, r#"{"error":{"code":"invalid_api_key","message":"no"}}"#), FailureKind::Auth);
    assert_eq!(kind(400, r#"[{"error":{"code":400,"status":"UNAUTHENTICATED","message":"no"}}]"#), FailureKind::Auth);
}

#[test]
fn the_message_says_who_what_and_what_to_do() {
    let body = r#"{"error":{"message":"Incorrect API key provided: sk-abcdefgh12345.","code":"invalid_api_key"}}"#;
    let failure = from_response("acme", 401, body.as_bytes(), None);
    assert_eq!(
        failure.message,
        "acme answered 401: Incorrect API key provided: [redacted] (check the API key of this provider)"
    );
    assert_eq!(failure.status, Some(401));
    let failure = from_response("acme", 404, b"<html><head><title>Not here</title></head></html>", None);
    assert_eq!(
        failure.message,
        "acme answered 404: a web page instead of JSON: Not here (check the model id and the base URL)"
    );
    assert_eq!(from_response("acme", 500, b"", None).message, "acme answered 500");
}

#[test]
fn the_words_of_an_upstream_win_over_its_gateway() {
    let body = json!({"error": {"code": 429, "message": "Provider returned error",
        "metadata": {"raw": "{\"error\":{\"message\":\"slow down, retry in 3s\"}}", "provider_name": "Upstream"}}});
    let failure = from_stream("gate", &body["error"]);
    assert_eq!(failure.kind, FailureKind::RateLimit);
    assert_eq!(failure.message, "gate answered 429: slow down, retry in 3s");
    assert_eq!(failure.retry_after, Some(Duration::from_secs(3)));
    let failure =
        from_stream("gate", &json!({"message": "Provider returned error", "metadata": {"provider_name": "U"}}));
    assert_eq!(failure.message, "gate reported an error: Provider returned error");
}

#[test]
fn an_error_inside_a_stream_has_a_kind_without_a_status() {
    for (error, expected) in [
        (json!({"message": "boom"}), FailureKind::Server),
        (json!("overloaded, sorry"), FailureKind::Overloaded),
        (json!({"message": "x", "code": "rate_limit_exceeded"}), FailureKind::RateLimit),
        (json!({"message": "prompt is too long"}), FailureKind::Overflow),
        (json!({"message": "x", "code": "502"}), FailureKind::Server),
    ] {
        assert_eq!(from_stream("acme", &error).kind, expected, "{error}");
    }
}

#[test]
fn the_wait_of_the_headers_wins_over_the_text() {
    let body = br#"{"error":{"message":"try again in 20s"}}"#;
    let wait = Some(Duration::from_secs(2));
    assert_eq!(from_response("acme", 429, body, wait).retry_after, wait);
    assert_eq!(from_response("acme", 429, body, None).retry_after, Some(Duration::from_secs(20)));
    assert_eq!(from_response("acme", 400, body, None).retry_after, None);
}

#[test]
fn credentials_never_pass() {
    assert_eq!(redacted("header Bearer abcdefgh1234 refused"), "header Bearer [redacted] refused");
    assert_eq!(redacted("key 'gsk_abcdefghijkl' bad"), "key '[redacted]' bad");
    assert_eq!(redacted("risk-free sk-ip ä"), "risk-free sk-ip ä");
}

#[test]
fn long_texts_are_cut_and_lines_joined() {
    assert_eq!(one_line("a\n  b.\n"), "a b");
    assert!(one_line(&"ä ".repeat(1000)).len() < 520);
}
