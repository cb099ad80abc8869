//! The layers of settings: the home folder's file, the workspace's, each overlay.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::defaults;
use super::file::{File, Tree};
use super::idle::is_idle;
use super::known::{Known, leaves, unknown_keys};
use super::merge::{merge, nest};
use super::{DialectName, Settings, SettingsError};

/// Names of a settings file, the first that exists is read.
const NAMES: [&str; 4] = ["config.yml", "config.yaml", "config.json", "config.toml"];
pub(super) const SCHEMA: &str = "Settings";

/// Where settings come from, weakest first. All paths are absolute.
#[derive(Debug, Clone, Default)]
pub struct Layers {
    pub home: Option<PathBuf>,
    pub workspace: Option<PathBuf>,
    /// Files named by options; each must exist.
    pub overlays: Vec<PathBuf>,
    /// The protocol, where it was chosen before; the autohand protocol has a folder of its own in the workspace.
    pub dialect: Option<DialectName>,
}

/// The settings in effect, and what is odd about the files.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    pub settings: Settings,
    pub warnings: Vec<String>,
    /// Paths that some layer sets and that have no effect in this version.
    pub idle: Vec<String>,
}

/// What one layer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    Home,
    Workspace,
    /// Named by an option.
    Overlay,
}

/// A settings file as people want to know it.
#[derive(Debug)]
pub struct LayerReport {
    pub layer: Layer,
    pub path: PathBuf,
    pub state: LayerState,
}

#[derive(Debug)]
pub enum LayerState {
    /// There is none, and there need be none.
    Absent,
    /// Why it cannot be used.
    Broken(SettingsError),
    Read {
        /// What it sets: the path, and the value where it cannot be a secret.
        values: Vec<(String, Option<String>)>,
        warnings: Vec<String>,
    },
}

impl Loaded {
    /// One line on the settings without effect, if there are any.
    pub fn idle_note(&self) -> Option<String> {
        let idle = &self.idle;
        (!idle.is_empty()).then(|| format!("settings without effect in this version: {}", idle.join(", ")))
    }
}

/// Reads and merges all layers. A file that is wrong is an error; a file that is not there is none.
pub fn load(layers: &Layers) -> Result<Loaded, SettingsError> {
    let mut loaded = Loaded::default();
    let mut tree = Tree::new();
    for (_, path, is_there) in places(layers, &mut loaded.warnings) {
        if !is_there {
            continue;
        }
        let file = read(&path)?;
        let unknown = unknown_keys(SCHEMA, &file.tree);
        loaded.warnings.extend(unknown.into_iter().map(|text| format!("{}: {text}", path.display())));
        merge(&mut tree, file.tree);
    }
    loaded.idle = leaves(SCHEMA, &tree).into_iter().map(|(path, ..)| path).filter(|path| is_idle(path)).collect();
    let tree = defaults::below(tree);
    loaded.settings = serde_json::from_value(Value::Object(tree)).map_err(|error| SettingsError::Value {
        file: PathBuf::from("settings"),
        line: None,
        key: "all layers together".to_owned(),
        text: error.to_string(),
    })?;
    Ok(loaded)
}

/// What each layer says, or what is wrong with it; one that is broken does not hide the others.
pub fn survey(layers: &Layers) -> Vec<LayerReport> {
    let mut found = Vec::new();
    let mut skipped = Vec::new();
    for (layer, path, is_there) in places(layers, &mut skipped) {
        let mut warnings = std::mem::take(&mut skipped);
        let state = match is_there.then(|| read(&path)) {
            None => LayerState::Absent,
            Some(Err(error)) => LayerState::Broken(error),
            Some(Ok(file)) => {
                warnings.extend(unknown_keys(SCHEMA, &file.tree));
                LayerState::Read { values: leaves(SCHEMA, &file.tree).into_iter().map(shown).collect(), warnings }
            }
        };
        found.push(LayerReport { layer, path, state });
    }
    found
}

/// A value that cannot be a secret is shown.
fn shown((path, value, place): (String, Value, Option<Known>)) -> (String, Option<String>) {
    let named = matches!(path.as_str(), "model" | "provider");
    let text = place.filter(|place| named || place.is_plain()).map(|_| match value {
        Value::String(text) => text,
        other => other.to_string(),
    });
    (path, text)
}

fn read(path: &Path) -> Result<File, SettingsError> {
    let mut file = File::read(path)?;
    file.tree = nest(SCHEMA, file.tree);
    file.typed::<Settings>(SCHEMA)?;
    Ok(file)
}

/// The files of all layers, weakest first, and whether each is to be read; where a folder has none, the usual name.
fn places(layers: &Layers, warnings: &mut Vec<String>) -> Vec<(Layer, PathBuf, bool)> {
    let below = |name: &str| layers.workspace.as_ref().map(|folder| folder.join(name));
    let mut folders = vec![(Layer::Home, layers.home.clone()), (Layer::Workspace, below(".hostwire"))];
    if layers.dialect == Some(DialectName::Autohand) {
        folders.insert(1, (Layer::Workspace, below(".autohand")));
    }
    let mut files: Vec<(Layer, PathBuf, bool)> = Vec::new();
    for (layer, folder) in folders.into_iter().filter_map(|(layer, folder)| Some((layer, folder?))) {
        match find(&folder, &NAMES, warnings) {
            // A workspace that is the home folder's parent has one file in both roles.
            Some(path) if files.iter().any(|(_, known, _)| *known == path) => {}
            Some(path) => files.push((layer, path, true)),
            None => files.push((layer, folder.join("config.yml"), false)),
        }
    }
    files.extend(layers.overlays.iter().map(|path| (Layer::Overlay, path.clone(), true)));
    files
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
