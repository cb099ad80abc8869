//! MCP servers from the registries, each used by the scripted model through a prompt.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Once;

use serde_json::{Value, json};

use crate::support::mcp::{HOSTS, Host, ask, scripted};
use crate::support::{Model, Workspace};

/// A tool that works for as long as it is told.
const LONG: &str = "trigger-long-running-operation";

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

/// Has the model call one tool of a server in these settings, in both protocols; gives the number of its tools and the text
/// of the result, which are the same in both.
fn used(workspace: &Workspace, model: &Model, settings: &str, tool: &str, arguments: &Value) -> (usize, String) {
    workspace.settings(&format!("retry: {{enabled: false}}\n{settings}"));
    let [veyyon, autohand] = HOSTS.map(|host| {
        scripted(model, tool, arguments);
        let mut server = host.spawn(workspace);
        let tools = host.until_connected(&mut server, "s");
        let used = host.prompt(&mut server);
        assert!(!used.failed, "{host:?}: {}", used.text);
        if host == Host::Autohand {
            let listed = ask(&mut server, "mcp_list_tools")["tools"].clone();
            let listed = listed.as_array().unwrap().clone();
            assert_eq!(listed.len(), tools);
            assert!(listed.iter().any(|row| row["name"] == tool && row["server"] == "s"), "{listed:?}");
            let config = ask(&mut server, "mcp_get_server_configs")["configs"]["s"].clone();
            assert!(config["command"].is_string() || config["url"].is_string(), "{config}");
        }
        assert_eq!(server.finish().code, Some(0));
        model.assert_spent();
        (tools, used.text)
    });
    assert_eq!(veyyon.0, autohand.0);
    veyyon
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
    Some(used(&workspace, &model, &format!("mcpServers: {entry}\n"), tool, &call))
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
    let (tools, text) = used(&workspace, &model, &settings, "echo", &json!({"message": "hi"}));
    assert!(tools >= 8, "{tools}");
    assert_eq!(text, "Echo: hi");
    drop(listening);
}

/// A real server that is killed while it works on a call.
#[test]
fn everything_dies_in_mid_call() {
    let Some(folder) = programs() else { return };
    for host in HOSTS {
        let model = Model::start();
        let workspace = Workspace::on(&model);
        // The shell tells which process to kill: the one that it becomes.
        let program = folder.join("mcp-server-everything").display().to_string();
        let entry = json!({"s": {"command": "sh", "args": ["-c", format!("echo $$ > pid; exec {program}")]}});
        workspace.settings(&format!("retry: {{enabled: false}}\nmcpServers: {entry}\n"));
        scripted(&model, LONG, &json!({"duration": 60, "steps": 60}));
        let mut server = host.spawn(&workspace);
        host.until_connected(&mut server, "s");
        let pid: i32 = workspace.read("pid").trim().parse().unwrap();
        let kill =
            || nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), nix::sys::signal::Signal::SIGKILL).unwrap();
        let used = host.prompt_while(&mut server, kill);
        assert!(used.failed && used.text.contains("was lost during the call"), "{host:?}: {used:?}");
        assert_eq!(server.finish().code, Some(0));
    }
}

/// A real server whose call takes longer than it may, and that says nothing meanwhile.
#[test]
fn everything_does_not_answer_in_time() {
    let Some(folder) = programs() else { return };
    for host in HOSTS {
        let model = Model::start();
        let workspace = Workspace::on(&model);
        let entry = json!({"s": {"command": folder.join("mcp-server-everything"), "timeout": 15000}});
        workspace.settings(&format!("retry: {{enabled: false}}\nmcpServers: {entry}\n"));
        scripted(&model, LONG, &json!({"duration": 60, "steps": 1}));
        let mut server = host.spawn(&workspace);
        host.until_connected(&mut server, "s");
        let used = host.prompt(&mut server);
        assert!(used.failed && used.text.contains("did not answer the call"), "{host:?}: {used:?}");
        assert_eq!(server.finish().code, Some(0));
    }
}
