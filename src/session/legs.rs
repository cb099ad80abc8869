//! The tasks of a run, one after another: a run that sleeps or compacts in between is still one run with one end.

use std::sync::{Arc, OnceLock};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::outbox::Event;

use super::effects::{Effect, Effects, StartRun};
use super::queues::Said;
use super::retry::Retry;
use super::state::{ActiveRun, Session};

/// Whether a task that goes on with a run tells of its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Announce {
    Start,
    Nothing,
}

impl Session {
    /// A new run; it begins with what is pending.
    pub(super) fn start(&mut self, pending: Vec<Said>, fx: &mut Effects) {
        self.runs += 1;
        self.forget_last_run();
        let from = self.messages.len();
        self.run = Some(ActiveRun {
            number: self.runs,
            token: CancellationToken::new(),
            abort_reason: Arc::new(OnceLock::new()),
            steered: watch::channel(false).0,
            pending,
            from,
            results_from: from,
            retry: Retry::default(),
            earlier: Vec::new(),
            said: Vec::new(),
            misfits: 0,
            budget: None,
        });
        if !self.makes_room_first(fx) {
            self.launch(Announce::Start, fx);
        }
        let budget = self.watch_time(fx);
        if let Some(run) = &mut self.run {
            run.budget = budget;
        }
    }

    /// A task for the active run.
    pub(super) fn launch(&mut self, announce: Announce, fx: &mut Effects) {
        let Some(run) = &self.run else { return };
        if announce == Announce::Start {
            fx.emit(Event::RunStarted);
        }
        fx.push(Effect::Start(StartRun {
            number: run.number,
            token: run.token.clone(),
            steered: run.steered.subscribe(),
            abort_reason: run.abort_reason.clone(),
        }));
    }

    /// The same, which makes a round whatever waits.
    pub(super) fn relaunch(&mut self, announce: Announce, fx: &mut Effects) {
        if let Some(run) = &mut self.run {
            run.retry.is_due();
        }
        self.launch(announce, fx);
    }

    /// Protocol: a continuation has a start of its own, and the end tells what it produced.
    pub(super) fn begins_leg(&mut self) {
        let at = self.messages.len();
        if let Some(run) = &mut self.run {
            run.earlier.clear();
            (run.from, run.results_from) = (at, at);
        }
    }
}
