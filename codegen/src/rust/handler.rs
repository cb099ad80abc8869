//! What a dialect room implements: one plain method a command, with a typed reply.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{commands, doc::doc, method, path};
use crate::model::{Frame, ResultMode, Room};

/// `CommandSpec`, `Handler`, `dispatch`.
pub(super) fn handler(room: &Room) -> TokenStream {
    let entries = commands::commands(room);
    let id = super::id(room);
    let list = room.commands();
    let specs = entries.iter().zip(&list).map(|(entry, (_, frame))| {
        let (payload, variant) = (&entry.payload, &entry.variant);
        let (data, wrap) = data(room, frame, variant);
        quote! {
            impl CommandSpec for #payload {
                const NAME: CommandName = CommandName::#variant;
                type Data = #data;
                fn data(data: Self::Data) -> Option<ResponseData> { #wrap }
            }
        }
    });
    let methods = entries.iter().map(|entry| {
        let (payload, name) = (&entry.payload, method(entry.wire));
        let text = doc(entry.definition.description());
        quote!(#text fn #name(&self, cx: &Self::Cx, command: #payload, reply: Self::Reply<#payload>);)
    });
    let arms = entries.iter().map(|entry| {
        let (payload, variant, name) = (&entry.payload, &entry.variant, method(entry.wire));
        quote!(Command::#variant(command) => handler.#name(cx, command, handler.reply::<#payload>(cx, id)))
    });
    quote! {
        /// What belongs to one command: its name and the data of its answer.
        pub trait CommandSpec {
            const NAME: CommandName;
            type Data;
            fn data(data: Self::Data) -> Option<ResponseData>;
        }
        #(#specs)*

        /// Serves the commands. There are no default bodies: a command without its line does not compile.
        pub trait Handler {
            /// What a handler may touch.
            type Cx;
            /// The typed answer to one command.
            type Reply<C: CommandSpec>;
            /// Makes the answer that a command is served with.
            fn reply<C: CommandSpec>(&self, cx: &Self::Cx, id: Option<#id>) -> Self::Reply<C>;
            #(#methods)*
        }

        /// Calls the method of the command.
        pub fn dispatch<H: Handler>(handler: &H, cx: &H::Cx, id: Option<#id>, command: Command) {
            match command { #(#arms),* }
        }
    }
}

/// The data type of a command's answer and how a value of it becomes response data.
fn data(room: &Room, frame: &Frame, variant: &proc_macro2::Ident) -> (TokenStream, TokenStream) {
    let Some(result) = &frame.result else {
        return (
            quote!(()),
            quote!({
                let () = data;
                None
            }),
        );
    };
    let result = path(room, result);
    match frame.result_mode {
        ResultMode::Required => (quote!(#result), quote!(Some(ResponseData::#variant(data.into())))),
        ResultMode::Optional => (quote!(Option<#result>), quote!(data.map(|data| ResponseData::#variant(data.into())))),
        ResultMode::Nullable => {
            (quote!(Option<#result>), quote!(Some(ResponseData::#variant(data.map(::std::convert::Into::into)))))
        }
    }
}

/// The variants of `ResponseData`.
pub(super) fn response_data(room: &Room) -> TokenStream {
    let entries = commands::commands(room);
    let list = room.commands();
    let variants = entries.iter().zip(&list).filter_map(|(entry, (_, frame))| {
        let result = path(room, frame.result.as_ref()?);
        let (variant, text) = (&entry.variant, doc(&format!("The data of `{}`.", entry.wire)));
        let payload =
            if frame.result_mode == ResultMode::Nullable { quote!(Option<Box<#result>>) } else { quote!(Box<#result>) };
        Some(quote!(#text #variant(#payload)))
    });
    let name = format_ident!("ResponseData");
    quote! {
        /// The data of a successful answer.
        #[derive(::serde::Serialize, Clone, Debug, PartialEq)]
        #[serde(untagged)]
        pub enum #name { #(#variants),* }
    }
}
