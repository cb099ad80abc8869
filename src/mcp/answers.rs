//! What servers answer, read leniently: one thing that is wrong does not cost the rest.

use rmcp::model::{CallToolResult, ContentBlock, ResourceContents, ServerResult, Tool};
use serde_json::Value;

use crate::base::text::clip;
use crate::proto::shared::JsonObject;

use super::connection::{Called, Offered, Part};

/// Bytes of a tool's description; every request to a model carries it.
const LONGEST_DESCRIPTION: usize = 4 * 1024;
/// Bytes of a tool's name.
const LONGEST_NAME: usize = 256;
/// Bytes of a tool's schema, as JSON.
const LARGEST_SCHEMA: usize = 128 * 1024;
/// Bytes of a mistake's text.
const LONGEST_WHY: usize = 300;

/// A page of the list of tools.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Page {
    pub tools: Vec<Offered>,
    /// What is wrong with some of them.
    pub problems: Vec<String>,
    /// Leads to the next page.
    pub next: Option<String>,
}

/// None when it is no list of tools.
pub(super) fn page(result: ServerResult) -> Option<Page> {
    let mut page = Page::default();
    match result {
        ServerResult::ListToolsResult(list) => {
            page.next = list.next_cursor;
            list.tools.into_iter().for_each(|tool| page.take(offered(tool)));
        }
        // The SDK's type did not fit, mostly because of one tool.
        ServerResult::CustomResult(other) => {
            page.next = other.0.get("nextCursor").and_then(Value::as_str).map(str::to_owned);
            other.0.get("tools")?.as_array()?.iter().for_each(|tool| page.take_loose(tool));
        }
        ServerResult::EmptyResult(_) => {}
        _ => return None,
    }
    Some(page)
}

impl Page {
    fn take(&mut self, tool: Offered) {
        let why = if tool.name.is_empty() {
            "it has no name"
        } else if tool.name.len() > LONGEST_NAME {
            "its name is too long"
        } else if serde_json::to_string(&tool.input_schema).is_ok_and(|schema| schema.len() > LARGEST_SCHEMA) {
            "its schema is too large"
        } else {
            return self.tools.push(tool);
        };
        self.problems.push(format!("the tool {:?} is left out: {why}", clip(&tool.name, LONGEST_WHY)));
    }

    fn take_loose(&mut self, tool: &Value) {
        if let Ok(tool) = serde_json::from_value::<Tool>(tool.clone()) {
            return self.take(offered(tool));
        }
        let text = |key: &str| tool.get(key).and_then(Value::as_str);
        let Some(name) = text("name") else {
            return self.problems.push("a tool is left out: it has no name".to_owned());
        };
        let why = match tool.get("inputSchema") {
            Some(Value::Object(_)) => "its description is not as it should be",
            Some(_) => "its schema is no object; any arguments are taken",
            None => "it has no schema; any arguments are taken",
        };
        self.problems.push(format!("the tool {:?}: {why}", clip(name, LONGEST_WHY)));
        self.take(Offered {
            name: name.to_owned(),
            description: description(text("description").or(text("title")).unwrap_or_default()),
            input_schema: tool.get("inputSchema").and_then(Value::as_object).cloned().unwrap_or_else(anything),
        });
    }
}

fn offered(tool: Tool) -> Offered {
    let text = tool.description.or(tool.title.map(Into::into)).unwrap_or_default();
    Offered {
        name: tool.name.into_owned(),
        description: description(&text),
        input_schema: (*tool.input_schema).clone(),
    }
}

fn description(text: &str) -> String {
    clip(text.trim(), LONGEST_DESCRIPTION).into_owned()
}

fn anything() -> JsonObject {
    JsonObject::from_iter([("type".to_owned(), "object".into())])
}

/// None when it is no result of a tool.
pub(super) fn called(result: ServerResult) -> Option<Called> {
    match result {
        ServerResult::CallToolResult(CallToolResult { content, structured_content, is_error, .. }) => Some(Called {
            parts: content.into_iter().map(part).collect(),
            structured: structured_content,
            is_error: is_error == Some(true),
        }),
        ServerResult::EmptyResult(_) | ServerResult::TaskAckResult(_) => {
            Some(Called { parts: Vec::new(), structured: None, is_error: false })
        }
        // A block of a kind that the SDK does not know, or not so.
        ServerResult::CustomResult(other) => {
            let content = other.0.get("content").and_then(Value::as_array);
            let structured = other.0.get("structuredContent").cloned();
            if content.is_none() && structured.is_none() {
                return None;
            }
            Some(Called {
                parts: content.into_iter().flatten().map(loose_part).collect(),
                structured,
                is_error: other.0.get("isError") == Some(&Value::Bool(true)),
            })
        }
        _ => None,
    }
}

fn loose_part(block: &Value) -> Part {
    match serde_json::from_value(block.clone()) {
        Ok(block) => part(block),
        Err(_) => match block.get("text").and_then(Value::as_str) {
            Some(text) => Part::Text(text.to_owned()),
            None => unknown(),
        },
    }
}

fn part(block: ContentBlock) -> Part {
    match block {
        ContentBlock::Text(text) => Part::Text(text.text),
        ContentBlock::Image(image) => Part::Image(image.data),
        ContentBlock::Audio(audio) => Part::Other(format!("audio of type {}", audio.mime_type)),
        ContentBlock::ResourceLink(link) => Part::Other(format!("a link to {} ({})", link.uri, link.name)),
        ContentBlock::Resource(embedded) => match embedded.resource {
            ResourceContents::TextResourceContents { text, .. } => Part::Text(text),
            ResourceContents::BlobResourceContents { uri, mime_type, .. } => Part::Other(format!(
                "the content of {uri} ({})",
                mime_type.unwrap_or_else(|| "unknown type".to_owned())
            )),
            _ => Part::Other("a resource".to_owned()),
        },
        _ => unknown(),
    }
}

fn unknown() -> Part {
    Part::Other("something of a kind that is not known here".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn result(value: Value) -> ServerResult {
        serde_json::from_value(value).unwrap()
    }

    fn names(page: &Page) -> Vec<&str> {
        page.tools.iter().map(|tool| tool.name.as_str()).collect()
    }

    #[test]
    fn a_tool_without_a_schema_does_not_cost_the_others() {
        let tools = json!([
            {"name": "sound", "inputSchema": {"type": "object"}},
            {"name": "bare", "description": " Does it. "},
            {"name": "odd", "inputSchema": "none"},
            {"name": "annotated", "inputSchema": {"type": "object"}, "annotations": 7},
            {"title": "nameless", "inputSchema": {}},
            7
        ]);
        let page = page(result(json!({"tools": tools, "nextCursor": "2"}))).unwrap();
        assert_eq!(names(&page), ["sound", "bare", "odd", "annotated"]);
        assert_eq!((page.tools[1].description.as_str(), &page.tools[1].input_schema), ("Does it.", &anything()));
        assert_eq!((page.problems.len(), page.next.as_deref()), (5, Some("2")), "{:?}", page.problems);
        assert!(page.problems[0].contains("\"bare\": it has no schema"), "{:?}", page.problems);
    }

    #[test]
    fn what_no_request_could_carry_is_left_out() {
        let large = "x".repeat(LARGEST_SCHEMA);
        let tools = json!([
            {"name": "", "inputSchema": {}},
            {"name": "n".repeat(1000), "inputSchema": {}},
            {"name": "large", "inputSchema": {"description": large}},
            {"name": "wordy", "description": "y".repeat(100_000), "inputSchema": {}}
        ]);
        let page = page(result(json!({"tools": tools}))).unwrap();
        assert_eq!(names(&page), ["wordy"]);
        assert!(page.tools[0].description.len() <= LONGEST_DESCRIPTION && page.problems.len() == 3);
        assert!(page.problems.iter().all(|problem| problem.len() < 500));
        assert_eq!(super::page(result(json!({"prompts": []}))), None);
    }

    #[test]
    fn a_block_that_is_not_known_does_not_cost_the_others() {
        let content = json!([{"type": "text", "text": "a"}, {"type": "hologram"}, {"type": "text", "text": "b", "annotations": 1}]);
        let told = called(result(json!({"content": content, "isError": true}))).unwrap();
        assert_eq!(told.parts, [Part::Text("a".into()), unknown(), Part::Text("b".into())]);
        assert!(told.is_error);
        assert_eq!(called(result(json!({}))).unwrap().parts, []);
        assert!(called(result(json!({"structuredContent": {"a": 1}}))).unwrap().structured.is_some());
        assert_eq!(called(result(json!({"else": 1}))), None);
    }
}
