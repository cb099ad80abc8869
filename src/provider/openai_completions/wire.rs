//! The format itself: what is sent, and what comes back, read as loosely as servers write it.
//!
//! What comes back is borrowed from the event wherever its text needs no unescaping: a delta costs one allocation, the
//! string that goes on to the host.

mod loose;
mod reply;

pub(super) use loose::{Arguments, Content, Number};
pub(super) use reply::{CallDelta, Choice, Delta, FunctionDelta, StreamChunk, UsageReport};

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::proto::shared::{ImageDetail, JsonSchema};

/// The body of a request, but for the limit of the answer.
#[derive(Debug, Serialize)]
pub(super) struct Body<'a> {
    pub model: &'a str,
    pub messages: Vec<Message<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice<'a>>,
    pub stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<NestedReasoning<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<Toggle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable_thinking: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_cache_key: Option<&'a str>,
}

/// The one tool that must be called.
#[derive(Debug, Serialize)]
pub(super) struct ToolChoice<'a> {
    pub r#type: &'static str,
    pub function: ToolName<'a>,
}

#[derive(Debug, Serialize)]
pub(super) struct ToolName<'a> {
    pub name: &'a str,
}

#[derive(Debug, Serialize)]
pub(super) struct StreamOptions {
    pub include_usage: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct NestedReasoning<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
}

#[derive(Debug, Serialize)]
pub(super) struct Toggle {
    pub r#type: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(tag = "role", rename_all = "lowercase")]
pub(super) enum Message<'a> {
    System {
        content: Cow<'a, str>,
    },
    Developer {
        content: Cow<'a, str>,
    },
    User {
        content: UserText<'a>,
    },
    Assistant {
        /// Null beside calls that stand alone.
        content: Option<Cow<'a, str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning_content: Option<Cow<'a, str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning: Option<Cow<'a, str>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        reasoning_details: Option<&'a RawValue>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<Call<'a>>,
    },
    Tool {
        tool_call_id: Cow<'a, str>,
        content: Cow<'a, str>,
    },
}

/// Plain text where there is nothing else: not every server reads a list of parts.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum UserText<'a> {
    Text(Cow<'a, str>),
    Parts(Vec<UserPart<'a>>),
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum UserPart<'a> {
    Text { text: Cow<'a, str> },
    ImageUrl { image_url: ImageUrl<'a> },
}

#[derive(Debug, Serialize)]
pub(super) struct ImageUrl<'a> {
    pub url: DataUrl<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<&'static str>,
}

/// An image inside the request; written without a copy of its data.
#[derive(Debug, Clone, Copy)]
pub(super) struct DataUrl<'a> {
    pub mime: &'static str,
    pub base64: &'a str,
}

impl fmt::Display for DataUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "data:{};base64,{}", self.mime, self.base64)
    }
}

impl Serialize for DataUrl<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

pub(super) fn detail(detail: ImageDetail) -> &'static str {
    match detail {
        ImageDetail::Auto => "auto",
        ImageDetail::Low => "low",
        // The format knows nothing finer.
        ImageDetail::High | ImageDetail::Original => "high",
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Call<'a> {
    pub id: Cow<'a, str>,
    pub r#type: &'static str,
    pub function: CalledFunction<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra_content: Option<ExtraContent<'a>>,
}

#[derive(Debug, Serialize)]
pub(super) struct CalledFunction<'a> {
    pub name: &'a str,
    pub arguments: String,
}

/// What Google wants back with a call.
#[derive(Debug, Serialize)]
pub(super) struct ExtraContent<'a> {
    pub google: GoogleExtra<'a>,
}

#[derive(Debug, Serialize)]
pub(super) struct GoogleExtra<'a> {
    pub thought_signature: &'a str,
}

#[derive(Debug, Serialize)]
pub(super) struct Tool<'a> {
    pub r#type: &'static str,
    pub function: ToolFunction<'a>,
}

#[derive(Debug, Serialize)]
pub(super) struct ToolFunction<'a> {
    pub name: &'a str,
    pub description: &'a str,
    pub parameters: &'a JsonSchema,
}
