//! The longest time that a run may take.
//!
//! It counts from the start of the run until it is idle, with everything in between: requests, tools, waits before another
//! attempt. At its end the host is told by a notice, and the run ends as after an abort, with the same words as the error
//! text of the message that is cut.

use std::time::Duration;

use tokio_util::sync::{CancellationToken, DropGuard};

use crate::outbox::{Event, NoticeLevel};

use super::effects::{Effect, Effects};
use super::state::Session;

/// The time of a run.
pub(super) struct Budget {
    /// The number that the run began with; it gets others when it asks again.
    run: u64,
    /// Stops the clock.
    _clock: DropGuard,
}

impl Session {
    /// Sets the clock of a run that begins; it stops when the guard goes.
    pub(super) fn watch_time(&self, fx: &mut Effects) -> Option<Budget> {
        let (delay, token) = (self.config.max_time?, CancellationToken::new());
        fx.push(Effect::Expire { run: self.runs, delay, token: token.clone() });
        Some(Budget { run: self.runs, _clock: token.drop_guard() })
    }

    /// The time of a run is up; one that is over meanwhile is none of it.
    pub fn expire(&mut self, run: u64, fx: &mut Effects) {
        let (Some(limit), Some(active)) = (self.config.max_time, &mut self.run) else { return };
        let mine = active.budget.take_if(|budget| budget.run == run).is_some();
        if !mine || self.is_cut() {
            return;
        }
        let message = reason(limit);
        fx.emit(Event::Notice { level: NoticeLevel::Warning, message: message.clone(), source: "max-time" });
        self.abort_because(&message, Box::new(|_, _| {}), fx);
    }
}

fn reason(limit: Duration) -> String {
    format!("The run reached its time limit of {} s (--max-time)", limit.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::state_tests::{says, session, words};

    #[test]
    fn a_run_whose_time_is_up_ends_as_after_an_abort_and_says_why() {
        let (mut session, mut fx) = (session(), Effects::default());
        session.config.max_time = Some(Duration::from_millis(1500));
        session.submit(says("hi"), None, &mut fx).unwrap();
        let begun = words(&mut fx);
        assert!(begun.contains(&"Expire(1500ms)".to_owned()), "{begun:?}");
        session.expire(1, &mut fx);
        let said = words(&mut fx).join("\n");
        assert!(said.starts_with("Notice") && said.ends_with("Cancel"), "{said}");
        let why = session.run.as_ref().unwrap().abort_reason.get().unwrap();
        assert_eq!(why, "The run reached its time limit of 1.5 s (--max-time)");
        session.expire(1, &mut fx);
        session.expire(2, &mut fx);
        assert!(fx.is_empty(), "a run is told once");
    }

    #[test]
    fn the_clock_stops_with_its_run() {
        let (mut session, mut fx) = (session(), Effects::default());
        session.config.max_time = Some(Duration::from_secs(1));
        session.submit(says("hi"), None, &mut fx).unwrap();
        let clock = fx.take().into_iter().find_map(|effect| match effect {
            Effect::Expire { token, .. } => Some(token),
            _ => None,
        });
        let clock = clock.unwrap();
        assert!(!clock.is_cancelled());
        session.finish_run(crate::outbox::Outcome::Done, &mut fx);
        assert!(clock.is_cancelled());
    }
}
