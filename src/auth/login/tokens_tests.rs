//! Tests of [`super`].

use super::*;

fn answer(status: u16, body: &str) -> Result<Answer, String> {
    Ok(Answer { status, body: body.into() })
}

fn tokens(body: &str, before: Option<&Secret>) -> Result<Tokens, Refusal> {
    granted(answer(200, body), "https://acme.example/token", Some("client"), before)
}

#[test]
fn tokens_are_taken_with_where_they_came_from() {
    let now = clock::now();
    let given = tokens(r#"{"access_token":"a","token_type":"Bearer","expires_in":3600,"refresh_token":"r"}"#, None);
    let given = given.unwrap();
    assert_eq!((given.access.reveal(), given.refresh.as_ref().map(Secret::reveal)), ("a", Some("r")));
    assert!(given.expires.is_some_and(|at| (now + 3_600_000..now + 3_700_000).contains(&at)));
    assert_eq!(given.token_url.as_deref(), Some("https://acme.example/token"));
    assert_eq!(given.client_id.as_deref(), Some("client"));
}

#[test]
fn an_old_refresh_token_stays_when_there_is_no_new_one() {
    let old = Secret::new("old");
    let kept = |body| tokens(body, Some(&old)).unwrap().refresh.map(|token| token.reveal().to_owned());
    assert_eq!(kept(r#"{"access_token":"a","expires_in":"60"}"#), Some("old".into()));
    assert_eq!(kept(r#"{"access_token":"a","refresh_token":"new"}"#), Some("new".into()));
}

#[test]
fn lifetimes_in_every_form() {
    let of = |text: &str| lifetime(&serde_json::from_str(text).unwrap());
    assert_eq!(
        [of("60"), of("\"60\""), of("0.5")].map(|time| time.map(|time| time.as_millis())),
        [Some(60_000), Some(60_000), Some(500)]
    );
    assert_eq!([of("-1"), of("\"soon\""), of("1e300"), of("[]")], [None; 4]);
}

#[test]
fn a_refusal_has_its_reason_and_says_whether_it_passes() {
    let refused = |status, body: &str| accepted(answer(status, body)).unwrap_err();
    let last = |why: &str| Refusal::Final(why.into());
    assert_eq!(refused(400, r#"{"error":"invalid_grant"}"#), last("invalid_grant"));
    let both = r#"{"error":"invalid_grant","error_description":"The code is used"}"#;
    assert_eq!(refused(400, both), last("invalid_grant (The code is used)"));
    assert_eq!(refused(200, r#"{"error":"bad_verification_code"}"#), last("bad_verification_code"));
    assert_eq!(refused(403, r#"{"error":{"message":"Invalid code","code":403}}"#), last("Invalid code"));
    assert_eq!(refused(404, "<html>secret</html>"), last("status 404"));
    assert_eq!(refused(503, "busy"), Refusal::Passing("status 503".into()));
    assert_eq!(refused(429, ""), Refusal::Passing("status 429".into()));
    assert_eq!(accepted(Err("no way".into())).unwrap_err(), Refusal::Passing("no way".into()));
}

#[test]
fn a_secret_that_a_cut_would_go_through_is_not_told_in_part() {
    let secrets = Secrets::new();
    let token = "t".repeat(600);
    secrets.register(&token);
    assert_eq!(told(&format!("The token\n{token} was revoked"), &secrets), "The token\\n[redacted] was revoked");
    assert!(told(&"x".repeat(1000), &secrets).len() < 400);
}

#[test]
fn an_answer_without_a_token_that_can_be_sent_is_a_refusal() {
    for body in ["", "[]", r#"{"access_token":""}"#, r#"{"access_token":"a b"}"#, r#"{"token":"a"}"#] {
        assert_eq!(tokens(body, None).unwrap_err(), odd(), "{body}");
    }
}
