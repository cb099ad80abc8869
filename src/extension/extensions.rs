//! The set of all extensions: their start, what they offer together, and their end.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::base::ids::SessionId;
use crate::base::process::{Children, Launch};
use crate::base::task::Tasks;
use crate::host::Host;
use crate::outbox::{Event, Voice};
use crate::proto::extension::{ClosingEvent, HelloResult, RunCommand, Subscription};
use crate::proto::frame::Strictness;
use crate::session::SessionHandle;
use crate::tools::{Gate, HiddenVariables, Layer, Layered, Tool, ToolSet};

use super::find::Found;
use super::flags::Given;
use super::gate::Checked;
use super::handler::Cx;
use super::hello::{CommandView, Offer, PROTOCOL, taken};
use super::live::{Extension, Undecided, encoded};
use super::outlet::Outlet;
use super::program::{self, Complaints, Hello, LastWords};
use super::questions::Beside;
use super::tool::ExtensionTool;
use super::voice::Overheard;
use super::{content, events};

/// How long an extension may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Until it says hello.
    pub start: Duration,
    /// Until it answers a question, or gives a sign of life.
    pub call: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { start: Duration::from_secs(10), call: Duration::from_secs(60) }
    }
}

/// What is to be started.
#[derive(Debug, Clone)]
pub struct Plan {
    pub programs: Vec<Found>,
    pub flags: Vec<Given>,
    pub limits: Limits,
    pub strictness: Strictness,
}

/// Whether a message of an extension may begin work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Starts {
    Always,
    /// The protocol knows only work that the host asked for.
    Never,
}

/// What extensions reach.
pub struct World {
    /// The workspace, in which they run.
    pub cwd: PathBuf,
    /// Variables that they do not get (hazard K29).
    pub hidden: HiddenVariables,
    pub children: Children,
    pub tasks: Tasks,
    pub host: Host,
    /// Whether the protocol has words for the user interface.
    pub has_ui: bool,
    pub starts: Starts,
    /// Where their tools are offered; `None` when the model gets no tools.
    pub offers: Option<ToolSet>,
    pub voice: Arc<dyn Voice>,
    /// The session that is driven.
    pub foreground: Box<dyn Fn() -> SessionHandle + Send + Sync>,
}

impl World {
    pub(super) fn foreground(&self) -> SessionHandle {
        (self.foreground)()
    }
}

/// All extensions. Cheap to clone; the default is none.
#[derive(Clone, Default)]
pub struct Extensions {
    inner: Option<Arc<Inner>>,
}

struct Inner {
    plan: Plan,
    world: OnceLock<Arc<World>>,
    /// All that were started. A leaf lock, as the next one: both lists change at the start only.
    started: Mutex<Vec<Arc<Extension>>>,
    /// Those that were taken.
    list: Mutex<Vec<Arc<Extension>>>,
    /// The session that was told of last. A leaf lock.
    session: Mutex<Option<SessionId>>,
    /// The token of the slash commands that are under way. A leaf lock.
    commands: Mutex<CancellationToken>,
    /// Whether the host has aborted, and said nothing since.
    quiet: Arc<AtomicBool>,
    shutdown: CancellationToken,
}

impl Extensions {
    /// Those of the plan; nothing is started yet.
    pub fn new(plan: Plan) -> Self {
        if plan.programs.is_empty() {
            return Self::default();
        }
        let inner = Inner {
            plan,
            world: OnceLock::new(),
            started: Mutex::default(),
            list: Mutex::default(),
            session: Mutex::default(),
            commands: Mutex::default(),
            quiet: Arc::default(),
            shutdown: CancellationToken::new(),
        };
        Self { inner: Some(Arc::new(inner)) }
    }

    /// The voice of the core, which extensions overhear.
    pub fn voice(&self, inner: Arc<dyn Voice>) -> Arc<dyn Voice> {
        match &self.inner {
            Some(_) => Arc::new(Overheard { inner, extensions: self.clone() }),
            None => inner,
        }
    }

    /// The gate of calls with the extensions before it.
    pub fn gate(&self, inner: Arc<dyn Gate>) -> Arc<dyn Gate> {
        match &self.inner {
            Some(_) => Arc::new(Checked { inner, extensions: self.clone() }),
            None => inner,
        }
    }

    /// What they will reach; said once, before the launch.
    pub fn meet(&self, world: impl FnOnce() -> World) {
        if let Some(inner) = &self.inner {
            let _ = inner.world.set(Arc::new(world()));
        }
    }

    /// Starts all of them, side by side, and takes them in their order. Completes when each was taken or has failed.
    pub async fn launch(&self) {
        let Some(inner) = &self.inner else { return };
        let Some(world) = inner.world.get() else { return };
        let greeted = join_all(inner.plan.programs.iter().map(|found| inner.start(world, found))).await;
        for (extension, hello) in greeted.into_iter().flatten() {
            self.take(inner, world, extension, hello);
        }
        for name in inner.plan.flags.iter().map(|given| &given.name) {
            let known = self.all().iter().filter_map(|one| one.offer()).any(|offer| offer.flag_names.contains(name));
            if !known {
                tracing::warn!("--extension-flag {name}: no extension has this flag");
            }
        }
    }

    /// One that said hello becomes one of us, or hears why not.
    fn take(&self, inner: &Arc<Inner>, world: &Arc<World>, extension: Arc<Extension>, hello: Hello) {
        let Hello { command, reply, accepted } = hello;
        let offer = match self.checked(inner, world, &extension, command) {
            Ok(offer) => offer,
            Err(why) => {
                reply.fail(why.clone());
                return extension.fail("hello", why);
            }
        };
        let flags = offer.flags.clone();
        extension.take(offer);
        inner.list().push(extension.clone());
        self.offer_tools();
        reply.send(HelloResult {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cwd: world.cwd.display().to_string(),
            has_ui: world.has_ui,
            flags,
        });
        inner.introduce(&extension, world);
        // An extension that ended in this moment reads nothing more.
        let _ = accepted.send(());
        let (all, gone) = (self.clone(), extension.gone().clone());
        world.tasks.spawn("end of an extension", async move {
            gone.cancelled().await;
            all.retired(&extension);
        });
    }

    fn checked(
        &self,
        inner: &Inner,
        world: &World,
        extension: &Arc<Extension>,
        hello: crate::proto::extension::HelloCommand,
    ) -> Result<Offer, String> {
        let offer = Offer::new(hello, &inner.plan.flags)?;
        if self.all().iter().any(|other| other.name() == offer.name) {
            return Err(format!("Another extension has the name {}", offer.name));
        }
        if let Some(set) = &world.offers {
            let tools = self.tools().into_iter().chain(tools_of(extension, &offer));
            let mut names: Vec<String> = tools.map(|tool| tool.offered.definition.name).collect();
            names.sort_unstable();
            if let Some([name, _]) = names.windows(2).find(|pair| pair.first() == pair.last()) {
                return Err(taken(name));
            }
            let own = self.tools();
            let is_own = |name: &str| own.iter().any(|tool| tool.offered.definition.name == name);
            if let Some(name) = names.iter().find(|name| !is_own(name) && set.get(name).is_some()) {
                return Err(taken(name));
            }
        }
        Ok(offer)
    }

    /// An extension ended: what it offered goes.
    fn retired(&self, extension: &Extension) {
        self.offer_tools();
        let Some((inner, world)) = self.inner.as_ref().and_then(|inner| Some((inner, inner.world.get()?))) else {
            return;
        };
        let had_commands = extension.offer().is_some_and(|offer| !offer.commands.is_empty());
        if had_commands && !extension.is_leaving() && !inner.shutdown.is_cancelled() {
            world.voice.say(Event::CommandsChanged { cwd: world.foreground().cwd() });
        }
    }

    fn offer_tools(&self) {
        let Some(set) = self.world().and_then(|world| world.offers.as_ref()) else { return };
        let layered = self.tools().into_iter().map(|tool| {
            let tool: Arc<dyn Tool> = Arc::new(tool);
            Layered { tool, hidden: false }
        });
        if let Err(taken) = set.replace(Layer::Extension, layered.collect()) {
            // Tools that come later look for this layer's names.
            tracing::error!("the tools of extensions are not offered: {taken}");
        }
    }

    fn tools(&self) -> Vec<ExtensionTool> {
        let all = self.all();
        let live = all.iter().filter(|extension| !extension.is_over());
        live.filter_map(|extension| Some(tools_of(extension, extension.offer()?))).flatten().collect()
    }

    // ---- what they hear

    /// Tells them what happens, as far as they asked for it.
    pub(super) fn hear(&self, event: &Event) {
        let Some((inner, world)) = self.inner.as_ref().and_then(|inner| Some((inner, inner.world.get()?))) else {
            return;
        };
        if let Event::CommandsChanged { .. } = event {
            return inner.another_session(world, &self.all());
        }
        let Some(subject) = events::subject(event) else { return };
        let mut line = None;
        for extension in self.hearing(subject) {
            let tools = world.offers.clone().unwrap_or_else(|| ToolSet::new([], Default::default()));
            let told = || encoded(&events::told(event, &tools)?.into(), inner.plan.strictness);
            if let Some(line) = line.get_or_insert_with(told) {
                extension.tell_line(line.clone());
            }
        }
    }

    /// Those that take part, in their order; also those that have failed.
    pub(super) fn all(&self) -> Vec<Arc<Extension>> {
        self.inner.as_ref().map(|inner| inner.list().clone()).unwrap_or_default()
    }

    fn started(&self) -> Vec<Arc<Extension>> {
        let started =
            self.inner.as_ref().map(|inner| inner.started.lock().unwrap_or_else(PoisonError::into_inner).clone());
        started.unwrap_or_default()
    }

    /// Those that hear of this, in their order.
    pub(super) fn hearing(&self, what: Subscription) -> impl Iterator<Item = Arc<Extension>> {
        self.all().into_iter().filter(move |extension| extension.hears(what))
    }

    fn world(&self) -> Option<&Arc<World>> {
        self.inner.as_ref()?.world.get()
    }

    // ---- slash commands

    /// The commands on offer; of several with one name the first counts.
    pub fn commands(&self) -> Vec<CommandView> {
        let mut commands: Vec<CommandView> = Vec::new();
        for extension in self.all().iter().filter(|extension| !extension.is_over()) {
            for command in extension.offer().into_iter().flat_map(|offer| &offer.commands) {
                if commands.iter().all(|other| other.name != command.name) {
                    commands.push(command.clone());
                }
            }
        }
        commands
    }

    /// Takes back every command that is under way, and lets no message begin work until [`Extensions::host_speaks`].
    pub fn host_aborts(&self) {
        if let Some(inner) = &self.inner {
            inner.quiet.store(true, Ordering::Release);
            std::mem::take(&mut *inner.commands()).cancel();
        }
    }

    /// The host has work again.
    pub fn host_speaks(&self) {
        if let Some(inner) = &self.inner {
            inner.quiet.store(false, Ordering::Release);
        }
    }

    /// Runs a command until it is answered or [`Extensions::host_aborts`] takes it back; `None` when nobody offers it.
    /// What it gives is for the user, and whether work began meanwhile.
    pub fn run_command(
        &self,
        name: &str,
        arguments: &str,
        cwd: &Path,
    ) -> Option<impl Future<Output = CommandEnd> + Send + use<>> {
        let offers = |extension: &&Arc<Extension>| {
            let offer = extension.offer().filter(|_| !extension.is_over());
            offer.is_some_and(|offer| offer.commands.iter().any(|command| command.name == name))
        };
        let extension = self.all().iter().find(offers)?.clone();
        let token = self.inner.as_ref()?.commands().child_token();
        let (name, arguments, cwd) = (name.to_owned(), arguments.to_owned(), cwd.display().to_string());
        Some(async move {
            let (began, mut word) = mpsc::channel(1);
            let command = name.clone();
            let frame = |id: String| RunCommand { id, command, arguments, cwd }.into();
            let answer = extension.ask_only("run_command", Beside::Command(began), &token, frame).await;
            let was_cut = matches!(answer, Err(Undecided::Cut));
            let text = match answer {
                Ok(answer) => answer.content.map(content::text).filter(|text| !text.trim().is_empty()),
                Err(Undecided::Said(why)) => {
                    extension.complain(format!("command:{name}"), "command", why);
                    None
                }
                Err(Undecided::Cut | Undecided::Failed) => None,
            };
            // The question is gone: what is left are messages on their way to the session, which takes or drops each.
            CommandEnd { text, invoked: word.recv().await.is_some(), was_cut }
        })
    }

    // ---- the end

    /// Fires when an extension wants the process to end.
    pub fn shutdown(&self) -> CancellationToken {
        self.inner.as_ref().map(|inner| inner.shutdown.clone()).unwrap_or_default()
    }

    /// From now on the end of an extension is no fault, because the process ends it.
    pub fn leave(&self) {
        for extension in self.started() {
            if extension.hears(Subscription::Closing) {
                extension.tell(ClosingEvent {});
            }
            extension.leave();
            extension.store_now();
        }
    }

    /// Completes when all of them have ended by themselves.
    pub async fn gone(&self) {
        join_all(self.started().iter().map(|extension| extension.gone().cancelled())).await;
    }
}

/// How a slash command ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandEnd {
    /// For the user.
    pub text: Option<String>,
    /// The extension said something to the model, and the session took it.
    pub invoked: bool,
    /// It was taken back.
    pub was_cut: bool,
}

fn tools_of(extension: &Arc<Extension>, offer: &Offer) -> Vec<ExtensionTool> {
    let tool =
        |offered: &super::hello::OfferedTool| ExtensionTool { offered: offered.clone(), extension: extension.clone() };
    offer.tools.iter().map(tool).collect()
}

impl Inner {
    /// Starts a program and waits for its first line; a failure has been told.
    async fn start(&self, world: &Arc<World>, found: &Found) -> Option<(Arc<Extension>, Hello)> {
        let (outlet, waiting) = Outlet::new();
        let limits = self.plan.limits;
        let extension =
            Extension::new(found.path.clone(), world.voice.clone(), self.plan.strictness, limits.call, outlet);
        let extension = Arc::new(extension);
        let program = match &found.program {
            Ok(program) => program.clone(),
            Err(why) => {
                extension.fail("hello", why);
                return None;
            }
        };
        let mut launch = Launch::program(program, Vec::<String>::new(), &world.cwd);
        for name in world.hidden.names() {
            launch = launch.without(name);
        }
        let piped = match world.children.piped(&launch) {
            Ok(piped) => piped,
            Err(error) => {
                extension.fail("hello", error.to_string());
                return None;
            }
        };
        self.started.lock().unwrap_or_else(PoisonError::into_inner).push(extension.clone());
        let words = LastWords::default();
        let cx = Cx {
            extension: extension.clone(),
            world: world.clone(),
            shutdown: self.shutdown.clone(),
            quiet: self.quiet.clone(),
        };
        let (tell, told) = oneshot::channel();
        let (writer, reader) = (extension.clone(), extension.clone());
        world.tasks.spawn("stdin of an extension", async move {
            if waiting.write(piped.stdin, limits.call).await.is_err() {
                writer.fail("stdin", "it does not read what it is told");
            }
        });
        let reading = program::drain(reader, piped.stderr, words.clone());
        let complaints = Complaints { words, reading: world.tasks.spawn("stderr of an extension", reading) };
        world.tasks.spawn("extension", program::attend(cx, piped.stdout, piped.process, complaints, tell));
        let gone = extension.gone().clone();
        tokio::select! {
            biased;
            hello = told => hello.ok().map(|hello| (extension, hello)),
            () = gone.cancelled() => None,
            () = tokio::time::sleep(limits.start) => {
                extension.fail("hello", format!("it did not say hello within {} s", limits.start.as_secs_f64()));
                None
            }
        }
    }

    /// Tells one extension of the session that is driven.
    fn introduce(&self, extension: &Arc<Extension>, world: &World) {
        let session = world.foreground();
        *self.session() = Some(session.id().clone());
        if extension.hears(Subscription::SessionStart) {
            let extension = extension.clone();
            session.call("session for an extension", move |session, _| {
                extension.tell(events::session_start(session, extension.name()));
            });
        }
    }

    /// Another session may have come to the front.
    fn another_session(&self, world: &World, all: &[Arc<Extension>]) {
        let session = world.foreground();
        let before = self.session().replace(session.id().clone());
        if before.as_ref() != Some(session.id()) {
            all.iter().for_each(Extension::store_now);
            all.iter().for_each(|extension| self.introduce(extension, world));
        }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Arc<Extension>>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn commands(&self) -> MutexGuard<'_, CancellationToken> {
        self.commands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self) -> MutexGuard<'_, Option<SessionId>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
