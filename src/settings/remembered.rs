//! Answers of the user that hold beyond a session: rules in a small settings file of their own.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value};

use crate::base::lock::Lock;

/// The file's name in its folder, beside the settings file.
const NAME: &str = "settings.local.json";
/// The file beside it whose lock guards a change.
const LOCK: &str = "settings.local.json.lock";
/// A change takes milliseconds; whoever holds the lock for longer is stuck. A call waits meanwhile.
const PATIENCE: Duration = Duration::from_secs(5);

/// The list that an entry goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remembered {
    Allow,
    Deny,
}

/// Where answers are kept in a folder of settings.
pub fn remembered_file(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

/// The entries of the file, allowed and denied; a file that is not there has none.
pub fn remembered(file: &Path) -> std::io::Result<(Vec<String>, Vec<String>)> {
    let tree: Map<String, Value> = match std::fs::read_to_string(file) {
        Ok(text) => serde_json::from_str(&text).map_err(std::io::Error::other)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok((Vec::new(), Vec::new())),
        Err(error) => return Err(error),
    };
    let list = |name: &str| {
        let entries = tree.get("permissions").and_then(|permissions| permissions.get(name)).and_then(Value::as_array);
        entries.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    Ok((list("allowList"), list("denyList")))
}

/// Adds an entry to `permissions.allowList` or `permissions.denyList` of the file, which is made when it is not there,
/// and takes it out of the other list.
///
/// Blocks, also while another process changes the file. A link stays a link. Fails, and leaves the file as it is, when
/// that is not made of such lists.
pub fn remember(file: &Path, list: Remembered, entry: &str) -> std::io::Result<()> {
    let file = &file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let lock = Lock::take(&folder.join(LOCK), PATIENCE)?;
    let mut tree: Map<String, Value> = match std::fs::read_to_string(file) {
        Ok(text) => serde_json::from_str(&text).map_err(std::io::Error::other)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Map::new(),
        Err(error) => return Err(error),
    };
    let permissions = tree.entry("permissions").or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(permissions) = permissions else {
        return Err(std::io::Error::other("permissions is no object"));
    };
    let (to, from) = match list {
        Remembered::Allow => ("allowList", "denyList"),
        Remembered::Deny => ("denyList", "allowList"),
    };
    if permissions.contains_key(from) {
        entries(permissions, from)?.retain(|known| known != entry);
    }
    let entries = entries(permissions, to)?;
    if entries.iter().all(|known| known != entry) {
        entries.push(entry.into());
    }
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(format!("{:#}\n", Value::Object(tree)).as_bytes())?;
    new.as_file().sync_all()?;
    new.persist(file).map_err(|failed| failed.error)?;
    drop(lock);
    Ok(())
}

/// The list of this name, which is made when it is not there.
fn entries<'a>(permissions: &'a mut Map<String, Value>, name: &str) -> std::io::Result<&'a mut Vec<Value>> {
    match permissions.entry(name).or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(entries) => Ok(entries),
        _ => Err(std::io::Error::other(format!("permissions.{name} is no list"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_kept_once_and_in_one_list() {
        let folder = tempfile::tempdir().unwrap();
        let file = remembered_file(&folder.path().join("deep"));
        remember(&file, Remembered::Allow, "run_command:make").unwrap();
        remember(&file, Remembered::Allow, "run_command:make").unwrap();
        remember(&file, Remembered::Allow, "write_file:a").unwrap();
        remember(&file, Remembered::Deny, "run_command:make").unwrap();
        assert_eq!(remembered(&file).unwrap(), (vec!["write_file:a".into()], vec!["run_command:make".into()]));
        assert_eq!(remembered(&folder.path().join("none")).unwrap(), (vec![], vec![]));
        let tree: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(tree["permissions"]["allowList"], serde_json::json!(["write_file:a"]));
        assert_eq!(tree["permissions"]["denyList"], serde_json::json!(["run_command:make"]));
        std::fs::write(&file, "no json").unwrap();
        assert!(remember(&file, Remembered::Deny, "x").is_err(), "a file that cannot be read is left alone");
    }

    #[test]
    fn a_file_of_another_shape_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = remembered_file(folder.path());
        for text in [
            r#"{"permissions": {"allowList": "make"}}"#,
            r#"{"permissions": {"denyList": {"make": true}}}"#,
            r#"{"permissions": []}"#,
            "[]",
        ] {
            std::fs::write(&file, text).unwrap();
            assert!(remember(&file, Remembered::Allow, "run_command:make").is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let far = folder.path().join("far.json");
        std::fs::write(&far, "{}").unwrap();
        let file = remembered_file(folder.path());
        std::os::unix::fs::symlink("far.json", &file).unwrap();
        remember(&file, Remembered::Deny, "x").unwrap();
        assert!(std::fs::symlink_metadata(&file).unwrap().is_symlink());
        assert_eq!(remembered(&far).unwrap().1, ["x"]);
    }

    #[test]
    fn writers_at_the_same_time_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = remembered_file(folder.path());
        std::thread::scope(|scope| {
            for writer in 0..6 {
                let file = &file;
                scope.spawn(move || {
                    for entry in 0..5 {
                        remember(file, Remembered::Allow, &format!("run_command:{writer} {entry}")).unwrap();
                    }
                });
            }
        });
        assert_eq!(remembered(&file).unwrap().0.len(), 30);
    }
}
