//! The edit tool: exact text replaced, several places in one call, all or nothing.

mod apply;
mod nearest;

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use crate::base::paths::display_relative;
use crate::base::text::cut_bytes;
use crate::policy::Subject;
use crate::proto::shared::{JsonObject, OutputMeta, OutputSourceKind, ToolDefinition, ToolResultPayload};
use crate::proto::tools::EditArguments;

use super::files::{locate, reason, replace_noted};
use super::truncate::size;
use super::{Concurrency, Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema, subject};

/// Larger files are not edited as text.
const MAX_FILE: u64 = 64 * 1024 * 1024;
/// Bytes of the diff that a host gets.
const MAX_DIFF: usize = 256 * 1024;
/// After this time the diff may be longer than it need be.
const DIFF_TIME: Duration = Duration::from_millis(500);

pub struct Edit {
    definition: ToolDefinition,
}

impl Default for Edit {
    fn default() -> Self {
        Self { definition: schema::definition("edit", include_str!("../../schema/tools/edit.json")) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    diff: String,
    first_changed_line: usize,
    resolved_path: String,
    meta: OutputMeta,
}

impl Tool for Edit {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Write
    }

    fn subject(&self, arguments: &JsonObject, cwd: &Path) -> Subject {
        subject::path(arguments, "path", cwd)
    }

    fn concurrency(&self, _arguments: &JsonObject) -> Concurrency {
        Concurrency::Exclusive
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments: EditArguments = payload::arguments(arguments)?;
            if cx.token.is_cancelled() {
                return Err(ToolError::tell(payload::CANCELLED));
            }
            // Protocol: "The agent's edit tool does not target host URIs".
            if let Some(address) = cx.host.uris().find(&arguments.path) {
                let url = address.url;
                return Err(ToolError::tell(format!(
                    "Cannot edit `{url}`: addresses of the host are only replaced whole, with write"
                )));
            }
            // Not given up half-way: a file is either untouched or told as changed.
            payload::to_the_end(move || change(&cx, &arguments)).await
        })
    }
}

fn change(cx: &ToolCx, arguments: &EditArguments) -> Result<ToolResultPayload, ToolError> {
    let cwd = &cx.cwd;
    let path = locate(cwd, &arguments.path).map_err(ToolError::tell)?;
    let failed =
        |error: std::io::Error| ToolError::tell(format!("Cannot edit `{}`: {}", arguments.path, reason(&error)));
    let refused = |why: String| ToolError::tell(format!("Cannot edit `{}`: {why}", arguments.path));
    let place = cx.fence.place(&path).map_err(refused)?;
    let metadata = fs::metadata(&place).map_err(failed)?;
    if !metadata.is_file() {
        return Err(refused(if metadata.is_dir() { "it is a folder" } else { "it is no regular file" }.to_owned()));
    }
    if metadata.len() > MAX_FILE {
        return Err(refused(format!("it is larger than {}", size(MAX_FILE))));
    }
    let old = fs::read(&place).map_err(failed)?;
    if old.contains(&0) {
        return Err(refused("it is binary, or its text is not UTF-8".to_owned()));
    }
    let applied = apply::apply(&old, &arguments.edits)
        .map_err(|error| ToolError::tell(format!("{error}. `{}` was not changed", arguments.path)))?;
    let written = replace_noted(cx, &path, &applied.content).map_err(failed)?;
    let first_changed_line = first_changed_line(&old, &applied.content);
    let resolved_path = written.path.display().to_string();
    let meta = OutputMeta {
        source: Some(payload::source(OutputSourceKind::Path, resolved_path.clone())),
        ..payload::no_meta()
    };
    let diff = diff(&display_relative(cwd, &path), &old, &applied.content);
    let said = report(arguments, &applied, first_changed_line);
    Ok(payload::told(said, &Details { diff, first_changed_line, resolved_path, meta }))
}

fn report(arguments: &EditArguments, applied: &apply::Applied, line: usize) -> String {
    let places = match applied.replacements {
        1 => "1 replacement".to_owned(),
        several => format!("{several} replacements"),
    };
    let mut said = format!("Edited {}: {places}, first changed line {line}", arguments.path);
    if !applied.idle.is_empty() {
        let idle: Vec<String> = applied.idle.iter().map(usize::to_string).collect();
        said.push_str(&format!("; edit {} changed nothing", idle.join(", ")));
    }
    said
}

fn first_changed_line(old: &[u8], new: &[u8]) -> usize {
    let same = old.iter().zip(new).take_while(|(one, other)| one == other);
    1 + same.filter(|(byte, _)| **byte == b'\n').count()
}

/// The difference of two texts; `None` where one is no text.
pub(super) fn diff_of_texts(name: &str, old: &[u8], new: &[u8]) -> Option<String> {
    let is_text = |content: &[u8]| std::str::from_utf8(content).is_ok_and(|text| !text.contains('\0'));
    (is_text(old) && is_text(new)).then(|| diff(name, old, new))
}

fn diff(name: &str, old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let diff = similar::TextDiff::configure().timeout(DIFF_TIME).diff_lines(old.as_ref(), new.as_ref());
    let text = diff.unified_diff().context_radius(3).header(&format!("a/{name}"), &format!("b/{name}")).to_string();
    match text.len() > MAX_DIFF {
        true => format!("{}\n[diff cut after {}]\n", cut_bytes(&text, MAX_DIFF), size(MAX_DIFF as u64)),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::Bench;

    #[tokio::test]
    async fn an_edit_tells_diff_and_first_changed_line_and_leaves_crlf_alone() {
        let bench = Bench::new();
        let path = bench.file("a.txt", "one\r\ntwo\r\nthree\r\n");
        let call = r#"{"path":"a.txt","edits":[{"oldText":"two\n","newText":"2\nand\n"}]}"#;
        let (text, details) = bench.ok(&Edit::default(), call).await;
        assert_eq!(text, "Edited a.txt: 1 replacement, first changed line 2");
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\r\n2\r\nand\r\nthree\r\n");
        assert_eq!(details["firstChangedLine"], 2);
        let diff = details["diff"].as_str().unwrap();
        assert!(diff.starts_with("--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,4 @@\n"), "{diff}");
        assert!(diff.contains("-two\r\n+2\r\n+and\r\n"), "{diff}");
    }

    #[tokio::test]
    async fn a_failed_edit_leaves_the_file_untouched() {
        let bench = Bench::new();
        let path = bench.file("a.txt", "one\ntwo\ntwo\n");
        let before = fs::metadata(&path).unwrap().modified().unwrap();
        let edit = Edit::default();
        for (edits, told) in [
            (r#"[{"oldText":"one","newText":"1"},{"oldText":"two","newText":"2"}]"#, "2 times (lines 2, 3)"),
            (
                r#"[{"oldText":"one","newText":"1"},{"oldText":"ten","newText":"2"}]"#,
                "oldText of edit 2 is not in the file",
            ),
            (r#"[{"oldText":"one","newText":"one"}]"#, "No change"),
            (r#"[]"#, "There is no edit to make"),
        ] {
            let (text, _) = bench.fails(&edit, &format!(r#"{{"path":"a.txt","edits":{edits}}}"#)).await;
            assert!(text.contains(told) && text.ends_with(". `a.txt` was not changed"), "{text}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\ntwo\n");
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
        assert_eq!(edit.concurrency(&JsonObject::new()), Concurrency::Exclusive);
    }

    #[tokio::test]
    async fn folders_binaries_and_missing_files_are_refused() {
        let bench = Bench::new();
        bench.file("d/a", "x");
        bench.file("b", "a\0b");
        let edits = r#""edits":[{"oldText":"a","newText":"b"}]"#;
        let edit = Edit::default();
        for (path, told) in [("d", "it is a folder"), ("b", "it is binary"), ("nowhere", "does not exist")] {
            let (text, _) = bench.fails(&edit, &format!(r#"{{"path":"{path}",{edits}}}"#)).await;
            assert!(text.contains(told), "{text}");
        }
    }
}
