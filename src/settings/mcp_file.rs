//! The servers of the Model Context Protocol that settings and the workspace name.

use std::collections::BTreeMap;
use std::path::Path;

use super::file::File;
use super::known::unknown_keys;
use super::{McpServer, Settings, SettingsError};

/// The file of a workspace that other programs read, too.
const FILE: &str = ".mcp.json";
const SCHEMA: &str = "Settings";

/// The servers by name, and what is odd about the workspace's file. Settings go before that file, the map before the list.
/// None when they are switched off.
pub fn mcp_servers(settings: &Settings, workspace: &Path) -> (BTreeMap<String, McpServer>, Vec<String>) {
    let (mut servers, mut warnings) = (BTreeMap::new(), Vec::new());
    if settings.mcp.as_ref().and_then(|mcp| mcp.enabled) == Some(false) {
        return (servers, warnings);
    }
    let path = workspace.join(FILE);
    if path.is_file() {
        match read(&path, &mut warnings) {
            Ok(found) => servers.extend(found),
            // The file is not ours alone: what is wrong in it costs its servers, not the start.
            Err(error) => warnings.push(error.to_string()),
        }
    }
    let listed = settings.mcp.iter().flat_map(|mcp| mcp.servers.iter().flatten());
    servers.extend(listed.map(|server| {
        let named = server.clone();
        let server = McpServer {
            transport: named.transport,
            command: named.command,
            args: named.args,
            env: named.env,
            url: named.url,
            headers: named.headers,
            auto_connect: named.auto_connect,
            timeout: named.timeout,
            type_: named.type_,
        };
        (named.name, server)
    }));
    servers.extend(settings.mcp_servers.clone().into_iter().flatten());
    (servers, warnings)
}

fn read(path: &Path, warnings: &mut Vec<String>) -> Result<BTreeMap<String, McpServer>, SettingsError> {
    let file = File::read(path)?;
    let unknown = unknown_keys(SCHEMA, &file.tree);
    warnings.extend(unknown.into_iter().map(|text| format!("{}: {text}", path.display())));
    let typed: Settings = file.typed(SCHEMA)?;
    Ok(typed.mcp_servers.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn servers(settings: &str, file: Option<&str>) -> (Vec<String>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        if let Some(text) = file {
            std::fs::write(folder.path().join(FILE), text).unwrap();
        }
        let (servers, warnings) = mcp_servers(&serde_json::from_str(settings).unwrap(), folder.path());
        let shown = |(name, server): (String, McpServer)| format!("{name}={}", server.command.unwrap_or_default());
        (servers.into_iter().map(shown).collect(), warnings)
    }

    #[test]
    fn all_forms_are_read_and_the_stronger_wins() {
        let settings = r#"{"mcp": {"servers": [{"name": "a", "command": "list"}, {"name": "b", "command": "list"}]},
            "mcpServers": {"b": {"command": "map"}}}"#;
        let file = r#"{"mcpServers": {"a": {"command": "file"}, "c": {"type": "stdio", "command": "file"}}}"#;
        assert_eq!(servers(settings, Some(file)), (vec!["a=list".into(), "b=map".into(), "c=file".into()], vec![]));
        assert_eq!(servers(r#"{"mcp": {"enabled": false}}"#, Some(file)), (vec![], vec![]));
    }

    #[test]
    fn a_broken_file_of_the_workspace_costs_a_warning() {
        let (found, warnings) = servers(r#"{"mcpServers": {"b": {"command": "map"}}}"#, Some("{"));
        assert_eq!(found, ["b=map"]);
        assert!(warnings[0].contains(".mcp.json"), "{warnings:?}");
    }
}
