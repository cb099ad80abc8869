//! `auth.json` in the home folder: credentials that a login left there.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde::Deserialize;

use super::Secret;

/// The credentials of `auth.json`, by provider.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    keys: BTreeMap<String, Secret>,
    pub warnings: Vec<String>,
    /// Why the file holds nothing although it is there; also among the warnings.
    pub broken: Option<String>,
}

/// One provider's entry: the key alone, or an object that says what it is.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Plain(String),
    Typed(TypedEntry),
}

/// Entries of other types than a key belong to login flows and are left alone.
#[derive(Deserialize)]
struct TypedEntry {
    #[serde(rename = "type")]
    kind: String,
    key: Option<String>,
}

impl Stored {
    /// Reads the file. One that cannot be used is told as a warning and holds nothing: a provider that needs it says so.
    pub fn load(home: Option<&Path>) -> Self {
        let mut stored = Self::default();
        let Some(path) = home.map(|home| home.join("auth.json")).filter(|path| path.exists()) else {
            return stored;
        };
        let open = std::fs::metadata(&path).is_ok_and(|facts| facts.permissions().mode() & 0o077 != 0);
        if open {
            let text = "others can read the credentials in it; expected mode 0600";
            stored.warnings.push(format!("{}: {text}", path.display()));
        }
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
        let entries = text.and_then(|text| {
            let parsed = serde_json::from_str::<BTreeMap<String, Entry>>(&text);
            // serde's own text could quote a part of a secret.
            parsed.map_err(|error| format!("line {}: expected providers with their keys", error.line()))
        });
        match entries {
            Ok(entries) => {
                stored.keys = entries.into_iter().filter_map(|(id, entry)| Some((id, entry.key()?))).collect()
            }
            Err(why) => {
                let text = format!("{}: {why}; no credential of it is used", path.display());
                stored.warnings.push(text.clone());
                stored.broken = Some(text);
            }
        }
        stored
    }

    pub fn all(&self) -> impl Iterator<Item = &Secret> {
        self.keys.values()
    }

    pub fn get(&self, provider: &str) -> Option<&Secret> {
        self.keys.get(provider)
    }
}

impl Entry {
    fn key(self) -> Option<Secret> {
        let key = match self {
            Self::Plain(key) => Some(key),
            Self::Typed(entry) if matches!(entry.kind.as_str(), "apiKey" | "api_key") => entry.key,
            Self::Typed(_) => None,
        };
        key.filter(|key| !key.trim().is_empty()).map(Secret::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str, mode: u32) -> Stored {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("auth.json");
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        Stored::load(Some(home.path()))
    }

    #[test]
    fn keys_are_read_in_both_forms() {
        let stored =
            load(r#"{"a": "k1", "b": {"type": "apiKey", "key": "k2"}, "c": {"type": "oauth", "x": 1}}"#, 0o600);
        assert_eq!(stored.get("a").map(Secret::reveal), Some("k1"));
        assert_eq!(stored.get("b").map(Secret::reveal), Some("k2"));
        assert!(stored.get("c").is_none());
        assert!(stored.warnings.is_empty());
    }

    #[test]
    fn a_file_that_others_can_read_gets_a_warning() {
        let stored = load(r#"{"a": "k1"}"#, 0o644);
        assert!(stored.get("a").is_some());
        assert!(stored.warnings[0].contains("auth.json: others can read"), "{:?}", stored.warnings);
    }

    #[test]
    fn a_broken_file_is_told_without_its_content() {
        let stored = load("{\n\"a\": \"sk-secret", 0o600);
        assert!(stored.get("a").is_none());
        assert!(stored.warnings[0].contains("line 2") && !stored.warnings[0].contains("sk-"), "{:?}", stored.warnings);
    }

    #[test]
    fn no_file_is_no_credential() {
        assert!(Stored::load(None).warnings.is_empty());
    }
}
