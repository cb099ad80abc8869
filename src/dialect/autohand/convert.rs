//! From the core's words to the protocol's.

use std::sync::Arc;

use crate::proto::autohand::{AgentStartData, AgentState, AgentStatus};
use crate::proto::shared::{AgentMessage, AssistantBlock, AssistantMessage, ContextUsage, StopReason, UserBlock};
use crate::session::View;

/// Version of the protocol; within one, members are only added.
const PROTOCOL_VERSION: &str = "1";

pub(super) fn start(view: &View) -> AgentStartData {
    AgentStartData {
        session_id: view.id.to_string(),
        model: view.model.as_ref().map(|model| model.id.clone()).unwrap_or_default(),
        provider: view.model.as_ref().map(|model| model.provider.clone()).unwrap_or_default(),
        workspace: view.cwd.display().to_string(),
        context_percent: Some(percent_left(view.context.as_ref())),
        protocol_version: Some(PROTOCOL_VERSION.to_owned()),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
    }
}

/// What the session does not know of the state.
pub(super) struct Beside {
    pub plan_mode: bool,
    pub yolo: bool,
    pub automode: bool,
    pub pending_permissions: Vec<String>,
    pub pending_changes: Vec<String>,
}

pub(super) fn state(view: &View, beside: Beside) -> AgentState {
    let works = view.is_streaming || view.is_compacting || beside.automode;
    let status = match (works, beside.pending_permissions.is_empty()) {
        (false, _) => AgentStatus::Idle,
        (true, true) => AgentStatus::Processing,
        (true, false) => AgentStatus::WaitingPermission,
    };
    AgentState {
        model: view.model.as_ref().map(|model| model.id.clone()).unwrap_or_default(),
        provider: view.model.as_ref().map(|model| model.provider.clone()).unwrap_or_default(),
        workspace: view.cwd.display().to_string(),
        is_processing: works,
        context_percent: percent_left(view.context.as_ref()),
        message_count: view.message_count,
        status: Some(status),
        session_id: Some(view.id.to_string()),
        plan_mode: Some(beside.plan_mode),
        yolo: Some(beside.yolo),
        automode: Some(beside.automode),
        pending_permissions: Some(beside.pending_permissions),
        pending_changes: Some(beside.pending_changes),
        thinking_level: Some(view.thinking),
        protocol_version: Some(PROTOCOL_VERSION.to_owned()),
    }
}

/// Share of the context window that is free: a whole number from 0 to 100; 100 where the window is not known.
pub(super) fn percent_left(usage: Option<&ContextUsage>) -> u64 {
    let used = usage.map_or(0.0, |usage| usage.percent);
    let left = (100.0 - used).round().clamp(0.0, 100.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=100 above")]
    let left = left as u64;
    left
}

/// What kind of failure ended a run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub code: &'static str,
    pub recoverable: bool,
}

/// Judged by the last reply; without a failed one the model could not be asked at all.
pub(super) fn fault(messages: &[Arc<AgentMessage>]) -> Fault {
    let last = messages.iter().rev().find_map(|message| match message.as_ref() {
        AgentMessage::Assistant(reply) => Some(reply),
        _ => None,
    });
    let Some(reply) = last.filter(|reply| reply.stop_reason == StopReason::Error) else {
        return Fault { code: "model", recoverable: false };
    };
    match reply.error_status {
        Some(401 | 403) => Fault { code: "auth", recoverable: false },
        Some(429) => Fault { code: "rate_limit", recoverable: true },
        Some(400 | 404 | 422) => Fault { code: "model", recoverable: false },
        Some(500..=599) => Fault { code: "server", recoverable: true },
        Some(_) => Fault { code: "provider_error", recoverable: false },
        None => Fault { code: "network", recoverable: true },
    }
}

/// The texts of a result.
pub(super) fn text(blocks: &[UserBlock]) -> String {
    let texts = blocks.iter().map(|block| match block {
        UserBlock::Text(text) => text.text.as_str(),
        UserBlock::Image(_) => "[image]",
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The text of a reply: all its deltas together.
pub(super) fn reply_text(reply: &AssistantMessage) -> String {
    let texts = reply.content.iter().filter_map(|block| match block {
        AssistantBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_share_of_the_window_is_a_whole_number_within_bounds() {
        let left = |percent: f64| percent_left(Some(&ContextUsage { tokens: 0.0, context_window: 1, percent }));
        assert_eq!([left(0.0), left(14.6), left(99.6), left(120.0), left(-3.0)], [100, 85, 0, 0, 100]);
        assert_eq!(percent_left(None), 100);
    }
}
