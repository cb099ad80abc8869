//! One line a command: which function serves it.

use crate::dialect::cx::Cx;
use crate::dialect::lane::Lane;
use crate::dialect::order::Ordered as _;
use crate::proto::veyyon::{self as c, CommandSpec};

use super::{
    ReplyTo, background, bash, compaction, errors, host, login, model, prompting, queues, retry, sessions, state,
    thinking,
};

/// The commands of the protocol.
pub(super) struct Commands {
    pub lane: Lane,
}

impl c::Handler for Commands {
    type Cx = Cx;
    type Reply<C: CommandSpec> = ReplyTo<C>;

    fn reply<C: CommandSpec>(&self, cx: &Cx, id: Option<String>) -> ReplyTo<C> {
        ReplyTo::new(id, cx.writer.clone(), self.lane.owe(C::NAME.holds()))
    }

    // prompting
    fn abort(&self, cx: &Cx, command: c::AbortCommand, reply: ReplyTo<c::AbortCommand>) {
        prompting::abort(cx, command, reply);
    }
    fn abort_and_prompt(&self, cx: &Cx, command: c::AbortAndPromptCommand, reply: ReplyTo<c::AbortAndPromptCommand>) {
        prompting::abort_and_prompt(cx, command, reply);
    }
    fn follow_up(&self, cx: &Cx, command: c::FollowUpCommand, reply: ReplyTo<c::FollowUpCommand>) {
        prompting::follow_up(cx, command, reply);
    }
    fn prompt(&self, cx: &Cx, command: c::PromptCommand, reply: ReplyTo<c::PromptCommand>) {
        prompting::prompt(cx, command, reply);
    }
    fn steer(&self, cx: &Cx, command: c::SteerCommand, reply: ReplyTo<c::SteerCommand>) {
        prompting::steer(cx, command, reply);
    }

    // sessions
    fn branch(&self, cx: &Cx, command: c::BranchCommand, reply: ReplyTo<c::BranchCommand>) {
        sessions::branch(cx, command, reply);
    }
    fn export_html(&self, cx: &Cx, command: c::ExportHtmlCommand, reply: ReplyTo<c::ExportHtmlCommand>) {
        sessions::export_html(cx, command, reply);
    }
    fn get_branch_messages(
        &self,
        cx: &Cx,
        command: c::GetBranchMessagesCommand,
        reply: ReplyTo<c::GetBranchMessagesCommand>,
    ) {
        sessions::get_branch_messages(cx, command, reply);
    }
    fn get_last_assistant_text(
        &self,
        cx: &Cx,
        command: c::GetLastAssistantTextCommand,
        reply: ReplyTo<c::GetLastAssistantTextCommand>,
    ) {
        sessions::get_last_assistant_text(cx, command, reply);
    }
    fn get_messages(&self, cx: &Cx, command: c::GetMessagesCommand, reply: ReplyTo<c::GetMessagesCommand>) {
        sessions::get_messages(cx, command, reply);
    }
    fn get_session_stats(
        &self,
        cx: &Cx,
        command: c::GetSessionStatsCommand,
        reply: ReplyTo<c::GetSessionStatsCommand>,
    ) {
        sessions::get_session_stats(cx, command, reply);
    }
    fn handoff(&self, cx: &Cx, command: c::HandoffCommand, reply: ReplyTo<c::HandoffCommand>) {
        compaction::handoff(cx, command, reply);
    }
    fn new_session(&self, cx: &Cx, command: c::NewSessionCommand, reply: ReplyTo<c::NewSessionCommand>) {
        sessions::new_session(cx, command, reply);
    }
    fn set_session_name(&self, cx: &Cx, command: c::SetSessionNameCommand, reply: ReplyTo<c::SetSessionNameCommand>) {
        sessions::set_session_name(cx, command, reply);
    }
    fn switch_session(&self, cx: &Cx, command: c::SwitchSessionCommand, reply: ReplyTo<c::SwitchSessionCommand>) {
        sessions::switch_session(cx, command, reply);
    }

    // state
    fn get_available_commands(
        &self,
        cx: &Cx,
        command: c::GetAvailableCommandsCommand,
        reply: ReplyTo<c::GetAvailableCommandsCommand>,
    ) {
        state::get_available_commands(cx, command, reply);
    }
    fn get_state(&self, cx: &Cx, command: c::GetStateCommand, reply: ReplyTo<c::GetStateCommand>) {
        state::get_state(cx, command, reply);
    }
    fn set_todos(&self, cx: &Cx, command: c::SetTodosCommand, reply: ReplyTo<c::SetTodosCommand>) {
        state::set_todos(cx, command, reply);
    }

    // model
    fn cycle_model(&self, cx: &Cx, command: c::CycleModelCommand, reply: ReplyTo<c::CycleModelCommand>) {
        model::cycle_model(cx, command, reply);
    }
    fn get_available_models(
        &self,
        cx: &Cx,
        command: c::GetAvailableModelsCommand,
        reply: ReplyTo<c::GetAvailableModelsCommand>,
    ) {
        model::get_available_models(cx, command, reply);
    }
    fn set_model(&self, cx: &Cx, command: c::SetModelCommand, reply: ReplyTo<c::SetModelCommand>) {
        model::set_model(cx, command, reply);
    }

    // thinking
    fn cycle_thinking_level(
        &self,
        cx: &Cx,
        command: c::CycleThinkingLevelCommand,
        reply: ReplyTo<c::CycleThinkingLevelCommand>,
    ) {
        thinking::cycle_thinking_level(cx, command, reply);
    }
    fn set_thinking_level(
        &self,
        cx: &Cx,
        command: c::SetThinkingLevelCommand,
        reply: ReplyTo<c::SetThinkingLevelCommand>,
    ) {
        thinking::set_thinking_level(cx, command, reply);
    }

    // queues
    fn set_follow_up_mode(
        &self,
        cx: &Cx,
        command: c::SetFollowUpModeCommand,
        reply: ReplyTo<c::SetFollowUpModeCommand>,
    ) {
        queues::set_follow_up_mode(cx, command, reply);
    }
    fn set_interrupt_mode(
        &self,
        cx: &Cx,
        command: c::SetInterruptModeCommand,
        reply: ReplyTo<c::SetInterruptModeCommand>,
    ) {
        queues::set_interrupt_mode(cx, command, reply);
    }
    fn set_steering_mode(
        &self,
        cx: &Cx,
        command: c::SetSteeringModeCommand,
        reply: ReplyTo<c::SetSteeringModeCommand>,
    ) {
        queues::set_steering_mode(cx, command, reply);
    }

    // compaction
    fn compact(&self, cx: &Cx, command: c::CompactCommand, reply: ReplyTo<c::CompactCommand>) {
        compaction::compact(cx, command, reply);
    }
    fn set_auto_compaction(
        &self,
        cx: &Cx,
        command: c::SetAutoCompactionCommand,
        reply: ReplyTo<c::SetAutoCompactionCommand>,
    ) {
        compaction::set_auto_compaction(cx, command, reply);
    }

    // retry
    fn abort_retry(&self, cx: &Cx, command: c::AbortRetryCommand, reply: ReplyTo<c::AbortRetryCommand>) {
        retry::abort_retry(cx, command, reply);
    }
    fn set_auto_retry(&self, cx: &Cx, command: c::SetAutoRetryCommand, reply: ReplyTo<c::SetAutoRetryCommand>) {
        retry::set_auto_retry(cx, command, reply);
    }

    // bash
    fn abort_bash(&self, cx: &Cx, command: c::AbortBashCommand, reply: ReplyTo<c::AbortBashCommand>) {
        bash::abort_bash(cx, command, reply);
    }
    fn bash(&self, cx: &Cx, command: c::BashCommand, reply: ReplyTo<c::BashCommand>) {
        bash::bash(cx, command, reply);
    }

    // background
    fn cancel_background_session(
        &self,
        cx: &Cx,
        command: c::CancelBackgroundSessionCommand,
        reply: ReplyTo<c::CancelBackgroundSessionCommand>,
    ) {
        background::cancel_background_session(cx, command, reply);
    }
    fn get_background_sessions(
        &self,
        cx: &Cx,
        command: c::GetBackgroundSessionsCommand,
        reply: ReplyTo<c::GetBackgroundSessionsCommand>,
    ) {
        background::get_background_sessions(cx, command, reply);
    }

    // host
    fn set_host_tools(&self, cx: &Cx, command: c::SetHostToolsCommand, reply: ReplyTo<c::SetHostToolsCommand>) {
        host::set_host_tools(cx, command, reply);
    }
    fn set_host_uri_schemes(
        &self,
        cx: &Cx,
        command: c::SetHostUriSchemesCommand,
        reply: ReplyTo<c::SetHostUriSchemesCommand>,
    ) {
        host::set_host_uri_schemes(cx, command, reply);
    }

    // subagents
    fn get_subagent_messages(
        &self,
        _: &Cx,
        _: c::GetSubagentMessagesCommand,
        reply: ReplyTo<c::GetSubagentMessagesCommand>,
    ) {
        reply.fail(errors::not_implemented("get_subagent_messages"));
    }
    fn get_subagents(&self, _: &Cx, _: c::GetSubagentsCommand, reply: ReplyTo<c::GetSubagentsCommand>) {
        reply.fail(errors::not_implemented("get_subagents"));
    }
    fn set_subagent_subscription(
        &self,
        _: &Cx,
        _: c::SetSubagentSubscriptionCommand,
        reply: ReplyTo<c::SetSubagentSubscriptionCommand>,
    ) {
        reply.fail(errors::not_implemented("set_subagent_subscription"));
    }

    // login
    fn get_login_providers(
        &self,
        cx: &Cx,
        command: c::GetLoginProvidersCommand,
        reply: ReplyTo<c::GetLoginProvidersCommand>,
    ) {
        login::get_login_providers(cx, command, reply);
    }
    fn login(&self, cx: &Cx, command: c::LoginCommand, reply: ReplyTo<c::LoginCommand>) {
        login::login(cx, command, reply);
    }
}
