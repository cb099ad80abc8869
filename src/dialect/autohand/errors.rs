//! The protocol's fixed sentences, in one place.

use crate::proto::frame::{Invalid, NoCommand};

/// Protocol: "Agent is already processing a request".
pub(super) const BUSY: &str = "Agent is already processing a request";

pub(super) const SHUTTING_DOWN: &str = "Agent is shutting down";

/// Those of the other protocol, whose command this is.
pub(super) const COMPACTION_RUNNING: &str = "Compaction already in progress";
pub(super) const COMPACTION_CANCELLED: &str = "Compaction cancelled";
pub(super) const ALREADY_COMPACTED: &str = "Already compacted";
pub(super) const NOTHING_TO_COMPACT: &str = "Nothing to compact (session too small)";
pub(super) const NO_MODEL: &str = "No model selected";

/// Commands of auto-mode in the wrong state.
pub(super) const AUTOMODE_RUNS: &str = "Auto-mode is already running";
pub(super) const AUTOMODE_LEFT: &str = "An earlier auto-mode session is paused: resume or cancel it first";
pub(super) const NO_AUTOMODE_RUNS: &str = "No auto-mode session is running";
pub(super) const AUTOMODE_IS_PAUSED: &str = "Auto-mode is already paused";
pub(super) const NO_AUTOMODE_TO_RESUME: &str = "No auto-mode session to resume";
pub(super) const AUTOMODE_NOT_PAUSED: &str = "Auto-mode is not paused";
pub(super) const NO_AUTOMODE_TO_CANCEL: &str = "No auto-mode session to cancel";

pub(super) fn missing(member: &str) -> String {
    format!("Missing required parameter: {member}")
}

pub(super) fn invalid(member: &str, why: &str) -> String {
    format!("Invalid parameter: {member}: {why}")
}

pub(super) fn unknown(name: &str) -> String {
    format!("Unknown command: {name}")
}

/// Protocol: the answer to a line that is not JSON begins with these words.
pub(super) fn parse(detail: &str) -> String {
    format!("Invalid JSON: {detail}")
}

pub(super) fn no_command(why: NoCommand) -> &'static str {
    match why {
        NoCommand::NotAnObject => "Invalid command: expected a JSON object",
        NoCommand::NoType => "Invalid command: missing type",
        NoCommand::BadId => "Invalid command: id must be a string or a number",
    }
}

pub(super) fn unknown_permission(id: &str) -> String {
    format!("Unknown permission request: {id}")
}

pub(super) fn unsupported_source(source: &str) -> String {
    format!("Unsupported skill source: {source}")
}

pub(super) fn skill_not_found(source: &str) -> String {
    format!("Skill not found: {source}")
}

pub(super) fn skill_exists(name: &str) -> String {
    format!("Skill \"{name}\" already exists. Use force to replace it")
}

pub(super) fn invalid_skill(why: &str) -> String {
    format!("Invalid skill: {why}")
}

pub(super) fn fetch_failed(why: &str) -> String {
    format!("Failed to fetch skill: {why}")
}

pub(super) fn unknown_call(id: &str) -> String {
    format!("Unknown tool call: {id}")
}

pub(super) fn unknown_change(id: &str) -> String {
    format!("Unknown change: {id}")
}

pub(super) fn change_decided(id: &str) -> String {
    format!("Change already decided: {id}")
}

pub(super) fn change_conflicts(path: &str) -> String {
    format!("Change conflicts with later modifications: {path}")
}

pub(super) fn model_not_found(provider: &str, model: &str) -> String {
    format!("Model not found: {provider}/{model}")
}

/// The command and the text of the answer to a line that is no command.
pub(super) fn refusal<I>(invalid: &Invalid<I>) -> (String, String) {
    let parse_command = || crate::proto::autohand::PARSE_COMMAND.to_owned();
    match invalid {
        Invalid::Json { detail } => (parse_command(), parse(detail)),
        Invalid::NoCommand { why, .. } => (parse_command(), no_command(*why).to_owned()),
        Invalid::Unknown { name, .. } => (name.clone(), unknown(name)),
        Invalid::Parameters { name, pointer, missing: Some(member), .. } if pointer.is_empty() => {
            (name.clone(), missing(member))
        }
        Invalid::Parameters { name, pointer, missing: Some(member), .. } => {
            (name.clone(), missing(&format!("{pointer}/{member}")))
        }
        Invalid::Parameters { name, pointer, text, .. } => (name.clone(), parameter(pointer, text)),
    }
}

/// A member of the command is named as it is; what lies deeper is named by its pointer.
fn parameter(pointer: &str, text: &str) -> String {
    let member = pointer.strip_prefix('/').filter(|rest| !rest.is_empty() && !rest.contains('/'));
    match member {
        Some(member) => invalid(member, text),
        None if pointer.is_empty() => format!("Invalid parameter: {text}"),
        None => invalid(pointer, text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::autohand::decode;
    use crate::proto::frame::{Decoded, Id, Strictness};

    fn refused(line: &str, strictness: Strictness) -> (String, String) {
        match decode(line, strictness) {
            Decoded::Invalid(invalid) => refusal(&invalid),
            other => panic!("{line}: {other:?}"),
        }
    }

    /// Section 4.1 of the protocol's reference, as far as a line alone decides.
    #[test]
    fn every_line_that_is_no_command_has_its_sentence() {
        for (line, command, text) in [
            ("[1]", "parse", "Invalid command: expected a JSON object"),
            ("7", "parse", "Invalid command: expected a JSON object"),
            ("\"abort\"", "parse", "Invalid command: expected a JSON object"),
            ("null", "parse", "Invalid command: expected a JSON object"),
            ("{}", "parse", "Invalid command: missing type"),
            (r#"{"jsonrpc":"2.0","method":"autohand.prompt","id":1}"#, "parse", "Invalid command: missing type"),
            (r#"{"type":7,"id":"a"}"#, "parse", "Invalid command: missing type"),
            (r#"{"type":"abort","id":[1]}"#, "parse", "Invalid command: id must be a string or a number"),
            (r#"{"type":"abort","id":true}"#, "parse", "Invalid command: id must be a string or a number"),
            (r#"{"type":"warp","id":5}"#, "warp", "Unknown command: warp"),
            (r#"{"type":"prompt"}"#, "prompt", "Missing required parameter: message"),
            (
                r#"{"type":"prompt","message":7}"#,
                "prompt",
                "Invalid parameter: message: expected a string, found an integer",
            ),
            (
                r#"{"type":"yolo_set","enabled":true,"patterns":[1]}"#,
                "yolo_set",
                "Invalid parameter: /patterns/0: expected a string, found an integer",
            ),
            (
                r#"{"type":"mcp_invoke_response","toolCallId":"c","result":{}}"#,
                "mcp_invoke_response",
                "Missing required parameter: /result/content",
            ),
            (
                r#"{"type":"permission_response","requestId":"p"}"#,
                "permission_response",
                "Missing required parameter: approve",
            ),
        ] {
            assert_eq!(refused(line, Strictness::Lenient), (command.to_owned(), text.to_owned()), "{line}");
        }
        let (command, text) = refused("{\"type\": ", Strictness::Lenient);
        assert!(command == "parse" && text.starts_with("Invalid JSON: "), "{text}");
        let (_, text) = refused(r#"{"type":"abort","extra":1}"#, Strictness::Strict);
        assert_eq!(text, "Invalid parameter: extra: expected no member of this name");
    }

    #[test]
    fn an_id_that_can_be_read_is_kept_where_the_type_is_missing() {
        let Decoded::Invalid(Invalid::NoCommand { id, .. }) = decode(r#"{"id":12.50}"#, Strictness::Lenient) else {
            panic!("no type");
        };
        assert_eq!(id, Some(Id::Number("12.50".to_owned())));
    }
}
