//! The settings that are read in more than one place, with their defaults.

use std::time::Duration;

use super::{ApprovalMode, CompactionStrategy, DialectName, MessageUpdates, Settings};
use crate::proto::settings::TodoReminders;
use crate::proto::shared::{InterruptMode, QueueMode};

impl Settings {
    /// Longest inbound line in bytes.
    pub fn max_frame_bytes(&self) -> usize {
        let set = self.rpc.as_ref().and_then(|rpc| rpc.max_frame_bytes);
        set.filter(|bytes| *bytes > 0).and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(32 * 1024 * 1024)
    }

    /// What an update of a streaming message carries.
    pub fn message_updates(&self) -> MessageUpdates {
        self.rpc.as_ref().and_then(|rpc| rpc.message_updates).unwrap_or(MessageUpdates::Delta)
    }

    /// Whether every frame is held against the published schemas.
    pub fn strict(&self) -> bool {
        self.rpc.as_ref().and_then(|rpc| rpc.strict).unwrap_or(false)
    }

    /// What running work may still take after the end of input.
    pub fn eof_grace(&self) -> Duration {
        let set = self.rpc.as_ref().and_then(|rpc| rpc.eof_grace_seconds);
        set.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(Duration::from_secs(5))
    }

    pub fn dialect(&self) -> Option<DialectName> {
        self.dialect
    }

    pub fn steering_mode(&self) -> QueueMode {
        self.steering_mode.unwrap_or(QueueMode::OneAtATime)
    }

    pub fn follow_up_mode(&self) -> QueueMode {
        self.follow_up_mode.unwrap_or(QueueMode::OneAtATime)
    }

    pub fn interrupt_mode(&self) -> InterruptMode {
        self.interrupt_mode.unwrap_or(InterruptMode::Immediate)
    }

    /// Whether history is compacted without being asked.
    pub fn auto_compaction(&self) -> bool {
        let enabled = self.compaction.as_ref().and_then(|compaction| compaction.enabled).unwrap_or(true);
        enabled && self.compaction_strategy() != CompactionStrategy::Off
    }

    /// How room is made when history is compacted without being asked.
    pub fn compaction_strategy(&self) -> CompactionStrategy {
        self.compaction.as_ref().and_then(|compaction| compaction.strategy).unwrap_or(CompactionStrategy::Summary)
    }

    /// What tools may do without asking, where a layer says so.
    pub fn approval_mode(&self) -> Option<ApprovalMode> {
        self.tools.as_ref().and_then(|tools| tools.approval_mode)
    }

    /// How long a question to the user about a call waits.
    pub fn approval_timeout(&self) -> Duration {
        let set = self.permissions.as_ref().and_then(|permissions| permissions.timeout_seconds);
        let set = set.filter(|seconds| *seconds > 0.0).and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        set.unwrap_or(Duration::from_secs(3600))
    }

    /// Whether the model gets a task list.
    pub fn todo_enabled(&self) -> bool {
        self.todo.as_ref().and_then(|todo| todo.enabled).unwrap_or(true)
    }

    /// How often the model is reminded of open tasks after one prompt; 0 when it is not.
    pub fn todo_reminders(&self) -> u64 {
        const MOST: u64 = 3;
        let set = self.todo.as_ref().and_then(|todo| todo.reminders.as_ref());
        match set {
            _ if !self.todo_enabled() => 0,
            None => MOST,
            Some(TodoReminders::Flag(on)) => {
                if *on {
                    MOST
                } else {
                    0
                }
            }
            Some(TodoReminders::TodoReminderSettings(set)) if set.enabled == Some(false) => 0,
            Some(TodoReminders::TodoReminderSettings(set)) => set.max.unwrap_or(MOST),
        }
    }

    /// How long an extension may take until it says hello, where a layer says so.
    pub fn extension_start(&self) -> Option<Duration> {
        self.extensions.as_ref()?.start_timeout.map(Duration::from_millis)
    }

    /// How long an extension may take to answer, where a layer says so.
    pub fn extension_call(&self) -> Option<Duration> {
        self.extensions.as_ref()?.call_timeout.map(Duration::from_millis)
    }

    /// Whether skills are used at all.
    pub fn skills_enabled(&self) -> bool {
        self.skills.as_ref().and_then(|skills| skills.enabled).unwrap_or(true)
    }

    /// The npm registry that skills are installed from, where npm itself is not to decide.
    pub fn skills_registry(&self) -> Option<&str> {
        self.skills.as_ref().and_then(|skills| skills.registry.as_deref())
    }

    /// Whether each skill is a slash command too.
    pub fn skill_commands(&self) -> bool {
        self.skills.as_ref().and_then(|skills| skills.enable_skill_commands).unwrap_or(true)
    }

    /// How long a question of the ask tool waits for the user; `None`: for ever.
    pub fn ask_timeout(&self) -> Option<Duration> {
        let set = self.ask.as_ref().and_then(|ask| ask.timeout).filter(|seconds| *seconds > 0.0);
        set.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }

    /// How long the user has for a login.
    pub fn login_timeout(&self) -> Duration {
        let set = self.login.as_ref().and_then(|login| login.timeout_seconds).filter(|seconds| *seconds > 0.0);
        set.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(Duration::from_secs(600))
    }

    /// Most conversations that go on in the background.
    pub fn background_limit(&self) -> u64 {
        self.session.as_ref().and_then(|session| session.background_limit).unwrap_or(8)
    }

    /// Variables that commands may see although a credential is read from them.
    pub fn pass_env(&self) -> &[String] {
        self.bash.as_ref().and_then(|bash| bash.pass_env.as_deref()).unwrap_or_default()
    }

    /// Patterns of the models that may be used; none means all.
    pub fn enabled_models(&self) -> &[String] {
        self.enabled_models.as_deref().unwrap_or_default()
    }
}
