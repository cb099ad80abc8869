//! Descriptions as doc attributes.

use proc_macro2::TokenStream;
use quote::quote;

/// `#[doc]` lines for a description; nothing for an empty one.
pub(super) fn doc(text: &str) -> TokenStream {
    let lines = text.lines().map(|line| format!(" {}", line.trim_end()));
    quote!(#(#[doc = #lines])*)
}
