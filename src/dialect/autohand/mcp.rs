//! Commands on MCP servers, and on the tools that the host runs itself.

use serde_json::Value;

use crate::host::{Answer, Offer, Payload, Refused, ToolAnswer};
use crate::mcp::{ConfigView, Reach, ServerView, Status};
use crate::proto::autohand::{
    InvokeBlocks, InvokeResult, McpConfigs, McpGetServerConfigsCommand, McpInvokeRequestData, McpInvokeResponseCommand,
    McpListServersCommand, McpListToolsCommand, McpServerConfig, McpServerRow, McpServers, McpSetVscodeToolsCommand,
    McpStatus, McpToolRow, McpTools, Nothing, VscodeTool, VscodeTools,
};
use crate::proto::shared::JsonObject;
use crate::tools::host::offer;

use super::desk::Desk;
use super::turns::HostTool;
use super::{ReplyTo, errors};

/// The server of host tools that name none.
const HOST: &str = "vscode";

pub(super) fn mcp_list_servers(desk: &Desk, _: McpListServersCommand, reply: ReplyTo<McpListServersCommand>) {
    let row = |ServerView { name, status, tools, transport, .. }: ServerView| {
        let (status, error) = match status {
            Status::Disconnected | Status::Connecting => (McpStatus::Disconnected, None),
            Status::Connected => (McpStatus::Connected, None),
            Status::Failed(why) => (McpStatus::Error, Some(why)),
        };
        McpServerRow { name, status, tools: tools as u64, transport: Some(transport.to_owned()), error }
    };
    reply.send(McpServers { servers: desk.cx.engine.mcp().servers().into_iter().map(row).collect() });
}

pub(super) fn mcp_list_tools(desk: &Desk, command: McpListToolsCommand, reply: ReplyTo<McpListToolsCommand>) {
    let own = desk.voice.turns().host_tools.clone();
    let is_shadowed = |name: &str| own.iter().any(|tool| tool.name == name);
    let served = desk.cx.engine.mcp().tools().into_iter().filter(|view| !is_shadowed(&view.tool.name));
    let served = served.map(|view| McpToolRow {
        name: view.tool.name,
        server: view.server,
        description: Some(view.tool.description).filter(|text| !text.is_empty()),
        input_schema: Some(view.tool.input_schema),
    });
    let own = own.iter().map(|tool| McpToolRow {
        name: tool.name.clone(),
        server: tool.server.clone(),
        description: Some(tool.description.clone()),
        input_schema: Some(tool.schema.clone()),
    });
    let wanted = |row: &McpToolRow| command.server.as_ref().is_none_or(|server| row.server == *server);
    reply.send(McpTools { tools: served.chain(own).filter(wanted).collect() });
}

pub(super) fn mcp_get_server_configs(
    desk: &Desk,
    _: McpGetServerConfigsCommand,
    reply: ReplyTo<McpGetServerConfigsCommand>,
) {
    let configs = desk.cx.engine.mcp().configs().into_iter().map(|view| (view.name.clone(), config(view)));
    reply.send(McpConfigs { configs: configs.collect() });
}

/// Secrets are masked before they come here.
fn config(view: ConfigView) -> McpServerConfig {
    let mut config = McpServerConfig {
        command: None,
        args: None,
        env: None,
        transport: None,
        url: None,
        headers: None,
        auto_connect: (!view.auto_connect).then_some(false),
    };
    let word = view.reach.word();
    match view.reach {
        Reach::Child { command, args, env, .. } => {
            config.command = Some(command);
            config.args = Some(args);
            config.env = (!env.is_empty()).then(|| env.into_iter().collect());
        }
        Reach::Http { url, headers, .. } => {
            config.transport = Some(word.to_owned());
            config.url = Some(url);
            config.headers = (!headers.is_empty()).then(|| headers.into_iter().collect());
        }
        Reach::Unserved(_) => config.transport = Some(word.to_owned()),
    }
    config
}

/// The set is the process's: every session offers it from its next request on.
pub(super) fn mcp_set_vscode_tools(
    desk: &Desk,
    command: McpSetVscodeToolsCommand,
    reply: ReplyTo<McpSetVscodeToolsCommand>,
) {
    let tools: Vec<HostTool> = command.tools.into_iter().map(listed).collect();
    let offers = tools.iter().map(|tool| Offer {
        name: tool.name.clone(),
        description: tool.description.clone(),
        parameters: Value::Object(tool.schema.clone()),
        label: None,
        hidden: false,
    });
    match offer(desk.cx.engine.tools(), offers.collect()) {
        Ok(names) => {
            desk.permissions.shadow(names.clone());
            desk.voice.turns().host_tools = tools;
            reply.send(VscodeTools { tools: names });
        }
        Err(refused) => reply.fail(refused_tools(&refused)),
    }
}

fn listed(tool: VscodeTool) -> HostTool {
    let any = || JsonObject::from_iter([("type".to_owned(), Value::from("object"))]);
    match tool {
        VscodeTool::Text(name) => HostTool { description: name.clone(), name, server: HOST.to_owned(), schema: any() },
        VscodeTool::VscodeToolDescription(tool) => HostTool {
            description: tool.description.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| tool.name.clone()),
            server: tool.server_name.filter(|name| !name.is_empty()).unwrap_or_else(|| HOST.to_owned()),
            schema: tool.input_schema.filter(|schema| !schema.is_empty()).unwrap_or_else(any),
            name: tool.name,
        },
    }
}

fn refused_tools(refused: &Refused) -> String {
    errors::invalid("tools", &refused.to_string())
}

/// The call as the host sees it.
pub(super) fn invoke(call_id: &str, tool: &str, args: JsonObject, listed: &[HostTool]) -> McpInvokeRequestData {
    let server = listed.iter().find(|known| known.name == tool).map_or(HOST, |known| known.server.as_str());
    McpInvokeRequestData {
        tool_call_id: call_id.to_owned(),
        tool_name: tool.to_owned(),
        server: server.to_owned(),
        args,
    }
}

pub(super) fn mcp_invoke_response(
    desk: &Desk,
    command: McpInvokeResponseCommand,
    reply: ReplyTo<McpInvokeResponseCommand>,
) {
    let id = command.tool_call_id.clone();
    let asks = desk.cx.engine.host().asks();
    let Some(ask) = asks.find_call(&id) else { return reply.fail(errors::unknown_call(&id)) };
    let Some(answer) = answer(command) else { return reply.fail(errors::missing("result")) };
    // First the answer, then what it sets off.
    reply.send(Nothing {});
    asks.settle(ask.as_str(), Answer::Tool(answer));
}

fn answer(command: McpInvokeResponseCommand) -> Option<ToolAnswer> {
    let mut failed = command.is_error == Some(true) || command.success == Some(false) || command.error.is_some();
    let content = match (command.error, command.result) {
        (Some(error), _) => vec![Value::from(error)],
        (None, Some(InvokeResult::Text(text))) => vec![Value::from(text)],
        (None, Some(InvokeResult::InvokeContent(result))) => {
            failed |= result.is_error == Some(true);
            match result.content {
                InvokeBlocks::Text(text) => vec![Value::from(text)],
                InvokeBlocks::List(blocks) => blocks.into_iter().map(Value::Object).collect(),
            }
        }
        (None, None) if failed => Vec::new(),
        (None, None) => return None,
    };
    Some(ToolAnswer { payload: Payload { content, ..Payload::default() }, failed })
}
