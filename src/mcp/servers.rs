//! All servers of the process: their state, their tools, calls to them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::{Peer, RoleClient};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::base::log::Secrets;
use crate::base::process::Children;
use crate::base::task::Tasks;
use crate::proto::shared::JsonObject;

use super::child::{Child, End};
use super::config::{Config, Reach};
use super::connection::{self, Called, Client, Failed, Offered, Service};

/// Problems of one list of tools that are told.
const MOST_PROBLEMS: usize = 10;
/// A list of tools is not read again sooner: a server may say without end that it changed.
const BETWEEN_LISTS: Duration = Duration::from_millis(500);

/// Where servers live.
#[derive(Clone)]
pub struct World {
    /// The folder that children start in.
    pub cwd: PathBuf,
    /// Variables that children do not get.
    pub hidden: Vec<String>,
    pub children: Children,
    pub tasks: Tasks,
    /// Where the servers' secrets are told to the log.
    pub secrets: Secrets,
}

/// How it stands with a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    Disconnected,
    Connecting,
    Connected,
    /// It could not be reached, or was lost; the text says why.
    Failed(String),
}

/// A server as hosts see it.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerView {
    pub name: String,
    pub status: Status,
    pub tools: usize,
    /// `stdio`, `http` or `sse`.
    pub transport: &'static str,
}

/// A tool as hosts see it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolView {
    pub server: String,
    pub tool: Offered,
}

/// A configuration as hosts see it: without secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfigView {
    pub name: String,
    pub reach: Reach,
    pub auto_connect: bool,
}

/// Why a call gave nothing; the text is for the model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CallError(pub String);

/// The servers. Clones share them; the default ones are none.
#[derive(Clone, Default)]
pub struct Servers {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    // A leaf lock, held for a look or a change of one entry, never across an await.
    slots: Mutex<BTreeMap<String, Slot>>,
    world: Option<World>,
    /// Called after each change of the tools.
    changed: Option<Changed>,
}

type Changed = Box<dyn Fn(&Servers) + Send + Sync>;

struct Slot {
    config: Config,
    status: Status,
    tools: Vec<Offered>,
    /// While it is connected.
    peer: Option<Peer<RoleClient>>,
    /// Ends the connection, or the attempt at one.
    stop: CancellationToken,
    /// Tells a connection from the one before.
    number: u64,
}

impl Servers {
    pub fn new(configs: Vec<Config>, world: World, changed: impl Fn(&Self) + Send + Sync + 'static) -> Self {
        for secret in configs.iter().flat_map(|config| &config.secrets) {
            world.secrets.register(secret);
        }
        let slots = configs.into_iter().map(|config| {
            if let Reach::Unserved(why) = &config.reach {
                tracing::warn!("the MCP server {} is not used: {why}", config.name);
            }
            let (status, stop) = (Status::Disconnected, CancellationToken::new());
            (config.name.clone(), Slot { config, status, tools: Vec::new(), peer: None, stop, number: 0 })
        });
        let inner = Inner { slots: Mutex::new(slots.collect()), world: Some(world), changed: Some(Box::new(changed)) };
        Self { inner: Arc::new(inner) }
    }

    /// Begins to connect every server that is to be connected at the start; returns at once.
    pub fn start(&self) {
        let names: Vec<String> = {
            let slots = self.slots();
            let wanted = slots.values().filter(|slot| slot.config.auto_connect);
            wanted.map(|slot| slot.config.name.clone()).collect()
        };
        for name in names {
            self.connect(&name);
        }
    }

    /// Begins to connect one server, in the place of the connection that it may have; `false` when there is none of that
    /// name, or it cannot be served.
    pub fn connect(&self, name: &str) -> bool {
        let Some(world) = self.inner.world.clone() else { return false };
        let (config, stop, number) = {
            let mut slots = self.slots();
            let Some(slot) = slots.get_mut(name).filter(|slot| !matches!(slot.config.reach, Reach::Unserved(_))) else {
                return false;
            };
            slot.stop.cancel();
            slot.stop = CancellationToken::new();
            slot.number += 1;
            slot.status = Status::Connecting;
            slot.peer = None;
            slot.tools.clear();
            (slot.config.clone(), slot.stop.clone(), slot.number)
        };
        let servers = self.clone();
        let tasks = world.tasks.clone();
        tasks.spawn("MCP server", async move { servers.live(config, world, stop, number).await });
        true
    }

    /// Ends the connection of one server; `false` when there is none of that name.
    pub fn disconnect(&self, name: &str) -> bool {
        let known = match self.slots().get_mut(name) {
            Some(slot) => {
                slot.stop.cancel();
                slot.number += 1;
                slot.status = Status::Disconnected;
                slot.peer = None;
                slot.tools.clear();
                true
            }
            None => false,
        };
        self.tell();
        known
    }

    /// Ends all connections; children that do not go by themselves are killed with all others of the process.
    pub fn close(&self) {
        for slot in self.slots().values_mut() {
            slot.stop.cancel();
            slot.peer = None;
        }
    }

    pub fn servers(&self) -> Vec<ServerView> {
        let view = |slot: &Slot| ServerView {
            name: slot.config.name.clone(),
            status: slot.status.clone(),
            tools: slot.tools.len(),
            transport: slot.config.reach.word(),
        };
        self.slots().values().map(view).collect()
    }

    /// The tools of the connected servers, by server.
    pub fn tools(&self) -> Vec<ToolView> {
        let slots = self.slots();
        let of = |slot: &Slot| {
            let server = slot.config.name.clone();
            slot.tools.clone().into_iter().map(move |tool| ToolView { server: server.clone(), tool })
        };
        slots.values().flat_map(of).collect()
    }

    /// What the servers are configured as, secrets masked.
    pub fn configs(&self) -> Vec<ConfigView> {
        let view = |slot: &Slot| ConfigView {
            name: slot.config.name.clone(),
            auto_connect: slot.config.auto_connect,
            reach: slot.config.shown(),
        };
        self.slots().values().map(view).collect()
    }

    /// Calls a tool, once (hazard K60).
    pub async fn call(
        &self,
        server: &str,
        tool: &str,
        arguments: JsonObject,
        token: &CancellationToken,
    ) -> Result<Called, CallError> {
        let (peer, config) = {
            let slots = self.slots();
            let slot = slots.get(server).ok_or_else(|| CallError(format!("There is no MCP server {server}")))?;
            let peer = slot.peer.clone().ok_or_else(|| CallError(not_connected(server, &slot.status)))?;
            (peer, slot.config.clone())
        };
        let failed = match connection::call(&peer, tool, arguments, config.timeout, token).await {
            Ok(called) => return Ok(called),
            Err(failed) => failed,
        };
        Err(CallError(match failed {
            Failed::Refused(why) => {
                format!("The MCP server {server} refused the call of {tool}: {}", config.words(&why))
            }
            Failed::TimedOut(timeout) => format!(
                "The MCP server {server} did not answer the call of {tool} within {} s; whether it has done anything is unknown",
                timeout.as_secs_f64()
            ),
            Failed::Cancelled => format!("The call of {tool} of the MCP server {server} was cut"),
            Failed::Lost => {
                format!(
                    "The MCP server {server} was lost during the call of {tool}; whether it has done anything is unknown"
                )
            }
        }))
    }

    /// The life of one connection.
    async fn live(&self, config: Config, world: World, stop: CancellationToken, number: u64) {
        let changes = Arc::new(Notify::new());
        let client = Client { changed: changes.clone() };
        let connected = tokio::select! {
            () = stop.cancelled() => return,
            connected = tokio::time::timeout(config.timeout, connected(&config, &world, client)) => connected,
        };
        let (service, tools, end) = match connected {
            Ok(Ok(connected)) => connected,
            Ok(Err(why)) => return self.fails(&config, number, &why),
            Err(_) => {
                let why = format!("it did not answer within {} s", config.timeout.as_secs_f64());
                return self.fails(&config, number, &why);
            }
        };
        tracing::info!("the MCP server {} is connected, with {} tools", config.name, tools.len());
        let peer = service.peer().clone();
        self.change(&config.name, number, |slot| {
            slot.status = Status::Connected;
            slot.tools = tools;
            slot.peer = Some(peer.clone());
        });
        let ct = service.cancellation_token();
        let mut waiting = Box::pin(service.waiting());
        let mut next_list = Instant::now();
        let cut = end.as_ref().map(|end| end.cut.clone()).unwrap_or_default();
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                why = async {
                    tokio::select! {
                        _ = &mut waiting => "the connection was lost",
                        () = cut.cancelled() => "it asked without end and read no answer",
                    }
                } => {
                    let words = match end {
                        Some(end) => end.finish().await,
                        None => String::new(),
                    };
                    return self.fails(&config, number, &with_words(why, &words));
                }
                // The list is read in here, too: a server that does not answer keeps nobody from ending it.
                (began, list) = async {
                    changed(&changes, next_list).await;
                    (Instant::now(), tokio::time::timeout(config.timeout, connection::tools(&peer)).await)
                } => {
                    next_list = began + BETWEEN_LISTS;
                    if let Ok(Ok((tools, problems))) = list {
                        tell_problems(&config, &problems);
                        self.change(&config.name, number, |slot| slot.tools = tools);
                    }
                }
            }
        }
        ct.cancel();
        if let Some(end) = end {
            end.finish().await;
        }
    }

    fn fails(&self, config: &Config, number: u64, why: &str) {
        let (name, why) = (&config.name, config.words(why));
        tracing::warn!("the MCP server {name} is not connected: {why}");
        self.change(name, number, |slot| {
            slot.status = Status::Failed(why);
            slot.tools.clear();
            slot.peer = None;
        });
    }

    /// Changes the entry, unless another connection has taken its place.
    fn change(&self, name: &str, number: u64, change: impl FnOnce(&mut Slot)) {
        if let Some(slot) = self.slots().get_mut(name).filter(|slot| slot.number == number) {
            change(slot);
        }
        self.tell();
    }

    fn tell(&self) {
        if let Some(changed) = &self.inner.changed {
            changed(self);
        }
    }

    fn slots(&self) -> MutexGuard<'_, BTreeMap<String, Slot>> {
        self.inner.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Connects and learns the tools. Dropped in the middle, it leaves no child.
async fn connected(
    config: &Config,
    world: &World,
    client: Client,
) -> Result<(Service, Vec<Offered>, Option<End>), String> {
    let (service, end) = match &config.reach {
        Reach::Child { .. } => {
            let child = Child::start(config, &world.cwd, &world.hidden, &world.children, &world.tasks)?;
            let (service, end) = connection::with_child(child, client).await;
            (service, Some(end))
        }
        reach => (connection::with_address(reach, client).await, None),
    };
    let service = match service {
        Ok(service) => service,
        Err(why) => {
            let words = match end {
                Some(end) => end.finish().await,
                None => String::new(),
            };
            return Err(with_words(&why, &words));
        }
    };
    let (tools, problems) =
        connection::tools(service.peer()).await.map_err(|why| format!("its tools are not known: {why}"))?;
    tell_problems(config, &problems);
    Ok((service, tools, end))
}

/// The list of tools changed, and it is time to read it again. A change that comes meanwhile is kept.
async fn changed(changes: &Notify, next_list: Instant) {
    tokio::time::sleep_until(next_list).await;
    changes.notified().await;
}

/// What is wrong with a list of tools, as far as one reads it.
fn tell_problems(config: &Config, problems: &[String]) {
    for problem in problems.iter().take(MOST_PROBLEMS) {
        tracing::warn!("the MCP server {}: {}", config.name, config.words(problem));
    }
    if let Some(more) = problems.len().checked_sub(MOST_PROBLEMS).filter(|more| *more > 0) {
        tracing::warn!("the MCP server {}: {more} more tools have problems", config.name);
    }
}

fn with_words(why: &str, words: &str) -> String {
    if words.is_empty() { why.to_owned() } else { format!("{why}; its last words: {words}") }
}

fn not_connected(server: &str, status: &Status) -> String {
    match status {
        Status::Failed(why) => format!("The MCP server {server} is not connected: {why}"),
        Status::Connecting => format!("The MCP server {server} is not connected yet"),
        _ => format!("The MCP server {server} is not connected"),
    }
}
