//! The start: from options to a dialect that can take lines. Nothing is written to stdout here.

use std::sync::Arc;
use std::time::Duration;

use tracing::level_filters::LevelFilter;

use crate::agent::Updates;
use crate::auth::{Credentials, Stored};
use crate::base::log::{self, Secrets};
use crate::base::process::Children;
use crate::base::task::Tasks;
use crate::base::{clock, ids, paths};
use crate::cli::{CassetteChoice, Exit, Mode, ServerOptions, ToolChoice};
use crate::dialect::Dialect;
use crate::dialect::cx::Cx;
use crate::dialect::veyyon::{APPROVAL_WORDS, HOST_TEXTS, PAGE, TOOL_NAMES, Veyyon, VeyyonVoice};
use crate::engine::approvals::{self, Chosen};
use crate::engine::models::{Build, Initial, ModelRegistry, Reach, Sources};
use crate::engine::prompt::{PromptParts, system_prompt};
use crate::engine::{Approvals, Choose, Engine, Folders, Prompt, Sessions, Shells};
use crate::host::{Asks, Host, Surface};
use crate::mcp::{self, Servers};
use crate::outbox::Outbox;
use crate::policy::{Approval, Builtin};
use crate::proto::frame::Strictness;
use crate::proto::shared::ToolDefinition;
use crate::provider;
use crate::provider::cassette::{Cassette, Places, Recording, Tape};
use crate::session::{CompactionPolicy, ReminderPolicy, RetryPolicy, Tooling};
use crate::settings::{self, CompactionStrategy, MessageUpdates, ModelsFile, Settings};
use crate::skills::Library;
use crate::slash::{Slash, SlashParts};
use crate::store;
use crate::tools::{Enabled, Gate, HiddenVariables, Kit, Questions, Terminals, ToolSet, ToolSettings, builtin};
use crate::wire::fd::Blocking;
use crate::wire::lines::{LineLimits, Lines};
use crate::wire::writer::Writer;

use super::rules::{AllRules, RuleFiles};

/// Snapshots of a growing message come at most this often.
const SNAPSHOT_EVERY: Duration = Duration::from_millis(50);

/// A server that can take its first line.
pub(super) struct Started {
    pub dialect: Arc<dyn Dialect>,
    pub engine: Engine,
    pub writer: Writer,
    pub lines: Lines,
    pub children: Children,
    pub grace: Duration,
}

/// Opens everything; an error is for stderr, and nothing has been said to the host.
pub(super) fn start(options: ServerOptions) -> Result<Started, Exit> {
    let secrets = Secrets::new();
    log::start(log_level(options.log.as_deref())?, secrets.clone());
    let loaded = settings::load(&options.layers()).map_err(Exit::failed)?;
    let settings = loaded.settings.clone();
    options.dialect(&settings)?;
    let idle = loaded.idle_note();
    for note in loaded.warnings.iter().chain(&idle).chain(&options.notes) {
        tracing::warn!("{note}");
    }
    let strictness = if options.strict(&settings) { Strictness::Strict } else { Strictness::Lenient };
    let (children, tasks) = (Children::new(), Tasks::new());
    let models = registry(&options, &settings, &secrets)?;
    let writer = Writer::stdout(strictness).map_err(Exit::failed)?;
    let skills = library(&options, &settings);
    let slash = slash(&options, &settings, skills.clone());
    let outbox = Outbox::new(Arc::new(VeyyonVoice::new(writer.clone(), slash.clone())));
    let host = Host::new(Asks::new(outbox.clone()), HOST_TEXTS, surface(&options));
    let approvals = approvals(&options, &settings, host.clone())?;
    let tooling = tooling(&options, &settings, &models, &children, host, skills, Arc::new(approvals.clone()))?;
    let mcp = mcp_servers(&options, &settings, &tooling, &children, &tasks);
    let initial = Arc::new(Initial {
        registry: models.clone(),
        provider: options.provider.clone(),
        model: options.model.clone(),
        thinking: options.thinking,
        api_key: options.api_key.clone(),
        configured: settings.initial_model(),
    });
    let gates = Gates { approvals, mcp };
    let sessions = sessions(&options, &settings, models.clone(), tooling.clone(), gates, tasks.clone(), initial);
    if let Some(key) = &options.api_key {
        secrets.register(key.reveal());
    }
    let first = sessions.open(&options.opening, &outbox).map_err(Exit::failed)?;
    let shells = Shells::new(children.clone(), tooling.settings);
    let engine = Engine::new(first, sessions, models, shells, outbox, tasks);
    let cx = Cx { engine: engine.clone(), writer: writer.clone(), slash };
    let limits = LineLimits { line: settings.max_frame_bytes(), ..LineLimits::default() };
    let stdin = Blocking::stdin().map_err(Exit::failed)?;
    let lines = Lines::start(stdin, limits, writer.gate()).map_err(Exit::failed)?;
    let grace = options.eof_grace(&settings);
    Ok(Started { dialect: Arc::new(Veyyon::new(cx, strictness)), engine, writer, lines, children, grace })
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
    for warning in file.warnings.iter().chain(&stored.warnings) {
        tracing::warn!("{warning}");
    }
    let credentials = Credentials::new(options.environment.clone(), stored).guarded(secrets.clone());
    let cassette = cassette(options, secrets)?;
    let reach = if matches!(cassette, Some(Cassette::Tape(_))) { Reach::Cassette } else { Reach::Network };
    let (build, scope) = (build_with(cassette), options.models.clone());
    let sources = Sources { file, settings, credentials, build, scope, reach };
    ModelRegistry::new(sources).map(Arc::new).map_err(Exit::failed)
}

/// Skills, unless an option or a setting does without them.
fn library(options: &ServerOptions, settings: &Settings) -> Library {
    match options.skills && settings.skills_enabled() {
        true => Library::new(options.places(), Vec::new()),
        false => Library::default(),
    }
}

fn slash(options: &ServerOptions, settings: &Settings, skills: Library) -> Slash {
    Slash::new(SlashParts {
        skills,
        places: options.places(),
        skill_commands: settings.skill_commands(),
        names: TOOL_NAMES,
        page: PAGE,
    })
}

fn tooling(
    options: &ServerOptions,
    settings: &Settings,
    models: &Arc<ModelRegistry>,
    children: &Children,
    host: Host,
    skills: Library,
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
    let terminals = if options.terminals { Terminals::OnRequest } else { Terminals::Never };
    let kit = Kit { children: children.clone(), questions, terminals };
    let mut tools = builtin(&enabled, TOOL_NAMES, &kit).map_err(Exit::failed)?;
    if !settings.todo_enabled() {
        tools.retain(|tool| tool.definition().name != "todo");
    }
    let (models, pass) = (models.clone(), settings.pass_env().to_vec());
    let hidden_variables = HiddenVariables::new(move || models.hidden_variables(&pass));
    let settings = ToolSettings { hidden_variables, skills, ..ToolSettings::default() };
    Ok(Tooling { set: ToolSet::new(tools, TOOL_NAMES), settings: Arc::new(settings), host, gate })
}

/// What stands between the model and the world outside.
struct Gates {
    approvals: Approvals,
    mcp: Servers,
}

/// The MCP servers of the configuration; connecting begins when the first frame is out, and nothing waits for it.
fn mcp_servers(
    options: &ServerOptions,
    settings: &Settings,
    tooling: &Tooling,
    children: &Children,
    tasks: &Tasks,
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
    };
    let set = tooling.set.clone();
    let servers = Servers::new(configs, world, move |servers| crate::tools::mcp::offer(&set, servers));
    servers.start();
    servers
}

/// What calls must pass.
fn approvals(options: &ServerOptions, settings: &Settings, host: Host) -> Result<Approvals, Exit> {
    let chosen =
        Chosen { mode: options.approval, bypass: options.bypass, default: Approval::Yolo, builtin: Builtin::Disasters };
    let policy = approvals::policy(settings, chosen).map_err(Exit::failed)?;
    Ok(Approvals::new(policy, host, APPROVAL_WORDS, settings.approval_timeout()))
}

/// What the host can do beside answering.
fn surface(options: &ServerOptions) -> Surface {
    let titles = ["HOSTWIRE_RPC_EMIT_TITLE", "VEYYON_RPC_EMIT_TITLE"];
    Surface {
        tools_see_ui: options.mode == Mode::RpcUi,
        titles: titles.iter().any(|name| options.environment.is_on(name)),
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
    let prompt = prompt(options, definitions.value(), skills, rule_files.all.clone(), gates.approvals.remark());
    let reminders = ReminderPolicy { most: reminders(settings, &tooling, &gates.approvals) };
    Sessions {
        scratch: std::env::temp_dir().join(format!("hostwire-{}", ids::new_token())),
        cwd: options.cwd.clone(),
        folders,
        models,
        approvals: gates.approvals,
        mcp: gates.mcp,
        system_prompt: prompt(&options.cwd).into(),
        prompt,
        cache_key: options.prompt_cache_key.as_deref().map(Into::into),
        provider_session: options.provider_session_id.as_deref().map(Into::into),
        steering_mode: settings.steering_mode(),
        follow_up_mode: settings.follow_up_mode(),
        interrupt_mode: settings.interrupt_mode(),
        auto_compaction: settings.auto_compaction(),
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
fn reminders(settings: &Settings, tooling: &Tooling, approvals: &Approvals) -> u64 {
    let has_list = tooling.set.get(&TOOL_NAMES.shown("todo")).is_some();
    if has_list && !approvals.is_plan() { settings.todo_reminders() } else { 0 }
}

fn retry(settings: &Settings) -> RetryPolicy {
    let (set, default) = (settings.retry.clone().unwrap_or_default(), RetryPolicy::default());
    RetryPolicy {
        enabled: set.enabled.unwrap_or(default.enabled),
        most: set.max_retries.unwrap_or(default.most),
        base: set.base_delay_ms.map_or(default.base, Duration::from_millis),
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
        blocks.extend(remark.map(str::to_owned));
        blocks.into()
    })
}
