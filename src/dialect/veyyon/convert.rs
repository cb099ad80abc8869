//! From the core's words to the protocol's.

use std::time::Duration;

use crate::outbox::CompactionReason as Reason;
use crate::proto::shared::{AssistantMessage, Model, ThinkingLevel, ToolCallContent};
use crate::proto::veyyon::{
    AssistantMessageEvent, AssistantTextDelta, AssistantTextEnd, AssistantTextStart, AssistantThinkingDelta,
    AssistantThinkingEnd, AssistantThinkingStart, AssistantToolcallDelta, AssistantToolcallEnd, AssistantToolcallStart,
    AutoCompactionStartEvent, AutoRetryEndEvent, AutoRetryStartEvent, CompactionAction, CompactionReason, ConfigUpdate,
    ConfiguredThinkingLevel, PartialAssistantMessage, SessionState, SlashCommand, SlashCommandInput,
    SlashCommandSource, SlashSubcommand,
};
use crate::provider::Part;
use crate::session::View;
use crate::slash::{CommandInfo, Origin, Subcommand};

pub(super) fn state(view: View) -> SessionState {
    SessionState {
        model: view.model,
        thinking_level: Some(view.thinking),
        is_streaming: view.is_streaming,
        is_compacting: view.is_compacting,
        steering_mode: view.steering_mode,
        follow_up_mode: view.follow_up_mode,
        interrupt_mode: view.interrupt_mode,
        session_file: view.file.map(|path| path.display().to_string()),
        session_id: view.id.to_string(),
        session_name: view.name,
        auto_compaction_enabled: view.auto_compaction,
        message_count: view.message_count,
        queued_message_count: view.queued_count,
        todo_phases: view.todos,
        system_prompt: Some(view.system_prompt),
        dump_tools: Some(view.tools),
        context_usage: view.context,
    }
}

pub(super) fn compaction_start(reason: Reason) -> AutoCompactionStartEvent {
    let reason = match reason {
        Reason::Threshold => CompactionReason::Threshold,
        Reason::Overflow => CompactionReason::Overflow,
    };
    AutoCompactionStartEvent { reason, action: CompactionAction::ContextFull }
}

pub(super) fn config(model: Option<&Model>, thinking: Option<ThinkingLevel>) -> ConfigUpdate {
    let thinking_level = thinking.and_then(|level| ConfiguredThinkingLevel::from_wire(level.as_str()));
    ConfigUpdate { model: model.cloned(), thinking_level }
}

pub(super) fn command(info: &CommandInfo) -> SlashCommand {
    let filled = |list: Vec<String>| (!list.is_empty()).then_some(list);
    SlashCommand {
        name: info.name.clone(),
        source: match info.origin {
            Origin::Builtin => SlashCommandSource::Builtin,
            Origin::Skill => SlashCommandSource::Skill,
            Origin::Extension => SlashCommandSource::Extension,
            Origin::File => SlashCommandSource::File,
        },
        aliases: filled(info.aliases.iter().map(|alias| (*alias).to_owned()).collect()),
        description: Some(info.description.clone()).filter(|text| !text.is_empty()),
        input: info.hint.clone().map(|hint| SlashCommandInput { hint: Some(hint) }),
        subcommands: (!info.subcommands.is_empty()).then(|| info.subcommands.iter().map(subcommand).collect()),
    }
}

fn subcommand(word: &Subcommand) -> SlashSubcommand {
    SlashSubcommand {
        name: word.name.to_owned(),
        description: Some(word.description.to_owned()),
        usage: word.usage.map(str::to_owned),
    }
}

pub(super) fn retry_start(attempt: u64, most: u64, delay: Duration, error: String) -> AutoRetryStartEvent {
    AutoRetryStartEvent {
        attempt,
        max_attempts: most,
        delay_ms: u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
        error_message: error,
        error_id: None,
        policy_source: None,
        mode: None,
    }
}

pub(super) fn retry_end(success: bool, attempt: u64, error: Option<String>) -> AutoRetryEndEvent {
    AutoRetryEndEvent { success, attempt, final_error: error, recovered_errors: None, mode: None }
}

/// One step of a growing message, beside the message so far.
pub(super) fn part(part: Part, partial: PartialAssistantMessage) -> AssistantMessageEvent {
    match part {
        Part::TextStart { index } => AssistantTextStart { content_index: index, partial }.into(),
        Part::TextDelta { index, delta } => AssistantTextDelta { content_index: index, delta, partial }.into(),
        Part::TextEnd { index, content } => AssistantTextEnd { content_index: index, content, partial }.into(),
        Part::ThinkingStart { index } => AssistantThinkingStart { content_index: index, partial }.into(),
        Part::ThinkingDelta { index, delta } => AssistantThinkingDelta { content_index: index, delta, partial }.into(),
        Part::ThinkingEnd { index, content } => AssistantThinkingEnd { content_index: index, content, partial }.into(),
        Part::CallStart { index } => AssistantToolcallStart { content_index: index, partial }.into(),
        Part::CallDelta { index, delta } => AssistantToolcallDelta { content_index: index, delta, partial }.into(),
        Part::CallEnd { index, call } => call_end(index, call, partial),
    }
}

fn call_end(index: u64, call: ToolCallContent, partial: PartialAssistantMessage) -> AssistantMessageEvent {
    AssistantToolcallEnd { content_index: index, tool_call: call, partial }.into()
}

/// The whole message so far, for hosts that asked for snapshots.
pub(super) fn so_far(message: &AssistantMessage) -> PartialAssistantMessage {
    PartialAssistantMessage {
        content: message.content.clone(),
        api: Some(message.api.clone()),
        provider: Some(message.provider.clone()),
        model: Some(message.model.clone()),
        usage: Some(message.usage.clone()),
        stop_reason: Some(message.stop_reason),
        timestamp: Some(message.timestamp),
        response_id: message.response_id.clone(),
        ..PartialAssistantMessage::default()
    }
}
