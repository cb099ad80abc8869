//! The protocol's fixed sentences, in one place.

use crate::engine::permissions::Words;
use crate::host::Texts;

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

/// `name` is a slash command of an extension.
pub(super) fn not_queued(name: &str) -> String {
    format!("Extension command \"/{name}\" cannot be queued. Use prompt() or execute the command when not streaming.")
}

/// Protocol: "Empty set_session_name is rejected (Session name cannot be empty)".
pub(super) const EMPTY_NAME: &str = "Session name cannot be empty";

/// `at` is the phase's place in the list.
pub(super) fn phase_without_name(at: usize) -> String {
    format!("Todo phase at index {at} must have a name")
}

/// `phase` and `task` are places in their lists.
pub(super) fn task_without_content(phase: usize, task: usize) -> String {
    format!("Todo task at index {task} of phase {phase} must have content")
}

pub(super) const COMPACTION_RUNNING: &str = "Compaction already in progress";

pub(super) const COMPACTION_CANCELLED: &str = "Compaction cancelled";

pub(super) const ALREADY_COMPACTED: &str = "Already compacted";

pub(super) const NOTHING_TO_COMPACT: &str = "Nothing to compact (session too small)";

pub(super) const NO_MODEL: &str = "No model selected";

pub(super) const COMPACT_DURING_HANDOFF: &str = "A handoff is being written";

pub(super) const HANDOFF_BUSY: &str = "Cannot hand off while a response is in progress";

pub(super) const NOTHING_TO_HAND_OFF: &str = "Nothing to hand off (no messages yet)";

pub(super) const NO_MODEL_FOR_HANDOFF: &str = "No model selected for handoff";

pub(super) const HANDOFF_CANCELLED: &str = "Handoff cancelled";

pub(super) fn no_key(provider: &str) -> String {
    format!("No API key for {provider}")
}

pub(super) fn model_not_found(provider: &str, model: &str) -> String {
    format!("Model not found: {provider}/{model}")
}

pub(super) fn no_key_for_model(provider: &str, model: &str) -> String {
    format!("No API key for {provider}/{model}")
}

/// A command that the schemas know and this version does not serve.
pub(super) fn not_implemented(name: &str) -> String {
    format!("Not implemented: {name}")
}

pub(super) fn unknown_login(provider: &str) -> String {
    format!("Unknown OAuth provider: {provider}")
}

/// Protocol: for a login that would ask before it shows an address.
pub(super) fn login_needs_prompts(provider: &str) -> String {
    format!(
        "Provider '{provider}' requires interactive prompts which are not supported in RPC mode. Use the terminal UI to log in."
    )
}

pub(super) const LOGIN_RUNNING: &str = "A login is already running";

pub(super) const EXPORT_IN_MEMORY: &str = "Cannot export in-memory session to HTML";

pub(super) const NOT_A_BRANCH_POINT: &str = "Invalid entry ID for branching";

pub(super) const BACKGROUND_WITH_PARENT: &str = "new_session cannot combine background with parentSession";

pub(super) fn tool_without_name(index: usize) -> String {
    format!("Host tool at index {index} must provide a non-empty name")
}

pub(super) fn tool_without_description(name: &str) -> String {
    format!("Host tool \"{name}\" must provide a non-empty description")
}

/// `why` says what is wrong with an object that is no schema.
pub(super) fn tool_without_schema(name: &str, why: Option<&str>) -> String {
    let sentence = format!("Host tool \"{name}\" must provide a JSON Schema object");
    match why {
        Some(why) => format!("{sentence}: {why}"),
        None => sentence,
    }
}

pub(super) const TOOL_NAMES_TWICE: &str = "RPC host tool names must be unique";

pub(super) fn tool_name_taken(name: &str) -> String {
    format!("RPC host tool \"{name}\" conflicts with an existing tool")
}

pub(super) const SCHEME_EMPTY: &str = "Host URI scheme must be a non-empty string";

pub(super) fn scheme_characters(raw: &str) -> String {
    format!("Host URI scheme contains invalid characters: {raw}")
}

pub(super) fn scheme_reserved(name: &str) -> String {
    format!("Host URI scheme is reserved: {name}")
}

/// What the model is told when something goes wrong between us and the host.
pub const HOST_TEXTS: Texts = Texts {
    tool_gone: "RPC client disconnected before host tool execution completed",
    tool_failed: "Host tool execution failed",
    tool_aborted: |name| format!("Host tool \"{name}\" was aborted"),
    uri_gone: "RPC client disconnected before host URI request completed",
    read_failed: |url| format!("Host URI read failed for {url}"),
    read_aborted: |url| format!("Host URI read for {url} was aborted"),
    write_failed: |url| format!("Host URI write failed for {url}"),
    write_aborted: |url| format!("Host URI write for {url} was aborted"),
    dialog_gone: "RPC client disconnected before extension UI response completed",
};

pub(super) fn no_background_conversation(id: &str) -> String {
    format!("No background conversation {id}")
}

/// Protocol: with a user interface a select dialog titled `Allow tool: <name>`, anything but Approve denies; without one
/// an error that lists the ways out.
pub const APPROVAL_WORDS: Words = Words {
    title: |name| format!("Allow tool: {name}"),
    approve: "Approve",
    deny: "Deny",
    denied: |name| format!("Tool call denied by user: {name}"),
    no_ui: |name| {
        format!(
            "Tool \"{name}\" requires approval but no interactive UI available. Ways out: start with --approval-mode yolo \
             or --yolo, or set tools.approval.{name} to allow"
        )
    },
};

#[cfg(test)]
#[path = "errors_tests.rs"]
mod tests;
