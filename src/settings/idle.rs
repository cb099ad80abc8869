//! Settings that are accepted and have no effect yet, because their feature is not built.
//!
//! Whoever builds one takes its line away; `hostwire doctor` and the log tell of those that somebody sets.

/// Paths, each with all that is below it.
const IDLE: &[&str] = &[
    "agent",
    "api",
    "async",
    "auth",
    "automode.checkpointInterval",
    "automode.useWorktree",
    "bash.autoBackground",
    "compaction.idleEnabled",
    "features",
    "hooks",
    "memories",
    "memory",
    "modelRoles",
    "retry.fallbackChains",
    "retry.fallbackRevertPolicy",
    "retry.modelFallback",
    "sync",
    "task",
    "telemetry",
    "todo.eager",
    "ttsr.builtinRules",
    "ui",
    "workspace",
];

/// Whether a dotted path is one of them.
pub(super) fn is_idle(path: &str) -> bool {
    IDLE.iter().any(|idle| path.strip_prefix(idle).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::known::Known;

    #[test]
    fn a_path_is_idle_with_all_below_it_and_nothing_beside() {
        assert!(is_idle("agent") && is_idle("agent.isolation.mode") && is_idle("retry.modelFallback"));
        assert!(!is_idle("retry.enabled") && !is_idle("agents") && !is_idle("model"));
    }

    #[test]
    fn every_entry_is_a_setting() {
        let root = Known::root("Settings").unwrap();
        for path in IDLE {
            let (first, second) = path.split_once('.').unwrap_or((path, ""));
            let place = root.member(first);
            assert!(place.is_some(), "{path}");
            assert!(second.is_empty() || place.and_then(|place| place.member(second)).is_some(), "{path}");
        }
    }
}
