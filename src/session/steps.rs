//! What a run tells the session, and what the session makes of it.

use std::sync::Arc;

use crate::agent::context;
use crate::agent::{Next, RoundOutcome, RoundPlan, RunEvent};
use crate::base::clock;
use crate::outbox::{Event, FileAction, NoticeLevel, Outcome};
use crate::proto::shared::{AgentMessage, AssistantBlock, MentionedFile, Model, ToolResultPayload};
use crate::provider::{Purpose, Request};
use crate::store::{ChangeAction, FileChange};

use super::effects::{Effect, Effects};
use super::queues::{Delivery, Due};
use super::state::{Connection, Session};

impl Session {
    /// Takes in one event of run `number`; those of an earlier run are late and mean nothing any more.
    pub fn on_run_event(&mut self, number: u64, event: RunEvent, fx: &mut Effects) {
        if self.run.as_ref().is_none_or(|run| run.number != number) {
            return;
        }
        match event {
            RunEvent::Next { after, reply } => match self.next(after, fx) {
                Ok(due) => self.read_mentions(due, reply, fx),
                // A run that no longer listens has been cancelled and says so itself.
                Err(end) => drop(reply.send(end)),
            },
            RunEvent::MessageStarted(message) => fx.emit(Event::MessageStarted(message)),
            RunEvent::MessageGrew { parts, so_far } => fx.emit(Event::MessageGrew { parts, so_far }),
            RunEvent::MessageEnded { message, failure } => {
                let before = self.place();
                self.record(message.clone(), fx);
                self.results_begin();
                fx.emit(Event::MessageEnded(message.clone()));
                self.weigh(&message, fx);
                self.judge(&message, failure, before, fx);
            }
            RunEvent::RulesMatched(matches) => self.rules_matched(matches, fx),
            RunEvent::CallStarted { id, name, arguments, fate, said } => {
                self.reminder_was_heard();
                fx.emit(Event::CallStarted { id, name, arguments, fate });
                // A run that no longer listens has been cancelled.
                fx.push(Effect::Then(Box::new(|_, _| {
                    let _ = said.send(());
                })));
            }
            RunEvent::CallProgressed { id, name, arguments, so_far } => {
                fx.emit(Event::CallProgressed { id, name, arguments, so_far });
            }
            RunEvent::CallEnded { id, name, result, message, elapsed, fate } => {
                self.record_result(&message, &result, fx);
                let is_error = result.is_error == Some(true);
                fx.emit(Event::CallEnded { id, name, result, is_error, elapsed, fate });
                fx.emit(Event::MessageStarted(message.clone()));
                fx.emit(Event::MessageEnded(message));
            }
            RunEvent::CatchUp(said) => fx.push(Effect::Then(Box::new(|_, _| {
                // A run that no longer listens has been cancelled.
                let _ = said.send(());
            }))),
            RunEvent::FileChanged(FileChange { id, path, action, call_id, diff }) => {
                let action = match action {
                    ChangeAction::Created => FileAction::Created,
                    ChangeAction::Modified => FileAction::Modified,
                    ChangeAction::Deleted => FileAction::Deleted,
                };
                fx.emit(Event::FileChanged { id, path, action, call_id, diff });
            }
            RunEvent::RoundEnded { message, results } => fx.emit(Event::RoundEnded { message, results }),
            RunEvent::Ended(outcome) => self.run_over(outcome, fx),
        }
    }

    /// Decides what comes next: a round that begins with what is due, or the end.
    fn next(&mut self, after: RoundOutcome, fx: &mut Effects) -> Result<Due, Next> {
        // A run that was told to end takes nothing more from the queues; its own prompt it still says.
        let cut = self.is_cut();
        if !cut && let Err(why) = self.ready() {
            // Before the round begins and before the queues are asked, so that nothing is lost with it.
            fx.emit(Event::Notice { level: NoticeLevel::Error, message: why.clone(), source: "model" });
            return Err(Next::Fail(why));
        }
        let repeats = !cut && self.takes_back(fx);
        let prompted = self.run.as_ref().is_some_and(|run| !run.pending.is_empty());
        if cut && !prompted {
            self.finish_run(Outcome::Aborted, fx);
            return Err(Next::Stop);
        }
        let heard = prompted || (!cut && !self.steering.is_empty());
        let ending = !repeats && (after == RoundOutcome::Answered || (after == RoundOutcome::None && !heard));
        if ending && !heard && self.retries_empty(fx) {
            return Err(Next::Stop);
        }
        if !cut {
            self.goes_on_with_rules(fx);
        }
        if !cut && self.makes_room(after, fx) {
            return Err(Next::Stop);
        }
        let mut due = Due::new();
        if let Some(run) = &mut self.run {
            due.extend(run.pending.drain(..).map(|input| (input, None)));
        }
        if !cut {
            due.extend(self.steering.poll().into_iter().map(|input| (input, Some(Delivery::Steer))));
            self.tell_run_of_steering();
        }
        if ending && due.is_empty() {
            due.extend(self.follow_up.poll().into_iter().map(|input| (input, Some(Delivery::FollowUp))));
        }
        if ending && due.is_empty() && !self.goes_on(after, fx) {
            self.finish_run(Outcome::Done, fx);
            return Err(Next::Stop);
        }
        Ok(due)
    }

    /// A round begins with what is said: what the session adds, then each input behind the files that it mentions.
    pub(super) fn begin_round(&mut self, due: Due, files: Vec<Vec<MentionedFile>>, fx: &mut Effects) -> Next {
        self.passes_over_fault();
        fx.emit(Event::RoundStarted);
        self.say_added(fx);
        let mut files = files.into_iter();
        for (input, delivery) in due {
            self.say_files(files.next().unwrap_or_default(), fx);
            self.user_speaks();
            self.say(input.into_message(delivery, clock::now()), fx);
        }
        match self.plan() {
            Ok(plan) => Next::Round(Box::new(plan)),
            Err(why) => Next::Fail(why),
        }
    }

    /// A message of the user, or one in the user's place, enters the conversation.
    pub(super) fn say(&mut self, message: AgentMessage, fx: &mut Effects) {
        let message = Arc::new(message);
        self.record(message.clone(), fx);
        fx.emit(Event::MessageStarted(message.clone()));
        fx.emit(Event::MessageEnded(message));
    }

    fn plan(&mut self) -> Result<RoundPlan, String> {
        let forced_tool = self.forced_tool();
        if forced_tool.is_some() {
            self.added.reminders.hold();
        }
        let config = &self.config;
        let Some(model) = config.model.clone() else { return Err("No model selected".into()) };
        let connection = config.models.connect(&model).map_err(|why| why.to_string())?;
        let messages = context::for_model(&self.messages, &model);
        Ok(RoundPlan {
            request: Request { forced_tool, ..self.request(model, &connection, messages) },
            provider: connection.provider,
            tools: config.tooling.set.clone(),
            cwd: config.cwd.clone(),
            artifacts: config.artifacts.clone(),
            todos: self.todos.clone(),
            watch: self.watch(),
            settings: config.tooling.settings.clone(),
            host: config.tooling.host.clone(),
            changes: config.tooling.changes.clone(),
            gate: config.tooling.gate.clone(),
        })
    }

    /// A request of this conversation.
    pub(super) fn request(
        &self,
        model: Arc<Model>,
        connection: &Connection,
        messages: Vec<Arc<AgentMessage>>,
    ) -> Request {
        let config = &self.config;
        Request {
            messages,
            credential: connection.credential.clone(),
            system: config.system_prompt.value(),
            tools: config.tooling.offered().value(),
            thinking: config.thinking,
            session_id: config.provider_session.clone().unwrap_or_else(|| config.id.as_str().into()),
            cache_key: config.cache_key.clone(),
            limits: connection.limits,
            purpose: Purpose::Answer,
            forced_tool: None,
            model,
        }
    }

    fn results_begin(&mut self) {
        let at = self.messages.len();
        if let Some(run) = &mut self.run {
            run.results_from = at;
        }
    }

    /// A result goes to the transcript as it comes, and into the history at its call's place.
    fn record_result(&mut self, message: &Arc<AgentMessage>, payload: &ToolResultPayload, fx: &mut Effects) {
        self.record(message.clone(), fx);
        let todos = match message.as_ref() {
            AgentMessage::ToolResult(result) => self.config.tooling.set.todos_after(&result.tool_name, payload),
            _ => None,
        };
        if let AgentMessage::ToolResult(result) = message.as_ref() {
            self.rules_came_with(&result.tool_call_id);
        }
        let end = self.messages.len();
        let from = self.run.as_ref().map_or(end, |run| run.results_from.min(end));
        let (before, results) = self.messages.split_at_mut(from);
        if let Some(AgentMessage::Assistant(reply)) = before.last().map(AsRef::as_ref) {
            context::in_call_order(reply, results);
            if let Some(phases) = todos {
                self.todos = phases.into();
                self.added.list_is_hosts = false;
            }
        }
    }

    /// Calls that the model has made in this conversation.
    pub(super) fn calls_made(&self) -> u64 {
        let calls = |message: &Arc<AgentMessage>| match message.as_ref() {
            AgentMessage::Assistant(reply) => {
                reply.content.iter().filter(|block| matches!(block, AssistantBlock::ToolCall(_))).count() as u64
            }
            _ => 0,
        };
        self.messages.iter().map(calls).sum()
    }
}
