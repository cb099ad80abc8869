//! Questions to the host as frames of the protocol.

use std::time::Duration;

use crate::base::ids::AskId;
use crate::outbox::{AskKind, Dialog, DialogForm, NoticeLevel as Level, Question, Shown, UrlPurpose, WidgetPlace};
use crate::proto::veyyon::{
    ExtensionUiRequest, HostToolCall, HostToolCancel, HostUriCancel, HostUriOperation, HostUriRequest, NoticeLevel,
    Outbound, UiCancel, UiConfirm, UiEditor, UiInput, UiNotify, UiOpenUrl, UiSelect, UiSetEditorText, UiSetStatus,
    UiSetTitle, UiSetWidget, UrlCredential, WidgetPlacement,
};

/// The frame of a question; `None` for one that this protocol has no word for.
pub(super) fn question(id: &AskId, question: Question) -> Option<Outbound> {
    let id = id.as_str().into();
    Some(match question {
        Question::Call { call_id, tool, arguments } => {
            HostToolCall { id, tool_call_id: call_id.into(), tool_name: tool.as_ref().to_owned(), arguments }.into()
        }
        Question::Read { url } => HostUriRequest { id, operation: HostUriOperation::Read, url, content: None }.into(),
        Question::Write { url, content } => {
            HostUriRequest { id, operation: HostUriOperation::Write, url, content: Some(content) }.into()
        }
        Question::Dialog(Dialog { form, timeout }) => dialog(id, form, timeout.map(millis)).into(),
        Question::Permission(_) => return None,
    })
}

type Id = crate::proto::shared::CorrelationId;

fn dialog(id: Id, form: DialogForm, timeout: Option<u64>) -> ExtensionUiRequest {
    match form {
        DialogForm::Select { title, options } => UiSelect { id, title, options, timeout }.into(),
        DialogForm::Confirm { title, message } => UiConfirm { id, title, message, timeout }.into(),
        DialogForm::Input { title, placeholder, secret } => {
            UiInput { id, title, placeholder, timeout, secret: secret.then_some(true) }.into()
        }
        DialogForm::Editor { title, prefill, prompt_style } => {
            UiEditor { id, title, prefill, prompt_style: prompt_style.then_some(true) }.into()
        }
    }
}

fn millis(timeout: Duration) -> u64 {
    u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn withdrawal(id: &AskId, target: &AskId, kind: AskKind) -> Outbound {
    let (id, target_id) = (id.as_str().into(), target.as_str().to_owned());
    match kind {
        AskKind::Tool => HostToolCancel { id, target_id }.into(),
        AskKind::Uri => HostUriCancel { id, target_id }.into(),
        // Permissions are asked for by dialogs here.
        AskKind::Dialog | AskKind::Permission => ExtensionUiRequest::from(UiCancel { id, target_id }).into(),
    }
}

pub(super) fn shown(id: &AskId, shown: Shown) -> Outbound {
    let id: Id = id.as_str().into();
    let request: ExtensionUiRequest = match shown {
        Shown::Notify { message, level } => UiNotify { id, message, notify_type: level.map(notice) }.into(),
        Shown::Status { key, text } => UiSetStatus { id, status_key: key, status_text: text }.into(),
        Shown::Widget { key, lines, place } => {
            UiSetWidget { id, widget_key: key, widget_lines: lines, widget_placement: place.map(placement) }.into()
        }
        Shown::Title(title) => UiSetTitle { id, title }.into(),
        Shown::EditorText(text) => UiSetEditorText { id, text }.into(),
        Shown::OpenUrl { url, launch_url, instructions, purpose } => {
            let credential = match purpose {
                UrlPurpose::Login => UrlCredential::Oauth,
                UrlPurpose::Key => UrlCredential::ApiKey,
            };
            UiOpenUrl { id, url, launch_url, instructions, credential }.into()
        }
    };
    request.into()
}

pub(super) fn notice(level: Level) -> NoticeLevel {
    match level {
        Level::Info => NoticeLevel::Info,
        Level::Warning => NoticeLevel::Warning,
        Level::Error => NoticeLevel::Error,
    }
}

fn placement(place: WidgetPlace) -> WidgetPlacement {
    match place {
        WidgetPlace::AboveEditor => WidgetPlacement::AboveEditor,
        WidgetPlace::BelowEditor => WidgetPlacement::BelowEditor,
    }
}

#[cfg(test)]
#[path = "asks_tests.rs"]
mod tests;
