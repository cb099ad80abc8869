//! The veyyon protocol: flat frames, ids as strings, answers that precede their effects.
//!
//! `schema/veyyon/` says what the frames are; here they meet the core. The room holds its match, its handlers, its
//! conversions and its fixed texts.

mod asks;
mod background;
mod bash;
mod compaction;
mod convert;
mod dispatcher;
mod encode;
mod errors;
mod extensions;
mod handler;
mod host;
mod login;
mod model;
mod order;
mod prompting;
mod queues;
mod retry;
mod sessions;
mod state;
mod thinking;

pub use dispatcher::Veyyon;
pub use encode::VeyyonVoice;
pub use errors::{APPROVAL_WORDS, HOST_TEXTS};

use crate::proto::veyyon::{CommandSpec, Outbound, Response};
use crate::tools::ToolNames;

use super::reply::{Answer, Reply};

/// Beginning of the name of an exported page that the host does not name.
pub const PAGE: &str = "veyyon-session-";

/// The core's tool names are this protocol's.
pub const TOOL_NAMES: ToolNames = ToolNames(&[]);

/// Makes a command's answer from its schema.
pub struct Of<C>(std::marker::PhantomData<C>);

/// The answer that a handler owes for command `C`.
pub(crate) type ReplyTo<C> = Reply<Of<C>>;

impl<C: CommandSpec> Answer for Of<C> {
    type Id = String;
    type Data = C::Data;
    type Frame = Outbound;

    fn success(id: Option<String>, data: C::Data) -> Outbound {
        Response { id, command: C::NAME.as_str().into(), outcome: Ok(C::data(data)) }.into()
    }

    fn failure(id: Option<String>, text: String) -> Outbound {
        Response { id, command: C::NAME.as_str().into(), outcome: Err(text) }.into()
    }

    fn name() -> &'static str {
        C::NAME.as_str()
    }
}
