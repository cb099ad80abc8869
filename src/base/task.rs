//! Spawned work that is counted, named, and whose panics are caught and logged.

use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt as _;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;

/// The work did not come to its end: it panicked (which is in the log), or the runtime went away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{name} broke off by a defect")]
pub struct BrokeOff {
    /// The name under which the work was started.
    pub name: &'static str,
}

/// All tasks of one owner. Clones share the count.
#[derive(Debug, Clone, Default)]
pub struct Tasks {
    tracker: TaskTracker,
}

impl Tasks {
    /// An owner without tasks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts `work`. A panic ends only this task; it is logged, and the handle gives [`BrokeOff`].
    ///
    /// Dropping the handle does not stop the work; aborting it does.
    pub fn spawn<T: Send + 'static>(
        &self,
        name: &'static str,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<Result<T, BrokeOff>> {
        self.tracker.spawn(caught(name, work))
    }

    /// Runs `work` where blocking is allowed. It cannot be stopped, only waited for.
    pub async fn blocking<T: Send + 'static>(
        &self,
        name: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, BrokeOff> {
        let started = self.tracker.spawn_blocking(work);
        joined(name, started.await)
    }

    /// How many tasks have not ended.
    pub fn count(&self) -> usize {
        self.tracker.len()
    }

    /// Waits until every task has ended. New ones may still be started meanwhile and are waited for, too.
    pub async fn finished(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }
}

/// Runs blocking `work` outside any [`Tasks`], for a caller that waits for it right away.
pub async fn blocking<T: Send + 'static>(
    name: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, BrokeOff> {
    joined(name, tokio::task::spawn_blocking(work).await)
}

/// `work` with its panic caught and logged under `name`.
pub async fn caught<T>(name: &'static str, work: impl Future<Output = T>) -> Result<T, BrokeOff> {
    AssertUnwindSafe(work).catch_unwind().await.map_err(|panic| broke_off(name, panic.as_ref()))
}

/// As [`caught`], for plain code.
pub fn caught_sync<T>(name: &'static str, work: impl FnOnce() -> T) -> Result<T, BrokeOff> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| broke_off(name, panic.as_ref()))
}

fn joined<T>(name: &'static str, result: Result<T, tokio::task::JoinError>) -> Result<T, BrokeOff> {
    result.map_err(|error| match error.try_into_panic() {
        Ok(panic) => broke_off(name, panic.as_ref()),
        Err(_) => BrokeOff { name },
    })
}

fn broke_off(name: &'static str, panic: &(dyn Any + Send)) -> BrokeOff {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no text");
    tracing::error!(task = name, "broke off: {text}");
    BrokeOff { name }
}

/// Runs the program's work on one thread: what a server does between waits is short, and what is long goes to the blocking
/// pool.
///
/// A call in the pool that never comes back (a file of a server that is gone) does not keep the process from its end.
pub fn wait<F: Future>(work: F) -> std::io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let output = runtime.block_on(work);
    runtime.shutdown_background();
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_ends_only_its_own_task() {
        let tasks = Tasks::new();
        let broken = tasks.spawn("broken", async { panic!("on purpose") });
        let sound = tasks.spawn("sound", async { 7 });
        assert_eq!(broken.await.expect("caught"), Err::<(), _>(BrokeOff { name: "broken" }));
        assert_eq!(sound.await.expect("joined"), Ok(7));
        assert_eq!(tasks.blocking("deep", || panic!("too")).await, Err::<(), _>(BrokeOff { name: "deep" }));
        tasks.finished().await;
        assert_eq!(tasks.count(), 0);
    }

    #[tokio::test]
    async fn finished_waits_for_what_a_task_starts() {
        let tasks = Tasks::new();
        let (send, receive) = tokio::sync::oneshot::channel();
        let inner = tasks.clone();
        tasks.spawn("outer", async move {
            inner.spawn("inner", async move {
                tokio::task::yield_now().await;
                send.send(()).ok();
            });
        });
        tasks.finished().await;
        assert_eq!(receive.await, Ok(()));
    }
}
