//! Schema files in memory: a case is one JSON object of path to content.

use hostwire_codegen::Source;
use serde_json::Value;

/// The files of a case, in the order of a folder.
pub fn sources(case: &str) -> Vec<Source> {
    let files: serde_json::Map<String, Value> = serde_json::from_str(case).unwrap();
    let mut sources: Vec<Source> = files.into_iter().map(|(path, json)| Source { path, json }).collect();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}
