//! The answer to a command of an extension.

use std::marker::PhantomData;
use std::sync::Arc;

use crate::proto::extension::{CommandSpec, Response};

use super::live::Extension;

/// The answer that is owed to one command. A command without an id gets none; then a failure is for the log.
///
/// Invariant: sending consumes it; dropped unsent, it sends a failure.
pub(super) struct Reply<C: CommandSpec> {
    open: Option<(Arc<Extension>, Option<String>)>,
    command: PhantomData<fn() -> C>,
}

impl<C: CommandSpec> Reply<C> {
    pub(super) fn new(extension: Arc<Extension>, id: Option<String>) -> Self {
        Self { open: Some((extension, id)), command: PhantomData }
    }

    pub(super) fn send(mut self, data: C::Data) {
        if let Some((extension, Some(id))) = self.open.take() {
            extension.tell(Response { id: Some(id), command: C::NAME.as_str().into(), outcome: Ok(C::data(data)) });
        }
    }

    pub(super) fn fail(mut self, why: impl Into<String>) {
        if let Some((extension, id)) = self.open.take() {
            refuse::<C>(&extension, id, why.into());
        }
    }
}

fn refuse<C: CommandSpec>(extension: &Extension, id: Option<String>, why: String) {
    let command = C::NAME.as_str();
    match id {
        None => tracing::warn!("{}: {command} failed: {why}", extension.path.display()),
        id => extension.tell(Response { id, command: command.into(), outcome: Err(why) }),
    }
}

impl<C: CommandSpec> Drop for Reply<C> {
    fn drop(&mut self) {
        if let Some((extension, id)) = self.open.take() {
            refuse::<C>(&extension, id, "The command was not completed: hostwire failed inside, or ends".to_owned());
        }
    }
}
