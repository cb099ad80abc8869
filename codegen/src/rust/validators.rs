//! The table of closed validators: names and the bundle that they are compiled from, at first use.

use proc_macro2::TokenStream;
use quote::quote;

use crate::bundle;
use crate::model::{Model, Room};

/// `VALIDATORS` and the way from a `type` to the definition of a frame.
pub(super) fn table(model: &Model, room: &Room) -> TokenStream {
    let names = bundle::frame_names(model, room);
    let count = names.len();
    let file = format!("/published/{}/protocol.strict.schema.json", room.name);
    quote! {
        static NAMES: [&str; #count] = [#(#names),*];

        /// The closed form of every frame, compiled when it is first needed.
        pub static VALIDATORS: super::frame::Validators =
            super::frame::Validators::new(&NAMES, include_str!(concat!(env!("OUT_DIR"), #file)));
    }
}
