//! The answer to a permission request.

use crate::host::{Answer, PermissionAnswer, Scope, Verdict};
use crate::outbox::{AskKind, Permission};
use crate::proto::autohand::{
    Nothing, PermissionContext, PermissionDecision as Decision, PermissionRequestData, PermissionResponseCommand,
};

use super::desk::Desk;
use super::{ReplyTo, errors};

/// The request as the host sees it.
pub(super) fn request(id: &str, asked: Permission) -> PermissionRequestData {
    PermissionRequestData {
        request_id: id.to_owned(),
        tool: asked.tool.to_string(),
        message: asked.message,
        context: Some(PermissionContext { command: asked.command, path: asked.path, args: Some(asked.arguments) }),
        tool_call_id: Some(asked.call_id.as_str().to_owned()),
        options: Some(Decision::ALL.iter().map(|decision| decision.as_str().to_owned()).collect()),
    }
}

pub(super) fn permission_response(
    desk: &Desk,
    command: PermissionResponseCommand,
    reply: ReplyTo<PermissionResponseCommand>,
) {
    let answer = match answer(&command) {
        Ok(answer) => answer,
        Err(why) => return reply.fail(why),
    };
    let asks = desk.cx.engine.host().asks();
    if !asks.open_ids(AskKind::Permission).iter().any(|id| id.as_str() == command.request_id) {
        return reply.fail(errors::unknown_permission(&command.request_id));
    }
    // First the answer, then what it sets off.
    reply.send(Nothing {});
    asks.settle(&command.request_id, Answer::Permission(answer));
}

fn answer(command: &PermissionResponseCommand) -> Result<PermissionAnswer, String> {
    let alternative = command.alternative.clone().filter(|text| !text.trim().is_empty());
    let remembered = if command.remember == Some(true) { Scope::Session } else { Scope::Once };
    let (verdict, scope) = match (command.decision, command.approve) {
        (None, true) => (Verdict::Allow, remembered),
        (None, false) => (Verdict::Deny, remembered),
        (Some(Decision::AllowOnce), _) => (Verdict::Allow, remembered),
        (Some(Decision::DenyOnce), _) => (Verdict::Deny, remembered),
        (Some(Decision::AllowSession), _) => (Verdict::Allow, Scope::Session),
        (Some(Decision::DenySession), _) => (Verdict::Deny, Scope::Session),
        (Some(Decision::AllowAlwaysProject), _) => (Verdict::Allow, Scope::Project),
        (Some(Decision::DenyAlwaysProject), _) => (Verdict::Deny, Scope::Project),
        (Some(Decision::AllowAlwaysUser), _) => (Verdict::Allow, Scope::User),
        (Some(Decision::DenyAlwaysUser), _) => (Verdict::Deny, Scope::User),
        (Some(Decision::Alternative), _) => {
            let instead = alternative.ok_or_else(|| errors::missing("alternative"))?;
            (Verdict::Instead(instead), Scope::Once)
        }
    };
    Ok(PermissionAnswer { verdict, scope })
}
