//! Settings that would have to protect the user, and whose feature this version lacks.

use super::Settings;
use crate::proto::settings::{PermissionMode, ToolApproval};

impl Settings {
    /// Keys that forbid something, or want to be asked, while nothing here would do so. Ignoring them would be worse than
    /// not to start.
    pub fn unbuilt_rules(&self) -> Vec<&'static str> {
        let filled = |list: &Option<Vec<String>>| list.as_ref().is_some_and(|list| !list.is_empty());
        let rules = self.permissions.clone().unwrap_or_default();
        let approval = self.tools.as_ref().and_then(|tools| tools.approval.as_ref());
        let strict_mode = rules.mode.is_some_and(|mode| mode != PermissionMode::Unrestricted);
        let strict_rule = rules.rules.iter().flatten().any(|rule| rule.action != ToolApproval::Allow);
        let keys = [
            ("tools.approval", approval.is_some_and(|rules| rules.values().any(|rule| *rule != ToolApproval::Allow))),
            ("permissions.mode", strict_mode),
            ("permissions.rules", strict_rule),
            ("permissions.denyList", filled(&rules.deny_list)),
            ("permissions.blacklist", filled(&rules.blacklist)),
            ("permissions.denyPatterns", filled(&rules.deny_patterns)),
            ("permissions.availableTools", rules.available_tools.is_some()),
            ("permissions.excludedTools", filled(&rules.excluded_tools)),
        ];
        keys.into_iter().filter(|(_, set)| *set).map(|(key, _)| key).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<&'static str> {
        serde_json::from_str::<Settings>(text).unwrap().unbuilt_rules()
    }

    #[test]
    fn what_only_allows_is_no_rule_to_miss() {
        assert!(keys("{}").is_empty());
        let lax = r#"{"tools": {"approval": {"bash": "allow"}}, "permissions": {"mode": "unrestricted", "allowList": ["x"]}}"#;
        assert!(keys(lax).is_empty());
    }

    #[test]
    fn what_forbids_or_asks_is_told() {
        assert_eq!(keys(r#"{"tools": {"approval": {"bash": "prompt"}}}"#), ["tools.approval"]);
        assert_eq!(
            keys(r#"{"permissions": {"mode": "restricted", "denyList": ["x"], "excludedTools": []}}"#),
            ["permissions.mode", "permissions.denyList"]
        );
    }
}
