//! The user, asked through the host's dialogs.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::outbox::{Dialog, DialogForm, NoticeLevel, Question, Shown, UrlPurpose, WidgetPlace};

use super::asks::{Answer, Asks, Unanswered, Wait};

/// What the host says of a dialog. Which member counts depends on the dialog; the one that does not fit is no answer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DialogAnswer {
    /// Goes before the others.
    pub cancelled: bool,
    /// With `cancelled`: the host's own time was over.
    pub timed_out: bool,
    pub value: Option<String>,
    pub confirmed: Option<bool>,
}

/// What the user gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given<T> {
    Answer(T),
    /// The user closed the dialog, or the answer fits another kind of dialog.
    Cancelled,
    /// Nobody answered in time; never to be told as a refusal (hazard K57).
    TimedOut,
}

impl<T> Given<T> {
    /// The answer, if there is one.
    pub fn answer(self) -> Option<T> {
        match self {
            Self::Answer(answer) => Some(answer),
            Self::Cancelled | Self::TimedOut => None,
        }
    }
}

/// Why the user could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UiError {
    /// The token fired; the dialog was taken back.
    #[error("the question was taken back")]
    Aborted,
    /// The input ended. The text is the protocol's.
    #[error("{0}")]
    Gone(&'static str),
    /// The protocol has no such dialog.
    #[error("the host has no user interface for this")]
    Unsupported,
}

/// The user behind the host. Cheap to clone.
#[derive(Clone, Default)]
pub struct Ui {
    asks: Asks,
    gone: &'static str,
    titles: bool,
}

impl Ui {
    pub(super) fn new(asks: Asks, gone: &'static str, titles: bool) -> Self {
        Self { asks, gone, titles }
    }

    /// Lets the user choose one of `options`. The answer is what the host sent: most often one of them.
    pub async fn select(
        &self,
        title: impl Into<String>,
        options: Vec<String>,
        timeout: Option<Duration>,
        token: &CancellationToken,
    ) -> Result<Given<String>, UiError> {
        self.value(DialogForm::Select { title: title.into(), options }, timeout, token).await
    }

    /// Asks yes or no. No answer, for whatever reason, is to be taken as no.
    pub async fn confirm(
        &self,
        title: impl Into<String>,
        message: impl Into<String>,
        timeout: Option<Duration>,
        token: &CancellationToken,
    ) -> Result<Given<bool>, UiError> {
        let form = DialogForm::Confirm { title: title.into(), message: message.into() };
        self.dialog(form, timeout, token, |answer| answer.confirmed).await
    }

    /// Asks for one line.
    pub async fn input(
        &self,
        title: impl Into<String>,
        placeholder: Option<String>,
        timeout: Option<Duration>,
        token: &CancellationToken,
    ) -> Result<Given<String>, UiError> {
        let form = DialogForm::Input { title: title.into(), placeholder, secret: false };
        self.value(form, timeout, token).await
    }

    /// Asks for one line that is not shown while it is typed.
    pub async fn secret(
        &self,
        title: impl Into<String>,
        placeholder: Option<String>,
        timeout: Option<Duration>,
        token: &CancellationToken,
    ) -> Result<Given<String>, UiError> {
        let form = DialogForm::Input { title: title.into(), placeholder, secret: true };
        self.value(form, timeout, token).await
    }

    /// Lets the user change a longer text. It has no limit in time: who writes is there.
    pub async fn editor(
        &self,
        title: impl Into<String>,
        prefill: Option<String>,
        token: &CancellationToken,
    ) -> Result<Given<String>, UiError> {
        self.value(DialogForm::Editor { title: title.into(), prefill, prompt_style: false }, None, token).await
    }

    /// The same in the form of a prompt, where one key sends the text.
    pub async fn write(&self, title: impl Into<String>, token: &CancellationToken) -> Result<Given<String>, UiError> {
        let form = DialogForm::Editor { title: title.into(), prefill: None, prompt_style: true };
        self.value(form, None, token).await
    }

    pub fn notify(&self, message: impl Into<String>, level: Option<NoticeLevel>) {
        self.show(Shown::Notify { message: message.into(), level });
    }

    /// Shows an entry of the status line; no text takes it away.
    pub fn set_status(&self, key: impl Into<String>, text: Option<String>) {
        self.show(Shown::Status { key: key.into(), text });
    }

    /// Shows a block of lines; no lines take it away.
    pub fn set_widget(&self, key: impl Into<String>, lines: Option<Vec<String>>, place: Option<WidgetPlace>) {
        self.show(Shown::Widget { key: key.into(), lines, place });
    }

    /// Sets the title of the window, where the host has asked for titles.
    pub fn set_title(&self, title: impl Into<String>) {
        if self.titles {
            self.show(Shown::Title(title.into()));
        }
    }

    pub fn set_editor_text(&self, text: impl Into<String>) {
        self.show(Shown::EditorText(text.into()));
    }

    /// Shows an address during a login; `false` when the host cannot.
    pub fn open_url(
        &self,
        url: impl Into<String>,
        launch_url: Option<String>,
        instructions: Option<String>,
        purpose: UrlPurpose,
    ) -> bool {
        self.asks.show(Shown::OpenUrl { url: url.into(), launch_url, instructions, purpose })
    }

    fn show(&self, shown: Shown) {
        if !self.asks.show(shown) {
            tracing::debug!("the host has no user interface for what it was to show");
        }
    }

    async fn value(
        &self,
        form: DialogForm,
        timeout: Option<Duration>,
        token: &CancellationToken,
    ) -> Result<Given<String>, UiError> {
        self.dialog(form, timeout, token, |answer| answer.value).await
    }

    async fn dialog<T>(
        &self,
        form: DialogForm,
        timeout: Option<Duration>,
        token: &CancellationToken,
        fits: impl FnOnce(DialogAnswer) -> Option<T>,
    ) -> Result<Given<T>, UiError> {
        let wait = Wait { timeout, token: token.clone() };
        match self.asks.ask(Question::Dialog(Dialog { form, timeout }), wait).await {
            Ok(Answer::Dialog(answer)) if answer.cancelled => {
                Ok(if answer.timed_out { Given::TimedOut } else { Given::Cancelled })
            }
            Ok(Answer::Dialog(answer)) => Ok(fits(answer).map_or(Given::Cancelled, Given::Answer)),
            Ok(_) => Ok(Given::Cancelled),
            Err(Unanswered::TimedOut) => Ok(Given::TimedOut),
            Err(Unanswered::Aborted) => Err(UiError::Aborted),
            Err(Unanswered::Gone) => Err(UiError::Gone(self.gone)),
            Err(Unanswered::Unsupported) => Err(UiError::Unsupported),
        }
    }
}

#[cfg(test)]
#[path = "ui_tests.rs"]
mod tests;
