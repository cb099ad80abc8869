//! Loading: branches, compaction, order of results, names, tasks, and damaged or old files.

use serde_json::{Value, json};

use super::*;
use crate::store::samples::{HEADER, file, line, reply, result, said, words};

fn loaded(lines: &[&str]) -> Loaded {
    load(&file(lines)).unwrap()
}

fn other(kind: &str, id: &str, parent: Option<&str>, members: Value) -> String {
    let mut entry = json!({"type":kind,"id":id,"parentId":parent,"timestamp":"2025-11-30T09:00:02.000Z"});
    entry.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    entry.to_string()
}

#[test]
fn a_title_slot_is_passed_over_and_gives_the_title() {
    let slot = r#"{"type":"title","v":1,"title":"Port","updatedAt":"2025-11-30T09:03:00.000Z","pad":"    "}"#;
    let text = format!("{slot}\n{HEADER}\n{}\n", said("a", None, "one"));
    let loaded = load(text.as_bytes()).unwrap();
    assert_eq!(loaded.title.as_deref(), Some("Port"));
    assert_eq!(words(&loaded.messages), ["one"]);
    assert!(loaded.damage.is_empty());
}

#[test]
fn the_last_name_counts_on_whichever_branch() {
    let title =
        |id: &str, parent, title: &str| other("title_change", id, parent, json!({"title":title,"source":"user"}));
    let lines = [
        said("a", None, "one"),
        title("b", Some("a"), "First"),
        title("c", Some("b"), "Second"),
        said("d", Some("a"), "two"),
    ];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    assert_eq!(loaded.title.as_deref(), Some("Second"));
    assert_eq!(words(&loaded.messages), ["one", "two"]);
}

#[test]
fn only_the_branch_of_the_last_entry_is_told() {
    let lines = [
        said("a", None, "one"),
        said("b", Some("a"), "left"),
        said("c", Some("a"), "right"),
        said("d", Some("c"), "on"),
    ];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    assert_eq!(words(&loaded.messages), ["one", "right", "on"]);
    assert_eq!(loaded.ids.len(), 4);
    assert_eq!(loaded.leaf.as_deref(), Some("d"));
}

#[test]
fn entries_of_unknown_types_keep_their_place_in_the_tree() {
    let lines =
        [said("a", None, "one"), other("from_tomorrow", "b", Some("a"), json!({"x":1})), said("c", Some("b"), "two")];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    assert_eq!(words(&loaded.messages), ["one", "two"]);
    assert!(loaded.damage.is_empty());
}

#[test]
fn crlf_nuls_and_raw_line_feeds_cost_no_other_entry() {
    let broken = said("c", Some("b"), "xy").replace("xy", "x\ny");
    let text = format!(
        "{HEADER}\r\n{}\r\n\0\0\0\0\n\0\0{}\0\n{broken}\n{}\r\n",
        said("a", None, "one"),
        said("b", Some("a"), "two"),
        said("d", Some("c"), "four"),
    );
    let loaded = load(text.as_bytes()).unwrap();
    assert_eq!(words(&loaded.messages), ["one", "two", "four"]);
    let damage = [
        "line 3 holds nothing but NULs, 4 bytes skipped",
        "line 4 has NULs around its entry, which was kept",
        "line 5 is cut or damaged, 118 bytes skipped",
        "line 6 is cut or damaged, 18 bytes skipped",
        "line 7: the entry c that it follows is missing",
    ];
    assert_eq!(loaded.damage, damage);
    assert!(loaded.ids.contains("c"), "the id of a lost entry is not given away again");
}

#[test]
fn entries_glued_to_a_torn_one_are_kept() {
    let torn = said("b", Some("a"), "lost");
    let glued = format!("{}{}{}", &torn[..torn.len() - 20], said("c", Some("a"), "two"), said("d", Some("c"), "three"));
    let loaded = loaded(&[&said("a", None, "one"), &glued]);
    assert_eq!(words(&loaded.messages), ["one", "two", "three"]);
    assert_eq!(loaded.damage, ["line 3 is damaged, 2 whole entries in it were kept"]);
}

#[test]
fn an_entry_with_an_unusable_message_is_told_of_and_passed() {
    let lines = [said("a", None, "one"), line("b", Some("a"), json!({"role":"oracle"})), said("c", Some("b"), "two")];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    assert_eq!(words(&loaded.messages), ["one", "two"]);
    assert_eq!(loaded.damage.len(), 1);
    assert!(loaded.damage[0].starts_with("line 3: the entry b is not usable: "), "{:?}", loaded.damage);
}

#[test]
fn a_compaction_puts_its_summary_before_what_it_keeps() {
    let compaction = |id: &str, parent, kept: &str| {
        other("compaction", id, parent, json!({"summary":id,"firstKeptEntryId":kept,"tokensBefore":9}))
    };
    let lines = [
        said("a", None, "one"),
        said("b", Some("a"), "two"),
        compaction("c", Some("b"), "b"),
        said("d", Some("c"), "three"),
        compaction("e", Some("d"), "b"),
        said("f", Some("e"), "four"),
    ];
    let lines = lines.each_ref().map(String::as_str);
    assert_eq!(words(&loaded(&lines[..4]).messages), ["summary:c", "two", "three"]);
    let all = loaded(&lines);
    assert_eq!(words(&all.messages), ["summary:e", "two", "three", "four"]);
    assert_eq!((all.summarised, all.overhead), (3, None));
    let entries = all
        .messages
        .iter()
        .map(|message| all.entries.iter().find(|(told, _)| Arc::ptr_eq(told, message)).map(|(_, id)| id.as_ref()));
    assert_eq!(entries.collect::<Vec<_>>(), [Some("e"), Some("b"), Some("d"), Some("f")]);
    assert_eq!(loaded(&lines[..2]).summarised, 0);

    let lost = loaded(&[lines[0], &compaction("c", Some("a"), "zz")]);
    assert_eq!(words(&lost.messages), ["summary:c"]);
    assert_eq!(lost.damage, ["the first entry kept by the compaction c is missing"]);
}

#[test]
fn custom_messages_and_branch_summaries_join_the_conversation() {
    let lines = [
        other("custom_message", "a", None, json!({"customType":"handoff","content":"go","display":true})),
        other("branch_summary", "b", Some("a"), json!({"fromId":"z","summary":"tried"})),
        line(
            "c",
            Some("b"),
            json!({"role":"hookMessage","customType":"x","content":"old","display":false,"timestamp":1}),
        ),
    ];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    assert_eq!(words(&loaded.messages), ["custom:go", "branch:tried", "custom:old"]);
}

#[test]
fn the_model_is_the_one_chosen_last_else_the_one_that_answered_last() {
    let model = |id: &str, parent, members| other("model_change", id, parent, members);
    let answer = line("b", Some("a"), reply("hi", &[], "stop"));
    let told = loaded(&[&said("a", None, "one"), &answer]);
    assert_eq!(told.model, Some(("acme".to_owned(), "mini-2".to_owned())));
    let chosen = loaded(&[
        &model("a", None, json!({"model":"router/vendor/coder:free"})),
        &answer,
        &model("c", Some("b"), json!({"model":"acme/tiny","role":"temporary"})),
    ]);
    assert_eq!(chosen.model, Some(("router".to_owned(), "vendor/coder:free".to_owned())));
}

#[test]
fn the_thinking_level_is_the_one_set_last() {
    let level = |id: &str, parent, members| other("thinking_level_change", id, parent, members);
    let high = level("a", None, json!({"thinkingLevel":"high"}));
    assert_eq!(loaded(&[&high]).thinking, Some(ThinkingLevel::High));
    assert_eq!(loaded(&[&high, &level("b", Some("a"), json!({"thinkingLevel":null}))]).thinking, None);
}

#[test]
fn todos_come_from_the_last_result_of_the_tool_also_from_before_a_compaction() {
    let todo = |name: &str, error: bool| {
        json!({"role":"toolResult","toolCallId":"t","toolName":"todo","content":[],"isError":error,"timestamp":1,
            "details":{"op":"init","phases":[{"name":name,"tasks":[{"content":"x","status":"pending"}]}]}})
    };
    let lines = [
        line("a", None, todo("First", false)),
        line("b", Some("a"), todo("Second", false)),
        line("c", Some("b"), todo("Third", true)),
        other("compaction", "d", Some("c"), json!({"summary":"s","firstKeptEntryId":"d","tokensBefore":9})),
    ];
    let lines = lines.each_ref().map(String::as_str);
    for end in [3, 4] {
        assert_eq!(loaded(&lines[..end]).todos.unwrap()[0].name, "Second");
    }
    assert_eq!(loaded(&lines[..0]).todos, None);
}

#[test]
fn results_stand_behind_their_reply_in_the_order_of_its_calls() {
    let lines = [
        line("a", None, reply("look", &["1", "2", "2"], "toolUse")),
        line("b", Some("a"), result("2")),
        said("c", Some("b"), "steer"),
        line("d", Some("c"), result("1")),
        line("e", Some("d"), result("stray")),
        line("f", Some("e"), result("2")),
        line("g", Some("f"), reply("again", &["1"], "toolUse")),
        line("h", Some("g"), result("1")),
    ];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    let expected =
        ["reply:mini-2", "result:1", "result:2", "result:2", "steer", "result:stray", "reply:mini-2", "result:1"];
    assert_eq!(words(&loaded.messages), expected);
}

#[test]
fn a_failed_reply_that_a_retry_made_good_is_left_out_with_its_results() {
    let mut failed = reply("", &["1"], "error");
    failed["retryRecovery"] = json!({"kind":"auto-retry","status":"recovered","attempt":1,"recoveredAt":1,
        "recovery":"wait","note":"waited"});
    let mut good = reply("", &["1"], "toolUse");
    good["model"] = json!("good");
    let lines = [
        said("a", None, "one"),
        line("b", Some("a"), failed),
        line("c", Some("b"), result("1")),
        line("d", Some("c"), good),
        line("e", Some("d"), result("1")),
    ];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    assert_eq!(words(&loaded.messages), ["one", "reply:good", "result:1"]);
}

#[test]
fn a_turn_is_open_until_a_reply_ends_it() {
    let ask = said("a", None, "one");
    let after = |message| line("b", Some("a"), message);
    assert!(!loaded(&[]).open_turn);
    assert!(loaded(&[&ask]).open_turn);
    assert!(!loaded(&[&ask, &after(reply("hi", &[], "stop"))]).open_turn);
    assert!(!loaded(&[&ask, &after(reply("", &[], "aborted"))]).open_turn);
    let called = after(reply("", &["1"], "toolUse"));
    let answered = line("c", Some("b"), result("1"));
    assert!(loaded(&[&ask, &called]).open_turn);
    assert!(loaded(&[&ask, &called, &answered]).open_turn);
    let aborted = after(reply("", &["1"], "aborted"));
    let ended =
        r#"{"type":"custom","id":"d","parentId":"c","timestamp":"2025-11-30T09:00:01.000Z","customType":"turn_ended"}"#;
    assert!(!loaded(&[&ask, &called, &answered, ended]).open_turn, "it ended and said so");
    assert!(
        loaded(&[&ask, &called, &answered, ended, &said("e", Some("d"), "two")]).open_turn,
        "that was another turn"
    );
    assert!(!loaded(&[&ask, &aborted, &answered]).open_turn, "results of an aborted reply open nothing");
    let shell =
        json!({"role":"bashExecution","command":"ls","output":"","cancelled":false,"truncated":false,"timestamp":1});
    assert!(!loaded(&[&ask, &after(reply("hi", &[], "stop")), &line("c", Some("b"), shell)]).open_turn);
}

#[test]
fn a_file_of_version_1_gets_the_same_ids_at_each_reading() {
    let old = r#"{"type":"session","id":"s","timestamp":"2025-01-01T00:00:00Z","cwd":"/"}"#;
    let said =
        |text: &str| json!({"type":"message","message":{"role":"user","content":text,"timestamp":1}}).to_string();
    let compaction = r#"{"type":"compaction","summary":"s","firstKeptEntryIndex":2,"tokensBefore":1}"#;
    let mut text = [old, &said("one"), &said("two"), compaction, &said("three")].join("\n");
    text.push('\n');
    let first = load(text.as_bytes()).unwrap();
    assert_eq!(words(&first.messages), ["summary:s", "two", "three"]);
    assert_eq!(first.ids.len(), 4);
    assert!(first.damage.is_empty(), "{:?}", first.damage);
    text.push_str(&crate::store::samples::said("ffffffff", first.leaf.as_deref(), "four"));
    let second = load(text.as_bytes()).unwrap();
    assert_eq!(words(&second.messages), ["summary:s", "two", "three", "four"]);
    assert!(second.damage.is_empty(), "{:?}", second.damage);
    assert!(second.ids.is_superset(&first.ids));
}

#[test]
fn an_entry_that_names_itself_or_a_later_one_makes_no_circle() {
    let lines = [said("a", Some("b"), "one"), said("b", Some("b"), "two"), said("b", Some("a"), "three")];
    let loaded = loaded(&lines.each_ref().map(String::as_str));
    assert_eq!(words(&loaded.messages), ["one", "three"]);
    assert_eq!(loaded.damage.len(), 3);
}

#[test]
fn a_long_list_of_damage_is_cut() {
    let lines = vec!["{"; 80];
    let damage = loaded(&lines).damage;
    assert_eq!(damage.len(), 51);
    assert_eq!(damage[50], "and 30 more");
}

#[test]
fn a_newer_format_is_refused_and_says_so() {
    let text = r#"{"type":"session","version":4,"id":"s","timestamp":"2025-11-30T09:00:00.000Z","cwd":"/w"}"#;
    let why = load(text.as_bytes()).unwrap_err();
    assert_eq!(why, "it has version 4 of the format, and 3 is the newest known here");
}
