//! The start: from options to a dialect that can take lines. Nothing is written to stdout here.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tracing::level_filters::LevelFilter;

use crate::agent::Updates;
use crate::auth::{Credentials, Stored};
use crate::automode::Automode;
use crate::base::log::{self, Secrets};
use crate::base::process::Children;
use crate::base::task::Tasks;
use crate::base::{clock, ids, paths};
use crate::cli::{CassetteChoice, Exit, Mode, ServerOptions, ToolChoice};
use crate::dialect::Dialect;
use crate::dialect::autohand::{self, Autohand, AutohandVoice, AutomodeDefaults, Desk};
use crate::dialect::cx::Cx;
use crate::dialect::veyyon::{self, Veyyon, VeyyonVoice};
use crate::engine::models::{Build, Initial, LoginWeb, ModelRegistry, Reach, Sources, Unknown};
use crate::engine::prompt::{PromptParts, system_prompt};
use crate::engine::{Choose, Engine, Folders, Logins, Permissions, Prompt, Sessions, Shells};
use crate::extension::Extensions;
use crate::host::{Asks, Host, Surface, Texts};
use crate::mcp::{self, Servers};
use crate::outbox::{Outbox, Voice};
use crate::proto::frame::Strictness;
use crate::proto::shared::ToolDefinition;
use crate::provider;
use crate::provider::cassette::{Cassette, Places, Recording, Tape};
use crate::session::{CompactionPolicy, ReminderPolicy, RetryPolicy, Tooling};
use crate::settings::{self, CompactionStrategy, DialectName, MessageUpdates, ModelsFile, Settings};
use crate::skills::{self, Library, Npm};
use crate::slash::{Slash, SlashParts};
use crate::store::{self, Changes};
use crate::tools::exit_plan_mode::ExitPlanMode;
use crate::tools::{
    Enabled, Gate, HiddenVariables, Kit, Questions, Terminals, Tool, ToolNames, ToolSet, ToolSettings, builtin,
};
use crate::wire::fd::Blocking;
use crate::wire::lines::{LineLimits, Lines};
use crate::wire::writer::Writer;

use super::extensions;
use super::gates::{permissions, roots};
use super::rules::{AllRules, RuleFiles};

/// Snapshots of a growing message come at most this often.
const SNAPSHOT_EVERY: Duration = Duration::from_millis(50);

/// How long a tool of a host of the autohand protocol may take.
const HOST_TOOL_TIME: Duration = Duration::from_secs(300);

/// A server that can take its first line.
pub(super) struct Started {
    pub dialect: Arc<dyn Dialect>,
    pub engine: Engine,
    pub writer: Writer,
    pub lines: Lines,
    pub children: Children,
    pub extensions: Extensions,
    pub grace: Duration,
}

/// Opens everything; an error is for stderr, and nothing has been said to the host.
pub(super) fn start(options: ServerOptions) -> Result<Started, Exit> {
    let secrets = Secrets::new();
    log::start(log_level(options.log.as_deref())?, secrets.clone());
    let loaded = settings::load(&options.layers()).map_err(Exit::failed)?;
    let settings = loaded.settings.clone();
    let dialect = options.dialect(&settings);
    let idle = loaded.idle_note();
    for note in loaded.warnings.iter().chain(&idle).chain(&options.notes) {
        tracing::warn!("{note}");
    }
    let strictness = if options.strict(&settings) { Strictness::Strict } else { Strictness::Lenient };
    let (children, tasks) = (Children::new(), Tasks::new());
    let models = registry(&options, &settings, &secrets)?;
    let writer = Writer::stdout(strictness).map_err(Exit::failed)?;
    let library = library(&options, &settings, dialect);
    let extensions = extensions::planned(&options, &settings, strictness);
    let slash = slash(&options, &settings, library.clone(), extensions.clone(), dialect);
    let speech = Speech::new(dialect, &writer, &slash);
    let outbox = Outbox::new(extensions.voice(speech.voice()));
    let host = Host::new(Asks::new(outbox.clone()), speech.texts(), surface(&options, dialect));
    let scratch = std::env::temp_dir().join(format!("hostwire-{}", ids::new_token()));
    let permissions = permissions(&options, &settings, dialect, host.clone(), &scratch)?;
    let gate: Arc<dyn Gate> = Arc::new(permissions.clone());
    let further: Vec<Arc<dyn Tool>> = match dialect {
        DialectName::Veyyon => Vec::new(),
        DialectName::Autohand => {
            let permissions = permissions.clone();
            vec![Arc::new(ExitPlanMode::new(move || permissions.set_plan(false)))]
        }
    };
    let changes = match dialect {
        DialectName::Veyyon => Changes::default(),
        DialectName::Autohand => Changes::kept(),
    };
    let offered = Offered { names: speech.names(), further, changes: changes.clone(), skills: library.clone() };
    let gate = extensions.gate(gate);
    let tooling = tooling(&options, &settings, &models, &children, offered, host, gate)?;
    let mcp = mcp_servers(&options, &settings, &tooling, (&children, &tasks, &secrets));
    let initial = Arc::new(Initial {
        registry: models.clone(),
        provider: options.provider.clone(),
        model: options.model.clone(),
        thinking: options.thinking,
        api_key: options.api_key.clone(),
        configured: settings.initial_model(),
        preferred: match dialect {
            DialectName::Veyyon => None,
            DialectName::Autohand => settings.provider.clone().filter(|id| !id.trim().is_empty()),
        },
        unknown: match dialect {
            DialectName::Veyyon => Unknown::Fails,
            DialectName::Autohand => Unknown::Waits,
        },
    });
    let gates = Gates { permissions: permissions.clone(), mcp, scratch };
    let sessions = sessions(&options, &settings, models.clone(), tooling.clone(), gates, tasks.clone(), initial);
    if let Some(key) = &options.api_key {
        secrets.register(key.reveal());
    }
    let first = sessions.open(&options.opening, &outbox).map_err(Exit::failed)?;
    let shells = Shells::new(children.clone(), tooling.settings.clone());
    let logins = Logins::new(models.clone(), sessions.tooling.host.clone(), settings.login_timeout());
    let engine = Engine::new(first, sessions, models, shells, logins, outbox, tasks);
    extensions.meet(|| extensions::world(&options, dialect, &tooling, &engine, &children, speech.voice()));
    let cx = Cx { engine: engine.clone(), writer: writer.clone(), slash, extensions: extensions.clone() };
    let limits = LineLimits { line: settings.max_frame_bytes(), ..LineLimits::default() };
    let stdin = Blocking::stdin().map_err(Exit::failed)?;
    let lines = Lines::start(stdin, limits, writer.gate()).map_err(Exit::failed)?;
    let grace = options.eof_grace(&settings);
    let dialect: Arc<dyn Dialect> = match speech {
        Speech::Veyyon(_) => Arc::new(Veyyon::new(cx, strictness)),
        Speech::Autohand(voice) => Arc::new(Autohand::new(
            Desk {
                cx,
                voice,
                permissions,
                changes,
                workspace: options.cwd.clone(),
                roots: roots(&options).collect(),
                home: options.home.clone().filter(|_| !options.ephemeral),
                user_home: options.places().user_home,
                skills: library,
                npm: Arc::new(npm(&options, &settings, &tooling)),
                closing: CancellationToken::new(),
                automode: Automode::default(),
                automode_defaults: Arc::new(automode_defaults(&options, &settings)),
            },
            strictness,
        )),
    };
    Ok(Started { dialect, engine, writer, lines, children, extensions, grace })
}

/// The tools beside the built-in ones, and what the protocol calls all of them.
struct Offered {
    names: ToolNames,
    further: Vec<Arc<dyn Tool>>,
    /// The ledger that changes of files are entered in.
    changes: Changes,
    skills: Library,
}

/// A protocol before there is a core: its mouth, which the core speaks through, and its words.
enum Speech {
    Veyyon(Arc<VeyyonVoice>),
    Autohand(Arc<AutohandVoice>),
}

impl Speech {
    fn new(dialect: DialectName, writer: &Writer, slash: &Slash) -> Self {
        match dialect {
            DialectName::Veyyon => Self::Veyyon(Arc::new(VeyyonVoice::new(writer.clone(), slash.clone()))),
            DialectName::Autohand => Self::Autohand(Arc::new(AutohandVoice::new(writer.clone()))),
        }
    }

    fn voice(&self) -> Arc<dyn Voice> {
        match self {
            Self::Veyyon(voice) => voice.clone(),
            Self::Autohand(voice) => voice.clone(),
        }
    }

    fn names(&self) -> ToolNames {
        match self {
            Self::Veyyon(_) => veyyon::TOOL_NAMES,
            Self::Autohand(_) => autohand::TOOL_NAMES,
        }
    }

    fn texts(&self) -> Texts {
        match self {
            Self::Veyyon(_) => veyyon::HOST_TEXTS,
            Self::Autohand(_) => Texts::default(),
        }
    }
}

fn log_level(given: Option<&str>) -> Result<LevelFilter, Exit> {
    match given {
        None => Ok(LevelFilter::WARN),
        Some(level) => level.parse().map_err(|_| {
            Exit::failed(format!("Unknown log level: {level}. Known: off, error, warn, info, debug, trace"))
        }),
    }
}

/// What opens the APIs that this version speaks.
pub fn build() -> Build {
    Arc::new(provider::open)
}

/// The same, with a cassette in front.
fn build_with(cassette: Option<Cassette>) -> Build {
    let Some(cassette) = cassette else { return build() };
    Arc::new(move |api, headers| Some(cassette.wrap(provider::open(api, headers)?)))
}

/// The cassette that the options ask for, opened.
fn cassette(options: &ServerOptions, secrets: &Secrets) -> Result<Option<Cassette>, Exit> {
    let mut places = Places::default();
    let folder = options.session_dir.clone();
    let sessions = folder.or_else(|| options.home.as_deref().map(|home| store::sessions_dir(home, &options.cwd)));
    let user = paths::user_home(&|name| options.environment.path(name));
    let temporary = std::env::temp_dir();
    let named = [
        (sessions.as_deref(), "{sessions}"),
        (Some(options.cwd.as_path()), "{workspace}"),
        (options.home.as_deref(), "{home}"),
        (user.as_deref(), "{user}"),
        (Some(temporary.as_path()), "{temp}"),
    ];
    for (path, name) in named {
        if let Some(path) = path {
            places.name(path, name);
        }
    }
    let opened = match &options.cassette {
        None => return Ok(None),
        Some(CassetteChoice::Record(file)) => {
            Recording::create(file, places, secrets.clone()).map(|recording| Cassette::Recording(Arc::new(recording)))
        }
        Some(CassetteChoice::Replay(file)) => Tape::load(file, places).map(|tape| Cassette::Tape(Arc::new(tape))),
    };
    opened.map(Some).map_err(Exit::failed)
}

fn registry(options: &ServerOptions, settings: &Settings, secrets: &Secrets) -> Result<Arc<ModelRegistry>, Exit> {
    let file = ModelsFile::load(options.home.as_deref()).map_err(Exit::failed)?;
    let stored = Stored::load(options.home.as_deref());
    if options.ephemeral {
        stored.keep_in_memory();
    }
    for warning in file.warnings.iter().cloned().chain(stored.warnings()) {
        tracing::warn!("{warning}");
    }
    let credentials = Credentials::new(options.environment.clone(), stored).guarded(secrets.clone());
    let cassette = cassette(options, secrets)?;
    let reach = if matches!(cassette, Some(Cassette::Tape(_))) { Reach::Cassette } else { Reach::Network };
    let (build, scope) = (build_with(cassette), options.models.clone());
    let web = Arc::new(LoginWeb);
    let sources = Sources { file, settings, credentials, build, scope, reach, web };
    let registry = ModelRegistry::new(sources).map_err(Exit::failed)?;
    Ok(Arc::new(registry.with_window(options.autohand.context_window)))
}

/// Skills, unless an option or a setting does without them.
fn library(options: &ServerOptions, settings: &Settings, dialect: DialectName) -> Library {
    if !options.skills || !settings.skills_enabled() {
        return Library::default();
    }
    let mut places = options.places();
    match dialect {
        DialectName::Veyyon => Library::new(places, Vec::new()),
        DialectName::Autohand => {
            places.project.push(autohand::SKILLS_FOLDER);
            Library::new(places, skills::builtin())
        }
    }
}

/// Where packages with skills come from. Nothing is asked before somebody installs one.
fn npm(options: &ServerOptions, settings: &Settings, tooling: &Tooling) -> Npm {
    Npm {
        registry: settings.skills_registry().map(str::to_owned),
        environment: options.environment.clone(),
        hidden: tooling.settings.hidden_variables.names(),
        workspace: options.cwd.clone(),
        user_home: options.places().user_home,
    }
}

fn slash(
    options: &ServerOptions,
    settings: &Settings,
    skills: Library,
    extensions: Extensions,
    dialect: DialectName,
) -> Slash {
    let (names, page) = match dialect {
        DialectName::Veyyon => (veyyon::TOOL_NAMES, veyyon::PAGE),
        DialectName::Autohand => (autohand::TOOL_NAMES, "autohand-session-"),
    };
    Slash::new(SlashParts {
        skills,
        extensions,
        places: options.places(),
        skill_commands: settings.skill_commands(),
        names,
        page,
    })
}

fn tooling(
    options: &ServerOptions,
    settings: &Settings,
    models: &Arc<ModelRegistry>,
    children: &Children,
    offered: Offered,
    host: Host,
    gate: Arc<dyn Gate>,
) -> Result<Tooling, Exit> {
    let enabled = match &options.tools {
        ToolChoice::All => Enabled::All,
        ToolChoice::None => Enabled::None,
        ToolChoice::Only(names) => Enabled::Only(names.clone()),
    };
    let questions = match host.tool_ui() {
        Some(_) => Questions::Within(settings.ask_timeout()),
        None => Questions::None,
    };
    let Offered { names, further, changes, skills } = offered;
    let terminals = if options.terminals { Terminals::OnRequest } else { Terminals::Never };
    let kit = Kit { children: children.clone(), questions, terminals };
    let mut tools = builtin(&enabled, names, &kit).map_err(Exit::failed)?;
    if !settings.todo_enabled() {
        tools.retain(|tool| tool.definition().name != "todo");
    }
    if enabled != Enabled::None {
        tools.extend(further);
    }
    let (models, pass) = (models.clone(), settings.pass_env().to_vec());
    let hidden_variables = HiddenVariables::new(move || models.hidden_variables(&pass));
    let settings = ToolSettings { hidden_variables, skills, ..ToolSettings::default() };
    Ok(Tooling { set: ToolSet::new(tools, names), settings: Arc::new(settings), host, gate, changes })
}

/// What stands between the model and the world outside.
struct Gates {
    permissions: Permissions,
    mcp: Servers,
    /// Where outputs go of sessions that have no file.
    scratch: PathBuf,
}

/// The MCP servers of the configuration; connecting begins when the first frame is out, and nothing waits for it.
fn mcp_servers(
    options: &ServerOptions,
    settings: &Settings,
    tooling: &Tooling,
    (children, tasks, secrets): (&Children, &Tasks, &Secrets),
) -> Servers {
    if options.tools == ToolChoice::None {
        return Servers::default();
    }
    let (found, warnings) = settings::mcp_servers(settings, &options.cwd);
    for warning in warnings {
        tracing::warn!("{warning}");
    }
    let variable = |name: &str| options.environment.get(name).map(str::to_owned);
    let configs = found.into_iter().map(|(name, server)| mcp::Config::new(&name, server, &variable)).collect();
    let world = mcp::World {
        cwd: options.cwd.clone(),
        hidden: tooling.settings.hidden_variables.names(),
        children: children.clone(),
        tasks: tasks.clone(),
        secrets: secrets.clone(),
    };
    let set = tooling.set.clone();
    let servers = Servers::new(configs, world, move |servers| crate::tools::mcp::offer(&set, servers));
    servers.start();
    servers
}

/// What auto-mode is started with where the command does not say: by options, else by settings.
fn automode_defaults(options: &ServerOptions, settings: &Settings) -> AutomodeDefaults {
    let (flags, set) = (&options.autohand, settings.automode.clone().unwrap_or_default());
    let usual = AutomodeDefaults::default();
    let word = flags.completion_promise.clone().or(set.completion_promise);
    AutomodeDefaults {
        max_turns: flags
            .max_turns
            .or(set.max_turns)
            .or(set.max_iterations)
            .filter(|turns| *turns > 0)
            .unwrap_or(usual.max_turns),
        max_runtime: flags.max_runtime.or(set.max_runtime).unwrap_or(usual.max_runtime),
        max_cost: flags.max_cost.or(set.max_cost).unwrap_or(usual.max_cost),
        promise: word.filter(|word| !word.trim().is_empty()).unwrap_or(usual.promise),
    }
}

/// What the host can do beside answering.
fn surface(options: &ServerOptions, dialect: DialectName) -> Surface {
    let titles = ["HOSTWIRE_RPC_EMIT_TITLE", "VEYYON_RPC_EMIT_TITLE"];
    Surface {
        tools_see_ui: options.mode == Mode::RpcUi && dialect == DialectName::Veyyon,
        titles: titles.iter().any(|name| options.environment.is_on(name)),
        tool_time: match dialect {
            DialectName::Veyyon => None,
            DialectName::Autohand => Some(HOST_TOOL_TIME),
        },
    }
}

fn sessions(
    options: &ServerOptions,
    settings: &Settings,
    models: Arc<ModelRegistry>,
    tooling: Tooling,
    gates: Gates,
    tasks: Tasks,
    choose: Arc<dyn Choose>,
) -> Sessions {
    let home = options.home.as_deref().filter(|_| !options.ephemeral);
    let folders = match (&options.session_dir, home) {
        _ if options.ephemeral => Folders::None,
        (Some(folder), _) => Folders::One(folder.clone()),
        (None, Some(home)) => Folders::Home(home.to_owned()),
        (None, None) => Folders::None,
    };
    let definitions = tooling.set.definitions();
    let rule_files = RuleFiles::new(options, settings);
    let skills = tooling.settings.skills.clone();
    let prompt = prompt(options, definitions.value(), skills, rule_files.all.clone(), gates.permissions.remark());
    let reminders = ReminderPolicy { most: reminders(settings, &tooling, &gates.permissions) };
    Sessions {
        scratch: gates.scratch,
        cwd: options.cwd.clone(),
        folders,
        models,
        permissions: gates.permissions,
        mcp: gates.mcp,
        system_prompt: prompt(&options.cwd).into(),
        prompt,
        cache_key: options.prompt_cache_key.as_deref().map(Into::into),
        provider_session: options.provider_session_id.as_deref().map(Into::into),
        steering_mode: settings.steering_mode(),
        follow_up_mode: settings.follow_up_mode(),
        interrupt_mode: settings.interrupt_mode(),
        auto_compaction: options.autohand.auto_compaction.unwrap_or_else(|| settings.auto_compaction()),
        compaction: compaction(settings),
        retry: retry(settings),
        reminders,
        tooling,
        rules: (rule_files.watching)(&options.cwd),
        rules_of: rule_files.watching,
        max_time: options.max_time,
        updates: match options.message_updates(settings) {
            MessageUpdates::Delta => Updates::Delta,
            MessageUpdates::Snapshot => Updates::Snapshot(SNAPSHOT_EVERY),
        },
        tasks,
        choose,
        background_limit: settings.background_limit(),
    }
}

/// Without the todo tool the model could do nothing about a reminder, and in plan mode nothing about the tasks.
fn reminders(settings: &Settings, tooling: &Tooling, permissions: &Permissions) -> u64 {
    if tooling.set.has("todo") && !permissions.is_plan() { settings.todo_reminders() } else { 0 }
}

fn retry(settings: &Settings) -> RetryPolicy {
    let (set, default) = (settings.retry.clone().unwrap_or_default(), RetryPolicy::default());
    let network = settings.network.clone().unwrap_or_default();
    RetryPolicy {
        enabled: set.enabled.unwrap_or(default.enabled),
        most: set.max_retries.or(network.max_retries).unwrap_or(default.most),
        base: set.base_delay_ms.or(network.retry_delay).map_or(default.base, Duration::from_millis),
        longest: set.max_delay_ms.map_or(default.longest, Duration::from_millis),
    }
}

fn compaction(settings: &Settings) -> CompactionPolicy {
    if let strategy @ (CompactionStrategy::Handoff | CompactionStrategy::Shake) = settings.compaction_strategy() {
        tracing::warn!("compaction.strategy: `{strategy}` is not built into this version, `summary` is used");
    }
    let (set, default) = (settings.compaction.clone().unwrap_or_default(), CompactionPolicy::default());
    CompactionPolicy {
        keep_recent: set.keep_recent_tokens.unwrap_or(default.keep_recent),
        reserve: set.reserve_tokens,
        threshold: set.threshold_tokens.and_then(|tokens| u64::try_from(tokens).ok()).filter(|tokens| *tokens > 0),
        percent: set.threshold_percent.filter(|percent| *percent > 0.0),
        in_mid_turn: set.mid_turn_enabled.unwrap_or(default.in_mid_turn),
        goes_on: set.auto_continue.unwrap_or(default.goes_on),
    }
}

/// The system prompt, for whichever folder a session works in.
fn prompt(
    options: &ServerOptions,
    tools: Arc<[ToolDefinition]>,
    skills: Library,
    rules: AllRules,
    remark: Option<&'static str>,
) -> Prompt {
    let (home, replaced, appended) =
        (options.home.clone(), options.system_prompt.clone(), options.append_system_prompt.clone());
    let further = further_folders(options);
    Arc::new(move |cwd| {
        let mut blocks = system_prompt(&PromptParts {
            cwd,
            home: home.as_deref(),
            system: std::env::consts::OS,
            date: &clock::today(),
            tools: &tools,
            replaced: replaced.as_deref(),
            appended: appended.as_deref(),
            with_context: true,
            rules: &rules(cwd),
            skills: &skills.at(cwd),
        });
        blocks.extend(further.clone());
        blocks.extend(remark.map(str::to_owned));
        blocks.into()
    })
}

/// What the model is told of folders that belong to the work beside the workspace.
fn further_folders(options: &ServerOptions) -> Option<String> {
    let folders: Vec<String> = options.autohand.folders.iter().map(|path| format!("- {}", path.display())).collect();
    (!folders.is_empty()).then(|| {
        format!(
            "These folders belong to the work, too; name what is in them by its whole path:\n{}",
            folders.join("\n")
        )
    })
}
