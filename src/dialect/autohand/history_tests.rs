//! Calls and their results, when ids are used once and when they are not.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::*;

fn reply(ids: &[&str]) -> Arc<AgentMessage> {
    let calls: Vec<Value> =
        ids.iter().map(|id| json!({"type":"toolCall","id":id,"name":"read_file","arguments":{"path":"a"}})).collect();
    let reply = json!({"role":"assistant","content":calls,"api":"openai-completions","provider":"acme","model":"m",
        "usage":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,
            "cost":{"input":0.0,"output":0.0,"cacheRead":0.0,"cacheWrite":0.0,"total":0.0}},
        "stopReason":"toolUse","timestamp":2});
    Arc::new(serde_json::from_value(reply).unwrap())
}

fn result(id: &str, text: &str, is_error: bool) -> Arc<AgentMessage> {
    let result = json!({"role":"toolResult","toolCallId":id,"toolName":"read_file",
        "content":[{"type":"text","text":text}],"isError":is_error,"timestamp":3});
    Arc::new(serde_json::from_value(result).unwrap())
}

/// Id, whether it succeeded, what was told, how long it ran.
type Seen = (String, Option<bool>, Option<String>, Option<u64>);

fn seen(rows: Vec<ToolCallRow>) -> Vec<Seen> {
    rows.into_iter().map(|row| (row.tool_call_id, row.success, row.result.or(row.error), row.duration)).collect()
}

fn row(id: &str, success: Option<bool>, told: Option<&str>, duration: Option<u64>) -> Seen {
    (id.to_owned(), success, told.map(str::to_owned), duration)
}

#[test]
fn a_call_has_its_result_and_the_time_that_it_ran() {
    let messages = [reply(&["a", "b", "c"]), result("a", "text", false), result("b", "denied", true)];
    let durations = HashMap::from([("a".into(), vec![Some(7)]), ("b".into(), vec![None])]);
    let rows = call_rows(&messages, &durations);
    let expected = [
        row("a", Some(true), Some("text"), Some(7)),
        row("b", Some(false), Some("denied"), None),
        row("c", None, None, None),
    ];
    assert_eq!((rows[0].error.as_ref(), rows[1].result.as_ref()), (None, None));
    assert_eq!(seen(rows), expected);
}

#[test]
fn calls_of_one_id_keep_their_own_results_and_times() {
    let messages = [
        reply(&["x", "x"]),
        result("x", "one", false),
        result("x", "two", false),
        // Its result was never written.
        reply(&["x"]),
        reply(&["x"]),
        result("x", "four", false),
    ];
    // The first call is of an earlier process.
    let durations = HashMap::from([("x".into(), vec![Some(2), Some(4)])]);
    let expected = [
        row("x", Some(true), Some("one"), None),
        row("x", Some(true), Some("two"), Some(2)),
        row("x", None, None, None),
        row("x", Some(true), Some("four"), Some(4)),
    ];
    assert_eq!(seen(call_rows(&messages, &durations)), expected);
}
