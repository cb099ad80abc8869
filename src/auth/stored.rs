//! `auth.json` in the home folder: keys and logins, as this process and others leave them there.

use std::collections::BTreeMap;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::{AuthError, Secret, file};
use crate::base::clock::Timestamp;
use crate::base::log::Secrets;
use crate::proto::auth::{StoredCredential, StoredKey, StoredLogin};

/// What authenticates at one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    Key(Secret),
    Login(Tokens),
}

/// What a login gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// What requests carry.
    pub access: Secret,
    /// What gets the next one.
    pub refresh: Option<Secret>,
    /// When the provider refuses the token, if it said so.
    pub expires: Option<Timestamp>,
    /// What gave the tokens, and so renews them; absent in entries that others wrote.
    pub token_url: Option<String>,
    /// The client that they were given to.
    pub client_id: Option<String>,
}

/// The credentials by provider. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    file: Option<PathBuf>,
    // A leaf lock: held for a look or a change, and while a small file is read.
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Of the file.
    entries: BTreeMap<String, Held>,
    /// Of this process alone; they go before the file's.
    own: BTreeMap<String, Held>,
    /// New credentials stay in this process.
    unsaved: bool,
    stamp: Option<Stamp>,
    warnings: Vec<String>,
    broken: Option<String>,
    /// Learns every secret that comes in.
    secrets: Secrets,
}

/// What tells that a file was changed or replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    inode: u64,
    modified: (i64, i64),
    bytes: u64,
}

impl Stored {
    /// Reads the file. One that cannot be used is told as a warning and holds nothing: a provider that needs it says so.
    pub fn load(home: Option<&Path>) -> Self {
        let file = home.map(|home| home.join("auth.json"));
        let stored = Self { inner: Arc::new(Inner { file, state: Mutex::default() }) };
        stored.refresh();
        stored
    }

    /// From now on new credentials are kept in this process only.
    pub fn keep_in_memory(&self) {
        self.state().unsaved = true;
    }

    /// From now on the log is told of every secret that comes in, and at once of those that are there.
    pub fn guard(&self, secrets: Secrets) {
        let mut state = self.state();
        state.secrets = secrets;
        state.entries.values().chain(state.own.values()).for_each(|held| held.register(&state.secrets));
    }

    /// What is odd about the file.
    pub fn warnings(&self) -> Vec<String> {
        self.state().warnings.clone()
    }

    /// Why the file holds nothing although it is there; also among the warnings.
    pub fn broken(&self) -> Option<String> {
        self.state().broken.clone()
    }

    pub fn get(&self, provider: &str) -> Option<Held> {
        let state = self.state();
        state.own.get(provider).or_else(|| state.entries.get(provider)).cloned()
    }

    /// Reads the file again when it is not what it was. One that has become unreadable changes nothing.
    pub fn refresh(&self) {
        let Some(path) = &self.inner.file else { return };
        let mut state = self.state();
        let stamp = Stamp::of(path);
        if stamp == state.stamp {
            return;
        }
        let is_first = state.stamp.is_none() && state.entries.is_empty();
        state.stamp = stamp;
        match file::read(path) {
            Ok(entries) => {
                state.warnings = loose(path).into_iter().collect();
                state.broken = None;
                state.entries = entries.into_iter().filter_map(|(id, entry)| Some((id, Held::read(entry)?))).collect();
                state.entries.values().for_each(|held| held.register(&state.secrets));
            }
            Err(error) => {
                let text = format!("{error}; no credential of it is used");
                if !is_first {
                    tracing::warn!("{error}; what was read of it before is still used");
                }
                state.warnings = loose(path).into_iter().chain([text.clone()]).collect();
                state.broken = Some(text);
            }
        }
    }

    /// Keeps what a login gave, in the file if there is one. Blocks.
    pub fn save(&self, provider: &str, held: Held) -> Result<(), AuthError> {
        let unsaved = {
            let state = self.state();
            held.register(&state.secrets);
            state.unsaved
        };
        match &self.inner.file {
            Some(path) if !unsaved => {
                file::put(path, provider, held.write())?;
                self.state().own.remove(provider);
                self.refresh();
            }
            _ => drop(self.state().own.insert(provider.to_owned(), held)),
        }
        Ok(())
    }

    /// Puts renewed tokens where the old ones are: a provider that gives a new refresh token takes the old one no more.
    /// What cannot be written is used by this process all the same. Blocks.
    pub(super) fn renewed(&self, provider: &str, tokens: Tokens) {
        let held = Held::Login(tokens);
        let is_own = {
            let state = self.state();
            held.register(&state.secrets);
            state.own.contains_key(provider)
        };
        if let Some(path) = self.inner.file.as_ref().filter(|_| !is_own) {
            match file::put(path, provider, held.write()) {
                Ok(()) => return self.refresh(),
                Err(error) => tracing::warn!("renewed tokens are not stored: {error}"),
            }
        }
        self.state().own.insert(provider.to_owned(), held);
    }

    /// Keeps other processes that use the same file from renewing meanwhile. Blocks.
    pub(super) fn lock_renewal(&self) -> Option<file::Lock> {
        let path = self.inner.file.as_ref().filter(|path| path.exists())?;
        match file::lock_renewal(path) {
            Ok(lock) => Some(lock),
            Err(error) => {
                tracing::warn!("tokens are renewed without a lock: {error}");
                None
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let facts = std::fs::metadata(path).ok()?;
        Some(Self { inode: facts.ino(), modified: (facts.mtime(), facts.mtime_nsec()), bytes: facts.size() })
    }
}

/// The warning about a file that others can read.
fn loose(path: &Path) -> Option<String> {
    let open = std::fs::metadata(path).is_ok_and(|facts| facts.permissions().mode() & 0o077 != 0);
    open.then(|| format!("{}: others can read the credentials in it; expected mode 0600", path.display()))
}

impl Held {
    /// An entry as it stands in the file; `None` for what this version does not know.
    fn read(entry: Value) -> Option<Self> {
        let entry = match entry {
            Value::String(key) => StoredCredential::ApiKey(StoredKey { key }),
            Value::Object(mut entry) => {
                if entry.get("type").and_then(Value::as_str) == Some("api_key") {
                    entry.insert("type".to_owned(), "apiKey".into());
                }
                serde_json::from_value(Value::Object(entry)).ok()?
            }
            _ => return None,
        };
        let secret = |text: String| Some(text).filter(|text| !text.trim().is_empty()).map(Secret::new);
        Some(match entry {
            StoredCredential::ApiKey(entry) => Self::Key(secret(entry.key)?),
            StoredCredential::Oauth(entry) => Self::Login(Tokens {
                access: secret(entry.access)?,
                refresh: entry.refresh.and_then(secret),
                expires: entry.expires.map(|at| Timestamp::try_from(at).unwrap_or(Timestamp::MAX)),
                token_url: entry.token_url,
                client_id: entry.client_id,
            }),
        })
    }

    fn write(&self) -> Value {
        let entry = match self {
            Self::Key(key) => StoredCredential::ApiKey(StoredKey { key: key.reveal().to_owned() }),
            Self::Login(tokens) => StoredCredential::Oauth(StoredLogin {
                access: tokens.access.reveal().to_owned(),
                refresh: tokens.refresh.as_ref().map(|token| token.reveal().to_owned()),
                expires: tokens.expires.and_then(|at| u64::try_from(at).ok()),
                token_url: tokens.token_url.clone(),
                client_id: tokens.client_id.clone(),
            }),
        };
        serde_json::to_value(entry).unwrap_or(Value::Null)
    }

    fn register(&self, secrets: &Secrets) {
        match self {
            Self::Key(key) => secrets.register(key.reveal()),
            Self::Login(tokens) => {
                secrets.register(tokens.access.reveal());
                tokens.refresh.iter().for_each(|token| secrets.register(token.reveal()));
            }
        }
    }
}

#[cfg(test)]
#[path = "stored_tests.rs"]
mod tests;
