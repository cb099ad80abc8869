//! When history is too long, and where it is cut: pure figures.

use std::sync::Arc;

use crate::proto::shared::AgentMessage;

/// How much context may be filled, and how much of it stays word for word.
#[derive(Debug, Clone, PartialEq)]
pub struct CompactionPolicy {
    pub keep_recent: u64,
    /// Tokens kept free; `None` chooses.
    pub reserve: Option<u64>,
    /// Above so many tokens; `None` leaves it to the percentage.
    pub threshold: Option<u64>,
    /// Above so many percent of the window; `None` leaves it to the reserve.
    pub percent: Option<f64>,
    /// Whether the rounds of one run may be interrupted for it.
    pub in_mid_turn: bool,
    /// Whether a reply that a full window cut is asked for again.
    pub goes_on: bool,
}

impl Default for CompactionPolicy {
    fn default() -> Self {
        Self { keep_recent: 20_000, reserve: None, threshold: None, percent: None, in_mid_turn: true, goes_on: true }
    }
}

/// The part of the window, in percent, that at least is kept free.
const LEAST_RESERVE: u64 = 15;

/// Tokens that are kept free when the settings do not say.
const USUAL_RESERVE: u64 = 16_384;

impl CompactionPolicy {
    /// The context size above which history is compacted.
    pub(super) fn limit(&self, window: u64) -> u64 {
        if let Some(tokens) = self.threshold {
            return tokens.min(window.saturating_sub(1));
        }
        if let Some(percent) = self.percent {
            return (window as f64 * percent.clamp(1.0, 99.0) / 100.0) as u64;
        }
        let share = window.saturating_mul(LEAST_RESERVE) / 100;
        let reserve = share.max(self.reserve.unwrap_or(USUAL_RESERVE));
        // A window too small for the reserve keeps the share free.
        window - if reserve < window { reserve } else { share }
    }
}

/// Where history is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// Where the record begins: a summary that stands first is none of it.
    pub from: usize,
    /// The first message that stays.
    pub at: usize,
    /// The cut runs through a turn that began in the record.
    pub splits_turn: bool,
}

/// How much may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// What is older than the recent part.
    Older,
    /// Everything: the recent part alone is too much.
    All,
}

/// Walks back from the newest message until the recent tokens are reached; about half of the history goes at least, so
/// that a short one can be compacted too. Never between a call and its result. `sizes` has the estimate of each message,
/// `real` the size of the context as providers told it.
pub(super) fn cut(
    messages: &[Arc<AgentMessage>],
    sizes: &[u64],
    real: u64,
    keep_recent: u64,
    reach: Reach,
) -> Option<Cut> {
    let from = usize::from(matches!(messages.first().map(AsRef::as_ref), Some(AgentMessage::CompactionSummary(_))));
    if reach == Reach::All {
        // A prompt that nobody has answered must stay word for word.
        let ends_with_result = matches!(messages.last().map(AsRef::as_ref), Some(AgentMessage::ToolResult(_)));
        return ends_with_result.then_some(Cut { from, at: messages.len(), splits_turn: true });
    }
    let total: u64 = sizes.iter().skip(from).sum();
    let keep = keep_recent.min(total / 2);
    // Where the estimate is too low, fewer estimated tokens are worth what shall stay.
    let keep = if real > total { scaled(keep, total, real) } else { keep };
    let mut kept = 0;
    let mut at = None;
    for (index, message) in messages.iter().enumerate().skip(from + 1).rev() {
        kept += sizes.get(index).copied().unwrap_or_default();
        // A result stays with its call; everything else may come first.
        if !matches!(message.as_ref(), AgentMessage::ToolResult(_)) {
            at = Some(index);
            if kept >= keep {
                break;
            }
        }
    }
    let at = at?;
    let splits_turn = matches!(messages.get(at).map(AsRef::as_ref), Some(AgentMessage::Assistant(_)));
    Some(Cut { from, at, splits_turn })
}

fn scaled(tokens: u64, by: u64, of: u64) -> u64 {
    let scaled = u128::from(tokens) * u128::from(by) / u128::from(of.max(1));
    u64::try_from(scaled).unwrap_or(tokens)
}

#[cfg(test)]
#[path = "cut_tests.rs"]
mod tests;
