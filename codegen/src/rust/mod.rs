//! The Rust back end: typify for structs and sets of strings, our own quote for the rest, prettyplease for the text.

mod commands;
mod doc;
mod handler;
mod outbound;
mod output;
mod polish;
mod published;
mod tests;
mod types;
mod unions;
mod validators;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use serde_json::Value;

use crate::model::{Ids, Model, Room, SHARED};
use crate::shape;

pub use output::{output, pretty};
pub use tests::example_tests;

/// Prints a token stream as formatted source text.
pub fn text(tokens: TokenStream) -> Result<String, String> {
    let file: syn::File = syn::parse2(tokens).map_err(|error| format!("generated code does not parse: {error}"))?;
    Ok(prettyplease::unparse(&file))
}

/// The content of the module of one room: its types and, for a dialect, its catalogue.
pub fn module(model: &Model, room: &Room) -> Result<String, String> {
    let mut tokens = types::room(model, room)?;
    if room.dialect.is_some() {
        tokens.extend(commands::catalogue(room));
        tokens.extend(commands::decode(room));
        tokens.extend(handler::handler(room));
        tokens.extend(outbound::outbound(room));
        tokens.extend(validators::table(model, room));
    }
    text(tokens)
}

/// One text with everything that a Rust host needs to read and write frames: no handlers, no validators.
pub fn host_module(model: &Model, room: &Room) -> Result<String, String> {
    let shared = match model.room(SHARED) {
        Some(shared) => types::room(model, shared)?,
        None => TokenStream::new(),
    };
    let name = format_ident!("{}", room.name);
    let (types, catalogue) = (types::room(model, room)?, commands::catalogue(room));
    let responses = outbound::responses(room);
    let id = (ids(room) == Ids::TextOrNumber).then(|| {
        quote! {
            /// A command's id: a string or a number.
            #[derive(::serde::Serialize, ::serde::Deserialize, Clone, Debug, PartialEq)]
            #[serde(untagged)]
            pub enum Id { Text(String), Number(::serde_json::Number) }
        }
    });
    text(quote! {
        /// Types that both protocols use.
        pub mod shared { #shared }
        /// The frames of this protocol.
        pub mod #name { #types #catalogue #responses }
        /// Values that are sent often; the server keeps their JSON beside them.
        pub mod kept {
            pub type Kept<T> = ::std::sync::Arc<T>;
        }
        /// How a command is ordered against the others.
        pub mod frame {
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum Ordering { Serial, Concurrent, Control, Detached }
            #id
        }
    })
}

fn ids(room: &Room) -> Ids {
    room.dialect.as_ref().map_or(Ids::Text, |dialect| dialect.ids)
}

/// The Rust type of a command's id.
fn id(room: &Room) -> TokenStream {
    match ids(room) {
        Ids::Text => quote!(String),
        Ids::TextOrNumber => quote!(super::frame::Id),
    }
}

/// The Rust type of a schema in the room: for aliases and the parts of unions, which typify does not see.
fn type_of(model: &Model, room: &Room, schema: &Value) -> TokenStream {
    if let Some(inner) = shape::nullable(schema) {
        let inner = type_of(model, room, inner);
        return quote!(Option<#inner>);
    }
    if let Some(name) = shape::target(schema) {
        return path(room, name);
    }
    match schema.get("type") {
        Some(Value::Array(words)) => {
            let mut plain = schema.clone();
            let word = words.iter().find(|word| word.as_str() != Some("null"));
            if let (Some(word), Some(plain)) = (word, plain.as_object_mut()) {
                plain.insert("type".to_owned(), word.clone());
            }
            let inner = type_of(model, room, &plain);
            quote!(Option<#inner>)
        }
        Some(Value::String(word)) => named(model, room, schema, word),
        _ => quote!(::serde_json::Value),
    }
}

fn named(model: &Model, room: &Room, schema: &Value, word: &str) -> TokenStream {
    match word {
        "string" => quote!(String),
        "boolean" => quote!(bool),
        "number" => quote!(f64),
        "integer" if schema.get("minimum").and_then(Value::as_f64).is_some_and(|least| least >= 0.0) => quote!(u64),
        "integer" => quote!(i64),
        "array" => {
            let items = schema.get("items").map_or_else(|| quote!(::serde_json::Value), |i| type_of(model, room, i));
            quote!(Vec<#items>)
        }
        "object" => match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) => {
                let values = type_of(model, room, values);
                quote!(::std::collections::BTreeMap<String, #values>)
            }
            _ => quote!(::serde_json::Map<String, ::serde_json::Value>),
        },
        _ => quote!(::serde_json::Value),
    }
}

/// The path of a definition as seen from the room's module.
fn path(room: &Room, name: &str) -> TokenStream {
    let ident = format_ident!("{name}");
    if room.find(name).is_some() { quote!(#ident) } else { quote!(super::shared::#ident) }
}

/// A wire name as an identifier; words of the language get the raw form.
fn method(name: &str) -> syn::Ident {
    let snake = crate::names::snake(name);
    syn::parse_str(&snake).unwrap_or_else(|_| format_ident!("r#{snake}"))
}
