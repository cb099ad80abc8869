//! Defaults that a host gets, for paths that no layer configures.
//!
//! Protocol: "The default is only applied when the path is unset: any explicit configuration is preserved", and `todo.*`
//! is always the caller's.

use serde_json::Value;

use super::file::Tree;
use super::merge::{merge, nest_plain};

/// The tree with what a host gets below it.
pub(super) fn below(tree: Tree) -> Tree {
    let mut all = nest_plain(HOST.iter().map(|(path, value)| ((*path).to_owned(), value.value())).collect());
    merge(&mut all, tree);
    all
}

enum Default {
    Word(&'static str),
    Number(u64),
    Switch(bool),
    /// An object without members.
    Nothing,
}

impl Default {
    fn value(&self) -> Value {
        match self {
            Self::Word(word) => (*word).into(),
            Self::Number(number) => (*number).into(),
            Self::Switch(on) => (*on).into(),
            Self::Nothing => Value::Object(Tree::new()),
        }
    }
}

const HOST: [(&str, Default); 13] = [
    ("agent.isolation.mode", Default::Word("none")),
    ("agent.isolation.merge", Default::Word("patch")),
    ("agent.isolation.commits", Default::Word("generic")),
    ("agent.delegation", Default::Word("preferred")),
    ("agent.batch", Default::Switch(true)),
    ("agent.maxConcurrency", Default::Number(32)),
    ("agent.maxNestedSpawnDepth", Default::Number(0)),
    ("agent.agents", Default::Nothing),
    ("memory.backend", Default::Word("off")),
    ("async.enabled", Default::Switch(true)),
    ("async.maxJobs", Default::Number(100)),
    ("bash.autoBackground.enabled", Default::Switch(false)),
    ("bash.autoBackground.thresholdMs", Default::Number(60_000)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn settled(text: &str) -> Settings {
        serde_json::from_value(Value::Object(below(serde_json::from_str(text).unwrap()))).unwrap()
    }

    #[test]
    fn every_path_that_nobody_sets_has_its_default() {
        let settings = settled("{}");
        let agent = settings.agent.unwrap();
        assert_eq!((agent.batch, agent.max_concurrency, agent.max_nested_spawn_depth), (Some(true), Some(32), Some(0)));
        assert_eq!(agent.delegation.unwrap().as_str(), "preferred");
        assert_eq!(agent.agents.unwrap().len(), 0);
        let isolation = agent.isolation.unwrap();
        assert_eq!(isolation.mode.as_deref(), Some("none"));
        assert_eq!((isolation.merge.unwrap().as_str(), isolation.commits.unwrap().as_str()), ("patch", "generic"));
        assert_eq!(settings.memory.unwrap().backend.as_deref(), Some("off"));
        let jobs = settings.async_.unwrap();
        assert_eq!((jobs.enabled, jobs.max_jobs), (Some(true), Some(100)));
        let background = settings.bash.unwrap().auto_background.unwrap();
        assert_eq!((background.enabled, background.threshold_ms), (Some(false), Some(60_000)));
        assert!(settings.todo.is_none(), "the caller's alone");
    }

    #[test]
    fn what_a_layer_sets_stays_and_its_neighbours_get_theirs() {
        let settings = settled(r#"{"agent": {"batch": false, "agents": {"reviewer": {}}}, "async": {"maxJobs": 3}}"#);
        let agent = settings.agent.unwrap();
        assert_eq!((agent.batch, agent.max_concurrency), (Some(false), Some(32)));
        assert_eq!(agent.agents.unwrap().len(), 1);
        let jobs = settings.async_.unwrap();
        assert_eq!((jobs.enabled, jobs.max_jobs), (Some(true), Some(3)));
    }
}
