//! One call while its arguments arrive.

use std::collections::HashSet;

use uuid::Uuid;

use crate::proto::shared::{JsonObject, ToolCallContent};
use crate::provider::CallFragment;
use crate::provider::partial_json::{Progress, object_so_far};

/// A call that is being written.
#[derive(Debug)]
pub(super) struct OpenCall {
    pub key: u64,
    pub signature: Option<String>,
    /// Its end has been told; what comes now is dropped.
    pub ended: bool,
    id: String,
    name: String,
    text: String,
    whole: Option<JsonObject>,
    progress: Progress,
}

impl OpenCall {
    pub(super) fn new(key: u64, id: String) -> Self {
        Self {
            key,
            signature: None,
            ended: false,
            id,
            name: String::new(),
            text: String::new(),
            whole: None,
            progress: Progress::default(),
        }
    }

    /// Takes in the next piece; gives what of it is shown.
    pub(super) fn push(&mut self, name: Option<String>, fragment: CallFragment) -> Option<String> {
        if self.ended {
            return None;
        }
        if let Some(name) = name
            && self.name.is_empty()
        {
            self.name = name.trim().to_owned();
        }
        match fragment {
            CallFragment::Text(piece) if piece.is_empty() => None,
            CallFragment::Text(piece) => {
                self.progress.feed(&piece);
                self.text.push_str(&piece);
                Some(piece)
            }
            // An object that comes again replaces the one before; its text is shown once.
            CallFragment::Whole(object) => {
                let shown = self.whole.is_none().then(|| serde_json::to_string(&object).ok()).flatten();
                self.whole = Some(object);
                shown
            }
        }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the arguments are there to their end.
    pub(super) fn is_whole(&self) -> bool {
        self.whole.is_some() || self.progress.is_complete()
    }

    pub(super) fn so_far(&self) -> ToolCallContent {
        let arguments = self.whole.clone().unwrap_or_else(|| object_so_far(&self.text));
        self.content(arguments)
    }

    /// The call as it stands in the message, and what is wrong with it. `cut` says that the reply ended at its limit.
    pub(super) fn complete(&self, cut: bool) -> (ToolCallContent, Option<String>) {
        let (arguments, wrong) = match (&self.whole, parsed(&self.text)) {
            (Some(whole), _) => (whole.clone(), None),
            (None, Ok(arguments)) => (arguments, None),
            (None, Err(_)) if cut => {
                let why =
                    "the reply reached its token limit before the arguments of this call were complete".to_owned();
                (JsonObject::new(), Some(why))
            }
            (None, Err(why)) => {
                let why = format!("the arguments are not a JSON object ({why}): {}", excerpt(&self.text));
                (JsonObject::new(), Some(why))
            }
        };
        let wrong = if self.name.is_empty() { Some("the call names no tool".to_owned()) } else { wrong };
        (self.content(arguments), wrong)
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    fn content(&self, arguments: JsonObject) -> ToolCallContent {
        ToolCallContent {
            id: self.id.clone(),
            name: self.name.clone(),
            arguments,
            intent: None,
            thought_signature: self.signature.clone(),
            raw_block: None,
            custom_wire_name: None,
        }
    }
}

/// The id that a call has from now on: the provider's, unless it gave none or one that is taken (hazard K39).
pub(super) fn unique_id(given: Option<String>, taken: &mut HashSet<String>) -> String {
    let id = match given.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty() && !taken.contains(id)) {
        Some(id) => id,
        None => format!("call_{}", Uuid::now_v7().simple()),
    };
    taken.insert(id.clone());
    id
}

/// Arguments out of their text. No text at all means no arguments; an object inside a JSON string is taken; and an
/// empty object that some gateways send ahead of the real one is passed over.
fn parsed(text: &str) -> Result<JsonObject, String> {
    let text = text.trim();
    if text.is_empty() || text == "null" {
        return Ok(JsonObject::new());
    }
    match serde_json::from_str::<serde_json::Value>(text) {
        Ok(serde_json::Value::Object(object)) => Ok(object),
        Ok(serde_json::Value::String(inner)) => {
            serde_json::from_str::<JsonObject>(&inner).map_err(|_| "it is a string".to_owned())
        }
        Ok(_) => Err("it is another kind of value".to_owned()),
        Err(error) => {
            let behind = text.strip_prefix("{}").filter(|rest| !rest.trim().is_empty());
            behind.and_then(|rest| serde_json::from_str::<JsonObject>(rest).ok()).ok_or_else(|| error.to_string())
        }
    }
}

/// The text itself, or its two ends when it is long: the model has to recognise it, not to read it again.
fn excerpt(text: &str) -> String {
    const KEPT: usize = 200;
    if text.len() <= 2 * KEPT {
        return text.to_owned();
    }
    let head = text.get(..text.floor_char_boundary(KEPT)).unwrap_or_default();
    let tail = text.get(text.ceil_char_boundary(text.len() - KEPT)..).unwrap_or_default();
    format!("{head} … {tail}")
}
