//! The types of a room: typify's structs and enums, polished, then aliases and unions.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::{Value, json};
use typify::{TypeSpace, TypeSpaceSettings};

use super::{doc::doc, polish, type_of, unions};
use crate::lower;
use crate::model::{Definition, FrameKind, Model, Room, SHARED};
use crate::shape::{Shape, Struct};

/// All items of a room's module, without the catalogue of a dialect.
pub(super) fn room(model: &Model, room: &Room) -> Result<TokenStream, String> {
    let mut file = typified(model, room)?;
    polish::file(&mut file, room)?;
    let mut tokens = quote!(#file);
    for definition in &room.definitions {
        tokens.extend(own(model, room, definition));
    }
    Ok(tokens)
}

/// Members of a definition that are no fields: its constants, and the `id` of a command.
pub(super) fn left_out<'a>(definition: &'a Definition, shape: &'a Struct) -> Vec<&'a str> {
    let mut names: Vec<&str> = shape.constants.iter().map(|(name, _)| name.as_str()).collect();
    if definition.frame.as_ref().is_some_and(|frame| frame.kind == FrameKind::Command) {
        names.push("id");
    }
    names
}

fn typified(model: &Model, room: &Room) -> Result<syn::File, String> {
    let mut settings = TypeSpaceSettings::default();
    settings.with_derive("PartialEq".to_owned()).with_map_type("::std::collections::BTreeMap".to_owned());
    let mut schemas: BTreeMap<String, Value> = BTreeMap::new();
    let mut replace = |name: &str, path: String| {
        settings.with_replacement(name, path, std::iter::empty());
        schemas.insert(name.to_owned(), json!({ "type": "string" }));
    };
    for definition in
        model.room(SHARED).filter(|shared| shared.name != room.name).into_iter().flat_map(|r| &r.definitions)
    {
        replace(&definition.name, format!("super::shared::{}", definition.name));
    }
    for definition in &room.definitions {
        if !matches!(definition.shape, Shape::Struct(_) | Shape::Strings(_)) {
            replace(&definition.name, definition.name.clone());
        }
    }
    for definition in &room.definitions {
        match &definition.shape {
            Shape::Struct(shape) => {
                let lowered = lower::definition(&definition.schema, &left_out(definition, shape));
                schemas.insert(definition.name.clone(), lowered);
            }
            Shape::Strings(_) => {
                schemas.insert(definition.name.clone(), lower::definition(&definition.schema, &[]));
            }
            _ => {}
        }
    }
    let mut list = Vec::new();
    for (name, schema) in schemas {
        let schema: schemars::schema::Schema =
            serde_json::from_value(schema).map_err(|error| format!("{name}: typify's view is no schema: {error}"))?;
        list.push((name, schema));
    }
    let mut space = TypeSpace::new(&settings);
    space.add_ref_types(list).map_err(|error| format!("{}: typify: {error}", room.name))?;
    syn::parse2(space.to_stream()).map_err(|error| format!("{}: typify's code does not parse: {error}", room.name))
}

/// What we write for a definition ourselves.
fn own(model: &Model, room: &Room, definition: &Definition) -> TokenStream {
    let name = format_ident!("{}", definition.name);
    let text = doc(definition.description());
    match &definition.shape {
        Shape::Alias => {
            let target = type_of(model, room, &definition.schema);
            quote!(#text pub type #name = #target;)
        }
        Shape::Struct(shape) if polish::by_hand(shape) => serialize(definition, shape),
        Shape::Struct(_) | Shape::Strings(_) => TokenStream::new(),
        Shape::Tagged(union) => unions::tagged(room, definition, union),
        Shape::ByMember(variants) => unions::by_member(room, definition, variants),
        Shape::ByKind(variants) => unions::by_kind(model, room, definition, variants),
    }
}

/// `Serialize` for a struct whose constants serde's attributes cannot write: constants first, then the fields.
fn serialize(definition: &Definition, shape: &Struct) -> TokenStream {
    let name = format_ident!("{}", definition.name);
    let label = &definition.name;
    let left_out = left_out(definition, shape);
    let constants = shape.constants.iter().map(|(member, value)| {
        let value = match value {
            Value::String(text) => quote!(#text),
            Value::Bool(flag) => quote!(#flag),
            Value::Number(number) if number.is_i64() => {
                let number = number.as_i64().unwrap_or_default();
                quote!(#number)
            }
            Value::Number(number) => {
                let number = number.as_f64().unwrap_or_default();
                quote!(#number)
            }
            _ => quote!(()),
        };
        quote!(frame.serialize_field(#member, &#value)?;)
    });
    let fields = shape.fields.iter().filter(|field| !left_out.contains(&field.name.as_str())).map(|field| {
        let (member, ident) = (&field.name, polish::field_ident(&field.name));
        if field.required {
            quote!(frame.serialize_field(#member, &self.#ident)?;)
        } else {
            quote! {
                match &self.#ident {
                    Some(value) => frame.serialize_field(#member, value)?,
                    None => frame.skip_field(#member)?,
                }
            }
        }
    });
    let count = shape.constants.len() + shape.fields.len();
    quote! {
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use ::serde::ser::SerializeStruct;
                let mut frame = serializer.serialize_struct(#label, #count)?;
                #(#constants)*
                #(#fields)*
                frame.end()
            }
        }
    }
}
