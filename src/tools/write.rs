//! The write tool: a file created or replaced in one step, or an address of the host.

use std::path::Path;

use serde::Serialize;

use crate::base::paths;
use crate::host::Address;
use crate::policy::Subject;
use crate::proto::shared::{JsonObject, OutputMeta, OutputSourceKind, ToolDefinition, ToolResultPayload};
use crate::proto::tools::WriteArguments;

use super::files::{reason, replace_noted};
use super::host::uri_error;
use super::{Concurrency, Tier, Tool, ToolCx, ToolError, ToolFuture, payload, schema, subject};

pub struct Write {
    definition: ToolDefinition,
}

impl Default for Write {
    fn default() -> Self {
        Self { definition: schema::definition("write", include_str!("../../schema/tools/write.json")) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details {
    resolved_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    made_executable: Option<bool>,
    meta: OutputMeta,
}

impl Tool for Write {
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
            let arguments: WriteArguments = payload::arguments(arguments)?;
            if cx.token.is_cancelled() {
                return Err(ToolError::tell(payload::CANCELLED));
            }
            match cx.host.uris().find(&arguments.path) {
                Some(address) => hosted(&cx, arguments, &address).await,
                None => payload::to_the_end(move || put(&cx, &arguments)).await,
            }
        })
    }
}

/// The host replaces the whole content, if it lets such addresses be written; if not, it is not asked.
async fn hosted(cx: &ToolCx, arguments: WriteArguments, address: &Address) -> Result<ToolResultPayload, ToolError> {
    let url = &address.url;
    if !address.scheme.writable {
        let scheme = &address.scheme.name;
        return Err(ToolError::tell(format!("Cannot write `{url}`: the host does not let {scheme}:// be written")));
    }
    let bytes = arguments.content.len();
    cx.host.write(address, arguments.content, &cx.token).await.map_err(uri_error)?;
    let meta =
        OutputMeta { source: Some(payload::source(OutputSourceKind::Internal, url.clone())), ..payload::no_meta() };
    let details = Details { resolved_path: url.clone(), made_executable: None, meta };
    Ok(payload::told(format!("Successfully wrote {bytes} bytes to {url}"), &details))
}

fn put(cx: &ToolCx, arguments: &WriteArguments) -> Result<ToolResultPayload, ToolError> {
    if arguments.path.trim().is_empty() {
        return Err(ToolError::tell("The path is empty"));
    }
    let path = paths::absolute(&cx.cwd, &arguments.path);
    let written = replace_noted(cx, &path, arguments.content.as_bytes())
        .map_err(|error| ToolError::tell(format!("Cannot write `{}`: {}", arguments.path, reason(&error))))?;
    let resolved_path = written.path.display().to_string();
    let meta = OutputMeta {
        source: Some(payload::source(OutputSourceKind::Path, resolved_path.clone())),
        ..payload::no_meta()
    };
    let said = format!("Successfully wrote {} bytes to {}", arguments.content.len(), arguments.path);
    let made_executable = written.made_executable.then_some(true);
    Ok(payload::told(said, &Details { resolved_path, made_executable, meta }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing::Bench;

    #[tokio::test]
    async fn a_file_is_written_with_its_folders_and_counted_in_bytes() {
        let bench = Bench::new();
        let (text, details) = bench.ok(&Write::default(), r#"{"path":"a/b/ü.txt","content":"grün\n"}"#).await;
        assert_eq!(text, "Successfully wrote 6 bytes to a/b/ü.txt");
        assert_eq!(std::fs::read_to_string(bench.path().join("a/b/ü.txt")).unwrap(), "grün\n");
        assert_eq!(details["resolvedPath"], bench.path().join("a/b/ü.txt").display().to_string());
        assert!(details.get("madeExecutable").is_none());
        assert_eq!(Write::default().concurrency(&JsonObject::new()), Concurrency::Exclusive);
    }

    #[tokio::test]
    async fn a_script_is_told_to_have_become_executable() {
        let bench = Bench::new();
        let (_, details) = bench.ok(&Write::default(), r##"{"path":"run.sh","content":"#!/bin/sh\n"}"##).await;
        assert_eq!(details["madeExecutable"], true);
    }

    #[tokio::test]
    async fn what_cannot_be_written_is_told() {
        let bench = Bench::new();
        bench.file("d/a", "x");
        let write = Write::default();
        assert_eq!(bench.fails(&write, r#"{"path":"d","content":""}"#).await.0, "Cannot write `d`: it is a folder");
        let (text, _) = bench.fails(&write, r#"{"path":"d/a/b","content":""}"#).await;
        assert!(text.starts_with("Cannot write `d/a/b`: "), "{text}");
        assert_eq!(bench.fails(&write, r#"{"path":" ","content":""}"#).await.0, "The path is empty");
    }
}
