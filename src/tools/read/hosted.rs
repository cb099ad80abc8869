//! Addresses that the host serves, read like files.

use crate::base::text::{Limits, head};
use crate::host::Address;
use crate::proto::shared::{OutputSourceKind, ToolResultPayload};
use crate::proto::tools::ReadArguments;
use crate::tools::host::uri_error;
use crate::tools::{ToolCx, ToolError, payload};

use super::selector::{self, Selection};
use super::{Details, page_of};

/// What of the host's notes the model is shown.
const NOTES: Limits = Limits { lines: 40, bytes: 4096 };

/// The address that a path names, and the part that its selector asks for. `None`: the host serves no such scheme.
pub(super) fn find(cx: &ToolCx, path: &str) -> Result<Option<(Address, Selection)>, ToolError> {
    let uris = cx.host.uris();
    let Some(whole) = uris.find(path) else { return Ok(None) };
    let Some((before, selection)) = selector::split(path).map_err(ToolError::tell)? else {
        return Ok(Some((whole, Selection::default())));
    };
    // A colon that belongs to the scheme is no selector.
    let address = uris.find(before);
    Ok(Some(address.map_or((whole, Selection::default()), |address| (address, selection))))
}

/// Asks the host, and shows what it gave: with line numbers, unless it never changes and so is never edited.
pub(super) async fn read(
    cx: ToolCx,
    arguments: ReadArguments,
    address: Address,
    mut selection: Selection,
) -> Result<ToolResultPayload, ToolError> {
    let content = cx.host.read(&address, &cx.token).await.map_err(uri_error)?;
    selection.raw |= content.immutable;
    payload::blocking(&cx.token.clone(), move || {
        let mut details = Details::new("host");
        details.meta.source = Some(payload::source(OutputSourceKind::Internal, address.url.clone()));
        details.url = Some(address.url);
        details.content_type = Some(content.content_type);
        details.immutable = content.immutable.then_some(true);
        details.notes.clone_from(&content.notes);
        let mut result = page_of(&cx, content.text.as_bytes(), selection, &arguments, details)?;
        let notes = head(content.notes.join("\n"), NOTES).text;
        if !notes.trim().is_empty() {
            result.content.push(payload::text(format!("[{}]", notes.trim())));
        }
        Ok(result)
    })
    .await
}

#[cfg(test)]
#[path = "hosted_tests.rs"]
mod tests;
