//! What the session says by itself, in the place of the user: reminders and rules.

use crate::agent::RoundOutcome;
use crate::outbox::Event;
use crate::proto::shared::AgentMessage;

use super::effects::Effects;
use super::mentions::Reading;
use super::reminders::Reminders;
use super::rules::RuleState;
use super::state::Session;

/// What it knows of that.
#[derive(Default)]
pub(super) struct Added {
    pub reminders: Reminders,
    pub rules: RuleState,
    /// The host set the task list, and no call has changed it since.
    pub list_is_hosts: bool,
    /// Said when the next round begins.
    pub messages: Vec<AgentMessage>,
    /// A round that waits for files.
    pub reading: Option<Reading>,
}

impl Session {
    /// The run would end: whether something makes it go on. It then has a start of its own.
    pub(super) fn goes_on(&mut self, after: RoundOutcome, fx: &mut Effects) -> bool {
        let reminder = if after == RoundOutcome::Answered { self.reminder(fx) } else { None };
        let Some(reminder) = reminder else { return false };
        self.added.messages.push(reminder);
        self.begins_leg();
        fx.emit(Event::RunStarted);
        true
    }

    pub(super) fn say_added(&mut self, fx: &mut Effects) {
        self.say_rules(fx);
        for message in std::mem::take(&mut self.added.messages) {
            self.say(message, fx);
        }
    }
}
