//! Commands and answers of the host about what it owns: set_host_tools, set_host_uri_schemes, and the control frames.

use crate::dialect::cx::Cx;
use crate::host::{Answer, DialogAnswer, Offer, Payload, Refused, Scheme, SchemeRefused, ToolAnswer, UriAnswer};
use crate::proto::veyyon::{
    ControlFrame, HostToolDefinition, HostToolPayload, HostUriSchemeDefinition, SetHostToolsCommand,
    SetHostToolsResult, SetHostUriSchemesCommand, SetHostUriSchemesResult,
};
use crate::tools::host::{offer, serve};

use super::{ReplyTo, errors};

/// The set is the process's: every session offers it from its next request on.
pub(super) fn set_host_tools(cx: &Cx, command: SetHostToolsCommand, reply: ReplyTo<SetHostToolsCommand>) {
    let offers = command.tools.into_iter().map(offered).collect();
    match offer(cx.engine.tools(), offers) {
        Ok(tool_names) => reply.send(SetHostToolsResult { tool_names }),
        Err(refused) => reply.fail(tools_refused(&refused)),
    }
}

fn offered(tool: HostToolDefinition) -> Offer {
    let HostToolDefinition { name, label, description, parameters, hidden } = tool;
    Offer { name, description, parameters, label, hidden: hidden == Some(true) }
}

fn tools_refused(refused: &Refused) -> String {
    match refused {
        Refused::NoName { index } => errors::tool_without_name(*index),
        Refused::NoDescription { name } => errors::tool_without_description(name),
        Refused::NoSchema { name, why } => errors::tool_without_schema(name, why.as_deref()),
        Refused::Twice => errors::TOOL_NAMES_TWICE.into(),
        Refused::Taken { name } => errors::tool_name_taken(name),
    }
}

pub(super) fn set_host_uri_schemes(
    cx: &Cx,
    command: SetHostUriSchemesCommand,
    reply: ReplyTo<SetHostUriSchemesCommand>,
) {
    let schemes = command.schemes.into_iter().map(scheme).collect();
    match serve(cx.engine.tools(), cx.engine.host().uris(), schemes) {
        Ok(schemes) => reply.send(SetHostUriSchemesResult { schemes }),
        Err(refused) => reply.fail(scheme_refused(&refused)),
    }
}

fn scheme(definition: HostUriSchemeDefinition) -> Scheme {
    let HostUriSchemeDefinition { scheme, description, writable, immutable } = definition;
    Scheme { name: scheme, description, writable: writable == Some(true), immutable: immutable == Some(true) }
}

fn scheme_refused(refused: &SchemeRefused) -> String {
    match refused {
        SchemeRefused::Empty => errors::SCHEME_EMPTY.into(),
        SchemeRefused::Characters { raw } => errors::scheme_characters(raw),
        SchemeRefused::Reserved { name } => errors::scheme_reserved(name),
    }
}

/// An answer that nothing waits for (any more) has no effect.
pub(super) fn answer(cx: &Cx, frame: ControlFrame) {
    let asks = cx.engine.host().asks();
    let (id, was_awaited) = match frame {
        ControlFrame::HostToolUpdate(update) => {
            let was_awaited = asks.progress(&update.id, payload(update.partial_result));
            (update.id, was_awaited)
        }
        ControlFrame::HostToolResult(result) => {
            let answer = ToolAnswer { payload: payload(result.result), failed: result.is_error == Some(true) };
            let was_awaited = asks.settle(&result.id, Answer::Tool(answer));
            (result.id, was_awaited)
        }
        ControlFrame::HostUriResult(result) => {
            let answer = UriAnswer {
                content: result.content,
                content_type: result.content_type.map(|kind| kind.as_str().to_owned()),
                notes: result.notes.unwrap_or_default(),
                immutable: result.immutable,
                failed: result.is_error == Some(true),
                error: result.error,
            };
            let was_awaited = asks.settle(&result.id, Answer::Uri(answer));
            (result.id, was_awaited)
        }
        ControlFrame::ExtensionUiResponse(response) => {
            let answer = DialogAnswer {
                cancelled: response.cancelled == Some(true),
                timed_out: response.timed_out == Some(true),
                value: response.value,
                confirmed: response.confirmed,
            };
            let was_awaited = asks.settle(&response.id, Answer::Dialog(answer));
            (response.id, was_awaited)
        }
    };
    if !was_awaited {
        tracing::debug!(id = %*id, "an answer that nothing waits for");
    }
}

fn payload(payload: HostToolPayload) -> Payload {
    let HostToolPayload { content, details, is_error, useless } = payload;
    Payload { content, details, is_error, useless }
}
