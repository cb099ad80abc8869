//! One line a command: which function serves it.

use crate::dialect::lane::{Holds, Lane};
use crate::dialect::order::Ordered as _;
use crate::proto::autohand::{self as c, CommandSpec};
use crate::proto::frame::Id;

use super::desk::Desk;
use super::{
    ReplyTo, automode, changes, compaction, conversation, mcp, model, modes, permission, prompting, skills, thinking,
};

/// The commands of the protocol.
pub(super) struct Commands {
    pub lane: Lane,
}

impl c::Handler for Commands {
    type Cx = Desk;
    type Reply<C: CommandSpec> = ReplyTo<C>;

    fn reply<C: CommandSpec>(&self, desk: &Desk, id: Option<Id>) -> ReplyTo<C> {
        ReplyTo::new(id, desk.cx.writer.clone(), self.lane.owe(Some(C::NAME).holds()))
    }

    // conversation
    fn abort(&self, desk: &Desk, command: c::AbortCommand, reply: ReplyTo<c::AbortCommand>) {
        conversation::abort(desk, command, reply, self.lane.owe(Holds::Nothing));
    }
    fn get_history(&self, desk: &Desk, command: c::GetHistoryCommand, reply: ReplyTo<c::GetHistoryCommand>) {
        conversation::get_history(desk, command, reply);
    }
    fn get_messages(&self, desk: &Desk, command: c::GetMessagesCommand, reply: ReplyTo<c::GetMessagesCommand>) {
        conversation::get_messages(desk, command, reply);
    }
    fn get_state(&self, desk: &Desk, command: c::GetStateCommand, reply: ReplyTo<c::GetStateCommand>) {
        conversation::get_state(desk, command, reply);
    }
    fn prompt(&self, desk: &Desk, command: c::PromptCommand, reply: ReplyTo<c::PromptCommand>) {
        prompting::prompt(desk, command, reply, self.lane.owe(Holds::Nothing));
    }
    fn reset(&self, desk: &Desk, command: c::ResetCommand, reply: ReplyTo<c::ResetCommand>) {
        conversation::reset(desk, command, reply);
    }

    // permission
    fn permission_response(
        &self,
        desk: &Desk,
        command: c::PermissionResponseCommand,
        reply: ReplyTo<c::PermissionResponseCommand>,
    ) {
        permission::permission_response(desk, command, reply);
    }

    // changes
    fn changes_decision(
        &self,
        desk: &Desk,
        command: c::ChangesDecisionCommand,
        reply: ReplyTo<c::ChangesDecisionCommand>,
    ) {
        changes::changes_decision(desk, command, reply);
    }

    // modes
    fn plan_mode_set(&self, desk: &Desk, command: c::PlanModeSetCommand, reply: ReplyTo<c::PlanModeSetCommand>) {
        modes::plan_mode_set(desk, command, reply);
    }
    fn yolo_set(&self, desk: &Desk, command: c::YoloSetCommand, reply: ReplyTo<c::YoloSetCommand>) {
        modes::yolo_set(desk, command, reply);
    }

    // automode
    fn automode_cancel(
        &self,
        desk: &Desk,
        command: c::AutomodeCancelCommand,
        reply: ReplyTo<c::AutomodeCancelCommand>,
    ) {
        automode::automode_cancel(desk, command, reply, self.lane.owe(Holds::Nothing));
    }
    fn automode_get_log(
        &self,
        desk: &Desk,
        command: c::AutomodeGetLogCommand,
        reply: ReplyTo<c::AutomodeGetLogCommand>,
    ) {
        automode::automode_get_log(desk, command, reply);
    }
    fn automode_pause(&self, desk: &Desk, command: c::AutomodePauseCommand, reply: ReplyTo<c::AutomodePauseCommand>) {
        automode::automode_pause(desk, command, reply);
    }
    fn automode_resume(
        &self,
        desk: &Desk,
        command: c::AutomodeResumeCommand,
        reply: ReplyTo<c::AutomodeResumeCommand>,
    ) {
        automode::automode_resume(desk, command, reply, self.lane.owe(Holds::Nothing));
    }
    fn automode_start(&self, desk: &Desk, command: c::AutomodeStartCommand, reply: ReplyTo<c::AutomodeStartCommand>) {
        automode::automode_start(desk, command, reply, self.lane.owe(Holds::Nothing));
    }
    fn automode_status(
        &self,
        desk: &Desk,
        command: c::AutomodeStatusCommand,
        reply: ReplyTo<c::AutomodeStatusCommand>,
    ) {
        automode::automode_status(desk, command, reply);
    }

    // skills
    fn get_skills_registry(
        &self,
        desk: &Desk,
        command: c::GetSkillsRegistryCommand,
        reply: ReplyTo<c::GetSkillsRegistryCommand>,
    ) {
        skills::get_skills_registry(desk, command, reply);
    }
    fn install_skill(&self, desk: &Desk, command: c::InstallSkillCommand, reply: ReplyTo<c::InstallSkillCommand>) {
        skills::install_skill(desk, command, reply);
    }

    // mcp
    fn mcp_get_server_configs(
        &self,
        desk: &Desk,
        command: c::McpGetServerConfigsCommand,
        reply: ReplyTo<c::McpGetServerConfigsCommand>,
    ) {
        mcp::mcp_get_server_configs(desk, command, reply);
    }
    fn mcp_invoke_response(
        &self,
        desk: &Desk,
        command: c::McpInvokeResponseCommand,
        reply: ReplyTo<c::McpInvokeResponseCommand>,
    ) {
        mcp::mcp_invoke_response(desk, command, reply);
    }
    fn mcp_list_servers(
        &self,
        desk: &Desk,
        command: c::McpListServersCommand,
        reply: ReplyTo<c::McpListServersCommand>,
    ) {
        mcp::mcp_list_servers(desk, command, reply);
    }
    fn mcp_list_tools(&self, desk: &Desk, command: c::McpListToolsCommand, reply: ReplyTo<c::McpListToolsCommand>) {
        mcp::mcp_list_tools(desk, command, reply);
    }
    fn mcp_set_vscode_tools(
        &self,
        desk: &Desk,
        command: c::McpSetVscodeToolsCommand,
        reply: ReplyTo<c::McpSetVscodeToolsCommand>,
    ) {
        mcp::mcp_set_vscode_tools(desk, command, reply);
    }

    // model
    fn cycle_model(&self, desk: &Desk, command: c::CycleModelCommand, reply: ReplyTo<c::CycleModelCommand>) {
        model::cycle_model(desk, command, reply);
    }
    fn get_available_models(
        &self,
        desk: &Desk,
        command: c::GetAvailableModelsCommand,
        reply: ReplyTo<c::GetAvailableModelsCommand>,
    ) {
        model::get_available_models(desk, command, reply);
    }
    fn set_model(&self, desk: &Desk, command: c::SetModelCommand, reply: ReplyTo<c::SetModelCommand>) {
        model::set_model(desk, command, reply);
    }

    // thinking
    fn cycle_thinking_level(
        &self,
        desk: &Desk,
        command: c::CycleThinkingLevelCommand,
        reply: ReplyTo<c::CycleThinkingLevelCommand>,
    ) {
        thinking::cycle_thinking_level(desk, command, reply);
    }
    fn set_thinking_level(
        &self,
        desk: &Desk,
        command: c::SetThinkingLevelCommand,
        reply: ReplyTo<c::SetThinkingLevelCommand>,
    ) {
        thinking::set_thinking_level(desk, command, reply);
    }

    // compaction
    fn compact(&self, desk: &Desk, command: c::CompactCommand, reply: ReplyTo<c::CompactCommand>) {
        compaction::compact(desk, command, reply);
    }
    fn set_auto_compaction(
        &self,
        desk: &Desk,
        command: c::SetAutoCompactionCommand,
        reply: ReplyTo<c::SetAutoCompactionCommand>,
    ) {
        compaction::set_auto_compaction(desk, command, reply);
    }
}
