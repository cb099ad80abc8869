//! The life of a server: start, serve lines, shut down.

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::base::task;
use crate::cli::{Exit, ServerOptions};
use crate::dialect::{Dialect, autohand};
use crate::proto::frame::Strictness;
use crate::settings::DialectName;
use crate::wire::lines::{Line, Lines};
use crate::wire::writer::Writer;

use super::shutdown::{self, Cause};
use super::start::{self, Started};

/// Runs until the end of input, a signal or the loss of stdout; gives the exit code.
pub async fn run(options: ServerOptions) -> Result<u8, Exit> {
    // Before anything else: a signal that comes early must not end the process half started.
    let mut signals = Signals::new().map_err(Exit::failed)?;
    let is_told = options.dialect == Some(DialectName::Autohand);
    let started = match start::start(options) {
        Err(exit) if is_told => {
            refuse(&exit).await;
            return Err(exit);
        }
        started => started?,
    };
    let Started { dialect, engine, writer, mut lines, children, extensions, grace } = started;
    writer.watch().map_err(Exit::failed)?;
    // Extensions may take their time to start.
    let cut = tokio::select! {
        biased;
        () = writer.host_gone().cancelled_owned() => Some(Cause::HostGone),
        () = signals.next() => Some(Cause::Signal),
        () = dialect.greet() => None,
    };
    let cause = match cut {
        Some(cause) => cause,
        None => serve(dialect.as_ref(), &mut lines, &mut signals, writer.host_gone(), extensions.shutdown()).await,
    };
    let parts = shutdown::Parts { dialect, engine, writer, children, extensions, grace };
    Ok(shutdown::shutdown(parts, cause, &mut signals).await)
}

/// Tells the host of the autohand protocol that there is no server.
///
/// Protocol: a start that fails is one `error` event, and nothing else.
pub async fn refuse(exit: &Exit) {
    // A host that cannot be told finds the reason on stderr.
    let Ok(writer) = Writer::stdout(Strictness::Lenient) else { return };
    writer.send(autohand::start_failed(exit.reason().to_owned()));
    writer.finish().await;
}

async fn serve(
    dialect: &dyn Dialect,
    lines: &mut Lines,
    signals: &mut Signals,
    host_gone: CancellationToken,
    asked: CancellationToken,
) -> Cause {
    loop {
        tokio::select! {
            biased;
            () = host_gone.cancelled() => return Cause::HostGone,
            () = signals.next() => return Cause::Signal,
            // Protocol: it takes effect when the command before it is answered.
            () = asked.cancelled(), if !dialect.lane().is_held() => return Cause::EndOfInput,
            () = dialect.lane().freed() => guarded(|| dialect.serve_parked()),
            line = lines.next(), if !dialect.is_full() => match line {
                Line::Eof => return Cause::EndOfInput,
                line => guarded(|| dialect.take(line)),
            },
        }
    }
}

/// A panic in a handler costs its command, whose reply fails when it is dropped, and not the server.
fn guarded(serve: impl FnOnce()) {
    // The log has the panic.
    let _ = task::caught_sync("line", serve);
}

/// The signals that end a server.
pub(super) struct Signals {
    terminate: Signal,
    interrupt: Signal,
    /// The terminal, or the session that the host lives in, is gone.
    hangup: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = self.hangup.recv() => {}
        }
    }
}
