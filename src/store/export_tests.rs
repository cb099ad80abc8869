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
        "<div class=\"typed\">Do it</div>\n<pre tabindex=\"0\">\n<span class=\"k\">fn</span>",
        "<div class=\"typed\">please</div>",
        "<details class=\"thinking\"><summary>Thinking</summary>\n<div class=\"prose\">\n<p>Hm.</p>",
        "<details class=\"call done\" open><summary><b>read</b> <code>a</code><span class=\"state\">+1 −1</span>",
        "<span class=\"old\">-old\n</span><span class=\"new\">+new\n</span>",
        "src=\"data:image/png;base64,iVBORw0KGgo=\"",
        "<article class=\"assistant\" id=\"m1\">\n<h2>Assistant · acme/mini-2</h2>",
        "1,200 in · 0 out · $0.0125",
        "<dt>Cost</dt><dd>$0.0125</dd>",
        "prefers-color-scheme: dark",
        "width=device-width",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert_eq!(page.matches("<article").count(), 2, "the result stands with its call");
    for outside in ["http://", "https://", "url(", "@import", "<link", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn every_branch_is_on_the_page_and_the_active_one_is_told_apart() {
    let page = exported(&[
        &said("00000001", None, "first"),
        &said("00000002", Some("00000001"), "left one"),
        &said("00000003", Some("00000002"), "left two"),
        &said("00000004", Some("00000002"), "left three"),
        &said("00000005", Some("00000001"), "second"),
        &said("00000006", None, "another root"),
        &said("00000007", Some("00000005"), "third"),
    ]);
    let (contents, main) = page.split_once("<main>").unwrap();
    let link = |line: &str| {
        let parts: Vec<_> = line.split(['"', '<', '>']).collect();
        format!("{}|{}|{}", parts[2], parts[6], parts[8])
    };
    let links: Vec<_> = contents.lines().filter(|line| line.starts_with("<li class=")).map(link).collect();
    assert_eq!(
        links,
        [
            "active in0|#m0|first",
            "fork in1|#b0|Branch 1: left one",
            "other in2|#m3|left three",
            "fork in2|#b1|Branch 2: left two",
            "active in0|#m4|second",
            "active in0|#m6|third",
            "fork in1|#b2|Branch 3: another root",
        ]
    );
    let told = [
        "first",
        "id=\"b0\"",
        "left one</div>",
        "left three</div>",
        "id=\"b1\"",
        "left two</div>",
        "second</div>",
        "third</div>",
        "another root</div>",
    ];
    let places: Vec<_> = told.map(|text| main.find(text).unwrap()).into();
    assert!(places.is_sorted(), "{places:?}\n{main}");
    assert!(main.contains("Follows <a href=\"#m1\">"), "{main}");
    let targets: Vec<_> =
        page.match_indices("href=\"#").map(|(at, _)| page[at + 7..].split('"').next().unwrap()).collect();
    assert!(targets.iter().all(|target| page.contains(&format!("id=\"{target}\""))), "{targets:?}");
}

#[test]
fn a_failed_reply_that_was_repeated_is_a_branch_and_its_cost_is_counted() {
    let mut failed = reply("", &[], "error");
    failed["errorMessage"] = json!("503 overloaded");
    failed["usage"]["cost"]["total"] = json!(0.5);
    let page = exported(&[
        &said("00000001", None, "go"),
        &line("00000002", Some("00000001"), failed),
        &line("00000003", Some("00000001"), reply("Done.", &[], "stop")),
    ]);
    assert!(
        page.contains("<b>Branch 1</b> <span>503 overloaded</span><span class=\"state\">1 message</span>"),
        "{page}"
    );
    assert!(page.contains("<dd>$0.0000, $0.5000 with all branches</dd>"), "{page}");
}

#[test]
fn an_export_never_takes_the_place_of_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.jsonl");
    std::fs::write(&path, file(&[&said("00000001", None, "go")])).unwrap();
    let before = std::fs::read(&path).unwrap();
    let refused = export_html(Snapshot::of_file(&path).unwrap(), &path).unwrap_err();
    assert!(refused.to_string().ends_with("it is the session file itself"), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn deep_trees_cost_no_stack_and_no_square() {
    // Every entry but the last is followed by one that was left.
    let mut lines = Vec::new();
    for at in 0..5_000_usize {
        let parent = at.checked_sub(1).map(|parent| format!("a{parent:07x}"));
        lines.push(said(&format!("a{at:07x}"), parent.as_deref(), "on"));
        lines.push(said(&format!("b{at:07x}"), Some(&format!("a{at:07x}")), "left"));
    }
    let lines: Vec<_> = lines.iter().map(String::as_str).collect();
    let page = exported(&lines[..lines.len() - 1]);
    assert_eq!(page.matches("<details class=\"branch\"").count(), 4_999);
    // A ladder of forks, each on the branch that the one before left.
    let ladder: Vec<_> = (0..2_000_usize)
        .map(|at| {
            said(&format!("a{at:07x}"), at.checked_sub(2).map(|parent| format!("a{parent:07x}")).as_deref(), "on")
        })
        .collect();
    exported(&ladder.iter().map(String::as_str).collect::<Vec<_>>());
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
    let main = page.split_once("<main>").unwrap().1;
    let places: Vec<_> = ["first", "second", "It was said.", "third"].map(|text| main.find(text)).into();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{page}");
    assert!(!page.contains("out of sight"));
}
