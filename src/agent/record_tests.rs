//! The text of a record, and how it is shortened.

use serde_json::json;

use super::*;

fn written(messages: &[serde_json::Value]) -> String {
    let messages: Vec<_> =
        messages.iter().map(|it| Arc::new(serde_json::from_value(it.clone()).expect("a message"))).collect();
    record(&messages)
}

#[test]
fn everybody_speaks_under_a_name_and_thinking_is_left_out() {
    let zero = json!({"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0});
    let text = written(&[
        json!({"role": "user", "content": [{"type": "text", "text": "Look"}, {"type": "image", "data": "AA", "mimeType": "image/png"}], "timestamp": 1}),
        json!({
            "role": "assistant", "api": "a", "provider": "p", "model": "m", "stopReason": "toolUse", "timestamp": 1,
            "usage": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": zero},
            "content": [
                {"type": "thinking", "thinking": "hm"},
                {"type": "text", "text": "I look."},
                {"type": "toolCall", "id": "1", "name": "read", "arguments": {"path": "a"}}
            ]
        }),
        json!({"role": "toolResult", "toolCallId": "1", "toolName": "read", "content": [{"type": "text", "text": "gone"}], "isError": true, "timestamp": 1}),
        json!({"role": "toolResult", "toolCallId": "2", "toolName": "bash", "content": [], "isError": false, "timestamp": 1}),
        json!({"role": "bashExecution", "command": "ls", "output": "a\n", "cancelled": false, "truncated": false, "timestamp": 1}),
        json!({"role": "custom", "customType": "handoff", "content": "Go on", "display": true, "timestamp": 1}),
        json!({"role": "developer", "content": " ", "timestamp": 1}),
    ]);
    assert_eq!(
        text,
        "[user]\nLook\n(an image)\n\n[agent]\nI look.\ncalls read {\"path\":\"a\"}\n\n[result of read, failed]\ngone\n\n\
         [result of bash]\n(empty)\n\n[user ran]\nls\na\n\n\n[handoff]\nGo on"
    );
}

#[test]
fn the_middle_of_a_long_text_goes() {
    assert_eq!(shortened("short", 5), "short");
    assert_eq!(shortened("abcdefghijkl", 6), "ab\n[6 bytes left out]\nijkl");
    for limit in 0..12 {
        let text = shortened("ü€𝄞ü€𝄞", limit);
        assert!(text.contains("bytes left out"), "{text}");
    }
}
