//! What the core says, in core words, in one order.
//!
//! Sessions emit [`Event`]s here; the voice of the dialect that was chosen at start turns each into frames at once, so
//! the order of emission is the order on the wire. Nothing is queued here: the writer's buffer is the only queue, and
//! its level is what slows runs down.
//!
//! Questions to the host ([`Question`]) and what its user interface shows ([`Shown`]) go the same way, but belong to the
//! process: a session in the background may still need the host's answer.
//!
//! Invariant: the events of a session that is not in the foreground never reach the voice.

mod ask;
mod event;
mod gate;
mod part;

pub use ask::{AskKind, Dialog, DialogForm, Permission, Question, Shown, UrlPurpose, WidgetPlace};
pub use event::{AutomodeEnd, CompactionReason, Event, Fate, FileAction, NoticeLevel, Outcome};
pub use gate::{Outbox, Voice};
pub use part::Part;
