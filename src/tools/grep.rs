//! The grep tool: lines that match, grouped by file or address of the host.

mod file;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use serde::Serialize;

use crate::base::text::head;
use crate::policy::Subject;
use crate::proto::shared::{
    ColumnLimit, JsonObject, OutputLimit, OutputLimits, OutputMeta, ToolDefinition, ToolResultPayload,
};
use crate::proto::tools::GrepArguments;

use super::fence::left_out;
use super::files::locate;
use super::host::uri_error;
use super::search::{Bounds, Filter, Pattern, is_glob, items, relative, shown, split_base, walk};
use super::truncate::{LIMITS, MAX_COLUMNS, count, truncation};
use super::{Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema, subject};
use file::{Found, Search};

/// Files with matches in one answer.
const PAGE: usize = 20;
/// Matches shown of one file among several, and of the one file that is searched.
const PER_FILE: usize = 20;
const PER_SINGLE_FILE: usize = 200;
/// Matches of one answer when the call does not say.
const DEFAULT_LIMIT: usize = 100;
const MAX_CONTEXT: u64 = 50;

pub struct Grep {
    definition: ToolDefinition,
}

impl Default for Grep {
    fn default() -> Self {
        Self { definition: schema::definition("grep", include_str!("../../schema/tools/grep.json")) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FileMatches {
    path: String,
    count: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    /// Matches in the files of this page, shown or not.
    match_count: u64,
    file_count: u64,
    files: Vec<String>,
    file_matches: Vec<FileMatches>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_limit_reached: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_file_limit_reached: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_paths: Vec<String>,
    meta: OutputMeta,
}

impl Tool for Grep {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Read
    }

    fn subject(&self, arguments: &JsonObject, cwd: &Path) -> Subject {
        subject::paths(arguments, "path", cwd)
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: GrepArguments = payload::arguments(arguments)?;
            let sources = sources(&cx, arguments.path.as_deref()).await?;
            payload::blocking(&cx.token.clone(), move || search(&cx, &arguments, &sources)).await
        })
    }
}

/// Where to search.
struct Sources {
    /// Addresses of the host with their content.
    hosted: Vec<(String, String)>,
    /// The rest of the list; `None` when there is none beside addresses.
    paths: Option<String>,
}

/// Asks the host for what it serves of the list.
async fn sources(cx: &ToolCx, list: Option<&str>) -> Result<Sources, ToolError> {
    let (mut hosted, mut paths) = (Vec::new(), Vec::new());
    for item in items(&cx.cwd, list.unwrap_or_default()) {
        match cx.host.uris().find(item) {
            Some(address) => {
                let content = cx.host.read(&address, &cx.token).await.map_err(uri_error)?;
                hosted.push((address.url, content.text));
            }
            None => paths.push(item),
        }
    }
    let paths = match hosted.is_empty() {
        true => Some(list.unwrap_or_default().to_owned()),
        false => (!paths.is_empty()).then(|| paths.join(";")),
    };
    Ok(Sources { hosted, paths })
}

/// What a walk brought: the files of one page and what there is besides.
#[derive(Default)]
struct Page {
    files: Vec<(String, Found)>,
    /// Matches that may still be shown.
    room: usize,
    more: bool,
    skipped: u64,
    binary: Option<String>,
    /// Files that were not searched because rules forbid it.
    left_out: u64,
}

fn search(cx: &ToolCx, arguments: &GrepArguments, sources: &Sources) -> Result<ToolResultPayload, ToolError> {
    let matcher = matcher(arguments)?;
    let (places, missing) = match &sources.paths {
        Some(list) => places(&cx.cwd, Some(list))?,
        None => (Vec::new(), Vec::new()),
    };
    let only = arguments.glob.as_deref().unwrap_or("");
    let only =
        items(&cx.cwd, only).into_iter().map(Pattern::new).collect::<Result<Vec<_>, _>>().map_err(ToolError::tell)?;
    let single = match (places.as_slice(), sources.hosted.len()) {
        ([], 1) => true,
        ([place], 0) => place.path.is_file(),
        _ => false,
    };
    let limit = arguments.limit.filter(|limit| *limit > 0).map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let per_file = if single { PER_SINGLE_FILE } else { PER_FILE };
    let limit = limit.unwrap_or(DEFAULT_LIMIT.max(per_file));
    let context = usize::try_from(arguments.context.unwrap_or(0).min(MAX_CONTEXT)).unwrap_or(0);
    let mut search = Search::new(matcher, focus(arguments), context, cx.token.clone());
    let filter = Filter { hidden: arguments.hidden.unwrap_or(false), gitignore: arguments.gitignore.unwrap_or(true) };
    let mut page = Page { room: limit, ..Page::default() };
    let skip = arguments.skip.unwrap_or(0);
    let mut seen = HashSet::new();
    for (url, text) in &sources.hosted {
        let found = search.text(text, per_file.min(page.room));
        if !page.add(url.clone(), found, single, skip) {
            break;
        }
    }
    'places: for place in &places {
        let bounds = Bounds::new(&cx.fence, &place.path);
        for entry in walk(&place.path, filter).flatten() {
            if cx.token.is_cancelled() {
                return Err(ToolError::tell(payload::CANCELLED));
            }
            let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
            // A link is followed only when it is named itself.
            let is_named = entry.depth() == 0 && entry.path().is_file();
            if !is_file && !is_named {
                continue;
            }
            let path = entry.into_path();
            if !place.takes(&cx.cwd, &path, &only) || !seen.insert(path.clone()) {
                continue;
            }
            if bounds.forbid(&path) {
                page.left_out += 1;
                continue;
            }
            let found = search.file(&path, per_file.min(page.room));
            if !page.add(shown(&cx.cwd, &path, false), found, single, skip) {
                break 'places;
            }
        }
    }
    if cx.token.is_cancelled() {
        return Err(ToolError::tell(payload::CANCELLED));
    }
    Ok(answer(&page, per_file, skip, missing))
}

fn matcher(arguments: &GrepArguments) -> Result<RegexMatcher, ToolError> {
    if arguments.pattern.is_empty() {
        return Err(ToolError::tell("The pattern is empty"));
    }
    RegexMatcherBuilder::new()
        .case_insensitive(arguments.ignore_case.unwrap_or(false))
        .fixed_strings(arguments.literal.unwrap_or(false))
        .multi_line(true)
        // `$` also before a CRLF; lines still end with LF only.
        .crlf(true)
        .line_terminator(Some(b'\n'))
        .build(&arguments.pattern)
        .map_err(|error| ToolError::tell(format!("Invalid pattern: {error}; set literal to search for plain text")))
}

fn focus(arguments: &GrepArguments) -> Option<regex::bytes::Regex> {
    let literal = arguments.literal.unwrap_or(false);
    let pattern = if literal { regex::escape(&arguments.pattern) } else { arguments.pattern.clone() };
    let mut builder = regex::bytes::RegexBuilder::new(&pattern);
    builder.case_insensitive(arguments.ignore_case.unwrap_or(false)).build().ok()
}

/// A folder or file to search, and the glob that its path came with.
struct Place {
    path: PathBuf,
    only: Option<Pattern>,
}

impl Place {
    fn takes(&self, cwd: &Path, path: &Path, only: &[Pattern]) -> bool {
        let from_place = relative(&self.path, path);
        // A file that is named itself is searched whatever the glob says of folders.
        if from_place.as_os_str().is_empty() {
            return true;
        }
        let fits = |pattern: &Pattern| pattern.fits(from_place) || pattern.fits(relative(cwd, path));
        self.only.as_ref().is_none_or(fits) && (only.is_empty() || only.iter().any(fits))
    }
}

fn places(cwd: &Path, list: Option<&str>) -> Result<(Vec<Place>, Vec<String>), ToolError> {
    let list = list.filter(|list| !list.trim().is_empty()).unwrap_or(".");
    let (mut places, mut missing, mut why) = (Vec::new(), Vec::new(), None);
    for item in items(cwd, list) {
        match locate(cwd, item) {
            Ok(path) => places.push(Place { path, only: None }),
            Err(_) if is_glob(item) => {
                let (path, only) = split_base(cwd, item).map_err(ToolError::tell)?;
                places.push(Place { path, only: Some(only) });
            }
            Err(error) => {
                missing.push(item.to_owned());
                why.get_or_insert(error);
            }
        }
    }
    match why {
        Some(why) if places.is_empty() => Err(ToolError::tell(why)),
        _ => Ok((places, missing)),
    }
}

impl Page {
    /// Takes in what one file holds. `false`: there is enough for this page.
    fn add(&mut self, name: String, found: Found, single: bool, skip: u64) -> bool {
        if found.binary {
            if single {
                self.binary = Some(name);
            }
            return true;
        }
        if found.matches == 0 {
            return true;
        }
        if self.skipped < skip {
            self.skipped += 1;
            return true;
        }
        if self.files.len() == PAGE || self.room == 0 {
            self.more = true;
            return false;
        }
        self.room -= found.shown;
        self.files.push((name, found));
        true
    }

    fn matches(&self) -> usize {
        self.files.iter().map(|(_, found)| found.matches).sum()
    }
}

fn answer(page: &Page, per_file: usize, skip: u64, missing: Vec<String>) -> ToolResultPayload {
    let groups: Vec<String> = page.files.iter().map(|(path, found)| format!("{path}\n{}", found.text)).collect();
    let cut = head(groups.join("\n"), LIMITS);
    let cut_files = page.files.iter().filter(|(_, found)| found.shown < found.matches).count();
    let mut notices = Vec::new();
    if cut.is_cut() {
        notices.push("[Output cut at its limit; search in fewer files or with a narrower pattern]".to_owned());
    }
    if cut_files > 0 {
        notices.push(format!("[{cut_files} of these files have more matches than shown; search in one file to see up to {PER_SINGLE_FILE}]"));
    }
    if page.more {
        notices.push(format!("[More files match; go on with skip {}]", skip + count(page.files.len())));
    }
    notices.extend(left_out(page.left_out));
    if !missing.is_empty() {
        notices.push(format!("[Not there: {}]", missing.join(", ")));
    }
    let mut text = match (page.files.is_empty(), &page.binary) {
        (false, _) => cut.text.trim_end().to_owned(),
        (true, Some(path)) => format!("{path} is binary; it is not searched"),
        (true, None) if page.skipped > 0 => format!("No more matches after {} files", page.skipped),
        (true, None) => "No matches found".to_owned(),
    };
    for notice in notices {
        text.push_str("\n\n");
        text.push_str(&notice);
    }
    let details = Details {
        match_count: count(page.matches()),
        file_count: count(page.files.len()),
        files: page.files.iter().map(|(path, _)| path.clone()).collect(),
        file_matches: page
            .files
            .iter()
            .map(|(path, found)| FileMatches { path: path.clone(), count: count(found.matches) })
            .collect(),
        file_limit_reached: (page.more && page.files.len() == PAGE).then_some(count(PAGE)),
        per_file_limit_reached: (cut_files > 0).then_some(count(per_file)),
        truncated: (cut.is_cut() || page.more || cut_files > 0).then_some(true),
        missing_paths: missing,
        meta: OutputMeta { truncation: truncation(&cut), limits: limits(page), ..payload::no_meta() },
    };
    payload::told(text, &details)
}

fn limits(page: &Page) -> Option<OutputLimits> {
    let clipped = page.files.iter().any(|(_, found)| found.clipped);
    let shown: usize = page.files.iter().map(|(_, found)| found.shown).sum();
    let match_limit = (page.room == 0 && (page.more || shown < page.matches()))
        .then(|| OutputLimit { reached: count(shown), suggestion: count(shown.saturating_mul(2)) });
    (clipped || match_limit.is_some()).then_some(OutputLimits {
        match_limit,
        result_limit: None,
        head_limit: None,
        column_truncated: clipped.then_some(ColumnLimit { max_column: count(MAX_COLUMNS) }),
    })
}

#[cfg(test)]
#[path = "grep_tests.rs"]
mod tests;
