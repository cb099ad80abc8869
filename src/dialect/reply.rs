//! The typed answer to one command: sent once, and never forgotten.

use std::marker::PhantomData;

use crate::proto::frame::OutboundFrame;
use crate::wire::writer::Writer;

use super::lane::{Holds, Ticket};

/// What a dialect's command knows of its answer.
pub trait Answer {
    /// What hosts name commands with.
    type Id: Clone + Send;
    type Data;
    type Frame: OutboundFrame;

    /// The frame of a success.
    fn success(id: Option<Self::Id>, data: Self::Data) -> Self::Frame;

    /// The frame of a failure, with the text for the host.
    fn failure(id: Option<Self::Id>, text: String) -> Self::Frame;

    /// The command's name, for the log.
    fn name() -> &'static str;
}

/// The answer that is owed to one command.
///
/// Invariant: sending consumes it; dropped unsent, it sends a failure and logs.
pub struct Reply<A: Answer> {
    open: Option<Open<A::Id>>,
    answer: PhantomData<fn() -> A>,
}

struct Open<I> {
    id: Option<I>,
    writer: Writer,
    ticket: Ticket,
}

impl<A: Answer> Reply<A> {
    pub fn new(id: Option<A::Id>, writer: Writer, ticket: Ticket) -> Self {
        Self { open: Some(Open { id, writer, ticket }), answer: PhantomData }
    }

    /// The id that the answer will carry.
    pub fn id(&self) -> Option<&A::Id> {
        self.open.as_ref()?.id.as_ref()
    }

    /// From now on the answer holds back something else.
    pub fn hold(&mut self, holds: Holds) {
        if let Some(open) = &mut self.open {
            open.ticket.exchange(holds);
        }
    }

    /// Succeeds.
    pub fn send(mut self, data: A::Data) {
        if let Some(open) = self.open.take() {
            open.writer.send(A::success(open.id, data));
        }
    }

    /// Fails; the text is the host's.
    pub fn fail(mut self, text: impl Into<String>) {
        if let Some(open) = self.open.take() {
            open.writer.send(A::failure(open.id, text.into()));
        }
    }

    /// Succeeds, and may fail once more under the same id: acceptance is not completion.
    pub fn accept(mut self, data: A::Data) -> Late<A> {
        let open = self.open.take().map(|Open { id, writer, ticket }| {
            writer.send(A::success(id.clone(), data));
            drop(ticket);
            (id, writer)
        });
        Late { open, answer: PhantomData }
    }
}

impl<A: Answer> Drop for Reply<A> {
    fn drop(&mut self) {
        if let Some(open) = self.open.take() {
            tracing::error!(command = A::name(), "a command was left without an answer");
            open.writer.send(A::failure(open.id, format!("{} was not completed: the server failed inside", A::name())));
            drop(open.ticket);
        }
    }
}

/// A command that was accepted and may still fail.
pub struct Late<A: Answer> {
    open: Option<(Option<A::Id>, Writer)>,
    answer: PhantomData<fn() -> A>,
}

impl<A: Answer> Late<A> {
    pub fn fail(self, text: impl Into<String>) {
        if let Some((id, writer)) = self.open {
            writer.send(A::failure(id, text.into()));
        }
    }
}
