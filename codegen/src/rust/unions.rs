//! The unions, which typify cannot make well: told apart by a constant, by a member, or by the JSON kind.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{doc::doc, path, type_of};
use crate::model::{Definition, Model, Room};
use crate::shape::{Kind, KindVariant, MemberVariant, Tagged};

/// Objects told apart by one constant member. The payload writes the tag itself; a derived `Serialize` would
/// write it twice.
pub(super) fn tagged(room: &Room, definition: &Definition, union: &Tagged) -> TokenStream {
    let name = format_ident!("{}", definition.name);
    let text = doc(definition.description());
    let tag = &union.tag;
    let variants: Vec<_> = union.variants.iter().map(|variant| format_ident!("{}", variant.name)).collect();
    let values = union.variants.iter().map(|variant| &variant.value);
    let payloads: Vec<_> = union.variants.iter().map(|variant| path(room, &variant.target)).collect();
    let conversions = conversions(&name, &variants, &payloads);
    quote! {
        #text
        #[derive(::serde::Deserialize, Clone, Debug, PartialEq)]
        #[serde(tag = #tag)]
        pub enum #name {
            #(#[serde(rename = #values)] #variants(#payloads)),*
        }
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { #(Self::#variants(inner) => inner.serialize(serializer)),* }
            }
        }
        #conversions
    }
}

/// Objects told apart by the member that only one of them requires; the first that is there wins.
pub(super) fn by_member(room: &Room, definition: &Definition, union: &[MemberVariant]) -> TokenStream {
    let name = format_ident!("{}", definition.name);
    let text = doc(definition.description());
    let variants: Vec<_> = union.iter().map(|variant| format_ident!("{}", variant.name)).collect();
    let payloads: Vec<_> = union.iter().map(|variant| path(room, &variant.target)).collect();
    let members = union.iter().map(|variant| &variant.member);
    let expected = union.iter().map(|variant| format!("`{}`", variant.member)).collect::<Vec<_>>().join(", ");
    let expected = format!("missing field, one of {expected}");
    let conversions = conversions(&name, &variants, &payloads);
    quote! {
        #text
        #[derive(Clone, Debug, PartialEq)]
        pub enum #name { #(#variants(#payloads)),* }
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { #(Self::#variants(inner) => inner.serialize(serializer)),* }
            }
        }
        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                use ::serde::de::Error;
                let members = ::serde_json::Map::<String, ::serde_json::Value>::deserialize(deserializer)?;
                #(if members.get(#members).is_some_and(|value| !value.is_null()) {
                    let inner = #payloads::deserialize(::serde_json::Value::Object(members));
                    return inner.map(Self::#variants).map_err(D::Error::custom);
                })*
                Err(D::Error::custom(#expected))
            }
        }
        #conversions
    }
}

/// Values told apart by their JSON kind. The visitor keeps the errors of the branch that was meant.
pub(super) fn by_kind(model: &Model, room: &Room, definition: &Definition, union: &[KindVariant]) -> TokenStream {
    let name = format_ident!("{}", definition.name);
    let text = doc(definition.description());
    let variants: Vec<_> = union.iter().map(|variant| format_ident!("{}", variant.name)).collect();
    let payloads: Vec<_> = union.iter().map(|variant| type_of(model, room, &variant.schema)).collect();
    let visits = union.iter().zip(&variants).map(|(variant, ident)| visit(variant.kind, ident));
    let words: Vec<&str> = union.iter().map(|variant| word(variant.kind)).collect();
    let expecting = words.join(" or ");
    quote! {
        #text
        #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
        #[serde(untagged)]
        pub enum #name { #(#variants(#payloads)),* }
        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Kinds;
                impl<'de> ::serde::de::Visitor<'de> for Kinds {
                    type Value = #name;
                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str(#expecting)
                    }
                    #(#visits)*
                }
                deserializer.deserialize_any(Kinds)
            }
        }
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "a string",
        Kind::Flag => "a boolean",
        Kind::Number => "a number",
        Kind::List => "a sequence",
        Kind::Object => "a map",
    }
}

fn visit(kind: Kind, variant: &proc_macro2::Ident) -> TokenStream {
    let scalar = |method: &str, argument: TokenStream, deserializer: TokenStream| {
        let method = format_ident!("{method}");
        quote! {
            fn #method<E: ::serde::de::Error>(self, value: #argument) -> Result<Self::Value, E> {
                let value: #deserializer = ::serde::de::IntoDeserializer::into_deserializer(value);
                ::serde::Deserialize::deserialize(value).map(Self::Value::#variant)
            }
        }
    };
    let de = quote!(::serde::de::value);
    match kind {
        Kind::Text => scalar("visit_str", quote!(&str), quote!(#de::StrDeserializer<'_, E>)),
        Kind::Flag => scalar("visit_bool", quote!(bool), quote!(#de::BoolDeserializer<E>)),
        Kind::Number => {
            let signed = scalar("visit_i64", quote!(i64), quote!(#de::I64Deserializer<E>));
            let unsigned = scalar("visit_u64", quote!(u64), quote!(#de::U64Deserializer<E>));
            let real = scalar("visit_f64", quote!(f64), quote!(#de::F64Deserializer<E>));
            quote!(#signed #unsigned #real)
        }
        Kind::List => quote! {
            fn visit_seq<A: ::serde::de::SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
                let items = ::serde::de::value::SeqAccessDeserializer::new(items);
                ::serde::Deserialize::deserialize(items).map(Self::Value::#variant)
            }
        },
        Kind::Object => quote! {
            fn visit_map<A: ::serde::de::MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
                let members = ::serde::de::value::MapAccessDeserializer::new(members);
                ::serde::Deserialize::deserialize(members).map(Self::Value::#variant)
            }
        },
    }
}

fn conversions(name: &proc_macro2::Ident, variants: &[proc_macro2::Ident], payloads: &[TokenStream]) -> TokenStream {
    let seen: Vec<String> = payloads.iter().map(ToString::to_string).collect();
    let unique = |i: &usize| seen.iter().filter(|other| seen.get(*i) == Some(*other)).count() == 1;
    let all = variants.iter().zip(payloads).enumerate().filter(|(i, _)| unique(i)).map(|(_, (variant, payload))| {
        quote! {
            impl From<#payload> for #name {
                fn from(inner: #payload) -> Self { Self::#variant(inner) }
            }
        }
    });
    quote!(#(#all)*)
}
