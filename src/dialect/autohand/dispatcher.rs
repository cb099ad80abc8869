//! From a line to a handler, in the order that the protocol promises.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::dialect::Dialect;
use crate::dialect::lane::{Holds, Lane};
use crate::dialect::order::{Order, Ordered};
use crate::outbox::AutomodeEnd;
use crate::proto::autohand::{self, Command, CommandName, Outbound, Response};
use crate::proto::frame::{Decoded, Id, Invalid, Ordering, Strictness};
use crate::wire::lines::{BadLine, Line};

use super::desk::Desk;
use super::handler::Commands;
use super::{convert, errors};

/// The autohand protocol at work.
pub struct Autohand {
    desk: Desk,
    strictness: Strictness,
    lane: Lane,
    // A leaf lock: only the reading task takes it, and never across an await.
    order: Mutex<Order<Option<CommandName>, Taken>>,
}

/// What a line turned out to be.
enum Taken {
    Command(Option<Id>, Command),
    /// No command: its answer waits for its turn like any other.
    Refusal(Response),
}

impl Taken {
    fn name(&self) -> Option<CommandName> {
        match self {
            Self::Command(_, command) => Some(command.name()),
            Self::Refusal(_) => None,
        }
    }
}

impl Ordered for Option<CommandName> {
    fn ordering(self) -> Ordering {
        self.map_or(Ordering::Serial, |name| name.ordering())
    }

    fn holds(self) -> Holds {
        match self.ordering() {
            Ordering::Serial | Ordering::Control => Holds::Commands,
            // What owns its answer for long holds nothing back.
            Ordering::Concurrent | Ordering::Detached => Holds::Nothing,
        }
    }
}

impl Autohand {
    pub fn new(desk: Desk, strictness: Strictness) -> Self {
        Self { desk, strictness, lane: Lane::default(), order: Mutex::default() }
    }

    fn serve(&self, what: Taken) {
        match what {
            Taken::Command(id, command) => {
                autohand::dispatch(&Commands { lane: self.lane.clone() }, &self.desk, id, command);
            }
            Taken::Refusal(response) => self.desk.cx.writer.send(Outbound::from(response)),
        }
    }

    fn order(&self) -> MutexGuard<'_, Order<Option<CommandName>, Taken>> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Dialect for Autohand {
    /// Completes when the line is written, so that nothing comes before it.
    fn greet(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        let (said, heard) = oneshot::channel();
        let (voice, automode) = (self.desk.voice.clone(), self.desk.automode.clone());
        self.desk.cx.foreground().call("greet", move |session, _| {
            automode.restore(&session.config().artifacts);
            voice.tell(convert::start(&session.view()));
            let _ = said.send(());
        });
        Box::pin(async move {
            // A session that broke off is in the log.
            let _ = heard.await;
            self.desk.cx.extensions.launch().await;
        })
    }

    fn take(&self, line: Line) {
        let (what, bytes) = match line {
            Line::Text(text) => (taken(autohand::decode(&text, self.strictness)), text.len()),
            Line::Bad(bad) => (Taken::Refusal(refusal(Invalid::Json { detail: bad_line(&bad) })), 0),
            Line::Eof => return,
        };
        let starts = self.order().arrived(what.name(), what, bytes, &self.lane);
        if let Some(what) = starts {
            self.serve(what);
        }
    }

    fn serve_parked(&self) {
        loop {
            let Some(what) = self.order().next(&self.lane) else { return };
            self.serve(what);
        }
    }

    fn is_full(&self) -> bool {
        self.order().is_full()
    }

    fn lane(&self) -> &Lane {
        &self.lane
    }

    fn input_ended(&self) {
        self.desk.voice.turns().input_over = true;
        self.desk.automode.host_left();
    }

    fn closing(&self) {
        self.desk.voice.turns().closing = true;
        self.desk.closing.cancel();
        // It may well not run.
        let _ = self.desk.automode.stop(AutomodeEnd::Shutdown);
    }

    fn farewell(&self) {
        self.desk.voice.farewell(self.desk.cx.foreground().id().to_string());
    }
}

fn taken(decoded: Decoded<Command, autohand::ControlFrame, Id>) -> Taken {
    match decoded {
        Decoded::Command { id, command } => Taken::Command(id, command),
        Decoded::Invalid(invalid) => Taken::Refusal(refusal(invalid)),
        // In this protocol the host answers by commands.
        Decoded::Control(frame) => match frame {},
    }
}

fn refusal(invalid: Invalid<Id>) -> Response {
    let (command, text) = errors::refusal(&invalid);
    let id = match invalid {
        Invalid::Json { .. } => None,
        Invalid::NoCommand { id, .. } | Invalid::Unknown { id, .. } | Invalid::Parameters { id, .. } => id,
    };
    Response { id, command: command.into(), outcome: Err(text) }
}

fn bad_line(bad: &BadLine) -> String {
    match bad {
        BadLine::TooLong { limit } => format!("the line is longer than {limit} bytes"),
        BadLine::NotUtf8 { at } => format!("the line is not UTF-8 from byte {at}"),
    }
}
