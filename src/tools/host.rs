//! Tools of the host as tools: registered as a layer, checked by their own schema, run by asking.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonschema::Validator;
use serde_json::Value;

use crate::base::text::{Limits, head};
use crate::host::{
    Accepted, Offer, Payload, Refused, Scheme, SchemeRefused, Texts, ToolAnswer, Unanswered, UriError, Uris,
    check_offers,
};
use crate::proto::shared::{JsonObject, ToolDefinition, ToolResultPayload, UserBlock};

use super::read::image;
use super::{Layer, Layered, Tier, Tool, ToolCx, ToolError, ToolFuture, ToolSet, payload, schema};

/// Bytes of text that one result may put before the model. More than our own tools give: what a host sends it means.
const MOST_TEXT: usize = 256 * 1024;

/// Offers exactly these tools of the host, and gives their names. What is refused leaves the set as it was.
pub fn offer(set: &ToolSet, offers: Vec<Offer>) -> Result<Vec<String>, Refused> {
    let mut tools = Vec::new();
    let mut names = Vec::new();
    for accepted in check_offers(offers)? {
        names.push(accepted.definition.name.clone());
        let hidden = accepted.hidden;
        tools.push(Layered { tool: std::sync::Arc::new(HostTool::new(accepted)?), hidden });
    }
    set.replace(Layer::Host, tools).map_err(|taken| Refused::Taken { name: taken.name })?;
    Ok(names)
}

/// Serves exactly these schemes of the host, and tells the model of them with the tools that take such addresses.
pub fn serve(set: &ToolSet, uris: &Uris, schemes: Vec<Scheme>) -> Result<Vec<String>, SchemeRefused> {
    let names = uris.replace(schemes)?;
    let schemes = uris.schemes();
    let remark = |verb: &str, fits: fn(&Scheme) -> bool| {
        let told: Vec<String> = schemes.iter().filter(|scheme| fits(scheme)).map(told).collect();
        (!told.is_empty()).then(|| format!("It {verb} these addresses of the host, too: {}.", told.join("; ")))
    };
    set.remark("read", remark("reads", |_| true));
    set.remark("grep", remark("searches", |_| true));
    set.remark("write", remark("writes", |scheme| scheme.writable));
    Ok(names)
}

/// What the model, or the run, is told of an address that was not read or written.
pub fn uri_error(error: UriError) -> ToolError {
    match error {
        UriError::Failed(text) => ToolError::tell(text),
        // Nothing more comes from this host (hazard K19).
        UriError::Gone(text) => ToolError::Fatal(text.to_owned()),
    }
}

fn told(scheme: &Scheme) -> String {
    match &scheme.description {
        Some(description) => format!("{}://... ({})", scheme.name, description.trim_end_matches('.')),
        None => format!("{}://...", scheme.name),
    }
}

/// One tool of the host.
pub struct HostTool {
    definition: ToolDefinition,
    label: String,
    validator: Validator,
}

impl HostTool {
    fn new(accepted: Accepted) -> Result<Self, Refused> {
        let Accepted { definition, label, .. } = accepted;
        match schema::compile(&definition.parameters) {
            Ok(validator) => Ok(Self { definition, label, validator }),
            Err(why) => Err(Refused::NoSchema { name: definition.name, why: Some(why) }),
        }
    }

    /// The name for people.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The arguments in a form that fits: as they stand, or without nulls, which models like to send for what they leave
    /// out.
    fn fitting(&self, arguments: &JsonObject) -> Result<JsonObject, String> {
        if self.validator.is_valid(&Value::Object(arguments.clone())) {
            return Ok(arguments.clone());
        }
        let bare = Value::Object(schema::without_nulls(&self.definition.parameters, arguments));
        schema::check(&self.validator, &self.definition.name, &bare)?;
        match bare {
            Value::Object(bare) => Ok(bare),
            _ => Ok(arguments.clone()),
        }
    }
}

impl Tool for HostTool {
    fn definition(&self) -> &ToolDefinition {
        &self.definition
    }

    fn tier(&self) -> Tier {
        Tier::Exec
    }

    fn check(&self, arguments: &JsonObject) -> Result<(), String> {
        self.fitting(arguments).map(drop)
    }

    fn run<'a>(&'a self, cx: ToolCx, arguments: JsonObject) -> ToolFuture<'a> {
        Box::pin(async move {
            let (name, texts) = (&self.definition.name, *cx.host.texts());
            let arguments = self.fitting(&arguments).map_err(ToolError::tell)?;
            let progress = cx.progress.clone();
            let listener = move |so_far: Payload| progress.update(so_far_of(so_far));
            match cx.host.call(name, cx.call_id.clone(), arguments, &cx.token, listener).await {
                Ok(answer) => result(answer, &texts).await,
                // Nothing more comes from this host, so asking the model again leads nowhere (hazard K19).
                Err(Unanswered::Gone) => Err(ToolError::Fatal(texts.tool_gone.to_owned())),
                Err(Unanswered::Aborted) => Err(ToolError::tell((texts.tool_aborted)(name))),
                Err(Unanswered::TimedOut) => {
                    Err(ToolError::tell(format!("The host did not answer the call of {name} in time")))
                }
                Err(Unanswered::Unsupported) => Err(ToolError::tell("The host cannot be asked to run tools")),
            }
        })
    }
}

async fn result(answer: ToolAnswer, texts: &Texts) -> Result<ToolResultPayload, ToolError> {
    let Payload { content, details, is_error, useless } = answer.payload;
    if answer.failed {
        let told = content.iter().filter_map(text_of).collect::<Vec<_>>().join("\n");
        let told = head(told.trim().to_owned(), Limits { lines: usize::MAX, bytes: MOST_TEXT }).text;
        return Err(ToolError::tell(if told.is_empty() { texts.tool_failed.to_owned() } else { told }));
    }
    let has_images = content.iter().any(|block| matches!(block, Value::Object(_)) && text_of(block).is_none());
    let content = match has_images {
        // Decoding a picture takes long; a cancelled call does not wait for it, but its result is here.
        true => payload::to_the_end(move || Ok(blocks(content, shown_image))).await?,
        false => blocks(content, shown_image),
    };
    Ok(ToolResultPayload { content, details, is_error: is_error.filter(|is| *is), useless })
}

/// An update goes back to the host that sent it, so its pictures are not looked at.
fn so_far_of(so_far: Payload) -> ToolResultPayload {
    let as_it_is = |data: &str, mime: &str| payload::image(data.to_owned(), mime);
    let content = blocks(so_far.content, as_it_is);
    ToolResultPayload { content, details: so_far.details, is_error: so_far.is_error, useless: so_far.useless }
}

/// Makes valid blocks of whatever a host sent, so that the transcript and every later request stay valid.
fn blocks(content: Vec<Value>, image: impl Fn(&str, &str) -> UserBlock) -> Vec<UserBlock> {
    let mut room = MOST_TEXT;
    let mut out = Vec::with_capacity(content.len());
    for block in content {
        let member = |name: &str| block.get(name).and_then(Value::as_str);
        let text = match (text_of(&block), member("type")) {
            (Some(text), _) => text.to_owned(),
            (None, Some("image")) => match member("data") {
                Some(data) => {
                    out.push(image(data, member("mimeType").unwrap_or("image/png")));
                    continue;
                }
                None => "[The host sent an image without data]".to_owned(),
            },
            (None, Some("text")) => "[The host sent a block of text without text]".to_owned(),
            (None, kind) => {
                let kind: String = kind.unwrap_or("unknown").chars().take(40).collect();
                format!("[The host sent a block of type {kind:?}, which cannot be shown]")
            }
        };
        // Providers refuse blank parts (hazard K47).
        if !text.trim().is_empty() {
            out.extend(within(text, &mut room).map(payload::text));
        }
    }
    out
}

/// The text as far as there is room for it; what is left out is told once.
fn within(text: String, room: &mut usize) -> Option<String> {
    if *room == 0 {
        return None;
    }
    let cut = head(text, Limits { lines: usize::MAX, bytes: *room });
    *room = room.saturating_sub(cut.shown_bytes);
    if !cut.is_cut() {
        return Some(cut.text);
    }
    *room = 0;
    Some(format!("{}\n\n[The host sent more than {} KiB of text; the rest is left out]", cut.text, MOST_TEXT / 1024))
}

/// The text of a block that has one, whatever its type says; a bare string is text, too.
fn text_of(block: &Value) -> Option<&str> {
    match block {
        Value::String(text) => Some(text),
        block if block.get("type").and_then(Value::as_str) == Some("image") => None,
        block => block.get("text").and_then(Value::as_str),
    }
}

/// The picture by its bytes, small enough to be sent, or a note why not (hazards K34, K35).
fn shown_image(data: &str, _: &str) -> UserBlock {
    let Ok(bytes) = STANDARD.decode(data.trim()) else {
        return payload::text("[The host sent an image that is not base64]");
    };
    // Models that cannot see get a placeholder with the request; the picture stays for those that can.
    let picture = image::prepare(&bytes, true);
    picture.block.unwrap_or_else(|| payload::text(picture.note))
}

#[cfg(test)]
#[path = "host_tests.rs"]
mod tests;
