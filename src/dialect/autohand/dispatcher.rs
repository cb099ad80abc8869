//! From a line to a handler, in the order that the protocol promises.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::dialect::Dialect;
use crate::dialect::lane::Lane;
use crate::outbox::AutomodeEnd;
use crate::proto::autohand::{self, Command, Outbound, Response};
use crate::proto::frame::{Decoded, Id, Invalid, Strictness};
use crate::wire::lines::{BadLine, Line};

use super::desk::Desk;
use super::handler::Commands;
use super::{convert, errors};

/// Lines that may wait behind an answer that is owed.
const MOST_PARKED: usize = 1024;

/// Bytes that they may have.
const MOST_PARKED_BYTES: usize = 32 * 1024 * 1024;

/// The autohand protocol at work.
pub struct Autohand {
    desk: Desk,
    strictness: Strictness,
    lane: Lane,
    // A leaf lock: only the reading task takes it, and never across an await.
    parked: Mutex<Waiting>,
}

/// The lines that wait, with their bytes counted as they come and go.
#[derive(Default)]
struct Waiting {
    lines: VecDeque<Parked>,
    bytes: usize,
}

impl Waiting {
    fn push(&mut self, line: Parked) {
        self.bytes += line.bytes;
        self.lines.push_back(line);
    }

    fn pop(&mut self) -> Option<Parked> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.bytes;
        Some(line)
    }
}

/// A line that waits for its turn.
struct Parked {
    what: Taken,
    bytes: usize,
}

/// What a line turned out to be.
enum Taken {
    Command(Option<Id>, Command),
    /// No command: its answer waits for its turn like any other.
    Refusal(Response),
}

impl Autohand {
    pub fn new(desk: Desk, strictness: Strictness) -> Self {
        Self { desk, strictness, lane: Lane::default(), parked: Mutex::default() }
    }

    fn serve(&self, what: Taken) {
        match what {
            Taken::Command(id, command) => {
                autohand::dispatch(&Commands { lane: self.lane.clone() }, &self.desk, id, command);
            }
            Taken::Refusal(response) => self.desk.cx.writer.send(Outbound::from(response)),
        }
    }

    fn parked(&self) -> MutexGuard<'_, Waiting> {
        self.parked.lock().unwrap_or_else(PoisonError::into_inner)
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
        })
    }

    fn take(&self, line: Line) {
        let (what, bytes) = match line {
            Line::Text(text) => (taken(autohand::decode(&text, self.strictness)), text.len()),
            Line::Bad(bad) => (Taken::Refusal(refusal(Invalid::Json { detail: bad_line(&bad) })), 0),
            Line::Eof => return,
        };
        if self.lane.is_held() || !self.parked().lines.is_empty() {
            self.parked().push(Parked { what, bytes });
        } else {
            self.serve(what);
        }
    }

    fn serve_parked(&self) {
        while !self.lane.is_held() {
            let Some(next) = self.parked().pop() else { return };
            self.serve(next.what);
        }
    }

    fn is_full(&self) -> bool {
        let parked = self.parked();
        parked.lines.len() >= MOST_PARKED || parked.bytes >= MOST_PARKED_BYTES
    }

    fn lane(&self) -> &Lane {
        &self.lane
    }

    fn closing(&self) {
        {
            let mut turns = self.desk.voice.turns();
            turns.closing = true;
            turns.was_cut |= self.desk.automode.is_active();
        }
        self.desk.closing.cancel();
        // It may well not run.
        let _ = self.desk.automode.stop(AutomodeEnd::Aborted);
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
