//! The sentences about what the host owns, as hosts know them.

use super::*;

#[test]
fn sets_of_tools_are_refused_in_the_protocols_words() {
    assert_eq!(tool_without_name(2), "Host tool at index 2 must provide a non-empty name");
    assert_eq!(tool_without_description("echo"), "Host tool \"echo\" must provide a non-empty description");
    assert_eq!(tool_without_schema("echo", None), "Host tool \"echo\" must provide a JSON Schema object");
    assert_eq!(tool_without_schema("echo", Some("no")), "Host tool \"echo\" must provide a JSON Schema object: no");
    assert_eq!(TOOL_NAMES_TWICE, "RPC host tool names must be unique");
    assert_eq!(tool_name_taken("bash"), "RPC host tool \"bash\" conflicts with an existing tool");
}

#[test]
fn a_command_of_an_extension_is_not_queued() {
    let text = "Extension command \"/cost\" cannot be queued. Use prompt() or execute the command when not streaming.";
    assert_eq!(not_queued("cost"), text);
}

#[test]
fn approvals_speak_in_the_protocols_words() {
    let words = APPROVAL_WORDS;
    assert_eq!((words.title)("bash"), "Allow tool: bash");
    assert_eq!((words.approve, words.deny), ("Approve", "Deny"));
    assert_eq!((words.denied)("bash"), "Tool call denied by user: bash");
    let no_ui = (words.no_ui)("bash");
    assert!(no_ui.starts_with("Tool \"bash\" requires approval but no interactive UI available."), "{no_ui}");
    assert!(no_ui.contains("--approval-mode yolo") && no_ui.contains("tools.approval.bash"), "{no_ui}");
}

#[test]
fn sets_of_schemes_are_refused_in_the_protocols_words() {
    assert_eq!(SCHEME_EMPTY, "Host URI scheme must be a non-empty string");
    assert_eq!(scheme_characters(" a b"), "Host URI scheme contains invalid characters:  a b");
    assert_eq!(scheme_reserved("https"), "Host URI scheme is reserved: https");
}

#[test]
fn calls_addresses_and_dialogs_end_in_the_protocols_words() {
    let texts = HOST_TEXTS;
    assert_eq!(texts.tool_gone, "RPC client disconnected before host tool execution completed");
    assert_eq!(texts.tool_failed, "Host tool execution failed");
    assert_eq!((texts.tool_aborted)("echo"), "Host tool \"echo\" was aborted");
    assert_eq!(texts.uri_gone, "RPC client disconnected before host URI request completed");
    assert_eq!((texts.read_failed)("db://a"), "Host URI read failed for db://a");
    assert_eq!((texts.read_aborted)("db://a"), "Host URI read for db://a was aborted");
    assert_eq!((texts.write_failed)("db://a"), "Host URI write failed for db://a");
    assert_eq!((texts.write_aborted)("db://a"), "Host URI write for db://a was aborted");
    assert_eq!(texts.dialog_gone, "RPC client disconnected before extension UI response completed");
}
