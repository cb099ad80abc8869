//! Carries out a built-in command: on the session, in the order of its effects, with one end.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::engine::Engine;
use crate::outbox::Event;
use crate::proto::shared::{Model, ThinkingLevel};
use crate::session::{Effect, Effects, Session};

use super::builtin::Builtin;
use super::meaning::Slash;

/// A built-in command with what was typed behind it.
#[derive(Debug, Clone)]
pub struct Call {
    pub(super) builtin: &'static Builtin,
    pub(super) arguments: String,
}

impl Call {
    /// It takes long, and only what needs the history has to wait for it.
    pub fn works_on_history(&self) -> bool {
        self.builtin.name == "compact"
    }
}

/// How a built-in command ended.
#[derive(Debug, PartialEq)]
pub enum Ending {
    /// It is done, without the model.
    Local,
    /// It is done, and this is left for the model.
    Prompt(String),
}

/// What a command may touch.
pub(super) struct Stage<'a> {
    pub engine: &'a Engine,
    pub slash: &'a Slash,
    pub session: &'a mut Session,
    pub fx: &'a mut Effects,
}

/// What follows a command's first step.
pub(super) enum Step {
    Done,
    Prompt(String),
    /// It takes time; the last step comes when that is over, on the session that is then in the foreground.
    Later(Pin<Box<dyn Future<Output = LastStep> + Send>>),
}

pub(super) type LastStep = Box<dyn FnOnce(&mut Stage<'_>) + Send>;

impl Stage<'_> {
    pub fn print(&mut self, text: impl Into<String>) {
        self.fx.emit(Event::CommandOutput(text.into()));
    }

    /// Tells the session's name again.
    pub fn tell_session(&mut self) {
        let (id, title) = (self.session.id().as_ref().into(), self.session.name().map(str::to_owned));
        self.fx.emit(Event::SessionInfo { id, title });
    }

    pub fn tell_config(&mut self, model: Option<Arc<Model>>, thinking: Option<ThinkingLevel>) {
        self.fx.emit(Event::ConfigChanged { model, thinking });
    }
}

/// A later step that only prints.
pub(super) fn later(work: impl Future<Output = String> + Send + 'static) -> Step {
    Step::Later(Box::pin(async move {
        let text = work.await;
        let last: LastStep = Box::new(|stage| stage.print(text));
        last
    }))
}

impl Slash {
    /// Runs a command on the foreground session. `done` is called when everything that it said has gone out.
    pub fn run(
        &self,
        call: Call,
        engine: &Engine,
        done: impl FnOnce(Ending, &mut Session, &mut Effects) + Send + 'static,
    ) {
        let (slash, owner) = (self.clone(), engine.clone());
        engine.foreground().call("slash", move |session, fx| {
            let mut stage = Stage { engine: &owner, slash: &slash, session, fx };
            match (call.builtin.run)(&mut stage, &call.arguments) {
                Step::Done => fx.push(Effect::Then(Box::new(|session, fx| done(Ending::Local, session, fx)))),
                Step::Prompt(text) => done(Ending::Prompt(text), session, fx),
                Step::Later(work) => {
                    let engine = owner.clone();
                    owner.tasks().spawn("slash", async move {
                        let last = work.await;
                        let owner = engine.clone();
                        engine.foreground().call("slash", move |session, fx| {
                            last(&mut Stage { engine: &owner, slash: &slash, session, fx });
                            fx.push(Effect::Then(Box::new(|session, fx| done(Ending::Local, session, fx))));
                        });
                    });
                }
            }
        });
    }
}
