//! Lines: each kind of entry fits the schema, and every message comes back as it was.

use serde_json::json;

use super::*;
use crate::proto::shared::{AgentMessage, CompactionDetails, ThinkingLevel};
use crate::store::load::load;
use crate::store::samples::{file, message, reply, result};

fn written(body: Body) -> String {
    let entry = Entry { id: "a1b2c3d4".into(), parent: None, timestamp: 1_764_493_201_000, body };
    String::from_utf8(super::entry(&entry).unwrap()).unwrap()
}

#[test]
fn every_kind_of_entry_is_one_line_of_the_schema() {
    let bodies = [
        (Body::Model { provider: "acme".into(), model: "vendor/x".into() }, r#""type":"model_change""#),
        (Body::Thinking { level: ThinkingLevel::Xhigh }, r#""thinkingLevel":"xhigh""#),
        (Body::Title { title: "New".into(), previous: Some("Old".into()) }, r#""previousTitle":"Old","source":"user""#),
    ];
    let compaction = |first_kept: Option<&str>| Body::Compaction {
        summary: "s".into(),
        brief: Some("b".into()),
        first_kept: first_kept.map(Into::into),
        tokens_before: 9,
        details: CompactionDetails { read_files: vec!["a".into()], modified_files: Vec::new() },
        overhead: Some(7),
    };
    let compactions = [
        (compaction(Some("00000001")), r#""firstKeptEntryId":"00000001","tokensBefore":9"#),
        (compaction(None), r#""firstKeptEntryId":"a1b2c3d4","tokensBefore":9"#),
        (compaction(None), r#""details":{"readFiles":["a"],"modifiedFiles":[]},"preserveData":{"overheadTokens":7}"#),
    ];
    for (body, part) in bodies.into_iter().chain(compactions) {
        let line = written(body);
        assert!(line.contains(part), "{line}");
        assert_eq!(line.matches('\n').count(), 1);
        serde_json::from_str::<crate::proto::transcript::TranscriptEntry>(&line).unwrap();
    }
}

#[test]
fn every_message_comes_back_as_it_was() {
    let custom = json!({"role":"custom","customType":"skill-prompt","content":"x","display":false,"details":{"name":"s"},
        "attribution":"user","timestamp":1_764_493_200_123i64});
    let branch = json!({"role":"branchSummary","summary":"s","fromId":"z","timestamp":1_764_493_200_123i64});
    let shell = json!({"role":"bashExecution","command":"ls","output":"a\nb","exitCode":0,"cancelled":false,
        "truncated":false,"timestamp":1});
    for value in [custom, branch, shell, reply("hi", &["1"], "toolUse"), result("1")] {
        let message = message(value);
        let line = written(Body::Message(message.clone()));
        let own_type = !matches!(*message, AgentMessage::Custom(_) | AgentMessage::BranchSummary(_));
        assert_eq!(line.contains(r#""type":"message""#), own_type, "{line}");
        assert_eq!(load(&file(&[line.trim()])).unwrap().messages, [message]);
    }
}
