//! Tests of [`super`].

use super::*;

fn flow(exchange: Exchange) -> Flow {
    Flow {
        authorize_url: Url::parse("https://acme.example/authorize?tenant=1").unwrap(),
        token_url: Url::parse("https://acme.example/token").unwrap(),
        client_id: Some("client".into()),
        scopes: vec!["a".into(), "b c".into()],
        parameters: BTreeMap::from([("audience".into(), "api".into())]),
        redirect: Redirect::default(),
        exchange,
    }
}

fn proof() -> Proof {
    Proof { verifier: "verifier".into(), state: "st&te".into() }
}

fn code(text: &str) -> Result<Came, Strange> {
    Ok(Came::Code(text.into()))
}

#[test]
fn the_page_is_told_all_that_the_standard_wants() {
    let (flow, proof) = (flow(Exchange::Tokens), proof());
    let page = Url::parse(&flow.page(&flow.redirect_uri(8085, &proof), &proof)).unwrap();
    let query: Vec<(String, String)> = page.query_pairs().into_owned().collect();
    let query: Vec<(&str, &str)> = query.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let challenge = proof.challenge();
    assert_eq!(
        query,
        [
            ("tenant", "1"),
            ("response_type", "code"),
            ("redirect_uri", "http://127.0.0.1:8085/callback"),
            ("state", "st&te"),
            ("client_id", "client"),
            ("scope", "a b c"),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
            ("audience", "api"),
        ]
    );
}

#[test]
fn a_page_that_knows_no_state_gets_it_in_the_path() {
    let flow = Flow { client_id: None, scopes: vec![], parameters: BTreeMap::new(), ..flow(Exchange::Key) };
    let proof = Proof { state: "state".into(), ..proof() };
    let uri = flow.redirect_uri(1, &proof);
    assert_eq!(uri, "http://127.0.0.1:1/callback/state");
    assert!(
        flow.page(&uri, &proof).contains("callback_url=http%3A%2F%2F127.0.0.1%3A1%2Fcallback%2Fstate&code_challenge=")
    );
    assert_eq!(flow.pasted("http://127.0.0.1:1/callback/state?code=c", &proof), code("c"));
    assert_eq!(flow.pasted("http://127.0.0.1:1/callback/other?code=c", &proof), Err(Strange));
}

#[test]
fn everything_that_can_be_pasted_is_understood() {
    let (flow, proof) = (flow(Exchange::Tokens), proof());
    for text in [" c%2F1 ", "c%2F1#st&te"] {
        assert_eq!(flow.pasted(text, &proof), code("c%2F1"), "{text}");
    }
    for text in [
        "http://127.0.0.1:9/callback?code=c%2F1&state=st%26te",
        "https://acme.example/done?x=1&state=st%26te&code=c%2F1",
        "?code=c%2F1&state=st%26te",
        "state=st%26te&code=c%2F1",
    ] {
        assert_eq!(flow.pasted(text, &proof), code("c/1"), "{text}");
    }
    for text in [
        "c#other",
        "c#",
        "http://127.0.0.1:9/callback?code=c",
        "http://127.0.0.1:9/callback?code=c&state=other",
        "http://127.0.0.1:9/callback?code=&state=st%26te",
        "code=c",
        "http://127.0.0.1:9/callback?error=access_denied&state=other",
    ] {
        assert_eq!(flow.pasted(text, &proof), Err(Strange), "{text}");
    }
}

#[test]
fn a_refusal_is_told_with_its_reason() {
    let refused = |description: Option<&str>| {
        Ok(Came::Refused { error: "access_denied".into(), description: description.map(str::to_owned) })
    };
    let (flow, proof) = (flow(Exchange::Tokens), proof());
    assert_eq!(
        flow.came("error=access_denied&error_description=No+way&state=st%26te", &proof),
        refused(Some("No way"))
    );
    assert_eq!(flow.came("error=access_denied", &proof), refused(None));
    assert_eq!(flow.came("error=access_denied&code=c&state=st%26te", &proof), refused(None));
}

#[test]
fn a_description_that_cannot_work_is_named_by_its_member() {
    let url = |text: &str| Url::parse(text).unwrap();
    let good = flow(Exchange::Tokens);
    assert_eq!(good.fault(), None);
    assert_eq!(Flow { token_url: url("http://127.0.0.1:8/token"), ..good.clone() }.fault(), None);
    let faults = [
        (Flow { authorize_url: url("http://acme.example/"), ..good.clone() }, "authorizeUrl"),
        (Flow { token_url: url("ftp://acme.example/"), ..good.clone() }, "tokenUrl"),
        (Flow { client_id: None, ..good.clone() }, "clientId"),
        (Flow { redirect: Redirect { host: "0.0.0.0".into(), ..Redirect::default() }, ..good.clone() }, "redirectHost"),
        (Flow { redirect: Redirect { path: "callback".into(), ..Redirect::default() }, ..good }, "redirectPath"),
    ];
    for (flow, member) in faults {
        assert_eq!(flow.fault().map(|(member, _)| member), Some(member));
    }
}

#[test]
fn a_form_is_encoded() {
    assert_eq!(form(&[("code", "a/b c"), ("state", "x&y")]), "code=a%2Fb+c&state=x%26y");
}
