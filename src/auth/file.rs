//! Writing `auth.json`: whole or not at all, for its owner only, and by one process at a time.

use std::fs::DirBuilder;
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value};

pub(super) use crate::base::lock::Lock;

use super::AuthError;

/// Name of the file whose lock guards a change of `auth.json`.
const CHANGE_LOCK: &str = "auth.json.lock";
/// Name of the file whose lock guards the renewal of tokens, which takes as long as a provider does.
const RENEWAL_LOCK: &str = "auth.renewal.lock";
/// A change takes milliseconds; whoever holds the lock for longer is stuck.
const CHANGE_PATIENCE: Duration = Duration::from_secs(10);
/// Longer than a request to a provider may take.
const RENEWAL_PATIENCE: Duration = Duration::from_secs(45);

/// The entries of the file; one that is not there has none. The error quotes nothing of it.
pub(super) fn read(path: &Path) -> Result<Map<String, Value>, AuthError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Map::new()),
        Err(error) => return Err(AuthError::file(path, error)),
    };
    // serde's own text could quote a part of a secret.
    let broken = |error: serde_json::Error| format!("line {}: expected providers with their keys", error.line());
    serde_json::from_str(&text).map_err(|error| AuthError::file(path, broken(error)))
}

/// Puts one entry into the file and leaves the others as they are.
///
/// Blocks. A link stays a link; a file that cannot be read is not overwritten.
pub(super) fn put(path: &Path, provider: &str, entry: Value) -> Result<(), AuthError> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().unwrap_or(Path::new("."));
    let fails = |error: std::io::Error| AuthError::file(path, error);
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(fails)?;
    let lock = lock(&folder.join(CHANGE_LOCK), CHANGE_PATIENCE)?;
    let mut entries = read(&target)?;
    entries.insert(provider.to_owned(), entry);
    // Made with mode 0600.
    let mut new = tempfile::NamedTempFile::new_in(folder).map_err(fails)?;
    new.write_all(format!("{:#}\n", Value::Object(entries)).as_bytes()).map_err(fails)?;
    new.as_file().sync_all().map_err(fails)?;
    new.persist(&target).map_err(|failed| fails(failed.error))?;
    drop(lock);
    Ok(())
}

/// Keeps other processes from renewing tokens of this file. Blocks.
pub(super) fn lock_renewal(path: &Path) -> Result<Lock, AuthError> {
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    lock(&target.with_file_name(RENEWAL_LOCK), RENEWAL_PATIENCE)
}

fn lock(path: &Path, patience: Duration) -> Result<Lock, AuthError> {
    Lock::take(path, patience).map_err(|error| AuthError::file(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn an_entry_joins_the_others_and_the_file_is_its_owners_alone() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("deep/auth.json");
        put(&path, "a", "k1".into()).unwrap();
        std::fs::write(&path, r#"{"a": "k1", "odd": {"type": "later", "x": [1]}}"#).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        put(&path, "b", "k2".into()).unwrap();
        let entries = read(&path).unwrap();
        assert_eq!(
            Value::Object(entries),
            serde_json::json!({"a": "k1", "odd": {"type": "later", "x": [1]}, "b": "k2"})
        );
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_broken_file_is_not_overwritten_and_not_quoted() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("auth.json");
        std::fs::write(&path, "{\n\"a\": \"sk-secret").unwrap();
        let error = put(&path, "b", "k2".into()).unwrap_err().to_string();
        assert!(error.contains("line 2") && !error.contains("sk-"), "{error}");
        assert!(std::fs::read_to_string(&path).unwrap().contains("sk-secret"));
    }

    #[test]
    fn a_link_stays_a_link() {
        let home = tempfile::tempdir().unwrap();
        std::fs::create_dir(home.path().join("far")).unwrap();
        std::fs::write(home.path().join("far/real.json"), "{}").unwrap();
        let path = home.path().join("auth.json");
        std::os::unix::fs::symlink("far/real.json", &path).unwrap();
        put(&path, "a", "k".into()).unwrap();
        assert!(std::fs::symlink_metadata(&path).unwrap().is_symlink());
        assert_eq!(read(&home.path().join("far/real.json")).unwrap().len(), 1);
    }

    #[test]
    fn writers_at_the_same_time_lose_nothing() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("auth.json");
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for entry in 0..5 {
                        put(path, &format!("p{writer}-{entry}"), "k".into()).unwrap();
                    }
                });
            }
        });
        assert_eq!(read(&path).unwrap().len(), 40);
    }
}
