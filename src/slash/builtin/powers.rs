//! Commands about what tools may do, and about the servers that bring some.

use crate::mcp::{ServerView, Status};
use crate::slash::list::Subcommand;
use crate::slash::run::{Stage, Step};

pub(super) const YOLO: &[Subcommand] = &[
    Subcommand { name: "on", description: "Run every tool without asking", usage: None },
    Subcommand { name: "off", description: "Ask before a tool changes something", usage: None },
    Subcommand { name: "status", description: "Show whether it is on", usage: None },
];

pub(super) const MCP: &[Subcommand] = &[
    Subcommand { name: "list", description: "Show the servers and how it stands with them", usage: None },
    Subcommand { name: "tools", description: "Show the tools that they bring", usage: None },
    Subcommand { name: "reconnect", description: "Connect a server again", usage: Some("reconnect <name>") },
    Subcommand { name: "disconnect", description: "Let a server go", usage: Some("disconnect <name>") },
];

pub(super) fn yolo(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let permissions = stage.engine.permissions().clone();
    let switched = match arguments {
        "" | "status" => None,
        "on" => Some(true),
        "off" => Some(false),
        _ => {
            stage.print("Usage: /yolo [on | off | status]");
            return Step::Done;
        }
    };
    match switched {
        // No pattern is a bad one.
        Some(true) => drop(permissions.yolo_on(&[], None)),
        Some(false) => permissions.yolo_off(),
        None => {}
    }
    let state = match (permissions.is_yolo(), permissions.is_plan()) {
        (true, true) => "on, but plan mode goes before it: what would change something is refused",
        (true, false) => "on: tools run without asking",
        (false, _) if permissions.yolo().on => "on for some calls",
        (false, _) => "off",
    };
    stage.print(format!("Yolo is {state}."));
    if switched.is_some() {
        // Protocol: the switch itself has no member; the host hears what the session works with.
        let (model, thinking) = (stage.session.config().model.clone(), stage.session.config().thinking);
        stage.tell_config(model, Some(thinking));
    }
    Step::Done
}

pub(super) fn mcp(stage: &mut Stage<'_>, arguments: &str) -> Step {
    let servers = stage.engine.mcp().clone();
    let (word, name) = arguments.split_once(char::is_whitespace).unwrap_or((arguments, ""));
    let known = |done: bool, text: String| if done { text } else { format!("There is no MCP server {}.", name.trim()) };
    let text = match (word, name.trim()) {
        ("" | "list", "") => list(&servers.servers()),
        ("tools", "") => {
            let tools: Vec<String> =
                servers.tools().into_iter().map(|view| format!("{}: {}", view.server, view.tool.name)).collect();
            if tools.is_empty() { "No MCP server brings tools.".to_owned() } else { tools.join("\n") }
        }
        ("reconnect", name) if !name.is_empty() => known(servers.connect(name), format!("Connecting {name}.")),
        ("disconnect", name) if !name.is_empty() => known(servers.disconnect(name), format!("{name} is disconnected.")),
        _ => "Usage: /mcp [list | tools | reconnect <name> | disconnect <name>]".to_owned(),
    };
    stage.print(text);
    Step::Done
}

fn list(servers: &[ServerView]) -> String {
    if servers.is_empty() {
        return "No MCP servers are configured.".to_owned();
    }
    let line = |server: &ServerView| {
        let status = match &server.status {
            Status::Connected => format!("connected, {} tools", server.tools),
            Status::Connecting => "connecting".to_owned(),
            Status::Disconnected => "disconnected".to_owned(),
            Status::Failed(why) => format!("error: {why}"),
        };
        format!("{} ({}): {status}", server.name, server.transport)
    };
    servers.iter().map(line).collect::<Vec<_>>().join("\n")
}
