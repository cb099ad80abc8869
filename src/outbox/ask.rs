//! What the core asks of the host, and what it shows it beside the events.

use std::sync::Arc;
use std::time::Duration;

use crate::base::ids::CallId;
use crate::proto::shared::JsonObject;

use super::NoticeLevel;

/// A question that only the host can answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// Run a tool that the host owns; the arguments fit its schema.
    Call { call_id: CallId, tool: Arc<str>, arguments: JsonObject },
    /// Give the content of an address that the host serves.
    Read { url: String },
    /// Replace the content of an address that the host serves.
    Write { url: String, content: String },
    /// Ask the user.
    Dialog(Dialog),
    /// Allow or refuse a call.
    Permission(Permission),
}

/// Which kind of answer fits a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AskKind {
    Tool,
    Uri,
    Dialog,
    Permission,
}

/// A call that waits for permission.
#[derive(Debug, Clone, PartialEq)]
pub struct Permission {
    pub call_id: CallId,
    /// The tool's name as host and model see it.
    pub tool: Arc<str>,
    /// The question in one line.
    pub message: String,
    /// The command line, if it is about one.
    pub command: Option<String>,
    /// The file or folder, if it is about one.
    pub path: Option<String>,
    pub arguments: JsonObject,
}

/// A question to the user. Whoever asks keeps the time; `timeout` is for the user to see.
#[derive(Debug, Clone, PartialEq)]
pub struct Dialog {
    pub form: DialogForm,
    pub timeout: Option<Duration>,
}

/// How the user is asked.
#[derive(Debug, Clone, PartialEq)]
pub enum DialogForm {
    /// Choose one of several texts.
    Select { title: String, options: Vec<String> },
    /// Yes or no.
    Confirm { title: String, message: String },
    /// Write one line.
    Input { title: String, placeholder: Option<String>, secret: bool },
    /// Write or change a longer text. `prompt_style`: one key sends it.
    Editor { title: String, prefill: Option<String>, prompt_style: bool },
}

/// Something for the host's user interface that needs no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Shown {
    Notify {
        message: String,
        level: Option<NoticeLevel>,
    },
    /// One entry of the status line; no text takes it away.
    Status {
        key: String,
        text: Option<String>,
    },
    /// A block of lines beside the editor; no lines take it away.
    Widget {
        key: String,
        lines: Option<Vec<String>>,
        place: Option<WidgetPlace>,
    },
    Title(String),
    EditorText(String),
    /// An address that a login needs.
    OpenUrl {
        url: String,
        /// To be opened in its place, where it differs.
        launch_url: Option<String>,
        instructions: Option<String>,
        purpose: UrlPurpose,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WidgetPlace {
    AboveEditor,
    BelowEditor,
}

/// What an address is shown for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlPurpose {
    /// The login waits for it, so it should be opened.
    Login,
    /// A key is to be had there; it is only shown.
    Key,
}

impl Question {
    pub fn kind(&self) -> AskKind {
        match self {
            Self::Call { .. } => AskKind::Tool,
            Self::Read { .. } | Self::Write { .. } => AskKind::Uri,
            Self::Dialog(_) => AskKind::Dialog,
            Self::Permission(_) => AskKind::Permission,
        }
    }
}
