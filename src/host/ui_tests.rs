//! Dialogs and their defaults, and what is shown without an answer.

use std::sync::Arc;

use futures_util::FutureExt;

use super::*;
use crate::host::testing::{Ear, Said, host};
use crate::host::{Host, Surface};

fn listening() -> (Host, Arc<Ear>) {
    host(Surface::default())
}

fn value(text: &str) -> DialogAnswer {
    DialogAnswer { value: Some(text.into()), ..DialogAnswer::default() }
}

fn confirmed(yes: bool) -> DialogAnswer {
    DialogAnswer { confirmed: Some(yes), ..DialogAnswer::default() }
}

async fn selected(answer: DialogAnswer) -> Result<Given<String>, UiError> {
    let (host, _ear) = listening();
    let token = CancellationToken::new();
    let mut dialog = Box::pin(host.ui().select("Which?", vec!["a".into(), "b".into()], None, &token));
    assert!((&mut dialog).now_or_never().is_none());
    assert!(host.asks().settle("ui_1", Answer::Dialog(answer)));
    dialog.await
}

async fn agreed(answer: DialogAnswer) -> Result<Given<bool>, UiError> {
    let (host, _ear) = listening();
    let token = CancellationToken::new();
    let mut dialog = Box::pin(host.ui().confirm("Sure", "Really?", None, &token));
    assert!((&mut dialog).now_or_never().is_none());
    assert!(host.asks().settle("ui_1", Answer::Dialog(answer)));
    dialog.await
}

#[tokio::test]
async fn only_the_member_that_fits_the_dialog_counts() {
    assert_eq!(selected(value("a")).await, Ok(Given::Answer("a".into())));
    assert_eq!(selected(confirmed(true)).await, Ok(Given::Cancelled));
    assert_eq!(selected(DialogAnswer::default()).await, Ok(Given::Cancelled));
    assert_eq!(agreed(confirmed(true)).await, Ok(Given::Answer(true)));
    assert_eq!(agreed(confirmed(false)).await, Ok(Given::Answer(false)));
    assert_eq!(agreed(value("yes")).await, Ok(Given::Cancelled));
}

#[tokio::test]
async fn cancelled_goes_before_a_value_and_time_is_told_as_time() {
    let cancelled = DialogAnswer { cancelled: true, ..value("a") };
    assert_eq!(selected(cancelled.clone()).await, Ok(Given::Cancelled));
    assert_eq!(selected(DialogAnswer { timed_out: true, ..cancelled }).await, Ok(Given::TimedOut));
}

#[tokio::test(start_paused = true)]
async fn the_server_keeps_the_time_that_it_tells() {
    let (host, ear) = listening();
    let token = CancellationToken::new();
    let limit = Some(Duration::from_secs(30));
    assert_eq!(host.ui().confirm("Confirm", "Continue?", limit, &token).await, Ok(Given::TimedOut));
    let form = DialogForm::Confirm { title: "Confirm".into(), message: "Continue?".into() };
    let asked = Said::Asked("ui_1".into(), Question::Dialog(Dialog { form, timeout: limit }));
    let withdrawn = Said::Withdrawn { id: "ui_cancel_1".into(), target: "ui_1".into() };
    assert_eq!(ear.heard(), [asked, withdrawn]);
}

#[tokio::test]
async fn all_four_dialogs_are_withdrawn_when_they_are_cut() {
    let (host, ear) = listening();
    let token = CancellationToken::new();
    let ui = host.ui();
    let mut dialogs = Box::pin(async {
        tokio::join!(
            ui.select("s", vec![], None, &token),
            ui.confirm("c", "m", None, &token),
            ui.input("i", None, None, &token),
            ui.editor("e", None, &token),
        )
    });
    assert!((&mut dialogs).now_or_never().is_none());
    assert_eq!(ear.heard().len(), 4);
    token.cancel();
    let (select, confirm, input, editor) = dialogs.await;
    assert_eq!((select, confirm), (Err(UiError::Aborted), Err(UiError::Aborted)));
    assert_eq!((input, editor), (Err(UiError::Aborted), Err(UiError::Aborted)));
    assert_eq!(ear.heard().len(), 4);
}

#[tokio::test]
async fn the_end_of_input_fails_open_and_later_dialogs() {
    let (host, _ear) = listening();
    let token = CancellationToken::new();
    let mut open = Box::pin(host.ui().input("i", None, None, &token));
    assert!((&mut open).now_or_never().is_none());
    host.asks().close();
    let gone = UiError::Gone(host.texts().dialog_gone);
    assert_eq!(open.await, Err(gone.clone()));
    assert_eq!(host.ui().secret("s", None, None, &token).await, Err(gone));
}

#[tokio::test]
async fn a_protocol_without_dialogs_says_so_at_once() {
    let asked = Ui::default().select("s", vec![], None, &CancellationToken::new()).await;
    assert_eq!(asked, Err(UiError::Unsupported));
}

#[test]
fn what_is_shown_has_an_id_of_its_own_and_titles_only_where_they_are_wanted() {
    let (plain, ear) = listening();
    plain.ui().set_title("T");
    plain.ui().notify("Deployed", Some(NoticeLevel::Info));
    plain.ui().set_status("ci", None);
    let notify = Shown::Notify { message: "Deployed".into(), level: Some(NoticeLevel::Info) };
    let status = Shown::Status { key: "ci".into(), text: None };
    assert_eq!(ear.heard(), [Said::Shown("ui_1".into(), notify), Said::Shown("ui_2".into(), status)]);
    let (titled, ear) = host(Surface { titles: true, ..Surface::default() });
    titled.ui().set_title("T");
    assert_eq!(ear.heard(), [Said::Shown("ui_1".into(), Shown::Title("T".into()))]);
    assert!(titled.tool_ui().is_none());
}
