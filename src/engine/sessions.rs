//! Opens sessions: fresh, continued, resumed, or in the place of another.

use std::path::PathBuf;
use std::sync::Arc;

use crate::agent::Updates;
use crate::base::clock;
use crate::base::ids::{self, SessionId};
use crate::base::task::Tasks;
use crate::outbox::Outbox;
use crate::proto::shared::{InterruptMode, Model, QueueMode, ThinkingLevel};
use crate::session::{self, Effects, Parts, RetryPolicy, Session, SessionConfig, SessionHandle, Tooling};
use crate::store::{self, Header, Loaded, Transcript};

use super::EngineError;
use super::models::ModelRegistry;

/// Which session the process starts with.
#[derive(Debug, Clone, PartialEq)]
pub enum Opening {
    Fresh,
    /// The newest of the folder, or a fresh one when there is none.
    Continue,
    /// By id, the beginning of an id, or path.
    Resume(String),
}

/// What every session of this process is opened with.
#[derive(Clone)]
pub struct Sessions {
    pub cwd: PathBuf,
    /// The folder of transcripts; `None` keeps sessions in memory.
    pub folder: Option<PathBuf>,
    pub models: Arc<ModelRegistry>,
    pub tooling: Tooling,
    pub system_prompt: Arc<[String]>,
    pub cache_key: Option<Arc<str>>,
    /// The id that providers see instead of the session's own.
    pub provider_session: Option<Arc<str>>,
    pub steering_mode: QueueMode,
    pub follow_up_mode: QueueMode,
    pub interrupt_mode: InterruptMode,
    pub auto_compaction: bool,
    pub retry: RetryPolicy,
    pub updates: Updates,
    pub tasks: Tasks,
}

/// How the first session's model is chosen when the command line does not.
pub trait Choose {
    /// The model and thinking level, knowing what a resumed session used last.
    fn choose(
        &self,
        resumed: Option<(&str, &str)>,
        thinking: Option<ThinkingLevel>,
    ) -> Result<(Arc<Model>, ThinkingLevel), EngineError>;
}

impl Sessions {
    /// The session that the process starts with.
    pub fn open(&self, opening: &Opening, choose: &dyn Choose, outbox: &Outbox) -> Result<SessionHandle, EngineError> {
        let stored = match (opening, &self.folder) {
            (Opening::Fresh, _) | (Opening::Continue, None) => None,
            (Opening::Continue, Some(folder)) => store::latest(folder),
            (Opening::Resume(which), folder) => {
                let here = folder.clone().unwrap_or_else(|| self.cwd.clone());
                Some(store::find(&here, which)?)
            }
        };
        match stored {
            Some(path) => self.resume(path, choose, outbox),
            None => {
                let (model, thinking) = choose.choose(None, None)?;
                Ok(self.fresh(Some(model), thinking, None, outbox))
            }
        }
    }

    fn resume(&self, path: PathBuf, choose: &dyn Choose, outbox: &Outbox) -> Result<SessionHandle, EngineError> {
        let (transcript, loaded) = Transcript::open(&path)?;
        for damage in &loaded.damage {
            tracing::warn!(path = %path.display(), "{damage}");
        }
        let used = loaded.model.as_ref().map(|(provider, model)| (provider.as_str(), model.as_str()));
        let (model, thinking) = choose.choose(used, loaded.thinking)?;
        let id = SessionId::new(loaded.header.id.clone());
        let config = self.config(id, Some(path), Some(model), thinking);
        Ok(self.resumed(config, loaded, transcript, outbox))
    }

    fn resumed(&self, config: SessionConfig, loaded: Loaded, transcript: Transcript, outbox: &Outbox) -> SessionHandle {
        let mut effects = Effects::default();
        let session = Session::resumed(config, loaded, &mut effects);
        self.start(session, effects, Some(transcript), outbox)
    }

    /// A new session that goes on with the model, thinking level and modes of `old`.
    pub(super) fn successor(&self, old: &Session, parent: Option<PathBuf>, outbox: &Outbox) -> SessionHandle {
        let before = old.config();
        let modes = Self {
            steering_mode: before.steering_mode,
            follow_up_mode: before.follow_up_mode,
            interrupt_mode: before.interrupt_mode,
            auto_compaction: before.auto_compaction,
            retry: before.retry.clone(),
            tooling: before.tooling.clone(),
            ..self.clone()
        };
        modes.fresh(before.model.clone(), before.thinking, parent, outbox)
    }

    fn fresh(
        &self,
        model: Option<Arc<Model>>,
        thinking: ThinkingLevel,
        parent: Option<PathBuf>,
        outbox: &Outbox,
    ) -> SessionHandle {
        let (id, now) = (ids::new_session_id(), clock::now());
        let file = self.folder.as_ref().map(|folder| store::session_path(folder, id.as_str(), now));
        let header = Header {
            id: id.as_str().into(),
            timestamp: now,
            cwd: self.cwd.clone(),
            parent_session: parent,
            title: None,
        };
        let transcript = file.clone().map(|path| Transcript::planned(path, header));
        let session = Session::new(self.config(id, file, model, thinking));
        self.start(session, Effects::default(), transcript, outbox)
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
            None => std::env::temp_dir().join(format!("hostwire-{id}")),
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
        }
    }
}
