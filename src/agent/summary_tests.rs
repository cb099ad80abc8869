//! What a model is asked for, and what is made of its answer.

use std::sync::Mutex;

use futures_util::FutureExt;

use super::*;
use crate::provider::{ChunkStream, Limits};

/// Says one answer a request, and keeps what it was asked.
struct Scribe {
    answers: Mutex<Vec<Result<String, FailureKind>>>,
    asked: Mutex<Vec<Request>>,
}

impl Provider for Scribe {
    fn stream(&self, request: Request) -> ChunkStream {
        self.asked.lock().unwrap().push(request);
        let end = match self.answers.lock().unwrap().remove(0) {
            Ok(text) => vec![Chunk::Text(text), Chunk::End(End::Done(crate::proto::shared::StopReason::Stop))],
            Err(kind) => {
                vec![Chunk::End(End::Failed(Failure { kind, message: "no".into(), status: None, retry_after: None }))]
            }
        };
        Box::pin(futures_util::stream::iter([end]))
    }
}

const SUMMARY: Serves = Serves::Summary { tail: Tail::Whole };

fn digest(window: u64, answers: &[Result<&str, FailureKind>], stretch: Stretch) -> (Arc<Scribe>, Digest) {
    let answers = answers.iter().map(|answer| answer.map(str::to_owned)).collect();
    let scribe = Arc::new(Scribe { answers: Mutex::new(answers), asked: Mutex::default() });
    let model = serde_json::json!({
        "id": "m", "name": "M", "api": "scripted", "provider": "p", "baseUrl": "", "reasoning": false,
        "input": ["text"], "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0},
        "contextWindow": window, "maxTokens": 100
    });
    let request = Request {
        model: Arc::new(serde_json::from_value(model).unwrap()),
        credential: None,
        system: Arc::new(["Build boats.".into()]),
        messages: Vec::new(),
        tools: Arc::new([]),
        thinking: ThinkingLevel::High,
        session_id: "s".into(),
        cache_key: None,
        limits: Limits::default(),
        purpose: Purpose::Answer,
        forced_tool: None,
    };
    (scribe.clone(), Digest { provider: scribe, request, stretch: Arc::new(stretch) })
}

fn stretch(said: &str, serves: Serves) -> Stretch {
    let prompt = context::user_with(UserContent::Text(said.into()), 0);
    Stretch { record: vec![Arc::new(AgentMessage::User(prompt))], serves, previous: None, focus: None }
}

fn written(digest: &Digest) -> Result<Notes, String> {
    write(digest).now_or_never().unwrap()
}

/// The text of a request.
fn asked(scribe: &Scribe, at: usize) -> String {
    match scribe.asked.lock().unwrap()[at].messages[0].as_ref() {
        AgentMessage::User(user) => match &user.content {
            UserContent::Text(text) => text.clone(),
            other => format!("{other:?}"),
        },
        other => format!("{other:?}"),
    }
}

#[test]
fn the_record_is_shown_with_the_outline_and_nothing_of_the_conversation_is_continued() {
    let mut about = stretch("Caulk the hull", SUMMARY);
    about.previous = Some("## Goal\nA boat".into());
    about.focus = Some("the colour".into());
    let (scribe, digest) = digest(128_000, &[Ok("## Goal\nSail\n<brief>I sailed.</brief>\n\nP.S.")], about);
    let notes = written(&digest).unwrap();
    assert_eq!((notes.text.as_str(), notes.brief.as_deref()), ("## Goal\nSail\nP.S.", Some("I sailed.")));
    let text = asked(&scribe, 0);
    for part in [
        "<record>\n[user]\nCaulk the hull\n</record>",
        "<notes>\n## Goal\nA boat\n</notes>",
        "the colour",
        "### Blocked",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(!text.contains(SPLIT_TURN));
    let request = &scribe.asked.lock().unwrap()[0];
    assert_eq!((request.tools.len(), request.thinking, request.messages.len()), (0, ThinkingLevel::Off, 1));
    assert!(matches!(request.purpose, Purpose::Notes(_)) && !request.system[0].contains("boats"));
}

#[test]
fn a_split_turn_and_a_handoff_ask_for_more() {
    let (scribe, split) = digest(128_000, &[Ok("x")], stretch("a", Serves::Summary { tail: Tail::Split }));
    assert_eq!(written(&split), Ok(Notes { text: "x".into(), brief: None }));
    assert!(asked(&scribe, 0).contains(SPLIT_TURN));
    let (scribe, handoff) = digest(128_000, &[Ok(" \n")], stretch("a", Serves::Handoff));
    assert_eq!(written(&handoff), Ok(Notes::default()), "empty when nothing was written");
    let text = asked(&scribe, 0);
    assert!(text.contains("handoff document") && !text.contains("<brief>"), "{text}");
}

#[test]
fn a_record_that_is_too_long_is_shortened_to_the_window_and_further_when_that_is_not_enough() {
    let long = "word ".repeat(100_000);
    let (scribe, tight) =
        digest(20_000, &[Err(FailureKind::Overflow), Err(FailureKind::Overflow), Ok("notes")], stretch(&long, SUMMARY));
    assert_eq!(written(&tight).unwrap().text, "notes");
    let sizes: Vec<usize> = (0..3).map(|at| asked(&scribe, at).len()).collect();
    assert!((29_000..33_000).contains(&sizes[0]), "{sizes:?}");
    assert!(sizes[1] < 18_000 && sizes[2] < 10_000, "{sizes:?}");
    let (scribe, hopeless) = digest(20_000, &[Err(FailureKind::Overflow); 4], stretch(&long, SUMMARY));
    assert_eq!(written(&hopeless), Err("no".into()));
    assert_eq!(scribe.asked.lock().unwrap().len(), 4);
    let (scribe, down) = digest(20_000, &[Err(FailureKind::Server)], stretch("a", SUMMARY));
    assert_eq!(written(&down), Err("no".into()), "only what does not fit is asked about again");
    assert_eq!(scribe.asked.lock().unwrap().len(), 1);
}

#[test]
fn notes_that_would_fill_the_window_are_shortened() {
    let long = "word ".repeat(10_000);
    let (_, digest) = digest(8_000, &[Ok(&long)], stretch("a", SUMMARY));
    let text = written(&digest).unwrap().text;
    assert!(text.len() < 6_100 && text.contains("bytes left out"), "{}", text.len());
}
