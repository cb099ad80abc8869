//! One connection: the handshake, the list of tools, calls.

use std::sync::Arc;
use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CancelledNotificationParam, ClientConfig, ClientRequest, Implementation,
    ListToolsRequest, PaginatedRequestParams,
};
use rmcp::service::{ClientInitializeError, NotificationContext, PeerRequestOptions, RunningService, ServiceError};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::{ClientHandler, Peer, RoleClient, ServiceExt};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::proto::shared::JsonObject;

use super::answers;
use super::child::Child;
use super::config::Reach;
use super::{http, meter};

/// Longest message of a child; rmcp's own bound for HTTP is the same.
const LONGEST_MESSAGE: usize = 16 * 1024 * 1024;
/// Most tools of one server.
const MOST_TOOLS: usize = 512;
/// Bytes of the schemas of one server's tools.
const MOST_SCHEMAS: usize = 2 * 1024 * 1024;
/// Pages of one list.
const MOST_PAGES: usize = 100;
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
    let (from, to) = meter::watched(child.stdout, child.stdin, child.end.cut.clone());
    let transport = AsyncRwTransport::new_client(from, to).with_max_line_length(LONGEST_MESSAGE);
    (client.serve(transport).await.map_err(|error| no_handshake(&error)), child.end)
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
    client.serve(transport).await.map_err(|error| no_handshake(&error))
}

/// Why the handshake failed, without the names of types that only the SDK's authors know.
fn no_handshake(error: &ClientInitializeError) -> String {
    match error {
        ClientInitializeError::TransportError { error, .. } => {
            let mut text = error.error.to_string();
            let mut cause = error.error.source();
            while let Some(inner) = cause {
                text.push_str(&format!(": {inner}"));
                cause = inner.source();
            }
            text
        }
        ClientInitializeError::ConnectionClosed(_) => "it closed the connection before it answered".to_owned(),
        error => error.to_string(),
    }
}

/// All tools of the server, page by page, and what is wrong with some. A list that does not end is cut.
pub(super) async fn tools(peer: &Peer<RoleClient>) -> Result<(Vec<Offered>, Vec<String>), String> {
    // A server that says it has none need not know the request.
    if peer.peer_info().is_some_and(|info| info.capabilities.tools.is_none()) {
        return Ok((Vec::new(), Vec::new()));
    }
    let (mut tools, mut problems, mut cursor, mut bytes) = (Vec::new(), Vec::new(), None, 0);
    for _ in 0..MOST_PAGES {
        let params = PaginatedRequestParams::default().with_cursor(cursor.clone());
        let request = ListToolsRequest { params: Some(params), ..Default::default() };
        let result = peer.send_request(ClientRequest::ListToolsRequest(request)).await.map_err(|error| told(&error))?;
        let page = answers::page(result).ok_or("it answered with something that is no list of tools")?;
        problems.extend(page.problems);
        for tool in page.tools {
            bytes += serde_json::to_string(&tool.input_schema).map_or(0, |schema| schema.len());
            if tools.len() >= MOST_TOOLS || bytes > MOST_SCHEMAS {
                problems.push(format!("it offers more than can be used; the first {} tools are", tools.len()));
                return Ok((tools, problems));
            }
            tools.push(tool);
        }
        // An answer that leads to itself has no end.
        if page.next.is_none() || page.next == cursor {
            return Ok((tools, problems));
        }
        cursor = page.next;
    }
    problems
        .push(format!("its list of tools has more than {MOST_PAGES} pages; the first {} tools are used", tools.len()));
    Ok((tools, problems))
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
            Ok(result) => answers::called(result)
                .ok_or_else(|| Failed::Refused("it answered with something that is no result of a tool".to_owned())),
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
