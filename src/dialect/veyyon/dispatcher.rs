//! From a line to a handler, in the order that the protocol promises.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use crate::dialect::Dialect;
use crate::dialect::cx::Cx;
use crate::dialect::lane::Lane;
use crate::dialect::order::Order;
use crate::proto::frame::{Decoded, Invalid, Strictness};
use crate::proto::veyyon::{self, Command, CommandName, Ready, Response};
use crate::wire::lines::{BadLine, Line};

use super::handler::Commands;
use super::{errors, host, order};

/// The veyyon protocol at work.
pub struct Veyyon {
    cx: Cx,
    strictness: Strictness,
    lane: Lane,
    // A leaf lock: only the reading task takes it, and never across an await.
    order: Mutex<Order<CommandName, (Option<String>, Command)>>,
}

impl Veyyon {
    pub fn new(cx: Cx, strictness: Strictness) -> Self {
        Self { cx, strictness, lane: Lane::default(), order: Mutex::default() }
    }

    fn command(&self, id: Option<String>, command: Command, bytes: usize) {
        let name = command.name();
        let starts = self.order().arrived(name, (id, command), bytes, &self.lane);
        match starts {
            Some((id, command)) => self.dispatch(id, command),
            None => self.hurry(name),
        }
    }

    /// A command that waits for a compaction or a handoff, and that ends such work, does so at once.
    fn hurry(&self, name: CommandName) {
        if order::ends_writing(name) && self.lane.is_on_history() {
            self.cx.foreground().call("end writing", |session, fx| session.end_writing(fx));
        }
    }

    fn dispatch(&self, id: Option<String>, command: Command) {
        veyyon::dispatch(&Commands { lane: self.lane.clone() }, &self.cx, id, command);
    }

    fn order(&self) -> std::sync::MutexGuard<'_, Order<CommandName, (Option<String>, Command)>> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn refuse(&self, invalid: Invalid) {
        let (id, command, text) = match invalid {
            Invalid::Json { detail } | Invalid::NoCommand { detail, .. } => {
                (None, "parse".to_owned(), errors::parse(&detail))
            }
            // Protocol: "Unknown command responses are emitted with id: undefined (even if the request had an id)".
            Invalid::Unknown { name, .. } => {
                let text = errors::unknown(&name);
                (None, name, text)
            }
            Invalid::Parameters { name, id, pointer, text, .. } => {
                // The id of an answer names an ask, not a command: an echo could settle another one.
                let id = id.filter(|_| CommandName::from_wire(&name).is_some());
                (id, name, errors::parameters(&pointer, &text))
            }
        };
        self.cx.writer.send(veyyon::Outbound::from(Response { id, command: command.into(), outcome: Err(text) }));
    }
}

impl Dialect for Veyyon {
    fn greet(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.cx.writer.send(veyyon::Outbound::from(Ready {}));
        Box::pin(async {
            self.cx.extensions.launch().await;
            let offered = self.cx.slash.telling(&self.cx.foreground().cwd());
            self.cx.writer.send(veyyon::Outbound::from(super::state::commands_update(&offered)));
        })
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
        loop {
            let Some((id, command)) = self.order().next(&self.lane) else { return };
            self.dispatch(id, command);
        }
    }

    fn is_full(&self) -> bool {
        self.order().is_full()
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
