//! What the host says when a call waits for permission.

/// The answer to a permission request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PermissionAnswer {
    pub verdict: Verdict,
    pub scope: Scope,
}

/// Whether the call may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    Allow,
    Deny,
    /// With another command or path.
    Instead(String),
}

/// How long the answer holds for equal calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Once,
    Session,
    /// In this workspace, also later.
    Project,
    /// For this user, everywhere.
    User,
}
