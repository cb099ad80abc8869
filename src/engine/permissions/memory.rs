//! Answers that hold beyond the session: where they are kept, and what they mean when they come back.

use std::path::{Path, PathBuf};

use crate::policy::{Policy, Rule};
use crate::settings;

/// Where such answers go; `None` keeps them to this process.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    pub project: Option<PathBuf>,
    pub user: Option<PathBuf>,
    /// Answers for the session hold for one call only.
    pub forgets: bool,
}

impl Memory {
    /// Below the workspace and the home folder.
    pub fn of(workspace: &Path, home: Option<&Path>) -> Self {
        Self {
            project: Some(settings::remembered_file(&workspace.join(".autohand"))),
            user: home.map(settings::remembered_file),
            forgets: false,
        }
    }

    /// Answers of earlier sessions.
    pub(super) fn recall(&self, policy: &mut Policy) {
        for file in self.user.iter().chain(&self.project) {
            let (allowed, denied) = settings::remembered(file).unwrap_or_else(|error| {
                tracing::warn!("{} is not used: {error}", file.display());
                Default::default()
            });
            allowed.iter().for_each(|entry| policy.recall(entry, Rule::Allow));
            denied.iter().for_each(|entry| policy.recall(entry, Rule::Deny));
        }
    }
}
