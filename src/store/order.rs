//! Puts the loaded messages into the order in which a conversation is told, and says whether it was cut short.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use crate::proto::shared::{AgentMessage, AssistantBlock, AssistantMessage, Attribution, StopReason};

/// Without the failed replies that a later attempt made good, and without the results of their calls.
pub(super) fn without_recovered(messages: Vec<Arc<AgentMessage>>) -> Vec<Arc<AgentMessage>> {
    let mut dropped = HashSet::new();
    let mut out = Vec::with_capacity(messages.len());
    for message in messages {
        match message.as_ref() {
            AgentMessage::Assistant(reply) if reply.retry_recovery.is_some() => {
                dropped = calls(reply).map(str::to_owned).collect();
                continue;
            }
            AgentMessage::Assistant(_) => dropped.clear(),
            AgentMessage::ToolResult(result) if dropped.contains(&result.tool_call_id) => continue,
            _ => {}
        }
        out.push(message);
    }
    out
}

/// The results of a reply's calls directly behind it, in the order of the calls. In the file they stand as the calls
/// finished, possibly with other messages between them.
pub(super) fn in_call_order(messages: &[Arc<AgentMessage>]) -> Vec<Arc<AgentMessage>> {
    let mut out = Vec::with_capacity(messages.len());
    let mut rest = messages;
    while let [first, behind @ ..] = rest {
        out.push(first.clone());
        rest = behind;
        let AgentMessage::Assistant(reply) = first.as_ref() else { continue };
        if calls(reply).next().is_none() {
            continue;
        }
        let end = behind.iter().position(|message| matches!(message.as_ref(), AgentMessage::Assistant(_)));
        let (round, next) = behind.split_at_checked(end.unwrap_or(behind.len())).unwrap_or((behind, &[]));
        push_round(&mut out, reply, round);
        rest = next;
    }
    out
}

/// What follows a reply until the next one: results first, the rest as it stands.
fn push_round(out: &mut Vec<Arc<AgentMessage>>, reply: &AssistantMessage, round: &[Arc<AgentMessage>]) {
    // Some servers use an id twice, so each id has a queue.
    let mut waiting: HashMap<&str, VecDeque<usize>> = HashMap::new();
    for (place, message) in round.iter().enumerate() {
        if let AgentMessage::ToolResult(result) = message.as_ref() {
            waiting.entry(result.tool_call_id.as_str()).or_default().push_back(place);
        }
    }
    let answers: Vec<usize> = calls(reply).filter_map(|id| waiting.get_mut(id)?.pop_front()).collect();
    out.extend(answers.iter().filter_map(|place| round.get(*place)).cloned());
    let moved: HashSet<usize> = answers.into_iter().collect();
    out.extend(
        round.iter().enumerate().filter(|(place, _)| !moved.contains(place)).map(|(_, message)| message.clone()),
    );
}

/// Whether the last turn never came to its end: nobody answered the last prompt, or the model never saw the results of
/// its calls (hazard K23). Messages come in call order.
pub(super) fn open_turn(messages: &[Arc<AgentMessage>]) -> bool {
    let mut results = false;
    for message in messages.iter().rev() {
        match message.as_ref() {
            AgentMessage::User(_) | AgentMessage::Developer(_) => return true,
            // A skill that the user called is a prompt; a notice is none.
            AgentMessage::Custom(custom) if custom.attribution == Some(Attribution::User) => return true,
            AgentMessage::ToolResult(_) => results = true,
            AgentMessage::Assistant(reply) => {
                let ended = matches!(reply.stop_reason, StopReason::Aborted | StopReason::Error);
                return !ended && (results || calls(reply).next().is_some());
            }
            _ => {}
        }
    }
    results
}

fn calls(reply: &AssistantMessage) -> impl Iterator<Item = &str> {
    reply.content.iter().filter_map(|block| match block {
        AssistantBlock::ToolCall(call) => Some(call.id.as_str()),
        _ => None,
    })
}
