//! Auto-mode: a session that works on a task turn after turn, until the model declares it finished or a limit is reached.
//!
//! [`Automode`] is the switch; while a run is active a task of its own gives the session its next prompt whenever it is
//! idle. What it has to say it says through the session, so that it stands in order with what the turns said.
//!
//! Invariant: a run that was started ends with exactly one `AutomodeEnded`, after everything its turns said.
//! Invariant: nothing runs while it is paused, and a run that an earlier process left comes back as paused.

mod drive;
mod report;
mod state;

pub use drive::Automode;
pub use report::Report;
pub use state::{Entry, Plan, Refused, Standing, Status};
