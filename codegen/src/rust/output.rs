//! The list of texts below OUT_DIR: one module a room, the published artefacts and the table that embeds them.

use quote::quote;
use serde_json::Value;

use super::{host_module, module, text};
use crate::bundle::published_bundle;
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
    }
    let mut artefacts = Vec::new();
    for room in model.rooms.iter().filter(|room| room.name != crate::model::SHARED) {
        artefacts.extend(published(model, room)?);
    }
    texts.push(("published.rs".to_owned(), table(&artefacts)?));
    texts.extend(artefacts.into_iter().map(|(path, text)| (format!("published/{path}"), text)));
    Ok(texts)
}

/// What `generated/` holds of a room.
fn published(model: &Model, room: &Room) -> Result<Vec<(String, String)>, String> {
    let name = &room.name;
    if room.dialect.is_none() {
        return Ok(vec![(format!("{name}/{name}.schema.json"), pretty(&published_bundle(model, room, false)))]);
    }
    Ok(vec![
        (format!("{name}/protocol.schema.json"), pretty(&published_bundle(model, room, false))),
        (format!("{name}/protocol.strict.schema.json"), pretty(&published_bundle(model, room, true))),
        (format!("{name}/PROTOCOL.md"), docs::protocol(model, room)),
        (format!("{name}/protocol.rs"), host_module(model, room)?),
    ])
}

fn table(artefacts: &[(String, String)]) -> Result<String, String> {
    let entries = artefacts.iter().map(|(path, _)| {
        let file = format!("/published/{path}");
        quote!(Artefact { path: #path, text: include_str!(concat!(env!("OUT_DIR"), #file)) })
    });
    text(quote! {
        /// All published files.
        pub const ARTEFACTS: &[Artefact] = &[#(#entries),*];
    })
}

/// JSON as it is published: two spaces, a line feed at the end.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
