//! What the model is told of calls that did not run, and of replies that were cut.

use std::sync::Arc;

/// A call that was not started because the user sent a message.
pub(super) const SKIPPED_BY_STEERING: &str = "Skipped due to queued user message. The call has no effect and counts as not done; answer \
     the message first and make the call again if it is still wanted";

/// A call that was stopped in the middle because the user sent a message; `told` is what the tool said of it.
pub(super) fn stopped_by_steering(told: &str) -> String {
    format!(
        "Skipped due to queued user message. The call was under way and was stopped; what it did until then stands. The \
         tool says: {told}"
    )
}

/// A call that was waiting when the run was aborted.
pub(super) fn aborted_before_start(reason: &str) -> String {
    format!("Tool was not executed because the run was aborted: {reason}.")
}

/// A complete call in a message that was cut.
pub(super) fn message_aborted(reason: &str) -> String {
    format!("Tool execution was aborted: {reason}")
}

/// A complete call in a message that failed.
pub(super) fn message_failed(error: &str) -> String {
    format!(
        "Tool call was not executed because the provider stream ended with an error before the tool could run: {error}"
    )
}

/// A call in a message that reached the output limit.
pub(super) const LENGTH_REACHED: &str = "Tool call was not executed because the output token limit was reached while it was written. \
     Its arguments may be incomplete: make smaller calls, for instance several short edits instead of a long one";

/// Why a reply was cut that went against rules.
pub(super) fn matched(rules: &[Arc<str>]) -> String {
    let plural = if rules.len() == 1 { "" } else { "s" };
    format!("TTSR matched rule{plural}: {}", rules.join(", "))
}

pub(super) fn unknown_tool(name: &str) -> String {
    format!("Tool {name} not found")
}

pub(super) fn panicked(name: &str) -> String {
    format!("Tool {name} failed inside; its effects are unknown")
}

pub(super) fn did_not_stop(name: &str) -> String {
    format!("Tool {name} did not stop in time and was ended; its effects are unknown")
}
