//! The end, as a list of steps.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::base::process::Children;
use crate::dialect::Dialect;
use crate::engine::Engine;
use crate::wire::writer::Writer;

use super::run::Signals;

/// How long the last answers may take once their work was told to stop.
const LAST_ANSWERS: Duration = Duration::from_millis(2500);

/// The same after a signal: the process is gone in half a second.
const LAST_ANSWERS_AFTER_SIGNAL: Duration = Duration::from_millis(300);

/// How long children that calls left in the background get to end by themselves.
const LEFTOVERS: Duration = Duration::from_millis(200);

/// A host that takes no byte for so long after a signal is not waited for.
const STALLED: Duration = Duration::from_millis(100);

/// Words for the message that the end of the process cuts.
const REASON: &str = "The server is shutting down";

/// Why the server ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    EndOfInput,
    Signal,
    HostGone,
}

/// What has to be brought to its end.
pub(super) struct Parts {
    pub dialect: Arc<dyn Dialect>,
    pub engine: Engine,
    pub writer: Writer,
    pub children: Children,
    /// What running work may still take at the end of input.
    pub grace: Duration,
}

/// Ends everything and gives the exit code. A signal cuts the grace; a second one cuts all.
pub(super) async fn shutdown(parts: Parts, cause: Cause, signals: &mut Signals) -> u8 {
    let grace = if cause == Cause::EndOfInput { parts.grace } else { Duration::ZERO };
    let calm = async {
        // 1. Accepted commands are answered and running work may finish, within the grace.
        let _ = timeout_at(Instant::now() + grace, settled(&parts)).await;
    };
    tokio::select! {
        () = calm => {}
        () = signals.next() => {}
        () = parts.writer.host_gone().cancelled_owned() => {}
    }
    // 2. What still runs is ended, with its end events and answers.
    parts.engine.shells().stop_all();
    let urgent = cause != Cause::EndOfInput;
    let stop = async {
        let deadline = Instant::now() + if urgent { LAST_ANSWERS_AFTER_SIGNAL } else { LAST_ANSWERS };
        if urgent {
            // Calls that run a child come back when it is dead.
            parts.children.stop_all(Duration::ZERO).await;
        }
        let _ = timeout_at(deadline, parts.engine.foreground().stop(REASON)).await;
        let _ = timeout_at(deadline, settled(&parts)).await;
    };
    tokio::select! {
        () = stop => {}
        () = signals.next(), if cause == Cause::Signal => {}
    }
    // 3. No child outlives the server.
    parts.children.stop_all(if urgent { Duration::ZERO } else { LEFTOVERS }).await;
    // 4. What was said reaches the host, for as long as it takes bytes.
    let defect = parts.writer.has_defect();
    if cause != Cause::HostGone {
        tokio::select! {
            () = flush(&parts.writer, urgent) => {}
            () = signals.next() => {}
        }
    }
    if defect { 70 } else { 0 }
}

/// Every accepted command answered, and the session idle.
async fn settled(parts: &Parts) {
    loop {
        parts.dialect.serve_parked();
        if parts.dialect.lane().is_clear() {
            parts.engine.foreground().idle().await;
            if parts.dialect.lane().is_clear() {
                return;
            }
        }
        parts.dialect.lane().freed().await;
    }
}

/// Waits until the host has everything. After a signal a host that takes nothing for a while is given up.
async fn flush(writer: &Writer, urgent: bool) {
    let finish = writer.finish();
    tokio::pin!(finish);
    loop {
        let before = writer.pending();
        tokio::select! {
            () = &mut finish => return,
            () = tokio::time::sleep(STALLED), if urgent => {
                if writer.pending() >= before {
                    return;
                }
            }
        }
    }
}
