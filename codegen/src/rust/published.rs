//! The table of published texts, the list of schemas behind `hostwire schema`, the tools' argument schemas.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::text;
use crate::bundle::inline;
use crate::docs::command_table;
use crate::model::{Definition, FrameKind, Model, Room, SHARED};

/// The module that embeds everything; `artefacts` are the texts below `published/`.
pub(super) fn module(model: &Model, artefacts: &[(String, String)]) -> Result<String, String> {
    let entries = artefacts.iter().map(|(path, _)| {
        let file = format!("/published/{path}");
        quote!(Artefact { path: #path, text: include_str!(concat!(env!("OUT_DIR"), #file)) })
    });
    let schemas = model.rooms.iter().filter(|room| room.name != SHARED).flat_map(schemas);
    let tables = model.dialects().map(|(room, _)| {
        let (name, table) = (&room.name, command_table(room));
        quote!((#name, #table))
    });
    let checks = model.dialects().map(|(room, _)| {
        let (name, module) = (&room.name, format_ident!("{}", room.name));
        quote!(#name => Some(super::#module::validate(line, direction)))
    });
    let tools = tools(model);
    text(quote! {
        /// All published files.
        pub const ARTEFACTS: &[Artefact] = &[#(#entries),*];

        /// Every published definition, frames first.
        pub const SCHEMAS: &[Schema] = &[#(#schemas),*];

        /// The command table of each dialect, as the README shows it.
        pub const COMMAND_TABLES: &[(&str, &str)] = &[#(#tables),*];

        /// Every fault of one line of a transcript; nothing for a dialect that is not known.
        pub fn validate(dialect: &str, line: &str, direction: Direction) -> Option<Vec<Fault>> {
            match dialect {
                #(#checks,)*
                _ => None,
            }
        }

        const TOOLS: &[Tool] = &[#(#tools),*];
    })
}

fn schemas(room: &Room) -> Vec<TokenStream> {
    let name = &room.name;
    let mut list: Vec<&Definition> = room.commands().into_iter().map(|(definition, _)| definition).collect();
    for kind in [FrameKind::Event, FrameKind::Frame] {
        list.extend(room.frames(kind).map(|(definition, _)| definition));
    }
    list.extend(room.definitions.iter().filter(|definition| definition.frame.is_none()));
    list.into_iter()
        .map(|definition| {
            let frame = definition.frame.as_ref();
            let kind = match frame.map(|frame| frame.kind) {
                Some(FrameKind::Command) => "command",
                Some(FrameKind::Event) => "event",
                Some(FrameKind::Frame) => "frame",
                None => "type",
            };
            let wire = definition.stem.as_deref().unwrap_or(&definition.name);
            let group = frame.map(|frame| frame.group.as_str()).unwrap_or_default();
            let (type_name, text) = (&definition.name, definition.description());
            quote!(Schema {
                room: #name, name: #wire, definition: #type_name, kind: #kind, group: #group, description: #text,
            })
        })
        .collect()
}

fn tools(model: &Model) -> Vec<TokenStream> {
    let Some(room) = model.room("tools") else { return Vec::new() };
    let files = room.definitions.iter().filter_map(|definition| Some((definition.stem.as_deref()?, definition)));
    files
        .map(|(stem, definition)| {
            let parameters = inline(model, room, definition).to_string();
            let description = definition.description();
            quote!(Tool { name: #stem, description: #description, parameters: #parameters })
        })
        .collect()
}
