//! Rules that watch the stream: when one matches, the model is told of it, and the reply that goes against it may be cut
//! and begun again.
//!
//! Protocol: a match is told (`ttsr_triggered`); a reply that is cut ends as aborted, and a continuation with the text of
//! the rule follows inside the one end of the run. Otherwise the text comes with the result of the call that matched, or
//! with the next round.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::agent::watch::{Cuts, Matches, Told, Watch, WatchRule};
use crate::base::clock;
use crate::outbox::Event;
use crate::proto::shared::{
    AgentMessage, Attribution, CustomMessage, JsonObject, Model, Rule, RuleInterruptMode, ThinkingLevel, UserContent,
};
use crate::store::Body;

use super::effects::Effects;
use super::state::Session;
use super::stats::estimate;

/// Replies that rules cut after one message of the user; then nothing watches until the next one, so that a run ends.
const MOST_CUTS: u32 = 8;

/// Name of the message that puts rules before the model.
const INJECTION: &str = "ttsr-injection";

/// What becomes of a reply that was cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CutReplies {
    /// The model does not see it again.
    #[default]
    Discard,
    Keep,
}

/// Whether a rule may match more than once in a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Repeats {
    #[default]
    Once,
    /// When so many messages have come since.
    AfterGap(u64),
}

/// How matches are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulePolicy {
    pub cut_replies: CutReplies,
    pub repeats: Repeats,
    /// For rules that do not say.
    pub cuts: Cuts,
}

impl Default for RulePolicy {
    fn default() -> Self {
        Self { cut_replies: CutReplies::Discard, repeats: Repeats::Once, cuts: Cuts::Always }
    }
}

/// The rules of a session that watch, compiled.
#[derive(Debug)]
pub struct Rules {
    list: Vec<Rule>,
    watched: Arc<[WatchRule]>,
    policy: RulePolicy,
}

impl Default for Rules {
    fn default() -> Self {
        Self { list: Vec::new(), watched: Arc::new([]), policy: RulePolicy::default() }
    }
}

impl Rules {
    /// Those of the rules that have a condition. What cannot be used is told, and costs only its rule.
    pub fn new(rules: Vec<Rule>, policy: RulePolicy) -> (Self, Vec<String>) {
        let (mut list, mut watched, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        for rule in rules {
            let conditions = rule.condition.as_deref().unwrap_or_default();
            if conditions.is_empty() {
                continue;
            }
            let cuts = rule.interrupt_mode.map_or(policy.cuts, cuts);
            let scopes = rule.scope.as_deref().unwrap_or_default();
            match WatchRule::new(&rule.name, &reminder(&rule), conditions, scopes, cuts) {
                Ok(ready) => {
                    watched.push(ready);
                    list.push(rule);
                }
                Err(why) => remarks.push(format!("{} does not watch: {why}", rule.path)),
            }
        }
        (Self { list, watched: watched.into(), policy }, remarks)
    }

    fn get(&self, name: &str) -> Option<&Rule> {
        self.list.iter().find(|rule| rule.name == name)
    }
}

/// What a rule or the settings say of cutting.
pub fn cuts(mode: RuleInterruptMode) -> Cuts {
    match mode {
        RuleInterruptMode::Always => Cuts::Always,
        RuleInterruptMode::Never => Cuts::Never,
        RuleInterruptMode::ProseOnly => Cuts::Prose,
        RuleInterruptMode::ToolOnly => Cuts::Calls,
    }
}

/// What a session knows of its rules.
#[derive(Debug, Default)]
pub(super) struct RuleState {
    /// Messages of the conversation until now.
    messages: u64,
    /// How many there were when a rule was last put before the model.
    shown: HashMap<Arc<str>, u64>,
    /// Fires when other rules take the place of those that watch.
    replaced: CancellationToken,
    cut: Option<CutReply>,
    /// Replies cut since the user last said something.
    cuts: u32,
    /// Said when the next round begins.
    due: Vec<Arc<str>>,
    /// Said with results that have not come yet.
    told: Vec<Told>,
    /// Put before the model, and not in the transcript yet.
    unrecorded: Vec<Arc<str>>,
}

/// A reply that is being cut.
#[derive(Debug)]
struct CutReply {
    rules: Vec<Arc<str>>,
    /// Its place in the history and in the tree of the transcript.
    at: usize,
    before: Option<Arc<str>>,
    /// What was in force before it.
    model: Option<Arc<Model>>,
    thinking: ThinkingLevel,
}

impl RuleState {
    pub(super) fn message_came(&mut self) {
        self.messages += 1;
    }

    pub(super) fn user_spoke(&mut self) {
        self.cuts = 0;
    }
}

impl Session {
    /// Goes on with what a transcript says: each rule with the number of messages that came after it.
    pub(super) fn remember_rules(&mut self, rules: Vec<(String, u64)>) {
        let state = &mut self.added.rules;
        // Behind a compaction there are fewer messages than came.
        let since = rules.iter().map(|(_, since)| *since).max().unwrap_or_default();
        state.messages = since.max(self.messages.len() as u64);
        for (name, since) in rules {
            state.shown.insert(name.into(), state.messages.saturating_sub(since));
        }
    }

    /// What watches the next reply.
    pub(super) fn watch(&self) -> Option<Watch> {
        let (rules, state) = (&self.config.rules, &self.added.rules);
        let armed: Vec<bool> = rules.watched.iter().map(|rule| self.is_armed(&rule.name)).collect();
        let (watched, replaced) = (rules.watched.clone(), state.replaced.clone());
        let watches = state.cuts < MOST_CUTS && armed.contains(&true);
        watches.then(|| Watch::new(watched, armed, &self.config.cwd, replaced))
    }

    /// Other rules count from now on, also for the reply that is being written.
    pub(super) fn replace_rules(&mut self, rules: Arc<Rules>) {
        self.config.rules = rules;
        std::mem::take(&mut self.added.rules.replaced).cancel();
    }

    fn is_armed(&self, name: &str) -> bool {
        match (self.added.rules.shown.get(name), self.config.rules.policy.repeats) {
            (None, _) => true,
            (Some(_), Repeats::Once) => false,
            (Some(shown), Repeats::AfterGap(gap)) => self.added.rules.messages.saturating_sub(*shown) >= gap,
        }
    }

    /// What the model writes matched; a reply that is cut is not in the history yet.
    pub(super) fn rules_matched(&mut self, matches: Matches, fx: &mut Effects) {
        let Matches { mut cutting, mut noted, mut told } = matches;
        // In another folder other rules count, also for a reply that began before.
        let known = |name: &Arc<str>| self.config.rules.get(name).is_some();
        cutting.retain(known);
        noted.retain(known);
        told.retain(|told| known(&told.rule));
        let all = cutting.iter().chain(&noted).chain(told.iter().map(|told| &told.rule));
        let rules: Vec<Rule> = all.clone().filter_map(|name| self.config.rules.get(name).cloned()).collect();
        if rules.is_empty() {
            return;
        }
        let state = &mut self.added.rules;
        state.shown.extend(all.map(|name| (name.clone(), state.messages)));
        state.told.extend(told);
        state.due.extend(noted);
        if !cutting.is_empty() {
            state.cut = Some(CutReply {
                rules: cutting,
                at: self.messages.len(),
                before: self.log.leaf(),
                model: self.config.model.clone(),
                thinking: self.config.thinking,
            });
        }
        fx.emit(Event::RulesMatched { rules });
    }

    /// A result is in the history, and what is said with it; when its reply was cut and leaves, it is said otherwise.
    pub(super) fn rules_came_with(&mut self, call: &str) {
        let state = &mut self.added.rules;
        if state.cut.is_some() && self.config.rules.policy.cut_replies == CutReplies::Discard {
            return;
        }
        let came = state.told.extract_if(.., |told| told.call == call).map(|told| told.rule);
        state.unrecorded.extend(came);
    }

    /// The calls of a reply have their results: what is still to come with one never comes, so it watches again.
    fn leaves_told(&mut self) {
        let state = &mut self.added.rules;
        for told in state.told.drain(..) {
            state.shown.remove(&told.rule);
        }
    }

    /// A reply was cut for its rules: a continuation puts them before the model.
    pub(super) fn goes_on_with_rules(&mut self, fx: &mut Effects) {
        let Some(cut) = self.added.rules.cut.take() else { return };
        if self.config.rules.policy.cut_replies == CutReplies::Discard {
            let left = self.messages.get(cut.at..).unwrap_or_default();
            self.estimated -= left.iter().map(estimate).sum::<u64>().min(self.estimated);
            self.messages.truncate(cut.at);
            self.log.rewind(cut.before);
            // What was set meanwhile stands on the branch that was left.
            let now = (self.config.model.clone(), self.config.thinking);
            if now != (cut.model, cut.thinking) {
                if let Some(model) = now.0 {
                    self.persist(Body::Model { provider: model.provider.clone(), model: model.id.clone() }, fx);
                }
                self.persist(Body::Thinking { level: now.1 }, fx);
            }
        }
        self.added.rules.cuts += 1;
        let state = &mut self.added.rules;
        state.due.extend(cut.rules);
        state.due.extend(state.told.drain(..).map(|told| told.rule));
        self.begins_leg();
        fx.emit(Event::RunStarted);
    }

    /// The run ends although a reply of it was cut: the model will not see the rules for it, so they watch again.
    pub(super) fn leaves_cut_reply(&mut self) {
        let state = &mut self.added.rules;
        for name in state.cut.take().iter().flat_map(|cut| &cut.rules) {
            state.shown.remove(name);
        }
        self.leaves_told();
    }

    /// Puts the rules that are due before the model, and notes in the transcript which it has seen.
    pub(super) fn say_rules(&mut self, fx: &mut Effects) {
        self.leaves_told();
        let state = &mut self.added.rules;
        let due = std::mem::take(&mut state.due);
        let mut names = std::mem::take(&mut state.unrecorded);
        names.extend(due.iter().cloned());
        if !names.is_empty() {
            self.persist(Body::Rules { names: names.iter().map(|name| name.as_ref().to_owned()).collect() }, fx);
        }
        let rules: Vec<&Rule> = due.iter().filter_map(|name| self.config.rules.get(name)).collect();
        if rules.is_empty() {
            return;
        }
        let message = AgentMessage::Custom(injection(&rules));
        self.say(message, fx);
    }
}

fn injection(rules: &[&Rule]) -> CustomMessage {
    let mut text =
        "Something that you wrote goes against what this project wants. Keep to this from here on, and go on \
                    with the task:"
            .to_owned();
    for rule in rules {
        text.push_str(&format!("\n\n{}", element(rule)));
    }
    let names = rules.iter().map(|rule| Value::String(rule.name.clone())).collect();
    CustomMessage {
        custom_type: INJECTION.to_owned(),
        content: UserContent::Text(text),
        display: false,
        details: Some(Value::Object(JsonObject::from_iter([("rules".to_owned(), Value::Array(names))]))),
        attribution: Some(Attribution::Agent),
        timestamp: clock::now(),
    }
}

/// What stands before the result of a call that matched.
fn reminder(rule: &Rule) -> String {
    format!("This call touches a rule of the project. Keep to it from here on:\n{}", element(rule))
}

fn element(rule: &Rule) -> String {
    format!("<rule name=\"{}\">\n{}\n</rule>", rule.name, rule.content.trim_end())
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
