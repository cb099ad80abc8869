//! Sets of host tools are checked whole; calls hear updates until they end.

use std::sync::Mutex;

use futures_util::FutureExt;

use super::*;
use crate::host::Surface;
use crate::host::testing::{Said, host};

fn offer(name: &str) -> Offer {
    Offer {
        name: name.into(),
        description: " Does it ".into(),
        parameters: serde_json::json!({"type": "object"}),
        label: None,
        hidden: false,
    }
}

#[test]
fn names_and_descriptions_are_trimmed_and_labels_default_to_names() {
    let offers = vec![offer(" echo "), Offer { label: Some(" Echo it ".into()), hidden: true, ..offer("other") }];
    let accepted = check_offers(offers).unwrap();
    assert_eq!(accepted[0].definition.name, "echo");
    assert_eq!(accepted[0].definition.description, "Does it");
    assert_eq!((accepted[0].label.as_str(), accepted[0].hidden), ("echo", false));
    assert_eq!((accepted[1].label.as_str(), accepted[1].hidden), ("Echo it", true));
    let blank = check_offers(vec![Offer { label: Some("  ".into()), ..offer("a") }]).unwrap();
    assert_eq!(blank[0].label, "a");
}

#[test]
fn the_first_fault_refuses_the_set() {
    let refused = |offers| check_offers(offers).unwrap_err();
    assert_eq!(refused(vec![offer("a"), offer("  ")]), Refused::NoName { index: 1 });
    let mute = Offer { description: "\n".into(), ..offer(" a ") };
    assert_eq!(refused(vec![mute]), Refused::NoDescription { name: "a".into() });
    let shapeless = Offer { parameters: serde_json::json!([]), ..offer("a") };
    assert_eq!(refused(vec![shapeless]), Refused::NoSchema { name: "a".into(), why: None });
    assert_eq!(refused(vec![offer("a"), offer("b"), offer(" a")]), Refused::Twice);
}

#[tokio::test]
async fn updates_are_heard_until_the_result_comes() {
    let (host, ear) = host(Surface::default());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let (note, token) = (heard.clone(), CancellationToken::new());
    let listener = move |payload: Payload| note.lock().unwrap().push(payload.content);
    let mut call = Box::pin(host.call("echo", "call_1".into(), JsonObject::new(), &token, listener));
    assert!((&mut call).now_or_never().is_none());
    let question = Question::Call { call_id: "call_1".into(), tool: "echo".into(), arguments: JsonObject::new() };
    assert_eq!(ear.heard(), [Said::Asked("host_1".into(), question)]);
    let update = Payload { content: vec!["working".into()], ..Payload::default() };
    assert!(host.asks().progress("host_1", update.clone()));
    let answer = ToolAnswer { payload: Payload::default(), failed: true };
    assert!(host.asks().settle("host_1", Answer::Tool(answer.clone())));
    assert!(!host.asks().progress("host_1", update));
    assert_eq!(call.await, Ok(answer));
    assert_eq!(heard.lock().unwrap().len(), 1);
}
