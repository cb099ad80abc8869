//! The task that gives a session its next prompt whenever it is idle.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

use crate::base::task::Tasks;
use crate::outbox::{AutomodeEnd, Event, NoticeLevel, Outcome};
use crate::session::{Input, Session, SessionHandle, Tooling};
use crate::store::{self, SavedAutomode};

use super::report::Report;
use super::state::{Entry, Plan, Refused, Standing, State, Status, Step};

/// The switch of auto-mode. Clones share it.
#[derive(Clone, Default)]
pub struct Automode {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    // A leaf lock, held for one look or one change.
    state: Mutex<State>,
    /// Wakes the task when something was switched.
    switched: Notify,
}

impl Automode {
    /// Whether a run is active, paused ones included.
    pub fn is_active(&self) -> bool {
        self.state().is_active()
    }

    /// Starts a run. `kept` is dropped when it is over; `artifacts` is the folder of the session.
    pub fn start<T: Send + 'static>(
        &self,
        plan: Plan,
        session: SessionHandle,
        artifacts: PathBuf,
        tasks: &Tasks,
        kept: T,
    ) -> Result<(), Refused> {
        self.state().start(plan, 0, Status::Running)?;
        self.spawn(session, artifacts, tasks, kept);
        Ok(())
    }

    /// Takes up what an earlier process left in the session's folder, as paused.
    pub fn restore(&self, artifacts: &Path) {
        let Some(saved) = store::load_automode(artifacts) else { return };
        let SavedAutomode { message, max_turns, promise, max_runtime_secs, max_cost, completed } = saved;
        let max_runtime = Duration::try_from_secs_f64(max_runtime_secs).unwrap_or_default();
        let plan = Plan { message, max_turns, promise, max_runtime, max_cost };
        // A run that is active already is the newer one.
        let _ = self.state().start(plan, completed, Status::Paused);
    }

    pub fn pause(&self) -> Result<(), Refused> {
        self.state().pause()
    }

    /// Goes on. A run that was restored has no task yet and gets one.
    pub fn resume<T: Send + 'static>(
        &self,
        session: SessionHandle,
        artifacts: PathBuf,
        tasks: &Tasks,
        kept: T,
    ) -> Result<(), Refused> {
        self.state().resume()?;
        if !self.is_driven() {
            self.spawn(session, artifacts, tasks, kept);
        }
        self.inner.switched.notify_one();
        Ok(())
    }

    /// Ends the run when its turn has ended; whoever calls ends the turn.
    pub fn stop(&self, end: AutomodeEnd) -> Result<(), Refused> {
        self.state().stop(end)?;
        self.inner.switched.notify_one();
        Ok(())
    }

    /// The same for a run that may have been restored: then a task is made for its end.
    pub fn cancel<T: Send + 'static>(
        &self,
        end: AutomodeEnd,
        session: SessionHandle,
        artifacts: PathBuf,
        tasks: &Tasks,
        kept: T,
    ) -> Result<(), Refused> {
        self.stop(end)?;
        if !self.is_driven() {
            self.spawn(session, artifacts, tasks, kept);
        }
        Ok(())
    }

    /// The host says nothing any more: a run that is paused, or will be, ends instead of waiting.
    pub fn host_left(&self) {
        self.state().is_left = true;
        self.inner.switched.notify_one();
    }

    /// Whether the run is one that an earlier process left and nobody has gone on with yet.
    pub fn is_restored(&self) -> bool {
        let state = self.state();
        state.is_active() && !state.driven
    }

    /// Forgets a run that is over, with its log.
    pub fn forget(&self) {
        self.state().forget();
    }

    pub fn standing(&self) -> Standing {
        self.state().standing()
    }

    pub fn log(&self, most: Option<usize>) -> Vec<Entry> {
        self.state().log(most.unwrap_or(usize::MAX))
    }

    fn is_driven(&self) -> bool {
        self.state().driven
    }

    fn spawn<T: Send + 'static>(&self, session: SessionHandle, artifacts: PathBuf, tasks: &Tasks, kept: T) {
        let own = self.clone();
        own.state().driven = true;
        tasks.spawn("automode", async move {
            let end = own.drive(&session, &artifacts).await;
            own.finish(&session, &artifacts, end).await;
            drop(kept);
        });
    }

    async fn drive(&self, session: &SessionHandle, artifacts: &Path) -> AutomodeEnd {
        loop {
            self.save(artifacts);
            let step = self.state().next();
            let prompt = match step {
                Step::End(end) => return end,
                Step::Wait => {
                    tokio::select! {
                        () = self.inner.switched.notified() => {}
                        () = self.out_of_time() => {}
                    }
                    continue;
                }
                Step::Turn(prompt) => prompt,
            };
            let turned = self.turn(session, prompt).await;
            // A turn that was cut is not completed.
            if let Some(end) = self.state().take_stop() {
                return end;
            }
            let report = match turned {
                Turned::Over(report) => report,
                Turned::Left => return AutomodeEnd::Shutdown,
                Turned::Refused(why) => return AutomodeEnd::Error(why),
            };
            let Some((turn, end)) = self.state().completed(&report) else { return AutomodeEnd::Cancelled };
            let (number, total, action) = (turn.number, turn.total, turn.action);
            session.call("automode turn", move |_, fx| fx.emit(Event::AutomodeTurn { number, total, action }));
            if let Some(end) = end {
                return end;
            }
        }
    }

    /// One turn, cut when the run is out of time.
    async fn turn(&self, session: &SessionHandle, prompt: String) -> Turned {
        let turn = turn(session, prompt);
        tokio::pin!(turn);
        tokio::select! {
            biased;
            turned = &mut turn => return turned,
            () = self.out_of_time() => {}
        }
        // It is active: only this task ends it.
        let _ = self.state().stop(AutomodeEnd::MaxRuntime);
        session.call("automode time", |session, fx| session.abort(Box::new(|_, _| {}), fx));
        turn.await
    }

    async fn out_of_time(&self) {
        let deadline = self.state().deadline();
        match deadline {
            Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
            None => std::future::pending().await,
        }
    }

    /// The state is idle before the host hears of the end.
    async fn finish(&self, session: &SessionHandle, artifacts: &Path, end: AutomodeEnd) {
        let turns = {
            let mut state = self.state();
            state.driven = false;
            state.end(&end)
        };
        // The host hears of the end, so there is nothing to go on with; only a crash leaves something.
        store::clear_automode(artifacts);
        let (said, heard) = oneshot::channel();
        session.call("automode end", move |_, fx| {
            if let AutomodeEnd::Error(why) = &end {
                fx.emit(Event::Notice { level: NoticeLevel::Error, message: why.clone(), source: "automode" });
            }
            fx.emit(Event::AutomodeEnded { turns, end });
            fx.push(crate::session::Effect::Then(Box::new(|_, _| {
                let _ = said.send(());
            })));
        });
        // A session that broke off has nobody to tell.
        let _ = heard.await;
    }

    /// Written between turns, so that a process that dies leaves a run that can be gone on with.
    fn save(&self, artifacts: &Path) {
        let Some((plan, completed)) = self.state().saved() else { return };
        let saved = SavedAutomode {
            message: plan.message,
            max_turns: plan.max_turns,
            promise: plan.promise,
            max_runtime_secs: plan.max_runtime.as_secs_f64(),
            max_cost: plan.max_cost,
            completed,
        };
        if let Err(error) = store::save_automode(artifacts, saved) {
            tracing::warn!("auto-mode could not be stored: {error}");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What became of a turn.
enum Turned {
    Over(Report),
    /// The host left while it was asked something, so no further turn would do better (hazard K19).
    Left,
    /// No further turn would mend this.
    Refused(String),
}

/// One turn, from its prompt until the session is idle.
async fn turn(session: &SessionHandle, prompt: String) -> Turned {
    let (tell, told) = oneshot::channel();
    session.call("automode turn", move |session, fx| {
        let input = Input { text: prompt, images: Vec::new() };
        match session.submit(input, None, fx) {
            Ok(_) => session.when_idle(
                Box::new(move |session, _| {
                    let _ = tell.send(turned(session));
                }),
                fx,
            ),
            Err(error) => {
                let _ = tell.send(Turned::Refused(error.to_string()));
            }
        }
    });
    told.await.unwrap_or_else(|_| Turned::Refused("the session broke off".to_owned()))
}

fn turned(session: &Session) -> Turned {
    let Some(run) = session.last_run() else { return Turned::Over(Report::default()) };
    let Tooling { set, host, .. } = &session.config().tooling;
    match run.outcome {
        Outcome::Aborted if host.asks().is_closed() => Turned::Left,
        _ => Turned::Over(Report::of(run, set)),
    }
}
