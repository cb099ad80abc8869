//! From a line to a handler, in the order that the protocol promises.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::dialect::Dialect;
use crate::dialect::cx::Cx;
use crate::dialect::lane::Lane;
use crate::proto::frame::{Decoded, Invalid, Ordering, Strictness};
use crate::proto::veyyon::{self, Command, CommandName, Ready, Response};
use crate::wire::lines::{BadLine, Line};

use super::handler::Commands;
use super::{errors, host};

/// Commands that may wait behind an answer that is owed.
const MOST_PARKED: usize = 1024;

/// Bytes of lines that they may come from.
const MOST_PARKED_BYTES: usize = 32 * 1024 * 1024;

/// The veyyon protocol at work.
pub struct Veyyon {
    cx: Cx,
    strictness: Strictness,
    lane: Lane,
    // A leaf lock: only the reading task takes it, and never across an await.
    parked: Mutex<VecDeque<Parked>>,
}

/// A command that waits for its turn.
struct Parked {
    id: Option<String>,
    command: Command,
    /// Length of the line that it came on.
    bytes: usize,
}

impl Veyyon {
    pub fn new(cx: Cx, strictness: Strictness) -> Self {
        Self { cx, strictness, lane: Lane::default(), parked: Mutex::default() }
    }

    fn command(&self, id: Option<String>, command: Command, bytes: usize) {
        let waits = match command.name().ordering() {
            Ordering::Concurrent => false,
            // An abort passes answers that are owed, but no command that came before it: it may be meant for that one.
            Ordering::Control => !self.parked().is_empty(),
            Ordering::Serial | Ordering::Detached => self.lane.is_held() || !self.parked().is_empty(),
        };
        if waits {
            self.parked().push_back(Parked { id, command, bytes });
        } else {
            self.dispatch(id, command);
        }
    }

    fn dispatch(&self, id: Option<String>, command: Command) {
        veyyon::dispatch(&Commands { lane: self.lane.clone() }, &self.cx, id, command);
    }

    fn parked(&self) -> std::sync::MutexGuard<'_, VecDeque<Parked>> {
        self.parked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refuse(&self, invalid: Invalid) {
        let (id, command, text) = match invalid {
            Invalid::Json { detail } => (None, "parse".to_owned(), errors::parse(&detail)),
            // Protocol: "Unknown command responses are emitted with id: undefined (even if the request had an id)".
            Invalid::Unknown { name, .. } => {
                let text = errors::unknown(&name);
                (None, name, text)
            }
            Invalid::Parameters { name, id, pointer, text } => {
                // The id of an answer names an ask, not a command: an echo could settle another one.
                let id = id.filter(|_| CommandName::from_wire(&name).is_some());
                (id, name, errors::parameters(&pointer, &text))
            }
        };
        self.cx.writer.send(veyyon::Outbound::from(Response { id, command: command.into(), outcome: Err(text) }));
    }
}

impl Dialect for Veyyon {
    fn greet(&self) {
        self.cx.writer.send(veyyon::Outbound::from(Ready {}));
        self.cx.writer.send(veyyon::Outbound::from(super::state::commands_update()));
    }

    fn take(&self, line: Line) {
        match line {
            Line::Text(text) => match veyyon::decode(&text, self.strictness) {
                Decoded::Command { id, command } => self.command(id, command, text.len()),
                Decoded::Control(frame) => host::answer(&self.cx, frame),
                Decoded::Invalid(invalid) => self.refuse(invalid),
            },
            Line::Bad(bad) => self.refuse(Invalid::Json { detail: bad_line(&bad) }),
            Line::Eof => {}
        }
    }

    fn serve_parked(&self) {
        while !self.lane.is_held() {
            let Some(next) = self.parked().pop_front() else { return };
            self.dispatch(next.id, next.command);
        }
    }

    fn is_full(&self) -> bool {
        let parked = self.parked();
        parked.len() >= MOST_PARKED || parked.iter().map(|one| one.bytes).sum::<usize>() >= MOST_PARKED_BYTES
    }

    fn lane(&self) -> &Lane {
        &self.lane
    }
}

fn bad_line(bad: &BadLine) -> String {
    match bad {
        BadLine::TooLong { limit } => format!("the line is longer than {limit} bytes"),
        BadLine::NotUtf8 { at } => format!("the line is not UTF-8 from byte {at}"),
    }
}
