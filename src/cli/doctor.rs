//! `hostwire doctor`: what the configuration resolves to, and what is wrong with it.
//!
//! Each section is a function that adds lines to the [`Report`]; a room with something to tell gets one of its own.

mod report;

use std::io::Write;
use std::path::{Path, PathBuf};

use nix::unistd::{AccessFlags, access};

use crate::auth::{Credentials, Environment, Source, Stored};
use crate::engine::Choose as _;
use crate::engine::models::{Build, Initial, LoginWeb, ModelRegistry, Reach, Sources, Unknown};
use crate::engine::permissions::{self, Chosen};
use crate::engine::prompt::context_files;
use crate::extension;
use crate::session::{Models as _, RulePolicy, Rules};
use crate::settings::{self, Layer, LayerState, Layers, Loaded, ModelsFile, Settings};
use crate::skills::{Library, Places, ProblemKind};
use crate::store;

use super::Exit;
use super::arguments::DoctorArguments;
use super::options::{absolute, home, user_home, workspace};
use report::Report;

/// Where to look.
#[derive(Debug, Clone)]
pub struct DoctorOptions {
    pub environment: Environment,
    pub home: Option<PathBuf>,
    /// The user's own home folder, for what other agents keep there.
    pub user_home: Option<PathBuf>,
    pub cwd: PathBuf,
    pub layers: Layers,
    pub session_dir: Option<PathBuf>,
}

pub(super) fn options(
    given: DoctorArguments,
    environment: &Environment,
    current: &Path,
) -> Result<DoctorOptions, Exit> {
    let cwd = workspace(given.cwd.as_deref(), environment, current)?;
    let (home, user_home) = (home(None, environment, current), user_home(environment));
    let absolute = |path: &PathBuf| absolute(&cwd, path, user_home.as_deref());
    let overlays = given.config.iter().map(absolute).collect();
    let session_dir = given.session_dir.as_ref().map(absolute);
    let layers = Layers { home: home.clone(), workspace: Some(cwd.clone()), overlays, ..Layers::default() };
    Ok(DoctorOptions { environment: environment.clone(), home, user_home, cwd, layers, session_dir })
}

/// Looks at everything, prints, and gives the exit code: 1 when something is broken.
pub async fn run(options: &DoctorOptions, build: Build, out: &mut dyn Write) -> Result<u8, Exit> {
    let mut report = Report::default();
    places(options, &mut report);
    let loaded = settings(options, &mut report);
    models(options, &loaded.settings, build, &mut report).await;
    sessions(options, &mut report);
    context(options, &mut report);
    skills(options, &loaded.settings, &mut report);
    extensions(options, &mut report);
    rules(options, &loaded.settings, &mut report);
    programs(options, &mut report);
    report.print(out).map_err(Exit::failed)?;
    Ok(u8::from(report.is_broken()))
}

fn places(options: &DoctorOptions, report: &mut Report) {
    report.section("Places");
    report.fine(concat!("hostwire ", env!("CARGO_PKG_VERSION")));
    match &options.home {
        Some(home) => report.fine(format!("home: {}", home.display())),
        None => report.note("home: none, because HOME and HOSTWIRE_HOME are not set; nothing is kept"),
    }
    report.fine(format!("workspace: {}", options.cwd.display()));
}

/// The layers, then what they come to; with a broken layer, the defaults.
fn settings(options: &DoctorOptions, report: &mut Report) -> Loaded {
    report.section("Settings");
    for file in settings::survey(&options.layers) {
        let what = match file.layer {
            Layer::Home => "home",
            Layer::Workspace => "workspace",
            Layer::Overlay => "--config",
        };
        let path = file.path.display();
        match file.state {
            LayerState::Absent => report.note(format!("{what}: {path}: not found")),
            // Its text has the path.
            LayerState::Broken(error) => report.broken(format!("{what}: {error}")),
            LayerState::Read { values, warnings } => {
                report.fine(format!("{what}: {path}"));
                for (key, value) in values {
                    report.detail(format!("{key}: {}", value.as_deref().unwrap_or("(set)")));
                }
                warnings.into_iter().for_each(|text| report.note(text));
            }
        }
    }
    let loaded = settings::load(&options.layers).unwrap_or_default();
    if let Some(idle) = loaded.idle_note() {
        report.note(idle);
    }
    if let Err(error) = permissions::policy(&loaded.settings, Chosen::default()) {
        report.broken(error.to_string());
    }
    if let Some(workspace) = &options.layers.workspace {
        let (servers, warnings) = settings::mcp_servers(&loaded.settings, workspace);
        let names = servers.into_keys().collect::<Vec<_>>().join(", ");
        if !names.is_empty() {
            report.fine(format!("MCP servers: {names}"));
        }
        warnings.into_iter().for_each(|text| report.note(text));
    }
    loaded
}

async fn models(options: &DoctorOptions, settings: &Settings, build: Build, report: &mut Report) {
    report.section("Models");
    let (home, stored) = (options.home.as_deref(), Stored::load(options.home.as_deref()));
    let broken = stored.broken();
    for warning in stored.warnings().into_iter().filter(|text| Some(text) != broken.as_ref()) {
        report.note(warning);
    }
    if let Some(why) = broken {
        report.broken(why);
    }
    let file = match ModelsFile::load(home) {
        Ok(file) => file,
        Err(error) => return report.broken(error.to_string()),
    };
    match file.path() {
        Some(path) => report.fine(path.display().to_string()),
        None => report.note("models.yml: not found"),
    }
    file.warnings.iter().for_each(|text| report.note(text.clone()));
    let credentials = Credentials::new(options.environment.clone(), stored);
    let (scope, web) = (Vec::new(), std::sync::Arc::new(LoginWeb));
    let sources = Sources { file, settings, credentials, build, scope, reach: Reach::Network, web };
    let registry = match ModelRegistry::new(sources) {
        Ok(registry) => std::sync::Arc::new(registry),
        Err(error) => return report.broken(error.to_string()),
    };
    initial(&registry, settings, report);
    registry.refresh().await;
    for (provider, source) in registry.credentials() {
        report.fine(format!("credential for {provider}: {}", from(&source)));
    }
    let models = registry.report();
    for row in &models.usable {
        report.fine(format!("{}/{}", row.provider, row.id));
    }
    for (provider, why) in &models.unusable {
        report.note(format!("{provider}: {why}"));
    }
}

/// The model that a new session gets.
fn initial(registry: &std::sync::Arc<ModelRegistry>, settings: &Settings, report: &mut Report) {
    let initial = Initial {
        registry: registry.clone(),
        provider: None,
        model: None,
        thinking: None,
        api_key: None,
        configured: settings.initial_model(),
        preferred: None,
        unknown: Unknown::Fails,
    };
    match initial.choose(None, None) {
        Err(error) => report.broken(format!("initial model: {error}")),
        Ok((model, _)) => match registry.connect(&model) {
            Ok(_) => report.fine(format!("initial model: {}/{}", model.provider, model.id)),
            Err(why) => report.broken(format!("initial model: {}/{}: {why}", model.provider, model.id)),
        },
    }
}

/// Never the credential itself.
fn from(source: &Source) -> String {
    match source {
        Source::Given => "from the command line".to_owned(),
        Source::Configuration => "in its configuration".to_owned(),
        Source::Variable(name) => format!("from {name}"),
        Source::Stored => "from auth.json".to_owned(),
        Source::Login => "a login, in auth.json".to_owned(),
    }
}

fn sessions(options: &DoctorOptions, report: &mut Report) {
    report.section("Sessions");
    let folder = options.session_dir.clone();
    let folder = folder.or_else(|| options.home.as_deref().map(|home| store::sessions_dir(home, &options.cwd)));
    let Some(folder) = folder else {
        return report.note("there is no home, so sessions stay in memory");
    };
    // What is not there yet is made in the nearest folder that is.
    let there = folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("/"));
    let place = folder.display();
    if !there.is_dir() {
        return report.broken(format!("{place}: {} is no folder", there.display()));
    }
    match access(there, AccessFlags::W_OK | AccessFlags::X_OK) {
        Ok(()) => report.fine(format!("{place} can be written")),
        Err(error) => report.broken(format!("{place} cannot be written: {}: {}", there.display(), error.desc())),
    }
}

fn context(options: &DoctorOptions, report: &mut Report) {
    report.section("Context files");
    let files = context_files(&options.cwd, options.home.as_deref());
    if files.is_empty() {
        report.note("none: no AGENTS.md or CLAUDE.md here or in the home");
    }
    for file in files {
        report.fine(file.path.display().to_string());
    }
}

/// Those that a server would find without further options, and what is wrong with their files.
fn skills(options: &DoctorOptions, settings: &Settings, report: &mut Report) {
    report.section("Skills");
    if !settings.skills_enabled() {
        return report.note("none: skills.enabled is off");
    }
    let (user_home, home) = (options.user_home.clone(), options.home.clone());
    let skills = Library::new(Places { user_home, home, ..Places::default() }, Vec::new()).at(&options.cwd);
    if skills.all().is_empty() && skills.problems().is_empty() {
        report.note("none");
    }
    for skill in skills.all() {
        report.fine(format!("{} ({}): {}", skill.name, skill.source.label(), skill.place()));
    }
    for problem in skills.problems() {
        match problem.kind {
            ProblemKind::Lost => report.broken(problem.to_string()),
            ProblemKind::Mended | ProblemKind::Shadowed => report.note(problem.to_string()),
        }
    }
}

/// Those that a server would start.
fn extensions(options: &DoctorOptions, report: &mut Report) {
    report.section("Extensions");
    let places =
        extension::Places { home: options.home.clone(), workspace: Some(options.cwd.clone()), given: Vec::new() };
    let found = places.find();
    if found.is_empty() {
        report.note("none");
    }
    for found in found {
        report.fine(found.path.display().to_string());
    }
}

/// The rule files, and what is wrong with them.
fn rules(options: &DoctorOptions, settings: &Settings, report: &mut Report) {
    report.section("Rules");
    let disabled = settings.ttsr.as_ref().and_then(|ttsr| ttsr.disabled_rules.clone()).unwrap_or_default();
    let (rules, warnings) = settings::rules(options.home.as_deref(), &options.cwd, &disabled);
    if rules.is_empty() && warnings.is_empty() {
        report.note("none");
    }
    for rule in &rules {
        report.fine(format!("{}: {}", rule.name, rule.path));
    }
    let (_, remarks) = Rules::new(rules, RulePolicy::default());
    for why in warnings.into_iter().chain(remarks) {
        report.broken(why);
    }
}

fn programs(options: &DoctorOptions, report: &mut Report) {
    report.section("Programs");
    let path = options.environment.get("PATH").unwrap_or_default();
    let find = |name: &str| {
        let places = path.split(':').filter(|folder| !folder.is_empty()).map(|folder| Path::new(folder).join(name));
        places.into_iter().find(|place| place.is_file() && access(place, AccessFlags::X_OK).is_ok())
    };
    match find("sh").or_else(|| Some(PathBuf::from("/bin/sh")).filter(|shell| shell.is_file())) {
        Some(shell) => report.fine(format!("sh: {}", shell.display())),
        None => report.broken("sh: not found; the bash tool cannot run anything"),
    }
    match find("git") {
        Some(git) => report.fine(format!("git: {}", git.display())),
        None => report.note("git: not found; commands that use it fail"),
    }
}

#[cfg(test)]
#[path = "doctor/doctor_tests.rs"]
mod tests;
