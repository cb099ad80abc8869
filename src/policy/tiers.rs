//! What a tool can touch, and which of that a mode lets pass unasked.

/// What a tool can touch. A tool that does not say counts as [`Tier::Exec`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Tier {
    Read,
    Write,
    #[default]
    Exec,
}

/// What runs without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approval {
    /// Reading; the rest is refused.
    Plan,
    /// Reading; the rest is asked for.
    Ask,
    /// Reading and writing files; the rest is asked for.
    AutoEdit,
    /// Everything.
    Yolo,
}

impl Approval {
    /// The highest tier that passes unasked.
    pub fn passes(self) -> Tier {
        match self {
            Self::Plan | Self::Ask => Tier::Read,
            Self::AutoEdit => Tier::Write,
            Self::Yolo => Tier::Exec,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_lets_its_tiers_pass() {
        let passing = |mode: Approval| [Tier::Read, Tier::Write, Tier::Exec].map(|tier| tier <= mode.passes());
        assert_eq!(passing(Approval::Plan), [true, false, false]);
        assert_eq!(passing(Approval::Ask), [true, false, false]);
        assert_eq!(passing(Approval::AutoEdit), [true, true, false]);
        assert_eq!(passing(Approval::Yolo), [true, true, true]);
    }
}
