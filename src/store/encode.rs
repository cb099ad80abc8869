//! Core words to lines of the file.

use serde::Serialize;
use serde_json::Map;

use crate::base::clock;
use crate::proto::shared::{AgentMessage, UserContent};
use crate::proto::transcript::{
    BranchSummaryEntry, CompactionEntry, CustomEntry, CustomMessageEntry, MessageEntry, ModelChangeEntry,
    ThinkingLevelChangeEntry, TitleChangeEntry, TitleSource, TtsrInjectionEntry,
};

use super::entry::{Body, Entry};
use super::error::StoreError;

/// Says that the turn before it ended, where no message does.
pub(super) const TURN_ENDED: &str = "turn_ended";

/// Begins the type of what an extension keeps; its name follows.
pub(super) const KEPT: &str = "extension:";

/// The member of a compaction's own data that holds the tokens besides the history.
pub(super) const OVERHEAD: &str = "overheadTokens";

/// One line with its line feed. JSON text holds no raw line feed, so a line is an entry.
pub(super) fn line(value: &impl Serialize) -> Result<Vec<u8>, StoreError> {
    let mut line = serde_json::to_vec(value).map_err(|source| StoreError::Encode { source })?;
    line.push(b'\n');
    Ok(line)
}

/// The line of an entry.
pub(super) fn entry(entry: &Entry) -> Result<Vec<u8>, StoreError> {
    let id = entry.id.as_ref().to_owned();
    let parent_id = entry.parent.as_ref().map(|parent| parent.as_ref().to_owned());
    let timestamp = clock::iso(entry.timestamp);
    match &entry.body {
        Body::Message(text) => message(entry, text),
        Body::Model { provider, model } => {
            line(&ModelChangeEntry { id, parent_id, timestamp, model: format!("{provider}/{model}"), role: None })
        }
        Body::Thinking { level } => line(&ThinkingLevelChangeEntry {
            id,
            parent_id,
            timestamp,
            thinking_level: Some(level.to_string()),
            configured: None,
        }),
        Body::Rules { names } => line(&TtsrInjectionEntry { id, parent_id, timestamp, injected_rules: names.clone() }),
        Body::Compaction { summary, brief, first_kept, tokens_before, details, overhead } => line(&CompactionEntry {
            first_kept_entry_id: first_kept.as_ref().unwrap_or(&entry.id).as_ref().to_owned(),
            id,
            parent_id,
            timestamp,
            summary: summary.clone(),
            short_summary: brief.clone(),
            tokens_before: *tokens_before,
            details: serde_json::to_value(details).ok(),
            preserve_data: overhead.map(|tokens| Map::from_iter([(OVERHEAD.to_owned(), tokens.into())])),
            from_extension: None,
            warning: None,
        }),
        Body::Title { title, previous } => line(&TitleChangeEntry {
            id,
            parent_id,
            timestamp,
            title: title.clone(),
            previous_title: previous.clone(),
            source: TitleSource::User,
            trigger: None,
        }),
        Body::Kept { name, data } => {
            let custom_type = format!("{KEPT}{name}");
            line(&CustomEntry { id, parent_id, timestamp, custom_type, data: Some(data.clone()) })
        }
        Body::TurnEnded => {
            line(&CustomEntry { id, parent_id, timestamp, custom_type: TURN_ENDED.to_owned(), data: None })
        }
    }
}

/// Protocol: custom messages and branch summaries have entry types of their own, which carry no time besides the
/// entry's. That time is then the message's, so that loading gives the same message back.
fn message(entry: &Entry, message: &AgentMessage) -> Result<Vec<u8>, StoreError> {
    let id = entry.id.as_ref().to_owned();
    let parent_id = entry.parent.as_ref().map(|parent| parent.as_ref().to_owned());
    let custom = |custom_type: &str, content: &UserContent, display, details: &Option<_>, attribution, timestamp| {
        line(&CustomMessageEntry {
            id: id.clone(),
            parent_id: parent_id.clone(),
            timestamp: clock::iso(timestamp),
            custom_type: custom_type.to_owned(),
            content: content.clone(),
            display,
            details: details.clone(),
            attribution,
        })
    };
    match message {
        AgentMessage::Custom(it) => {
            custom(&it.custom_type, &it.content, it.display, &it.details, it.attribution, it.timestamp)
        }
        AgentMessage::HookMessage(it) => {
            custom(&it.custom_type, &it.content, it.display, &it.details, it.attribution, it.timestamp)
        }
        AgentMessage::BranchSummary(it) => line(&BranchSummaryEntry {
            id,
            parent_id,
            timestamp: clock::iso(it.timestamp),
            from_id: it.from_id.clone(),
            summary: it.summary.clone(),
            details: None,
            from_extension: None,
        }),
        message => {
            let timestamp = clock::iso(entry.timestamp);
            line(&MessageEntry { id, parent_id, timestamp, message: message.clone() })
        }
    }
}

/// An ISO time of a file as epoch milliseconds. What cannot be read is the epoch: no reason to lose an entry.
pub(super) fn millis_of(iso: &str) -> i64 {
    clock::parse_iso(iso).unwrap_or_default()
}

#[cfg(test)]
#[path = "encode_tests.rs"]
mod tests;
