//! Options of the server, resolved: paths absolute, texts read, what is not there refused.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::auth::{Environment, Secret};
use crate::base::paths;
use crate::engine::Opening;
use crate::extension::Given;
use crate::settings::{ApprovalMode, DefaultThinkingLevel, DialectName, Layers, MessageUpdates, Settings};
use crate::skills::Places;

use super::arguments::{Mode, ServerArguments};
use super::autohand::Defaults;
use super::{AutohandOptions, Exit};

/// What the server is started with. Where a value is absent the settings decide.
#[derive(Debug, Clone)]
pub struct ServerOptions {
    pub mode: Mode,
    /// By `--dialect`, or by the name of the program.
    pub dialect: Option<DialectName>,
    pub strict: bool,
    pub environment: Environment,
    /// hostwire's home folder; `None` when the user has none and no variable names one.
    pub home: Option<PathBuf>,
    /// The workspace; it exists.
    pub cwd: PathBuf,
    pub overlays: Vec<PathBuf>,
    pub provider: Option<String>,
    pub model: Option<String>,
    pub models: Vec<String>,
    pub thinking: Option<DefaultThinkingLevel>,
    pub api_key: Option<Secret>,
    pub system_prompt: Option<String>,
    pub append_system_prompt: Option<String>,
    pub session_dir: Option<PathBuf>,
    pub ephemeral: bool,
    pub opening: Opening,
    pub tools: ToolChoice,
    pub skills: bool,
    /// Skills that count besides those of the usual folders.
    pub skill_paths: Vec<PathBuf>,
    pub plugin_dirs: Vec<PathBuf>,
    pub rules: bool,
    /// Whether the usual folders are looked through.
    pub extensions: bool,
    /// Extensions that were named.
    pub extension_paths: Vec<PathBuf>,
    pub extension_flags: Vec<Given>,
    /// Whether a shell command may have a terminal of its own when it asks for one.
    pub terminals: bool,
    pub approval: Option<ApprovalMode>,
    /// Nothing is to be asked, whatever the settings say.
    pub bypass: bool,
    /// The longest that a run may take.
    pub max_time: Option<Duration>,
    pub cassette: Option<CassetteChoice>,
    pub eof_grace: Option<Duration>,
    pub message_updates: Option<MessageUpdates>,
    pub log: Option<String>,
    pub provider_session_id: Option<String>,
    pub prompt_cache_key: Option<String>,
    /// What only hosts of the autohand protocol say.
    pub autohand: AutohandOptions,
    /// Options that were given and change nothing, for the log.
    pub notes: Vec<String>,
}

/// Variables that forbid terminals, like `--no-pty`.
const NO_PTY: [&str; 2] = ["HOSTWIRE_NO_PTY", "VEYYON_NO_PTY"];

/// Which of the built-in tools the model gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToolChoice {
    All,
    None,
    Only(Vec<String>),
}

/// What becomes of exchanges with providers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CassetteChoice {
    /// They are written to this file.
    Record(PathBuf),
    /// This file answers in the place of every provider.
    Replay(PathBuf),
}

impl ServerOptions {
    /// Where skills and command files are looked for.
    pub fn places(&self) -> Places {
        Places {
            user_home: user_home(&self.environment),
            home: self.home.clone(),
            project: Vec::new(),
            plugins: self.plugin_dirs.clone(),
            given: self.skill_paths.clone(),
        }
    }

    /// The settings files that count.
    pub fn layers(&self) -> Layers {
        Layers {
            home: self.home.clone(),
            workspace: Some(self.cwd.clone()),
            overlays: self.overlays.clone(),
            dialect: self.dialect,
        }
    }

    /// The protocol, once the settings are known.
    pub fn dialect(&self, settings: &Settings) -> DialectName {
        self.dialect.or(settings.dialect()).unwrap_or(DialectName::Veyyon)
    }

    pub fn strict(&self, settings: &Settings) -> bool {
        self.strict || settings.strict()
    }

    pub fn eof_grace(&self, settings: &Settings) -> Duration {
        self.eof_grace.unwrap_or_else(|| settings.eof_grace())
    }

    pub fn message_updates(&self, settings: &Settings) -> MessageUpdates {
        self.message_updates.unwrap_or_else(|| settings.message_updates())
    }
}

/// Resolves the options; what this version lacks is told at once.
pub(super) fn server(
    given: ServerArguments,
    named: Option<DialectName>,
    autohand: AutohandOptions,
    environment: &Environment,
    current: &Path,
) -> Result<ServerOptions, Exit> {
    let Some(mode) = given.mode else {
        return Err(Exit::usage("expected --mode rpc, --mode rpc-ui or a command"));
    };
    refuse_messages(&given.messages)?;
    let dialect = given.dialect.or(named);
    let cwd = workspace(given.cwd.as_deref(), environment, current)?;
    let user_home = user_home(environment);
    let absolute = |path: &Path| absolute(&cwd, path, user_home.as_deref());
    let text = |given: &Option<String>| given.as_deref().map(|text| text_or_file(text, &absolute)).transpose();
    let mut notes = notes(&given);
    let defaults = match dialect {
        Some(DialectName::Autohand) => Defaults::of(environment),
        Some(DialectName::Veyyon) | None => Defaults::default(),
    };
    notes.extend(defaults.notes);
    let folders: Vec<PathBuf> = autohand.folders.iter().map(|path| absolute(path)).collect();
    folders.iter().try_for_each(|folder| readable_folder("--add-dir", folder))?;
    let mut overlays = given.config;
    if overlays.is_empty() {
        overlays.extend(defaults.config);
    }
    overlays.extend(autohand.mcp_config.clone());
    Ok(ServerOptions {
        mode,
        dialect,
        strict: given.strict,
        home: home(dialect, environment, current),
        overlays: overlays.iter().map(|path| absolute(path)).collect(),
        provider: filled(given.provider),
        model: filled(given.model).or(defaults.model),
        models: given
            .models
            .into_iter()
            .map(|entry| entry.trim().to_owned())
            .filter(|entry| !entry.is_empty())
            .collect(),
        thinking: given.thinking.or(defaults.thinking),
        api_key: filled(given.api_key).map(Secret::new),
        system_prompt: text(&given.system_prompt)?,
        append_system_prompt: text(&given.append_system_prompt)?,
        session_dir: given.session_dir.map(|path| absolute(&path)),
        ephemeral: given.no_session,
        opening: opening(given.continued, given.resume, given.fork, &absolute),
        tools: tools(given.tools, given.no_tools),
        skills: !given.no_skills,
        skill_paths: given.skills.iter().map(|path| absolute(path)).collect(),
        plugin_dirs: given.plugin_dir.iter().map(|path| absolute(path)).collect(),
        rules: !given.no_rules,
        extensions: !given.no_extensions,
        extension_paths: given.extension.iter().map(|path| absolute(path)).collect(),
        extension_flags: given.extension_flag.iter().map(|flag| Given::parse(flag)).collect(),
        terminals: mode == Mode::Rpc && !given.no_pty && !NO_PTY.iter().any(|name| environment.is_on(name)),
        approval: if given.yolo { Some(ApprovalMode::Yolo) } else { given.approval_mode.or(autohand.approval()) },
        bypass: given.yolo,
        max_time: given.max_time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        cassette: cassette(given.record.as_deref(), given.replay.as_deref(), &absolute),
        eof_grace: given.eof_grace.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        message_updates: given.message_updates,
        log: given.log,
        provider_session_id: given.provider_session_id,
        prompt_cache_key: given.prompt_cache_key,
        autohand: AutohandOptions {
            folders,
            context_window: defaults.context_window,
            mcp_config: autohand.mcp_config.as_deref().map(&absolute),
            ..autohand
        },
        notes,
        environment: environment.clone(),
        cwd,
    })
}

/// Protocol: `@file` arguments are refused before anything else, in these words.
fn refuse_messages(messages: &[String]) -> Result<(), Exit> {
    match messages.first() {
        Some(file) if file.starts_with('@') => Err(Exit::failed("@file arguments are not supported in RPC mode")),
        Some(text) => Err(Exit::usage(format!("unexpected argument '{text}' found"))),
        None => Ok(()),
    }
}

/// The command line takes one of the two only.
fn cassette(
    record: Option<&Path>,
    replay: Option<&Path>,
    absolute: &dyn Fn(&Path) -> PathBuf,
) -> Option<CassetteChoice> {
    let record = record.map(|file| CassetteChoice::Record(absolute(file)));
    record.or_else(|| replay.map(|file| CassetteChoice::Replay(absolute(file))))
}

fn notes(given: &ServerArguments) -> Vec<String> {
    let accepted = &given.accepted;
    let unused = [
        ("--profile", accepted.profile.is_some()),
        ("--hook", !accepted.hook.is_empty()),
        ("--compaction-model", accepted.compaction_model.is_some()),
        ("--smol", accepted.smol.is_some()),
        ("--slow", accepted.slow.is_some()),
        ("--plan", accepted.plan.is_some()),
    ];
    let unused = unused.into_iter().filter(|(_, wanted)| *wanted);
    unused.map(|(option, _)| format!("{option} is accepted and changes nothing")).collect()
}

fn tools(only: Option<Vec<String>>, none: bool) -> ToolChoice {
    match only {
        _ if none => ToolChoice::None,
        Some(names) => {
            ToolChoice::Only(names.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect())
        }
        None => ToolChoice::All,
    }
}

fn opening(
    continued: bool,
    resume: Option<String>,
    fork: Option<String>,
    absolute: &dyn Fn(&Path) -> PathBuf,
) -> Opening {
    let named = |which: String| {
        let is_path = which.contains('/') || which.ends_with(".jsonl") || which.starts_with('~');
        if is_path { absolute(Path::new(&which)).display().to_string() } else { which }
    };
    match (resume, fork) {
        (Some(which), _) => Opening::Resume(named(which)),
        (None, Some(which)) => Opening::Fork(named(which)),
        (None, None) if continued => Opening::Continue,
        (None, None) => Opening::Fresh,
    }
}

/// The content of a file, if the text names one; else the text.
fn text_or_file(text: &str, absolute: &dyn Fn(&Path) -> PathBuf) -> Result<String, Exit> {
    // Longer than any path that a system takes, or of several lines: no file.
    if text.is_empty() || text.contains('\n') || text.len() > 1024 {
        return Ok(text.to_owned());
    }
    let path = absolute(Path::new(text));
    if !path.is_file() {
        return Ok(text.to_owned());
    }
    std::fs::read_to_string(&path).map_err(|error| Exit::failed(format!("{}: {error}", path.display())))
}

/// The folder to work in: it must be one, and readable.
pub(super) fn workspace(given: Option<&Path>, environment: &Environment, current: &Path) -> Result<PathBuf, Exit> {
    let cwd = match given {
        Some(folder) => absolute(current, folder, user_home(environment).as_deref()),
        None => current.to_owned(),
    };
    match std::fs::read_dir(&cwd) {
        Ok(_) => Ok(cwd),
        Err(error) => Err(Exit::failed(format!("{} cannot be worked in: {error}", cwd.display()))),
    }
}

/// Whether an option names a folder that can be worked in.
fn readable_folder(option: &str, folder: &Path) -> Result<(), Exit> {
    match std::fs::read_dir(folder) {
        Ok(_) => Ok(()),
        Err(error) => Err(Exit::failed(format!("{option}: {} cannot be worked in: {error}", folder.display()))),
    }
}

/// hostwire's home folder. The protocol that the settings choose cannot move it, because they lie in it.
pub(super) fn home(dialect: Option<DialectName>, environment: &Environment, current: &Path) -> Option<PathBuf> {
    let variable = match dialect {
        Some(DialectName::Autohand) => "AUTOHAND_HOME",
        Some(DialectName::Veyyon) | None => "VEYYON_CODING_AGENT_DIR",
    };
    paths::home(&|name| environment.path(name), variable, current)
}

pub(super) fn user_home(environment: &Environment) -> Option<PathBuf> {
    paths::user_home(&|name| environment.path(name))
}

pub(super) fn absolute(base: &Path, path: &Path, user_home: Option<&Path>) -> PathBuf {
    paths::normal(&base.join(paths::expand_home(path, user_home)))
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
