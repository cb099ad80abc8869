//! What becomes of a login: tokens in requests, their renewal, the file, and that none of them gets out.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::oauth::{Shown, browse};
use crate::support::server::Server;
use crate::support::{Frame, Gate, Launch, Model, Oauth, Workspace, sse};

/// A model behind a login, and a home that describes it as `acme` (and, the same, as `twin`).
fn place() -> (Model, Oauth, Workspace) {
    let (model, workspace) = (Model::start(), Workspace::new());
    let oauth = Oauth::on(&model);
    let entry = |id: &str, name: &str| {
        format!(
            "  {id}: {{name: {name}, api: openai-completions, baseUrl: '{}', oauth: {{{}}}, models: [{{id: coder}}]}}\n",
            model.base_url(),
            oauth.members()
        )
    };
    let yaml = format!("providers:\n{}{}", entry("acme", "Acme"), entry("twin", "Twin"));
    fs::write(workspace.home().join("models.yml"), yaml).unwrap();
    (model, oauth, workspace)
}

/// Begins a login; gives the page that is shown.
fn begin(server: &mut Server, id: &str, provider: &str) -> String {
    server.send(&json!({"id": id, "type": "login", "providerId": provider}));
    let frames = server.until(|frame| frame.value["method"] == "input");
    let shown = frames.iter().find(|frame| frame.value["method"] == "open_url").expect("a page is shown");
    assert_eq!(shown.value["credential"], "oauth");
    shown.value["url"].as_str().unwrap().to_owned()
}

/// Logs in by the browser.
fn log_in(server: &mut Server, provider: &str) -> Shown {
    let id = format!("login-{provider}");
    let page = begin(server, &id, provider);
    let shown = browse(&page, |_| false);
    assert_eq!(server.reply(&id)["success"], true);
    shown
}

fn auth(workspace: &Workspace) -> Value {
    let text = fs::read_to_string(workspace.home().join("auth.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The tokens that the model was asked with.
fn bearers(model: &Model) -> Vec<String> {
    let asked = model.requests().into_iter().filter(|request| request.path.ends_with("/chat/completions"));
    asked
        .map(|request| request.header("authorization").unwrap_or_default().trim_start_matches("Bearer ").to_owned())
        .collect()
}

fn last_error(frames: &[Frame]) -> String {
    let end = frames.iter().rev().find(|frame| frame.is("agent_end")).unwrap();
    let last = end.value["messages"].as_array().unwrap().last().unwrap();
    last["errorMessage"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_login_makes_a_provider_usable_and_its_token_goes_with_every_request() {
    let (model, oauth, workspace) = place();
    model.rule(|request| request.path.ends_with("/chat/completions").then(|| sse::text(&["Yes."])));
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "p0", "type": "prompt", "message": "Before"}));
    let refused = server.until(|frame| frame.value["success"] == false).pop().unwrap();
    let error = refused.value["error"].as_str().unwrap();
    assert!(error.starts_with("No API key found for acme.\nLog in to it"), "{error}");
    let shown = log_in(&mut server, "acme");
    assert_eq!(shown.status, 200);
    assert!(shown.text.contains("This window can be closed") && !shown.text.contains("code-1"), "{}", shown.text);
    assert_eq!(last_error(&server.run("p1", "After")), "");
    assert_eq!(last_error(&server.run("p2", "Once more")), "");
    assert_eq!(bearers(&model), ["access-token-1"; 2]);
    assert_eq!(oauth.renewals(), 0);
    let available = server.call(&json!({"id": "m", "type": "get_available_models"}));
    assert!(available["models"].as_array().unwrap().iter().any(|model| model["provider"] == "acme"));
    assert_eq!(server.finish().code, Some(0));
    // The next process has it from the file, which only its owner may read.
    let mode = fs::metadata(workspace.home().join("auth.json")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let mut server = Launch::new(&workspace).start();
    assert_eq!(last_error(&server.run("p3", "Later")), "");
    assert_eq!(bearers(&model).last().unwrap(), "access-token-1");
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn an_expired_token_is_renewed_before_it_is_sent() {
    let (model, oauth, workspace) = place();
    model.rule(|request| request.path.ends_with("/chat/completions").then(|| sse::text(&["Yes."])));
    let mut server = Launch::new(&workspace).start();
    log_in(&mut server, "acme");
    assert_eq!(server.finish().code, Some(0));
    let mut entries = auth(&workspace);
    entries["acme"]["expires"] = json!(1);
    entries["other"] = json!({"type": "later", "x": [1]});
    fs::write(workspace.home().join("auth.json"), entries.to_string()).unwrap();
    let mut server = Launch::new(&workspace).start();
    assert_eq!(last_error(&server.run("p1", "Go on")), "");
    assert_eq!(last_error(&server.run("p2", "Go on")), "");
    assert_eq!(server.finish().code, Some(0));
    assert_eq!(bearers(&model), ["access-token-2"; 2]);
    assert_eq!(oauth.renewals(), 1);
    let entries = auth(&workspace);
    assert_eq!(entries["acme"]["access"], "access-token-2");
    assert_eq!(entries["acme"]["refresh"], "refresh-token-2");
    assert_eq!(entries["other"], json!({"type": "later", "x": [1]}));
}

#[test]
fn a_refused_token_is_renewed_once_for_all_sessions_that_wait() {
    const SESSIONS: usize = 4;
    let (model, oauth, workspace) = place();
    model.rule(|request| request.path.ends_with("/chat/completions").then(|| sse::text(&["Yes."])));
    let mut server = Launch::new(&workspace).start();
    log_in(&mut server, "acme");
    oauth.expire();
    let gate = Gate::new();
    oauth.hold_renewals(&gate);
    for number in 0..SESSIONS {
        if number > 0 {
            server.call(&json!({"id": format!("n{number}"), "type": "new_session", "background": true}));
        }
        server.send(&json!({"id": format!("p{number}"), "type": "prompt", "message": "Go on"}));
        server.until(|frame| frame.is("turn_start"));
    }
    // Beside the login's two: one of each session that is refused, the renewal, one of each with the new token.
    model.asked(2 + SESSIONS + 1);
    gate.reached();
    gate.open();
    server.until_kind("agent_end");
    model.asked(2 + SESSIONS + 1 + SESSIONS);
    let mut tokens = bearers(&model);
    tokens.sort();
    assert_eq!(tokens[..SESSIONS], ["access-token-1"; SESSIONS]);
    assert_eq!(tokens[SESSIONS..], ["access-token-2"; SESSIONS]);
    assert_eq!(oauth.renewals(), 1);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_login_that_the_provider_ended_says_that_one_must_log_in_again() {
    let (model, oauth, workspace) = place();
    model.rule(|request| request.path.ends_with("/chat/completions").then(|| sse::text(&["Yes."])));
    let mut server = Launch::new(&workspace).start();
    log_in(&mut server, "acme");
    oauth.revoke();
    let over = "The login at Acme is over: invalid_grant (the refresh token is not known)\nLog in to it again, or set an API key";
    assert_eq!(last_error(&server.run("p1", "Go on")), over);
    assert_eq!(last_error(&server.run("p2", "Go on")), over);
    assert_eq!(oauth.renewals(), 1);
    log_in(&mut server, "acme");
    assert_eq!(last_error(&server.run("p3", "Go on")), "");
    let ended = server.finish();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
}

/// Every file below a folder, with its content.
fn files(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() => files(&path, found),
            path => found
                .push((path.display().to_string(), String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned())),
        }
    }
}

#[test]
fn no_token_gets_into_children_frames_transcripts_exports_cassettes_or_the_log() {
    let (model, oauth, workspace) = place();
    let look = json!({"command": "env; tr '\\0' '\\n' < /proc/$PPID/environ; tr '\\0' ' ' < /proc/$PPID/cmdline"});
    model.reply(sse::calls(&[("call_1", "bash", look)]));
    model.reply(sse::text(&["Seen."]));
    let cassette = workspace.base().join("cassette.jsonl");
    let args = ["--log", "trace", "--record", cassette.to_str().unwrap()];
    let mut server = Launch::new(&workspace).args(args).env("ACME_TOKEN", "visible").start();
    let page = begin(&mut server, "l1", "acme");
    let landed = browse(&page, |next| !next.as_str().contains("/oauth/"));
    // The host pastes the whole address that the browser ended on.
    server.send(&json!({"type": "extension_ui_response", "id": "ui_2", "value": landed.url}));
    assert_eq!(server.reply("l1")["success"], true);
    let mut frames = server.run("p1", "Look around");
    assert!(frames.iter().any(|frame| frame.raw.contains("ACME_TOKEN=visible")), "the child's environment was seen");
    oauth.expire();
    model.reply(sse::text(&["Renewed."]));
    frames.extend(server.run("p2", "Go on"));
    // The provider repeats the token that it refuses; a renewal brings no better one.
    oauth.revoke();
    frames.extend(server.run("p3", "Go on"));
    server.call(&json!({"id": "e1", "type": "export_html", "outputPath": "page.html"}));
    let ended = server.finish();
    frames.extend(ended.frames);
    let mut texts = vec![("the log".to_owned(), ended.stderr)];
    texts.extend(frames.iter().map(|frame| ("a frame".to_owned(), frame.raw.clone())));
    files(workspace.base(), &mut texts);
    let kept = texts.iter().position(|(path, _)| path.ends_with("/home/auth.json")).expect("auth.json is there");
    assert!(texts.swap_remove(kept).1.contains("access-token-2"));
    assert!(texts.iter().any(|(path, _)| path.ends_with("page.html")));
    let requests = model.requests();
    let form = requests.iter().find(|request| request.path == "/oauth/token").unwrap();
    let verifier = form.text.split('&').find_map(|member| member.strip_prefix("code_verifier=")).unwrap();
    for (place, text) in &texts {
        for secret in ["access-token", "refresh-token", "code-1", verifier] {
            assert!(!text.contains(secret), "{place} holds {secret}: {text}");
        }
    }
}

#[test]
fn logins_of_two_processes_are_both_kept_and_seen_by_each_other() {
    let (_model, _oauth, workspace) = place();
    fs::write(workspace.home().join("auth.json"), r#"{"groq": "stored-key"}"#).unwrap();
    let (mut one, mut other) = (Launch::new(&workspace).start(), Launch::new(&workspace).start());
    let pages = [begin(&mut one, "l1", "acme"), begin(&mut other, "l1", "twin")];
    pages.iter().for_each(|page| drop(browse(page, |_| false)));
    assert_eq!(one.reply("l1")["success"], true);
    assert_eq!(other.reply("l1")["success"], true);
    let entries = auth(&workspace);
    let ids: Vec<&String> = entries.as_object().unwrap().keys().collect();
    assert_eq!(ids.len(), 3, "{ids:?}");
    for server in [&mut one, &mut other] {
        let offers = server.call(&json!({"id": "g", "type": "get_login_providers"}));
        let stored = offers["providers"].as_array().unwrap().iter().filter(|offer| offer["authenticated"] == true);
        assert_eq!(stored.map(|offer| offer["id"].as_str().unwrap()).collect::<Vec<_>>(), ["acme", "twin", "groq"]);
    }
    assert_eq!((one.finish().code, other.finish().code), (Some(0), Some(0)));
}

#[test]
fn a_login_under_no_session_is_for_the_process_alone() {
    let (model, _oauth, workspace) = place();
    model.reply(sse::text(&["Yes."]));
    let mut server = Launch::new(&workspace).arg("--no-session").start();
    log_in(&mut server, "acme");
    assert_eq!(last_error(&server.run("p1", "Go on")), "");
    assert_eq!(bearers(&model), ["access-token-1"]);
    assert_eq!(server.finish().code, Some(0));
    assert!(!workspace.home().join("auth.json").exists());
}

#[test]
fn the_port_is_open_only_while_the_login_waits() {
    let (_model, _oauth, workspace) = place();
    let mut server = Launch::new(&workspace).start();
    let port = |page: &str| {
        let redirect = page.split('&').find_map(|member| member.strip_prefix("redirect_uri=")).unwrap().to_owned();
        redirect.split("%3A").nth(2).unwrap().split("%2F").next().unwrap().parse::<u16>().unwrap()
    };
    let page = begin(&mut server, "l1", "acme");
    assert!(TcpStream::connect(("127.0.0.1", port(&page))).is_ok());
    server.call(&json!({"id": "a1", "type": "abort"}));
    assert!(TcpStream::connect(("127.0.0.1", port(&page))).is_err());
    let page = begin(&mut server, "l2", "acme");
    browse(&page, |_| false);
    assert_eq!(server.reply("l2")["success"], true);
    assert!(TcpStream::connect(("127.0.0.1", port(&page))).is_err());
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_port_that_is_taken_leaves_the_pasted_code() {
    let (model, oauth, workspace) = place();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let yaml = format!(
        "providers: {{acme: {{api: openai-completions, baseUrl: '{}', oauth: {{{}, redirectPort: {port}}}, models: [{{id: coder}}]}}}}\n",
        model.base_url(),
        oauth.members()
    );
    fs::write(workspace.home().join("models.yml"), yaml).unwrap();
    let mut server = Launch::new(&workspace).start();
    server.send(&json!({"id": "l1", "type": "login", "providerId": "acme"}));
    let told = server.expect("extension_ui_request").value;
    let message = told["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("Port {port} of this machine cannot be opened")), "{message}");
    let shown = server.expect("extension_ui_request").value;
    assert!(shown["url"].as_str().unwrap().contains(&format!("127.0.0.1%3A{port}%2Fcallback")), "{shown}");
    assert!(shown["launchUrl"].is_null());
    let asked = server.expect("extension_ui_request").value;
    let landed = browse(shown["url"].as_str().unwrap(), |next| !next.as_str().contains("/oauth/"));
    server.send(&json!({"type": "extension_ui_response", "id": asked["id"], "value": landed.url}));
    assert_eq!(server.reply("l1")["success"], true);
    assert_eq!(server.finish().code, Some(0));
}

#[test]
fn a_login_that_cannot_work_is_named_at_the_start() {
    let (_model, _oauth, workspace) = place();
    for (oauth, why) in [
        (
            "{authorizeUrl: 'http://acme.example/a', tokenUrl: 'https://acme.example/t', clientId: c}",
            "authorizeUrl must begin with https://",
        ),
        ("{authorizeUrl: 'https://acme.example/a', tokenUrl: 'https://acme.example/t'}", "clientId is missing"),
        ("{authorizeUrl: 'https://acme.example/a'}", "tokenUrl"),
    ] {
        let yaml = format!(
            "providers: {{acme: {{api: openai-completions, baseUrl: 'https://acme.example/v1', oauth: {oauth}}}}}\n"
        );
        fs::write(workspace.home().join("models.yml"), yaml).unwrap();
        let ended = Launch::new(&workspace).spawn().finish();
        assert_eq!(ended.code, Some(1), "{}", ended.stderr);
        assert!(ended.stderr.contains(why) && ended.stderr.contains("acme"), "{}", ended.stderr);
    }
}
