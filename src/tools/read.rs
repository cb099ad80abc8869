//! The read tool: files with line numbers, folders, images, web pages, addresses of the host.

pub mod attach;
pub mod image;

mod folder;
mod hosted;
mod html;
mod lines;
mod selector;
mod skill;
mod sniff;
mod web;

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read as _};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::base::paths;
use crate::base::text::head;
use crate::policy::Subject;
use crate::proto::shared::{
    JsonObject, OutputLimit, OutputLimits, OutputMeta, OutputSourceKind, OutputTruncation, ToolDefinition,
    ToolResultPayload,
};
use crate::proto::tools::ReadArguments;

use super::files::{locate, reason};
use super::truncate::{LIMITS, MAX_LINES, count, size, truncation};
use super::{Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema, subject};
use lines::View;
use selector::Selection;
use sniff::{Kind, SAMPLE, sniff, utf16};
use web::{Body, Fetcher, is_address};

pub struct Read {
    definition: ToolDefinition,
    web: Fetcher,
}

impl Default for Read {
    fn default() -> Self {
        let definition = schema::definition("read", include_str!("../../schema/tools/read.json"));
        Self { definition, web: Fetcher::default() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_directory: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    final_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    immutable: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncation: Option<OutputTruncation>,
    meta: OutputMeta,
}

impl Details {
    fn new(kind: &'static str) -> Self {
        Self {
            kind,
            resolved_path: None,
            is_directory: None,
            url: None,
            final_url: None,
            content_type: None,
            immutable: None,
            notes: Vec::new(),
            truncation: None,
            meta: payload::no_meta(),
        }
    }

    fn of_path(kind: &'static str, path: &Path) -> Self {
        let shown = path.display().to_string();
        let mut details = Self::new(kind);
        details.meta.source = Some(payload::source(OutputSourceKind::Path, shown.clone()));
        details.resolved_path = Some(shown);
        details
    }

    fn cut(&mut self, record: Option<OutputTruncation>) {
        self.truncation.clone_from(&record);
        self.meta.truncation = record;
    }
}

impl Tool for Read {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Read
    }

    fn subject(&self, arguments: &JsonObject, cwd: &Path) -> Subject {
        let given = arguments.get("path").and_then(serde_json::Value::as_str).unwrap_or_default();
        let path = selector::split(given).ok().flatten().map_or(given, |(path, _)| path);
        // A file may have a name that ends like a selector.
        subject::either(path, given, cwd)
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: ReadArguments = payload::arguments(arguments)?;
            if let Some((address, selection)) = hosted::find(&cx, &arguments.path)? {
                return hosted::read(cx, arguments, address, selection).await;
            }
            if is_address(&arguments.path) {
                return self.address(cx, arguments).await;
            }
            payload::blocking(&cx.token.clone(), move || match skill::named(&arguments.path) {
                Some(name) => skill::read(&cx, &arguments, name),
                None => local(&cx, &arguments),
            })
            .await
        })
    }
}

impl Read {
    async fn address(&self, cx: ToolCx, arguments: ReadArguments) -> Result<ToolResultPayload, ToolError> {
        let (address, selection) = split_address(&arguments.path).map_err(ToolError::tell)?;
        let fetched = tokio::select! {
            biased;
            () = cx.token.cancelled() => return Err(ToolError::tell(payload::CANCELLED)),
            fetched = self.web.fetch(address) => fetched.map_err(ToolError::tell)?,
        };
        let address = address.to_owned();
        payload::blocking(&cx.token.clone(), move || {
            let mut details = Details::new("url");
            details.meta.source = Some(payload::source(OutputSourceKind::Url, fetched.final_url.clone()));
            details.content_type = fetched.content_type;
            details.url = Some(address);
            let text = match fetched.body {
                Body::Html(html) if selection.raw => html,
                Body::Html(html) => html::readable(&html, &fetched.final_url),
                Body::Text(text) => text,
                Body::Image(bytes) => {
                    details.final_url = Some(fetched.final_url);
                    return Ok(picture(&bytes, cx.vision, details));
                }
                Body::Other(name, bytes) => format!("(This is {name}, {}; it has no text to show)", size(bytes)),
            };
            details.final_url = Some(fetched.final_url);
            // Pages are prose: numbers would only be in the way, and no edit needs them.
            page_of(&cx, text.as_bytes(), Selection { raw: true, ..selection }, &arguments, details)
        })
        .await
    }
}

/// A colon in an address is a port or a part of it, unless it comes after the host and reads as a selector.
fn split_address(given: &str) -> Result<(&str, Selection), String> {
    let after_scheme = given.find("://").map_or(0, |at| at + 3);
    let path_at = given.get(after_scheme..).and_then(|rest| rest.find('/')).map(|at| after_scheme + at);
    match (path_at, selector::split(given)?) {
        (Some(at), Some((address, selection))) if address.len() > at => Ok((address, selection)),
        _ => Ok((given, Selection::default())),
    }
}

fn local(cx: &ToolCx, arguments: &ReadArguments) -> Result<ToolResultPayload, ToolError> {
    let (path, selection) = resolve(&cx.cwd, &arguments.path).map_err(ToolError::tell)?;
    let place =
        cx.fence.place(&path).map_err(|why| ToolError::tell(format!("Cannot read `{}`: {why}", arguments.path)))?;
    let failed = |error: io::Error| ToolError::tell(format!("Cannot read `{}`: {}", arguments.path, reason(&error)));
    let metadata = fs::metadata(&place).map_err(failed)?;
    if metadata.is_dir() {
        return entries(cx, &path, &place, arguments).map_err(failed);
    }
    if !metadata.is_file() {
        return Err(ToolError::tell(format!(
            "`{}` is no regular file: reading it could wait for ever",
            arguments.path
        )));
    }
    let mut file = File::open(&place).map_err(failed)?;
    let mut sample = Vec::new();
    file.by_ref().take(SAMPLE as u64).read_to_end(&mut sample).map_err(failed)?;
    match sniff(&sample) {
        Kind::Image(_) => {
            // One byte more than allowed, so that what is too large is seen as such.
            let rest = image::MAX_FILE + 1 - SAMPLE as u64;
            file.take(rest).read_to_end(&mut sample).map_err(failed)?;
            Ok(picture(&sample, cx.vision, Details::of_path("image", &path)))
        }
        Kind::Binary(name) => {
            let said = format!("(`{}` is {name}, {}; it has no text to show)", arguments.path, size(metadata.len()));
            Ok(payload::told(said, &Details::of_path("binary", &path)))
        }
        Kind::Utf16 { little } => {
            file.take(image::MAX_FILE).read_to_end(&mut sample).map_err(failed)?;
            let mut details = Details::of_path("file", &path);
            details.notes.push("The file is UTF-16; it is shown as UTF-8".to_owned());
            page_of(cx, utf16(&sample, little).as_bytes(), selection, arguments, details)
        }
        Kind::Text => {
            let input = BufReader::with_capacity(64 * 1024, Cursor::new(sample).chain(file));
            page_of(cx, input, selection, arguments, Details::of_path("file", &path))
        }
    }
}

/// The whole path first: a name may well end like a selector.
fn resolve(cwd: &Path, given: &str) -> Result<(PathBuf, Selection), String> {
    let whole = paths::absolute(cwd, given);
    if whole.symlink_metadata().is_ok() {
        return Ok((whole, Selection::default()));
    }
    match selector::split(given)? {
        Some((path, selection)) => Ok((locate(cwd, path)?, selection)),
        None => Ok((locate(cwd, given)?, Selection::default())),
    }
}

fn entries(cx: &ToolCx, path: &Path, place: &Path, arguments: &ReadArguments) -> io::Result<ToolResultPayload> {
    let limit = arguments.limit.unwrap_or(folder::PAGE).clamp(1, MAX_LINES as u64);
    let offset = arguments.offset.unwrap_or(1).max(1);
    let mut listing = folder::list(place, offset, limit, |path| cx.fence.forbids(path))?;
    let mut details = Details::of_path("directory", path);
    details.is_directory = Some(true);
    let cut = head(std::mem::take(&mut listing.text), LIMITS);
    if cut.is_cut() {
        listing.shown = count(cut.shown_lines);
        listing.next = Some(offset + listing.shown);
    }
    details.cut(truncation(&cut));
    if listing.next.is_some() {
        details.meta.limits = Some(OutputLimits {
            head_limit: Some(OutputLimit { reached: limit, suggestion: (limit * 2).min(MAX_LINES as u64) }),
            match_limit: None,
            result_limit: None,
            column_truncated: None,
        });
    }
    Ok(payload::told(with_notice(cut.text, listing.notice()), &details))
}

fn page_of(
    cx: &ToolCx,
    input: impl io::BufRead,
    mut selection: Selection,
    arguments: &ReadArguments,
    mut details: Details,
) -> Result<ToolResultPayload, ToolError> {
    if let (Some(offset), true) = (arguments.offset, selection.ranges.is_empty()) {
        selection.ranges.push((offset.max(1), None));
    }
    let view = lines::view(input, &selection, arguments.limit, &cx.token);
    let view = view.map_err(|error| match cx.token.is_cancelled() {
        true => ToolError::tell(payload::CANCELLED),
        false => ToolError::tell(format!("Cannot read `{}`: {}", arguments.path, reason(&error))),
    })?;
    if view.total_lines == 0 {
        return Ok(payload::told("(empty file)", &details));
    }
    if view.shown_lines == 0 {
        return Err(past_the_end(&view, &selection));
    }
    if view.damaged {
        details.notes.push("Some bytes are not valid UTF-8; they are shown as U+FFFD".to_owned());
    }
    if view.crlf {
        details.notes.push("Line endings are CRLF".to_owned());
    }
    details.cut(view.truncation());
    let notice = view.notice();
    if view.text.trim().is_empty() {
        // Providers refuse blank parts (hazard K47).
        return Ok(payload::told(with_notice("(only blank lines)".to_owned(), notice), &details));
    }
    Ok(payload::told(with_notice(view.text, notice), &details))
}

fn past_the_end(view: &View, selection: &Selection) -> ToolError {
    let asked = selection.ranges.first().map_or(1, |(start, _)| *start);
    ToolError::tell(format!("Line {asked} is past the end: there are {} lines", view.total_lines))
}

fn picture(bytes: &[u8], vision: bool, mut details: Details) -> ToolResultPayload {
    let picture = image::prepare(bytes, vision);
    if picture.block.is_none() {
        details.notes.push(picture.note.clone());
    }
    payload::done([Some(payload::text(picture.note)), picture.block].into_iter().flatten().collect(), &details)
}

fn with_notice(text: String, notice: Option<String>) -> String {
    match notice {
        Some(notice) => format!("{}\n\n{notice}", text.trim_end_matches('\n')),
        None => text,
    }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
