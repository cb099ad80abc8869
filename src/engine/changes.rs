//! Session changes (to a branch, to a stored session, to one that was left and still lives), and looks at whole files.
//!
//! What can fail (reading, parsing, writing the new file) comes first and away from the runtime's thread; only then the
//! running turn is ended, says so, and the other session takes the place. So a change that is refused changes nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::{paths, task};
use crate::outbox::Event;
use crate::session::{Rules, Session, SessionHandle};
use crate::store::{self, BranchPoint, Snapshot, StoreError, Transcript, Whole};

use super::sessions::Opened;
use super::{Engine, EngineError, Moved};

/// A folder to work in.
struct Place {
    cwd: PathBuf,
    /// The system prompt there.
    prompt: Arc<[String]>,
    rules: Arc<Rules>,
}

impl Engine {
    /// The user messages from which `branch` can start.
    pub async fn branch_points(&self) -> Result<Vec<BranchPoint>, EngineError> {
        let snapshot = snapshot(&self.foreground()).await?;
        blocking("branch points", move || store::branch_points(snapshot)).await
    }

    /// All that was said in the conversation, also what compactions put aside.
    pub async fn whole_history(&self) -> Result<Whole, EngineError> {
        let session = self.foreground();
        let told = session.with_transcript(|session, transcript, _| {
            Some((transcript.as_ref().map(Transcript::snapshot)?, session.leaf()))
        });
        let (snapshot, leaf) = with(told.await.flatten())?;
        let snapshot = snapshot?;
        blocking("history", move || store::whole(snapshot, leaf.as_deref())).await
    }

    /// Writes the conversation as a page; without a path to the folder of the process, under a name that begins with
    /// `prefix`. Gives the page's path.
    pub async fn export(&self, to: Option<String>, prefix: &str) -> Result<PathBuf, EngineError> {
        let session = self.foreground();
        let stem = session.file().and_then(Path::file_stem).ok_or(EngineError::InMemory)?.to_string_lossy();
        let name = to.filter(|path| !path.trim().is_empty()).unwrap_or_else(|| format!("{prefix}{stem}.html"));
        let to = paths::normal(&self.sessions().cwd.join(name));
        let snapshot = snapshot(&session).await?;
        blocking("export", move || store::export_html(snapshot, &to).map(|()| to)).await
    }

    /// A new session with what came before a user message takes the place; gives the message's text.
    pub async fn branch(&self, entry_id: String) -> Result<String, EngineError> {
        let old = self.foreground();
        let (snapshot, cwd) = (snapshot(&old).await?, look(&old, |old| old.config().cwd.clone()).await?);
        let (sessions, parent) = (self.sessions().clone(), old.file().map(Path::to_owned));
        let begin = move || {
            let excerpt = store::before(snapshot, &entry_id)?;
            let text = excerpt.text.clone();
            Ok((text, sessions.begin(excerpt, &cwd, parent)?))
        };
        let (text, opened) = blocking("branch", begin).await?;
        self.replace(&old, move |engine, session| {
            let sessions = engine.sessions().like(session);
            let config = session.config();
            sessions.go_on(opened, config.model.clone(), config.thinking, engine.outbox())
        })
        .await?;
        Ok(text)
    }

    /// The session of a transcript takes the place. Only a conversation that runs in the background sends the one before it
    /// there; what became of that is given.
    pub async fn switch(&self, path: &Path) -> Result<Option<Moved>, EngineError> {
        let old = self.foreground();
        let cwd = look(&old, |old| old.config().cwd.clone()).await?;
        let path = paths::normal(&cwd.join(path));
        if old.file().is_some_and(|file| paths::is_same(file, &path)) {
            return self.reload(&old).await.map(|()| None);
        }
        if let Some(moved) = self.reattach(&old, &path).await? {
            return Ok(Some(moved));
        }
        if let Some(left) = self.left_at(&path) {
            match left.upgrade() {
                Some(living) => return self.replace(&old, move |_, _| living).await.map(|()| None),
                None => left.gone().await,
            }
        }
        let opened = blocking("switch", move || Opened::open(path)).await?;
        self.stand_in(&old, opened).await.map(|()| None)
    }

    /// The loaded session with its own model, thinking level and folder, and the modes of the one before it.
    async fn stand_in(&self, old: &SessionHandle, opened: Opened) -> Result<(), EngineError> {
        let there = self.place(&opened.loaded.header.cwd).await?;
        self.replace(old, move |engine, session| engine.loaded(session, opened, there)).await
    }

    fn loaded(&self, old: &Session, opened: Opened, there: Option<Place>) -> SessionHandle {
        opened.report();
        let mut sessions = self.sessions().like(old);
        if let Some(Place { cwd, prompt, rules }) = there {
            sessions.rules = rules;
            sessions.cwd = cwd;
            sessions.system_prompt = prompt.into();
        }
        let (model, thinking) = self.models().remembered(&opened.loaded, old.config());
        sessions.go_on(opened, model, thinking, self.outbox())
    }

    /// The session's folder with the prompt that fits it, if that folder is there.
    async fn place(&self, cwd: &Path) -> Result<Option<Place>, EngineError> {
        let (cwd, prompt, rules) = (cwd.to_owned(), self.sessions().prompt.clone(), self.sessions().rules_of.clone());
        blocking("system prompt", move || {
            let is_there = cwd.is_absolute() && cwd.is_dir();
            Ok(is_there.then(|| Place { prompt: prompt(&cwd), rules: rules(&cwd), cwd }))
        })
        .await
    }

    /// The session is read from its own file again. The transcript moves on to the new one, so it stays locked.
    async fn reload(&self, old: &SessionHandle) -> Result<(), EngineError> {
        loop {
            let planned = |transcript: &Option<Transcript>| transcript.as_ref().is_none_or(Transcript::is_planned);
            if with(old.with_transcript(move |_, transcript, _| planned(transcript)).await)? {
                return self.empty(old).await;
            }
            let snapshot = snapshot(old).await?;
            let size = snapshot.size();
            let loaded = blocking("reload", move || snapshot.load()).await?;
            let there = self.place(&loaded.header.cwd).await?;
            let engine = self.clone();
            let done = old.ended(move |session, transcript, _| {
                // The end of the turn, or the result of a shell command, has been written since.
                let grown = transcript.as_ref().is_some_and(|now| now.snapshot().is_ok_and(|now| now.size() != size));
                if grown {
                    return false;
                }
                let (path, transcript) = (session.config().file.clone(), transcript.take());
                let next = engine.loaded(session, Opened { path, transcript, loaded }, there);
                engine.put_in_front(next);
                true
            });
            if with(done.await)? {
                return Ok(());
            }
        }
    }

    /// A session that nothing was said in is what its file would say; only its queues are emptied.
    async fn empty(&self, old: &SessionHandle) -> Result<(), EngineError> {
        let commands = old.ended(|session, _, fx| {
            session.drop_queued();
            fx.emit(Event::CommandsChanged { cwd: session.config().cwd.clone() });
        });
        with(commands.await)
    }

    /// The session works in another folder, given as seen from the one before, with the system prompt and the commands
    /// that fit it. The transcript's header keeps the folder that the session began in.
    pub async fn change_folder(&self, to: &str) -> Result<PathBuf, EngineError> {
        let session = self.foreground();
        let to = paths::absolute(&session.cwd(), to);
        let Some(Place { cwd, prompt, rules }) = self.place(&to).await? else {
            return Err(EngineError::NoFolder { path: to });
        };
        session.moved(cwd.clone());
        let there = cwd.clone();
        let told = session.with_transcript(move |session, _, fx| {
            session.set_folder(cwd.clone(), prompt, rules, fx);
            fx.emit(Event::CommandsChanged { cwd });
        });
        with(told.await)?;
        Ok(there)
    }

    /// A new session takes the place, and the one before is removed with all that it wrote. Gives the file, if it had one.
    pub async fn delete_session(&self) -> Result<Option<PathBuf>, EngineError> {
        let old = self.foreground();
        let file = old.file().map(Path::to_owned);
        self.shells().stop_all();
        self.replace(&old, |engine, session| engine.sessions().successor(session, None, engine.outbox())).await?;
        let Some(file) = file else { return Ok(None) };
        blocking("delete session", move || store::remove(&file).map(|()| Some(file))).await
    }

    /// Ends the running turn; when that was said, `next` gives the session that takes the place.
    async fn replace(
        &self,
        old: &SessionHandle,
        next: impl FnOnce(&Self, &Session) -> SessionHandle + Send + 'static,
    ) -> Result<(), EngineError> {
        let engine = self.clone();
        let left = old.downgrade();
        let replaced = old.ended(move |session, _, _| {
            engine.leave(left);
            engine.put_in_front(next(&engine, session));
        });
        with(replaced.await)
    }
}

async fn look<T: Send + 'static>(
    session: &SessionHandle,
    look: impl FnOnce(&Session) -> T + Send + 'static,
) -> Result<T, EngineError> {
    with(session.with_transcript(|session, _, _| look(session)).await)
}

async fn snapshot(session: &SessionHandle) -> Result<Snapshot, EngineError> {
    let taken = session.with_transcript(|_, transcript, _| transcript.as_ref().map(Transcript::snapshot)).await;
    Ok(with(taken.flatten())??)
}

fn with<T>(told: Option<T>) -> Result<T, EngineError> {
    told.ok_or(EngineError::Lost)
}

async fn blocking<T: Send + 'static>(
    name: &'static str,
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, EngineError> {
    Ok(task::blocking(name, work).await.map_err(|_| EngineError::Lost)??)
}
