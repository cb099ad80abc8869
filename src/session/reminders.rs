//! Reminders of open tasks: a model that stops with work on its list is asked to go on, a few times.
//!
//! Protocol: the reminders of a run come before its one end. There is none when the model has asked the user something, and
//! no further one when the last one led to no call. Each message of the user begins the count again.

use crate::base::clock;
use crate::outbox::Event;
use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, Attribution, DeveloperMessage, StopReason, TodoItem, TodoStatus,
    UserContent,
};
use crate::provider::OFFLINE_API;

use super::effects::Effects;
use super::state::Session;

/// How often the model is reminded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReminderPolicy {
    /// Most reminders after one message of the user; 0 for none at all.
    pub most: u64,
}

/// The reminders since the last message of the user.
#[derive(Debug, Default)]
pub(super) struct Reminders {
    sent: u64,
    /// No call has been made since the last one.
    unheard: bool,
    /// The user chose what the model calls: it does that and no more.
    held: bool,
}

impl Reminders {
    pub(super) fn hold(&mut self) {
        self.held = true;
    }
}

impl Session {
    /// The user said something: the count begins again.
    pub(super) fn user_speaks(&mut self) {
        self.added.reminders = Reminders::default();
        self.added.rules.user_spoke();
    }

    pub(super) fn reminder_was_heard(&mut self) {
        self.added.reminders.unheard = false;
    }

    /// The reminder that is due behind an answer without calls.
    pub(super) fn reminder(&mut self, fx: &mut Effects) -> Option<AgentMessage> {
        let (most, Reminders { sent, unheard, held }) = (self.config.reminders.most, &self.added.reminders);
        // The planner inside the binary keeps no list.
        let heeds = self.config.model.as_ref().is_some_and(|model| model.api != OFFLINE_API);
        if *sent >= most || *unheard || *held || !heeds {
            return None;
        }
        let Some(AgentMessage::Assistant(reply)) = self.messages.last().map(AsRef::as_ref) else { return None };
        if reply.stop_reason != StopReason::Stop || asks(reply) {
            return None;
        }
        let open = self.open_tasks();
        if open.is_empty() {
            return None;
        }
        let attempt = sent + 1;
        let content = UserContent::Text(text(&open, attempt, most));
        self.added.reminders = Reminders { sent: attempt, unheard: true, held: false };
        fx.emit(Event::TodosRemembered { open, attempt, most });
        Some(AgentMessage::Developer(DeveloperMessage {
            content,
            timestamp: clock::now(),
            attribution: Some(Attribution::Agent),
            provider_payload: None,
        }))
    }

    fn open_tasks(&self) -> Vec<TodoItem> {
        let tasks = self.todos.iter().flat_map(|phase| &phase.tasks);
        let open = tasks.filter(|task| matches!(task.status, TodoStatus::Pending | TodoStatus::InProgress));
        open.map(|task| TodoItem { content: task.content.clone(), status: task.status }).collect()
    }

    /// A list on which nothing is open makes room when the next prompt begins a run; the list of a host is the host's.
    pub(super) fn clears_finished_list(&mut self, fx: &mut Effects) {
        if self.todos.is_empty() || self.added.list_is_hosts || !self.open_tasks().is_empty() {
            return;
        }
        self.todos = [].into();
        fx.emit(Event::TodosCleared);
    }
}

fn text(open: &[TodoItem], attempt: u64, most: u64) -> String {
    let mut text = "The task list still has open tasks:".to_owned();
    for task in open {
        let state = if task.status == TodoStatus::InProgress { " (in progress)" } else { "" };
        text.push_str(&format!("\n- {}{state}", task.content));
    }
    text.push_str(&format!(
        "\n\nGo on with them, and mark on the list what is done and what is dropped. If you cannot go on without the user, \
         say what you need. This is reminder {attempt} of {most}; the user has said nothing."
    ));
    text
}

/// Whether the last paragraph of a reply holds a question: a question mark behind a word that ends a sentence.
fn asks(reply: &AssistantMessage) -> bool {
    let last = reply.content.iter().rev().find_map(|block| match block {
        AssistantBlock::Text(text) => Some(text.text.trim_end()),
        _ => None,
    });
    let paragraph = last.and_then(|text| text.rsplit("\n\n").next()).unwrap_or_default();
    paragraph.char_indices().any(|(at, mark)| {
        let (before, behind) = paragraph.split_at(at);
        let behind = behind.trim_start_matches([mark, '"', '\'', '*', '_', ')', '»', '”', '’', '!']);
        let ends = behind.is_empty() || behind.starts_with(char::is_whitespace);
        let follows_word = before.chars().next_back().is_some_and(|c| !c.is_whitespace());
        matches!(mark, '？' | '؟') || (mark == '?' && ends && follows_word)
    })
}

#[cfg(test)]
#[path = "reminders_tests.rs"]
mod tests;
