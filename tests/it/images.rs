//! Images of messages: what the model is sent of them, and what follows a refusal.

#[cfg(feature = "images")]
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::support::model::{Request, text_of};
use crate::support::server::Server;
use crate::support::{Frame, Launch, Model, Reply, Workspace, sse};

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

const LEFT_OUT: &str = "[image left out: the provider refused it]";

/// On a model that sees.
fn seeing(model: &Model) -> Workspace {
    let workspace = Workspace::new();
    workspace.provider(&model.base_url(), "        input: [text, image]\n");
    workspace
}

fn show(server: &mut Server, id: &str, message: &str, data: &str) -> Vec<Frame> {
    let image = json!({"type": "image", "data": data, "mimeType": "image/png"});
    server.send(&json!({"id": id, "type": "prompt", "message": message, "images": [image]}));
    server.until_kind("agent_end")
}

fn end_of(frames: &[Frame]) -> &Value {
    frames.last().unwrap().value["messages"].as_array().unwrap().last().unwrap()
}

fn images(request: &Request) -> usize {
    request.body.to_string().matches("\"image_url\":{").count()
}

#[test]
fn a_refused_image_is_not_sent_again_and_the_session_lives() {
    let refusal = || Reply::json(400, &json!({"error": {"message": "image exceeds the maximum allowed size"}}));
    let model =
        Model::with([refusal(), sse::text(&["Fine."]), refusal(), sse::text(&["Again."]), sse::text(&["Seen."])]);
    let workspace = seeing(&model);
    let mut server = Launch::new(&workspace).start();
    assert_eq!(end_of(&show(&mut server, "a", "What is this?", PNG))["stopReason"], "error");
    assert_eq!(end_of(&server.run("b", "Go on"))["stopReason"], "stop");
    // Another image has its own chance.
    assert_eq!(end_of(&show(&mut server, "c", "And this?", PNG))["stopReason"], "error");
    assert_eq!(server.finish().code, Some(0));
    // The file tells it, too.
    let mut server = Launch::new(&workspace).arg("--continue").start();
    assert_eq!(end_of(&server.run("d", "Go on"))["stopReason"], "stop");
    assert_eq!(end_of(&show(&mut server, "e", "A third?", PNG))["stopReason"], "stop");
    assert_eq!(server.finish().code, Some(0));
    model.assert_spent();
    let requests = model.requests();
    assert_eq!(requests.iter().map(images).collect::<Vec<_>>(), [1, 0, 1, 0, 1]);
    let said: String = requests[1].messages().iter().map(|message| text_of(&message["content"])).collect();
    assert!(said.contains("What is this?") && said.contains(LEFT_OUT), "{said}");
}

#[test]
fn a_refusal_for_another_reason_leaves_images_alone() {
    let refusal = Reply::json(400, &json!({"error": {"message": "tools.0.name is not allowed"}}));
    let model = Model::with([refusal, sse::text(&["Fine."])]);
    let workspace = seeing(&model);
    let mut server = Launch::new(&workspace).start();
    show(&mut server, "a", "What is this?", PNG);
    server.run("b", "Go on");
    assert_eq!(server.finish().code, Some(0));
    assert_eq!(model.requests().iter().map(images).collect::<Vec<_>>(), [1, 1]);
}

#[cfg(feature = "images")]
#[test]
fn an_image_that_cannot_be_sent_becomes_a_note() {
    let model = Model::with([sse::text(&["Fine."])]);
    let workspace = seeing(&model);
    // It claims to be 65535 pixels wide and high.
    let mut bytes = STANDARD.decode(PNG).unwrap();
    bytes[16..24].copy_from_slice(&[0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0xff, 0xff]);
    let mut server = Launch::new(&workspace).start();
    show(&mut server, "a", "What is this?", &STANDARD.encode(bytes));
    assert_eq!(server.finish().code, Some(0));
    let requests = model.requests();
    assert_eq!(images(&requests[0]), 0);
    let said = requests[0].last_user();
    assert!(said.starts_with("What is this?\n\n[The image (image/png, "), "{said}");
}

#[cfg(feature = "images")]
#[test]
fn an_image_with_too_many_pixels_is_scaled() {
    let model = Model::with([sse::text(&["Fine."])]);
    let workspace = seeing(&model);
    let mut large = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(2600, 130).write_to(&mut large, image::ImageFormat::Png).unwrap();
    let mut server = Launch::new(&workspace).start();
    show(&mut server, "a", "What is this?", &STANDARD.encode(large.into_inner()));
    assert_eq!(server.finish().code, Some(0));
    let requests = model.requests();
    let parts = requests[0].messages().last().unwrap()["content"].clone();
    let url = parts.as_array().unwrap().iter().find_map(|part| part["image_url"]["url"].as_str()).unwrap();
    let sent = STANDARD.decode(url.strip_prefix("data:image/png;base64,").unwrap()).unwrap();
    let size: Vec<u32> = sent[16..24].chunks(4).map(|side| u32::from_be_bytes(side.try_into().unwrap())).collect();
    assert_eq!(size, [2000, 100]);
}
