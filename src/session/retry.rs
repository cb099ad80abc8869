//! Asking again after a failure that may pass: which failures, after what wait, and how often.
//!
//! Protocol: "auto_retry_start precedes each wait"; the run stays active during it, and its end comes once, when nothing
//! more will be tried. A reply that is asked for again leaves the history; in the file it becomes a branch of its own,
//! so that loading gives the same history.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::outbox::{Event, Outcome};
use crate::proto::shared::{AgentMessage, AssistantBlock, AssistantMessage, StopReason};
use crate::provider::{Failure, FailureKind};
use crate::store::Body;

use super::effects::{Effect, Effects};
use super::legs::Announce;
use super::state::Session;
use super::stats::estimate;

/// No wait of our own choice is longer.
const LONGEST_BACKOFF: Duration = Duration::from_millis(8000);

/// The most that chance takes off a wait, so that many clients do not come back at the same moment.
const JITTER: f64 = 0.25;

/// An empty reply is asked for again so often.
const MOST_FOR_EMPTY: u64 = 3;

const EMPTY: &str = "The model stopped without saying or calling anything";

/// Why a wait that somebody ended led to nothing.
pub(super) const CANCELLED: &str = "Retry cancelled";

/// When and how often a request is made again.
#[derive(Debug, Clone, PartialEq)]
pub struct RetryPolicy {
    pub enabled: bool,
    /// Most repetitions of one request.
    pub most: u64,
    /// Before the first repetition; doubled for each further one.
    pub base: Duration,
    /// The longest wait; a provider that asks for more is not waited for.
    pub longest: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { enabled: true, most: 10, base: Duration::from_millis(500), longest: Duration::from_secs(300) }
    }
}

impl RetryPolicy {
    /// The wait before repetition `attempt` (from 1), in whole milliseconds. `chance` is between 0 and 1.
    fn backoff(&self, attempt: u64, chance: f64) -> Duration {
        let doublings = u32::try_from(attempt.saturating_sub(1)).unwrap_or(u32::MAX);
        let factor = 2_u32.checked_pow(doublings).unwrap_or(u32::MAX);
        let full = self.base.saturating_mul(factor).min(LONGEST_BACKOFF).min(self.longest);
        whole_millis(full.mul_f64(1.0 - JITTER * chance.clamp(0.0, 1.0)))
    }
}

/// Protocol: a fraction of a millisecond does not go on the wire; the wait is never shorter than what is told.
fn whole_millis(time: Duration) -> Duration {
    let millis = time.as_nanos().div_ceil(1_000_000);
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
}

/// What a run knows of its repetitions.
#[derive(Default)]
pub(super) struct Retry {
    /// Repetitions since a reply was sound; zero while all is well.
    attempt: u64,
    /// What is wrong with the last reply, if asking again may help.
    fault: Option<Fault>,
    /// The last reply, if there was no room for its request or for itself.
    misfit: Option<Spot>,
    stage: Stage,
}

/// A reply that may be asked for again.
struct Fault {
    text: String,
    /// The provider's own wish.
    retry_after: Option<Duration>,
    /// Repetitions that a fault of this kind is worth.
    most: u64,
    spot: Spot,
}

#[derive(Default)]
enum Stage {
    #[default]
    Asking,
    /// The token ends the wait.
    Waiting(CancellationToken),
    /// The wait is over; the next round repeats the request.
    Due,
}

/// What becomes of a run whose last reply has a fault.
enum Verdict {
    Wait(Duration),
    /// The provider wants more patience than the settings allow.
    TooLong(String),
    /// Nothing to repeat, or often enough.
    Over,
}

impl Session {
    pub fn set_auto_retry(&mut self, enabled: bool) {
        self.config.retry.enabled = enabled;
    }

    /// Ends the wait before a repetition, and with it the run. Without such a wait nothing happens.
    pub fn abort_retry(&mut self, fx: &mut Effects) {
        self.end_wait(Outcome::Failed(CANCELLED.into()), fx);
    }

    /// Ends a run that waits; one that works is left alone.
    pub(super) fn end_wait(&mut self, outcome: Outcome, fx: &mut Effects) {
        let Some(run) = &mut self.run else { return };
        let Stage::Waiting(wait) = &run.retry.stage else { return };
        fx.push(Effect::Cancel(wait.clone()));
        self.finish_run(outcome, fx);
    }

    /// Takes note of a reply: a sound one ends the repetitions, a faulty one may be asked for again.
    pub(super) fn judge(&mut self, message: &AgentMessage, failure: Option<Failure>, before: Place, fx: &mut Effects) {
        let AgentMessage::Assistant(reply) = message else { return };
        let (most, spot) = (self.config.retry.most, Spot { before, entry: self.log.leaf() });
        let Some(run) = &mut self.run else { return };
        let did_not_fit = match &failure {
            Some(why) => why.kind == FailureKind::Overflow,
            None => reply.stop_reason == StopReason::Length,
        };
        run.retry.misfit = (did_not_fit && !has_calls(reply)).then(|| spot.clone());
        let fault = |text: String, retry_after, most| Some(Fault { text, retry_after, most, spot });
        run.retry.fault = match failure {
            Some(why) if why.kind.is_transient() && !has_calls(reply) => fault(why.message, why.retry_after, most),
            None if is_empty(reply) => fault(EMPTY.into(), None, most.min(MOST_FOR_EMPTY)),
            _ => None,
        };
        let sound = !matches!(reply.stop_reason, StopReason::Aborted | StopReason::Error) && run.retry.fault.is_none();
        if sound && run.retry.misfit.is_none() {
            run.misfits = 0;
        }
        if sound && run.retry.attempt > 0 {
            let attempt = std::mem::take(&mut run.retry.attempt);
            fx.emit(Event::RetryEnded { success: true, attempt, error: None });
        }
        if sound {
            // A repetition asks for the same tool again, the round behind it no more.
            self.forget_forced();
        }
    }

    /// The run would end with this outcome: waits for another attempt, or ends it.
    pub(super) fn run_over(&mut self, outcome: Outcome, fx: &mut Effects) {
        let Outcome::Failed(why) = &outcome else { return self.finish_run(outcome, fx) };
        let misfit = self.run.as_mut().and_then(|run| run.retry.misfit.take()).filter(|_| self.ends_with_failure());
        if misfit.is_some_and(|spot| self.recovers(spot, why.clone(), fx)) {
            return;
        }
        match self.verdict() {
            Verdict::Wait(delay) => self.wait(delay, fx),
            Verdict::TooLong(text) => {
                if let Some(run) = &mut self.run {
                    run.retry.attempt += 1;
                }
                self.finish_run(Outcome::Failed(text), fx);
            }
            Verdict::Over => self.finish_run(outcome, fx),
        }
    }

    fn ends_with_failure(&self) -> bool {
        let last = self.messages.last().map(AsRef::as_ref);
        matches!(last, Some(AgentMessage::Assistant(reply)) if reply.stop_reason == StopReason::Error)
    }

    /// Whether the last reply was empty and is asked for again. When that has not helped the run goes on as after any
    /// other reply.
    pub(super) fn retries_empty(&mut self, fx: &mut Effects) -> bool {
        if let Verdict::Wait(delay) = self.verdict() {
            self.wait(delay, fx);
            return true;
        }
        if let Some(run) = &mut self.run
            && let Some(fault) = run.retry.fault.take()
            && run.retry.attempt > 0
        {
            let attempt = std::mem::take(&mut run.retry.attempt);
            fx.emit(Event::RetryEnded { success: false, attempt, error: Some(fault.text) });
        }
        false
    }

    fn verdict(&self) -> Verdict {
        let policy = &self.config.retry;
        let Some(run) = self.run.as_ref().filter(|_| policy.enabled && !self.is_cut()) else { return Verdict::Over };
        let Some(fault) = run.retry.fault.as_ref().filter(|fault| run.retry.attempt < fault.most) else {
            return Verdict::Over;
        };
        let wanted = whole_millis(fault.retry_after.unwrap_or_default());
        if wanted > policy.longest {
            let (wanted, longest) = (wanted.as_millis(), policy.longest.as_millis());
            return Verdict::TooLong(format!(
                "Provider requested {wanted}ms wait, exceeds retry.maxDelayMs ({longest}). Original error: {}",
                fault.text
            ));
        }
        Verdict::Wait(policy.backoff(run.retry.attempt + 1, chance()).max(wanted))
    }

    /// The run sleeps. It has a new number, so that nothing the old task still says counts.
    fn wait(&mut self, delay: Duration, fx: &mut Effects) {
        let Some(run) = &mut self.run else { return };
        let Some(fault) = &run.retry.fault else { return };
        self.runs += 1;
        run.number = self.runs;
        run.retry.attempt += 1;
        let token = run.token.child_token();
        fx.emit(Event::RetryStarted { attempt: run.retry.attempt, most: fault.most, delay, error: fault.text.clone() });
        fx.push(Effect::Wait { number: run.number, delay, token: token.clone() });
        run.retry.stage = Stage::Waiting(token);
    }

    /// The wait of run `number` is over: asks again.
    pub fn wait_over(&mut self, number: u64, fx: &mut Effects) {
        let Some(run) = self.run.as_mut().filter(|run| run.number == number) else { return };
        if !matches!(run.retry.stage, Stage::Waiting(_)) {
            return;
        }
        self.relaunch(Announce::Start, fx);
    }

    /// Takes the faulty reply out of the history when its repetition begins; tells whether it does. Not before: a wait
    /// that is ended leaves it as the last word.
    pub(super) fn takes_back(&mut self, fx: &mut Effects) -> bool {
        let Some(run) = self.run.as_mut().filter(|run| matches!(run.retry.stage, Stage::Due)) else { return false };
        run.retry.stage = Stage::Asking;
        let Some(fault) = run.retry.fault.take() else { return true };
        let at = fault.spot.messages();
        run.earlier.clear();
        (run.from, run.results_from) = (at, at);
        self.goes_back(&fault.spot, fx);
        true
    }

    /// Takes a reply out of the history; in the file it becomes a branch of its own.
    pub(super) fn goes_back(&mut self, spot: &Spot, fx: &mut Effects) {
        let left = self.messages.get(spot.messages()..).unwrap_or_default();
        self.estimated -= left.iter().map(estimate).sum::<u64>().min(self.estimated);
        self.messages.truncate(spot.messages());
        let untouched = self.log.leaf() == spot.entry;
        self.log.rewind(spot.before.entry.clone());
        if !untouched {
            // What was set meanwhile stands on the branch that was left.
            if let Some(model) = self.config.model.clone() {
                self.persist(Body::Model { provider: model.provider.clone(), model: model.id.clone() }, fx);
            }
            self.persist(Body::Thinking { level: self.config.thinking }, fx);
        }
    }

    /// The run goes on behind its last reply, whatever is wrong with that.
    pub(super) fn passes_over_fault(&mut self) {
        if let Some(run) = &mut self.run {
            run.retry.fault = None;
        }
    }

    /// The place that the next message takes.
    pub(super) fn place(&self) -> Place {
        Place { messages: self.messages.len(), entry: self.log.leaf() }
    }
}

impl Retry {
    /// The next round repeats the request, or goes on with it.
    pub(super) fn is_due(&mut self) {
        self.stage = Stage::Due;
    }

    /// The last reply, if there was no room for its request or for itself.
    pub(super) fn misfit(&self) -> Option<&Spot> {
        self.misfit.as_ref()
    }

    /// The end of repetitions that led to nothing, for a run that ends with them.
    pub(super) fn failed(&self, outcome: &Outcome) -> Option<Event> {
        let error = match outcome {
            Outcome::Done => return None,
            Outcome::Aborted => CANCELLED.to_owned(),
            Outcome::Failed(why) => why.clone(),
        };
        (self.attempt > 0).then_some(Event::RetryEnded { success: false, attempt: self.attempt, error: Some(error) })
    }
}

/// A place in the history and in the tree of the transcript.
#[derive(Debug, Clone)]
pub(super) struct Place {
    messages: usize,
    entry: Option<Arc<str>>,
}

/// A reply that may be taken out of the history again.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    before: Place,
    /// The reply's own entry.
    entry: Option<Arc<str>>,
}

impl Spot {
    /// How many messages come before it.
    pub(super) fn messages(&self) -> usize {
        self.before.messages
    }
}

/// Protocol: to repeat a message with a complete call is unsafe.
fn has_calls(reply: &AssistantMessage) -> bool {
    reply.content.iter().any(|block| matches!(block, AssistantBlock::ToolCall(_)))
}

/// A success that says nothing.
fn is_empty(reply: &AssistantMessage) -> bool {
    let blank = |block: &AssistantBlock| match block {
        AssistantBlock::Text(text) => text.text.trim().is_empty(),
        AssistantBlock::Thinking(thinking) => thinking.thinking.trim().is_empty(),
        AssistantBlock::Fallback(_) => true,
        AssistantBlock::RedactedThinking(_) | AssistantBlock::ToolCall(_) => false,
    };
    reply.stop_reason == StopReason::Stop && reply.content.iter().all(blank)
}

/// A number between 0 and 1 that nobody can foresee.
fn chance() -> f64 {
    let bits = u32::try_from(Uuid::new_v4().as_u128() & u128::from(u32::MAX)).unwrap_or_default();
    f64::from(bits) / f64::from(u32::MAX)
}

#[cfg(test)]
#[path = "retry_tests.rs"]
mod tests;
