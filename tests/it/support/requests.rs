//! What every request to a chat completions server must keep, whatever happened before.

use std::collections::HashSet;

use serde_json::Value;

use super::model::Request;

/// Fails at the first request that a strict server would refuse.
pub fn assert_sound(requests: &[Request]) {
    for (index, request) in requests.iter().enumerate() {
        if let Err(why) = sound(request.messages()) {
            panic!("request {index}: {why}\n{:#}", Value::from(request.messages().to_vec()));
        }
    }
}

/// Each call has its one result, right behind its message, and no result stands alone; nothing is blank; the
/// conversation begins with the user and its last word is not the model's.
pub fn sound(messages: &[Value]) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    let mut before = "";
    for message in messages {
        let role = message["role"].as_str().ok_or("a message without a role")?;
        not_blank(message)?;
        if role == "tool" {
            let id = message["tool_call_id"].as_str().ok_or("a result without an id")?;
            let at = open.iter().position(|call| *call == id).ok_or(format!("a result without its call: {id}"))?;
            open.remove(at);
        } else if !open.is_empty() {
            return Err(format!("calls without results: {open:?}"));
        }
        if role == "assistant" {
            match before {
                "" | "system" | "developer" => return Err("the model speaks first".into()),
                "assistant" => return Err("the model speaks twice".into()),
                _ => {}
            }
        }
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let id = call["id"].as_str().ok_or("a call without an id")?;
            if !seen.insert(id) {
                return Err(format!("two calls share the id {id}"));
            }
            let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
            serde_json::from_str::<serde_json::Map<String, Value>>(arguments)
                .map_err(|error| format!("the arguments of {id}: {error}: {arguments}"))?;
            open.push(id);
        }
        before = role;
    }
    match before {
        _ if !open.is_empty() => Err(format!("calls without results: {open:?}")),
        "user" | "tool" => Ok(()),
        other => Err(format!("the last word is {other:?}")),
    }
}

fn not_blank(message: &Value) -> Result<(), String> {
    let calls = message["tool_calls"].as_array().is_some_and(|calls| !calls.is_empty());
    match &message["content"] {
        Value::Null if calls => Ok(()),
        Value::String(text) if !text.trim().is_empty() => Ok(()),
        Value::Array(parts) if !parts.is_empty() => {
            let blank =
                |part: &&Value| part["type"] == "text" && part["text"].as_str().is_none_or(|t| t.trim().is_empty());
            parts.iter().find(blank).map_or(Ok(()), |part| Err(format!("a blank part: {part}")))
        }
        _ => Err(format!("a blank message: {message}")),
    }
}
