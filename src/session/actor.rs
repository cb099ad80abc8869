//! The one task that owns a session: takes calls and run events, carries out effects.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::agent::summary::{self, Digest};
use crate::agent::{self, RunCx, RunEvent, Updates};
use crate::base::task::{self, Tasks};
use crate::outbox::{Event, NoticeLevel, Outbox, Outcome};
use crate::store::{Entry, Transcript};

use super::effects::{Effect, Effects, StartRun};
use super::handle::{Call, Parts};
use super::mentions::Wanted;
use super::state::Session;

/// Events that may wait between a run and its session. Small, so that a slow host slows the run.
const RUN_EVENTS: usize = 16;

/// An event with the number of its run.
type NumberedEvent = (u64, RunEvent);

pub(super) struct Actor {
    session: Session,
    effects: Effects,
    transcript: Option<Transcript>,
    outbox: Outbox,
    updates: Updates,
    tasks: Tasks,
    calls: mpsc::UnboundedReceiver<(&'static str, Call)>,
    /// Kept here too, so that the channel never closes while the session lives.
    run_events: (mpsc::Sender<NumberedEvent>, mpsc::Receiver<NumberedEvent>),
    /// Calls of the session's own tasks, for instance of a wait that is over.
    own_calls: (mpsc::UnboundedSender<Call>, mpsc::UnboundedReceiver<Call>),
    /// A transcript that failed is told of once.
    told_of_loss: bool,
    /// The last field: when it is dropped, the transcript has been.
    _gone: DropGuard,
}

impl Actor {
    pub(super) fn new(parts: Parts, calls: mpsc::UnboundedReceiver<(&'static str, Call)>, gone: DropGuard) -> Self {
        Self {
            session: parts.session,
            effects: parts.effects,
            transcript: parts.transcript,
            outbox: parts.outbox,
            updates: parts.updates,
            tasks: parts.tasks,
            calls,
            run_events: mpsc::channel(RUN_EVENTS),
            own_calls: mpsc::unbounded_channel(),
            told_of_loss: false,
            _gone: gone,
        }
    }

    /// Until every handle is gone.
    pub(super) async fn run(mut self) {
        self.carry_out();
        loop {
            tokio::select! {
                biased;
                call = self.calls.recv() => match call {
                    Some((name, call)) => self.guarded(name, call),
                    None => return,
                },
                Some(call) = self.own_calls.1.recv() => self.guarded("wait", call),
                Some((number, event)) = self.run_events.1.recv() => {
                    self.guarded("run event", move |session, fx| session.on_run_event(number, event, fx));
                }
            }
            self.carry_out();
        }
    }

    /// A panic in one call costs that call, not the session; its reply fails when it is dropped.
    fn guarded(&mut self, name: &'static str, call: impl FnOnce(&mut Session, &mut Effects)) {
        tracing::trace!(call = name, "session call");
        let (session, effects) = (&mut self.session, &mut self.effects);
        // The log has the panic; there is nothing else to do about it here.
        let _ = task::caught_sync(name, || call(session, effects));
    }

    /// In order; what an effect sets off comes right behind it.
    fn carry_out(&mut self) {
        let mut todo = VecDeque::from(self.effects.take());
        while let Some(effect) = todo.pop_front() {
            match effect {
                Effect::Persist(entry) => self.persist(&entry),
                Effect::Emit(event) => self.outbox.emit(self.session.id(), event),
                Effect::Start(start) => self.start(start),
                Effect::Cancel(token) => token.cancel(),
                Effect::ReadMentions { number, wanted } => self.read_mentions(number, wanted),
                Effect::Wait { number, delay, token } => {
                    self.later("wait", delay, token, Box::new(move |session, fx| session.wait_over(number, fx)));
                }
                Effect::Expire { run, delay, token } => {
                    self.later("expire", delay, token, Box::new(move |session, fx| session.expire(run, fx)));
                }
                Effect::Write { number, digest, token } => self.write(number, digest, token),
                Effect::Then(then) => {
                    then(&mut self.session, &mut self.effects);
                    self.effects_first(&mut todo);
                }
                Effect::WithTranscript(then) => {
                    then(&mut self.session, &mut self.transcript, &mut self.effects);
                    self.effects_first(&mut todo);
                }
            }
        }
    }

    fn effects_first(&mut self, todo: &mut VecDeque<Effect>) {
        for effect in self.effects.take().into_iter().rev() {
            todo.push_front(effect);
        }
    }

    fn start(&self, start: StartRun) {
        let cx = RunCx {
            token: start.token,
            events: self.run_events.0.clone(),
            number: start.number,
            steered: start.steered,
            outbox: self.outbox.clone(),
            updates: self.updates,
            abort_reason: start.abort_reason,
        };
        let (events, number) = (self.run_events.0.clone(), start.number);
        self.tasks.spawn("run", async move {
            // Invariant: a run ends with one `Ended`, also when it panics.
            if let Err(broke_off) = task::caught("run", agent::run(cx)).await {
                let _ = events.send((number, RunEvent::Ended(Outcome::Failed(broke_off.to_string())))).await;
            }
        });
    }

    fn write(&self, number: u64, digest: Box<Digest>, token: CancellationToken) {
        let own_calls = self.own_calls.0.clone();
        self.tasks.spawn("notes", async move {
            tokio::select! {
                biased;
                () = token.cancelled() => {}
                written = task::caught("notes", summary::write(&digest)) => {
                    let notes = written.unwrap_or_else(|broke_off| Err(broke_off.to_string()));
                    let _ = own_calls.send(Box::new(move |session, fx| session.written(number, notes, fx)));
                }
            }
        });
    }

    fn later(&self, name: &'static str, delay: Duration, token: CancellationToken, call: Call) {
        let own_calls = self.own_calls.0.clone();
        self.tasks.spawn(name, async move {
            tokio::select! {
                () = token.cancelled() => {}
                () = tokio::time::sleep(delay) => {
                    // A session that is gone has nothing to wait for.
                    let _ = own_calls.send(call);
                }
            }
        });
    }

    fn read_mentions(&self, number: u64, wanted: Wanted) {
        let own_calls = self.own_calls.0.clone();
        self.tasks.spawn("mentions", async move {
            // What cannot be read stays text.
            let found = task::blocking("mentions", move || wanted.read()).await.unwrap_or_default();
            let _ = own_calls.send(Box::new(move |session, fx| session.mentions_read(number, found, fx)));
        });
    }

    fn persist(&mut self, entry: &Entry) {
        let Some(transcript) = &mut self.transcript else { return };
        if let Err(error) = transcript.append(entry) {
            tracing::error!(%error, path = %transcript.path().display(), "an entry was not stored");
            if !std::mem::replace(&mut self.told_of_loss, true) {
                let message = format!("The session is not being saved: {error}");
                let notice = Event::Notice { level: NoticeLevel::Error, message, source: "session" };
                self.outbox.emit(self.session.id(), notice);
            }
        }
        if let Some(message) = transcript.take_remark() {
            tracing::warn!("{message}");
            let notice = Event::Notice { level: NoticeLevel::Warning, message, source: "session" };
            self.outbox.emit(self.session.id(), notice);
        }
    }
}
