//! MCP servers from the registries, each used by the scripted model through a prompt.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Once;

use serde_json::{Value, json};

use crate::support::model::text_of;
use crate::support::{Launch, Model, Workspace, sse};

/// The folder that holds the servers' programs; none, and a loud word, where they are not installed.
fn programs() -> Option<PathBuf> {
    let folder = std::env::var_os("HOSTWIRE_MCP_SERVERS").map(PathBuf::from);
    if folder.is_none() {
        static TOLD: Once = Once::new();
        let text = "\n*** SKIPPED: HOSTWIRE_MCP_SERVERS is not set; tests/third_party/run fetches MCP servers and runs this ***\n\n";
        TOLD.call_once(|| drop(std::io::stderr().write_all(text.as_bytes())));
    }
    folder
}

/// Has the model call one tool of a server in these settings; gives the number of its tools and the text of the result.
fn used(workspace: &Workspace, model: &Model, settings: &str, tool: &str, arguments: Value) -> (usize, String) {
    workspace.settings(&format!("retry: {{enabled: false}}\n{settings}"));
    model.reply(sse::calls(&[("call_1", &format!("mcp__s__{tool}"), arguments)]));
    model.reply(sse::text(&["Done."]));
    let mut server = Launch::new(workspace).start();
    let tools = loop {
        let state = server.call(&json!({"id": "s", "type": "get_state"}));
        let names = state["dumpTools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str());
        let count = names.filter(|name| name.starts_with("mcp__s__")).count();
        if count > 0 {
            break count;
        }
    };
    let frames = server.run("p", "Go on");
    let end = frames.iter().find(|frame| frame.is("tool_execution_end")).expect("a call");
    let text = text_of(&end.value["result"]["content"]);
    assert_eq!(end.value["isError"], false, "{text}");
    assert_eq!(server.finish().code, Some(0));
    model.assert_spent();
    (tools, text)
}

fn stdio(program: &str, arguments: &[&str], tool: &str, call: Value) -> Option<(usize, String)> {
    let program = programs()?.join(program);
    let model = Model::start();
    let workspace = Workspace::on(&model);
    workspace.git();
    workspace.file("note.txt", "ahoy\n");
    let here = workspace.path().display().to_string();
    let arguments: Vec<String> = arguments.iter().map(|text| text.replace("HERE", &here)).collect();
    let call = serde_json::from_str(&call.to_string().replace("HERE", &here)).unwrap();
    let entry = json!({"s": {"command": program, "args": arguments}});
    Some(used(&workspace, &model, &format!("mcpServers: {entry}\n"), tool, call))
}

#[test]
fn everything_over_pipes() {
    if let Some((tools, text)) = stdio("mcp-server-everything", &[], "echo", json!({"message": "hi"})) {
        assert!(tools >= 8, "{tools}");
        assert_eq!(text, "Echo: hi");
    }
}

#[test]
fn filesystem_over_pipes() {
    let call = json!({"path": "HERE/note.txt"});
    if let Some((tools, text)) = stdio("mcp-server-filesystem", &["HERE"], "read_text_file", call) {
        assert!(tools >= 10, "{tools}");
        assert!(text.contains("ahoy"), "{text}");
    }
}

#[test]
fn time_over_pipes() {
    let call = json!({"timezone": "Europe/Berlin"});
    if let Some((tools, text)) = stdio("mcp-server-time", &[], "get_current_time", call) {
        assert_eq!(tools, 2);
        assert!(text.contains("Europe/Berlin"), "{text}");
    }
}

#[test]
fn git_over_pipes() {
    if let Some((tools, text)) = stdio("mcp-server-git", &[], "git_status", json!({"repo_path": "HERE"})) {
        assert!(tools >= 8, "{tools}");
        assert!(text.contains("note.txt"), "{text}");
    }
}

/// A server on a port of its choice; gone with the test.
struct Listening(Child);

impl Drop for Listening {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn everything_over_http() {
    let Some(folder) = programs() else { return };
    // A port that was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new(folder.join("mcp-server-everything"));
    command.arg("streamableHttp").env("PORT", port.to_string()).stdin(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.stdout(Stdio::null()).spawn().expect("the server starts");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let listening = Listening(child);
    let said = lines.by_ref().map_while(Result::ok).find(|line| line.contains("listening"));
    assert!(said.is_some(), "the server does not say that it listens");
    std::thread::spawn(move || lines.for_each(drop));
    let model = Model::start();
    let workspace = Workspace::on(&model);
    let settings = format!("mcpServers: {{s: {{url: \"http://127.0.0.1:{port}/mcp\"}}}}\n");
    let (tools, text) = used(&workspace, &model, &settings, "echo", json!({"message": "hi"}));
    assert!(tools >= 8, "{tools}");
    assert_eq!(text, "Echo: hi");
    drop(listening);
}
