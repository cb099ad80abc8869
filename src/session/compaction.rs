//! Notes in the place of older history: what a compaction works on, and what it leaves. `crowding` says when one comes
//! by itself.
//!
//! Protocol: none of the events of automatic compactions for one on request. Invariant (hazard K55): until the notes are
//! there nothing of the history is touched.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::agent::summary::{Digest, Notes};
use crate::proto::shared::{AgentMessage, CompactionResult, CompactionSummaryMessage};
use crate::provider::{Serves, Stretch, Tail};
use crate::store::Body;

use super::crowding::After;
use super::cut::{Cut, Reach, cut};
use super::effects::{Effect, Effects};
use super::state::Session;
use super::stats::estimate;
use super::touched::{Files, without_lists};

/// Why there is no compaction.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompactionError {
    #[error("a compaction is running")]
    Running,
    #[error("a document for another session is being written")]
    HandingOff,
    #[error("there is no model")]
    NoModel,
    #[error("the last entry is a compaction")]
    Already,
    #[error("there is nothing to summarise")]
    Nothing,
    #[error("it was stopped")]
    Cancelled,
    #[error("{0}")]
    Failed(String),
}

/// Told of the end of a compaction on request.
pub type Compacted = Box<dyn FnOnce(Result<CompactionResult, CompactionError>) + Send>;

/// What a session knows of its compactions.
#[derive(Default)]
pub(super) struct Compactions {
    pub active: Option<Compaction>,
    /// One was asked for and waits for the end of the run.
    pub due: bool,
    /// Automatic ones in a row that came to nothing.
    pub fruitless: u32,
    /// Whether the last automatic one helped is still to be told by a reply.
    pub unproven: bool,
    /// Figures of usage count from here on: those before tell of a history that is no more.
    pub figures_from: usize,
    /// What requests carry besides the history, as figures before the last compaction told.
    pub overhead: Option<u64>,
}

/// One that waits for its notes.
pub(super) struct Compaction {
    pub number: u64,
    pub token: CancellationToken,
    pub why: Why,
    pub work: Work,
}

/// Who wanted it.
pub(super) enum Why {
    Asked(Compacted),
    Itself(After),
}

/// What it works on.
pub(super) struct Work {
    cut: Cut,
    tokens_before: u64,
    overhead: Option<u64>,
    files: Files,
}

impl Session {
    pub fn is_compacting(&self) -> bool {
        self.compactions.due || self.compactions.active.is_some()
    }

    /// Compacts on request. A run is ended first, with its end events.
    pub fn compact(&mut self, focus: Option<String>, done: Compacted, fx: &mut Effects) {
        if self.is_compacting() {
            return done(Err(CompactionError::Running));
        }
        if self.handoff.is_some() {
            return done(Err(CompactionError::HandingOff));
        }
        if self.config.model.is_none() {
            return done(Err(CompactionError::NoModel));
        }
        self.compactions.due = true;
        let then = move |session: &mut Session, fx: &mut Effects| {
            if !std::mem::take(&mut session.compactions.due) {
                return done(Err(CompactionError::Cancelled));
            }
            let work = match session.has_just_compacted() {
                true => Err(CompactionError::Already),
                false => session.work(session.messages.len(), Reach::Older, focus),
            };
            match work {
                Ok((digest, work)) => session.begin(Why::Asked(done), digest, work, fx),
                Err(why) => done(Err(why)),
            }
        };
        self.abort_run(Box::new(then), fx);
    }

    /// Nothing was said since the last one.
    fn has_just_compacted(&self) -> bool {
        self.compactions.figures_from > 0 && self.compactions.figures_from >= self.messages.len()
    }

    /// Stops a compaction that was asked for.
    pub(super) fn end_asked_compaction(&mut self, fx: &mut Effects) {
        self.compactions.due = false;
        let is_asked = |active: &mut Compaction| matches!(active.why, Why::Asked(_));
        if let Some(Compaction { token, why: Why::Asked(done), .. }) = self.compactions.active.take_if(is_asked) {
            fx.push(Effect::Cancel(token));
            done(Err(CompactionError::Cancelled));
        }
    }

    /// What a compaction of the history before `end` would work on, and what it asks a model.
    pub(super) fn work(
        &self,
        end: usize,
        reach: Reach,
        focus: Option<String>,
    ) -> Result<(Digest, Work), CompactionError> {
        let model = self.config.model.clone().ok_or(CompactionError::NoModel)?;
        let history = self.messages.get(..end).unwrap_or_default();
        let sizes: Vec<u64> = history.iter().map(estimate).collect();
        let cut = cut(history, &sizes, self.context_tokens(), self.config.compaction.keep_recent, reach)
            .ok_or(CompactionError::Nothing)?;
        let connection = self.config.models.connect(&model).map_err(|why| CompactionError::Failed(why.to_string()))?;
        let previous = match history.first().map(AsRef::as_ref) {
            Some(AgentMessage::CompactionSummary(summary)) => Some(summary.summary.as_str()),
            _ => None,
        };
        let record = history.get(cut.from..cut.at).unwrap_or_default();
        let files = Files::of(&self.config.tooling.set, previous, record);
        let tail = if cut.splits_turn { Tail::Split } else { Tail::Whole };
        let stretch = Stretch {
            record: record.to_vec(),
            serves: Serves::Summary { tail },
            previous: previous.map(|notes| without_lists(notes).to_owned()),
            focus: focus.filter(|focus| !focus.trim().is_empty()),
        };
        let request = self.request(model, &connection, Vec::new());
        let digest = Digest { provider: connection.provider, request, stretch: Arc::new(stretch) };
        let (tokens_before, overhead) = (self.last_real_tokens(), self.overhead());
        Ok((digest, Work { cut, tokens_before, overhead, files }))
    }

    /// Asks for the notes. A run that waits for them has a new number from here on, so that nothing its old task still
    /// says counts.
    pub(super) fn begin(&mut self, why: Why, digest: Digest, work: Work, fx: &mut Effects) {
        self.runs += 1;
        let number = self.runs;
        let token = match (&why, &mut self.run) {
            (Why::Itself(_), Some(run)) => {
                run.number = number;
                run.token.child_token()
            }
            _ => CancellationToken::new(),
        };
        fx.push(Effect::Write { number, digest: Box::new(digest), token: token.clone() });
        self.compactions.active = Some(Compaction { number, token, why, work });
    }

    /// The notes of compaction or handoff `number` are there, or why not.
    pub fn written(&mut self, number: u64, notes: Result<Notes, String>, fx: &mut Effects) {
        let Err(notes) = self.handed_off(number, notes) else { return };
        let Some(Compaction { why, work, .. }) = self.compactions.active.take_if(|active| active.number == number)
        else {
            return;
        };
        let notes = match notes {
            Ok(notes) if notes.text.is_empty() => Err("The model wrote no summary".to_owned()),
            notes => notes,
        };
        match why {
            Why::Asked(done) => {
                let result = notes.map(|notes| self.put_aside(&notes, work, fx)).map_err(CompactionError::Failed);
                // Behind the writing of the entry: what a host was told of is on disk.
                fx.push(Effect::Then(Box::new(move |_, _| done(result))));
            }
            Why::Itself(after) => self.made_room(after, notes, work, fx),
        }
    }

    /// The notes take the place of the record.
    pub(super) fn put_aside(&mut self, notes: &Notes, work: Work, fx: &mut Effects) -> CompactionResult {
        let Work { cut, tokens_before, overhead, files } = work;
        let kept = self.messages.split_off(cut.at.min(self.messages.len()));
        let summary = files.appended_to(&notes.text);
        let details = files.details();
        let first_kept = kept.first().and_then(|message| self.log.entry_of(message));
        let entry = self.log.entry(Body::Compaction {
            summary: summary.clone(),
            brief: notes.brief.clone(),
            first_kept: first_kept.clone(),
            tokens_before,
            details: details.clone(),
            overhead,
        });
        let (id, timestamp) = (entry.id.clone(), entry.timestamp);
        fx.push(Effect::Persist(entry));
        if let Some(run) = &mut self.run {
            run.earlier.extend(self.messages.iter().skip(run.from).cloned());
            run.from = run.from.saturating_sub(cut.at) + 1;
            run.results_from = run.results_from.saturating_sub(cut.at) + 1;
        }
        let message = AgentMessage::CompactionSummary(CompactionSummaryMessage {
            summary: summary.clone(),
            short_summary: notes.brief.clone(),
            tokens_before,
            warning: None,
            provider_payload: None,
            blocks: None,
            images: None,
            timestamp,
        });
        self.messages = std::iter::once(Arc::new(message)).chain(kept).collect();
        self.log.forget_all_but(&self.messages);
        self.estimated = self.messages.iter().map(estimate).sum();
        self.compactions.figures_from = self.messages.len();
        self.compactions.overhead = overhead;
        CompactionResult {
            summary,
            short_summary: notes.brief.clone(),
            first_kept_entry_id: first_kept.unwrap_or(id).as_ref().to_owned(),
            tokens_before,
            details: serde_json::to_value(details).ok(),
            preserve_data: None,
        }
    }
}

#[cfg(test)]
#[path = "compaction_tests.rs"]
mod tests;
