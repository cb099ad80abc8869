//! Makes typify's code ours: schema order, wire constants, plain names, one doc comment, only the items we keep.

use std::collections::BTreeSet;

use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Item, parse_quote};

use super::doc::doc;
use crate::model::{Definition, Room};
use crate::names::snake;
use crate::shape::{Shape, Struct};

/// Polishes a whole module; an item that typify renamed is an error.
pub(super) fn file(file: &mut syn::File, room: &Room) -> Result<(), String> {
    let items = std::mem::take(&mut file.items);
    let mut made = BTreeSet::new();
    for mut item in items {
        match &mut item {
            Item::Struct(item) => {
                made.insert(item.ident.to_string());
                structure(item, room.find(&item.ident.to_string()))?;
            }
            Item::Enum(item) => {
                made.insert(item.ident.to_string());
                let definition = room.find(&item.ident.to_string());
                attributes(&mut item.attrs, definition.map(Definition::description));
            }
            // Conversions, builders and the error module of typify: nothing of ours uses them.
            _ => continue,
        }
        Plain.visit_item_mut(&mut item);
        let methods = match &item {
            Item::Enum(item) => strings(item)?,
            _ => None,
        };
        file.items.push(item);
        file.items.extend(methods.into_iter().flatten());
    }
    for definition in &room.definitions {
        let expected = matches!(definition.shape, Shape::Struct(_) | Shape::Strings(_));
        if expected && !made.contains(&definition.name) {
            return Err(format!("{}: {}: typify made no type of this name", definition.file, definition.name));
        }
    }
    Ok(())
}

/// Whether the struct's constants need a `Serialize` of our own: serde's attribute writes one string.
pub(super) fn by_hand(shape: &Struct) -> bool {
    !matches!(shape.constants.as_slice(), [] | [(_, serde_json::Value::String(_))])
}

/// The name that typify gives to a field.
pub(super) fn field_ident(member: &str) -> syn::Ident {
    let name = snake(member);
    let name = if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name };
    match syn::parse_str(&name) {
        Ok(ident) => ident,
        Err(_) => quote::format_ident!("{name}_"),
    }
}

fn structure(item: &mut syn::ItemStruct, definition: Option<&Definition>) -> Result<(), String> {
    attributes(&mut item.attrs, definition.map(Definition::description));
    let Some(definition) = definition else { return Ok(()) };
    let Shape::Struct(shape) = &definition.shape else { return Ok(()) };
    let name = &definition.name;
    if let syn::Fields::Named(fields) = &mut item.fields {
        let mut sorted: Vec<(usize, syn::Field)> = Vec::new();
        for mut field in std::mem::take(&mut fields.named) {
            let member = wire_name(&field);
            let place = shape.fields.iter().position(|known| known.name == member);
            let place = place.ok_or_else(|| format!("{name}: typify made a member {member:?} of its own"))?;
            let ident = field_ident(&member);
            if field.ident.as_ref() != Some(&ident) {
                field.attrs.retain(|attribute| !is_rename(attribute));
                field.attrs.push(parse_quote!(#[serde(rename = #member)]));
                field.ident = Some(ident);
            }
            if let Some(known) = shape.fields.get(place) {
                share(&mut field.ty, known.schema.get("x-shared"));
            }
            sorted.push((place, field));
        }
        sorted.sort_by_key(|(place, _)| *place);
        fields.named = sorted.into_iter().map(|(_, field)| field).collect();
    }
    item.attrs.retain(|attribute| !attribute.path().is_ident("derive"));
    let serialize = (!by_hand(shape)).then(|| quote!(::serde::Serialize,));
    let default = shape.fields.iter().all(|field| !field.required || is_list(&field.schema)).then(|| quote!(Default,));
    item.attrs.push(parse_quote!(#[derive(::serde::Deserialize, #serialize Clone, Debug, #default PartialEq)]));
    if let [(tag, serde_json::Value::String(value))] = shape.constants.as_slice() {
        item.attrs.push(parse_quote!(#[serde(tag = #tag, rename = #value)]));
    }
    Ok(())
}

fn is_list(schema: &serde_json::Value) -> bool {
    schema.get("type").and_then(serde_json::Value::as_str) == Some("array")
}

/// `x-shared`: what is large and sent often is shared, not copied. `whole` makes `T` an `Arc<T>` and a list an
/// `Arc<[T]>`; `items` makes a list a `Vec<Arc<T>>`; `text` makes a list a `Kept<[T]>`, which keeps its JSON. On the wire
/// nothing changes.
fn share(ty: &mut syn::Type, how: Option<&serde_json::Value>) {
    let Some(how) = how.and_then(serde_json::Value::as_str) else { return };
    if let Some(inner) = generic(ty, "Option") {
        return share(inner, Some(&serde_json::Value::from(how)));
    }
    let plain = ty.clone();
    *ty = match (how, generic(ty, "Vec")) {
        ("text", Some(item)) => parse_quote!(super::kept::Kept<[#item]>),
        ("items", Some(item)) => parse_quote!(Vec<::std::sync::Arc<#item>>),
        (_, Some(item)) => parse_quote!(::std::sync::Arc<[#item]>),
        (_, None) => parse_quote!(::std::sync::Arc<#plain>),
    };
}

/// The `T` of `Name<T>`, wherever `Name` stands.
fn generic<'a>(ty: &'a mut syn::Type, name: &str) -> Option<&'a mut syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last_mut().filter(|last| last.ident == name)?;
    let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments else { return None };
    arguments.args.iter_mut().find_map(|argument| match argument {
        syn::GenericArgument::Type(inner) => Some(inner),
        _ => None,
    })
}

/// Drops typify's comments (they repeat the schema) and its strictness; puts our description first.
fn attributes(attributes: &mut Vec<Attribute>, description: Option<&str>) {
    let plain = |attribute: &Attribute| {
        let tokens = quote!(#attribute).to_string();
        let strict = tokens.contains("deny_unknown_fields");
        let typify_doc = attribute.path().is_ident("doc");
        !strict && !typify_doc
    };
    attributes.retain(plain);
    let text = doc(description.unwrap_or_default());
    let parsed: syn::ItemStruct = parse_quote!(#text struct Bearer;);
    attributes.splice(0..0, parsed.attrs);
}

fn is_rename(attribute: &Attribute) -> bool {
    attribute.path().is_ident("serde") && rename_of(attribute).is_some()
}

fn rename_of(attribute: &Attribute) -> Option<String> {
    let mut name = None;
    let _ = attribute.parse_nested_meta(|meta| {
        if meta.path.is_ident("rename") {
            name = Some(meta.value()?.parse::<syn::LitStr>()?.value());
        } else if meta.input.peek(syn::Token![=]) {
            meta.value()?.parse::<syn::Expr>()?;
        }
        Ok(())
    });
    name
}

fn wire_name(field: &syn::Field) -> String {
    let renamed = field.attrs.iter().filter(|attribute| attribute.path().is_ident("serde")).find_map(rename_of);
    renamed.unwrap_or_else(|| field.ident.as_ref().map(ToString::to_string).unwrap_or_default())
}

/// The wire spelling of each value, both ways, for an enum without payloads.
fn strings(item: &syn::ItemEnum) -> Result<Option<Vec<Item>>, String> {
    if item.variants.iter().any(|variant| !matches!(variant.fields, syn::Fields::Unit)) {
        return Ok(None);
    }
    let name = &item.ident;
    let idents: Vec<_> = item.variants.iter().map(|variant| &variant.ident).collect();
    let words = item.variants.iter().map(|variant| {
        let renamed = variant.attrs.iter().filter(|attribute| attribute.path().is_ident("serde")).find_map(rename_of);
        renamed.unwrap_or_else(|| variant.ident.to_string())
    });
    let words: Vec<String> = words.collect();
    let code: syn::File = parse_quote! {
        impl #name {
            /// Every value, in schema order.
            pub const ALL: &'static [Self] = &[#(Self::#idents),*];

            /// The value as it is on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { #(Self::#idents => #words),* }
            }

            /// The value of this wire spelling.
            pub fn from_wire(text: &str) -> Option<Self> {
                match text { #(#words => Some(Self::#idents),)* _ => None }
            }
        }
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
    Ok(Some(code.items))
}

/// `::std::option::Option<T>` as `Option<T>`, and so on: for readers and for error texts.
struct Plain;

impl VisitMut for Plain {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let prelude = matches!(
            names.as_slice(),
            ["std", "option", "Option"] | ["std", "string", "String"] | ["std", "vec", "Vec"] | ["std", "boxed", "Box"]
        );
        if prelude && let Some(last) = path.segments.last().cloned() {
            path.leading_colon = None;
            path.segments = std::iter::once(last).collect();
        }
    }

    fn visit_attribute_mut(&mut self, attribute: &mut Attribute) {
        // serde's attributes name functions in strings; only derives and docs are paths.
        if attribute.path().is_ident("doc")
            && let syn::Meta::NameValue(pair) = &attribute.meta
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value
        {
            // typify leaves out the blank that makes it a sentence for readers.
            let text = format!(" {}", text.value().trim());
            *attribute = parse_quote!(#[doc = #text]);
        }
        if let syn::Meta::List(list) = &attribute.meta
            && list.path.is_ident("serde")
        {
            let text = list.tokens.to_string();
            let short = text.replace("::std::option::Option::is_none", "Option::is_none");
            if let Ok(tokens) = short.parse() {
                let tokens: proc_macro2::TokenStream = tokens;
                *attribute = parse_quote!(#[serde(#tokens)]);
            }
        }
    }
}
