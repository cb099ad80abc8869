//! The autohand protocol: events in an envelope, ids as strings or numbers, answers before their effects.
//!
//! `schema/autohand/` says what the lines are; here they meet the core, with the little that the voice must remember.
//!
//! Invariant: exactly one `turn_end` for each prompt that was accepted.
//! Invariant: answers come in the order of their commands, but for those that are detached.

mod automode;
mod changes;
mod compaction;
mod conversation;
mod convert;
mod desk;
mod dispatcher;
mod encode;
mod errors;
mod handler;
mod history;
mod mcp;
mod model;
mod modes;
mod permission;
mod prompting;
mod skills;
mod thinking;
mod turns;

pub use desk::{AutomodeDefaults, Desk};
pub use dispatcher::Autohand;
pub use encode::AutohandVoice;
pub use skills::PROJECT_FOLDER as SKILLS_FOLDER;

use crate::proto::autohand::{CommandSpec, ErrorData, Event, EventData, Outbound, Response};
use crate::proto::frame::Id;
use crate::tools::ToolNames;

use super::reply::{Answer, Reply};

/// What this protocol calls the core's tools.
pub const TOOL_NAMES: ToolNames = ToolNames(&[
    ("read", "read_file"),
    ("write", "write_file"),
    ("edit", "search_replace"),
    ("bash", "run_command"),
    ("grep", "fff_grep"),
    ("glob", "fff_find"),
    ("todo", "todo_write"),
    ("ask", "ask_followup_question"),
]);

/// Makes a command's answer from its schema.
pub struct Of<C>(std::marker::PhantomData<C>);

/// The answer that a handler owes for command `C`.
pub(crate) type ReplyTo<C> = Reply<Of<C>>;

impl<C: CommandSpec> Answer for Of<C> {
    type Id = Id;
    type Data = C::Data;
    type Frame = Outbound;

    fn success(id: Option<Id>, data: C::Data) -> Outbound {
        Response { id, command: C::NAME.as_str().into(), outcome: Ok(C::data(data)) }.into()
    }

    fn failure(id: Option<Id>, text: String) -> Outbound {
        Response { id, command: C::NAME.as_str().into(), outcome: Err(text) }.into()
    }

    fn name() -> &'static str {
        C::NAME.as_str()
    }
}

/// The line of a start that failed, as this protocol tells it.
pub fn start_failed(message: String) -> Outbound {
    let data = ErrorData { message, code: Some("startup".to_owned()), recoverable: Some(false) };
    let event: Event = EventData::from(data).at(crate::base::clock::iso(crate::base::clock::now()));
    event.into()
}
