//! The small steps that every built-in tool shares: arguments in, content and details out, blocking work aside.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_util::sync::CancellationToken;

use crate::base::task;
use crate::proto::shared::{
    ImageContent, JsonObject, OutputMeta, OutputSource, OutputSourceKind, TextContent, ToolResultPayload, UserBlock,
};

use super::ToolError;

/// What a cancelled call tells the model.
pub const CANCELLED: &str = "The call was cancelled before it ended";

/// The arguments as the tool's own type. They were validated, so a failure here names a defect of ours as well.
pub fn arguments<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, ToolError> {
    serde_path_to_error::deserialize(serde_json::Value::Object(arguments))
        .map_err(|error| ToolError::tell(format!("Invalid arguments: {error}")))
}

pub fn text(text: impl Into<String>) -> UserBlock {
    UserBlock::Text(TextContent { text: text.into(), text_signature: None })
}

pub fn image(data: String, mime_type: &str) -> UserBlock {
    UserBlock::Image(ImageContent { data, mime_type: mime_type.to_owned(), detail: None })
}

/// A finished result.
pub fn done(content: Vec<UserBlock>, details: &impl Serialize) -> ToolResultPayload {
    ToolResultPayload { content, details: value(details), is_error: None, useless: None }
}

/// A finished result of one text.
pub fn told(said: impl Into<String>, details: &impl Serialize) -> ToolResultPayload {
    done(vec![text(said)], details)
}

/// Details as a value; a type that cannot be one has none.
pub fn value(details: &impl Serialize) -> Option<serde_json::Value> {
    serde_json::to_value(details).ok().filter(|value| !value.is_null())
}

/// Nothing worth telling yet.
pub fn no_meta() -> OutputMeta {
    OutputMeta { truncation: None, source: None, diagnostics: None, limits: None }
}

pub fn source(kind: OutputSourceKind, value: impl Into<String>) -> OutputSource {
    OutputSource { type_: kind, value: value.into() }
}

/// Runs file work on a thread of its own. A cancelled call answers at once; the work sees the same token.
pub async fn blocking<T: Send + 'static>(
    token: &CancellationToken,
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    let running = task::blocking("tool", work);
    tokio::select! {
        biased;
        () = token.cancelled() => Err(ToolError::tell(CANCELLED)),
        ended = running => match ended {
            Ok(result) => result,
            Err(_) => Err(ToolError::tell("The tool failed inside; the log has the reason")),
        },
    }
}

/// Runs file work that must not be left half-told: a cancellation waits for its end.
pub async fn to_the_end<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    blocking(&CancellationToken::new(), work).await
}
