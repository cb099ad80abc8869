//! What users are asked and models are told of calls that do not simply run.

use std::time::Duration;

use crate::base::text::cut_bytes;
use crate::policy::{Denial, Subject};
use crate::proto::shared::JsonObject;
use crate::tools::GateCall;

use super::EXIT_PLAN_MODE;

/// Bytes of what a call is about in a dialog.
const MOST_DETAIL: usize = 2000;
/// Bytes of a question in one line.
const MOST_MESSAGE: usize = 1000;

/// The links of a call changed while it waited.
pub(super) fn leads_elsewhere(name: &str) -> String {
    format!("Tool {name} was not run: what it names has changed since the user was asked, and leads elsewhere now")
}

/// Nobody said anything; that is no denial.
pub(super) fn nobody_answered(name: &str, what: &str, timeout: Duration) -> String {
    let seconds = timeout.as_secs_f64();
    format!("Tool {name} was not run: nobody answered the request for {what} within {seconds} s")
}

pub(super) fn was_waiting(name: &str, what: &str) -> String {
    format!("Tool {name} was waiting for {what} and was not run")
}

/// What the model is told of a call that must not run.
pub(super) fn refused(name: &str, denial: &Denial) -> String {
    match denial {
        Denial::Builtin(why) => {
            format!("Tool {name} was not run: {why}. This is always refused; there is no way to allow it")
        }
        Denial::Plan => format!(
            "Tool {name} was not run: plan mode is on, and only tools that read may run. Look around, then describe what \
             you would do and let the user decide"
        ),
        Denial::Rule(rule) => format!("Tool {name} was not run: the user's rule `{rule}` denies it"),
        Denial::Answered => format!("Tool {name} was not run: the user denied the same call before"),
        Denial::Restricted => format!("Tool {name} was not run: no rule allows it, and rules alone decide here"),
    }
}

/// The title and what the call is about, a line each.
pub(super) fn question(title: String, arguments: &JsonObject, subject: &Subject, reasons: &[String]) -> String {
    let detail = match subject {
        Subject::Shell(shell) if shell.folder.shown == "." => format!("Command: {}", shell.text),
        Subject::Shell(shell) => format!("Command: {}\nFolder: {}", shell.text, shell.folder.shown),
        Subject::Paths(places) => {
            let named: Vec<&str> =
                places.iter().filter(|place| place.named).map(|place| place.shown.as_str()).collect();
            let mut detail = format!("Path: {}", named.join("; "));
            if let Some(place) = places.iter().rev().find(|place| !place.named) {
                detail.push_str(&format!("\nLeads to: {}", place.shown));
            }
            detail
        }
        Subject::Text(text) => format!("Address: {text}"),
        Subject::Nothing => format!("Arguments: {}", serde_json::Value::Object(arguments.clone())),
    };
    let mut lines = vec![title, cut_bytes(&detail, MOST_DETAIL).to_owned()];
    if detail.len() > MOST_DETAIL {
        lines.push(format!("({} bytes in all)", detail.len()));
    }
    lines.extend(reasons.iter().map(|reason| format!("Note: {reason}")));
    lines.join("\n")
}

/// The question in one line.
pub(super) fn message(call: &GateCall<'_>, subject: &Subject, path: Option<&str>) -> String {
    let core = call.tool.definition().name.as_str();
    let leads = match subject {
        Subject::Paths(places) => places.iter().rev().find(|place| !place.named).map(|place| place.shown.as_str()),
        _ => None,
    };
    let leads = leads.map(|to| format!(" (leads to {to})")).unwrap_or_default();
    let path = path.unwrap_or_default();
    let text = match (subject, core) {
        (_, EXIT_PLAN_MODE) => "Leave plan mode and carry out the plan?".to_owned(),
        (Subject::Shell(shell), _) if shell.folder.shown == "." => format!("Execute: {}?", shell.text),
        (Subject::Shell(shell), _) => format!("Execute in {}: {}?", shell.folder.shown, shell.text),
        (Subject::Paths(_), "write") => format!("Write file: {path}{leads}?"),
        (Subject::Paths(_), "edit") => format!("Edit file: {path}{leads}?"),
        (Subject::Paths(_), _) => format!("Use {} on: {path}{leads}?", call.name),
        (Subject::Text(text), _) => format!("Use {} on: {text}?", call.name),
        (Subject::Nothing, _) => format!("Use {}?", call.name),
    };
    let line = text.lines().collect::<Vec<_>>().join(" ");
    cut_bytes(&line, MOST_MESSAGE).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::ShellCall;

    fn shell(text: &str) -> Subject {
        Subject::Shell(ShellCall::new(text))
    }

    #[test]
    fn a_question_shows_what_the_call_is_about_and_what_is_odd_about_it() {
        let arguments = JsonObject::new();
        let reasons = ["it writes out".to_owned()];
        let text = question("Allow tool: bash".into(), &arguments, &shell("ls > out"), &reasons);
        assert_eq!(text, "Allow tool: bash\nCommand: ls > out\nNote: it writes out");
        let long = question("T".into(), &arguments, &shell(&"x".repeat(5000)), &[]);
        assert!(long.len() < 2100 && long.ends_with("(5009 bytes in all)"), "{long}");
        let none = JsonObject::from_iter([("n".to_owned(), 1.into())]);
        assert_eq!(question("T".into(), &none, &Subject::Nothing, &[]), "T\nArguments: {\"n\":1}");
    }
}
