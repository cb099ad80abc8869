//! Compactions by themselves: when the context is too full, what the run that waits for one does afterwards, and when
//! they are given up.
//!
//! Protocol: exactly one `auto_compaction_end` for each start. The run stays active meanwhile and has one end.

use crate::agent::RoundOutcome;
use crate::agent::summary::{Digest, Notes};
use crate::outbox::{CompactionReason, Event, NoticeLevel, Outcome};
use crate::proto::shared::{AgentMessage, CompactionResult, StopReason};

use super::compaction::{Compaction, CompactionError, Why, Work};
use super::cut::Reach;
use super::effects::{Effect, Effects};
use super::legs::Announce;
use super::retry::Spot;
use super::state::Session;

/// So many automatic compactions in a row may come to nothing (hazard K54).
const MOST_FRUITLESS: u32 = 3;

/// For one request that does not fit, history is compacted so often.
const MOST_MISFITS: u32 = 2;

/// What the run does that waits for a compaction.
pub(super) enum After {
    /// Says its prompt.
    Begin,
    /// Makes its next round.
    GoOn,
    /// Hears what waits in the queues.
    Heed,
    /// Ends, unless something came in meanwhile.
    Finish,
    /// Asks again for the reply at this place; without a compaction it ends so.
    Repeat { spot: Spot, otherwise: Outcome },
}

impl After {
    fn reason(&self) -> CompactionReason {
        match self {
            Self::Repeat { .. } => CompactionReason::Overflow,
            Self::Begin | Self::GoOn | Self::Heed | Self::Finish => CompactionReason::Threshold,
        }
    }

    fn failure(&self, why: &str) -> String {
        match self {
            Self::Repeat { otherwise: Outcome::Failed(_), .. } => format!("Context overflow recovery failed: {why}"),
            Self::Repeat { .. } => format!("Incomplete response recovery failed: {why}"),
            Self::Begin | Self::GoOn | Self::Heed | Self::Finish => format!("Auto-compaction failed: {why}"),
        }
    }
}

impl Session {
    pub fn set_auto_compaction(&mut self, enabled: bool) {
        self.config.auto_compaction = enabled;
        self.compactions.fruitless = 0;
        self.compactions.unproven = false;
    }

    /// The run that is about to start says its prompt on a history that leaves room for it; tells whether it has to
    /// wait for that.
    pub(super) fn makes_room_first(&mut self, fx: &mut Effects) -> bool {
        let prompt = self.run.iter().flat_map(|run| &run.pending).map(|input| input.tokens()).sum();
        self.is_over_limit(prompt) && self.compacts(After::Begin, fx)
    }

    /// Between rounds, and when the run would end; tells whether the run has to wait.
    pub(super) fn makes_room(&mut self, after: RoundOutcome, fx: &mut Effects) -> bool {
        let wanted = match after {
            RoundOutcome::None => false,
            RoundOutcome::Called | RoundOutcome::Cut => self.config.compaction.in_mid_turn,
            RoundOutcome::Answered => true,
        };
        if !wanted || !self.is_over_limit(0) {
            return false;
        }
        let then = match (after, self.incomplete()) {
            (RoundOutcome::Answered, Some(spot)) => After::Repeat { spot, otherwise: Outcome::Done },
            (RoundOutcome::Answered, None) if self.nothing_waits() => After::Finish,
            (RoundOutcome::Answered, None) => After::Heed,
            _ => After::GoOn,
        };
        self.compacts(then, fx)
    }

    /// A request did not fit: compacts, to make it again. False when that is no use any more.
    pub(super) fn recovers(&mut self, spot: Spot, why: String, fx: &mut Effects) -> bool {
        if !self.config.auto_compaction || self.is_cut() {
            return false;
        }
        if self.run.as_ref().is_some_and(|run| run.misfits >= MOST_MISFITS) {
            fx.emit(warning("The conversation does not fit the model's context, and compaction did not free enough"));
            return false;
        }
        if self.compacts(After::Repeat { spot, otherwise: Outcome::Failed(why) }, fx) {
            return true;
        }
        fx.emit(Event::CompactionStarted { reason: CompactionReason::Overflow });
        fx.emit(Event::CompactionEnded { result: None, aborted: false, will_retry: false, error: None, skipped: true });
        fx.emit(warning("There is nothing that compaction could take out of the context"));
        false
    }

    /// The last reply was cut by a full window, so it is worth asking for again on a shorter history.
    fn incomplete(&self) -> Option<Spot> {
        let run = self.run.as_ref().filter(|run| self.config.compaction.goes_on && run.misfits < MOST_MISFITS)?;
        let spot = run.retry.misfit()?;
        let AgentMessage::Assistant(reply) = self.messages.last()?.as_ref() else { return None };
        (reply.stop_reason == StopReason::Length).then(|| spot.clone())
    }

    /// Whether the context, with so many tokens more, is over the limit and compaction may help.
    fn is_over_limit(&self, more: u64) -> bool {
        self.config.auto_compaction
            && !self.is_compacting()
            && self.compactions.fruitless < MOST_FRUITLESS
            && self.tokens_over_limit(more) > 0
    }

    fn tokens_over_limit(&self, more: u64) -> u64 {
        let Some(window) = self.window() else { return 0 };
        (self.context_tokens() + more).saturating_sub(self.config.compaction.limit(window))
    }

    /// Starts an automatic compaction; false when there is nothing to summarise, or nobody to ask.
    fn compacts(&mut self, after: After, fx: &mut Effects) -> bool {
        let work = match &after {
            After::Repeat { spot, .. } => self.work_again(spot),
            _ => self.work(self.messages.len(), Reach::Older, None),
        };
        let Ok((digest, work)) = work else { return false };
        if let (After::Repeat { .. }, Some(run)) = (&after, &mut self.run) {
            run.misfits += 1;
        }
        fx.emit(Event::CompactionStarted { reason: after.reason() });
        self.begin(Why::Itself(after), digest, work, fx);
        true
    }

    /// For a request that did not fit: the older part first, everything when that is not enough.
    fn work_again(&self, spot: &Spot) -> Result<(Digest, Work), CompactionError> {
        let end = spot.messages();
        let first = self.run.as_ref().is_none_or(|run| run.misfits == 0);
        let (one, other) = if first { (Reach::Older, Reach::All) } else { (Reach::All, Reach::Older) };
        self.work(end, one, None).or_else(|_| self.work(end, other, None))
    }

    /// The notes of an automatic compaction are there, or why not: the run goes on.
    pub(super) fn made_room(&mut self, after: After, notes: Result<Notes, String>, work: Work, fx: &mut Effects) {
        let error = notes.as_ref().err().map(|why| after.failure(why));
        let result = notes.ok().map(|notes| {
            if let After::Repeat { spot, .. } = &after {
                self.goes_back(spot, fx);
            }
            self.put_aside(&notes, work, fx)
        });
        let made = result.is_some();
        let repeats = made && matches!(after, After::Repeat { .. }) && self.fits();
        fx.emit(ended(result, Aborted::No, repeats, error));
        self.note_progress(made, fx);
        match after {
            After::Begin => self.launch(Announce::Start, fx),
            After::GoOn => self.relaunch(Announce::Nothing, fx),
            After::Heed => self.launch(Announce::Nothing, fx),
            After::Finish if self.nothing_waits() && self.goes_on(RoundOutcome::Answered, fx) => {
                self.relaunch(Announce::Nothing, fx);
            }
            After::Finish if self.nothing_waits() => self.finish_run(Outcome::Done, fx),
            After::Finish => {
                self.begins_leg();
                self.launch(Announce::Start, fx);
            }
            After::Repeat { .. } if repeats => {
                self.begins_leg();
                self.relaunch(Announce::Start, fx);
            }
            After::Repeat { otherwise, .. } => {
                if made {
                    fx.emit(warning("Compaction did not free enough context to ask again"));
                }
                self.finish_run(otherwise, fx);
            }
        }
    }

    /// Stops the compaction that the run waits for; the run was told to end.
    pub(super) fn end_own_compaction(&mut self, fx: &mut Effects) {
        let is_own = |active: &mut Compaction| matches!(active.why, Why::Itself(_));
        let Some(Compaction { token, why: Why::Itself(after), .. }) = self.compactions.active.take_if(is_own) else {
            return;
        };
        fx.push(Effect::Cancel(token));
        fx.emit(ended(None, Aborted::Yes, false, None));
        match after {
            // What was accepted is said, also when nobody will answer it.
            After::Begin => self.launch(Announce::Start, fx),
            After::GoOn | After::Heed | After::Finish | After::Repeat { .. } => {
                self.finish_run(Outcome::Aborted, fx);
            }
        }
    }

    /// A compaction is over. One that failed, or frees too little by our own estimate, was for nothing; whether another
    /// helped, the next reply tells.
    fn note_progress(&mut self, made: bool, fx: &mut Effects) {
        self.compactions.unproven = made && self.tokens_over_limit(0) == 0;
        if !self.compactions.unproven {
            self.came_to_nothing(fx);
        }
    }

    /// A reply tells how full the context really is: only that is progress. Where it has no figure, the estimate decides.
    pub(super) fn weigh(&mut self, message: &AgentMessage, fx: &mut Effects) {
        let AgentMessage::Assistant(reply) = message else { return };
        if matches!(reply.stop_reason, StopReason::Aborted | StopReason::Error) {
            return;
        }
        let unproven = std::mem::take(&mut self.compactions.unproven);
        if self.tokens_over_limit(0) == 0 {
            self.compactions.fruitless = 0;
        } else if unproven {
            self.came_to_nothing(fx);
        }
    }

    /// What does not help is not tried for ever.
    fn came_to_nothing(&mut self, fx: &mut Effects) {
        self.compactions.fruitless += 1;
        if self.compactions.fruitless == MOST_FRUITLESS {
            fx.emit(warning("Compaction does not free enough context any more and is not tried again by itself"));
        }
    }

    fn fits(&self) -> bool {
        self.window().is_none_or(|window| self.context_tokens() < window)
    }

    fn nothing_waits(&self) -> bool {
        self.steering.is_empty() && self.follow_up.is_empty()
    }
}

enum Aborted {
    Yes,
    No,
}

fn ended(result: Option<CompactionResult>, aborted: Aborted, will_retry: bool, error: Option<String>) -> Event {
    let aborted = matches!(aborted, Aborted::Yes);
    Event::CompactionEnded { result: result.map(Box::new), aborted, will_retry, error, skipped: false }
}

fn warning(message: &str) -> Event {
    Event::Notice { level: NoticeLevel::Warning, message: message.to_owned(), source: "compaction" }
}

#[cfg(test)]
#[path = "crowding_tests.rs"]
mod tests;
