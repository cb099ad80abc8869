//! The glob tool: files and folders by name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::base::paths::absolute;
use crate::base::text::head;
use crate::policy::Subject;
use crate::proto::shared::{JsonObject, OutputLimit, OutputLimits, OutputMeta, ToolDefinition, ToolResultPayload};
use crate::proto::tools::GlobArguments;

use super::fence::left_out;
use super::files::locate;
use super::search::{Bounds, Filter, Pattern, is_glob, items, relative, shown, split_base, walk};
use super::truncate::{LIMITS, count, truncation};
use super::{Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema, subject};

const DEFAULT_LIMIT: u64 = 200;
const MAX_LIMIT: u64 = 20_000;

pub struct Glob {
    definition: ToolDefinition,
}

impl Default for Glob {
    fn default() -> Self {
        Self { definition: schema::definition("glob", include_str!("../../schema/tools/glob.json")) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    /// All that fit, also beyond the limit.
    file_count: u64,
    files: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result_limit_reached: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    truncated: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_paths: Vec<String>,
    meta: OutputMeta,
}

impl Tool for Glob {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Read
    }

    fn subject(&self, arguments: &JsonObject, cwd: &Path) -> Subject {
        subject::walked(arguments, "path", "pattern", cwd)
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: GlobArguments = payload::arguments(arguments)?;
            payload::blocking(&cx.token.clone(), move || find(&cx, &arguments)).await
        })
    }
}

fn find(cx: &ToolCx, arguments: &GlobArguments) -> Result<ToolResultPayload, ToolError> {
    let filter = Filter { hidden: arguments.hidden.unwrap_or(true), gitignore: arguments.gitignore.unwrap_or(true) };
    let (folders, missing) = folders(&cx.cwd, arguments.path.as_deref())?;
    // Sorted by components, so that a folder stands with what it holds.
    let mut found = Found::default();
    for folder in &folders {
        for glob in items(folder, &arguments.pattern) {
            collect(cx, folder, glob, filter, &mut found)?;
        }
    }
    Ok(answer(cx, arguments.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT), &found, missing))
}

/// Files and folders that fit.
#[derive(Default)]
struct Found {
    /// With whether it is a folder.
    shown: BTreeSet<(PathBuf, bool)>,
    /// What rules forbid.
    left_out: BTreeSet<PathBuf>,
}

impl Found {
    fn insert(&mut self, bounds: &Bounds<'_>, path: PathBuf, is_folder: bool) {
        match bounds.forbid(&path) {
            true => drop(self.left_out.insert(path)),
            false => drop(self.shown.insert((path, is_folder))),
        }
    }
}

/// The folders to search in, and those that are not there; all missing is an error.
fn folders(cwd: &Path, list: Option<&str>) -> Result<(Vec<PathBuf>, Vec<String>), ToolError> {
    let list = list.filter(|list| !list.trim().is_empty()).unwrap_or(".");
    let (mut folders, mut missing, mut why) = (Vec::new(), Vec::new(), None);
    for item in items(cwd, list) {
        match locate(cwd, item) {
            Ok(path) => folders.push(path),
            Err(error) => {
                missing.push(item.to_owned());
                why.get_or_insert(error);
            }
        }
    }
    match why {
        Some(why) if folders.is_empty() => Err(ToolError::tell(why)),
        _ => Ok((folders, missing)),
    }
}

fn collect(cx: &ToolCx, folder: &Path, glob: &str, filter: Filter, found: &mut Found) -> Result<(), ToolError> {
    let whole = absolute(folder, glob);
    let (base, pattern) = match whole.metadata() {
        // Without signs it may be the thing itself. A folder stands for all it holds, a bare name for all of its kind.
        Ok(metadata) if !is_glob(glob) && metadata.is_dir() => {
            (whole, Pattern::of_path("**").map_err(ToolError::tell)?)
        }
        Ok(_) if !is_glob(glob) && glob.contains('/') => {
            found.insert(&Bounds::new(&cx.fence, folder), whole, false);
            return Ok(());
        }
        _ => split_base(folder, glob).map_err(ToolError::tell)?,
    };
    let bounds = Bounds::new(&cx.fence, &base);
    for entry in walk(&base, filter) {
        if cx.token.is_cancelled() {
            return Err(ToolError::tell(payload::CANCELLED));
        }
        // What cannot be read is as good as not there.
        let Ok(entry) = entry else { continue };
        if entry.depth() == 0 && entry.path().is_dir() {
            continue;
        }
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let wanted = if is_folder { pattern.folders_only || pattern.names_folders } else { !pattern.folders_only };
        if wanted && pattern.fits(relative(&base, entry.path())) {
            found.insert(&bounds, entry.into_path(), is_folder);
        }
    }
    Ok(())
}

fn answer(cx: &ToolCx, limit: u64, found: &Found, missing: Vec<String>) -> ToolResultPayload {
    let hidden = left_out(count(found.left_out.len()));
    let found = &found.shown;
    let total = count(found.len());
    let reached = total > limit;
    let kept = usize::try_from(limit).unwrap_or(usize::MAX);
    let files: Vec<String> =
        found.iter().take(kept).map(|(path, is_folder)| shown(&cx.cwd, path, *is_folder)).collect();
    let cut = head(files.join("\n"), LIMITS);
    let meta = OutputMeta {
        truncation: truncation(&cut),
        limits: reached.then(|| OutputLimits {
            result_limit: Some(OutputLimit { reached: limit, suggestion: (limit * 2).min(MAX_LIMIT) }),
            match_limit: None,
            head_limit: None,
            column_truncated: None,
        }),
        ..payload::no_meta()
    };
    let lines = cut.shown_lines;
    let mut text = if files.is_empty() { "No files found".to_owned() } else { cut.text.trim_end().to_owned() };
    if count(lines) < total {
        let way_on = if cut.is_cut() { "narrow the pattern" } else { "raise limit or narrow the pattern" };
        text.push_str(&format!("\n\n[{lines} of {total} shown; {way_on}]"));
    }
    if let Some(hidden) = hidden {
        text.push_str(&format!("\n\n{hidden}"));
    }
    if !missing.is_empty() {
        text.push_str(&format!("\n\n[Not there: {}]", missing.join(", ")));
    }
    let details = Details {
        file_count: total,
        files,
        result_limit_reached: reached.then_some(limit),
        truncated: (count(lines) < total).then_some(true),
        missing_paths: missing,
        meta,
    };
    payload::told(text, &details)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::Bench;

    fn bench() -> Bench {
        let bench = Bench::new();
        for name in [
            "Cargo.toml",
            "src/lib.rs",
            "src/a/mod.rs",
            "src/a/b.rs",
            "docs/x.md",
            ".github/ci.yml",
            "target/out.rs",
            ".git/config",
        ] {
            bench.file(name, "");
        }
        bench.file(".gitignore", "target\n");
        bench
    }

    async fn found(bench: &Bench, arguments: &str) -> String {
        bench.ok(&Glob::default(), arguments).await.0
    }

    #[tokio::test]
    async fn patterns_find_names_at_any_depth_and_paths_below_a_folder() {
        let bench = bench();
        assert_eq!(found(&bench, r#"{"pattern":"*.rs"}"#).await, "src/a/b.rs\nsrc/a/mod.rs\nsrc/lib.rs");
        assert_eq!(found(&bench, r#"{"pattern":"src/*.rs"}"#).await, "src/lib.rs");
        assert_eq!(found(&bench, r#"{"pattern":"**/*.{md,toml}"}"#).await, "Cargo.toml\ndocs/x.md");
        assert_eq!(found(&bench, r#"{"pattern":"*.rs","path":"src/a"}"#).await, "src/a/b.rs\nsrc/a/mod.rs");
        assert_eq!(found(&bench, r#"{"pattern":"*.md;*.toml"}"#).await, "Cargo.toml\ndocs/x.md");
        assert_eq!(
            found(&bench, r#"{"pattern":"*","path":"docs;src/a"}"#).await,
            "docs/x.md\nsrc/a/b.rs\nsrc/a/mod.rs"
        );
        assert_eq!(found(&bench, r#"{"pattern":"nothing*"}"#).await, "No files found");
    }

    #[tokio::test]
    async fn names_without_signs_and_folders_work_too() {
        let bench = bench();
        assert_eq!(found(&bench, r#"{"pattern":"src/a"}"#).await, "src/a/b.rs\nsrc/a/mod.rs");
        assert_eq!(found(&bench, r#"{"pattern":"mod.rs"}"#).await, "src/a/mod.rs");
        assert_eq!(found(&bench, r#"{"pattern":"docs/x.md"}"#).await, "docs/x.md");
        assert_eq!(found(&bench, r#"{"pattern":"s*/"}"#).await, "src/");
        assert_eq!(found(&bench, r#"{"pattern":"sr*"}"#).await, "src/");
        let outside = bench.path().join("docs").display().to_string();
        let pattern = format!(r#"{{"pattern":"{outside}/*","path":"src"}}"#);
        assert_eq!(found(&bench, &pattern).await, "docs/x.md");
    }

    #[tokio::test]
    async fn ignored_and_hidden_files_are_shown_when_asked_for_and_git_never() {
        let bench = bench();
        assert_eq!(
            found(&bench, r#"{"pattern":"**/*"}"#).await,
            ".github/ci.yml\n.gitignore\nCargo.toml\ndocs/x.md\nsrc/a/b.rs\nsrc/a/mod.rs\nsrc/lib.rs"
        );
        assert!(!found(&bench, r#"{"pattern":"**/*","hidden":false}"#).await.contains(".git"));
        let all = found(&bench, r#"{"pattern":"**/*","gitignore":false}"#).await;
        assert!(all.contains("target/out.rs") && !all.contains(".git/"), "{all}");
    }

    #[tokio::test]
    async fn a_limit_tells_the_total_and_how_to_see_more() {
        let bench = bench();
        let (text, details) = bench.ok(&Glob::default(), r#"{"pattern":"*.rs","limit":2}"#).await;
        assert_eq!(text, "src/a/b.rs\nsrc/a/mod.rs\n\n[2 of 3 shown; raise limit or narrow the pattern]");
        assert_eq!(details["fileCount"], 3);
        assert_eq!(details["files"].as_array().unwrap().len(), 2);
        assert_eq!((&details["resultLimitReached"], &details["truncated"]), (&2.into(), &true.into()));
        assert_eq!(details["meta"]["limits"]["resultLimit"]["suggestion"], 4);
    }

    #[tokio::test]
    async fn missing_folders_are_told() {
        let bench = bench();
        let (text, details) = bench.ok(&Glob::default(), r#"{"pattern":"*.md","path":"docs;dox"}"#).await;
        assert_eq!(text, "docs/x.md\n\n[Not there: dox]");
        assert_eq!(details["missingPaths"][0], "dox");
        let (text, _) = bench.fails(&Glob::default(), r#"{"pattern":"*","path":"dcos"}"#).await;
        assert!(text.ends_with("nearest: `docs`"), "{text}");
        let (text, _) = bench.fails(&Glob::default(), r#"{"pattern":"a["}"#).await;
        assert!(text.starts_with("`a[` is no glob"), "{text}");
    }
}
