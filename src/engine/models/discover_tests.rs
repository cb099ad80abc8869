//! Tests of [`super`].

use std::io::{Read, Write};
use std::net::TcpListener;

use super::super::support::{Setup, TWO};

/// Serves this list to requests that have the key and the configured header, from a thread of its own.
fn serve(body: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut buffer = [0; 4096];
            let read = stream.read(&mut buffer).unwrap();
            let asked = String::from_utf8_lossy(&buffer[..read]).to_lowercase();
            let wanted = ["get /v1/models ", "authorization: bearer k", "x-team: build"];
            let status = if wanted.iter().all(|part| asked.contains(part)) { "200 OK" } else { "401 Unauthorized" };
            let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
            stream.write_all((head + body).as_bytes()).unwrap();
        }
    });
    format!("http://{address}/v1")
}

fn models_yml(base_url: &str) -> String {
    format!(
        "providers:\n  asked:\n    api: openai-completions\n    baseUrl: {base_url}\n    apiKey: k\n    headers: {{ X-Team: build }}\n"
    )
}

#[tokio::test]
async fn a_provider_without_a_list_is_asked_for_it() {
    let list = r#"{"object": "list", "data": [
        {"id": "b", "context_length": 32768, "name": "Bee", "architecture": {"input_modalities": ["text", "image"]}},
        {"id": "a", "max_model_len": 4096}]}"#;
    let base_url = serve(list);
    let registry = Setup::new(&models_yml(&base_url)).registry();
    assert_eq!(registry.available().len(), 1, "only the embedded one, before anyone asked");
    registry.refresh().await;
    let models = registry.available();
    let asked: Vec<_> = models.iter().filter(|model| model.provider == "asked").collect();
    assert_eq!(asked.iter().map(|model| model.id.as_str()).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!((asked[1].context_window, asked[0].context_window), (4096, 32768));
    assert_eq!(asked[0].name, "Bee");
    assert!(registry.find("asked", "c").is_none(), "its list is known now");
}

#[tokio::test]
async fn a_provider_that_fails_is_told_and_hides_no_other() {
    let setup = Setup::new(&(models_yml("http://127.0.0.1:9/v1") + &TWO.replace("providers:\n", "")));
    let registry = setup.registry();
    registry.refresh().await;
    let report = registry.report();
    let why = |id: &str| report.unusable.iter().find(|(provider, _)| provider == id).map(|(_, why)| why.clone());
    assert!(why("asked").unwrap().starts_with("no list of models at http://127.0.0.1:9/v1: "));
    assert_eq!(why("acme").unwrap(), "no key: ACME_KEY is not set");
    assert!(report.usable.iter().any(|row| row.id == "small"));
    assert!(registry.find("asked", "anything").is_some());
}
