//! Requests as JSON, whole.

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::proto::shared::{AgentMessage, Model, ThinkingLevel, ToolDefinition};
use crate::provider::{Limits, Purpose, Request};

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

fn model(changes: Value) -> Model {
    let mut model = json!({
        "id": "mini-2", "name": "Mini 2", "api": "openai-completions", "provider": "acme", "baseUrl": "http://h/v1",
        "reasoning": false, "input": ["text"], "contextWindow": 0, "maxTokens": 0,
        "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
    });
    for (key, value) in changes.as_object().unwrap() {
        model[key] = value.clone();
    }
    serde_json::from_value(model).unwrap()
}

fn request(model: Model, messages: Value) -> Request {
    let messages: Vec<AgentMessage> = serde_json::from_value(messages).unwrap();
    Request {
        model: Arc::new(model),
        credential: None,
        system: Arc::from(["You build boats.".to_owned(), " ".to_owned(), "Be brief.".to_owned()]),
        messages: messages.into_iter().map(Arc::new).collect(),
        tools: Arc::from([]),
        thinking: ThinkingLevel::Off,
        session_id: "s1".into(),
        cache_key: None,
        limits: Limits::default(),
        purpose: Purpose::Answer,
        forced_tool: None,
    }
}

fn sent(request: &Request) -> Value {
    let built = build(request, &Compat::of(&request.model)).unwrap();
    serde_json::from_slice(&built.body).unwrap()
}

fn messages(model: Model, messages: Value) -> Value {
    sent(&request(model, messages))["messages"].take()
}

fn user(content: Value) -> Value {
    json!({"role": "user", "content": content, "timestamp": 1})
}

fn reply(model: &str, content: Value) -> Value {
    json!({"role": "assistant", "content": content, "api": "openai-completions", "provider": "acme", "model": model,
        "usage": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0,
            "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0}},
        "stopReason": "toolUse", "timestamp": 1})
}

fn result(id: &str, content: Value, is_error: bool) -> Value {
    json!({"role": "toolResult", "toolCallId": id, "toolName": "read", "content": content, "isError": is_error, "timestamp": 1})
}

fn image() -> Value {
    json!({"type": "image", "data": PNG, "mimeType": "image/gif"})
}

#[test]
fn a_plain_request_has_what_it_needs_and_no_more() {
    let mut request = request(model(json!({})), json!([user(json!([{"type": "text", "text": "Hello"}]))]));
    assert_eq!(
        sent(&request),
        json!({
            "model": "mini-2",
            "messages": [
                {"role": "system", "content": "You build boats.\n\nBe brief."},
                {"role": "user", "content": "Hello"},
            ],
            "stream": true,
            "stream_options": {"include_usage": true},
        })
    );
    let parameters = json!({"type": "object", "properties": {"z": {"type": "string"}, "a": {"type": "string"}}});
    request.tools = Arc::from([ToolDefinition {
        name: "read".into(),
        description: "Reads.".into(),
        parameters: parameters.as_object().unwrap().clone(),
        examples: None,
    }]);
    request.cache_key = Some("key".into());
    let body = sent(&request);
    assert_eq!(
        body["tools"],
        json!([{"type": "function", "function": {"name": "read", "description": "Reads.", "parameters": parameters}}])
    );
    assert_eq!(body["prompt_cache_key"], "key");
    let built = build(&request, &Compat::default()).unwrap();
    let text = String::from_utf8(built.body).unwrap();
    assert!(text.contains(r#"{"z":{"type":"string"},"a":{"type":"string"}}"#), "schemas keep their order: {text}");
    request.model = Arc::new(model(json!({"supportsTools": false, "requestModelId": "other"})));
    let body = sent(&request);
    assert_eq!((body.get("tools"), &body["model"]), (None, &json!("other")));
}

#[test]
fn calls_and_results_go_back_as_they_came() {
    let calls = json!([
        {"type": "text", "text": "Looking."},
        {"type": "toolCall", "id": "k1", "name": "read", "arguments": {"path": "a.md", "limit": 3}},
        {"type": "toolCall", "id": "k2", "name": "read", "arguments": {}},
    ]);
    let history = json!([
        user(json!("Look")),
        reply("mini-2", calls),
        result("k1", json!([{"type": "text", "text": "One"}, {"type": "text", "text": "Two"}]), false),
        result("k2", json!([]), true),
        reply("mini-2", json!([{"type": "toolCall", "id": "k3", "name": "read", "arguments": {}}])),
        result("k3", json!([{"type": "text", "text": "error: none"}]), true),
    ]);
    assert_eq!(
        messages(model(json!({})), history),
        json!([
            {"role": "system", "content": "You build boats.\n\nBe brief."},
            {"role": "user", "content": "Look"},
            {"role": "assistant", "content": "Looking.", "tool_calls": [
                {"id": "k1", "type": "function", "function": {"name": "read", "arguments": "{\"path\":\"a.md\",\"limit\":3}"}},
                {"id": "k2", "type": "function", "function": {"name": "read", "arguments": "{}"}},
            ]},
            {"role": "tool", "tool_call_id": "k1", "content": "One\nTwo"},
            {"role": "tool", "tool_call_id": "k2", "content": "Error: (no output)"},
            {"role": "assistant", "content": null, "tool_calls": [
                {"id": "k3", "type": "function", "function": {"name": "read", "arguments": "{}"}},
            ]},
            {"role": "tool", "tool_call_id": "k3", "content": "error: none"},
        ])
    );
}

#[test]
fn images_of_results_follow_the_last_result_as_a_user_message() {
    let sees = model(json!({"input": ["text", "image"]}));
    let two = json!([
        {"type": "toolCall", "id": "k1", "name": "read", "arguments": {}},
        {"type": "toolCall", "id": "k2", "name": "read", "arguments": {}},
    ]);
    let history = json!([
        user(json!([{"type": "text", "text": "What is this?"}, image()])),
        reply("mini-2", two),
        result("k1", json!([image()]), false),
        result("k2", json!([{"type": "text", "text": "Two"}]), false),
    ]);
    let url = format!("data:image/png;base64,{PNG}");
    let shown = json!({"type": "image_url", "image_url": {"url": url}});
    let sent = messages(sees, history.clone());
    assert_eq!(sent[1]["content"], json!([{"type": "text", "text": "What is this?"}, shown]));
    assert_eq!(
        json!([sent[3], sent[4], sent[5]]),
        json!([
            {"role": "tool", "tool_call_id": "k1", "content": "(an image, shown below)"},
            {"role": "tool", "tool_call_id": "k2", "content": "Two"},
            {"role": "user", "content": [{"type": "text", "text": "From the tool `read`:"}, shown]},
        ])
    );
    let blind = messages(model(json!({})), history);
    let unseen = images::UNSEEN;
    assert_eq!(blind[1]["content"], json!(format!("What is this?\n{unseen}")));
    assert_eq!(blind[3]["content"], json!(unseen));
    assert_eq!(blind.as_array().unwrap().len(), 5);
}

#[test]
fn an_image_is_what_its_bytes_say() {
    let sees = || model(json!({"input": ["text", "image"]}));
    let content = |data: &str, detail: Value| {
        let mut image = json!({"type": "image", "data": data, "mimeType": "image/png"});
        if !detail.is_null() {
            image["detail"] = detail;
        }
        messages(sees(), json!([user(json!([image]))]))[1]["content"].take()
    };
    assert_eq!(
        content("R0lGODlhAQABAAAAACw=", Value::Null)[0]["image_url"]["url"],
        "data:image/gif;base64,R0lGODlhAQABAAAAACw="
    );
    assert_eq!(content(&format!("data:image/png;base64,{PNG}"), json!("original"))[0]["image_url"]["detail"], "high");
    assert_eq!(content("JVBERi0xLjcKJcTl8uXr", Value::Null), json!(images::UNKNOWN));
    assert_eq!(content("no base64 at all!", Value::Null), json!(images::UNKNOWN));
    assert_eq!(content(&format!("{PNG}{}", "A".repeat(30_000_000)), Value::Null), json!(images::TOO_LARGE));
}

#[test]
fn blank_parts_and_messages_are_not_sent() {
    let history = json!([
        user(json!([{"type": "text", "text": " "}])),
        reply("mini-2", json!([{"type": "text", "text": "\n"}])),
        reply("mini-2", json!([{"type": "toolCall", "id": "k1", "name": "", "arguments": {}}])),
        user(json!([{"type": "text", "text": ""}, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}])),
    ]);
    assert_eq!(
        messages(model(json!({})), history).as_array().unwrap()[1..],
        [json!({"role": "user", "content": "a\nb"})]
    );
}

#[test]
fn instructions_go_out_in_the_role_that_the_server_knows() {
    let developer = json!([{"role": "developer", "content": "Finish the list.", "timestamp": 1}, user(json!("Go"))]);
    let plain = messages(model(json!({})), developer.clone());
    assert_eq!(plain[1], json!({"role": "user", "content": "<system_note>\nFinish the list.\n</system_note>"}));
    let openai = json!({"baseUrl": "https://api.openai.com/v1", "reasoning": true});
    let sent = messages(model(openai), developer);
    assert_eq!(sent[0]["role"], "developer");
    assert_eq!(sent[1], json!({"role": "developer", "content": "Finish the list."}));
}

#[test]
fn the_level_of_thinking_is_said_in_the_words_of_the_server() {
    let said = |changes: Value, level: ThinkingLevel| {
        let mut asked = request(model(changes), json!([user(json!("Go"))]));
        asked.thinking = level;
        let body = sent(&asked);
        let keys = ["reasoning_effort", "reasoning", "thinking", "enable_thinking"];
        keys.iter().find_map(|key| body.get(key).map(|value| json!({ *key: value }))).unwrap_or(Value::Null)
    };
    let effort = |word: &str| json!({ "reasoning_effort": word });
    let thinks = json!({"reasoning": true});
    assert_eq!(said(json!({}), ThinkingLevel::High), Value::Null);
    assert_eq!(said(thinks.clone(), ThinkingLevel::Off), Value::Null);
    assert_eq!(said(thinks.clone(), ThinkingLevel::Minimal), effort("low"));
    assert_eq!(said(thinks, ThinkingLevel::Max), effort("high"));
    let config = json!({"reasoning": true, "thinking": {"mode": "effort", "efforts": ["low", "medium", "xhigh"],
        "effortMap": {"medium": "mid"}, "suppressWhenOff": true}});
    assert_eq!(said(config.clone(), ThinkingLevel::Minimal), effort("low"));
    assert_eq!(said(config.clone(), ThinkingLevel::High), effort("mid"));
    assert_eq!(said(config.clone(), ThinkingLevel::Max), effort("xhigh"));
    assert_eq!(said(config, ThinkingLevel::Off), effort("none"));
    let form = |format: &str| json!({"reasoning": true, "compat": {"thinkingFormat": format}});
    assert_eq!(said(form("openrouter"), ThinkingLevel::Low), json!({"reasoning": {"effort": "low"}}));
    assert_eq!(said(form("openrouter"), ThinkingLevel::Off), json!({"reasoning": {"enabled": false}}));
    assert_eq!(said(form("zai"), ThinkingLevel::Low), json!({"thinking": {"type": "enabled"}}));
    assert_eq!(said(form("qwen"), ThinkingLevel::Off), json!({"enable_thinking": false}));
    assert_eq!(said(form("none"), ThinkingLevel::High), Value::Null);
}

#[test]
fn thinking_goes_back_where_it_came_from_and_nowhere_else() {
    let block = |thinking: &str, signature: &str| json!({"type": "thinking", "thinking": thinking, "thinkingSignature": signature});
    let call = json!({"type": "toolCall", "id": "k1", "name": "read", "arguments": {}});
    let history = |model: &str, thinking: Value| {
        json!([user(json!("Go")), reply(model, json!([thinking, call])), result("k1", json!([]), false)])
    };
    let replayed = |compat: Value, history: Value| messages(model(json!({ "compat": compat })), history)[2].take();
    let plain = replayed(json!({}), history("mini-2", block("Tide", "reasoning_content")));
    assert_eq!(plain["reasoning_content"], "Tide");
    let sealed = r#"[{"type":"reasoning.text","text":"Tide"}]"#;
    let details = replayed(json!({}), history("mini-2", block("Tide", sealed)));
    assert_eq!(details["reasoning_details"], json!([{"type": "reasoning.text", "text": "Tide"}]));
    let nothing = ["reasoning_content", "reasoning", "reasoning_details"];
    for none in [
        replayed(json!({}), history("other", block("Tide", "reasoning"))),
        replayed(json!({}), history("mini-2", json!({"type": "thinking", "thinking": "cut off"}))),
        replayed(json!({"replayReasoning": "never"}), history("mini-2", block("Tide", "reasoning"))),
    ] {
        assert!(nothing.iter().all(|key| none.get(key).is_none()), "{none}");
    }
    let mut earlier = history("mini-2", block("Tide", "reasoning"));
    earlier.as_array_mut().unwrap().push(user(json!("And now?")));
    assert_eq!(replayed(json!({}), earlier.clone()).get("reasoning"), None);
    assert_eq!(replayed(json!({"replayReasoning": "always"}), earlier)["reasoning"], "Tide");
}

#[test]
fn call_ids_are_made_to_fit_and_stay_pairs() {
    let long = format!("call_{}", "x".repeat(60));
    for (compat, length) in [(json!({}), 24), (json!({"toolCallIds": "nine"}), 9)] {
        let call = json!({"type": "toolCall", "id": long, "name": "read", "arguments": {}, "thoughtSignature": "c2ln"});
        let history = json!([user(json!("Go")), reply("mini-2", json!([call])), result(&long, json!([]), false)]);
        let sent = messages(model(json!({ "compat": compat })), history);
        let id = sent[2]["tool_calls"][0]["id"].as_str().unwrap();
        assert_eq!(sent[3]["tool_call_id"], id);
        assert!(id.len() == length && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
        assert_eq!(sent[2]["tool_calls"][0]["extra_content"], json!({"google": {"thought_signature": "c2ln"}}));
    }
}

#[test]
fn the_answer_is_limited_to_what_the_window_leaves() {
    let limit = |changes: Value| {
        let mut body = sent(&request(model(changes), json!([user(json!("Go"))])));
        let limit = json!([body["max_tokens"].take(), body["max_completion_tokens"].take()]);
        (limit, build(&request(model(json!({})), json!([])), &Compat::default()).unwrap().prompt_estimate > 0)
    };
    let (none, estimated) = limit(json!({}));
    assert!(none == json!([null, null]) && estimated);
    assert_eq!(limit(json!({"maxTokens": 8192})).0, json!([8192, null]));
    assert_eq!(limit(json!({"maxTokens": 8192, "omitMaxOutputTokens": true})).0, json!([null, null]));
    let openai = json!({"maxTokens": 8192, "contextWindow": 200_000, "baseUrl": "https://api.openai.com/v1"});
    assert_eq!(limit(openai).0, json!([null, 8192]));
    let small = limit(json!({"maxTokens": 8192, "contextWindow": 4096})).0[0].as_u64().unwrap();
    assert!((2900..3072).contains(&small), "{small}");
    assert_eq!(limit(json!({"maxTokens": 8192, "contextWindow": 100})).0, json!([1024, null]));
    assert_eq!(limit(json!({"maxTokens": 64, "contextWindow": 100})).0, json!([64, null]));
}

#[test]
fn a_tool_is_forced_only_when_it_is_on_offer() {
    let mut request = request(model(json!({})), json!([user(json!("Look"))]));
    let tool = json!({"name": "read", "description": "Reads", "parameters": {"type": "object"}});
    let tool: ToolDefinition = serde_json::from_value(tool).unwrap();
    request.forced_tool = Some("read".into());
    assert!(sent(&request).get("tool_choice").is_none());
    request.tools = Arc::from([tool]);
    assert_eq!(sent(&request)["tool_choice"], json!({"type": "function", "function": {"name": "read"}}));
    request.forced_tool = None;
    assert!(sent(&request).get("tool_choice").is_none());
}
