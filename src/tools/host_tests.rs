//! Host tools: their schemas, their results, what happens to what is malformed.

use std::sync::{Arc, Mutex};

use futures_util::FutureExt;
use serde_json::json;

use super::*;
use crate::host::testing::host;
use crate::host::{Answer, Surface};
use crate::tools::testing::{Bench, text};
use crate::tools::{Progress, ToolNames};

fn offered(name: &str, parameters: Value) -> Offer {
    Offer { name: name.into(), description: "Does it".into(), parameters, label: None, hidden: false }
}

fn tool_of(parameters: Value) -> HostTool {
    let accepted = check_offers(vec![offered("echo", parameters)]).unwrap().remove(0);
    HostTool::new(accepted).unwrap()
}

fn object(value: Value) -> JsonObject {
    value.as_object().unwrap().clone()
}

fn message_schema() -> Value {
    json!({
        "type": "object",
        "properties": {"message": {"type": "string"}, "note": {"type": "string"}},
        "required": ["message"], "additionalProperties": false
    })
}

#[test]
fn a_set_is_offered_whole_or_not_at_all() {
    let set = ToolSet::new([], ToolNames::default());
    let names = offer(&set, vec![offered(" a ", json!({})), offered("b", json!({}))]).unwrap();
    assert_eq!(names, ["a", "b"]);
    assert!(matches!(
        offer(&set, vec![offered("c", json!({})), offered("d", json!({"type": 7}))]),
        Err(Refused::NoSchema { name, why: Some(_) }) if name == "d"
    ));
    assert!(set.get("a").is_some() && set.get("c").is_none());
}

#[test]
fn a_schema_that_lies_elsewhere_is_refused_and_not_fetched() {
    let set = ToolSet::new([], ToolNames::default());
    let remote = json!({"properties": {"a": {"$ref": "http://127.0.0.1:1/schema.json"}}});
    let Err(Refused::NoSchema { why: Some(why), .. }) = offer(&set, vec![offered("a", remote)]) else { panic!() };
    assert!(why.contains("not fetched"), "{why}");
    let local = json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}});
    assert!(offer(&set, vec![offered("a", local)]).is_ok());
}

#[test]
fn arguments_are_checked_by_the_schema_of_the_host_and_nulls_for_optional_members_go() {
    let tool = tool_of(message_schema());
    assert_eq!(tool.check(&object(json!({"message": "hello"}))), Ok(()));
    let told = tool.check(&object(json!({"note": "x"}))).unwrap_err();
    assert_eq!(told, "Invalid arguments for echo: /message is missing");
    let told = tool.check(&object(json!({"message": "a", "more": 1}))).unwrap_err();
    assert_eq!(told, "Invalid arguments for echo: unknown /more");
    let fitting = tool.fitting(&object(json!({"message": "a", "note": null}))).unwrap();
    assert_eq!(Value::Object(fitting), json!({"message": "a"}));
    assert!(tool.check(&object(json!({"message": null}))).is_err());
    // A null that the schema allows is the host's to see.
    let nullable = tool_of(json!({"properties": {"note": {"type": ["string", "null"]}}}));
    assert_eq!(Value::Object(nullable.fitting(&object(json!({"note": null}))).unwrap()), json!({"note": null}));
}

/// Runs a call and answers it.
async fn answered(answer: ToolAnswer) -> Result<ToolResultPayload, ToolError> {
    let (host, _ear) = host(Surface::default());
    let (bench, tool) = (Bench::new(), tool_of(json!({})));
    let mut run = tool.run(ToolCx { host: host.clone(), ..bench.cx.clone() }, JsonObject::new());
    assert!((&mut run).now_or_never().is_none());
    assert!(host.asks().settle("host_1", Answer::Tool(answer)));
    run.await
}

fn payload_of(content: Value) -> Payload {
    Payload { content: content.as_array().unwrap().clone(), ..Payload::default() }
}

async fn content(content: Value) -> Vec<UserBlock> {
    answered(ToolAnswer { payload: payload_of(content), failed: false }).await.unwrap().content
}

#[tokio::test]
async fn details_pass_and_an_error_inside_the_payload_keeps_its_content() {
    let payload = Payload {
        details: Some(json!({"ms": 31})),
        is_error: Some(true),
        useless: Some(true),
        ..payload_of(json!([{"type": "text", "text": "half done"}]))
    };
    let result = answered(ToolAnswer { payload, failed: false }).await.unwrap();
    assert_eq!(text(&result), "half done");
    assert_eq!((result.is_error, result.useless), (Some(true), Some(true)));
    assert_eq!(result.details, Some(json!({"ms": 31})));
}

#[tokio::test]
async fn a_failure_is_its_text_or_else_the_protocols_sentence() {
    let mut payload = payload_of(json!([{"type": "text", "text": " no such "}, {"type": "image"}, "ticket\n"]));
    payload.details = Some(json!({"dropped": true}));
    let told = answered(ToolAnswer { payload, failed: true }).await.unwrap_err();
    assert!(matches!(&told, ToolError::Tell { text, details: None } if text == "no such \nticket"), "{told:?}");
    let told = answered(ToolAnswer { payload: payload_of(json!([])), failed: true }).await.unwrap_err();
    assert_eq!(told.to_string(), Texts::default().tool_failed);
}

#[tokio::test]
async fn malformed_blocks_are_repaired_or_named() {
    let blocks = content(json!([
        "bare", {"text": "without type"}, {"type": "text"}, {"type": "audio", "data": "x"}, 7, null,
        {"type": "text", "text": " "}, {"type": "image", "data": "not base64!"}, {"type": "image"},
        {"type": "image", "data": "PHN2Zy8+"}
    ]))
    .await;
    let texts: Vec<String> = blocks
        .iter()
        .map(|block| match block {
            UserBlock::Text(text) => text.text.clone(),
            UserBlock::Image(_) => panic!("{block:?}"),
        })
        .collect();
    assert_eq!(texts[..2], ["bare", "without type"]);
    assert_eq!(texts[2], "[The host sent a block of text without text]");
    assert_eq!(texts[3], "[The host sent a block of type \"audio\", which cannot be shown]");
    assert_eq!(texts[4..6], ["[The host sent a block of type \"unknown\", which cannot be shown]"; 2]);
    assert_eq!(texts[6], "[The host sent an image that is not base64]");
    assert_eq!(texts[7], "[The host sent an image without data]");
    assert!(texts[8].contains("no image of a type"), "{}", texts[8]);
    assert_eq!(texts.len(), 9);
}

#[cfg(feature = "images")]
#[tokio::test]
async fn an_image_has_the_type_of_its_bytes() {
    let mut png = std::io::Cursor::new(Vec::new());
    ::image::RgbImage::new(3, 2).write_to(&mut png, ::image::ImageFormat::Png).unwrap();
    let data = STANDARD.encode(png.into_inner());
    let blocks = content(json!([{"type": "image", "data": data, "mimeType": "image/jpeg"}])).await;
    let [UserBlock::Image(image)] = blocks.as_slice() else { panic!("{blocks:?}") };
    assert_eq!((image.mime_type.as_str(), image.data.as_str()), ("image/png", data.as_str()));
}

#[tokio::test]
async fn much_text_is_cut_and_the_cut_is_told() {
    let long = "x".repeat(MOST_TEXT);
    let blocks = content(json!([long, "more", "and more"])).await;
    assert_eq!(blocks.len(), 1);
    let blocks = content(json!(["x".repeat(MOST_TEXT + 1), "more"])).await;
    let [UserBlock::Text(text)] = blocks.as_slice() else { panic!() };
    assert!(text.text.ends_with("[The host sent more than 256 KiB of text; the rest is left out]"));
}

#[tokio::test]
async fn updates_replace_each_other_and_stop_with_the_result() {
    let (host, _ear) = host(Surface::default());
    let (bench, tool) = (Bench::new(), tool_of(json!({})));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let noted = seen.clone();
    let progress = Progress::new(move |so_far| noted.lock().unwrap().push(text(&so_far)));
    let mut run = tool.run(ToolCx { host: host.clone(), progress, ..bench.cx.clone() }, JsonObject::new());
    assert!((&mut run).now_or_never().is_none());
    for step in ["one", "two"] {
        assert!(host.asks().progress("host_1", payload_of(json!([{"type": "text", "text": step}]))));
    }
    assert!(host.asks().settle("host_1", Answer::Tool(ToolAnswer::default())));
    assert!(!host.asks().progress("host_1", payload_of(json!(["late"]))));
    assert!(run.await.unwrap().content.is_empty());
    assert_eq!(*seen.lock().unwrap(), ["one", "two"]);
}

#[tokio::test]
async fn a_cut_call_says_so_and_a_lost_host_ends_the_run() {
    let (host, _ear) = host(Surface::default());
    let (bench, tool) = (Bench::new(), tool_of(json!({})));
    let mut run = tool.run(ToolCx { host: host.clone(), ..bench.cx.clone() }, JsonObject::new());
    assert!((&mut run).now_or_never().is_none());
    bench.cx.token.cancel();
    assert!(matches!(run.await, Err(ToolError::Tell { text, .. }) if text == "The call of echo was cut"));
    let bench = Bench::new();
    host.asks().close();
    let run = tool.run(ToolCx { host: host.clone(), ..bench.cx.clone() }, JsonObject::new());
    assert!(matches!(run.await, Err(ToolError::Fatal(text)) if text == host.texts().tool_gone));
}
