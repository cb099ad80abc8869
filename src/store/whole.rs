//! A conversation as it was, whatever compactions put aside.

use std::sync::Arc;

use serde::Deserialize;

use crate::proto::shared::AgentMessage;

use super::damage::Damage;
use super::error::StoreError;
use super::history::said;
use super::load::tree;
use super::order::{in_call_order, without_recovered};
use super::snapshot::Snapshot;
use super::tree::{Kind, Node, Tree};

/// All that was said.
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    /// From the root to the last entry; the notes of a compaction stand where it was made. Results behind their reply, in the
    /// order of the calls.
    pub messages: Vec<Arc<AgentMessage>>,
    /// Tokens of all replies, also of those on branches that were left.
    pub tokens: u64,
}

/// Reads the whole transcript up to the entry `leaf`. An entry that cannot be read is left out.
pub fn whole(of: Snapshot, leaf: Option<&str>) -> Result<Whole, StoreError> {
    let path = of.path().to_owned();
    let bytes = of.read()?;
    let mut damage = Damage::default();
    let (_, tree) = tree(&bytes, &mut damage).map_err(|why| StoreError::NotASession { path, why })?;
    let path = leaf.and_then(|leaf| tree.find(leaf)).map(|node| tree.path_to(node)).unwrap_or_default();
    let messages = path.into_iter().filter_map(|node| said(&tree, node, &mut damage).map(Arc::new)).collect();
    Ok(Whole { messages: in_call_order(&without_recovered(messages)), tokens: tokens(&tree) })
}

fn tokens(tree: &Tree<'_>) -> u64 {
    #[derive(Deserialize)]
    struct Glance {
        message: Glimpse,
    }
    #[derive(Deserialize)]
    struct Glimpse {
        usage: Option<Usage>,
    }
    #[derive(Deserialize)]
    struct Usage {
        #[serde(rename = "totalTokens")]
        total: u64,
    }
    let used =
        |node: &Node<'_>| serde_json::from_slice::<Glance>(node.text).ok()?.message.usage.map(|usage| usage.total);
    tree.of_kind(Kind::Message).filter_map(used).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::store::samples::{file, line, reply, result, said, words};

    fn used(mut reply: Value, tokens: u64) -> Value {
        reply["usage"]["totalTokens"] = json!(tokens);
        reply
    }

    fn snapshot(lines: &[String]) -> Snapshot {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        Snapshot { path: "a.jsonl".into(), length: None, tail: file(&lines) }
    }

    #[test]
    fn what_a_compaction_put_aside_is_told_and_every_reply_counts() {
        let compaction = json!({"type":"compaction","id":"6","parentId":"5","timestamp":"2025-11-30T09:00:02.000Z",
            "summary":"notes","firstKeptEntryId":"5","tokensBefore":10});
        let lines = [
            said("1", None, "go"),
            line("2", Some("1"), used(reply("", &["a", "b"], "toolUse"), 10)),
            line("3", Some("2"), result("b")),
            line("4", Some("3"), result("a")),
            // Asked for again: on a branch of its own, and paid all the same.
            line("x", Some("4"), used(reply("", &[], "stop"), 5)),
            line("5", Some("4"), used(reply("done", &[], "stop"), 20)),
            compaction.to_string(),
            said("7", Some("6"), "more"),
        ];
        let whole = super::whole(snapshot(&lines), Some("7")).unwrap();
        let told = ["go", "reply:mini-2", "result:a", "result:b", "reply:mini-2", "summary:notes", "more"];
        assert_eq!((words(&whole.messages), whole.tokens), (told.map(str::to_owned).to_vec(), 35));
        assert_eq!(words(&super::whole(snapshot(&lines), Some("1")).unwrap().messages), ["go"]);
        assert_eq!(super::whole(snapshot(&[]), None).unwrap(), Whole { messages: Vec::new(), tokens: 0 });
    }
}
