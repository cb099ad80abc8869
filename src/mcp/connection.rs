//! One connection: the handshake, the list of tools, calls.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, CancelledNotificationParam, ClientConfig, ClientRequest,
    ContentBlock, Implementation, ResourceContents, ServerResult, Tool,
};
use rmcp::service::{NotificationContext, PeerRequestOptions, RunningService, ServiceError};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, Peer, RoleClient, ServiceExt};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::proto::shared::JsonObject;

use super::child::Child;
use super::config::Reach;
use super::http;

/// Longest message of a child; rmcp's own bound for HTTP is the same.
const LONGEST_MESSAGE: usize = 16 * 1024 * 1024;
/// Most tools of one server.
const MOST_TOOLS: usize = 512;
/// A call with signs of progress may take this long in all.
const LONGEST_CALL: Duration = Duration::from_secs(3600);
/// How long the word that a call is cut may take: a server that reads nothing takes none.
const CANCEL: Duration = Duration::from_millis(500);

/// A tool as its server describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Offered {
    pub name: String,
    pub description: String,
    pub input_schema: JsonObject,
}

/// What a call gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Called {
    pub parts: Vec<Part>,
    pub structured: Option<serde_json::Value>,
    pub is_error: bool,
}

/// A piece of a result.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    Text(String),
    /// Base64.
    Image(String),
    /// Something that models are not shown, in words.
    Other(String),
}

/// Why a call gave nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Failed {
    /// The server answered with an error.
    Refused(String),
    /// Nothing came in time.
    TimedOut(Duration),
    /// The connection is over.
    Lost,
    Cancelled,
}

/// What we say of ourselves, and what we listen to.
#[derive(Clone)]
pub(super) struct Client {
    /// The server's list of tools is not what it was.
    pub changed: Arc<Notify>,
}

impl ClientHandler for Client {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::new(Default::default(), Implementation::new("hostwire", env!("CARGO_PKG_VERSION")))
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.changed.notify_one();
    }
}

pub(super) type Service = RunningService<RoleClient, Client>;

/// Shakes hands over the pipes of a child.
pub(super) async fn with_child(child: Child, client: Client) -> (Result<Service, String>, super::child::End) {
    let transport = AsyncRwTransport::new_client(child.stdout, child.stdin).with_max_line_length(LONGEST_MESSAGE);
    (client.serve(transport).await.map_err(|error| error.to_string()), child.end)
}

/// Shakes hands with an address.
pub(super) async fn with_address(reach: &Reach, client: Client) -> Result<Service, String> {
    let Reach::Http { url, headers } = reach else { return Err("it has no address".to_owned()) };
    let mut custom = std::collections::HashMap::new();
    for (name, value) in headers {
        let name = name.parse::<reqwest::header::HeaderName>().map_err(|_| format!("{name} is no name of a header"))?;
        let value = value.parse().map_err(|_| format!("the value of the header {name} cannot be sent"))?;
        custom.insert(name, value);
    }
    let mut config = StreamableHttpClientTransportConfig::with_uri(url.as_str());
    config.custom_headers = custom;
    let transport = StreamableHttpClientTransport::with_client(http::client(url)?, config);
    client.serve(transport).await.map_err(|error| error.to_string())
}

/// All tools of the server, page by page.
pub(super) async fn tools(peer: &Peer<RoleClient>) -> Result<Vec<Offered>, String> {
    // A server that says it has none need not know the request.
    if peer.peer_info().is_some_and(|info| info.capabilities.tools.is_none()) {
        return Ok(Vec::new());
    }
    let mut tools = peer.list_all_tools().await.map_err(|error| told(&error))?;
    if tools.len() > MOST_TOOLS {
        tracing::warn!("an MCP server offers {} tools; the first {MOST_TOOLS} are used", tools.len());
        tools.truncate(MOST_TOOLS);
    }
    Ok(tools.into_iter().map(offered).collect())
}

fn offered(tool: Tool) -> Offered {
    let description = tool.description.or(tool.title.map(Into::into)).unwrap_or_default().trim().to_owned();
    Offered { name: tool.name.into_owned(), description, input_schema: (*tool.input_schema).clone() }
}

/// Calls a tool, once. Signs of progress give it more time.
pub(super) async fn call(
    peer: &Peer<RoleClient>,
    tool: &str,
    arguments: JsonObject,
    timeout: Duration,
    token: &CancellationToken,
) -> Result<Called, Failed> {
    let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let options =
        PeerRequestOptions::with_timeout(timeout).reset_timeout_on_progress().with_max_total_timeout(LONGEST_CALL);
    let sending = peer.send_request_with_option(request, options);
    // A server that does not read its input may hold back the sending itself.
    let handle = tokio::select! {
        biased;
        () = token.cancelled() => return Err(Failed::Cancelled),
        sent = tokio::time::timeout(timeout, sending) => match sent {
            Ok(Ok(handle)) => handle,
            Ok(Err(error)) => return Err(failed(error, timeout)),
            Err(_) => return Err(Failed::TimedOut(timeout)),
        },
    };
    let id = handle.id.clone();
    tokio::select! {
        biased;
        answer = handle.await_response() => match answer {
            Ok(ServerResult::CallToolResult(result)) => Ok(called(result)),
            Ok(_) => Err(Failed::Refused("it answered with something that is no result of a tool".to_owned())),
            Err(error) => Err(failed(error, timeout)),
        },
        () = token.cancelled() => {
            let params = CancelledNotificationParam::new(Some(id), Some("cancelled".to_owned()));
            let _ = tokio::time::timeout(CANCEL, peer.notify_cancelled(params)).await;
            Err(Failed::Cancelled)
        }
    }
}

fn failed(error: ServiceError, timeout: Duration) -> Failed {
    match error {
        ServiceError::Timeout { .. } => Failed::TimedOut(timeout),
        ServiceError::TransportClosed | ServiceError::TransportSend(_) => Failed::Lost,
        ServiceError::Cancelled { .. } => Failed::Cancelled,
        error => Failed::Refused(told(&error)),
    }
}

fn told(error: &ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => error.message.to_string(),
        error => error.to_string(),
    }
}

fn called(result: CallToolResult) -> Called {
    Called {
        parts: result.content.into_iter().map(part).collect(),
        structured: result.structured_content,
        is_error: result.is_error == Some(true),
    }
}

fn part(block: ContentBlock) -> Part {
    match block {
        ContentBlock::Text(text) => Part::Text(text.text),
        ContentBlock::Image(image) => Part::Image(image.data),
        ContentBlock::Audio(audio) => Part::Other(format!("audio of type {}", audio.mime_type)),
        ContentBlock::ResourceLink(link) => Part::Other(format!("a link to {} ({})", link.uri, link.name)),
        ContentBlock::Resource(embedded) => match embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => Part::Text(text),
            ResourceContents::BlobResourceContents { uri, mime_type, .. } => Part::Other(format!(
                "the content of {uri} ({})",
                mime_type.unwrap_or_else(|| "unknown type".to_owned())
            )),
            _ => Part::Other("a resource".to_owned()),
        },
        _ => Part::Other("something of a kind that is not known here".to_owned()),
    }
}
