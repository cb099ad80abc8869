//! Tools of MCP servers as tools: named by server, checked by their own schema, run by calling.

use std::collections::HashSet;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonschema::Validator;
use serde::Serialize;
use serde_json::Value;

use crate::base::text::{Limits, clip, head};
use crate::mcp::{Called, Part, Servers, ToolView};
use crate::proto::shared::{JsonObject, ToolDefinition, ToolResultPayload, UserBlock};

use super::read::image;
use super::{Layer, Layered, Tier, Tool, ToolCx, ToolError, ToolFuture, ToolSet, payload, schema};

/// Providers take no longer names.
const LONGEST_NAME: usize = 64;
/// Bytes of a description that every request carries.
const LONGEST_DESCRIPTION: usize = 4 * 1024;
/// Bytes of text that one result may put before the model.
const MOST_TEXT: usize = 64 * 1024;
/// Pictures of one result.
const MOST_PICTURES: usize = 8;

/// Offers exactly the tools that the servers have now. A name that something else has is left out, and told.
pub fn offer(set: &ToolSet, servers: &Servers) {
    let mut tools = tools(servers);
    loop {
        let layered = tools.iter().map(|tool| {
            let tool: Arc<dyn Tool> = tool.clone();
            Layered { tool, hidden: false }
        });
        let Err(taken) = set.replace(Layer::Mcp, layered.collect()) else { return };
        tracing::warn!("a tool of an MCP server is left out: {taken}");
        let before = tools.len();
        tools.retain(|tool| tool.definition.name != taken.name);
        if tools.len() == before {
            return;
        }
    }
}

fn tools(servers: &Servers) -> Vec<Arc<McpTool>> {
    let mut names = HashSet::new();
    let views = servers.tools();
    views.into_iter().map(|view| Arc::new(McpTool::new(view, servers.clone(), &mut names))).collect()
}

/// One tool of a server.
struct McpTool {
    definition: ToolDefinition,
    servers: Servers,
    server: String,
    tool: String,
    /// None when its schema cannot be read; then the server checks alone.
    validator: Option<Validator>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Details<'a> {
    server: &'a str,
    tool: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<Value>,
}

impl McpTool {
    fn new(view: ToolView, servers: Servers, names: &mut HashSet<String>) -> Self {
        let ToolView { server, tool } = view;
        let name = unique(&shown_name(&server, &tool.name), names);
        let description = match tool.description.is_empty() {
            true => format!("The tool {} of the MCP server {server}.", tool.name),
            false => clip(&tool.description, LONGEST_DESCRIPTION).into_owned(),
        };
        let parameters = schema::for_providers(tool.input_schema);
        let validator = match schema::compile(&parameters) {
            Ok(validator) => Some(validator),
            Err(why) => {
                tracing::warn!("the arguments of {name} are not checked here: {why}");
                None
            }
        };
        let definition = ToolDefinition { name, description, parameters, examples: None };
        Self { definition, servers, server, tool: tool.name, validator }
    }
}

/// `mcp__<server>__<tool>`, in characters that providers take.
fn shown_name(server: &str, tool: &str) -> String {
    let plain = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect()
    };
    let name = format!("mcp__{}__{}", plain(server), plain(tool));
    name.get(..LONGEST_NAME).unwrap_or(&name).to_owned()
}

/// The name, with a number when another tool came to the same.
fn unique(name: &str, names: &mut HashSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut number = 2;
    while !names.insert(unique.clone()) {
        let suffix = format!("_{number}");
        let stem = name.get(..LONGEST_NAME - suffix.len()).unwrap_or(name);
        unique = format!("{stem}{suffix}");
        number += 1;
    }
    unique
}

impl Tool for McpTool {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Write
    }

    fn check(&self, arguments: &JsonObject) -> Result<(), String> {
        match &self.validator {
            Some(validator) => {
                schema::check(validator, &self.definition.name, &Value::Object(self.fitting(validator, arguments)))
            }
            None => Ok(()),
        }
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let arguments = match &self.validator {
                Some(validator) => self.fitting(validator, &arguments),
                None => arguments,
            };
            let called = self.servers.call(&self.server, &self.tool, arguments, &cx.token).await;
            let called = called.map_err(|error| ToolError::tell(error.to_string()))?;
            let has_images = called.parts.iter().any(|part| matches!(part, Part::Image(_)));
            let (server, tool) = (self.server.clone(), self.tool.clone());
            match has_images {
                // Decoding a picture takes long.
                true => payload::to_the_end(move || Ok(result(called, &server, &tool))).await,
                false => Ok(result(called, &server, &tool)),
            }
        })
    }
}

impl McpTool {
    /// As they stand, or without nulls, which models like to send for what they leave out.
    fn fitting(&self, validator: &Validator, arguments: &JsonObject) -> JsonObject {
        if validator.is_valid(&Value::Object(arguments.clone())) {
            return arguments.clone();
        }
        schema::without_nulls(&self.definition.parameters, arguments)
    }
}

fn result(called: Called, server: &str, tool: &str) -> ToolResultPayload {
    let Called { parts, structured, is_error } = called;
    let (mut room, mut pictures, mut is_told) = (MOST_TEXT, 0, false);
    let mut content = Vec::with_capacity(parts.len());
    let is_silent = parts.is_empty();
    for part in parts {
        match part {
            Part::Text(text) => content.extend(within(text, &mut room)),
            Part::Image(data) if pictures < MOST_PICTURES => {
                pictures += 1;
                content.push(picture(&data));
            }
            Part::Image(_) if is_told => {}
            Part::Image(_) => {
                is_told = true;
                content.extend(within("[The server sent more pictures than can be shown]".to_owned(), &mut room));
            }
            Part::Other(what) => {
                content.extend(within(format!("[The server sent {what}, which cannot be shown]"), &mut room))
            }
        }
    }
    let as_text = structured.as_ref().map(Value::to_string);
    // What is too long for the model is too long for the host and the session's file.
    let structured = structured.filter(|_| as_text.as_ref().is_some_and(|text| text.len() <= MOST_TEXT));
    if let Some(text) = as_text.filter(|_| is_silent) {
        content.extend(within(text, &mut room));
    }
    let details = Details { server, tool, structured_content: structured };
    ToolResultPayload { is_error: is_error.then_some(true), ..payload::done(content, &details) }
}

/// The text as far as there is room for it; blank parts are left out, because providers refuse them (hazard K47).
fn within(text: String, room: &mut usize) -> Option<UserBlock> {
    if *room == 0 || text.trim().is_empty() {
        return None;
    }
    let cut = head(text, Limits { lines: usize::MAX, bytes: *room });
    *room = room.saturating_sub(cut.shown_bytes);
    if !cut.is_cut() {
        return Some(payload::text(cut.text));
    }
    *room = 0;
    Some(payload::text(format!(
        "{}\n\n[The server sent more than {} KiB of text; the rest is left out]",
        cut.text,
        MOST_TEXT / 1024
    )))
}

/// The picture by its bytes, small enough to be sent, or a note why not (hazards K34, K35).
fn picture(data: &str) -> UserBlock {
    let Ok(bytes) = STANDARD.decode(data.trim()) else {
        return payload::text("[The server sent an image that is not base64]");
    };
    let picture = image::prepare(&bytes, true);
    picture.block.unwrap_or_else(|| payload::text(picture.note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_server_and_tool_and_never_twice() {
        assert_eq!(shown_name("wiki", "search"), "mcp__wiki__search");
        assert_eq!(shown_name("my wiki", "a.b/c"), "mcp__my_wiki__a_b_c");
        let mut names = HashSet::new();
        let long = shown_name("s", &"x".repeat(100));
        assert_eq!(unique(&long, &mut names).len(), 64);
        let second = unique(&long, &mut names);
        assert!(second.len() == 64 && second.ends_with("x_2"), "{second}");
        assert_eq!(unique("mcp__a__b", &mut names), "mcp__a__b");
        assert_eq!(unique("mcp__a__b", &mut names), "mcp__a__b_2");
    }

    #[test]
    fn a_result_has_no_blank_parts_and_an_end() {
        let called = Called {
            parts: vec![Part::Text(" ".into()), Part::Text("x".repeat(MOST_TEXT + 1)), Part::Text("never".into())],
            structured: None,
            is_error: true,
        };
        let payload = result(called, "s", "t");
        assert_eq!((payload.content.len(), payload.is_error), (1, Some(true)));
        let UserBlock::Text(text) = &payload.content[0] else { panic!() };
        assert!(text.text.ends_with("[The server sent more than 64 KiB of text; the rest is left out]"));
    }

    #[test]
    fn structured_content_stands_in_for_none() {
        let called = Called { parts: vec![], structured: Some(serde_json::json!({"a": 1})), is_error: false };
        let payload = result(called, "s", "t");
        let UserBlock::Text(text) = &payload.content[0] else { panic!() };
        assert_eq!(text.text, "{\"a\":1}");
        assert_eq!(payload.details.unwrap()["structuredContent"]["a"], 1);
    }

    #[test]
    fn a_flood_of_structure_and_pictures_is_cut() {
        let large = serde_json::json!({"a": "x".repeat(MOST_TEXT)});
        let parts = vec![Part::Image("%".into()); 20];
        let payload = result(Called { parts, structured: Some(large), is_error: false }, "s", "t");
        assert_eq!(payload.details.unwrap().get("structuredContent"), None);
        assert_eq!(payload.content.len(), MOST_PICTURES + 1);
    }

    #[test]
    fn a_schema_without_members_gets_some() {
        let schema = parameters(JsonObject::from_iter([("$schema".to_owned(), "x".into())]));
        assert_eq!(Value::Object(schema), serde_json::json!({"type": "object", "properties": {}}));
    }
}
