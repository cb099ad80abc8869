//! The gate of a process: rules and mode decide, and where they do not, the user is asked in a dialog.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::base::text::cut_bytes;
use crate::host::{Given, Host, UiError};
use crate::policy::{Approval, Builtin, Call, Decision, Denial, Entry, ModeOfRules, Policy, Rule, Subject, Yolo};
use crate::proto::shared::JsonObject;
use crate::settings::{ApprovalMode, PermissionMode, Settings, ToolApproval};
use crate::tools::{Gate, GateCall, GateFuture, ToolError};

use super::EngineError;

/// Bytes of what a call is about in a question.
const MOST_DETAIL: usize = 2000;

/// What the model is told in plan mode.
const PLAN: &str = "Plan mode is on: only tools that read will run; calls that would change or run something are refused. \
Find out what is needed, then answer with a plan: what you would change, where and why, and how it would be checked.";

/// What a dialect says of approvals.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The first line of the question for a tool of this name.
    pub title: fn(&str) -> String,
    pub approve: &'static str,
    pub deny: &'static str,
    /// The user said no.
    pub denied: fn(&str) -> String,
    /// The host cannot ask.
    pub no_ui: fn(&str) -> String,
}

/// What was chosen on the command line, and what holds without a choice.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    pub mode: Option<ApprovalMode>,
    /// Nothing is to be asked.
    pub bypass: bool,
    pub default: Approval,
    pub builtin: Builtin,
}

impl Default for Chosen {
    fn default() -> Self {
        Self { mode: None, bypass: false, default: Approval::Ask, builtin: Builtin::Secrets }
    }
}

/// The gate, and the switch for whoever changes it while the process runs. Clones share the state.
#[derive(Clone)]
pub struct Approvals {
    // A leaf lock, held for one decision or one change.
    policy: Arc<Mutex<Policy>>,
    host: Host,
    words: Words,
    /// How long a question waits.
    timeout: Duration,
}

impl Approvals {
    pub fn new(policy: Policy, host: Host, words: Words, timeout: Duration) -> Self {
        Self { policy: Arc::new(Mutex::new(policy)), host, words, timeout }
    }

    /// What the model is told of the mode from the start.
    pub fn remark(&self) -> Option<&'static str> {
        self.is_plan().then_some(PLAN)
    }

    /// Whether only reading runs.
    pub fn is_plan(&self) -> bool {
        self.policy().approval == Approval::Plan
    }

    /// Whether everything runs unasked.
    pub fn is_yolo(&self) -> bool {
        let policy = self.policy();
        policy.yolo.as_ref().is_some_and(|yolo| yolo.patterns.is_empty()) || policy.approval == Approval::Yolo
    }

    /// Switches automatic approval. Off, what the mode would not let pass is asked for.
    pub fn set_yolo(&self, on: bool) {
        let mut policy = self.policy();
        policy.yolo = on.then(Yolo::default);
        if !on && policy.approval == Approval::Yolo {
            policy.approval = Approval::Ask;
        }
    }

    fn policy(&self) -> MutexGuard<'_, Policy> {
        self.policy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn decide(&self, call: GateCall<'_>, token: &CancellationToken) -> Result<JsonObject, ToolError> {
        let core = call.tool.definition().name.as_str();
        let subject = call.tool.subject(call.arguments, call.cwd);
        let (names, tier) = ([call.name, core], call.tool.tier());
        let decision = self.policy().judge(&Call { names: &names, tier, subject: &subject });
        match decision {
            Decision::Allow => Ok(call.arguments.clone()),
            Decision::Deny(denial) => Err(ToolError::tell(refused(call.name, &denial))),
            Decision::Ask(reasons) => {
                let question = question((self.words.title)(call.name), call.arguments, &subject, &reasons);
                self.ask(call.name, question, token).await.map(|()| call.arguments.clone())
            }
        }
    }

    async fn ask(&self, name: &str, question: String, token: &CancellationToken) -> Result<(), ToolError> {
        let options = vec![self.words.approve.to_owned(), self.words.deny.to_owned()];
        match self.host.ui().select(question, options, Some(self.timeout), token).await {
            Ok(Given::Answer(answer)) if answer == self.words.approve => Ok(()),
            Ok(Given::Answer(_) | Given::Cancelled) => Err(ToolError::tell((self.words.denied)(name))),
            // No answer is not a no (hazard K57).
            Ok(Given::TimedOut) => Err(ToolError::tell(format!(
                "Tool {name} was not run: nobody answered the request for approval within {} s",
                self.timeout.as_secs_f64()
            ))),
            Err(UiError::Aborted) => {
                Err(ToolError::tell(format!("Tool {name} was waiting for approval and was not run")))
            }
            // Nothing more comes from this host, so the model is not asked again (hazard K19).
            Err(UiError::Gone(text)) => Err(ToolError::Fatal(text.to_owned())),
            Err(UiError::Unsupported) => Err(ToolError::tell((self.words.no_ui)(name))),
        }
    }
}

impl Gate for Approvals {
    fn pass<'a>(&'a self, call: GateCall<'a>, token: &'a CancellationToken) -> GateFuture<'a> {
        Box::pin(self.decide(call, token))
    }
}

/// What the settings and the command line say of calls. A pattern that means nothing is an error.
pub fn policy(settings: &Settings, chosen: Chosen) -> Result<Policy, EngineError> {
    let rules = settings.permissions.clone().unwrap_or_default();
    let mode = chosen.mode.or(settings.approval_mode());
    let approval = match (mode, rules.mode) {
        (Some(ApprovalMode::Plan), _) => Approval::Plan,
        (Some(ApprovalMode::Ask | ApprovalMode::AlwaysAsk), _) => Approval::Ask,
        (Some(ApprovalMode::AutoEdit | ApprovalMode::Write), _) => Approval::AutoEdit,
        (Some(ApprovalMode::Yolo), _) => Approval::Yolo,
        (None, Some(PermissionMode::Unrestricted)) => Approval::Yolo,
        // Somebody who sets rules wants to be asked.
        (None, Some(_)) => Approval::Ask,
        (None, None) => chosen.default,
    };
    let mut policy = Policy::new(approval, chosen.builtin);
    policy.yolo = chosen.bypass.then(Yolo::default);
    if rules.mode == Some(PermissionMode::Restricted) {
        policy.fallback = ModeOfRules::Restricted;
    }
    let tools = settings.tools.as_ref().and_then(|tools| tools.approval.as_ref());
    policy.tools = tools.into_iter().flatten().map(|(name, approval)| (name.clone(), rule(*approval))).collect();
    policy.available = rules.available_tools;
    policy.excluded = rules.excluded_tools.unwrap_or_default();
    policy.deny = entries([rules.deny_patterns, rules.deny_list, rules.blacklist])?;
    policy.allow = entries([rules.allow_patterns, rules.allow_list, rules.whitelist])?;
    policy.rules = rules
        .rules
        .into_iter()
        .flatten()
        .map(|set| (Entry::of_tool(&set.tool, set.pattern.as_deref()), rule(set.action)))
        .collect();
    Ok(policy)
}

fn rule(approval: ToolApproval) -> Rule {
    match approval {
        ToolApproval::Allow => Rule::Allow,
        ToolApproval::Deny => Rule::Deny,
        ToolApproval::Prompt => Rule::Prompt,
    }
}

fn entries(lists: [Option<Vec<String>>; 3]) -> Result<Vec<Entry>, EngineError> {
    let texts = lists.into_iter().flatten().flatten();
    texts
        .map(|text| {
            Entry::listed(&text).map_err(|why| EngineError::Configuration(format!("A rule under permissions: {why}")))
        })
        .collect()
}

/// What the model is told of a call that must not run.
pub fn refused(name: &str, denial: &Denial) -> String {
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
fn question(title: String, arguments: &JsonObject, subject: &Subject, reasons: &[String]) -> String {
    let detail = match subject {
        Subject::Shell { text, .. } => format!("Command: {text}"),
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

#[cfg(test)]
#[path = "approvals_tests.rs"]
mod tests;
