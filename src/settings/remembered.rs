//! Answers of the user that hold beyond a session: rules in a small settings file of their own.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// The file's name in its folder, beside the settings file.
const NAME: &str = "settings.local.json";

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
pub fn remember(file: &Path, list: Remembered, entry: &str) -> std::io::Result<()> {
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
    if let Some(Value::Array(entries)) = permissions.get_mut(from) {
        entries.retain(|known| known != entry);
    }
    match permissions.entry(to).or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(entries) if entries.iter().all(|known| known != entry) => entries.push(entry.into()),
        _ => {}
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    std::io::Write::write_all(&mut new, format!("{:#}\n", Value::Object(tree)).as_bytes())?;
    new.persist(file).map(drop).map_err(|failed| failed.error)
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
}
