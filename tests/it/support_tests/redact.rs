//! What differs from run to run gets a name.

use crate::support::redact::Redactor;

#[test]
fn equal_ids_get_equal_names_and_folders_go() {
    let mut redactor = Redactor::new();
    redactor.place("/tmp/x/home", "home");
    redactor.place("/tmp/x", "base");
    let id = "0193aa10-1111-7abc-8def-000000000001";
    let frame = serde_json::json!({
        "sessionId": id, "file": format!("/tmp/x/home/2025-11-30T09-00-00-000Z_{id}.jsonl"), "timestamp": 5,
        "entryId": "a1b2c3d4", "at": "/tmp/x/work", "url": "http://127.0.0.1:4010/v1", "systemPrompt": ["long"],
        "contextUsage": {"tokens": 5}, "dumpTools": [{"name": "read", "parameters": {}}]
    });
    let wanted = serde_json::json!({
        "sessionId": "<id-1>", "file": "<home>/<stamp>_<id-1>.jsonl", "timestamp": "<time>",
        "entryId": "<entry-2>", "at": "<base>/work", "url": "http://<address>/v1", "systemPrompt": ["<text>"],
        "contextUsage": {"tokens": "<number>"}, "dumpTools": ["read"]
    });
    assert_eq!(redactor.value(&frame), wanted);
}
