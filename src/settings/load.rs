//! The layers of settings: the home folder's file, the workspace's, each overlay.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::file::{File, Tree};
use super::known::unknown_keys;
use super::merge::{merge, nest};
use super::{Settings, SettingsError};

/// Names of a settings file, the first that exists is read.
const NAMES: [&str; 4] = ["config.yml", "config.yaml", "config.json", "config.toml"];
const SCHEMA: &str = "Settings";

/// Where settings come from, weakest first. All paths are absolute.
#[derive(Debug, Clone, Default)]
pub struct Layers {
    pub home: Option<PathBuf>,
    pub workspace: Option<PathBuf>,
    /// Files named by options; each must exist.
    pub overlays: Vec<PathBuf>,
}

/// The settings in effect, and what is odd about the files.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    pub settings: Settings,
    pub warnings: Vec<String>,
}

/// Reads and merges all layers. A file that is wrong is an error; a file that is not there is none.
pub fn load(layers: &Layers) -> Result<Loaded, SettingsError> {
    let folders = [layers.home.clone(), layers.workspace.as_ref().map(|folder| folder.join(".hostwire"))];
    let mut loaded = Loaded::default();
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders.into_iter().flatten() {
        // A workspace that is the home folder's parent has one file in both roles.
        if let Some(path) = find(&folder, &NAMES, &mut loaded.warnings).filter(|path| !files.contains(path)) {
            files.push(path);
        }
    }
    files.extend(layers.overlays.iter().cloned());
    let mut tree = Tree::new();
    for path in files {
        let mut file = File::read(&path)?;
        file.tree = nest(SCHEMA, file.tree);
        file.typed::<Settings>(SCHEMA)?;
        let unknown = unknown_keys(SCHEMA, &file.tree);
        loaded.warnings.extend(unknown.into_iter().map(|text| format!("{}: {text}", path.display())));
        merge(&mut tree, file.tree);
    }
    loaded.settings = serde_json::from_value(Value::Object(tree)).map_err(|error| SettingsError::Value {
        file: PathBuf::from("settings"),
        line: None,
        key: "all layers together".to_owned(),
        text: error.to_string(),
    })?;
    Ok(loaded)
}

/// The first of these files in a folder; further ones get a warning.
pub(super) fn find(folder: &Path, names: &[&str], warnings: &mut Vec<String>) -> Option<PathBuf> {
    let mut found = names.iter().map(|name| folder.join(name)).filter(|path| path.is_file());
    let first = found.next()?;
    for other in found {
        warnings.push(format!("{} is not read, because there is {}", other.display(), first.display()));
    }
    Some(first)
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
