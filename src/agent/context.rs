//! What the model sees of the history: a list that every provider accepts, whatever happened before.
//!
//! Invariant (hazard K48): every call is followed by exactly one result, no result stands without its call, no message
//! is blank, and only user, developer, assistant and tool-result messages are left. Images that the model refused are not
//! among them (hazard K35).

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::proto::shared::{
    AgentMessage, AssistantBlock, AssistantMessage, Attribution, BashExecutionMessage, CompactionSummaryMessage,
    CustomMessage, DeveloperMessage, FileMentionMessage, Model, PythonExecutionMessage, StopReason, TextContent,
    ToolCallContent, ToolResultMessage, UserBlock, UserContent, UserMessage,
};

use super::refused;

/// The history for one request to `model`. Messages that need no change are shared, not copied.
pub fn for_model(history: &[Arc<AgentMessage>], model: &Model) -> Vec<Arc<AgentMessage>> {
    let mut out = Vec::with_capacity(history.len());
    let refused = refused::refused(history, model);
    for (at, message) in history.iter().enumerate() {
        if at == refused {
            refused::leave_out(&mut out);
        }
        match message.as_ref() {
            AgentMessage::User(user) => out.extend(user_message(message, user)),
            AgentMessage::Developer(developer) => {
                out.extend((!is_blank(&developer.content)).then(|| message.clone()));
            }
            AgentMessage::Assistant(assistant) => {
                push_reply(&mut out, message, assistant, model, results_behind(history, at))
            }
            // Results follow their call, wherever they stand in the history.
            AgentMessage::ToolResult(_) => {}
            AgentMessage::BashExecution(run) => out.extend(bash_text(run).map(|text| user(text, run.timestamp))),
            AgentMessage::PythonExecution(run) => out.extend(python_text(run).map(|text| user(text, run.timestamp))),
            AgentMessage::Custom(custom) => out.extend(custom_message(custom)),
            AgentMessage::HookMessage(hook) => {
                out.extend((!is_blank(&hook.content)).then(|| developer(hook.content.clone(), hook.timestamp)));
            }
            AgentMessage::FileMention(mention) => out.extend(mentioned(mention)),
            AgentMessage::BranchSummary(summary) => {
                out.push(user(wrapped("Summary of a branch that was left", &summary.summary), summary.timestamp));
            }
            AgentMessage::CompactionSummary(summary) => out.push(compaction(summary)),
        }
    }
    out
}

/// The results of one reply, by call id.
type Results<'a> = HashMap<&'a str, VecDeque<&'a Arc<AgentMessage>>>;

/// What stands between the reply at `at` and the next one. Ids alone do not pair: servers that number the calls of each
/// reply from zero use an id again.
fn results_behind(history: &[Arc<AgentMessage>], at: usize) -> Results<'_> {
    let behind = history.get(at + 1..).unwrap_or_default();
    let own = behind.iter().take_while(|message| !matches!(message.as_ref(), AgentMessage::Assistant(_)));
    let mut results = Results::new();
    for message in own {
        if let AgentMessage::ToolResult(result) = message.as_ref() {
            results.entry(result.tool_call_id.as_str()).or_default().push_back(message);
        }
    }
    results
}

/// The assistant message as the model may see it again, then one result for each call that is left in it.
fn push_reply(
    out: &mut Vec<Arc<AgentMessage>>,
    shared: &Arc<AgentMessage>,
    reply: &AssistantMessage,
    model: &Model,
    mut results: Results<'_>,
) {
    let same_model = reply.provider == model.provider && reply.model == model.id;
    let finished = !matches!(reply.stop_reason, StopReason::Aborted | StopReason::Error);
    let fates: Vec<Fate> = reply.content.iter().map(|block| fate(block, same_model, finished)).collect();
    let calls: Vec<(&String, &String)> = reply
        .content
        .iter()
        .zip(&fates)
        .filter_map(|(block, fate)| match (block, fate) {
            (_, Fate::Dropped) => None,
            (AssistantBlock::ToolCall(call), _) => Some((&call.id, &call.name)),
            _ => None,
        })
        .collect();
    if fates.iter().all(|fate| matches!(fate, Fate::Dropped)) {
        return;
    }
    if fates.iter().all(|fate| matches!(fate, Fate::Kept)) {
        out.push(shared.clone());
    } else {
        let content = reply.content.iter().zip(fates).filter_map(|(block, fate)| fate.apply(block)).collect();
        out.push(Arc::new(AgentMessage::Assistant(AssistantMessage { content, ..reply.clone() })));
    }
    for (id, name) in calls {
        match results.get_mut(id.as_str()).and_then(VecDeque::pop_front) {
            Some(result) => out.push(with_content(result)),
            None => out.push(missing_result(id.clone(), name.clone(), reply.timestamp)),
        }
    }
}

/// What becomes of a block that is sent back.
enum Fate {
    Kept,
    Dropped,
    Changed(Box<AssistantBlock>),
}

impl Fate {
    fn kept_if(keep: bool) -> Self {
        if keep { Self::Kept } else { Self::Dropped }
    }

    fn apply(self, block: &AssistantBlock) -> Option<AssistantBlock> {
        match self {
            Self::Kept => Some(block.clone()),
            Self::Dropped => None,
            Self::Changed(block) => Some(*block),
        }
    }
}

/// Signatures and thinking go back only to the model that made them, blank text and nameless calls to nobody
/// (hazards K39, K45, K47).
fn fate(block: &AssistantBlock, same_model: bool, finished: bool) -> Fate {
    match block {
        AssistantBlock::Text(text) if text.text.trim().is_empty() => Fate::Dropped,
        AssistantBlock::Text(text) if same_model || text.text_signature.is_none() => Fate::Kept,
        AssistantBlock::Text(text) => {
            let plain = TextContent { text: text.text.clone(), text_signature: None };
            Fate::Changed(Box::new(AssistantBlock::Text(plain)))
        }
        AssistantBlock::Thinking(thinking) => {
            let signed = thinking.thinking_signature.as_ref().is_some_and(|signature| !signature.is_empty());
            Fate::kept_if(same_model && (signed || finished))
        }
        AssistantBlock::RedactedThinking(_) => Fate::kept_if(same_model),
        AssistantBlock::Fallback(_) => Fate::Dropped,
        AssistantBlock::ToolCall(call) if call.name.is_empty() => Fate::Dropped,
        AssistantBlock::ToolCall(call) if same_model || call.thought_signature.is_none() => Fate::Kept,
        AssistantBlock::ToolCall(call) => {
            let plain = ToolCallContent { thought_signature: None, ..call.clone() };
            Fate::Changed(Box::new(AssistantBlock::ToolCall(plain)))
        }
    }
}

/// A result always says something (hazard K47).
fn with_content(result: &Arc<AgentMessage>) -> Arc<AgentMessage> {
    let AgentMessage::ToolResult(inner) = result.as_ref() else { return result.clone() };
    let says_something = inner.content.iter().any(|block| match block {
        UserBlock::Text(text) => !text.text.trim().is_empty(),
        UserBlock::Image(_) => true,
    });
    if says_something {
        return result.clone();
    }
    Arc::new(AgentMessage::ToolResult(ToolResultMessage { content: vec![text_block("(no output)")], ..inner.clone() }))
}

fn missing_result(id: String, name: String, timestamp: i64) -> Arc<AgentMessage> {
    Arc::new(AgentMessage::ToolResult(ToolResultMessage {
        tool_call_id: id,
        tool_name: name,
        content: vec![text_block("No result: the call was interrupted before it returned, its effects are unknown")],
        is_error: true,
        timestamp,
        details: None,
        useless: None,
        pruned_at: None,
        attribution: None,
        metrics: None,
    }))
}

fn user_message(shared: &Arc<AgentMessage>, message: &UserMessage) -> Option<Arc<AgentMessage>> {
    if is_blank(&message.content) {
        return None;
    }
    if message.steering != Some(true) {
        return Some(shared.clone());
    }
    // The stored text stays raw; only the model sees that this came while it worked.
    let content = match &message.content {
        UserContent::Text(text) => UserContent::Text(interjection(text)),
        UserContent::Blocks(blocks) => UserContent::Blocks(blocks.iter().map(interjected).collect()),
    };
    Some(Arc::new(AgentMessage::User(UserMessage { content, ..message.clone() })))
}

fn interjected(block: &UserBlock) -> UserBlock {
    match block {
        UserBlock::Text(text) => text_block(&interjection(&text.text)),
        UserBlock::Image(image) => UserBlock::Image(image.clone()),
    }
}

fn interjection(text: &str) -> String {
    format!("<user_interjection>\n{text}\n</user_interjection>")
}

fn custom_message(custom: &CustomMessage) -> Option<Arc<AgentMessage>> {
    if is_blank(&custom.content) {
        return None;
    }
    Some(match custom.attribution {
        Some(Attribution::User) => Arc::new(AgentMessage::User(user_with(custom.content.clone(), custom.timestamp))),
        _ => developer(custom.content.clone(), custom.timestamp),
    })
}

fn bash_text(run: &BashExecutionMessage) -> Option<String> {
    let head = format!("The user ran `{}`", run.command);
    (run.exclude_from_context != Some(true))
        .then(|| execution(&head, &run.output, run.exit_code, run.cancelled, run.truncated))
}

fn python_text(run: &PythonExecutionMessage) -> Option<String> {
    let head = format!("The user ran this Python code:\n```python\n{}\n```", run.code);
    (run.exclude_from_context != Some(true))
        .then(|| execution(&head, &run.output, run.exit_code, run.cancelled, run.truncated))
}

fn execution(head: &str, output: &str, exit_code: Option<i64>, cancelled: bool, truncated: bool) -> String {
    let mut text = String::with_capacity(head.len() + output.len() + 64);
    text.push_str(head);
    if output.trim().is_empty() {
        text.push_str("\n(no output)");
    } else {
        text.push_str("\n```\n");
        text.push_str(output.trim_end_matches('\n'));
        text.push_str("\n```");
    }
    match exit_code {
        _ if cancelled => text.push_str("\n(cancelled)"),
        Some(code) if code != 0 => text.push_str(&format!("\nExit code {code}")),
        _ => {}
    }
    if truncated {
        text.push_str("\n(the output was cut)");
    }
    text
}

fn mentioned(mention: &FileMentionMessage) -> Vec<Arc<AgentMessage>> {
    let mut text = String::new();
    let mut images = Vec::new();
    for file in &mention.files {
        match (&file.image, file.skipped_reason) {
            (Some(image), _) => images.push(UserBlock::Image(image.clone())),
            (None, Some(why)) => {
                let size = file.byte_size.map_or(String::new(), |bytes| format!(" bytes=\"{bytes}\""));
                text.push_str(&format!("<file path=\"{}\"{size} skipped=\"{why}\" />\n", attribute(&file.path)));
            }
            (None, None) => text.push_str(&format!(
                "<file path=\"{}\">\n{}\n</file>\n",
                attribute(&file.path),
                file.content.strip_suffix('\n').unwrap_or(&file.content)
            )),
        }
    }
    let mut out = Vec::new();
    if !text.is_empty() {
        out.push(developer(UserContent::Text(text), mention.timestamp));
    }
    if !images.is_empty() {
        out.push(Arc::new(AgentMessage::User(user_with(UserContent::Blocks(images), mention.timestamp))));
    }
    out
}

/// A path between quotation marks.
fn attribute(path: &str) -> String {
    path.replace('&', "&amp;").replace('"', "&quot;")
}

fn compaction(summary: &CompactionSummaryMessage) -> Arc<AgentMessage> {
    user(
        wrapped("The conversation so far was summarised to save room; work goes on from here", &summary.summary),
        summary.timestamp,
    )
}

fn wrapped(head: &str, summary: &str) -> String {
    format!("{head}:\n<summary>\n{summary}\n</summary>")
}

fn user(text: String, timestamp: i64) -> Arc<AgentMessage> {
    Arc::new(AgentMessage::User(user_with(UserContent::Text(text), timestamp)))
}

/// A user message with the given content and nothing else.
pub fn user_with(content: UserContent, timestamp: i64) -> UserMessage {
    UserMessage { content, timestamp, attribution: None, steering: None, synthetic: None, provider_payload: None }
}

fn developer(content: UserContent, timestamp: i64) -> Arc<AgentMessage> {
    Arc::new(AgentMessage::Developer(DeveloperMessage {
        content,
        timestamp,
        attribution: None,
        provider_payload: None,
    }))
}

pub(super) fn text_block(text: &str) -> UserBlock {
    UserBlock::Text(TextContent { text: text.to_owned(), text_signature: None })
}

/// Whether a message says nothing: no image and only white space.
pub fn is_blank(content: &UserContent) -> bool {
    match content {
        UserContent::Text(text) => text.trim().is_empty(),
        UserContent::Blocks(blocks) => !blocks.iter().any(|block| match block {
            UserBlock::Text(text) => !text.text.trim().is_empty(),
            UserBlock::Image(_) => true,
        }),
    }
}

/// Puts results behind their call in the order in which the model made the calls.
pub fn in_call_order(reply: &AssistantMessage, results: &mut [Arc<AgentMessage>]) {
    let place = |message: &Arc<AgentMessage>| {
        let AgentMessage::ToolResult(result) = message.as_ref() else { return usize::MAX };
        reply
            .content
            .iter()
            .position(|block| matches!(block, AssistantBlock::ToolCall(call) if call.id == result.tool_call_id))
            .unwrap_or(usize::MAX)
    };
    results.sort_by_key(place);
}

/// Tokens that a text of this many bytes takes, when nothing better is known.
pub fn estimated_tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(4)
}
