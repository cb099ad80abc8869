//! A tool of an MCP server, used by the scripted model through a prompt, in either protocol.

use std::time::Duration;

use serde_json::{Value, json};

use super::model::text_of;
use super::server::{Launch, Server};
use super::{Model, Workspace, sse};

/// Servers in Python take seconds to start on a machine that has much to do.
const LIMIT: Duration = Duration::from_secs(90);

/// The protocols, which both serve MCP servers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Host {
    Veyyon,
    Autohand,
}

pub const HOSTS: [Host; 2] = [Host::Veyyon, Host::Autohand];

/// What came of a call.
#[derive(Debug, PartialEq)]
pub struct Used {
    pub failed: bool,
    /// What the model is told.
    pub text: String,
}

impl Host {
    pub fn launch(self, workspace: &Workspace) -> Launch {
        match self {
            Self::Veyyon => Launch::new(workspace),
            Self::Autohand => Launch::bare(workspace).args(["--mode", "rpc", "--dialect", "autohand", "--strict"]),
        }
    }

    pub fn spawn(self, workspace: &Workspace) -> Server {
        let launch = self.launch(workspace).limit(LIMIT);
        match self {
            Self::Veyyon => launch.start(),
            Self::Autohand => launch.spawn(),
        }
    }

    /// Waits until the server is connected; gives the number of its tools.
    pub fn until_connected(self, server: &mut Server, name: &str) -> usize {
        loop {
            let count = match self {
                Self::Veyyon => {
                    let state = server.call(&json!({"id": "s", "type": "get_state"}));
                    let names = state["dumpTools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str());
                    names.filter(|tool| tool.starts_with(&format!("mcp__{name}__"))).count()
                }
                Self::Autohand => {
                    let rows = ask(server, "mcp_list_servers")["servers"].clone();
                    let row = rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
                    assert_ne!(row["status"], "error", "{row}");
                    row["tools"].as_u64().unwrap() as usize
                }
            };
            if count > 0 {
                return count;
            }
        }
    }

    /// Prompts, and gives the result of the one call of the turn. Whoever asks for permission gets it.
    pub fn prompt(self, server: &mut Server) -> Used {
        self.prompt_while(server, || {})
    }

    /// The same; something happens when the call has begun.
    pub fn prompt_while(self, server: &mut Server, meanwhile: impl FnOnce()) -> Used {
        match self {
            Self::Veyyon => {
                server.send(&json!({"id": "p", "type": "prompt", "message": "Go on"}));
                server.until_kind("tool_execution_start");
                meanwhile();
                let frames = server.until_kind("agent_end");
                let end = frames.iter().find(|frame| frame.is("tool_execution_end")).expect("a call");
                let text = text_of(&end.value["result"]["content"]);
                Used { failed: end.value["isError"] == true, text }
            }
            Self::Autohand => {
                server.send(&json!({"type": "prompt", "message": "Go on", "id": "p"}));
                let asked = server.until_kind("permission_request").pop().unwrap();
                let id = &asked.value["data"]["requestId"];
                server.send(&json!({"type": "permission_response", "requestId": id, "approve": true}));
                server.until_kind("tool_execution_start");
                meanwhile();
                let frames = server.until_kind("turn_end");
                let end = frames.iter().find(|frame| frame.is("tool_execution_end")).expect("a call");
                let (data, failed) = (&end.value["data"], end.value["data"]["success"] == false);
                let text = &data[if failed { "error" } else { "output" }];
                Used { failed, text: text.as_str().unwrap_or_default().to_owned() }
            }
        }
    }
}

/// The data of a command of the autohand protocol.
pub fn ask(server: &mut Server, kind: &str) -> Value {
    server.send(&json!({"type": kind, "id": "q"}));
    let answer = server.until(|frame| frame.is_reply("q")).pop().unwrap().value;
    assert_eq!(answer["success"], true, "{answer}");
    answer["data"].clone()
}

/// Has the model call a tool of the server `s`, which stands in the settings.
pub fn scripted(model: &Model, tool: &str, arguments: &Value) {
    model.reply(sse::calls(&[("call_1", &format!("mcp__s__{tool}"), arguments.clone())]));
    model.reply(sse::text(&["Done."]));
}
