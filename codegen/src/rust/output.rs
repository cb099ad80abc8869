//! The list of texts below OUT_DIR: one module a room, the published artefacts and the table that embeds them.

use serde_json::Value;

use super::{example_tests, host_module, module};
use crate::bundle::{bare_bundle, inline, published_bundle};
use crate::model::{Model, Room};
use crate::{Finding, docs};

/// Every text that the build writes: path below OUT_DIR, content.
pub fn output(model: &Model) -> Result<Vec<(String, String)>, Vec<Finding>> {
    texts(model).map_err(|text| vec![Finding::new("", "", text)])
}

fn texts(model: &Model) -> Result<Vec<(String, String)>, String> {
    let mut texts = Vec::new();
    for room in &model.rooms {
        texts.push((format!("{}.rs", room.name), module(model, room)?));
        if room.dialect.is_some() {
            texts.push((format!("{}.closed.json", room.name), bare_bundle(model, room).to_string()));
        }
    }
    let mut artefacts = Vec::new();
    for room in model.rooms.iter().filter(|room| room.name != crate::model::SHARED) {
        artefacts.extend(published(model, room)?);
    }
    texts.push(("examples.rs".to_owned(), example_tests(model)?));
    texts.push(("published.rs".to_owned(), super::published::module(model, &artefacts)?));
    texts.extend(artefacts.into_iter().map(|(path, text)| (format!("published/{path}"), text)));
    Ok(texts)
}

/// What `generated/` holds of a room.
fn published(model: &Model, room: &Room) -> Result<Vec<(String, String)>, String> {
    let name = &room.name;
    if room.dialect.is_none() {
        let mut files = vec![(format!("{name}/{name}.schema.json"), pretty(&published_bundle(model, room, false)))];
        if name == "tools" {
            // What each model is told about its tools, to be read and reviewed.
            files.extend(room.definitions.iter().filter_map(|definition| {
                let stem = definition.stem.as_deref()?;
                Some((format!("{name}/{stem}.json"), pretty(&inline(model, room, definition))))
            }));
        }
        return Ok(files);
    }
    Ok(vec![
        (format!("{name}/protocol.schema.json"), pretty(&published_bundle(model, room, false))),
        (format!("{name}/protocol.strict.schema.json"), pretty(&published_bundle(model, room, true))),
        (format!("{name}/PROTOCOL.md"), docs::protocol(model, room)),
        (format!("{name}/protocol.rs"), host_module(model, room)?),
    ])
}

/// JSON as it is published: two spaces, a line feed at the end.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
