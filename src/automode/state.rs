//! Where a run stands: plain data, what may be asked of it, and when it is over.

use std::time::{Duration, Instant};

use crate::base::clock::{self, Timestamp};
use crate::outbox::AutomodeEnd;

use super::report::Report;

/// Turns without a tool call after which a run is given up.
const IDLE_TURNS: u32 = 3;
/// Equal failures in a row after which a run is given up.
const EQUAL_FAILURES: u32 = 5;
/// Characters of a failure that count for being equal.
const COMPARED: usize = 100;
/// Entries of the log that are kept.
const MOST_ENTRIES: usize = 10_000;

/// The task and its limits.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub message: String,
    pub max_turns: u64,
    /// The word that declares the task finished.
    pub promise: String,
    pub max_runtime: Duration,
    /// Dollars.
    pub max_cost: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Idle,
    Running,
    Paused,
    Completed,
    Cancelled,
    Failed,
}

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    AlreadyRunning,
    NotRunning,
    AlreadyPaused,
    NotPaused,
}

/// How a run stands, for whoever asks.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    pub status: Status,
    pub turns_completed: u64,
    pub turns_remaining: u64,
    pub message: Option<String>,
    pub max_turns: Option<u64>,
}

/// One thing that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub turn: u64,
    pub action: String,
    pub timestamp: Timestamp,
}

/// One run, or none yet.
#[derive(Debug, Default)]
pub(super) struct State {
    run: Option<Run>,
    /// A task gives the turns of the run.
    pub driven: bool,
    /// The host says nothing any more, so what is paused will not be gone on with here.
    pub is_left: bool,
}

#[derive(Debug)]
struct Run {
    plan: Plan,
    status: Status,
    completed: u64,
    log: Vec<Entry>,
    began: Instant,
    /// Dollars so far.
    spent: f64,
    idle_turns: u32,
    failure: Option<(String, u32)>,
    /// Set by whoever ends the run.
    stop: Option<AutomodeEnd>,
}

/// What comes next.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// The prompt of the next turn.
    Turn(String),
    Wait,
    End(AutomodeEnd),
}

impl State {
    pub fn is_active(&self) -> bool {
        self.run.as_ref().is_some_and(Run::is_active)
    }

    pub fn start(&mut self, plan: Plan, completed: u64, status: Status) -> Result<(), Refused> {
        if self.is_active() {
            return Err(Refused::AlreadyRunning);
        }
        self.run = Some(Run {
            plan,
            status,
            completed,
            log: Vec::new(),
            began: Instant::now(),
            spent: 0.0,
            idle_turns: 0,
            failure: None,
            stop: None,
        });
        Ok(())
    }

    pub fn pause(&mut self) -> Result<(), Refused> {
        match self.active() {
            None => Err(Refused::NotRunning),
            Some(run) if run.status == Status::Paused => Err(Refused::AlreadyPaused),
            Some(run) => {
                run.status = Status::Paused;
                Ok(())
            }
        }
    }

    pub fn resume(&mut self) -> Result<(), Refused> {
        match self.active() {
            None => Err(Refused::NotRunning),
            Some(run) if run.status == Status::Running => Err(Refused::NotPaused),
            Some(run) => {
                run.status = Status::Running;
                Ok(())
            }
        }
    }

    /// The run ends as soon as its turn has.
    pub fn stop(&mut self, end: AutomodeEnd) -> Result<(), Refused> {
        let run = self.active().ok_or(Refused::NotRunning)?;
        run.stop.get_or_insert(end);
        Ok(())
    }

    /// The end that somebody asked for, if somebody did.
    pub fn take_stop(&mut self) -> Option<AutomodeEnd> {
        self.active()?.stop.take()
    }

    /// Decides what comes next.
    pub fn next(&mut self) -> Step {
        let is_left = self.is_left;
        let Some(run) = self.active() else { return Step::End(AutomodeEnd::Cancelled) };
        if let Some(end) = run.stop.take() {
            return Step::End(end);
        }
        if run.completed >= run.plan.max_turns {
            return Step::End(AutomodeEnd::MaxTurns);
        }
        if run.began.elapsed() >= run.plan.max_runtime {
            return Step::End(AutomodeEnd::MaxRuntime);
        }
        match (run.status, is_left) {
            (Status::Paused, true) => Step::End(AutomodeEnd::Shutdown),
            (Status::Paused, false) => Step::Wait,
            _ => Step::Turn(run.prompt()),
        }
    }

    /// When the run is out of time; `None` when that is beyond all clocks.
    pub fn deadline(&self) -> Option<Instant> {
        self.run.as_ref().and_then(|run| run.began.checked_add(run.plan.max_runtime))
    }

    /// Takes in what a turn did. Gives its summary, and the end of the run if this was it.
    pub fn completed(&mut self, report: &Report) -> Option<(Turn, Option<AutomodeEnd>)> {
        let run = self.active()?;
        run.completed += 1;
        let (turn, timestamp) = (run.completed, clock::now());
        let quiet = match &report.error {
            Some(_) => "The turn failed",
            None => "Answered without using a tool",
        };
        let summary = report.summary.clone().unwrap_or_else(|| quiet.to_owned());
        let actions = if report.actions.is_empty() { vec![summary.clone()] } else { report.actions.clone() };
        run.log.extend(actions.into_iter().map(|action| Entry { turn, action, timestamp }));
        let surplus = run.log.len().saturating_sub(MOST_ENTRIES);
        run.log.drain(..surplus);
        let end = run.judge(report);
        Some((Turn { number: turn, total: run.plan.max_turns, action: summary }, end))
    }

    /// The run is over.
    pub fn end(&mut self, end: &AutomodeEnd) -> u64 {
        let Some(run) = &mut self.run else { return 0 };
        run.status = match end {
            AutomodeEnd::Completed => Status::Completed,
            AutomodeEnd::Cancelled | AutomodeEnd::Aborted | AutomodeEnd::Shutdown => Status::Cancelled,
            AutomodeEnd::MaxTurns
            | AutomodeEnd::MaxRuntime
            | AutomodeEnd::MaxCost
            | AutomodeEnd::CircuitBreaker
            | AutomodeEnd::Error(_) => Status::Failed,
        };
        run.completed
    }

    pub fn forget(&mut self) {
        self.run = self.run.take().filter(Run::is_active);
    }

    pub fn standing(&self) -> Standing {
        let Some(run) = &self.run else {
            return Standing {
                status: Status::Idle,
                turns_completed: 0,
                turns_remaining: 0,
                message: None,
                max_turns: None,
            };
        };
        Standing {
            status: run.status,
            turns_completed: run.completed,
            turns_remaining: if self.is_active() { run.plan.max_turns.saturating_sub(run.completed) } else { 0 },
            message: Some(run.plan.message.clone()),
            max_turns: Some(run.plan.max_turns),
        }
    }

    /// The newest entries of the log, oldest first.
    pub fn log(&self, most: usize) -> Vec<Entry> {
        let log = self.run.as_ref().map_or(&[][..], |run| run.log.as_slice());
        log.get(log.len().saturating_sub(most)..).unwrap_or_default().to_vec()
    }

    /// The plan of the active run and the turns that are over.
    pub fn saved(&self) -> Option<(Plan, u64)> {
        self.run.as_ref().filter(|_| self.is_active()).map(|run| (run.plan.clone(), run.completed))
    }

    fn active(&mut self) -> Option<&mut Run> {
        self.run.as_mut().filter(|run| run.is_active())
    }
}

/// A turn that is over.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub number: u64,
    pub total: u64,
    pub action: String,
}

impl Run {
    fn is_active(&self) -> bool {
        matches!(self.status, Status::Running | Status::Paused)
    }

    fn prompt(&self) -> String {
        let (next, most, promise) = (self.completed + 1, self.plan.max_turns, &self.plan.promise);
        let rules = format!(
            "This is turn {next} of at most {most}; nobody answers in between. When the whole task is done and checked, \
             end your answer with <promise>{promise}</promise>, and never write that before."
        );
        match self.completed {
            0 => format!("{}\n\n{rules}", self.plan.message),
            _ => format!("Go on with the task: {}\n\n{rules}", self.plan.message),
        }
    }

    fn judge(&mut self, report: &Report) -> Option<AutomodeEnd> {
        self.spent += report.cost;
        if report.error.is_none() && report.text.contains(&format!("<promise>{}</promise>", self.plan.promise)) {
            return Some(AutomodeEnd::Completed);
        }
        if self.spent >= self.plan.max_cost && self.spent > 0.0 {
            return Some(AutomodeEnd::MaxCost);
        }
        self.idle_turns = if report.actions.is_empty() && report.error.is_none() { self.idle_turns + 1 } else { 0 };
        self.failure = report.error.as_ref().map(|error| {
            let head: String = error.chars().take(COMPARED).collect();
            let times = self.failure.take().filter(|(known, _)| *known == head).map_or(0, |(_, times)| times);
            (head, times + 1)
        });
        let failures = self.failure.as_ref().map_or(0, |(_, times)| *times);
        (self.idle_turns >= IDLE_TURNS || failures >= EQUAL_FAILURES).then_some(AutomodeEnd::CircuitBreaker)
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
