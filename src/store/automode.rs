//! An auto-mode run that may have to be gone on with, beside the transcript of its session.

use std::io;
use std::path::Path;

use crate::base::private;
use crate::proto::transcript::AutomodeState;

const FILE: &str = "automode.json";

/// What is kept of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedAutomode {
    pub message: String,
    pub max_turns: u64,
    pub promise: String,
    pub max_runtime_secs: f64,
    pub max_cost: f64,
    /// Turns that are over.
    pub completed: u64,
}

/// Writes the run in one step.
pub fn save_automode(artifacts: &Path, saved: SavedAutomode) -> io::Result<()> {
    let SavedAutomode { message, max_turns, promise, max_runtime_secs, max_cost, completed } = saved;
    let state = AutomodeState { message, max_turns, promise, max_runtime_secs, max_cost, completed };
    private::folder(artifacts)?;
    let new = tempfile::NamedTempFile::new_in(artifacts)?;
    serde_json::to_writer(new.as_file(), &state).map_err(io::Error::other)?;
    new.persist(artifacts.join(FILE)).map(drop).map_err(|failed| failed.error)
}

/// What an earlier process left; nothing when there is nothing, or nothing that can be read.
pub fn load_automode(artifacts: &Path) -> Option<SavedAutomode> {
    let text = std::fs::read_to_string(artifacts.join(FILE)).ok()?;
    let AutomodeState { message, max_turns, promise, max_runtime_secs, max_cost, completed } =
        serde_json::from_str(&text).ok()?;
    Some(SavedAutomode { message, max_turns, promise, max_runtime_secs, max_cost, completed })
}

/// The run is over.
pub fn clear_automode(artifacts: &Path) {
    // Mostly it is there; when not, nothing is to be done.
    let _ = std::fs::remove_file(artifacts.join(FILE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_kept_until_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let artifacts = folder.path().join("a/b");
        let saved = SavedAutomode {
            message: "Port it".into(),
            max_turns: 6,
            promise: "DONE".into(),
            max_runtime_secs: 7200.0,
            max_cost: 10.0,
            completed: 2,
        };
        assert_eq!(load_automode(&artifacts), None);
        save_automode(&artifacts, saved.clone()).unwrap();
        assert_eq!(load_automode(&artifacts), Some(saved));
        clear_automode(&artifacts);
        assert_eq!(load_automode(&artifacts), None);
    }
}
