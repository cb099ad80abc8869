//! The protocol's fixed sentences, in one place.

/// Protocol: "Malformed JSONL / parse-loop exceptions emit a parse error response and continue reading".
pub(super) fn parse(detail: &str) -> String {
    format!("Failed to parse command: {detail}")
}

pub(super) fn unknown(name: &str) -> String {
    format!("Unknown command: {name}")
}

pub(super) fn parameters(pointer: &str, text: &str) -> String {
    if pointer.is_empty() { text.to_owned() } else { format!("{pointer}: {text}") }
}

pub(super) const BUSY: &str =
    "Agent is already processing. Use steer() or followUp() to queue messages, or wait for completion.";

pub(super) const BLANK: &str = "Message cannot be empty";

/// Protocol: "Empty set_session_name is rejected (Session name cannot be empty)".
pub(super) const EMPTY_NAME: &str = "Session name cannot be empty";

pub(super) fn model_not_found(provider: &str, model: &str) -> String {
    format!("Model not found: {provider}/{model}")
}

pub(super) fn no_key(provider: &str, model: &str) -> String {
    format!("No API key for {provider}/{model}")
}

/// A command that the schemas know and this version does not serve.
pub(super) fn not_implemented(name: &str) -> String {
    format!("Not implemented: {name}")
}

pub(super) const EXPORT_IN_MEMORY: &str = "Cannot export in-memory session to HTML";

pub(super) const NOT_A_BRANCH_POINT: &str = "Invalid entry ID for branching";

pub(super) const BACKGROUND_WITH_PARENT: &str = "new_session cannot combine background with parentSession";

pub(super) const BACKGROUND_NOT_SERVED: &str =
    "This RPC host cannot create a second session, so it cannot keep a turn running";
