//! A read-only picture of the session, mapped by each dialect to its own state.

use std::path::PathBuf;
use std::sync::Arc;

use crate::proto::kept::Kept;
use crate::proto::shared::{ContextUsage, InterruptMode, Model, QueueMode, ThinkingLevel, TodoPhase, ToolDefinition};

use super::state::Session;

/// The session at one moment. Cheap: what is large is shared.
#[derive(Debug, Clone)]
pub struct View {
    pub id: Arc<str>,
    pub file: Option<PathBuf>,
    pub name: Option<String>,
    pub cwd: PathBuf,
    pub model: Option<Arc<Model>>,
    pub thinking: ThinkingLevel,
    pub is_streaming: bool,
    pub is_compacting: bool,
    pub steering_mode: QueueMode,
    pub follow_up_mode: QueueMode,
    pub interrupt_mode: InterruptMode,
    pub auto_compaction: bool,
    pub message_count: u64,
    pub queued_count: u64,
    pub todos: Arc<[TodoPhase]>,
    pub system_prompt: Kept<[String]>,
    pub tools: Kept<[ToolDefinition]>,
    pub context: Option<ContextUsage>,
}

impl Session {
    /// What it was called, if it was.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    pub fn view(&self) -> View {
        let config = &self.config;
        View {
            id: config.id.as_ref().into(),
            file: config.file.clone(),
            name: self.name.clone(),
            cwd: config.cwd.clone(),
            model: config.model.clone(),
            thinking: config.thinking,
            is_streaming: self.is_streaming(),
            is_compacting: self.is_compacting(),
            steering_mode: self.steering.mode,
            follow_up_mode: self.follow_up.mode,
            interrupt_mode: config.interrupt_mode,
            auto_compaction: config.auto_compaction,
            message_count: self.messages.len() as u64,
            queued_count: (self.steering.len() + self.follow_up.len()) as u64,
            todos: self.todos.clone(),
            system_prompt: config.system_prompt.clone(),
            tools: config.tooling.offered(),
            context: self.context_usage(),
        }
    }
}
