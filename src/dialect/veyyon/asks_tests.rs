//! The protocol's samples of what is asked of a host, word for word.

use serde_json::{Value, json};

use super::*;
use crate::proto::frame::OutboundFrame;

/// The frame as it goes out; it conforms to the closed schema.
fn sent(frame: Outbound) -> Value {
    let value = serde_json::to_value(&frame).unwrap();
    frame.check(&value).unwrap();
    value
}

fn asked(id: &str, question: Question) -> Value {
    sent(super::question(&AskId::from(id), question).unwrap())
}

fn asked_user(id: &str, form: DialogForm, timeout: Option<u64>) -> Value {
    asked(id, Question::Dialog(Dialog { form, timeout: timeout.map(Duration::from_millis) }))
}

fn shows(id: &str, what: Shown) -> Value {
    sent(shown(&AskId::from(id), what))
}

#[test]
fn calls_and_addresses_go_out_as_the_protocol_shows_them() {
    let arguments = json!({"message": "hello"}).as_object().unwrap().clone();
    let call = Question::Call { call_id: "toolu_123".into(), tool: "echo_host".into(), arguments };
    assert_eq!(
        asked("host_1", call),
        json!({"type": "host_tool_call", "id": "host_1", "toolCallId": "toolu_123", "toolName": "echo_host", "arguments": {"message": "hello"}})
    );
    assert_eq!(
        asked("uri_1", Question::Read { url: "db://users/42".into() }),
        json!({"type": "host_uri_request", "id": "uri_1", "operation": "read", "url": "db://users/42"})
    );
    // The whole content is there, also when it is empty.
    assert_eq!(
        asked("uri_2", Question::Write { url: "db://users/42".into(), content: String::new() }),
        json!({"type": "host_uri_request", "id": "uri_2", "operation": "write", "url": "db://users/42", "content": ""})
    );
}

#[test]
fn withdrawals_name_what_they_withdraw() {
    let withdrawn = |id: &str, target: &str, kind| sent(withdrawal(&AskId::from(id), &AskId::from(target), kind));
    assert_eq!(
        withdrawn("host_cancel_1", "host_1", AskKind::Tool),
        json!({"type": "host_tool_cancel", "id": "host_cancel_1", "targetId": "host_1"})
    );
    assert_eq!(
        withdrawn("uri_cancel_1", "uri_1", AskKind::Uri),
        json!({"type": "host_uri_cancel", "id": "uri_cancel_1", "targetId": "uri_1"})
    );
    assert_eq!(
        withdrawn("90", "88", AskKind::Dialog),
        json!({"type": "extension_ui_request", "id": "90", "method": "cancel", "targetId": "88"})
    );
}

#[test]
fn dialogs_go_out_with_their_whole_milliseconds() {
    let form = DialogForm::Confirm { title: "Confirm".into(), message: "Continue?".into() };
    assert_eq!(
        asked_user("123", form, Some(30000)),
        json!({"type": "extension_ui_request", "id": "123", "method": "confirm", "title": "Confirm", "message": "Continue?", "timeout": 30000})
    );
    let form =
        DialogForm::Input { title: "Branch name".into(), placeholder: Some("feature/...".into()), secret: false };
    assert_eq!(
        asked_user("ui_7", form, None),
        json!({"type": "extension_ui_request", "id": "ui_7", "method": "input", "title": "Branch name", "placeholder": "feature/..."})
    );
    let form = DialogForm::Input { title: "API key".into(), placeholder: None, secret: true };
    assert_eq!(
        asked_user("ui_8", form, Some(600_000)),
        json!({"type": "extension_ui_request", "id": "ui_8", "method": "input", "title": "API key", "timeout": 600_000, "secret": true})
    );
    let form = DialogForm::Select { title: "Pick a target".into(), options: vec!["staging".into(), "prod".into()] };
    assert_eq!(
        asked_user("88", form, Some(20000)),
        json!({"type": "extension_ui_request", "id": "88", "method": "select", "title": "Pick a target", "options": ["staging", "prod"], "timeout": 20000})
    );
    let form = DialogForm::Editor { title: "Notes".into(), prefill: Some("- ".into()), prompt_style: true };
    assert_eq!(
        asked_user("89", form, None),
        json!({"type": "extension_ui_request", "id": "89", "method": "editor", "title": "Notes", "prefill": "- ", "promptStyle": true})
    );
}

#[test]
fn what_is_only_shown_leaves_out_what_there_is_not() {
    let frame = |id: &str, method: &str, rest: Value| {
        let mut frame = json!({"type": "extension_ui_request", "id": id, "method": method});
        frame.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        frame
    };
    let notify = Shown::Notify { message: "Deployed".into(), level: Some(Level::Info) };
    assert_eq!(shows("91", notify), frame("91", "notify", json!({"message": "Deployed", "notifyType": "info"})));
    let status = Shown::Status { key: "ci".into(), text: None };
    assert_eq!(shows("92", status), frame("92", "setStatus", json!({"statusKey": "ci"})));
    let lines = Some(vec!["1. Read".into()]);
    let widget = Shown::Widget { key: "plan".into(), lines, place: Some(WidgetPlace::BelowEditor) };
    assert_eq!(
        shows("94", widget),
        frame(
            "94",
            "setWidget",
            json!({"widgetKey": "plan", "widgetLines": ["1. Read"], "widgetPlacement": "belowEditor"})
        )
    );
    assert_eq!(
        shows("95", Shown::Title("Port the parser".into())),
        frame("95", "setTitle", json!({"title": "Port the parser"}))
    );
    assert_eq!(
        shows("96", Shown::EditorText("/todo list".into())),
        frame("96", "set_editor_text", json!({"text": "/todo list"}))
    );
    let open = Shown::OpenUrl {
        url: "https://acme.test/device".into(),
        launch_url: None,
        instructions: Some("Enter code ABCD-1234".into()),
        purpose: UrlPurpose::Login,
    };
    assert_eq!(
        shows("97", open),
        frame(
            "97",
            "open_url",
            json!({"url": "https://acme.test/device", "instructions": "Enter code ABCD-1234", "credential": "oauth"})
        )
    );
}
