//! Opens sessions: fresh, continued, resumed, or in the place of another.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::agent::Updates;
use crate::base::clock;
use crate::base::ids::{self, SessionId};
use crate::base::task::Tasks;
use crate::mcp::Servers;
use crate::outbox::Outbox;
use crate::proto::kept::Kept;
use crate::proto::shared::{InterruptMode, Model, QueueMode, ThinkingLevel};
use crate::session::{
    self, CompactionPolicy, Effects, Estate, Parts, ReminderPolicy, RetryPolicy, Rules, Session, SessionConfig,
    SessionHandle, Tooling,
};
use crate::store::{self, Excerpt, Header, Loaded, Snapshot, StoreError, Transcript};

use super::models::ModelRegistry;
use super::{EngineError, Permissions};

/// Which session the process starts with.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    Fresh,
    /// The newest of the folder, or a fresh one when there is none.
    Continue,
    /// By id, the beginning of an id, or path.
    Resume(String),
    /// A copy of one, named the same way.
    Fork(String),
}

/// Where transcripts are kept.
#[derive(Debug, Clone, PartialEq)]
pub enum Folders {
    /// Nowhere: sessions stay in memory.
    None,
    /// All in this folder.
    One(PathBuf),
    /// In a folder for each workspace, below this home.
    Home(PathBuf),
}

impl Folders {
    /// The folder for sessions that work in `cwd`.
    pub fn of(&self, cwd: &Path) -> Option<PathBuf> {
        match self {
            Self::None => None,
            Self::One(folder) => Some(folder.clone()),
            Self::Home(home) => Some(store::sessions_dir(home, cwd)),
        }
    }
}

/// Makes the system prompt for a folder to work in.
pub type Prompt = Arc<dyn Fn(&Path) -> Arc<[String]> + Send + Sync>;

/// Finds the rules that watch in a folder.
pub type RulesOf = Arc<dyn Fn(&Path) -> Arc<Rules> + Send + Sync>;

/// A session that was loaded, and its transcript, which is open for writing.
pub(super) struct Opened {
    /// `None` for a session in memory.
    pub path: Option<PathBuf>,
    pub transcript: Option<Transcript>,
    pub loaded: Loaded,
}

impl Opened {
    pub(super) fn open(path: PathBuf) -> Result<Self, StoreError> {
        let (transcript, loaded) = Transcript::open(&path)?;
        Ok(Self { path: Some(path), transcript: Some(transcript), loaded })
    }

    /// What was wrong with the file goes to the log.
    pub(super) fn report(&self) {
        for damage in &self.loaded.damage {
            tracing::warn!(path = %self.path.as_deref().unwrap_or(Path::new("")).display(), "{damage}");
        }
    }
}

/// What every session of this process is opened with.
#[derive(Clone)]
pub struct Sessions {
    pub cwd: PathBuf,
    pub folders: Folders,
    /// Where sessions in memory leave long outputs; gone with the process.
    pub scratch: PathBuf,
    pub models: Arc<ModelRegistry>,
    pub tooling: Tooling,
    /// What calls must pass.
    pub permissions: Permissions,
    pub mcp: Servers,
    /// The system prompt for `cwd`.
    pub system_prompt: Kept<[String]>,
    pub prompt: Prompt,
    pub cache_key: Option<Arc<str>>,
    /// The id that providers see instead of the session's own.
    pub provider_session: Option<Arc<str>>,
    pub steering_mode: QueueMode,
    pub follow_up_mode: QueueMode,
    pub interrupt_mode: InterruptMode,
    pub auto_compaction: bool,
    pub retry: RetryPolicy,
    pub reminders: ReminderPolicy,
    /// The rules that watch in `cwd`.
    pub rules: Arc<Rules>,
    pub rules_of: RulesOf,
    /// The longest that a run may take.
    pub max_time: Option<Duration>,
    pub compaction: CompactionPolicy,
    pub updates: Updates,
    pub tasks: Tasks,
    /// The model and thinking level that the launch options ask for.
    pub choose: Arc<dyn Choose>,
    /// Most conversations in the background; none is no limit that works.
    pub background_limit: u64,
}

/// How the model of a session is chosen that begins with the launch options.
pub trait Choose: Send + Sync {
    /// The model and thinking level, knowing what a resumed session used last.
    fn choose(
        &self,
        resumed: Option<(&str, &str)>,
        thinking: Option<ThinkingLevel>,
    ) -> Result<(Arc<Model>, ThinkingLevel), EngineError>;
}

impl Sessions {
    /// The session that the process starts with.
    pub fn open(&self, opening: &Opening, outbox: &Outbox) -> Result<SessionHandle, EngineError> {
        let folder = self.folders.of(&self.cwd);
        let here = folder.as_ref().unwrap_or(&self.cwd);
        let opened = match opening {
            Opening::Fresh => None,
            Opening::Continue => {
                let own = matches!(self.folders, Folders::Home(_)).then_some(self.cwd.as_path());
                folder.as_deref().and_then(|folder| store::latest(folder, own)).map(Opened::open).transpose()?
            }
            Opening::Resume(which) => Some(Opened::open(store::find(here, which)?)?),
            Opening::Fork(which) => Some(self.fork(store::find(here, which)?)?),
        };
        match opened {
            // A process that keeps sessions in memory copies a stored one and lets go of it.
            Some(Opened { transcript: Some(transcript), loaded, .. }) if folder.is_none() => {
                let copy = store::copy(transcript.snapshot()?)?;
                let (transcript, _) = copy.begin(None, loaded.header.clone())?;
                self.resume(Opened { path: None, transcript: Some(transcript), loaded }, outbox)
            }
            Some(opened) => self.resume(opened, outbox),
            None => self.launch(outbox),
        }
    }

    fn resume(&self, opened: Opened, outbox: &Outbox) -> Result<SessionHandle, EngineError> {
        opened.report();
        let loaded = &opened.loaded;
        let used = loaded.model.as_ref().map(|(provider, model)| (provider.as_str(), model.as_str()));
        let (model, thinking) = self.choose.choose(used, loaded.thinking)?;
        Ok(self.go_on(opened, Some(model), thinking, outbox))
    }

    /// Starts a session that was loaded.
    pub(super) fn go_on(
        &self,
        opened: Opened,
        model: Option<Arc<Model>>,
        thinking: ThinkingLevel,
        outbox: &Outbox,
    ) -> SessionHandle {
        let id = SessionId::new(opened.loaded.header.id.clone());
        let config = self.config(id, opened.path, model, thinking);
        config.tooling.changes.load(&config.artifacts);
        let mut effects = Effects::default();
        let session = Session::resumed(config, opened.loaded, &mut effects);
        self.start(session, effects, opened.transcript, outbox)
    }

    /// A copy of a stored session, all its branches; the file itself is only read.
    fn fork(&self, path: PathBuf) -> Result<Opened, StoreError> {
        let excerpt = store::copy(Snapshot::of_file(&path)?)?;
        self.begin(excerpt, &self.cwd, Some(path))
    }

    /// A new transcript that begins with part of another one.
    pub(super) fn begin(&self, excerpt: Excerpt, cwd: &Path, parent: Option<PathBuf>) -> Result<Opened, StoreError> {
        let (header, path) = self.header(cwd, parent);
        let (transcript, loaded) = excerpt.begin(path.clone(), header)?;
        Ok(Opened { path, transcript: Some(transcript), loaded })
    }

    /// The header of a new session, and where its transcript will be.
    fn header(&self, cwd: &Path, parent: Option<PathBuf>) -> (Header, Option<PathBuf>) {
        let (id, now) = (ids::new_session_id(), clock::now());
        let path = self.folders.of(cwd).map(|folder| store::session_path(&folder, id.as_str(), now));
        let (id, cwd) = (id.as_str().into(), cwd.to_owned());
        (Header { id, timestamp: now, cwd, parent_session: parent, title: None }, path)
    }

    fn launch(&self, outbox: &Outbox) -> Result<SessionHandle, EngineError> {
        let (model, thinking) = self.choose.choose(None, None)?;
        Ok(self.fresh(Some(model), thinking, None, outbox))
    }

    /// A new session beside `old`, as the launch options want it, with the tools of `old`.
    pub(super) fn launched(&self, old: &Session, outbox: &Outbox) -> Result<SessionHandle, EngineError> {
        Self { tooling: old.config().tooling.clone(), ..self.clone() }.launch(outbox)
    }

    /// A new session that goes on with the model, thinking level and modes of `old`.
    pub(super) fn successor(&self, old: &Session, parent: Option<PathBuf>, outbox: &Outbox) -> SessionHandle {
        let before = old.config();
        self.like(old).fresh(before.model.clone(), before.thinking, parent, outbox)
    }

    /// The same, and it begins with what `old` left.
    pub(super) fn heir(
        &self,
        old: &Session,
        parent: Option<PathBuf>,
        estate: Estate,
        outbox: &Outbox,
    ) -> SessionHandle {
        let before = old.config();
        let sessions = self.like(old);
        let (mut session, transcript) = sessions.made(before.model.clone(), before.thinking, parent);
        let mut effects = Effects::default();
        session.inherit(estate, &mut effects);
        sessions.start(session, effects, Some(transcript), outbox)
    }

    /// What sessions are opened with that go on where `old` is: its modes, its folder, its tools.
    pub(super) fn like(&self, old: &Session) -> Self {
        let before = old.config();
        Self {
            cwd: before.cwd.clone(),
            system_prompt: before.system_prompt.clone(),
            rules: before.rules.clone(),
            steering_mode: before.steering_mode,
            follow_up_mode: before.follow_up_mode,
            interrupt_mode: before.interrupt_mode,
            auto_compaction: before.auto_compaction,
            retry: before.retry.clone(),
            tooling: before.tooling.clone(),
            ..self.clone()
        }
    }

    fn fresh(
        &self,
        model: Option<Arc<Model>>,
        thinking: ThinkingLevel,
        parent: Option<PathBuf>,
        outbox: &Outbox,
    ) -> SessionHandle {
        let (session, transcript) = self.made(model, thinking, parent);
        self.start(session, Effects::default(), Some(transcript), outbox)
    }

    fn made(
        &self,
        model: Option<Arc<Model>>,
        thinking: ThinkingLevel,
        parent: Option<PathBuf>,
    ) -> (Session, Transcript) {
        let (header, file) = self.header(&self.cwd, parent);
        let id = SessionId::new(header.id.clone());
        let transcript = match file.clone() {
            Some(path) => Transcript::planned(path, header),
            None => Transcript::in_memory(&header),
        };
        (Session::new(self.config(id, file, model, thinking)), transcript)
    }

    fn start(
        &self,
        session: Session,
        effects: Effects,
        transcript: Option<Transcript>,
        outbox: &Outbox,
    ) -> SessionHandle {
        let (outbox, tasks) = (outbox.clone(), self.tasks.clone());
        session::open(Parts { session, effects, transcript, outbox, updates: self.updates, tasks })
    }

    fn config(
        &self,
        id: SessionId,
        file: Option<PathBuf>,
        model: Option<Arc<Model>>,
        thinking: ThinkingLevel,
    ) -> SessionConfig {
        let artifacts = match &file {
            Some(file) => store::artifacts_dir(file),
            None => self.scratch.join(id.as_str()),
        };
        SessionConfig {
            id,
            cwd: self.cwd.clone(),
            file,
            artifacts,
            models: self.models.clone(),
            model,
            thinking,
            tooling: self.tooling.clone(),
            system_prompt: self.system_prompt.clone(),
            cache_key: self.cache_key.clone(),
            provider_session: self.provider_session.clone(),
            steering_mode: self.steering_mode,
            follow_up_mode: self.follow_up_mode,
            interrupt_mode: self.interrupt_mode,
            auto_compaction: self.auto_compaction,
            retry: self.retry.clone(),
            reminders: self.reminders,
            rules: self.rules.clone(),
            max_time: self.max_time,
            compaction: self.compaction.clone(),
        }
    }
}
