//! How this protocol's commands are ordered. A compaction or a handoff takes long and holds back only what needs the
//! history that it works on; an abort ends it.

use crate::dialect::lane::Holds;
use crate::dialect::order::Ordered;
use crate::proto::frame::Ordering;
use crate::proto::veyyon::CommandName;

impl Ordered for CommandName {
    fn ordering(self) -> Ordering {
        CommandName::ordering(self)
    }

    fn holds(self) -> Holds {
        match self.ordering() {
            Ordering::Serial | Ordering::Control => Holds::Commands,
            _ if matches!(self, Self::Compact | Self::Handoff) => Holds::History,
            // What runs beside the others, or owns its answer for long, holds nothing back.
            Ordering::Concurrent | Ordering::Detached => Holds::Nothing,
        }
    }

    /// A second compaction does not wait: it is told that one is running.
    fn needs_history(self) -> bool {
        matches!(
            self,
            Self::Prompt
                | Self::Steer
                | Self::FollowUp
                | Self::AbortAndPrompt
                | Self::Branch
                | Self::NewSession
                | Self::SwitchSession
                | Self::Handoff
        )
    }
}

/// Whether the command ends a compaction or a handoff that is on its way.
pub(super) fn ends_writing(name: CommandName) -> bool {
    matches!(name, CommandName::Abort | CommandName::AbortAndPrompt)
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
