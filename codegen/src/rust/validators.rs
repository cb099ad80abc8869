//! The table of closed validators: names and the bundle that they are compiled from, at first use.

use proc_macro2::TokenStream;
use quote::quote;

use crate::bundle;
use crate::model::{FrameKind, Model, Room};
use crate::names::pascal;

/// `VALIDATORS` and the way from a `type` to the definition of a frame.
pub(super) fn table(model: &Model, room: &Room) -> TokenStream {
    let names = bundle::frame_names(model, room);
    let count = names.len();
    let of = |inbound: bool| {
        let frames = [FrameKind::Command, FrameKind::Event, FrameKind::Frame].map(|kind| room.frames(kind));
        let chosen = frames.into_iter().flatten().filter(move |(_, frame)| frame.inbound == inbound);
        chosen.filter_map(|(definition, _)| {
            let (word, name) = (definition.stem.as_deref()?, &definition.name);
            Some(quote!((#word, #name)))
        })
    };
    let (inbound, outbound) = (of(true), of(false));
    let answers = room.commands().into_iter().filter_map(|(definition, _)| {
        let word = definition.stem.as_deref()?;
        let name = format!("{}Success", pascal(word));
        Some(quote!((#word, #name)))
    });
    let file = format!("/{}.closed.json", room.name);
    quote! {
        static NAMES: [&str; #count] = [#(#names),*];

        /// The closed form of every frame, compiled when it is first needed.
        pub static VALIDATORS: super::frame::Validators =
            super::frame::Validators::new(&NAMES, include_str!(concat!(env!("OUT_DIR"), #file)));

        /// From the `type` of a line to the definition that it must conform to.
        pub static CATALOGUE: super::frame::Catalogue = super::frame::Catalogue {
            validators: &VALIDATORS,
            inbound: &[#(#inbound),*],
            outbound: &[#(#outbound),*],
            answers: &[#(#answers),*],
        };

        /// Every fault of one line, held strictly against the frames of a direction.
        pub fn validate(line: &str, direction: super::frame::Direction) -> Vec<super::frame::Fault> {
            if CATALOGUE.is_inbound(line, direction)
                && let super::frame::Decoded::Invalid(invalid) = decode(line, super::frame::Strictness::Lenient)
            {
                return vec![invalid.into_fault()];
            }
            CATALOGUE.faults(line, direction)
        }
    }
}
