//! One test for each example of each definition, as text that the root crate's tests include.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::text;
use crate::model::{Definition, FrameKind, Model, Room};
use crate::names::{pascal, snake};

/// The tests of all rooms; the harness stands in the crate that includes them.
pub fn example_tests(model: &Model) -> Result<String, String> {
    let mut tokens = TokenStream::new();
    for room in &model.rooms {
        let module = format_ident!("{}", room.name);
        let tests = room.definitions.iter().flat_map(|definition| tests(room, definition));
        tokens.extend(quote! {
            mod #module {
                use super::*;
                #(#tests)*
            }
        });
    }
    text(tokens)
}

fn tests(room: &Room, definition: &Definition) -> Vec<TokenStream> {
    let (module, name) = (format_ident!("{}", room.name), format_ident!("{}", definition.name));
    let (room_name, type_name) = (&room.name, &definition.name);
    let one = |(i, example): (usize, &serde_json::Value)| {
        let test = format_ident!("{}_example_{}", snake(&definition.name), i + 1);
        let json = example.to_string();
        let frame = frame(room, definition);
        quote! {
            #[test]
            fn #test() {
                let example = #json;
                example_holds::<crate::proto::#module::#name>(#room_name, #type_name, example);
                #frame
            }
        }
    };
    definition.examples().iter().enumerate().map(one).collect()
}

/// What a frame must do beside being a value: come in through `decode`, or leave through `Outbound`.
fn frame(room: &Room, definition: &Definition) -> TokenStream {
    let (Some(frame), Some(stem)) = (&definition.frame, &definition.stem) else { return TokenStream::new() };
    let (module, variant) = (format_ident!("{}", room.name), format_ident!("{}", pascal(stem)));
    let name = &definition.name;
    let payload = format_ident!("{name}");
    match (frame.kind, frame.inbound) {
        (FrameKind::Command, _) => quote! {
            comes_in(crate::proto::#module::decode, example, |decoded| {
                matches!(decoded, Decoded::Command { command: crate::proto::#module::Command::#variant(_), .. })
            });
        },
        (_, true) => quote! {
            comes_in(crate::proto::#module::decode, example, |decoded| {
                matches!(decoded, Decoded::Control(crate::proto::#module::ControlFrame::#variant(_)))
            });
        },
        (_, false) => quote! {
            let value = serde_json::from_str::<Value>(example).unwrap();
            let frame = crate::proto::#module::#payload::deserialize(&value).unwrap();
            leaves(crate::proto::#module::Outbound::from(frame), #name, example);
        },
    }
}
