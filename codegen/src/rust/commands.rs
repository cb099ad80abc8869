//! The catalogue of a dialect: command names, the command and control unions, and the decode step.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::doc::doc;
use crate::model::{Definition, FrameKind, Ids, Room};
use crate::names::pascal;

/// A frame as the unions see it: the variant, the payload type, the wire name.
pub(super) struct Entry<'a> {
    pub variant: proc_macro2::Ident,
    pub payload: proc_macro2::Ident,
    pub wire: &'a str,
    pub definition: &'a Definition,
}

pub(super) fn entries<'a>(definitions: impl Iterator<Item = &'a Definition>) -> Vec<Entry<'a>> {
    let entry = |definition: &'a Definition| {
        let wire = definition.stem.as_deref()?;
        let variant = format_ident!("{}", pascal(wire));
        Some(Entry { variant, payload: format_ident!("{}", definition.name), wire, definition })
    };
    definitions.filter_map(entry).collect()
}

pub(super) fn commands(room: &Room) -> Vec<Entry<'_>> {
    entries(room.commands().into_iter().map(|(definition, _)| definition))
}

/// The frames of the host that answer asks: no commands, no responses to them.
pub(super) fn controls(room: &Room) -> Vec<Entry<'_>> {
    entries(room.frames(FrameKind::Frame).filter(|(_, frame)| frame.inbound).map(|(definition, _)| definition))
}

/// `CommandName`, `Command`, `ControlFrame`, and the form in which a host writes a command.
pub(super) fn catalogue(room: &Room) -> TokenStream {
    let names = command_name(room);
    let commands = union("Command", "A command of the host, without its id.", &commands(room));
    let controls = union("ControlFrame", "A frame of the host that answers an ask.", &controls(room));
    let entries = self::commands(room);
    let id = super::id(room);
    let variants: Vec<_> = entries.iter().map(|entry| &entry.variant).collect();
    quote! {
        #names
        #commands
        #controls
        impl Command {
            pub const fn name(&self) -> CommandName {
                match self { #(Self::#variants(_) => CommandName::#variants),* }
            }
        }
        /// A command with its id, as a host writes it.
        #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
        pub struct CommandFrame {
            #[serde(skip_serializing_if = "Option::is_none")]
            pub id: Option<#id>,
            #[serde(flatten)]
            pub command: Command,
        }
    }
}

fn command_name(room: &Room) -> TokenStream {
    let list = room.commands();
    let entries = commands(room);
    let variants: Vec<_> = entries.iter().map(|entry| &entry.variant).collect();
    let words: Vec<_> = entries.iter().map(|entry| entry.wire).collect();
    let docs = entries.iter().map(|entry| doc(entry.definition.description()));
    let orderings = list.iter().map(|(_, frame)| format_ident!("{}", pascal(frame.ordering.word())));
    let groups = list.iter().map(|(_, frame)| frame.group.as_str());
    quote! {
        /// The commands of this protocol.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum CommandName { #(#docs #variants),* }
        impl CommandName {
            /// Every command, in the order of the documents.
            pub const ALL: &'static [Self] = &[#(Self::#variants),*];

            /// The command's `type` on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { #(Self::#variants => #words),* }
            }

            /// The command of this `type`.
            pub fn from_wire(text: &str) -> Option<Self> {
                match text { #(#words => Some(Self::#variants),)* _ => None }
            }

            /// How the command is ordered against the others.
            pub const fn ordering(self) -> super::frame::Ordering {
                match self { #(Self::#variants => super::frame::Ordering::#orderings),* }
            }

            /// The group that the documents list the command in.
            pub const fn group(self) -> &'static str {
                match self { #(Self::#variants => #groups),* }
            }
        }
        impl ::std::fmt::Display for CommandName {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    }
}

/// An enum over frames: each variant serializes as its payload, which writes its own `type`.
pub(super) fn union(name: &str, text: &str, entries: &[Entry<'_>]) -> TokenStream {
    let name = format_ident!("{name}");
    let text = doc(text);
    let docs = entries.iter().map(|entry| doc(entry.definition.description()));
    let variants: Vec<_> = entries.iter().map(|entry| &entry.variant).collect();
    let payloads: Vec<_> = entries.iter().map(|entry| &entry.payload).collect();
    let words: Vec<_> = entries.iter().map(|entry| entry.wire).collect();
    let serialize = if entries.is_empty() {
        quote!(let _ = serializer; match *self {})
    } else {
        quote!(match self { #(Self::#variants(inner) => inner.serialize(serializer)),* })
    };
    let derives = if entries.is_empty() {
        quote!(#[derive(Clone, Debug, PartialEq)])
    } else {
        quote!(#[derive(::serde::Deserialize, Clone, Debug, PartialEq)] #[serde(tag = "type")])
    };
    let renames =
        (!entries.is_empty()).then(|| words.iter().map(|word| quote!(#[serde(rename = #word)]))).into_iter().flatten();
    quote! {
        #text
        #derives
        pub enum #name { #(#docs #renames #variants(#payloads)),* }
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                #serialize
            }
        }
        #(impl From<#payloads> for #name {
            fn from(inner: #payloads) -> Self { Self::#variants(inner) }
        })*
    }
}

/// One line to a typed command or control frame, or to what is wrong with it.
pub(super) fn decode(room: &Room) -> TokenStream {
    let commands = commands(room);
    let controls = controls(room);
    let command_words: Vec<_> = commands.iter().map(|entry| entry.wire).collect();
    let command_variants: Vec<_> = commands.iter().map(|entry| &entry.variant).collect();
    let control_words: Vec<_> = controls.iter().map(|entry| entry.wire).collect();
    let control_variants: Vec<_> = controls.iter().map(|entry| &entry.variant).collect();
    let schema = |entry: &super::commands::Entry<'_>| entry.definition.name.clone();
    let decoded = match super::ids(room) {
        Ids::Text => quote!(super::frame::Decoded<Command, ControlFrame>),
        Ids::TextOrNumber => quote!(super::frame::Decoded<Command, ControlFrame, super::frame::Id>),
    };
    let command_schemas = commands.iter().map(schema);
    let control_schemas = controls.iter().map(schema);
    quote! {
        /// Reads one line of the host.
        pub fn decode(line: &str, strictness: super::frame::Strictness) -> #decoded {
            use super::frame::{Decoded, Head, parse};
            let head = match Head::read(line) {
                Ok(head) => head,
                Err(invalid) => return Decoded::Invalid(invalid),
            };
            let check = |schema: &'static str| match strictness {
                super::frame::Strictness::Lenient => None,
                super::frame::Strictness::Strict => Some((&VALIDATORS, schema)),
            };
            match &*head.kind {
                #(#command_words => parse(line, head, check(#command_schemas), |id, command| Decoded::Command {
                    id,
                    command: Command::#command_variants(command),
                }),)*
                #(#control_words => parse(line, head, check(#control_schemas), |_, control| {
                    Decoded::Control(ControlFrame::#control_variants(control))
                }),)*
                _ => Decoded::Invalid(head.unknown()),
            }
        }
    }
}
