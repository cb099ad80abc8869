//! Tests of [`super`].

use reqwest::Url;

use super::*;
use crate::auth::login::flow::{Exchange, Redirect};

fn flow(exchange: Exchange) -> Flow {
    Flow {
        authorize_url: Url::parse("https://acme.example/authorize").unwrap(),
        token_url: Url::parse("https://acme.example/token").unwrap(),
        client_id: Some("client".into()),
        scopes: Vec::new(),
        parameters: Default::default(),
        redirect: Redirect::default(),
        exchange,
    }
}

async fn send(port: u16, request: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
    // Whoever is refused may find the connection closed before all is sent.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

async fn get(port: u16, target: &str) -> String {
    send(port, &format!("GET {target} HTTP/1.1\r\nHost: h\r\n\r\n")).await
}

#[tokio::test]
async fn only_an_answer_with_this_logins_state_ends_the_wait() {
    let (flow, proof) = (flow(Exchange::Tokens), Proof { verifier: "v".into(), state: "right".into() });
    let redirects = Redirects::open(&flow, &proof).await.unwrap();
    let port = redirects.port;
    let browser = async {
        // Opened ahead, and left alone.
        let _idle = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
        for (target, status) in [
            ("/", "404"),
            ("/favicon.ico", "404"),
            ("/callback", "400"),
            ("/callback?code=c", "400"),
            ("/callback?code=c&state=wrong", "400"),
            ("/callback?error=access_denied&state=wrong", "400"),
            ("/login/guessed", "404"),
        ] {
            let answer = get(port, target).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{target}: {answer}");
        }
        let answer = send(port, "POST /callback?code=c&state=right HTTP/1.1\r\nHost: h\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
        let answer = send(port, "no request at all\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
        assert!(!send(port, &format!("GET /{} HTTP/1.1\r\n", "x".repeat(MOST_HEAD))).await.contains("200"));
        get(port, "/callback?code=a%2Bb&state=right").await
    };
    let (came, page) = tokio::join!(redirects.next(), browser);
    assert_eq!(came, Came::Code("a+b".into()));
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains(DONE) && !page.contains("a+b"), "{page}");
}

#[tokio::test]
async fn the_short_address_leads_to_the_page_and_the_port_closes_with_the_login() {
    let (flow, proof) = (flow(Exchange::Key), Proof { verifier: "v".into(), state: "right".into() });
    let redirects = Redirects::open(&flow, &proof).await.unwrap();
    let port = redirects.port;
    let path = redirects.launch_path.clone();
    let browser = async {
        let answer = get(port, &path).await;
        assert!(answer.contains(&format!("Location: {}\r\n", redirects.page)), "{answer}");
        get(port, "/callback/wrong?code=c").await;
        get(port, "/callback/right?error=access_denied").await
    };
    let (came, page) = tokio::join!(redirects.next(), browser);
    assert_eq!(came, Came::Refused { error: "access_denied".into(), description: None });
    assert!(page.contains(REFUSED), "{page}");
    drop(redirects);
    assert!(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.is_err());
}
