//! One reply of the model, streamed and told as it grows.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::{Instant, sleep_until};

use crate::base::clock;
use crate::proto::shared::{AgentMessage, AssistantBlock, AssistantMessage};
use crate::provider::builder::Ending;
use crate::provider::{Chunk, End, Failure, FailureKind, Finished, MessageBuilder, Part};

use super::run::{RoundPlan, RunCx, RunEvent, Updates};
use super::texts;
use super::watch::Watch;

/// The finished reply.
pub(super) struct Reply {
    /// The message as history holds it.
    pub message: Arc<AgentMessage>,
    /// The same message, for reading its calls.
    pub assistant: AssistantMessage,
    /// Rules ended it, and not the user.
    pub cut: bool,
    /// What stands before the result of a call, by its id.
    pub remarks: HashMap<String, Vec<Arc<str>>>,
    /// Calls whose arguments are no JSON object, with what is wrong.
    pub broken_calls: Vec<(String, String)>,
}

impl Reply {
    pub(super) fn failure_text(&self) -> String {
        self.assistant.error_message.clone().unwrap_or_else(|| "The model failed without saying why".into())
    }
}

/// Asks the model and tells the growing message. Always ends with `MessageEnded`.
pub(super) async fn stream(cx: &RunCx, plan: &mut RoundPlan) -> Reply {
    let mut builder = MessageBuilder::new(&plan.request.model, clock::now());
    // Some servers count their calls from one with every message; others refuse a history in which an id comes twice.
    plan.request.messages.iter().flat_map(|message| call_ids(message)).for_each(|id| builder.avoid_call_id(id));
    let mut telling = Telling::new(cx, builder, plan.watch.take());
    let mut chunks = plan.provider.stream(plan.request.clone());
    let ending = loop {
        let batch = tokio::select! {
            biased;
            () = cx.token.cancelled() => break Ending::Aborted(cx.reason().to_owned()),
            () = telling.due() => {
                telling.flush().await;
                continue;
            }
            batch = chunks.next() => batch,
        };
        let end = telling.take(batch);
        if let Some(reason) = telling.matched().await {
            break Ending::Aborted(reason);
        }
        match end {
            Some(end) => break Ending::from(end),
            None => telling.tell().await,
        }
    };
    // Dropping the stream closes the connection before anything else is done.
    drop(chunks);
    telling.finish(ending).await
}

fn call_ids(message: &AgentMessage) -> impl Iterator<Item = &str> {
    let blocks = if let AgentMessage::Assistant(reply) = message { reply.content.as_slice() } else { &[] };
    blocks
        .iter()
        .filter_map(|block| if let AssistantBlock::ToolCall(call) = block { Some(call.id.as_str()) } else { None })
}

/// The message that grows, and what of it the session does not know yet.
struct Telling<'a> {
    cx: &'a RunCx,
    builder: MessageBuilder,
    /// The message before its first content: what `MessageStarted` shows.
    opening: Option<AssistantMessage>,
    parts: Vec<Part>,
    /// When the next snapshot may go out.
    not_before: Instant,
    watch: Option<Watch>,
    cut: bool,
}

impl<'a> Telling<'a> {
    fn new(cx: &'a RunCx, builder: MessageBuilder, watch: Option<Watch>) -> Self {
        let opening = Some(builder.partial());
        Self { cx, builder, opening, parts: Vec::new(), not_before: Instant::now(), watch, cut: false }
    }

    /// Takes in one batch; gives the end when it came.
    fn take(&mut self, batch: Option<Vec<Chunk>>) -> Option<End> {
        let Some(batch) = batch else {
            return Some(End::Failed(Failure {
                kind: FailureKind::Truncated,
                message: "The provider's stream ended without an end".into(),
                status: None,
                retry_after: None,
            }));
        };
        let (from, mut end) = (self.parts.len(), None);
        for chunk in batch {
            match chunk {
                Chunk::End(came) => {
                    end = Some(came);
                    break;
                }
                chunk => self.builder.push(chunk, &mut self.parts),
            }
        }
        if let Some(watch) = &mut self.watch {
            watch.see(self.parts.get(from..).unwrap_or_default(), &self.builder);
            if end.is_some() {
                watch.close(&self.builder);
            }
        }
        end
    }

    /// Tells which rules matched; gives the reason when they cut the reply.
    async fn matched(&mut self) -> Option<String> {
        let matches = self.watch.as_mut()?.take()?;
        let reason = (!matches.cutting.is_empty()).then(|| texts::matched(&matches.cutting));
        self.flush().await;
        self.cx.tell(RunEvent::RulesMatched(matches)).await;
        self.cut = reason.is_some();
        reason
    }

    /// Completes when held-back parts must go out; never while there are none.
    async fn due(&self) {
        match self.cx.updates {
            Updates::Snapshot(_) if !self.parts.is_empty() => sleep_until(self.not_before).await,
            _ => std::future::pending().await,
        }
    }

    async fn tell(&mut self) {
        match self.cx.updates {
            Updates::Delta => self.flush().await,
            Updates::Snapshot(_) if Instant::now() >= self.not_before => self.flush().await,
            Updates::Snapshot(_) => {}
        }
    }

    async fn flush(&mut self) {
        if self.parts.is_empty() {
            return;
        }
        self.open().await;
        let mut parts = std::mem::take(&mut self.parts);
        let mut so_far = None;
        if let Updates::Snapshot(every) = self.cx.updates {
            self.not_before = Instant::now() + every.max(Duration::from_millis(1));
            so_far = Some(Arc::new(self.builder.partial()));
            parts = merged(parts);
        } else if self.cx.outbox.is_behind() {
            parts = merged(parts);
        }
        self.cx.tell(RunEvent::MessageGrew { parts, so_far }).await;
        tokio::select! {
            () = self.cx.outbox.ready() => {}
            () = self.cx.token.cancelled() => {}
        }
    }

    async fn open(&mut self) {
        if let Some(opening) = self.opening.take() {
            self.cx.tell(RunEvent::MessageStarted(Arc::new(AgentMessage::Assistant(opening)))).await;
        }
    }

    async fn finish(mut self, ending: Ending) -> Reply {
        let builder = std::mem::replace(&mut self.builder, MessageBuilder::empty());
        let Finished { message, failure, broken_calls } = builder.finish(ending, &mut self.parts);
        if matches!(self.cx.updates, Updates::Snapshot(_)) && !self.parts.is_empty() {
            self.open().await;
            let parts = merged(std::mem::take(&mut self.parts));
            let so_far = Some(Arc::new(message.clone()));
            self.cx.tell(RunEvent::MessageGrew { parts, so_far }).await;
        } else {
            self.flush().await;
        }
        self.open().await;
        let shared = Arc::new(AgentMessage::Assistant(message.clone()));
        self.cx.tell(RunEvent::MessageEnded { message: shared.clone(), failure }).await;
        let remarks = self.watch.map(Watch::into_remarks).unwrap_or_default();
        Reply { message: shared, assistant: message, cut: self.cut, remarks, broken_calls }
    }
}

/// Joins neighbouring deltas of the same block; nothing is reordered and nothing crosses a block's border.
fn merged(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match (out.last_mut(), &part) {
            (Some(Part::TextDelta { index, delta }), Part::TextDelta { index: next, delta: more })
            | (Some(Part::ThinkingDelta { index, delta }), Part::ThinkingDelta { index: next, delta: more })
            | (Some(Part::CallDelta { index, delta }), Part::CallDelta { index: next, delta: more })
                if index == next =>
            {
                delta.push_str(more);
            }
            _ => out.push(part),
        }
    }
    out
}
