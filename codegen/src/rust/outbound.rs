//! What the server writes: responses, events and the other outbound frames, in one union.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::commands::{self, Entry, entries};
use super::handler;
use crate::model::{Envelope, FrameKind, Ids, Room};
use crate::shape;

fn events(room: &Room) -> Vec<Entry<'_>> {
    entries(room.frames(FrameKind::Event).map(|(definition, _)| definition))
}

fn frames(room: &Room) -> Vec<Entry<'_>> {
    entries(room.frames(FrameKind::Frame).filter(|(_, frame)| !frame.inbound).map(|(definition, _)| definition))
}

/// `ResponseData`, `Response` and `Event`: what a host reads, too.
pub(super) fn responses(room: &Room) -> TokenStream {
    let data = handler::response_data(room);
    let event = commands::union("Event", "What happens in a session, as it happens.", &events(room));
    let (id, envelope) = (super::id(room), room.dialect.as_ref().map(|dialect| dialect.envelope));
    let write_id = quote! {
        match &self.id {
            Some(id) => frame.serialize_field("id", id)?,
            None => frame.skip_field("id")?,
        }
    };
    let (first, then) = match envelope {
        Some(Envelope::Data) => (None, Some(write_id)),
        _ => (Some(write_id), None),
    };
    quote! {
        #data
        /// The answer to one command.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Response {
            /// The command's id, when it had one.
            pub id: Option<#id>,
            /// The command's `type`, or the dialect's word for a line that is no frame.
            pub command: ::std::borrow::Cow<'static, str>,
            /// The data, if the command has any, or why it failed.
            pub outcome: Result<Option<ResponseData>, String>,
        }
        impl ::serde::Serialize for Response {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use ::serde::ser::SerializeStruct;
                let mut frame = serializer.serialize_struct("Response", 5)?;
                #first
                frame.serialize_field("type", "response")?;
                frame.serialize_field("command", &self.command)?;
                frame.serialize_field("success", &self.outcome.is_ok())?;
                #then
                match &self.outcome {
                    Ok(Some(data)) => frame.serialize_field("data", data)?,
                    Ok(None) => frame.skip_field("data")?,
                    Err(error) => frame.serialize_field("error", error)?,
                }
                frame.end()
            }
        }
        #event
    }
}

/// The responses, and `Outbound` over everything that may leave.
pub(super) fn outbound(room: &Room) -> TokenStream {
    let responses = responses_of(room);
    let frames = frames(room);
    let variants: Vec<_> = frames.iter().map(|entry| &entry.variant).collect();
    let payloads: Vec<_> = frames.iter().map(|entry| &entry.payload).collect();
    let schemas = frames.iter().map(|entry| entry.definition.name.as_str());
    let events = events(room);
    let event_variants: Vec<_> = events.iter().map(|entry| &entry.variant).collect();
    let event_payloads: Vec<_> = events.iter().map(|entry| &entry.payload).collect();
    let event_schemas = events.iter().map(|entry| entry.definition.name.as_str());
    let parse = room.dialect.as_ref().map_or("parse", |dialect| dialect.parse_command.as_str());
    let told = event_data(room);
    // A number of the host that no value can hold, like 1e400, is one in an id only.
    let picture = (super::ids(room) == Ids::TextOrNumber).then(|| {
        quote! {
            fn picture(&self) -> ::serde_json::Result<::serde_json::Value> {
                ::serde_json::to_value(self).or_else(|error| match self {
                    Self::Response(response) if response.id.is_some() => {
                        ::serde_json::to_value(Response { id: None, ..response.clone() })
                    }
                    _ => Err(error),
                })
            }
        }
    });
    quote! {
        #responses
        #told

        /// The `command` of the answer to a line that is no frame.
        pub const PARSE_COMMAND: &str = #parse;

        impl Event {
            /// The definition that the event is published under.
            pub const fn schema_name(&self) -> &'static str {
                match self { #(Self::#event_variants(_) => #event_schemas),* }
            }
        }

        /// Everything that the server writes.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Outbound {
            Response(Response),
            Event(Event),
            #(#variants(#payloads)),*
        }
        impl ::serde::Serialize for Outbound {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::Response(inner) => inner.serialize(serializer),
                    Self::Event(inner) => inner.serialize(serializer),
                    #(Self::#variants(inner) => inner.serialize(serializer)),*
                }
            }
        }
        impl From<Response> for Outbound {
            fn from(inner: Response) -> Self { Self::Response(inner) }
        }
        impl From<Event> for Outbound {
            fn from(inner: Event) -> Self { Self::Event(inner) }
        }
        #(impl From<#event_payloads> for Outbound {
            fn from(inner: #event_payloads) -> Self { Self::Event(Event::#event_variants(inner)) }
        })*
        #(impl From<#payloads> for Outbound {
            fn from(inner: #payloads) -> Self { Self::#variants(inner) }
        })*
        impl super::frame::OutboundFrame for Outbound {
            fn schema_name(&self) -> &'static str {
                match self {
                    Self::Response(response) => response.schema_name(),
                    Self::Event(event) => event.schema_name(),
                    #(Self::#variants(_) => #schemas),*
                }
            }

            #picture

            fn check(&self, value: &::serde_json::Value) -> Result<(), String> {
                VALIDATORS.check(self.schema_name(), value)
            }

            fn replacement(&self, why: &str) -> Option<Self> {
                match self {
                    Self::Response(response) => Some(Self::Response(Response {
                        id: response.id.clone(),
                        command: response.command.clone(),
                        outcome: Err(why.to_owned()),
                    })),
                    _ => None,
                }
            }
        }
    }
}

/// With the data envelope: what an event tells, before it gets its time.
fn event_data(room: &Room) -> TokenStream {
    if room.dialect.as_ref().is_none_or(|dialect| dialect.envelope != Envelope::Data) {
        return TokenStream::new();
    }
    let events = events(room);
    let data = |entry: &Entry<'_>| {
        let data = shape::properties(&entry.definition.schema).and_then(|members| members.get("data"));
        super::path(room, data.and_then(shape::target).unwrap_or_default())
    };
    let data: Vec<_> = events.iter().map(data).collect();
    let variants: Vec<_> = events.iter().map(|entry| &entry.variant).collect();
    let payloads: Vec<_> = events.iter().map(|entry| &entry.payload).collect();
    quote! {
        /// What an event tells, before it gets its time.
        #[derive(Clone, Debug, PartialEq)]
        pub enum EventData { #(#variants(#data)),* }
        impl EventData {
            /// The event, as it is written.
            pub fn at(self, timestamp: super::shared::IsoTime) -> Event {
                match self { #(Self::#variants(data) => Event::#variants(#payloads { timestamp, data })),* }
            }
        }
        #(impl From<#data> for EventData {
            fn from(data: #data) -> Self { Self::#variants(data) }
        })*
    }
}

fn responses_of(room: &Room) -> TokenStream {
    let responses = self::responses(room);
    let commands = commands::commands(room);
    let words = commands.iter().map(|entry| entry.wire);
    let schemas = commands.iter().map(|entry| format!("{}Success", entry.variant));
    let name = format_ident!("Response");
    quote! {
        #responses
        impl #name {
            /// The definition that the response is published under.
            pub fn schema_name(&self) -> &'static str {
                if self.outcome.is_err() {
                    return "FailureResponse";
                }
                match &*self.command { #(#words => #schemas,)* _ => "FailureResponse" }
            }
        }
    }
}
