//! The end, as a list of steps.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::base::process::Children;
use crate::dialect::Dialect;
use crate::engine::Engine;
use crate::extension::Extensions;
use crate::wire::writer::Writer;

use super::run::Signals;

/// How long the last answers may take once their work was told to stop.
const LAST_ANSWERS: Duration = Duration::from_millis(2500);

/// The same after a signal: the process is gone in half a second.
const LAST_ANSWERS_AFTER_SIGNAL: Duration = Duration::from_millis(300);

/// How long children that calls left in the background get to end by themselves.
const LEFTOVERS: Duration = Duration::from_millis(200);

/// How long extensions get to end by themselves when their input closes.
const GOODBYE: Duration = Duration::from_millis(500);

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
    pub extensions: Extensions,
    /// What running work may still take at the end of input.
    pub grace: Duration,
}

/// Ends everything and gives the exit code. A signal cuts what is waited for; a second one cuts all.
pub(super) async fn shutdown(parts: Parts, cause: Cause, signals: &mut Signals) -> u8 {
    // 0. Nobody answers any more: what the host was asked fails, and so does what it would be asked.
    parts.dialect.input_ended();
    parts.engine.host().asks().close();
    // 1. Accepted commands are answered and running work may finish, within the grace.
    let cause = match cause {
        Cause::EndOfInput => calm(&parts, signals).await,
        cut => cut,
    };
    // 2. What still runs is ended, with its end events and answers. A signal that comes meanwhile cuts that short.
    let cause = tokio::select! {
        () = stop(&parts, cause) => cause,
        () = signals.next() => {
            if cause == Cause::EndOfInput {
                stop(&parts, Cause::Signal).await;
            }
            Cause::Signal
        }
    };
    // 3. No child outlives the server; extensions hear that it ends.
    parts.extensions.leave();
    if cause == Cause::EndOfInput {
        let _ = timeout_at(Instant::now() + GOODBYE, parts.extensions.gone()).await;
    }
    parts.engine.mcp().close();
    parts.children.stop_all(if cause == Cause::EndOfInput { LEFTOVERS } else { Duration::ZERO }).await;
    parts.engine.remove_scratch();
    parts.dialect.farewell();
    // 4. What was said reaches the host, for as long as it takes bytes.
    let defect = parts.writer.has_defect();
    let finish = async {
        match cause {
            Cause::EndOfInput => parts.writer.finish().await,
            Cause::Signal => flush(&parts.writer).await,
            Cause::HostGone => {}
        }
    };
    tokio::select! {
        () = finish => {}
        () = async {
            signals.next().await;
            flush(&parts.writer).await;
        } => {}
    }
    if defect { 70 } else { 0 }
}

/// The grace. Gives what ended it.
async fn calm(parts: &Parts, signals: &mut Signals) -> Cause {
    tokio::select! {
        _ = timeout_at(Instant::now() + parts.grace, settled(parts)) => Cause::EndOfInput,
        () = signals.next() => Cause::Signal,
        () = parts.writer.host_gone().cancelled_owned() => Cause::HostGone,
    }
}

async fn stop(parts: &Parts, cause: Cause) {
    parts.dialect.closing();
    let urgent = cause != Cause::EndOfInput;
    let deadline = Instant::now() + if urgent { LAST_ANSWERS_AFTER_SIGNAL } else { LAST_ANSWERS };
    let work = async {
        // As often as a command that waited behind another starts something new.
        loop {
            parts.engine.shells().stop_all();
            drop(parts.engine.logins().end());
            parts.engine.stop(REASON).await;
            parts.dialect.serve_parked();
            if parts.dialect.lane().is_clear() {
                break;
            }
            parts.dialect.lane().freed().await;
        }
        // A provider that renews tokens may take the old ones no more: the new ones are stored, if that is quick.
        parts.engine.models().renewed().await;
    };
    let children = async {
        if urgent {
            // The run is told first, so that it takes the end of its child for what it is.
            tokio::task::yield_now().await;
            parts.extensions.leave();
            parts.children.stop_all(Duration::ZERO).await;
        }
    };
    let _ = timeout_at(deadline, async { tokio::join!(work, children) }).await;
}

/// Every accepted command answered, and every session idle.
async fn settled(parts: &Parts) {
    loop {
        parts.dialect.serve_parked();
        if parts.dialect.lane().is_clear() {
            parts.engine.idle().await;
            if parts.dialect.lane().is_clear() {
                return;
            }
        }
        parts.dialect.lane().freed().await;
    }
}

/// Waits until the host has everything, or takes nothing for a while.
async fn flush(writer: &Writer) {
    let finish = writer.finish();
    tokio::pin!(finish);
    loop {
        let before = writer.pending();
        tokio::select! {
            () = &mut finish => return,
            () = tokio::time::sleep(STALLED) => {
                if writer.pending() >= before {
                    return;
                }
            }
        }
    }
}
