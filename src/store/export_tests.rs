//! The exported page: what it shows, and what content cannot make it do.

use serde_json::json;

use super::*;
use crate::store::samples::{file, line, reply, result, said};

/// The page of a session with these lines.
fn exported(lines: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("old.jsonl"), folder.path().join("page.html"));
    std::fs::write(&from, file(lines)).unwrap();
    export_html(Snapshot::of_file(&from).unwrap(), &to).unwrap();
    std::fs::read_to_string(&to).unwrap()
}

#[test]
fn markup_in_content_is_only_text() {
    let evil = "</pre></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&";
    let mut answer = reply(evil, &[], "stop");
    answer["model"] = json!(evil);
    answer["content"].as_array_mut().unwrap().push(json!({"type":"thinking","thinking":evil}));
    answer["content"]
        .as_array_mut()
        .unwrap()
        .push(json!({"type":"toolCall","id":"c","name":evil,"arguments":{"path":evil, "edits":[{evil: evil}]}}));
    let mut outcome = result("c");
    outcome["toolName"] = json!(evil);
    outcome["details"] = json!({"diff": format!("+{evil}\n-{evil}\n{evil}")});
    outcome["content"] = json!([{"type":"text","text":evil},
        {"type":"image","data":"AA==\" onerror=\"alert(1)","mimeType":"image/png"},
        {"type":"image","data":"AA==","mimeType":"image/svg+xml\"><script>"}]);
    let title = json!({"type":"title_change","id":"0000000c","parentId":"0000000b","timestamp":"2025-11-30T09:00:01.000Z",
        "title":evil,"source":"user"});
    let page = exported(&[
        &said("00000001", None, &format!("{evil}\n```\n{evil}\n```")),
        &line("0000000a", Some("00000001"), answer),
        &line("0000000b", Some("0000000a"), outcome),
        &title.to_string(),
    ]);
    assert!(!page.contains("<script") && !page.contains("<img"), "{page}");
    assert_eq!(page.matches("</style>").count(), 1);
    assert!(page.matches("&lt;script&gt;alert(1)&lt;/script&gt;").count() >= 9, "{page}");
    assert!(page.contains("script-src") || page.contains("default-src 'none'"));
}

#[test]
fn the_page_shows_thinking_folded_calls_diffs_images_and_usage() {
    let mut answer = reply("Done.", &["c"], "toolUse");
    answer["content"].as_array_mut().unwrap().insert(0, json!({"type":"thinking","thinking":"Hm."}));
    answer["usage"]["input"] = json!(1200);
    answer["usage"]["cost"]["total"] = json!(0.0125);
    let mut outcome = result("c");
    outcome["details"] = json!({"diff": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n"});
    outcome["content"]
        .as_array_mut()
        .unwrap()
        .push(json!({"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}));
    let page = exported(&[
        &said("00000001", None, "Do it\n```rust\nfn main() {}\n```\nplease"),
        &line("0000000a", Some("00000001"), answer),
        &line("0000000b", Some("0000000a"), outcome),
    ]);
    for part in [
        "<div class=\"text\">Do it</div>\n<pre>\nfn main() {}</pre>\n<div class=\"text\">please</div>",
        "<details class=\"thinking\"><summary>Thinking</summary>\n<div class=\"text\">Hm.</div>",
        "<summary>Call: read a</summary>",
        "<details class=\"result\" open><summary>Result: read</summary>",
        "<span class=\"old\">-old</span>\n<span class=\"new\">+new</span>",
        "src=\"data:image/png;base64,iVBORw0KGgo=\"",
        "acme/mini-2 · 1200 in, 0 from cache, 0 out · $0.0125",
        "<dt>Cost</dt><dd>$0.0125</dd>",
        "prefers-color-scheme: dark",
        "width=device-width",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    for outside in ["http://", "https://", "url(", "@import", "<link", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn what_a_compaction_put_aside_is_shown_and_hidden_messages_are_not() {
    let compaction = json!({"type":"compaction","id":"0000000b","parentId":"00000002","timestamp":"2025-11-30T09:00:02.000Z",
        "summary":"It was said.","firstKeptEntryId":"0000000b","tokensBefore":10});
    let hidden = json!({"type":"custom_message","id":"0000000c","parentId":"0000000b","timestamp":"2025-11-30T09:00:02.000Z",
        "customType":"notice","content":"out of sight","display":false});
    let page = exported(&[
        &said("00000001", None, "first"),
        &said("00000002", Some("00000001"), "second"),
        &compaction.to_string(),
        &hidden.to_string(),
        &said("0000000d", Some("0000000c"), "third"),
    ]);
    let places: Vec<_> = ["first", "second", "It was said.", "third"].map(|text| page.find(text)).into_iter().collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{page}");
    assert!(!page.contains("out of sight"));
}
