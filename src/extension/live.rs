//! One extension at work: what it offers, what it is told and asked, and how it ends, once.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::outbox::{Event, Voice};
use crate::proto::extension::{Answer, Cancel, Outbound, Subscription};
use crate::proto::frame::{OutboundFrame as _, Strictness};

use super::hello::Offer;
use super::keeping::Keeping;
use super::outlet::{Line, Outlet};
use super::questions::{Asked, Beside, Questions};

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Undecided {
    /// Whoever asked gave up.
    Cut,
    /// The extension failed at it, which the host has been told.
    Failed,
    /// The extension says that it failed at it, and goes on.
    Said(String),
}

/// One extension.
pub(super) struct Extension {
    /// What hosts know it by.
    pub path: PathBuf,
    pub voice: Arc<dyn Voice>,
    pub strictness: Strictness,
    /// How long a question may wait.
    pub limit: Duration,
    outlet: Outlet,
    pub questions: Questions,
    /// Set when it was taken.
    offer: OnceLock<Offer>,
    /// It ended, whichever way; its end was told if it was a fault.
    gone: CancellationToken,
    over: AtomicBool,
    /// The process ends: what it does now is no fault.
    leaving: AtomicBool,
    /// Questions of its own to the user.
    pub asking: AtomicUsize,
    /// What it keeps in sessions and is not stored yet.
    pub keeping: Keeping,
}

impl Extension {
    pub(super) fn new(
        path: PathBuf,
        voice: Arc<dyn Voice>,
        strictness: Strictness,
        limit: Duration,
        outlet: Outlet,
    ) -> Self {
        Self {
            path,
            voice,
            strictness,
            limit,
            outlet,
            questions: Questions::default(),
            offer: OnceLock::new(),
            gone: CancellationToken::new(),
            over: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            asking: AtomicUsize::new(0),
            keeping: Keeping::default(),
        }
    }

    /// What it brings along, once it was taken.
    pub(super) fn offer(&self) -> Option<&Offer> {
        self.offer.get()
    }

    /// It is one of us from now on.
    pub(super) fn take(&self, offer: Offer) {
        // An extension says hello once.
        let _ = self.offer.set(offer);
    }

    pub(super) fn name(&self) -> &str {
        self.offer().map_or("", |offer| offer.name.as_str())
    }

    pub(super) fn hears(&self, what: Subscription) -> bool {
        !self.is_over() && self.asked_for(what)
    }

    /// The same, also when it has ended.
    pub(super) fn asked_for(&self, what: Subscription) -> bool {
        self.offer().is_some_and(|offer| offer.events.contains(&what))
    }

    /// Whether calls are refused that it did not decide on.
    pub(super) fn must_decide(&self) -> bool {
        self.asked_for(Subscription::CheckCall) && self.offer().is_some_and(|offer| offer.must_decide)
    }

    /// It ended, whichever way, and decides nothing any more.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// Completes when it ended.
    pub(super) fn gone(&self) -> &CancellationToken {
        &self.gone
    }

    // ---- what it is told

    pub(super) fn tell(&self, frame: impl Into<Outbound>) {
        if let Some(line) = encoded(&frame.into(), self.strictness) {
            self.tell_line(line);
        }
    }

    pub(super) fn tell_line(&self, line: Line) {
        if self.outlet.push(line).is_err() {
            self.fail("stdin", "it does not read what it is told");
        }
    }

    /// Puts a question; `frame` makes it of its id. A failure that the extension tells itself is told to the host.
    pub(super) async fn ask(
        &self,
        about: &'static str,
        beside: Beside,
        token: &CancellationToken,
        frame: impl FnOnce(String) -> Outbound,
    ) -> Result<Answer, Undecided> {
        let answer = self.ask_only(about, beside, token, frame).await;
        if let Err(Undecided::Said(why)) = &answer {
            self.complain(self.path.display().to_string(), about, why.clone());
        }
        answer
    }

    /// The same, and whoever asks tells the host of a failure that the extension tells itself.
    pub(super) async fn ask_only(
        &self,
        about: &'static str,
        beside: Beside,
        token: &CancellationToken,
        frame: impl FnOnce(String) -> Outbound,
    ) -> Result<Answer, Undecided> {
        let Some(asked) = self.questions.open(about, beside) else { return Err(Undecided::Failed) };
        let mut pending = Pending { extension: self, asked };
        self.tell(frame(pending.asked.id.clone()));
        let answer = pending.answer(about, token).await?;
        match answer.error {
            Some(why) => Err(Undecided::Said(why)),
            None => Ok(answer),
        }
    }

    // ---- how it ends

    /// A fault: the host is told of the first one, and the extension ends.
    pub(super) fn fail(&self, event: &str, why: impl Into<String>) {
        if self.over.swap(true, Ordering::AcqRel) {
            return;
        }
        if !self.leaving.load(Ordering::Relaxed) {
            self.complain(self.path.display().to_string(), event, why.into());
        }
        self.end();
    }

    /// It ended by itself, and that was no fault.
    pub(super) fn finish(&self) {
        if !self.over.swap(true, Ordering::AcqRel) {
            self.end();
        }
    }

    fn end(&self) {
        self.questions.close();
        self.outlet.close();
        self.gone.cancel();
    }

    /// Tells the host of something that failed, without ending anything.
    pub(super) fn complain(&self, path: String, event: &str, error: String) {
        tracing::warn!(path, event, "an extension failed: {error}");
        self.voice.say(Event::ExtensionFailed { path, event: event.to_owned(), error });
    }

    /// Says goodbye: its input closes, and what it does from now on is no fault.
    pub(super) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
        self.outlet.close();
    }

    pub(super) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// What a fault of its process was about: what it was asked first, or `hello`.
    pub(super) fn occupation(&self) -> &'static str {
        match self.offer() {
            None => "hello",
            Some(_) => self.questions.oldest().unwrap_or("exit"),
        }
    }
}

/// A line of a frame; one that does not conform is a defect of ours and never leaves.
pub(super) fn encoded(frame: &Outbound, strictness: Strictness) -> Option<Line> {
    if strictness == Strictness::Strict {
        let value = serde_json::to_value(frame).ok()?;
        if let Err(why) = frame.check(&value) {
            tracing::error!(frame = frame.schema_name(), "a frame for an extension does not conform: {why}");
            return None;
        }
    }
    let mut line = serde_json::to_vec(frame).ok()?;
    line.push(b'\n');
    Some(line.into())
}

/// A question on its way; dropped without an answer, it is taken back.
struct Pending<'a> {
    extension: &'a Extension,
    asked: Asked,
}

impl Pending<'_> {
    /// The time does not run while the extension itself waits for the user.
    async fn answer(&mut self, about: &'static str, token: &CancellationToken) -> Result<Answer, Undecided> {
        let extension = self.extension;
        let mut deadline = tokio::time::Instant::now() + extension.limit;
        loop {
            tokio::select! {
                biased;
                answer = &mut self.asked.settled => return answer.map_err(|_| Undecided::Failed),
                () = token.cancelled() => return Err(Undecided::Cut),
                () = self.asked.alive.notified() => {}
                () = tokio::time::sleep_until(deadline) => {
                    if extension.asking.load(Ordering::Relaxed) == 0 {
                        let seconds = extension.limit.as_secs_f64();
                        extension.fail(about, format!("it did not answer within {seconds} s"));
                        return Err(Undecided::Failed);
                    }
                }
            }
            deadline = tokio::time::Instant::now() + extension.limit;
        }
    }
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        if self.extension.questions.withdraw(&self.asked) {
            self.extension.tell(Cancel { target_id: self.asked.id.clone() });
        }
    }
}
