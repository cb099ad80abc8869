//! The planner as a provider: a reply in pieces, as a model would stream it.

use futures_util::stream;

use crate::proto::shared::{Cost, StopReason, Usage};
use crate::provider::{CallFragment, Chunk, ChunkStream, End, Provider, Purpose, Request};

use super::calls::{Call, Toolbox};
use super::history;
use super::notes;
use super::plan::{self, Reply};

/// Words that one piece of text holds; a newline ends a piece earlier.
const WORDS: usize = 5;
/// Pieces that the arguments of a call come in.
const FRAGMENTS: usize = 3;
/// The usual rule of thumb for the size of a token.
const BYTES_PER_TOKEN: usize = 4;

/// The provider behind `builtin/offline`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offline;

impl Provider for Offline {
    fn stream(&self, request: Request) -> ChunkStream {
        let batches = reply(&request).into_iter();
        // Everything is known at once; giving way between pieces lets aborts and steers in, as a network would.
        Box::pin(stream::unfold(batches, |mut batches| async move {
            let batch = batches.next()?;
            tokio::task::yield_now().await;
            Some((batch, batches))
        }))
    }
}

/// All batches of a reply, the end among the last.
fn reply(request: &Request) -> Vec<Vec<Chunk>> {
    let toolbox = Toolbox::new(request.tools.iter().map(|tool| tool.name.as_str()));
    let Reply { text, calls } = match &request.purpose {
        Purpose::Answer => plan::next(&history::conversation(request), &toolbox),
        Purpose::Notes(stretch) => Reply { text: notes::write(stretch), calls: Vec::new() },
    };
    let mut batches = vec![vec![Chunk::Started { response_id: None }]];
    batches.extend(pieces(&text).map(|piece| vec![Chunk::Text(piece.to_owned())]));
    let mut written = text.len();
    let stem = history::call_stem(request);
    for (key, call) in (0_u64..).zip(&calls) {
        let arguments = arguments(call);
        written += arguments.len();
        let name = toolbox.name(call.capability).unwrap_or_default();
        for (index, fragment) in fragments(&arguments).enumerate() {
            let first = index == 0;
            batches.push(vec![Chunk::Call {
                key,
                id: first.then(|| format!("{stem}_{key}")),
                name: first.then(|| name.to_owned()),
                fragment: CallFragment::Text(fragment.to_owned()),
            }]);
        }
    }
    let reason = if calls.is_empty() { StopReason::Stop } else { StopReason::ToolUse };
    batches.push(vec![Chunk::Usage(usage(history::size(request), written)), Chunk::End(End::Done(reason))]);
    batches
}

fn arguments(call: &Call) -> String {
    serde_json::Value::Object(call.arguments.clone()).to_string()
}

/// Cuts a text behind every few words; put together again it is the same.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut words = 0;
        let end = rest.char_indices().find_map(|(at, c)| {
            words += usize::from(c.is_whitespace());
            (c == '\n' || words == WORDS).then_some(at + c.len_utf8())
        });
        let (piece, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Cuts the text of arguments into a few pieces at any character.
fn fragments(text: &str) -> impl Iterator<Item = &str> {
    let size = text.len().div_ceil(FRAGMENTS).max(1);
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.char_indices().map(|(at, c)| at + c.len_utf8()).find(|end| *end >= size);
        let (piece, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

fn usage(read: usize, written: usize) -> Usage {
    let tokens = |bytes: usize| bytes.div_ceil(BYTES_PER_TOKEN) as u64;
    let (input, output) = (tokens(read), tokens(written));
    Usage {
        input,
        output,
        cache_read: 0,
        cache_write: 0,
        total_tokens: input + output,
        cost: Cost { input: 0.0, output: 0.0, cache_read: 0.0, cache_write: 0.0, total: 0.0 },
        reasoning_tokens: None,
        premium_requests: None,
        orchestration: None,
        cttl: None,
        server: None,
    }
}
