//! Addresses of the host in the tools that take paths.

use futures_util::FutureExt;
use serde_json::Value;

use crate::host::testing::{Said, host};
use crate::host::{Answer, Host, Scheme, Surface, UriAnswer};
use crate::outbox::Question;
use crate::proto::shared::ToolResultPayload;
use crate::tools::edit::Edit;
use crate::tools::grep::Grep;
use crate::tools::read::Read;
use crate::tools::testing::{Bench, text};
use crate::tools::write::Write;
use crate::tools::{Tool, ToolCx, ToolError};

/// A bench with a host that serves `db` (written, too) and `log`.
struct Desk {
    bench: Bench,
    host: Host,
    ear: std::sync::Arc<crate::host::testing::Ear>,
}

impl Desk {
    fn new() -> Self {
        let (host, ear) = host(Surface::default());
        let scheme = |name: &str, writable| Scheme { name: name.into(), writable, ..Scheme::default() };
        host.uris().replace(vec![scheme("db", true), scheme("log", false)]).unwrap();
        let mut bench = Bench::new();
        bench.cx.host = host.clone();
        Self { bench, host, ear }
    }

    /// Runs a call, answering one request after the other; gives what was asked besides.
    async fn run(
        &self,
        tool: &dyn Tool,
        arguments: &str,
        answers: Vec<UriAnswer>,
    ) -> (Result<ToolResultPayload, ToolError>, Vec<Question>) {
        let cx: ToolCx = self.bench.cx.clone();
        let mut run = tool.run(cx, serde_json::from_str(arguments).unwrap());
        let (mut asked, mut answers) = (Vec::new(), answers.into_iter());
        loop {
            if let Some(done) = (&mut run).now_or_never() {
                return (done, asked);
            }
            for said in self.ear.heard() {
                let Said::Asked(id, question) = said else { panic!("{said:?}") };
                asked.push(question);
                self.host.asks().settle(&id, Answer::Uri(answers.next().expect("another answer")));
            }
            tokio::task::yield_now().await;
        }
    }
}

fn content(text: &str) -> UriAnswer {
    UriAnswer { content: Some(text.into()), ..UriAnswer::default() }
}

fn reads(url: &str) -> Question {
    Question::Read { url: url.into() }
}

fn told(result: Result<ToolResultPayload, ToolError>) -> String {
    match result {
        Err(ToolError::Tell { text, .. }) => text,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_address_comes_numbered_with_its_notes_behind_it() {
    let desk = Desk::new();
    let answer = UriAnswer { notes: vec!["fresh".into(), "from cache".into()], ..content("id=42\nname=Alice\n") };
    let (result, asked) = desk.run(&Read::default(), r#"{"path":"DB://users/42"}"#, vec![answer]).await;
    let result = result.unwrap();
    assert_eq!(text(&result), "1\tid=42\n2\tname=Alice\n\n[fresh\nfrom cache]");
    let details: Value = result.details.unwrap();
    assert_eq!((&details["kind"], &details["url"]), (&"host".into(), &"db://users/42".into()));
    assert_eq!(
        (&details["contentType"], &details["meta"]["source"]["type"]),
        (&"text/plain".into(), &"internal".into())
    );
    assert_eq!(details["notes"].as_array().map(Vec::len), Some(2));
    assert_eq!(asked, [reads("db://users/42")]);
}

#[tokio::test]
async fn selectors_stay_here_and_other_colons_go_to_the_host() {
    let desk = Desk::new();
    for (path, url, shown) in [
        ("db://a:2-3", "db://a", "2\tb\n3\tc\n"),
        ("db://a/b:raw", "db://a/b", "a\nb\nc\nd\n"),
        ("db://a:2+1:raw", "db://a", "b\n"),
        ("db://a:x", "db://a:x", "1\ta\n2\tb\n3\tc\n4\td\n"),
    ] {
        let arguments = serde_json::json!({"path": path}).to_string();
        let (result, asked) = desk.run(&Read::default(), &arguments, vec![content("a\nb\nc\nd\n")]).await;
        let shown_text = text(&result.unwrap());
        assert!(shown_text.starts_with(shown), "{path}: {shown_text}");
        assert_eq!(asked, [reads(url)]);
    }
    let (result, asked) = desk.run(&Read::default(), r#"{"path":"db://a:9-3"}"#, vec![]).await;
    assert_eq!((told(result).as_str(), asked.len()), ("Line range `9-3` runs backwards", 0));
}

#[tokio::test]
async fn what_never_changes_has_no_line_numbers() {
    let desk = Desk::new();
    let answer = UriAnswer { immutable: Some(true), ..content("a\nb\n") };
    let (result, _) = desk.run(&Read::default(), r#"{"path":"log://x"}"#, vec![answer]).await;
    let result = result.unwrap();
    assert_eq!(text(&result), "a\nb\n");
    assert_eq!(result.details.unwrap()["immutable"], true);
}

#[tokio::test]
async fn a_refusal_is_told_and_a_lost_host_ends_the_run() {
    let desk = Desk::new();
    let refused = UriAnswer { failed: true, error: Some("row 42 not found".into()), ..UriAnswer::default() };
    let (result, _) = desk.run(&Read::default(), r#"{"path":"db://users/42"}"#, vec![refused]).await;
    assert_eq!(told(result), "row 42 not found");
    desk.host.asks().close();
    let (result, _) = desk.run(&Read::default(), r#"{"path":"db://users/42"}"#, vec![]).await;
    assert!(matches!(result, Err(ToolError::Fatal(text)) if text == desk.host.texts().uri_gone));
}

#[tokio::test]
async fn a_write_replaces_the_content_where_the_scheme_allows_it() {
    let desk = Desk::new();
    let write = Write::default();
    let (result, asked) = desk.run(&write, r#"{"path":"db://a","content":"grün"}"#, vec![UriAnswer::default()]).await;
    assert_eq!(text(&result.unwrap()), "Successfully wrote 5 bytes to db://a");
    assert_eq!(asked, [Question::Write { url: "db://a".into(), content: "grün".into() }]);
    let (result, asked) = desk.run(&write, r#"{"path":"log://a","content":"x"}"#, vec![]).await;
    assert_eq!(told(result), "Cannot write `log://a`: the host does not let log:// be written");
    assert!(asked.is_empty());
}

#[tokio::test]
async fn edit_never_goes_to_the_host() {
    let desk = Desk::new();
    let arguments = r#"{"path":"db://a","edits":[{"oldText":"a","newText":"b"}]}"#;
    let (result, asked) = desk.run(&Edit::default(), arguments, vec![]).await;
    assert!(told(result).starts_with("Cannot edit `db://a`: "));
    assert!(asked.is_empty());
}

#[tokio::test]
async fn grep_searches_addresses_beside_files() {
    let desk = Desk::new();
    desk.bench.file("notes.txt", "name=Carol\n");
    let arguments = r#"{"pattern":"name=","path":"db://users/1; notes.txt;db://users/2"}"#;
    let answers = vec![content("id=1\nname=Alice\n"), content("nobody\n")];
    let (result, asked) = desk.run(&Grep::default(), arguments, answers).await;
    let result = result.unwrap();
    assert_eq!(text(&result), "db://users/1\n2:name=Alice\n\nnotes.txt\n1:name=Carol");
    let details = result.details.unwrap();
    assert_eq!((&details["matchCount"], &details["fileCount"]), (&2.into(), &2.into()));
    assert_eq!(asked, [reads("db://users/1"), reads("db://users/2")]);
    let (result, _) = desk.run(&Grep::default(), r#"{"pattern":"x","path":"db://a"}"#, vec![content("a")]).await;
    assert_eq!(text(&result.unwrap()), "No matches found");
}
