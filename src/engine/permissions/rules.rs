//! What the settings and the command line say of calls.

use crate::base::paths;
use crate::engine::EngineError;
use crate::policy::{Approval, Builtin, Entry, ModeOfRules, Policy, Rule, Yolo};
use crate::settings::{ApprovalMode, PermissionMode, Settings, ToolApproval};

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
        .map(|set| (Entry::of_tool(&set.tool, set.pattern.as_deref().map(at_home).as_deref()), rule(set.action)))
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
            Entry::listed(&at_home(&text))
                .map_err(|why| EngineError::Configuration(format!("A rule under permissions: {why}")))
        })
        .collect()
}

/// The entry with the user's home folder where a path begins with its sign.
fn at_home(entry: &str) -> String {
    let at = if entry.starts_with("~/") { Some(0) } else { entry.find([':', '(']).map(|at| at + 1) };
    let rest = at.and_then(|at| Some((entry.get(..at)?, entry.get(at..)?.strip_prefix("~/")?)));
    match (rest, paths::user_home(&paths::process_variable)) {
        (Some((tool, rest)), Some(home)) => format!("{tool}{}/{rest}", home.display()),
        _ => entry.to_owned(),
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
